//! The arguments of `lydian model`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use lydian_conform::Conformance;
use lydian_model::codec::Reply;
use lydian_sut::link::ServerNetwork;

use super::common::parse_budget;
use super::{BudgetArgument, ReportArguments, SeedArgument, SurroundingsArguments};
use crate::limits::USUAL_MEMORY;

/// The commands of `lydian model`.
#[derive(Debug, Subcommand)]
pub(crate) enum ModelCommand {
    /// Test a model itself: is it deterministic and total, do its invariant and its properties hold?
    Check(Box<ModelCheckArguments>),
    /// Draw the states and transitions of a model.
    Draw(Box<ModelDrawArguments>),
    /// Play a model step by step: which inputs it enables, what it may answer, where it is then.
    Run(Box<ModelRunArguments>),
    /// Make test sequences, with what a system may answer.
    Generate(Box<ModelGenerateArguments>),
    /// Test a system against a model: find the shortest sequence of inputs to which it answers wrongly.
    Test(Box<ModelTestArguments>),
    /// Score a suite: would it notice small mistakes in the model?
    Mutate(Box<ModelMutateArguments>),
    /// Write a test driver with a suite, as one file in C, Rust or Python.
    Driver(Box<ModelDriverArguments>),
}

/// A model, and where a system starts.
#[derive(Debug, Args)]
pub(crate) struct ModelArguments {
    /// The model: an OCaml file with the types `state`, `input` and `output`, with `init` and `step`.
    #[arg(value_name = "MODEL.ml")]
    pub(crate) model: PathBuf,
    /// The state in which the system starts, in OCaml's notation, whatever the model says.
    #[arg(long, value_name = "STATE")]
    pub(crate) init: Option<String>,
}

/// The arguments of `lydian model check`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lydian model check queue.ml
  lydian model check queue.ml --property prop_sorted --depth 8

A model that reaches finitely many states is walked through completely: what holds is proved. Of others, states are visited up
to --states, and sequences of unknown inputs are solved up to --depth. `prop_...` functions are about states that can be
reached, `law_...` functions about all values of their arguments.

Exit codes: 0 all hold, 1 something does not hold, 2 a mistake in the model or the arguments, 3 something was not decided.")]
pub(crate) struct ModelCheckArguments {
    /// The model.
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// Only this property (deterministic, 'observably deterministic', total, implementable, invariant, or the name of a function); may be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) property: Vec<String>,
    /// How long sequences of unknown inputs are.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) depth: usize,
    /// How many states are visited.
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    pub(crate) states: usize,
    /// The time.
    #[command(flatten)]
    pub(crate) budget: BudgetArgument,
    /// The report.
    #[command(flatten)]
    pub(crate) common: ReportArguments,
}

/// The arguments of `lydian model draw`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lydian model draw coffee.ml --output coffee.svg
  lydian model draw coffee.ml --dot | dot -Tpdf > coffee.pdf

Exit codes: 0 the drawing was written, 2 a mistake in the model or the arguments.")]
pub(crate) struct ModelDrawArguments {
    /// The model.
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// Write DOT, the language of Graphviz, instead of SVG; a file that ends in .dot or .gv is DOT anyway.
    #[arg(long)]
    pub(crate) dot: bool,
    /// How many states are drawn.
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(crate) states: usize,
    /// Write to this file; an input, or a file that is not a drawing, is never overwritten.
    #[arg(long, short, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
}

/// The arguments of `lydian model run`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lydian model run queue.ml
  lydian model run queue.ml --input 'Init; In 2; In 1' --input 'Out -> [El 1]'

Each line is inputs in OCaml's notation, with `;` between them, or one input with the answer that is expected, as in
`Out -> [El 1]`. Where several answers are allowed and none is chosen, the model is in any of the states after them. `:back` takes
back the last input, `:start` begins again, `:inputs` lists what is enabled, `:quit` ends.

