//! The arguments of `lydian compare`, with the words that options take.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use lydian_report::{Color, Format, Verbosity};

/// The arguments of `lydian compare`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lydian compare reference.ml submission.ml
  lydian compare --entry insert reference.ml submissions/
  lydian compare --format html --output report.html reference.ml submissions/
  lydian compare --suite 5 reference.ml submissions/
  lydian compare reference.ml submission.ml --replay 'max [-1000]'

Exit codes: 0 all proved or passed, 1 any refuted, 2 any invalid (or a mistake in the arguments), 3 any undecided.")]
pub(crate) struct CompareArguments {
    /// The program that is right.
    #[arg(value_name = "REFERENCE.ml")]
    pub(crate) reference: PathBuf,
    /// The programs to judge; a directory stands for all `.ml` files directly in it, in alphabetical order.
    #[arg(value_name = "SUBMISSION.ml", required = true)]
    pub(crate) submissions: Vec<PathBuf>,

    /// Compare this function [default: the last one that both define with the same type].
    #[arg(long, value_name = "NAME")]
    pub(crate) entry: Option<String>,
    /// Put this file behind both programs and compare its last function, for instance one that evaluates a result.
    #[arg(long, value_name = "OBSERVER.ml")]
    pub(crate) observe: Option<PathBuf>,
    /// Whether an exception of the reference is part of its behaviour, or a sign that the input is outside its domain.
    #[arg(long, value_name = "WHAT", value_enum, default_value = "ignore")]
    pub(crate) exceptions: ExceptionsArgument,
    /// Run one call again on all programs, instead of searching; also takes a file with a saved case.
    #[arg(long, value_name = "CALL", conflicts_with_all = ["suite", "emit"])]
    pub(crate) replay: Option<String>,
    /// Give at most N cases that together refute all wrong submissions, as OCaml assertions behind the report.
    #[arg(long, value_name = "N")]
    pub(crate) suite: Option<NonZeroUsize>,
    /// Write the suite to `suite.ml` and `suite.json` in this directory instead.
    #[arg(long, value_name = "DIR", requires = "suite")]
    pub(crate) suite_dir: Option<PathBuf>,

    /// The time that one submission may take (500ms, 30s, 2m); what is undecided by then is unknown.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = parse_budget, help_heading = "Common options")]
    pub(crate) budget: Duration,
    /// Search this many times further: multiplies the bounds on the work for one submission.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000), help_heading = "Common options")]
    pub(crate) effort: u64,
    /// The seed of everything random.
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Common options")]
    pub(crate) seed: u64,
    /// The number of threads [default: the number of cores]. It changes no result.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256), help_heading = "Common options")]
    pub(crate) jobs: Option<u16>,
    /// The form of the report.
    #[arg(long, value_name = "FORM", value_parser = format_parser(), default_value = "text", help_heading = "Common options")]
    pub(crate) format: String,
    /// Write the report to this file; an input, or a file that is not a report, is never overwritten.
    #[arg(long, value_name = "PATH", help_heading = "Common options")]
    pub(crate) output: Option<PathBuf>,
    /// Print what lies between two phases instead of the report: Core of each file, the paths of the search as conditions or as SMT-LIB, or the cases found, as JSON.
    #[arg(long, value_name = "WHAT", value_enum, conflicts_with = "suite", help_heading = "Common options")]
    pub(crate) emit: Option<EmitArgument>,
    /// One line for each submission.
    #[arg(long, short, conflicts_with = "verbose", help_heading = "Common options")]
    quiet: bool,
    /// Statistics and times as well.
    #[arg(long, short, help_heading = "Common options")]
    verbose: bool,
    /// When to use colours; NO_COLOR is honoured.
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto", help_heading = "Common options")]
    color: ColorArgument,
    /// Which engines look for a difference; for measurements and for the curious.
    #[arg(
        long,
        value_enum,
        value_name = "NAME",
        default_value = "combined",
        help_heading = "Advanced options"
    )]
    pub(crate) strategy: StrategyArgument,
}

impl CompareArguments {
    /// The form of the report.
    pub(crate) fn format(&self) -> Format {
        Format::from_word(&self.format).unwrap_or(Format::Text)
    }

    /// How much a text report says.
    pub(crate) fn verbosity(&self) -> Verbosity {
        match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (_, true) => Verbosity::Verbose,
            (false, false) => Verbosity::Normal,
        }
    }

    /// When to use colours.
    pub(crate) fn color(&self) -> Color {
        match self.color {
            ColorArgument::Auto => Color::Auto,
            ColorArgument::Always => Color::Always,
            ColorArgument::Never => Color::Never,
        }
    }
}

/// What an exception of the reference means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExceptionsArgument {
    /// The input is outside the domain and does not count.
    Ignore,
    /// The submission must raise the same.
    Compare,
}

/// Which engines look for a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StrategyArgument {
    /// Enumeration first, then the path search.
    Combined,
    /// Enumeration only.
    Enumerate,
    /// The path search only.
    Symbolic,
    /// The path search with the whole shape of the input decided first.
    Eager,
}

/// What is printed instead of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EmitArgument {
    /// The Core of each file, in order.
    Core,
    /// The paths of the search.
    Paths,
    /// The questions to the solver.
    Smt,
    /// The case of each refutation, as JSON that --replay reads.
    Cases,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ColorArgument {
    /// On a terminal.
    Auto,
    /// In any case.
    Always,
    /// In no case.
    Never,
}

fn format_parser() -> clap::builder::PossibleValuesParser {
    Format::ALL.map(Format::word).into()
}

/// A time with its unit: `500ms`, `30s`, `2m`.
fn parse_budget(text: &str) -> Result<Duration, String> {
    let digits = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let factor = match unit.trim() {
        "ms" => 1,
        "s" => 1_000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
        "" if !number.is_empty() => return Err(format!("a time needs a unit, such as {number}s")),
        _ => return Err("a time is a number with ms, s, m or h, such as 30s".to_owned()),
    };
    let number: u64 =
        number.parse().map_err(|_| "a time is a number with ms, s, m or h, such as 30s".to_owned())?;
    match number.checked_mul(factor) {
        Some(0) => Err("nothing can be done in no time".to_owned()),
        // Beyond a year nobody waits, and the clock must be able to count it.
        Some(millis) if millis <= 365 * 24 * 3_600_000 => Ok(Duration::from_millis(millis)),
        _ => Err("this time is longer than a year".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::Arguments;
    use clap::CommandFactory;

    #[test]
    fn the_definition_of_the_arguments_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn times_are_read_with_their_unit() {
        assert_eq!(parse_budget("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_budget("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(parse_budget("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(parse_budget("30"), Err("a time needs a unit, such as 30s".to_owned()));
        for text in
            ["", "s", "-1s", "1.5s", "0s", "3 weeks", "99999999999999999999s", "18446744073709551615h"]
        {
            assert!(parse_budget(text).is_err(), "{text}");
        }
    }
}
