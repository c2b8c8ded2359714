//! `lydian stream record`: the lines of a program as a trace, as they come.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use lydian_diagnostic::Diagnostic;
use lydian_report::Color;
use lydian_stream::record::{Pattern, Recorder, plain};

use crate::INVALID;
use crate::arguments::{Clock, StreamRecordArguments};
use crate::output;

/// The exit code where the program ended with one of its own.
const PROGRAM_FAILED: u8 = 1;

/// The exit code where no line was an event.
const NOTHING: u8 = 3;

/// What is longer is taken for several lines.
const LONGEST: u64 = 1 << 20;

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &StreamRecordArguments) -> u8 {
    match record(arguments) {
        Ok(code) => code,
        Err(diagnostic) => {
            output::complain(&[diagnostic], Color::Auto);
            INVALID
        }
    }
}

fn record(arguments: &StreamRecordArguments) -> Result<u8, Diagnostic> {
    let (program, rest) = arguments.command.split_first().ok_or_else(|| {
        let hint = "put the command behind `--`: lydian stream record -- ./program";
        Diagnostic::without_place("no-program", "no program is named").hint(hint)
    })?;
    let started = Instant::now();
    let mut child = Command::new(program).args(rest).stdout(Stdio::piped()).spawn().map_err(|error| {
        let message = format!("`{}` cannot be started: {error}", program.to_string_lossy());
        Diagnostic::without_place("program-not-startable", message)
    })?;
    let mut recorder = Recorder::default();
    let (mut lines, mut others) = (0u64, 0u64);
    let now = |lines: u64| time(arguments.clock, started.elapsed(), lines);
    let mut out = std::io::stdout().lock();
    if let Some(stdout) = child.stdout.take() {
        let mut input = BufReader::new(stdout);
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut line).map_err(|error| {
                Diagnostic::without_place(
                    "file-unreadable",
                    format!("the program cannot be read any further: {error}"),
                )
            })?;
            if read == 0 {
                break;
            }
            lines += 1;
            let text = String::from_utf8_lossy(&line);
            let said = match arguments.patterns.is_empty() {
                true => plain(&text),
                false => arguments.patterns.iter().find_map(|pattern: &Pattern| pattern.said(&text)),
            };
            match said {
                Some(said) => {
                    let event = recorder.line(&said, now(lines));
                    // Whoever reads it wants it now.
                    output::or_quit(writeln!(out, "{event}").and_then(|()| out.flush()));
                }
                None => {
                    others += 1;
                    if arguments.show_others {
                        eprint!("{text}");
                    }
                }
            }
        }
    }
    let status = child.wait().map_err(|error| {
        Diagnostic::without_place(
            "program-not-startable",
            format!("the program cannot be waited for: {error}"),
        )
    })?;
    output::or_quit(writeln!(out, "{}", recorder.end(now(lines))).and_then(|()| out.flush()));
    tell(&recorder, others);
    if !status.success() {
        eprintln!("the program ended with {status}; what it wrote until then was recorded");
        return Ok(PROGRAM_FAILED);
    }
    if recorder.written == 0 {
        eprintln!("no line was an event: nothing was recorded");
        return Ok(NOTHING);
    }
    Ok(0)
}

/// The time so long after the start, behind so many lines.
fn time(clock: Clock, passed: Duration, lines: u64) -> u64 {
    let whole = |units: u128| u64::try_from(units).unwrap_or(u64::MAX);
    match clock {
        Clock::Lines => lines,
        Clock::S => passed.as_secs(),
        Clock::Ms => whole(passed.as_millis()),
        Clock::Us => whole(passed.as_micros()),
        Clock::Ns => whole(passed.as_nanos()),
    }
}

/// What was recorded, in lines.
fn tell(recorder: &Recorder, others: u64) {
    let Recorder { moved, late, written, .. } = recorder;
    eprintln!("{} recorded, {} left out", count(*written, "event"), count(others, "other line"));
    if *moved > 0 {
        eprintln!("{} moved to the next time: a stream has one event at a time", count(*moved, "event"));
    }
    if *late > 0 {
        eprintln!("{} moved to the time reached: times in a trace never go back", count(*late, "event"));
    }
}

fn count(number: u64, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_clock_counts_in_its_own_unit() {
        let passed = Duration::from_micros(2_345_678);
        let times =
            [Clock::Lines, Clock::S, Clock::Ms, Clock::Us, Clock::Ns].map(|clock| time(clock, passed, 7));
        assert_eq!(times, [7, 2, 2_345, 2_345_678, 2_345_678_000]);
    }
}
