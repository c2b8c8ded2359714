//! `lydian console run`: the specification as if it were the program.

use std::io::{self, BufRead, Read, Write};

use lydian_console::{END_OF_INPUT, Misfit, Pause, Play, Spec, failed};
use lydian_diagnostic::Diagnostic;
use lydian_report::Color;

use super::parameters;
use crate::arguments::RunArguments;
use crate::{INVALID, output};

/// The exit code when there are no more lines.
const CUT_SHORT: u8 = 1;

/// The longest line that is read.
const LONGEST: u64 = 1 << 20;

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &RunArguments) -> u8 {
    match play(arguments) {
        Ok(code) => code,
        Err(diagnostics) => {
            output::complain(&diagnostics, Color::Auto);
            INVALID
        }
    }
}

fn play(arguments: &RunArguments) -> Result<u8, Vec<Diagnostic>> {
    let (specs, warnings) = parameters::load(&arguments.spec, &arguments.parameters)?;
    output::complain(&warnings, Color::Auto);
    let spec = &specs[0];
    let mut play = Play::new(spec, arguments.optional);
    let mut sent: Vec<Vec<u8>> = Vec::new();
    let mut input = io::stdin().lock();
    loop {
        let (written, pause) = play.go_on().map_err(|failure| vec![failed(spec, &failure, &sent)])?;
        let written = match arguments.all {
            true => all_allowed(spec, &sent),
            false => written,
        };
        let mut out = io::stdout().lock();
        output::or_quit(out.write_all(&written).and_then(|()| out.flush()));
        drop(out);
        if pause == Pause::Ends {
            return Ok(0);
        }
        loop {
            let Some(line) = next_line(&mut input)? else {
                let ended = play.read(END_OF_INPUT).map_err(|failure| vec![failed(spec, &failure, &sent)])?;
                if ended {
                    break;
                }
                let lines =
                    if sent.len() == 1 { "1 line".to_owned() } else { format!("{} lines", sent.len()) };
                say(&format!("The input ends after {lines}, but the specification reads another one."));
                return Ok(CUT_SHORT);
            };
            if play.read(&line).map_err(|failure| vec![failed(spec, &failure, &sent)])? {
                sent.push(line);
                break;
            }
            say(&format!(
                "`{}` is not a value that is ever sent here; type another line.",
                String::from_utf8_lossy(&line).escape_debug()
            ));
        }
    }
}

/// All that may be written after some lines.
fn all_allowed(spec: &Spec, sent: &[Vec<u8>]) -> Vec<u8> {
    let expected = match spec.expect(sent, u32::MAX) {
        Ok(expected) => expected,
        Err(Misfit::TooFew(expected)) => *expected,
        Err(_) => return Vec::new(),
    };
    match expected.last.outputs.is_empty() {
        true => Vec::new(),
        false => format!("{}\n", expected.last.describe()).into_bytes(),
    }
}

/// A line without its break; nothing at the end of the input.
fn next_line(input: &mut impl BufRead) -> Result<Option<Vec<u8>>, Vec<Diagnostic>> {
    let mut line = Vec::new();
    let fault = |message: String| vec![Diagnostic::without_place("file-unreadable", message)];
    let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut line);
    let read = read.map_err(|error| fault(format!("standard input cannot be read: {error}")))?;
    if read == 0 {
        return Ok(None);
    }
    if read as u64 == LONGEST && !line.ends_with(b"\n") {
        return Err(fault("a line of the input is longer than 1 MiB".to_owned()));
    }
    if line.ends_with(b"\n") {
        line.pop();
        if line.ends_with(b"\r") {
            line.pop();
        }
    }
    Ok(Some(line))
}

fn say(text: &str) {
    // If standard error is gone, nobody is there to read it.
    let _ = writeln!(io::stderr(), "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_without_their_breaks_and_the_last_needs_none() {
        let mut input: &[u8] = b"1\r\n\n2";
        let mut lines = Vec::new();
        while let Ok(Some(line)) = next_line(&mut input) {
            lines.push(line);
        }
        assert_eq!(lines, [b"1".to_vec(), b"".to_vec(), b"2".to_vec()]);
    }
}
