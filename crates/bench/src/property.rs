//! Properties: values per second, how often values come again, and the time to counterexamples, beside quickcheck and proptest.
//! Counts of work stand beside the seconds. What is compared runs in one process, in turn.

mod bugs;
mod engine;
mod ports;
mod red_black;
mod repetition;
mod rounds;
mod tools;
mod trees;
mod values;

use std::time::Duration;

/// What the benchmark of properties needs.
#[derive(Debug, clap::Args)]
pub(crate) struct PropertyArguments {
    /// Only this part: values, repetition, red-black, bugs.
    #[arg(long, default_value = "")]
    only: String,
    /// How often each row is measured; the median is shown.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Values that are made in each round.
    #[arg(long, default_value_t = 2_000_000)]
    values: usize,
    /// Seconds after which a tool for Rust has not found a bug.
    #[arg(long, default_value_t = 2.0)]
    limit: f64,
    /// Shows a line for each bug.
    #[arg(long)]
    details: bool,
}

/// Runs the benchmark; false if our engine misses a bug, or what it finds is not the smallest.
pub(crate) fn run(arguments: &PropertyArguments) -> Result<bool, String> {
    const PARTS: [&str; 4] = ["values", "repetition", "red-black", "bugs"];
    let only = arguments.only.as_str();
    if !only.is_empty() && !PARTS.contains(&only) {
        return Err(format!("there is no part `{only}`; the parts are {}", PARTS.join(", ")));
    }
    let wants = |part: &str| only.is_empty() || only == part;
    let rounds = arguments.rounds.max(1);
    let limit = Duration::try_from_secs_f64(arguments.limit).map_err(|error| error.to_string())?;
    let mut right = true;
    if wants("values") {
        values::run(arguments.values.max(1_000), rounds)?;
    }
    if wants("repetition") {
        right &= repetition::run(rounds)?;
    }
    if wants("red-black") {
        right &= red_black::run(rounds, limit)?;
    }
    if wants("bugs") {
        right &= bugs::run(rounds, limit, arguments.details)?;
    }
    Ok(right)
}

/// The one in the middle.
fn median<T: PartialOrd + Copy>(mut values: Vec<T>) -> T {
    values.sort_by(|left, right| left.partial_cmp(right).unwrap_or(std::cmp::Ordering::Equal));
    values[values.len() / 2]
}

/// How long this thread has had a processor.
fn processor_seconds() -> Result<f64, String> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").map_err(|error| error.to_string())?;
    let nanoseconds = text.split_whitespace().next().and_then(|field| field.parse::<u64>().ok());
    Ok(nanoseconds.ok_or("the kernel does not tell the time of a thread")? as f64 / 1e9)
}
