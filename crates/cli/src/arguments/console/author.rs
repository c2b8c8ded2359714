//! The arguments of the commands that help to write a specification: run, samples, paths, suite, accept, translate.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::super::common::{ReportArguments, parse_budget};
use super::{FlushArgument, InputArguments, SpecArguments};

/// Values for parameters.
#[derive(Debug, Args)]
pub(crate) struct ParameterArguments {
    /// Give a parameter this value instead of those in the specification.
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = parse_parameter)]
    pub(crate) parameters: Vec<(String, String)>,
    /// The task of the specification, if there are several in the file.
    #[arg(long, value_name = "NAME")]
    pub(crate) task: Option<String>,
}

fn parse_parameter(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("a parameter is set like secret=7".to_owned()),
    }
}

/// The arguments of `lydian console run`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lydian console run high-low.console --param secret=7
  printf '3\\n7\\n' | lydian console run high-low.console --param secret=7

The specification writes the first of several alternatives, and nothing for `any`. A line that it never sends is refused
on standard error and asked for again. Ends with 0 at the end, with 1 if the lines end before.")]
pub(crate) struct RunArguments {
    /// The specification.
    #[arg(value_name = "SPEC.console")]
    pub(crate) spec: PathBuf,
    /// Values for parameters; the others have the first value that the specification gives.
    #[command(flatten)]
    pub(crate) parameters: ParameterArguments,
    /// Write also what may be left out.
    #[arg(long)]
    pub(crate) optional: bool,
    /// Write all that would be allowed instead of an example, as `lydian console trace` does.
    #[arg(long, conflicts_with = "optional")]
    pub(crate) all: bool,
}

/// The arguments of `lydian console trace`.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  lydian console trace high-low.console --param secret=7 --input 3 --input 7

Shows what may be written before each line that is read, and at the end. If the specification reads on after the last line,
the trace ends there.")]
pub(crate) struct TraceArguments {
    /// The specification.
    #[arg(value_name = "SPEC.console")]
    pub(crate) spec: PathBuf,
    /// Values for parameters; the others have the first value that the specification gives.
    #[command(flatten)]
    pub(crate) parameters: ParameterArguments,
    /// The lines that are read, in order.
    #[arg(long = "input", value_name = "LINE", allow_hyphen_values = true)]
    pub(crate) inputs: Vec<String>,
}

/// The arguments of `lydian console samples`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lydian console samples high-low.console
  lydian console samples high-low.console --number 2 --style latex > samples.tex")]
pub(crate) struct SamplesArguments {
    /// The specification.
    #[arg(value_name = "SPEC.console")]
    pub(crate) spec: PathBuf,
    /// Values for parameters.
    #[command(flatten)]
    pub(crate) parameters: ParameterArguments,
    /// How many runs.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=100))]
    pub(crate) number: u8,
    /// How they are written.
    #[arg(long, value_name = "STYLE", value_enum, default_value = "text")]
    pub(crate) style: StyleArgument,
    /// Show also what may be left out.
    #[arg(long)]
    pub(crate) optional: bool,
    /// The seed: another one gives other runs.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// The processor time that it may take, and ten times as much by the clock.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = parse_budget)]
    pub(crate) budget: Duration,
}

/// How samples are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StyleArgument {
    /// Plain text.
    Text,
    /// Markdown with fences.
    Markdown,
    /// LaTeX, typed lines bold.
    Latex,
}

/// The arguments of `lydian console paths`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lydian console paths sum.console --rounds 4
  lydian console paths sum.console --format json

Exit codes: 0 all looked at, 2 invalid, 3 there is no solver to look with.")]
pub(crate) struct PathsArguments {
    /// The specification and its paths.
    #[command(flatten)]
    pub(crate) spec: SpecArguments,
    /// Values for parameters.
    #[command(flatten)]
    pub(crate) parameters: ParameterArguments,
    /// How many paths are listed.
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) list: usize,
    /// The processor time that the search may take, and ten times as much by the clock.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = parse_budget)]
    pub(crate) budget: Duration,
    /// The form of the answer.
    #[arg(long, value_name = "FORM", value_enum, default_value = "text")]
    pub(crate) format: PathsFormat,
}

/// The form in which paths are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PathsFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// The arguments of `lydian console suite`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lydian console suite sum.console --output sum.suite.json
  lydian console check sum.console --suite sum.suite.json -- python3 sum.py

A suite runs without a solver and is the same for everybody. What is expected is computed from the specification, which must
be the one that the suite was made from.")]
pub(crate) struct SuiteArguments {
    /// The specification and its paths.
    #[command(flatten)]
    pub(crate) spec: SpecArguments,
    /// The inputs on these paths.
    #[command(flatten)]
    pub(crate) tried: InputArguments,
    /// The task of the specification, if there are several in the file.
    #[arg(long, value_name = "NAME")]
    pub(crate) task: Option<String>,
    /// The file to write; a file that is not a suite is never overwritten.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// The seed of everything random.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// The processor time that the search may take, and ten times as much by the clock.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = parse_budget)]
    pub(crate) budget: Duration,
}

/// The arguments of `lydian console accept`.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  lydian console accept sum.console run.trace

A trace is a text file: `> text` is a line that the program wrote, `>| text` the same without a line break, `< text` a line
that it read. Blank lines and lines that begin with # do not count; `end` can stand at the end.

Exit codes: 0 allowed, 1 not allowed, 2 invalid, 3 undecided.")]
pub(crate) struct AcceptArguments {
    /// The specification.
    #[arg(value_name = "SPEC.console")]
    pub(crate) spec: PathBuf,
    /// The trace.
    #[arg(value_name = "TRACE")]
    pub(crate) trace: PathBuf,
    /// Values for parameters; without them one of the specification's choices must allow the trace.
    #[command(flatten)]
    pub(crate) parameters: ParameterArguments,
    /// What becomes of texts that appear later than they should.
    #[arg(long, value_name = "HOW", value_enum, default_value = "remark")]
    pub(crate) flush: FlushArgument,
    /// Show all that would be allowed, not only an example.
    #[arg(long)]
    pub(crate) alternatives: bool,
    /// The report.
    #[command(flatten)]
    pub(crate) common: ReportArguments,
}
/// The arguments of `lydian console translate`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lydian console translate sum.console --to python > sum.py
  lydian console translate high-low.console --to c --param secret=7 > high-low.c")]
pub(crate) struct TranslateArguments {
    /// The specification.
    #[arg(value_name = "SPEC.console")]
    pub(crate) spec: PathBuf,
    /// The language.
    #[arg(long, value_name = "LANGUAGE", value_enum)]
    pub(crate) to: LanguageArgument,
    /// Values for parameters; the others have the first value that the specification gives.
    #[command(flatten)]
    pub(crate) parameters: ParameterArguments,
}

/// A language to translate to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LanguageArgument {
    /// Python 3.
    Python,
    /// C (C99 and POSIX).
    C,
    /// OCaml.
    Ocaml,
    /// Haskell.
    Haskell,
}
