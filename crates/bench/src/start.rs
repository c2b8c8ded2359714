//! What starting a program costs: one confined run of a C program from its start to its end, with all layers and without one of
//! them, beside `posix_spawn`, in turn in one run, so that a busy machine is equally busy for all.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use lydian_sut::{Launcher, Limits, Pause, Program, Runner, Terminal};

use crate::console::{Compiled, LAUNCH};

/// What the benchmark of starts needs.
#[derive(Debug, clap::Args)]
pub(crate) struct StartArguments {
    /// How often each row is measured.
    #[arg(long, default_value_t = 300)]
    rounds: usize,
}

/// The rows: a name, and the argument that leaves a layer out.
const ROWS: &[(&str, Option<&str>)] = &[
    ("all layers", None),
    ("without memory group", Some("--without-group")),
    ("without root", Some("--without-root")),
    ("without Landlock", Some("--without-landlock")),
    ("without namespaces", Some("--without-namespaces")),
];

/// Runs the benchmark; false if a confined run takes more than 3 ms in the median.
pub(crate) fn run(arguments: &StartArguments) -> Result<bool, String> {
    const MOST: Duration = Duration::from_millis(3);
    let compiled = Compiled::new("start", "int main(void) { return 0; }\n")?;
    let command = std::env::current_exe().map_err(|error| error.to_string())?;
    let program =
        Program { command: vec![compiled.path().into()], terminal: Terminal::Pipe, ..Program::default() };
    let runners: Vec<Runner> = ROWS
        .iter()
        .map(|(_, without)| {
            let words = std::iter::once(LAUNCH).chain(*without).map(Into::into).collect();
            Runner::new(Launcher { command: command.clone(), arguments: words }, Limits::default())
        })
        .collect();
    let mut spawned = Vec::new();
    let mut confined = vec![Vec::new(); ROWS.len()];
    for _ in 0..arguments.rounds.max(10) {
        spawned.push(spawn(&compiled.path())?);
        for (runner, times) in runners.iter().zip(&mut confined) {
            times.push(whole_run(runner, &program)?);
        }
    }
    println!("{:24} {:>10} {:>10} {:>10}", "one run", "10%", "median", "90%");
    tell("posix_spawn", &mut spawned);
    for ((name, _), times) in ROWS.iter().zip(&mut confined) {
        tell(name, times);
    }
    Ok(confined[0][confined[0].len() / 2] <= MOST)
}

fn tell(name: &str, times: &mut [Duration]) {
    times.sort();
    let at = |part: usize| times[times.len() * part / 10].as_secs_f64() * 1e3;
    println!("{name:24} {:>7.2} ms {:>7.2} ms {:>7.2} ms", at(1), at(5), at(9));
}

/// The standard library starts a process by `posix_spawn` where nothing else is asked for.
fn spawn(program: &std::path::Path) -> Result<Duration, String> {
    let begun = Instant::now();
    let status = Command::new(program).stdin(Stdio::null()).stdout(Stdio::null()).status();
    status.map_err(|error| error.to_string())?;
    Ok(begun.elapsed())
}

fn whole_run(runner: &Runner, program: &Program) -> Result<Duration, String> {
    let begun = Instant::now();
    let mut run = runner.start(program).map_err(|error| error.message)?;
    while run.turn().pause == Pause::WaitsForInput {
        run.close_input();
    }
    run.finish();
    Ok(begun.elapsed())
}
