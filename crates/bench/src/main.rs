//! Benchmarks that compare in one run.
//! `cargo run --release -p lydian-bench -- compare --corpus DIR [--confirm ocaml]`

mod compare;
mod compare_load;
mod confirm;
mod console;
mod corpus;
mod in_parallel;
mod load;
mod model;
mod mutants;
mod property;
mod start;
mod stream;
mod stream_conformance;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Benchmarks of Lydian against its own baselines and against real tools.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    benchmark: Benchmark,
}

#[derive(Debug, Subcommand)]
enum Benchmark {
    /// Submissions to exercises: verdicts, times and sizes, beside three baselines of the same engine.
    Compare(CompareArguments),
    /// Every OCaml program of a folder or a corpus: whether it loads, has an entry, and is judged against itself.
    CompareLoad(compare_load::CompareLoadArguments),
    /// Mutants of ordinary programs: verdicts, times and sizes, held to random tests of real OCaml.
    CompareMutants(mutants::MutantsArguments),
    /// Console specifications: paths, seconds beside published ones, the cost of tracing.
    Console(console::ConsoleArguments),
    /// Commands of all doors on an idle machine and beside busy threads: whether they say the same.
    Load(load::LoadArguments),
    /// Models: sequences beside published seconds, inputs per second, time to find mutants beside proptest-state-machine.
    Model(model::ModelArguments),
    /// Properties: values per second, and time to counterexamples, beside quickcheck and proptest.
    Property(property::PropertyArguments),
    /// One confined run of a program beside `posix_spawn`, with and without layers.
    Start(start::StartArguments),
    /// Stream specifications: suites beside the figures of the thesis, events per second.
    Stream(stream::StreamArguments),
    /// The cases of a TeSSLa test-suite: whether outputs and errors are those expected.
    StreamConformance(stream_conformance::ConformanceArguments),
}

/// What the comparison of submissions needs.
#[derive(Debug, clap::Args)]
pub(crate) struct CompareArguments {
    /// A folder with `ocaml-problems.jsonl` and `ocaml-submissions.jsonl`.
    #[arg(long)]
    corpus: PathBuf,
    /// Runs every counterexample with this OCaml toplevel too.
    #[arg(long)]
    confirm: Option<String>,
    /// Threads.
    #[arg(long, default_value_t = std::thread::available_parallelism().map_or(1, |count| count.get()))]
    jobs: usize,
    /// Only these problems, separated by commas.
    #[arg(long, value_delimiter = ',')]
    problems: Vec<String>,
    /// Only these strategies: combined, enumerate, symbolic, eager.
    #[arg(long, value_delimiter = ',', default_value = "combined,enumerate,symbolic,eager")]
    strategies: Vec<String>,
    /// Writes one line of JSON for each judgement.
    #[arg(long)]
    details: Option<PathBuf>,
    /// The levels of effort for each submission; several, separated by commas, are compared at the end.
    #[arg(long, value_delimiter = ',', default_value = "8")]
    effort: Vec<lydian_compare::Effort>,
    /// The seconds that `--effort max` goes on for each submission.
    #[arg(long, default_value_t = 30)]
    budget: u64,
    /// Of the submissions that are not labelled wrong, judges every Nth of each problem.
    #[arg(long, default_value_t = std::num::NonZeroUsize::MIN)]
    every: std::num::NonZeroUsize,
    /// Judges the corpus this many times and fails if a verdict or counterexample changes.
    #[arg(long, default_value_t = 1)]
    rounds: u32,
}

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    if words.nth(1).is_some_and(|first| first == console::LAUNCH) {
        lydian_sut::launcher_main(words);
    }
    let result = match Arguments::parse().benchmark {
        Benchmark::Compare(arguments) => compare::run(&arguments),
        Benchmark::CompareLoad(arguments) => compare_load::run(&arguments),
        Benchmark::CompareMutants(arguments) => mutants::run(&arguments),
        Benchmark::Console(arguments) => console::run(&arguments),
        Benchmark::Load(arguments) => load::run(&arguments),
        Benchmark::Model(arguments) => model::run(&arguments),
        Benchmark::Property(arguments) => property::run(&arguments),
        Benchmark::Start(arguments) => start::run(&arguments),
        Benchmark::Stream(arguments) => stream::run(&arguments),
        Benchmark::StreamConformance(arguments) => stream_conformance::run(&arguments),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("lydian-bench: {error}");
            ExitCode::from(2)
        }
    }
}
