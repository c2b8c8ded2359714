//! The arguments of `lydian compare`, with the words that options take.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use super::common::CommonArguments;
use clap::{Args, ValueEnum};
use lydian_compare::{Effort, Floats};

/// The arguments of `lydian compare`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lydian compare reference.ml submission.ml
  lydian compare --entry insert,delete reference.ml submissions/
  lydian compare --interface tree.mli reference.ml submissions/
  lydian compare --format html --output report.html reference.ml submissions/
  lydian compare --suite 5 reference.ml submissions/
  lydian compare --where 'n >= 0 && n < 100' reference.ml submission.ml
  lydian compare reference.ml submission.ml --replay 'max [-1000]'

Exit codes: 0 all proved or passed, 1 any refuted, 2 any invalid (or a mistake in the arguments), 3 any undecided.")]
pub(crate) struct CompareArguments {
    /// The program that is right.
    #[arg(value_name = "REFERENCE.ml")]
    pub(crate) reference: PathBuf,
    /// The programs to judge; a directory stands for all `.ml` files directly in it, in alphabetical order.
    #[arg(value_name = "SUBMISSION.ml", required = true)]
    pub(crate) submissions: Vec<PathBuf>,

    /// Compare these functions and constants, each by itself [default: the last function of the reference].
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) entry: Vec<String>,
    /// Compare all functions and constants that both files define, each by itself.
    #[arg(long, conflicts_with_all = ["entry", "interface", "observe", "replay"])]
    pub(crate) all: bool,
    /// Compare what this interface declares, at its types, each by itself; a submission must define all of it.
    #[arg(long, value_name = "FILE.mli", conflicts_with_all = ["entry", "observe", "replay"])]
    pub(crate) interface: Option<PathBuf>,
    /// Put this file behind both programs and compare its last function, for instance one that evaluates a result.
    #[arg(long, value_name = "OBSERVER.ml")]
    pub(crate) observe: Option<PathBuf>,
    /// Compare only where this holds: an OCaml condition on the parameters of the reference's function, such as `n >= 0 && n < 100`.
    #[arg(long = "where", value_name = "CONDITION", conflicts_with_all = ["all", "interface"])]
    pub(crate) condition: Option<String>,
    /// Whether an exception of the reference is part of its behaviour, or a sign that the input is outside its domain.
    #[arg(long, value_name = "WHAT", value_enum, default_value = "ignore")]
    pub(crate) exceptions: ExceptionsArgument,
    /// Whether a difference counts that only shows where arithmetic leaves the range of an integer.
    #[arg(long, value_name = "WHAT", value_enum, default_value = "mathematical")]
    pub(crate) integers: IntegersArgument,
    /// Whether what a call prints counts.
    #[arg(long, value_name = "WHAT", value_enum, default_value = "expected")]
    pub(crate) printing: PrintingArgument,
    /// How far apart floating-point results may be: `exact`, or the part of the larger one that they may differ by.
    #[arg(long, value_name = "WHAT", default_value = "1e-9", value_parser = floats)]
    pub(crate) floats: Floats,
    /// Whether a difference counts that only shows at nan or infinity, or where a number becomes too large or too close to zero.
    #[arg(long, value_name = "WHAT", value_enum, default_value = "remark")]
    pub(crate) special_floats: SpecialFloatsArgument,
    /// Try functions as inputs that raise an exception, too, such as `fun x -> 1 / x`.
    #[arg(long)]
    pub(crate) raising_functions: bool,
    /// Count a difference that only shows where two arguments are one and the same object, as in `swap r r`.
    #[arg(long)]
    pub(crate) shared_arguments: bool,
    /// Try these cases on every submission that nothing else refutes: a file that `--emit cases` wrote; may be repeated.
    #[arg(long, value_name = "CASES.json")]
    pub(crate) also: Vec<PathBuf>,
    /// Run one call again on all programs, instead of searching; also takes a file with a saved case.
    #[arg(long, value_name = "CALL", conflicts_with_all = ["suite", "suite_dir", "emit"])]
    pub(crate) replay: Option<String>,
    /// Give at most N cases that together refute all wrong submissions, as OCaml assertions behind the report.
    #[arg(long, value_name = "N")]
    pub(crate) suite: Option<NonZeroUsize>,
    /// Write the suite to `suite.ml` and `suite.json` in this directory instead; without --suite it has as many cases as it needs.
    #[arg(long, value_name = "DIR")]
    pub(crate) suite_dir: Option<PathBuf>,

    /// Search this many levels, each with a fixed amount of work; `max` goes on until the budget is used up.
    #[arg(long, value_name = "LEVELS", default_value_t, help_heading = "Common options")]
    pub(crate) effort: Effort,
    /// Print what lies between two phases instead of the report: Core of each file, the paths of the search as conditions or as SMT-LIB, or the cases found, as JSON.
    #[arg(long, value_name = "WHAT", value_enum, conflicts_with_all = ["suite", "suite_dir"], help_heading = "Common options")]
    pub(crate) emit: Option<EmitArgument>,
    /// What all commands take.
    #[command(flatten)]
    pub(crate) common: CommonArguments,
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

/// What an exception of the reference means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExceptionsArgument {
    /// The input is outside the domain and does not count.
    Ignore,
    /// The submission must raise the same.
    Compare,
    /// The submission must raise, whichever exception.
    Any,
}

fn floats(given: &str) -> Result<Floats, String> {
    if given == "exact" {
        return Ok(Floats::Exact);
    }
    match given.parse::<f64>() {
        Ok(part) if part > 0.0 && part < 1.0 => Ok(Floats::Within(part)),
        _ => Err("write `exact`, or a number between 0 and 1 such as 1e-9".to_owned()),
    }
}

/// What integers are meant to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum IntegersArgument {
    /// Numbers: where one leaves its range, a difference is a remark.
    Mathematical,
    /// Words that wrap (63 bits for `int`): every difference counts.
    Machine,
}

/// What printing means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PrintingArgument {
    /// Where the reference prints, the same must be printed; what only a submission prints is a remark.
    Expected,
    /// The submission must print the same, also nothing.
    Compare,
    /// Nothing that is printed counts.
    Ignore,
}

/// What a difference at nan or infinity means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SpecialFloatsArgument {
    /// A remark.
    Remark,
    /// It counts as any other.
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
