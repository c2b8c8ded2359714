//! The child: makes inputs and reads them, one after the other, and tells its parent before and after each.
//! Out: lines. `begin INDEX` before an input; behind it `end ACCEPTED MICROSECONDS KIB`, or `panic MESSAGE` if the reader panicked; `done` behind the last. What ends
//! the process is seen by the parent, which knows what was begun last.

use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Mutex;

use crate::Arguments;
use crate::measure::{Cost, cost_of};
use crate::mutate;
use crate::readers::{self, Kind, Known};

/// The line behind the last input.
pub(crate) const DONE: &str = "done";

/// Where the last panic was and what it said.
static PANIC: Mutex<String> = Mutex::new(String::new());

/// Reads the inputs from an index on, as many as the arguments say.
pub(crate) fn run(arguments: &Arguments, reader: Kind, from: u64) -> Result<(), String> {
    let seeds = arguments.read_seeds()?;
    let known = Known::load(arguments.deadline())?;
    keep_panics();
    let mut out = io::stdout().lock();
    let mut lines = String::new();
    for index in from..from.saturating_add(arguments.inputs) {
        let input = mutate::input(reader, &seeds, arguments.seed, index);
        // What was found and what comes next go out together: one write for each input.
        lines.push_str(&format!("begin {index}\n"));
        out.write_all(lines.as_bytes()).and_then(|()| out.flush()).map_err(|error| error.to_string())?;
        lines.clear();
        lines.push_str(&match attempt(arguments, reader, &input, &known) {
            (Ok(accepted), cost) => {
                format!("end {} {} {}\n", u8::from(accepted), cost.time.as_micros(), cost.memory)
            }
            (Err(message), _) => format!("panic {}\n", message.replace('\n', " ")),
        });
    }
    lines.push_str(DONE);
    lines.push('\n');
    out.write_all(lines.as_bytes()).and_then(|()| out.flush()).map_err(|error| error.to_string())
}

/// Reads one file and says what came of it; false if that would be a finding.
pub(crate) fn replay(arguments: &Arguments, reader: Kind, file: &Path) -> Result<bool, String> {
    let input = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let known = Known::load(arguments.deadline())?;
    let (accepted, cost) = attempt(arguments, reader, &input, &known);
    println!("{:.3} s, {} MiB", cost.time.as_secs_f64(), cost.memory >> 10);
    match accepted {
        Ok(accepted) => {
            println!("{}", if accepted { "accepted" } else { "refused" });
            Ok(cost.time.as_secs() < arguments.longest && cost.memory >> 10 < arguments.memory)
        }
        Err(_) => Ok(false),
    }
}

/// Writes an input as it is.
pub(crate) fn show(arguments: &Arguments, reader: Kind, index: u64) -> Result<(), String> {
    let seeds = arguments.read_seeds()?;
    let input = mutate::input(reader, &seeds, arguments.seed, index);
    io::stdout().write_all(&input).map_err(|error| error.to_string())
}

/// Reads an input; the error is the text of a panic.
fn attempt(arguments: &Arguments, reader: Kind, input: &[u8], known: &Known) -> (Result<bool, String>, Cost) {
    let (result, cost) = cost_of(arguments.deadline(), || {
        panic::catch_unwind(AssertUnwindSafe(|| readers::read(reader, input, known)))
    });
    let said = |_| PANIC.lock().map(|said| said.clone()).unwrap_or_default();
    (result.map_err(said), cost)
}

/// Panics are kept for the parent instead of being printed.
fn keep_panics() {
    panic::set_hook(Box::new(|info| {
        if let Ok(mut said) = PANIC.lock() {
            *said = info.to_string();
        }
    }));
}
