//! The options that several commands take: a command lists only those that have an effect in it.
//! `tests/options.rs` holds every option of every command to that.

use std::ops::Deref;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use lydian_report::{Color, Format, Verbosity};

use crate::output;

/// The options of a command that searches on several threads, with chance, and reports.
#[derive(Debug, Args)]
pub(crate) struct CommonArguments {
    #[command(flatten)]
    budget: BudgetArgument,
    #[command(flatten)]
    seed: SeedArgument,
    #[command(flatten)]
    jobs: JobsArgument,
    #[command(flatten)]
    pub(crate) report: ReportArguments,
}

impl CommonArguments {
    /// The time that one submission may take, or the usual one of the command.
    pub(crate) fn budget(&self, usual: Duration) -> Duration {
        self.budget.or(usual)
    }

    /// The seed of everything random.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.seed
    }

    /// The number of threads.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs.count()
    }
}

// What a report needs is asked of all commands alike.
impl Deref for CommonArguments {
    type Target = ReportArguments;

    fn deref(&self) -> &ReportArguments {
        &self.report
    }
}

/// How long a command may take.
#[derive(Debug, Args)]
pub(crate) struct BudgetArgument {
    /// The processor time that one submission may take (500ms, 30s, 2m), and ten times as much by the clock; what is undecided by then is unknown [default: 30s, for console programs 2m].
    #[arg(long, value_name = "TIME", value_parser = parse_budget, help_heading = "Common options")]
    budget: Option<Duration>,
}

impl BudgetArgument {
    /// What the user says, or the usual time of the command.
    pub(crate) fn or(&self, usual: Duration) -> Duration {
        self.budget.unwrap_or(usual)
    }
}

/// What chance depends on.
#[derive(Debug, Args)]
pub(crate) struct SeedArgument {
    /// The seed of everything random.
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Common options")]
    pub(crate) seed: u64,
}

/// How many threads work.
#[derive(Debug, Args)]
pub(crate) struct JobsArgument {
    /// The number of threads [default: the number of cores]. It changes no result.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256), help_heading = "Common options")]
    jobs: Option<u16>,
}

impl JobsArgument {
    /// What the user says, or the number of cores.
    pub(crate) fn count(&self) -> usize {
        self.jobs.map_or_else(output::cores, usize::from)
    }
}

/// What a report looks like, and where it goes.
#[derive(Debug, Clone, Args)]
pub(crate) struct ReportArguments {
    /// The form of the report.
    #[arg(long, value_name = "FORM", value_parser = format_parser(), default_value = "text", help_heading = "Common options")]
    pub(crate) format: String,
    /// Write the report to this file; an input, or a file that is not a report, is never overwritten.
    #[arg(long, value_name = "PATH", help_heading = "Common options")]
    pub(crate) output: Option<PathBuf>,
    /// One line for each submission.
    #[arg(long, short, conflicts_with = "verbose", help_heading = "Common options")]
    quiet: bool,
    /// Statistics and times as well.
    #[arg(long, short, help_heading = "Common options")]
    verbose: bool,
    /// When to use colours; NO_COLOR is honoured.
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto", help_heading = "Common options")]
    color: ColorArgument,
}

impl ReportArguments {
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
pub(crate) fn parse_budget(text: &str) -> Result<Duration, String> {
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
