//! The arguments of `lydian stream check`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use lydian_stream::check::USUAL;
use lydian_stream::generate::Criterion;

use super::StreamSpecArguments;
use super::generate::{criteria, named_criteria};
use crate::arguments::common::parse_budget;
use crate::arguments::{CommonArguments, SurroundingsArguments};
use crate::limits::RunLimits;

/// The arguments of `lydian stream check`.
#[derive(Debug, Args)]
#[command(
    mut_arg("budget", |arg| arg.help("The processor time that it may take (500ms, 30s, 2m), and ten times as much by the clock, at most half of it for the suite [default: 2m]")),
    mut_arg("seed", |arg| arg.help("The seed of traces at random")),
    mut_arg("quiet", |arg| arg.help("Only the verdict")),
)]
#[command(after_help = "Examples:
  lydian stream check monitor.tessla -- ./monitor
  lydian stream check monitor.tessla --build 'gcc {} -o {out}' -- monitor.c
  lydian stream check monitor.tessla -- java -jar monitor.jar {}
  lydian stream check monitor.tessla --trace recorded.trace -- ./monitor
  lydian stream check monitor.tessla --save wrong.trace -- python3 monitor.py

The monitor gets a trace on standard input, or in a file where `{}` stands in its arguments, and writes events of outputs in the
same form. For each time the events are compared as sets of stream and value.

Exit codes: 0 passed, 1 refuted, 2 a mistake in the specification, a trace or the arguments, 3 nothing was tested, the monitor does not
always do the same, or the time was used up.")]
pub(crate) struct StreamCheckArguments {
    /// The specification.
    #[command(flatten)]
    pub(crate) spec: StreamSpecArguments,
    /// The monitor and its arguments.
    #[arg(last = true, value_name = "MONITOR")]
    pub(crate) monitor: Vec<OsString>,
    /// A command that builds the monitor first: `{}` is the file named after `--`, `{out}` the program to make.
    #[arg(long, value_name = "COMMAND")]
    pub(crate) build: Option<String>,
    /// The tests.
    #[command(flatten)]
    pub(crate) suite: StreamSuiteArguments,
    /// Traces at random beside the suite [default: 20 and 300 long ones, with --trace none].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000), help_heading = "Tests")]
    random: Option<u32>,
    /// Write the trace of a refutation to this file; one that is not a trace of ours is never overwritten.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Leave lines alone that are no events.
    #[arg(long, help_heading = "Comparing")]
    pub(crate) ignore_other_lines: bool,
    /// The relative error that floating-point numbers may have.
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = parse_tolerance, help_heading = "Comparing")]
    pub(crate) tolerance: f64,
    /// Time on the clock for one run that waits; one that computes may use as much processor time, and ten times as much by the clock.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_budget, help_heading = "Running monitors")]
    pub(crate) wall: Duration,
    /// Processor time for one run.
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = parse_budget, help_heading = "Running monitors")]
    pub(crate) cpu: Duration,
    /// Memory for one run, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=1 << 20), help_heading = "Running monitors")]
    pub(crate) memory: u64,
    /// Bytes that one run may write.
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 20, value_parser = clap::value_parser!(u64).range(1..=1 << 30), help_heading = "Running monitors")]
    pub(crate) output_limit: u64,
    /// What the monitor finds.
    #[command(flatten, next_help_heading = "Running monitors")]
    pub(crate) surroundings: SurroundingsArguments,
    /// What all commands take.
    #[command(flatten)]
    pub(crate) common: CommonArguments,
}

impl StreamCheckArguments {
    /// What one run may take.
    pub(crate) fn limits(&self) -> RunLimits {
        RunLimits { wall: self.wall, cpu: self.cpu, memory: self.memory, output: self.output_limit }
    }

    /// How many traces at random there are.
    pub(crate) fn random(&self) -> usize {
        let usual = if self.suite.traces.is_empty() { USUAL_RANDOM } else { 0 };
        self.random.map_or(usual, |count| count as usize)
    }
}

impl StreamCheckArguments {
    /// Whether long traces at random and other orders of events are tried as well: unless the user says what is wanted.
    pub(crate) fn goes_deep(&self) -> bool {
        self.suite.traces.is_empty() && self.random.is_none()
    }
}

/// How many traces at random there are unless the user says otherwise.
const USUAL_RANDOM: usize = 20;

/// The tests: a suite that is made, or traces that are given.
#[derive(Debug, Args)]
pub(crate) struct StreamSuiteArguments {
    /// What the suite shall cover, separated by commas; `all` for everything [default: decision,boundary,stream].
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = criteria(), help_heading = "Tests")]
    criteria: Vec<String>,
    /// The most moments that a case has.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..=1_000), help_heading = "Tests")]
    pub(crate) slots: u16,
    /// Use this trace, or the `.trace` files of this directory, and make no suite unless --criteria is given as well; `-` is standard input.
    #[arg(long = "trace", value_name = "FILE", help_heading = "Tests")]
    pub(crate) traces: Vec<PathBuf>,
}

impl StreamSuiteArguments {
    /// What the suite shall cover; nothing if no suite is wanted.
    pub(crate) fn criteria(&self) -> Vec<Criterion> {
        match (self.criteria.is_empty(), self.traces.is_empty()) {
            (true, true) => USUAL.to_vec(),
            (true, false) => Vec::new(),
            (false, _) => named_criteria(&self.criteria),
        }
    }
}

fn parse_tolerance(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if (0.0..=1.0).contains(&number) => Ok(number),
        _ => Err("a tolerance is a number from 0 to 1, such as 1e-9".to_owned()),
    }
}
