//! Models: sequences made for the bank beside published seconds, inputs per second in process and through pipes, and the time
//! to find the mutants of a queue beside proptest-state-machine.
//! Counts of work stand beside the seconds: they are the same on every machine. What is compared runs in one process, in turn.

mod bank;
mod deep;
mod mutants;
mod process;
mod property;
mod queue;
mod throughput;

use lydian_diagnostic::Source;
use lydian_model::Model;

/// What the benchmark of models needs.
#[derive(Debug, clap::Args)]
pub(crate) struct ModelArguments {
    /// Only this part: bank, throughput, process, mutants, deep.
    #[arg(long, default_value = "")]
    only: String,
    /// How often each row is measured; the median is shown.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// The longest sequences of the bank.
    #[arg(long, default_value_t = 12)]
    longest: u32,
    /// Inputs for the throughput in process; a twentieth of them through pipes.
    #[arg(long, default_value_t = 2_000_000)]
    inputs: usize,
    /// How many seeds look for each deep fault.
    #[arg(long, default_value_t = 10)]
    seeds: u64,
}

/// The priority queue.
const QUEUE: &str = include_str!("../../../examples/models/queue/queue.ml");

/// The length of walks, as the command has it unless the user says otherwise.
const WALK: usize = 50;

/// Runs the benchmark; false if a count is not what it must be.
pub(crate) fn run(arguments: &ModelArguments) -> Result<bool, String> {
    let wants = |part: &str| arguments.only.is_empty() || arguments.only == part;
    let rounds = arguments.rounds.max(1);
    let mut right = true;
    if wants("bank") {
        right &= bank::run(arguments.longest, rounds)?;
    }
    if wants("throughput") {
        throughput::run(arguments.inputs, rounds)?;
    }
    if wants("process") {
        process::run(arguments.inputs / 20, rounds)?;
    }
    if wants("mutants") {
        right &= mutants::run(rounds)?;
    }
    if wants("deep") {
        right &= deep::run(arguments.seeds)?;
    }
    Ok(right)
}

/// A model of the benchmark.
fn load(name: &str, text: &str) -> Result<Model, String> {
    let (model, diagnostics) = lydian_model::load(&Source::new(name, text));
    model.ok_or_else(|| format!("{diagnostics:?}"))
}

/// The one in the middle.
fn median<T: PartialOrd + Copy>(mut values: Vec<T>) -> T {
    values.sort_by(|left, right| left.partial_cmp(right).unwrap_or(std::cmp::Ordering::Equal));
    values[values.len() / 2]
}
