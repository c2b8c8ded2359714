//! The arguments of `lydian property`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use lydian_property::Effort;

use super::{BudgetArgument, ReportArguments, SeedArgument};

/// The commands of `lydian property`.
#[derive(Debug, Subcommand)]
pub(crate) enum PropertyCommand {
    /// Check properties: find the smallest inputs on which one does not hold, or prove that it does.
    Check(Box<PropertyCheckArguments>),
}

/// The arguments of `lydian property check`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lydian property check lists.ml
  lydian property check trees.ml --property prop_insert --tests 10000
  lydian property check lists.ml --replay 'prop_reverse [0; 1]'
  lydian property check lists.ml --emit cases --output case.json

A property is a function whose name starts with `prop_`; its arguments can be anything, its result is a `bool`. Small inputs are
tried in order of size, with border values; then unknown inputs are solved for, preconditions included; then larger ones are drawn
at random. The module `Lydian` has `==>`, `assume`, quantifiers, comparisons that show both sides, and labels.

Counterexamples are kept in the folder `.lydian` beside the file and tried first next time; one that passes is removed.

Exit codes: 0 all hold, 1 one does not, 2 a mistake in the file or the arguments, 3 something was not decided, or nothing tested.")]
pub(crate) struct PropertyCheckArguments {
    /// The file with the properties and what they are about.
    #[arg(value_name = "FILE.ml")]
    pub(crate) file: PathBuf,
    /// Only this property; may be repeated. Names need not start with `prop_`.
    #[arg(long, value_name = "NAME")]
    pub(crate) property: Vec<String>,
    /// How many small inputs are tried; those that a property rejects do not count.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub(crate) tests: u64,
    /// Try functions as inputs that raise an exception, too, such as `fun x -> 1 / x`.
    #[arg(long)]
    pub(crate) raising_functions: bool,
    /// Run one call of a property again, as a report shows it; also takes a place (`prop_reverse:5:17`, with size and index) or a file with saved cases.
    #[arg(long, value_name = "CALL", conflicts_with = "emit")]
    pub(crate) replay: Option<String>,
    /// Print something else instead of the report.
    #[arg(long, value_name = "WHAT", value_enum)]
    pub(crate) emit: Option<PropertyEmitArgument>,
    /// Neither try the counterexamples of earlier runs nor keep those of this one.
    #[arg(long)]
    pub(crate) no_keep: bool,
    /// Search this many levels, each with a fixed amount of work; `max` goes on until the budget is used up.
    #[arg(long, value_name = "LEVELS", default_value_t)]
    pub(crate) effort: Effort,
    /// The time.
    #[command(flatten)]
    pub(crate) budget: BudgetArgument,
    /// The seed.
    #[command(flatten)]
    pub(crate) seed: SeedArgument,
    /// The report.
    #[command(flatten)]
    pub(crate) common: ReportArguments,
}

/// What is printed instead of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PropertyEmitArgument {
    /// The case of each refutation, as JSON that --replay reads.
    Cases,
}
