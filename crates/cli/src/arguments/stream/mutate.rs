//! The arguments of `lydian stream mutate`.

use std::path::PathBuf;

use clap::Args;

use super::StreamSpecArguments;
use super::check::StreamSuiteArguments;
use crate::arguments::{BudgetArgument, JobsArgument, ReportArguments};

/// The arguments of `lydian stream mutate`.
#[derive(Debug, Args)]
#[command(
    mut_arg("budget", |arg| arg.help("The processor time that it may take (500ms, 30s, 2m), and ten times as much by the clock; what is undecided by then is unknown [default: 5m]")),
    mut_arg("quiet", |arg| arg.help("One line for each mutant that needs attention")),
    mut_arg("verbose", |arg| arg.help("Show all mutants, not only those that the suite misses")),
)]
#[command(after_help = "Examples:
  lydian stream mutate monitor.tessla
  lydian stream mutate monitor.tessla --trace tests
  lydian stream mutate monitor.tessla --strengthen --suite tests
  lydian stream mutate monitor.tessla --format html --output mutants.html

A mutant is the specification with one small change. A suite that does not tell it from the original would not notice a monitor with
that mistake. Where the suite fails, the shortest trace is shown that does not, or it is proved that there is none. Files that are included
are not changed.

Exit codes: 0 all mutants that differ are killed, 1 some are missed, 2 a mistake in the specification, a trace or the arguments, 3 some are
undecided, or there are none.")]
pub(crate) struct StreamMutateArguments {
    /// The specification.
    #[command(flatten)]
    pub(crate) spec: StreamSpecArguments,
    /// The suite that is scored.
    #[command(flatten)]
    pub(crate) suite: StreamSuiteArguments,
    /// Write the suite into this directory, for `lydian stream check --trace DIR`; one that has other files is left alone.
    #[arg(long = "suite", id = "suite_folder", value_name = "DIR", help_heading = "Tests")]
    pub(crate) folder: Option<PathBuf>,
    /// Add the traces that tell missed mutants from the original to the suite that is written.
    #[arg(long, requires = "suite_folder", help_heading = "Tests")]
    pub(crate) strengthen: bool,
    /// The time.
    #[command(flatten)]
    pub(crate) budget: BudgetArgument,
    /// The threads.
    #[command(flatten)]
    pub(crate) jobs: JobsArgument,
    /// The report.
    #[command(flatten)]
    pub(crate) common: ReportArguments,
}