Exit codes: 0 all answers that were given are allowed, 1 an answer is not allowed, 2 a mistake in the model or the inputs.")]
pub(crate) struct ModelRunArguments {
    /// The model.
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// A line as it would be typed; may be repeated. Without any, lines are read from the terminal or the standard input.
    #[arg(long, value_name = "LINE")]
    pub(crate) input: Vec<String>,
}

/// Which sequences are made.
#[derive(Debug, Args)]
pub(crate) struct SequenceArguments {
    /// The predicate on lists of inputs that says which sequences are of interest [default: `purpose`, if the model has one].
    #[arg(long, value_name = "NAME")]
    pub(crate) purpose: Option<String>,
    /// What a system is held to.
    #[arg(long, value_name = "RELATION", value_enum, default_value = "inclusion")]
    pub(crate) conformance: ConformanceArgument,
    /// How sequences are made.
    #[arg(long, value_name = "METHOD", value_enum)]
    pub(crate) method: Option<MethodArgument>,
    /// How many inputs a sequence has at most [default: 3 for paths, 50 for walks].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) length: Option<u32>,
    /// For paths: how many sequences each path gets, with different data [default: 1].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub(crate) data: Option<u32>,
    /// For paths: of sequences that differ only in the order of inputs that commute in the model, one is enough.
    #[arg(long)]
    pub(crate) reduce: bool,
    /// Only sequences of exactly this length.
    #[arg(long)]
    pub(crate) exact: bool,
    /// For w, wp and hsi: how many states more than the model the system may have.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) extra: usize,
    /// How many walks there are [default: 100; 30 for a system that is started afresh for each].
    #[arg(long, value_name = "N")]
    pub(crate) sequences: Option<usize>,
    /// A sequence of inputs, separated by `;`; may be repeated.
    #[arg(long, value_name = "INPUTS")]
    pub(crate) given: Vec<String>,
    /// The sequences of this suite, as `model generate --format json` writes them.
    #[arg(long, value_name = "FILE.json")]
    pub(crate) suite: Option<PathBuf>,
}

impl SequenceArguments {
    /// The relation.
    pub(crate) fn conformance(&self) -> Conformance {
        match self.conformance {
            ConformanceArgument::Inclusion => Conformance::Inclusion,
            ConformanceArgument::Abort => Conformance::Abort,
            ConformanceArgument::Deadlock => Conformance::Deadlock,
            ConformanceArgument::Ioco => Conformance::Ioco,
        }
    }
}

/// What conformance means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ConformanceArgument {
    /// Enabled inputs are accepted and answered as allowed.
    Inclusion,
    /// The same, and inputs that the model refuses are refused.
    Abort,
    /// After accepted inputs, one that the model refuses is refused.
    Deadlock,
    /// As inclusion, with silence as an answer and nothing said unasked.
    Ioco,
}

/// How sequences are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MethodArgument {
    /// One for each path through the model, the data solved.
    Paths,
    /// Few sequences with every transition of a finite model.
    Tour,
    /// The W method for finite models.
    W,
    /// The Wp method.
    Wp,
    /// Harmonised state identifiers.
    Hsi,
    /// Walks at random, steered to what was tried least.
    Walk,
    /// Only the sequences of --given or --suite.
    Given,
}

/// The arguments of `lydian model generate`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lydian model generate bank.ml --length 4
  lydian model generate bank.ml --length 3 --conformance deadlock --purpose refusals
  lydian model generate coffee.ml --method wp --extra 1 --format json --output suite.json

A path through the model is a class of sequences that the model treats alike: constructors are fixed, data are solved for. The
suite says something about all sequences up to the length if each class is represented by its case (uniformity), and about
longer ones if those show nothing new (regularity). A w, wp or hsi suite proves conformance of any system with at most --extra
states more than the model, for sequences of the inputs in it.

