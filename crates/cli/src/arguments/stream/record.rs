//! The arguments of `lydian stream record`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use lydian_stream::record::Pattern;

/// The arguments of `lydian stream record`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lydian stream record -- ./program > program.trace
  lydian stream record --event 'temp=temperature: {} *' --event 'stop=shutting down' -- ./program
  lydian stream record --event 'x=[{time}] x is {}' -- cat old.log > old.trace
  lydian stream record -- ./program | lydian stream run monitor.tessla

The lines that the program writes on standard output become events: a pattern is a text with `{}` for the value, `{time}` for the time and
`*` for anything. Without a pattern, lines `NAME` and `NAME = VALUE` are events. What is no value of the language is a text. The program runs
as it is, and is not confined. The trace ends with a line that lets time pass up to the end of the program.

Exit codes: 0 the program ended and something was recorded, 1 the program ended with another code, 2 a mistake in the arguments, 3 no line
was an event.")]
pub(crate) struct StreamRecordArguments {
    /// Lines that are events of a stream, as `NAME=PATTERN`; the first that fits counts.
    #[arg(long = "event", value_name = "NAME=PATTERN", value_parser = Pattern::read)]
    pub(crate) patterns: Vec<Pattern>,
    /// What times are: units since the start of the program, or the number of the line.
    #[arg(long, value_name = "UNIT", default_value = "ms")]
    pub(crate) clock: Clock,
    /// Write the lines that are no events to standard error.
    #[arg(long)]
    pub(crate) show_others: bool,
    /// The program and its arguments.
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}

/// What times are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Clock {
    /// Nanoseconds.
    Ns,
    /// Microseconds.
    Us,
    /// Milliseconds.
    Ms,
    /// Seconds.
    S,
    /// Lines.
    Lines,
}
