//! The arguments of `lydian console`.

mod author;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use lydian_console::{Flushing, Speech};

use super::common::{CommonArguments, parse_budget};
use super::surroundings::SurroundingsArguments;
use crate::limits::RunLimits;
pub(crate) use author::{
    AcceptArguments, LanguageArgument, ParameterArguments, PathsArguments, PathsFormat, RunArguments,
    SamplesArguments, StyleArgument, SuiteArguments, TraceArguments, TranslateArguments,
};

/// The commands of `lydian console`.
#[derive(Debug, Subcommand)]
pub(crate) enum ConsoleCommand {
    /// Test programs: find the shortest run that the specification does not allow.
    Check(Box<CheckArguments>),
    /// Play the specification as if it were the program.
    Run(RunArguments),
    /// Write sample runs for a task sheet.
    Samples(SamplesArguments),
    /// Count and list the paths through a specification.
    Paths(PathsArguments),
    /// Write a suite of tests that runs without a solver.
    Suite(SuiteArguments),
    /// Tell what is wrong with a specification, without any program.
    Lint(LintArguments),
    /// Write all that a specification allows on some inputs, turn by turn.
    Trace(TraceArguments),
    /// Judge a recorded trace.
    Accept(Box<AcceptArguments>),
    /// Write a model solution in another language.
    Translate(TranslateArguments),
}

/// A specification and how far its paths are followed.
#[derive(Debug, Args)]
pub(crate) struct SpecArguments {
    /// The specification.
    #[arg(value_name = "SPEC.console")]
    pub(crate) spec: PathBuf,
    /// Rounds of loops on one path, over all loops.
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=10_000), help_heading = "Tests")]
    pub(crate) rounds: u32,
    /// Wrong values on one path, where the specification says what they do.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=100), help_heading = "Tests")]
    pub(crate) wrong_values: u32,
    /// Search this many times further for paths.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000), help_heading = "Tests")]
    pub(crate) effort: u64,
}

/// Which inputs are tried on the paths.
#[derive(Debug, Args)]
pub(crate) struct InputArguments {
    /// Input sequences for each path, beside those that notice a typical mistake.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=1_000), help_heading = "Tests")]
    pub(crate) per_path: u16,
    /// Tests in all (200): those that notice typical mistakes or do something new; with a number given, on every path as far as there is
    /// room. Of a suite the first ones.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000), help_heading = "Tests")]
    pub(crate) tests: Option<u32>,
    /// Draw inputs at random instead of following paths: needs no solver, and finds less.
    #[arg(long, help_heading = "Tests")]
    pub(crate) naive: bool,
    /// The largest absolute value of numbers that are tried beside those of the specification.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1 << 40), help_heading = "Tests")]
    pub(crate) range: u64,
    /// Avoid inputs on which numbers leave this many bits.
    #[arg(long, value_name = "BITS", value_enum, default_value = "32", help_heading = "Tests")]
    pub(crate) overflow: OverflowArgument,
}

