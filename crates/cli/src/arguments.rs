//! The arguments of the command. One definition feeds the parser and `--help`.
//! What can be wrong with an argument by itself is refused here; what needs a look at files is left to the commands.

mod common;
mod compare;
mod console;
mod model;
mod property;
mod stream;
mod surroundings;

use clap::{Args, Parser, Subcommand};

pub(crate) use common::{BudgetArgument, CommonArguments, JobsArgument, ReportArguments, SeedArgument};
pub(crate) use compare::{
    CompareArguments, EmitArgument, ExceptionsArgument, IntegersArgument, PrintingArgument,
    SpecialFloatsArgument, StrategyArgument,
};
pub(crate) use console::{
    AcceptArguments, CheckArguments, ConsoleCommand, ExitCodeArgument, FlushArgument, InputArguments,
    LanguageArgument, LintArguments, ParameterArguments, PathsArguments, PathsFormat, RunArguments,
    SamplesArguments, SpecArguments, SpeechArgument, StyleArgument, SuiteArguments, TerminalArgument,
    TraceArguments, TranslateArguments,
};

pub(crate) use model::{
    ConsistencyArgument, DriverLanguage, MethodArgument, ModelArguments, ModelCheckArguments, ModelCommand,
    ModelDrawArguments, ModelDriverArguments, ModelGenerateArguments, ModelMutateArguments,
    ModelRunArguments, ModelTestArguments, NetworkArgument, ReplyArgument, SequenceArguments,
};
pub(crate) use property::{PropertyCheckArguments, PropertyCommand, PropertyEmitArgument};
pub(crate) use stream::{
    Clock, FormatArgument, StreamCheckArguments, StreamCommand, StreamCompileArguments, StreamCoreArguments,
    StreamGenerateArguments, StreamMutateArguments, StreamRecordArguments, StreamRunArguments,
    StreamSpecArguments, StreamSuiteArguments,
};
pub(crate) use surroundings::SurroundingsArguments;

/// Finds the smallest test that tells an implementation from its specification.
#[derive(Debug, Parser)]
#[command(name = "lydian", version, max_term_width = 100, disable_help_subcommand = true)]
#[command(after_help = "Example:
  lydian compare reference.ml submission.ml
  lydian console check sum.console -- python3 sum.py
  lydian model test queue.ml -- ./queue

Exit codes: 0 proved or passed, 1 refuted, 2 invalid input or usage, 3 unknown or vacuous.")]
pub(crate) struct Arguments {
    /// What is to be done.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find the smallest input on which a submission differs from a reference program, both in OCaml.
    Compare(Box<CompareArguments>),
    /// Test console programs, in any language, against a specification of what they read and write.
    #[command(subcommand)]
    Console(ConsoleCommand),
    /// Run stream specifications in TeSSLa, make test cases for them, and test monitors.
    #[command(subcommand)]
    Stream(StreamCommand),
    /// Test systems against state machines given as functions in OCaml, and the machines themselves.
    #[command(subcommand)]
    Model(ModelCommand),
    /// Check logical properties given as functions in OCaml: refute them by the smallest inputs, or prove them.
    #[command(subcommand)]
    Property(PropertyCommand),
    /// Show what Lydian found on this machine: itself, the solver, the number of cores.
    #[command(after_help = "Example:
  lydian doctor

Ends with 0 if everything needed is there, and with 2 and a hint if not. Send the output with a bug report.")]
    Doctor,
    /// Explain a diagnostic by its code; without a code, list all of them.
    Explain(ExplainArguments),
}

/// The arguments of `lydian explain`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lydian explain unbound-value
  lydian explain")]
pub(crate) struct ExplainArguments {
    /// The code in the brackets of a diagnostic, such as `unbound-value`.
    pub(crate) code: Option<String>,
}
