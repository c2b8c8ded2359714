//! The arguments of `lydian stream`.

mod check;
mod compile;
mod generate;
mod mutate;
mod record;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use lydian_tessla::syntax::ast::TimeUnit;

pub(crate) use check::{StreamCheckArguments, StreamSuiteArguments};
pub(crate) use compile::StreamCompileArguments;
pub(crate) use generate::{FormatArgument, StreamGenerateArguments};
pub(crate) use mutate::StreamMutateArguments;
pub(crate) use record::{Clock, StreamRecordArguments};

/// The commands of `lydian stream`.
#[derive(Debug, Subcommand)]
pub(crate) enum StreamCommand {
    /// Run a specification on a trace.
    Run(StreamRunArguments),
    /// Run a program and make a trace of the lines that it writes.
    Record(StreamRecordArguments),
    /// Make test cases that together show what a specification can do, with what must come out.
    Generate(Box<StreamGenerateArguments>),
    /// Test a monitor: find the shortest trace on which it says something else than the specification.
    Check(Box<StreamCheckArguments>),
    /// Score a suite: would it notice small mistakes in the specification?
    Mutate(Box<StreamMutateArguments>),
    /// Compile a specification to a monitor in Rust or C, and test it against the interpreter.
    Compile(Box<StreamCompileArguments>),
    /// Show the primitive streams and functions that a specification consists of.
    Core(StreamCoreArguments),
}

/// A stream specification.
#[derive(Debug, Args)]
pub(crate) struct StreamSpecArguments {
    /// The specification.
    #[arg(value_name = "SPEC.tessla")]
    pub(crate) spec: PathBuf,
    /// What one unit of time in traces is, as in "1 ms"; needed if the specification has literals with units.
    #[arg(long, short = 't', value_name = "TIME", value_parser = parse_base_time, conflicts_with = "timeunit")]
    base_time: Option<(u64, TimeUnit)>,
    /// The same without the number, as in `ms`.
    #[arg(long, value_name = "UNIT", value_parser = parse_unit)]
    timeunit: Option<TimeUnit>,
    /// How many digits times have after the point: time is then rational, `0.25` is exact.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=9))]
    pub(crate) decimals: u32,
}

impl StreamSpecArguments {
    /// What one unit of time is.
    pub(crate) fn base_time(&self) -> Option<(u64, TimeUnit)> {
        self.base_time.or_else(|| self.timeunit.map(|unit| (1, unit)))
    }

    /// The same as it is written: `1 ms`.
    pub(crate) fn base_time_text(&self) -> Option<String> {
        let (number, unit) = self.base_time()?;
        let unit = match unit {
            TimeUnit::Fs => "fs",
            TimeUnit::Ps => "ps",
            TimeUnit::Ns => "ns",
            TimeUnit::Us => "us",
            TimeUnit::Ms => "ms",
            TimeUnit::S => "s",
            TimeUnit::Min => "min",
            TimeUnit::H => "h",
            TimeUnit::D => "d",
        };
        Some(format!("{number} {unit}"))
    }
}

/// The arguments of `lydian stream run`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lydian stream run monitor.tessla events.trace
  produce-events | lydian stream run monitor.tessla
  lydian stream run monitor.tessla events.csv --csv --base-time \"1 ms\"

A trace has lines `5: x = 3`, or `5: x` for events without a value, in the order of time. Outputs are written in the same
form as soon as they are certain: those at a time when a line with a later time comes, or at the end.

Exit codes: 0 the whole trace was run (or as far as was asked for), 1 an output shows an error, 2 a mistake in the specification,
the trace or the arguments.")]
pub(crate) struct StreamRunArguments {
    /// The specification.
    #[command(flatten)]
    pub(crate) spec: StreamSpecArguments,
    /// The trace; without it, or for `-`, standard input.
    #[arg(value_name = "TRACE")]
    pub(crate) trace: Option<PathBuf>,
    /// The trace is CSV: a header `ts,x,y`, then a row for each time; an empty cell is no event.
    #[arg(long, help_heading = "Traces")]
    pub(crate) csv: bool,
    /// Write the outputs as CSV, in the form that --csv reads.
    #[arg(long, help_heading = "Traces")]
    pub(crate) csv_output: bool,
    /// Write a page with the events of inputs and outputs over time; a file that is no page of ours is never overwritten.
    #[arg(long, value_name = "PAGE.html", help_heading = "Traces")]
    pub(crate) html: Option<PathBuf>,
    /// Write texts in quotes, as versions before 1.2 of the language do.
    #[arg(long, help_heading = "Traces")]
    pub(crate) old_strings: bool,
    /// Refuse events of streams that are not declared; otherwise they only let time pass.
    #[arg(long, short = 'r', help_heading = "Traces")]
    pub(crate) reject_undeclared_inputs: bool,
    /// Stop after this many events of outputs.
    #[arg(long, short = 'a', value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "When to stop")]
    pub(crate) abort_at: Option<u64>,
    /// Stop at the first time at which this output has an event.
    #[arg(long, short = 'S', value_name = "OUTPUT", help_heading = "When to stop")]
    pub(crate) stop_on: Option<String>,
    /// List the inputs with their types, and run nothing.
    #[arg(long, help_heading = "Instead of running")]
    pub(crate) list_in_streams: bool,
    /// List the outputs with their types, and run nothing.
    #[arg(long, help_heading = "Instead of running")]
    pub(crate) list_out_streams: bool,
}

/// The arguments of `lydian stream core`.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  lydian stream core monitor.tessla

Exit codes: 0 the specification was printed, 2 a mistake in it or in the arguments.")]
pub(crate) struct StreamCoreArguments {
    /// The specification.
    #[command(flatten)]
    pub(crate) spec: StreamSpecArguments,
}

/// A number with a unit of time: `1 ms`, `33333us`.
fn parse_base_time(text: &str) -> Result<(u64, TimeUnit), String> {
    let digits = text.find(|char: char| !char.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let unit = parse_unit(unit.trim())?;
    match number.parse() {
        Ok(0) => Err("a base time cannot be zero".to_owned()),
        Ok(number) => Ok((number, unit)),
        Err(_) => Err("a base time is a number with a unit, such as \"1 ms\"".to_owned()),
    }
}

fn parse_unit(text: &str) -> Result<TimeUnit, String> {
    Ok(match text {
        "fs" => TimeUnit::Fs,
        "ps" => TimeUnit::Ps,
        "ns" => TimeUnit::Ns,
        "us" | "µs" | "μs" => TimeUnit::Us,
        "ms" => TimeUnit::Ms,
        "s" => TimeUnit::S,
        "min" => TimeUnit::Min,
        "h" => TimeUnit::H,
        "d" => TimeUnit::D,
        _ => return Err("the units of time are fs, ps, ns, us, ms, s, min, h and d".to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_times_have_a_number_and_a_unit() {
        assert_eq!(parse_base_time("1 ms"), Ok((1, TimeUnit::Ms)));
        assert_eq!(parse_base_time("33333µs"), Ok((33_333, TimeUnit::Us)));
        for text in ["", "ms", "1", "0 s", "1 week", "-1 s", "99999999999999999999 s"] {
            assert!(parse_base_time(text).is_err(), "{text}");
        }
    }
}
