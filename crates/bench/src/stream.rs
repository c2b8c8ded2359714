//! Stream specifications: how fast suites are made, beside the figures of the thesis, and how fast traces are run.
//! Counts of cases, goals and questions stand beside the seconds: they are the same on every machine.

mod collections;
mod compiled;
mod throughput;

use std::time::{Duration, Instant};

use lydian_budget::Deadline;
use lydian_diagnostic::Source;
use lydian_stream::generate::{GoalStatus, Request, Strategy, Suite, generate};
use lydian_tessla::spec::{Collections, Options, Spec};

/// What the benchmark of stream specifications needs.
#[derive(Debug, clap::Args)]
pub(crate) struct StreamArguments {
    /// Only this part: decoder, quadratic, throughput, collections, compiled.
    #[arg(long, default_value = "")]
    only: String,
    /// How often each row is measured; the median is shown.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Events of a trace for the throughput.
    #[arg(long, default_value_t = 1_000_000)]
    events: u64,
}

/// Example 1 of the thesis.
const DECODER: &str = include_str!("../../../examples/decoder/decoder.tessla");

/// Example 2 of the thesis.
const QUADRATIC: &str = "in x: Events[Int]
def y = (x-4)*(x+9)
out y
def y0 := last(y,y)
# assert all y==0
# assert some y
# assert some y0
# assert all x!=last(x,x)
";

/// Runs the benchmark; false if a goal is not where it must be.
pub(crate) fn run(arguments: &StreamArguments) -> Result<bool, String> {
    let wants = |part: &str| arguments.only.is_empty() || arguments.only == part;
    let rounds = arguments.rounds.max(1);
    let mut right = true;
    if wants("decoder") {
        println!(
            "Example 1 of the thesis, the decoder. Its formula for n = 10: 1850 variables, 1742 constraints."
        );
        heading();
        for slots in [10, 20, 22, 50, 100] {
            for (strategy, name) in Strategy::ALL {
                let suite = row(DECODER, name, strategy, slots, rounds)?;
                let counts = Counts::of(&suite);
                right &= strategy != Strategy::Incremental || counts.covered == 15 && counts.proved == 1;
                right &= slots < 22 || strategy != Strategy::Incremental || suite.cases.len() == 1;
            }
        }
    }
    if wants("quadratic") {
        println!(
            "\nExample 2 of the thesis, (x-4)*(x+9) = 0. There, soft was tried for n = 5, 10 and 15 only."
        );
        heading();
        for slots in [5, 10, 15, 100] {
            for (strategy, name) in Strategy::ALL {
                let suite = row(QUADRATIC, name, strategy, slots, rounds)?;
                right &= suite.cases.len() == 1;
            }
        }
    }
    if wants("throughput") {
        println!();
        throughput::run(arguments.events, rounds, DECODER)?;
    }
    if wants("collections") {
        println!();
        collections::run(arguments.events, rounds)?;
    }
    if wants("compiled") {
        println!();
        compiled::run(arguments.events, rounds)?;
    }
    if !right {
        eprintln!("a suite is not what it must be");
    }
    Ok(right)
}

struct Counts {
    covered: usize,
    proved: usize,
    unknown: usize,
}

impl Counts {
    fn of(suite: &Suite) -> Counts {
        let mut counts = Counts { covered: 0, proved: 0, unknown: 0 };
        for status in &suite.status {
            match status {
                GoalStatus::Covered(_) => counts.covered += 1,
                GoalStatus::Unreachable(_) => counts.proved += 1,
                GoalStatus::Unknown(_) => counts.unknown += 1,
            }
        }
        counts
    }
}

fn heading() {
    println!(
        "{:12} {:>5} {:>6} {:>8} {:>7} {:>8} {:>6} {:>10} {:>12} {:>10} {:>9}",
        "strategy",
        "n",
        "cases",
        "covered",
        "proved",
        "unknown",
        "slots",
        "variables",
        "constraints",
        "questions",
        "median s"
    );
}

/// The longest that one row may take.
const LONGEST: Duration = Duration::from_secs(120);

fn row(text: &str, name: &str, strategy: Strategy, slots: usize, rounds: usize) -> Result<Suite, String> {
    let spec = load(text, true)?;
    let mut seconds = Vec::new();
    let mut last = None;
    for _ in 0..rounds {
        let started = Instant::now();
        let request =
            Request { strategy, slots, deadline: Some(Deadline::after(LONGEST)), ..Request::default() };
        last = Some(generate(&spec, &request)?);
        seconds.push(started.elapsed().as_secs_f64());
    }
    seconds.sort_by(f64::total_cmp);
    let suite = last.ok_or("no round")?;
    let counts = Counts::of(&suite);
    println!(
        "{:12} {:>5} {:>6} {:>8} {:>7} {:>8} {:>6} {:>10} {:>12} {:>10} {:>9.3}",
        name,
        slots,
        suite.cases.len(),
        counts.covered,
        counts.proved,
        counts.unknown,
        suite.cases.iter().map(|case| case.times.len()).max().unwrap_or(0),
        suite.effort.variables,
        suite.effort.constraints,
        suite.effort.questions,
        seconds[seconds.len() / 2]
    );
    Ok(suite)
}

/// A specification of the benchmark.
pub(crate) fn load(text: &str, instrument: bool) -> Result<Spec, String> {
    let collections = if instrument { Collections::Lists } else { Collections::Trees };
    let options = Options { instrument, collections, ..Options::default() };
    let source = Source::new("benchmark.tessla", text);
    let include = |_: &str, _: &str| Err("nothing is included".to_owned());
    let (spec, diagnostics) = lydian_tessla::load(&source, &include, &options);
    spec.ok_or_else(|| format!("{diagnostics:?}"))
}