Exit codes: 0 a complete suite, 2 a mistake in the model or the arguments, 3 paths were left undecided, or there are none.")]
pub(crate) struct ModelGenerateArguments {
    /// The model.
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// Which sequences.
    #[command(flatten)]
    pub(crate) sequences: SequenceArguments,
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

/// The arguments of `lydian model test`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lydian model test queue.ml -- ./queue
  lydian model test store.ml --tcp localhost:7000 --wire store.toml -- python3 server.py 7000
  lydian model test store.ml --http http://localhost:8000 --wire http.toml -- python3 server.py 8000
  lydian model test queue.ml --model fifo.ml
  lydian model test queue.ml --replay 'Init; In 2; In 1; Out' -- ./queue

A process gets each input on a line of its standard input, in OCaml's notation, and answers with one line: an output, a list of
outputs if the model's answers are lists, or `refused`. It is started afresh for each sequence unless --reset, or `reset` in the
model, gives a line that resets it. That this works is tried first. A failing sequence is made short, run again, and shown with
what was allowed.

Exit codes: 0 conforms as far as tested, or proved, 1 a wrong answer, 2 a mistake in the model or the arguments, or a system that
cannot be reached or reset, 3 nothing was judged, not all of it, or the system does not always do the same.")]
pub(crate) struct ModelTestArguments {
    /// The model.
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// Which sequences.
    #[command(flatten)]
    pub(crate) sequences: SequenceArguments,
    /// Run only this sequence of inputs.
    #[arg(long, value_name = "INPUTS", conflicts_with = "suite")]
    pub(crate) replay: Option<String>,
    /// Compare another model with this one; may be repeated.
    #[arg(long = "model", value_name = "OTHER.ml", conflicts_with_all = ["tcp", "http", "system", "wire", "json", "reset", "reset_ok", "reply", "quiet_after", "timeout", "memory", "readable", "with", "unconfined", "network"])]
    pub(crate) others: Vec<PathBuf>,
    /// The system is a server at HOST:PORT; a command after `--` starts it.
    #[arg(long, value_name = "HOST:PORT", conflicts_with = "http", help_heading = "The system")]
    pub(crate) tcp: Option<String>,
    /// The system is an HTTP service; the wire file says what requests are. A command after `--` starts it.
    #[arg(long, value_name = "URL", help_heading = "The system")]
    pub(crate) http: Option<String>,
    /// What messages look like.
    #[arg(long, value_name = "FILE.toml", help_heading = "The system")]
    pub(crate) wire: Option<PathBuf>,
    /// Messages are JSON.
    #[arg(long, conflicts_with = "wire", help_heading = "The system")]
    pub(crate) json: bool,
    /// The line that resets the system (with --http a request, as in 'POST /reset'); it is answered with one line.
    #[arg(long, value_name = "TEXT", help_heading = "The system")]
    pub(crate) reset: Option<String>,
    /// How the reset is answered if it works; * stands for anything, and an empty text for no answer [default: no error].
    #[arg(long, value_name = "TEXT", help_heading = "The system")]
    pub(crate) reset_ok: Option<String>,
    /// How the system answers: one line for each input, or lines until it is quiet.
    #[arg(long, value_name = "HOW", value_enum, help_heading = "The system")]
    pub(crate) reply: Option<ReplyArgument>,
    /// After how much silence an answer is over, with --reply quiet [default: 50ms].
    #[arg(long, value_name = "TIME", value_parser = parse_budget, help_heading = "The system")]
    pub(crate) quiet_after: Option<Duration>,
    /// How long one answer may take [default: 1s].
    #[arg(long, value_name = "TIME", value_parser = parse_budget, help_heading = "The system")]
    pub(crate) timeout: Option<Duration>,
    /// What a system that Lydian starts finds.
    #[command(flatten, next_help_heading = "The system")]
    pub(crate) surroundings: SurroundingsArguments,
    /// The network of a system that Lydian starts: a server has one of its own, where it is alone, a process none; or both have the machine's.
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = NetworkArgument::Own, requires = "system", conflicts_with = "unconfined", help_heading = "The system")]
    pub(crate) network: NetworkArgument,
    /// So many connections talk to a server at the same time; what they see must be explained by some order of their calls.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(2..=8), requires = "tcp", conflicts_with_all = ["method", "given", "suite", "purpose", "exact", "extra", "data", "reduce", "init", "reply", "quiet_after"], help_heading = "Several sessions")]
    pub(crate) sessions: Option<u32>,
    /// What that order must keep: calls that did not overlap, or only those of each connection.
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = ConsistencyArgument::Linearizable, requires = "sessions", help_heading = "Several sessions")]
    pub(crate) consistency: ConsistencyArgument,
    /// Memory of the system, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = USUAL_MEMORY, help_heading = "The system")]
    pub(crate) memory: u64,
    /// How long sequences of unknown inputs are when models are compared.
    #[arg(long, value_name = "N", default_value_t = 5, conflicts_with_all = ["tcp", "http", "system"], help_heading = "Other models")]
    pub(crate) depth: usize,
    /// How many pairs of states are visited when models are compared.
    #[arg(long, value_name = "N", default_value_t = 100_000, conflicts_with_all = ["tcp", "http", "system"], help_heading = "Other models")]
    pub(crate) pairs: usize,
    /// The command that starts the system.
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) system: Vec<OsString>,
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

