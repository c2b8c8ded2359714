//! The arguments of `lydian stream generate`.

use clap::Args;
use lydian_stream::generate::{Criterion, Strategy};

use super::StreamSpecArguments;
use crate::arguments::{BudgetArgument, ReportArguments};

/// The arguments of `lydian stream generate`.
#[derive(Debug, Args)]
#[command(
    mut_arg("budget", |arg| arg.help("The processor time that it may take (500ms, 30s, 2m), and ten times as much by the clock; what is undecided by then is unknown [default: 1m]")),
    mut_arg("format", |arg| arg.value_parser(FormatArgument::WORDS).help("What is written to standard output")),
    mut_arg("output", |arg| arg.value_name("DIR").help("Write the cases and all reports into this directory; one that has other files is left alone")),
    mut_arg("quiet", |arg| arg.help("Only the verdict and dead states")),
    mut_arg("verbose", |arg| arg.help("Show the parts of expressions in a grid as well")),
)]
#[command(after_help = "Examples:
  lydian stream generate monitor.tessla
  lydian stream generate monitor.tessla --criteria decision,boundary --output tests
  lydian stream generate monitor.tessla --strategy iterative --slots 20 --format trace
  lydian stream generate monitor.tessla --interactive --format grid

Comments in the specification steer it: `# assert all x >= 0` holds in every case, and
`# goal counter == 3` is met by some case.

Exit codes: 0 every goal is covered or proved unreachable, 2 a mistake in the specification, its
assertions or the arguments, 3 some goal is undecided, or there is nothing to cover.")]
pub(crate) struct StreamGenerateArguments {
    /// The specification.
    #[command(flatten)]
    pub(crate) spec: StreamSpecArguments,
    /// How the suite is made: slot by slot, or with one formula of all slots as tessla-testgen does.
    #[arg(long, value_name = "HOW", default_value = "incremental", value_parser = strategies(), help_heading = "Suite")]
    strategy: String,
    /// What the suite shall cover, separated by commas; `all` for everything.
    #[arg(long, value_name = "LIST", default_value = "decision,output", value_delimiter = ',', value_parser = criteria(), help_heading = "Suite")]
    criteria: Vec<String>,
    /// The most moments that a case has.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..=1_000), help_heading = "Suite")]
    pub(crate) slots: u16,
    /// The most cases.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=100_000), help_heading = "Suite")]
    pub(crate) cases: u32,
    /// A case ends only when no timer runs any more.
    #[arg(long, help_heading = "Suite")]
    pub(crate) quiet_end: bool,
    /// Write one case for each line on standard input.
    #[arg(long, help_heading = "Suite")]
    pub(crate) interactive: bool,
    /// The time.
    #[command(flatten)]
    pub(crate) budget: BudgetArgument,
    /// The report.
    #[command(flatten)]
    pub(crate) common: ReportArguments,
}

/// What is written to standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FormatArgument {
    /// For people at a terminal.
    Text,
    /// For programs.
    Json,
    /// For servers that run tests.
    Junit,
    /// For people with a browser.
    Html,
    /// The inputs of each case, for an interpreter.
    Trace,
    /// All streams of each case, slot by slot.
    Grid,
}

impl FormatArgument {
    const ALL: [FormatArgument; 6] = [
        FormatArgument::Text,
        FormatArgument::Json,
        FormatArgument::Junit,
        FormatArgument::Html,
        FormatArgument::Trace,
        FormatArgument::Grid,
    ];
    const WORDS: [&'static str; 6] = ["text", "json", "junit", "html", "trace", "grid"];
}

impl StreamGenerateArguments {
    /// How the suite is made.
    pub(crate) fn strategy(&self) -> Strategy {
        let named = Strategy::ALL.into_iter().find(|(_, word)| **word == *self.strategy);
        named.map_or(Strategy::Incremental, |(strategy, _)| strategy)
    }

    /// What the suite shall cover, each once, in the usual order.
    pub(crate) fn criteria(&self) -> Vec<Criterion> {
        named_criteria(&self.criteria)
    }

    /// What is written to standard output.
    pub(crate) fn format(&self) -> FormatArgument {
        let place = FormatArgument::WORDS.iter().position(|word| **word == *self.common.format);
        FormatArgument::ALL[place.unwrap_or(0)]
    }
}

/// The criteria that words name, each once, in the usual order.
pub(super) fn named_criteria(words: &[String]) -> Vec<Criterion> {
    let all = words.iter().any(|word| word == ALL);
    let wanted =
        Criterion::ALL.into_iter().filter(|(_, word)| all || words.iter().any(|named| named == word));
    wanted.map(|(criterion, _)| criterion).collect()
}

/// The word for all criteria.
const ALL: &str = "all";

fn strategies() -> clap::builder::PossibleValuesParser {
    Strategy::ALL.map(|(_, word)| word).into()
}

pub(super) fn criteria() -> clap::builder::PossibleValuesParser {
    let words = Criterion::ALL.iter().map(|(_, word)| *word).chain([ALL]);
    words.collect::<Vec<_>>().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Only {
        #[command(flatten)]
        arguments: StreamGenerateArguments,
    }

    fn parsed(words: &[&str]) -> StreamGenerateArguments {
        let words = ["generate", "x.tessla"].into_iter().chain(words.iter().copied());
        Only::try_parse_from(words).expect("the arguments are right").arguments
    }

    #[test]
    fn without_flags_decisions_and_outputs_are_covered_slot_by_slot() {
        let arguments = parsed(&[]);
        assert_eq!(arguments.strategy(), Strategy::Incremental);
        assert_eq!(arguments.criteria(), Criterion::USUAL);
        assert_eq!(arguments.format(), FormatArgument::Text);
    }

    #[test]
    fn criteria_are_a_list_or_all() {
        let arguments = parsed(&["--criteria", "mcdc,boundary"]);
        assert_eq!(arguments.criteria(), [Criterion::Mcdc, Criterion::Boundary]);
        assert_eq!(parsed(&["--criteria", "all"]).criteria().len(), Criterion::ALL.len());
        assert!(Only::try_parse_from(["generate", "x.tessla", "--criteria", "lines"]).is_err());
    }

    #[test]
    fn the_flags_of_tessla_testgen_are_understood() {
        let arguments = parsed(&["--strategy", "soft"]);
        assert_eq!(arguments.strategy(), Strategy::Soft);
        assert!(parsed(&["--interactive"]).interactive);
    }

    #[test]
    fn traces_and_grids_are_formats() {
        assert_eq!(parsed(&["--format", "trace"]).format(), FormatArgument::Trace);
        assert_eq!(parsed(&["--format", "grid"]).format(), FormatArgument::Grid);
    }
}