/// The arguments of `lydian console check`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lydian console check sum.console -- python3 sum.py
  lydian console check sum.console --build 'gcc {} -o {out}' submissions/*.c
  lydian console check sum.console --run 'python3 {}' submissions/*.py
  lydian console check sum.console submissions/
  lydian console check sum.console --input 1 --input 57 -- ./sum

Exit codes: 0 all passed, 1 any refuted, 2 any invalid (or a mistake in the arguments), 3 any undecided.")]
pub(crate) struct CheckArguments {
    /// The specification and its paths.
    #[command(flatten)]
    pub(crate) spec: SpecArguments,
    /// The inputs on these paths.
    #[command(flatten)]
    pub(crate) tried: InputArguments,
    /// Values for parameters.
    #[command(flatten)]
    pub(crate) parameters: ParameterArguments,
    /// The programs to test, if there are several: files, or directories with files below them. What is built and run how is told by
    /// `--run` and `--build`, or by the end of their names.
    #[arg(value_name = "SUBMISSION")]
    pub(crate) submissions: Vec<PathBuf>,
    /// The program to test, and its arguments.
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
    /// The command that runs a submission: `{}` is its file, `{out}` what --build made.
    #[arg(long, value_name = "COMMAND")]
    pub(crate) run: Option<String>,
    /// A command that builds a submission first: `{}` is its file, `{out}` the file to make.
    #[arg(long, value_name = "COMMAND")]
    pub(crate) build: Option<String>,
    /// How submissions with an ending are run where --run and --build do not say it, as in 'py=python3.12 {}'; may be repeated.
    #[arg(long, value_name = "ENDING=COMMAND", value_parser = crate::console::profiles::parse_way)]
    pub(crate) run_as: Vec<(String, String)>,
    /// How submissions with an ending are built, as in 'c=clang {} -o {out}'; may be repeated.
    #[arg(long, value_name = "ENDING=COMMAND", value_parser = crate::console::profiles::parse_way)]
    pub(crate) build_as: Vec<(String, String)>,
    /// Send just these lines, in order, instead of searching for tests.
    #[arg(long = "input", value_name = "LINE", allow_hyphen_values = true)]
    pub(crate) inputs: Vec<String>,
    /// Then the input ends, for a specification that reads until it does.
    #[arg(long)]
    pub(crate) end_of_input: bool,
    /// Run the tests of this file, made by `lydian console suite`, instead of searching for tests.
    #[arg(long, value_name = "FILE", conflicts_with = "inputs")]
    pub(crate) suite: Option<PathBuf>,
    /// What becomes of texts that appear later than they should because the program does not flush them.
    #[arg(long, value_name = "HOW", value_enum, default_value = "remark")]
    pub(crate) flush: FlushArgument,
    /// What becomes of an exit code other than 0 after a run that is right and says nothing on standard error.
    #[arg(long, value_name = "HOW", value_enum, default_value = "remark")]
    pub(crate) exit_code: ExitCodeArgument,
    /// Show all that would be allowed, not only an example.
    #[arg(long)]
    pub(crate) alternatives: bool,
    /// The language in which it is said what is wrong: English, if nothing else is said.
    #[arg(long, value_name = "LANGUAGE", value_enum)]
    pub(crate) language: Option<SpeechArgument>,
    /// What the program's streams are.
    #[arg(long, value_name = "WHAT", value_enum, default_value = "auto", help_heading = "Running programs")]
    pub(crate) terminal: TerminalArgument,
    /// Time on the clock for one run that waits; one that computes may use as much processor time, and ten times as much by the clock.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_budget, help_heading = "Running programs")]
    pub(crate) wall: Duration,
    /// Processor time for one run.
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = parse_budget, help_heading = "Running programs")]
    pub(crate) cpu: Duration,
    /// Memory for one run, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=1 << 20), help_heading = "Running programs")]
    pub(crate) memory: u64,
    /// Bytes that one run may write.
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 20, value_parser = clap::value_parser!(u64).range(1..=1 << 30), help_heading = "Running programs")]
    pub(crate) output_limit: u64,
    /// What programs find.
    #[command(flatten, next_help_heading = "Running programs")]
    pub(crate) surroundings: SurroundingsArguments,
    /// What all commands take.
    #[command(flatten)]
    pub(crate) common: CommonArguments,
}

impl CheckArguments {
    /// What one run may take.
    pub(crate) fn limits(&self) -> RunLimits {
        RunLimits { wall: self.wall, cpu: self.cpu, memory: self.memory, output: self.output_limit }
    }
}

/// The arguments of `lydian console lint`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lydian console lint sum.console
  lydian console lint sum.console --rounds 40

Exit codes: 0 nothing but warnings, 2 the specification cannot be used as it is, 3 there is no solver to look with.")]
pub(crate) struct LintArguments {
    /// The specification.
    #[arg(value_name = "SPEC.console")]
    pub(crate) spec: PathBuf,
    /// The task of the specification; without one all that are in the file.
    #[arg(long, value_name = "NAME")]
    pub(crate) task: Option<String>,
    /// Rounds of loops on one path, over all loops; where something is not reached, more are tried.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) rounds: u32,
    /// Search this many times further for paths.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) effort: u64,
    /// Name every typical mistake that the usual tests would not notice.
    #[arg(long)]
    pub(crate) mistakes: bool,
    /// The processor time that it may take (500ms, 30s, 2m), and ten times as much by the clock.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_budget)]
    pub(crate) budget: Duration,
}

/// How large numbers may get.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OverflowArgument {
    /// As in C's and Java's `int`.
    #[value(name = "32")]
    Bits32,
    /// As in OCaml.
    #[value(name = "63")]
    Bits63,
    /// As in `long`.
    #[value(name = "64")]
    Bits64,
    /// As large as they like.
    Any,
}

impl OverflowArgument {
    /// The number of bits.
    pub(crate) fn bits(self) -> Option<u32> {
        match self {
            OverflowArgument::Bits32 => Some(32),
            OverflowArgument::Bits63 => Some(63),
            OverflowArgument::Bits64 => Some(64),
            OverflowArgument::Any => None,
        }
    }
}

/// When texts must appear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FlushArgument {
    /// Before the program reads on; what would be right if it had come earlier is remarked upon.
    Remark,
    /// Before the program reads on, as a user at a terminal needs it: what comes later is a mistake.
    Strict,
    /// At any time, in the right order.
    Lenient,
}

impl FlushArgument {
    /// The same for the judgement.
    pub(crate) fn flushing(self) -> Flushing {
        match self {
            FlushArgument::Remark => Flushing::Remark,
            FlushArgument::Strict => Flushing::Strict,
            FlushArgument::Lenient => Flushing::Lenient,
        }
    }
}

/// What becomes of exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExitCodeArgument {
    /// It is remarked upon.
    Remark,
    /// It is a mistake.
    Strict,
}

/// What the program's streams are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TerminalArgument {
    /// What suits the program's language.
    Auto,
    /// Pipes.
    Pipe,
    /// A pseudo terminal.
    Pty,
}

impl TerminalArgument {
    /// The word for it where a command is repeated; nothing if it is the usual one.
    pub(crate) fn repeated(self) -> Option<String> {
        (self != TerminalArgument::Auto)
            .then(|| self.to_possible_value().map(|value| value.get_name().to_owned()))
            .flatten()
    }
}

/// The language in which who wrote a program is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SpeechArgument {
    /// English.
    En,
    /// German.
    De,
}

impl SpeechArgument {
    /// How it is typed.
    pub(crate) fn word(self) -> &'static str {
        match self {
            SpeechArgument::En => "en",
            SpeechArgument::De => "de",
        }
    }

    /// The same for the library.
    pub(crate) fn speech(self) -> Speech {
        match self {
            SpeechArgument::En => Speech::English,
            SpeechArgument::De => Speech::German,
        }
    }
}