/// What an order of the calls of several sessions must keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ConsistencyArgument {
    /// A call that had returned before another one was made comes before it.
    Linearizable,
    /// Only the order of each session.
    Sequential,
}

/// The network of a system that Lydian starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum NetworkArgument {
    /// One of its own, or none.
    Own,
    /// The machine's.
    Host,
}

impl From<NetworkArgument> for ServerNetwork {
    fn from(argument: NetworkArgument) -> ServerNetwork {
        match argument {
            NetworkArgument::Own => ServerNetwork::Own,
            NetworkArgument::Host => ServerNetwork::Host,
        }
    }
}

/// How a system answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReplyArgument {
    /// One line for each input.
    Line,
    /// Any number of lines, until it is quiet.
    Quiet,
}

impl From<ReplyArgument> for Reply {
    fn from(argument: ReplyArgument) -> Reply {
        match argument {
            ReplyArgument::Line => Reply::Line,
            ReplyArgument::Quiet => Reply::Quiet,
        }
    }
}

/// The arguments of `lydian model mutate`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lydian model mutate queue.ml
  lydian model mutate coffee.ml --method hsi
  lydian model mutate queue.ml --of tree_queue.ml

Each mutant is the model with one small change of `step`. The suite kills it if one of its sequences is answered differently. For
those that it misses the shortest sequence that would have told is shown, or that there is none.

Exit codes: 0 the suite kills every mutant that is not equivalent, 1 it misses some, 2 a mistake in the model or the arguments,
3 nothing to change, or mutants were left undecided.")]
pub(crate) struct ModelMutateArguments {
    /// The model.
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// Which sequences.
    #[command(flatten)]
    pub(crate) sequences: SequenceArguments,
    /// Change this OCaml implementation instead of the model.
    #[arg(long, value_name = "IMPLEMENTATION.ml")]
    pub(crate) of: Option<PathBuf>,
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

/// The arguments of `lydian model driver`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lydian model driver bank.ml --lang c --length 3 --output bank_test.c
  gcc -o bank_test bank_test.c adapter.c bank.c && ./bank_test

The driver holds the suite and what may be answered. What the system must offer stands at its beginning.

Exit codes: 0 the driver was written, 2 a mistake in the model or the arguments, 3 there is no sequence to write.")]
pub(crate) struct ModelDriverArguments {
    /// The model.
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// Which sequences.
    #[command(flatten)]
    pub(crate) sequences: SequenceArguments,
    /// The language of the driver.
    #[arg(long, value_name = "LANGUAGE", value_enum)]
    pub(crate) lang: DriverLanguage,
    /// Write the driver to this file; an input, or a file that is not a driver, is never overwritten.
    #[arg(long, value_name = "PATH", help_heading = "Common options")]
    pub(crate) output: Option<PathBuf>,
    /// The time.
    #[command(flatten)]
    pub(crate) budget: BudgetArgument,
    /// The seed.
    #[command(flatten)]
    pub(crate) seed: SeedArgument,
}

/// The language of a driver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DriverLanguage {
    /// C11.
    C,
    /// Rust.
    Rust,
    /// Python 3.
    Python,
}
