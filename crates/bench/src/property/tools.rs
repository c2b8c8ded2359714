//! One search for a counterexample of a ported property, by one of the tools for Rust.
//!
//! All see the same property. Each goes on until it has a counterexample that it made as small as it can, or until its time
//! is over: the numbers of tests and of rejected inputs are not bounded. The first failure and the last one, which is what the
//! tool reports, are noted by the property itself.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use lydian::IntoProperty;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use quickcheck::{Gen, QuickCheck, TestResult};

use super::ports::{Arguments, Law, Made, Mistake};

/// A tool, and where the arguments come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tool {
    /// quickcheck, by the types.
    QuickTyped,
    /// quickcheck, with a generator written by hand.
    QuickBuilt,
    /// proptest, by the types.
    DrawnTyped,
    /// proptest, with a strategy written by hand.
    DrawnBuilt,
    /// The crate `lydian`, by the types.
    ListedTyped,
    /// The crate `lydian`, over a domain that is written by hand.
    ListedBuilt,
}

impl Tool {
    /// All, in the order of the tables.
    pub(super) const ALL: [Tool; 6] = [
        Tool::QuickTyped,
        Tool::QuickBuilt,
        Tool::DrawnTyped,
        Tool::DrawnBuilt,
        Tool::ListedTyped,
        Tool::ListedBuilt,
    ];

    /// What tables call it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Tool::QuickTyped => "quickcheck, by types",
            Tool::QuickBuilt => "quickcheck, by hand",
            Tool::DrawnTyped => "proptest, by types",
            Tool::DrawnBuilt => "proptest, by hand",
            Tool::ListedTyped => "crate lydian, by types",
            Tool::ListedBuilt => "crate lydian, by hand",
        }
    }
}

/// What is searched for, and for how long.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attack {
    /// The number of the mistake.
    pub(super) bug: usize,
    /// The seed of what is drawn.
    pub(super) seed: u64,
    /// How long.
    pub(super) limit: Duration,
    /// How many cases at most.
    pub(super) most: u64,
}

/// What a tool found.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Outcome {
    /// Cases up to the first failure, rejected ones included.
    pub(super) cases: u64,
    /// Cases among them that the precondition rejected.
    pub(super) rejected: u64,
    /// The time to the first failure.
    pub(super) first: Option<Duration>,
    /// The time to the end.
    pub(super) whole: Duration,
    /// The size of the arguments that are reported.
    pub(super) size: Option<u64>,
}

/// The search that is under way in this thread: quickcheck takes plain functions only.
struct Running {
    attack: Attack,
    started: Instant,
    outcome: Outcome,
    late: bool,
}

thread_local! {
    static RUNNING: RefCell<Option<Running>> = const { RefCell::new(None) };
}

/// The clock is read once for so many cases.
const CASES_FOR_EACH_LOOK: u64 = 16;

/// Looks for a failure of a law.
pub(super) fn run<L: Law>(tool: Tool, attack: &Attack) -> Outcome {
    let started = Instant::now();
    let running = Running { attack: *attack, started, outcome: Outcome::default(), late: false };
    RUNNING.set(Some(running));
    match tool {
        Tool::QuickTyped => quick::<L::Typed>(attack, tested::<L> as fn(L::Typed) -> TestResult),
        Tool::QuickBuilt => quick::<L::Built>(attack, tested_built::<L> as fn(L::Built) -> TestResult),
        Tool::DrawnTyped => drawn::<L::Typed>(attack, |input| judged::<L>(&input)),
        Tool::DrawnBuilt => drawn::<L::Built>(attack, |input| judged::<L>(&input.plain())),
        Tool::ListedTyped => listed::<L::Typed>(attack, |input| judged::<L>(&input)),
        Tool::ListedBuilt => listed::<L::Built>(attack, |input| judged::<L>(&input.plain())),
    }
    let whole = started.elapsed();
    let outcome = RUNNING.take().map(|running| running.outcome).unwrap_or_default();
    Outcome { whole, ..outcome }
}

/// Judges a case and notes what comes of it. When the time is over, one case fails to end the search, and all others pass to
/// end the shrinking.
fn judged<L: Law>(input: &L::Typed) -> Option<bool> {
    RUNNING.with_borrow_mut(|running| {
        let running = running.as_mut()?;
        if running.late {
            return Some(true);
        }
        let outcome = &mut running.outcome;
        outcome.cases += u64::from(outcome.first.is_none());
        let look = outcome.cases.is_multiple_of(CASES_FOR_EACH_LOOK);
        if outcome.cases > running.attack.most || (look && running.started.elapsed() >= running.attack.limit)
        {
            running.late = true;
            return Some(outcome.first.is_some());
        }
        let verdict = L::judge(L::Bug::ALL[running.attack.bug].1, input);
        outcome.rejected += u64::from(verdict.is_none() && outcome.first.is_none());
        if verdict == Some(false) {
            outcome.first.get_or_insert_with(|| running.started.elapsed());
            outcome.size = Some(input.size());
        }
        verdict
    })
}

fn tested<L: Law>(input: L::Typed) -> TestResult {
    told(judged::<L>(&input))
}

fn tested_built<L: Law>(input: L::Built) -> TestResult {
    told(judged::<L>(&input.plain()))
}

fn told(verdict: Option<bool>) -> TestResult {
    verdict.map_or_else(TestResult::discard, TestResult::from_bool)
}

/// The size of quickcheck's generators, as it is unless users change it.
const GENERATOR_SIZE: usize = 100;

fn quick<I: quickcheck::Arbitrary + std::fmt::Debug>(attack: &Attack, property: fn(I) -> TestResult) {
    let gen_of_seed = Gen::from_size_and_seed(GENERATOR_SIZE, attack.seed);
    let mut quick = QuickCheck::new().rng(gen_of_seed).tests(u64::MAX).max_tests(u64::MAX);
    // What it found has been noted.
    let _ = quick.quicktest(property);
}

fn drawn<I: proptest::arbitrary::Arbitrary>(attack: &Attack, judge: impl Fn(I) -> Option<bool>) {
    let config = Config {
        cases: u32::MAX,
        max_global_rejects: u32::MAX,
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(config, seeded(attack.seed));
    // What it found has been noted.
    let _ = runner.run(&proptest::arbitrary::any::<I>(), |input| match judge(input) {
        Some(true) => Ok(()),
        Some(false) => Err(TestCaseError::fail("it does not hold")),
        None => Err(TestCaseError::reject("not about this")),
    });
}

/// proptest's own random numbers, from a seed.
pub(super) fn seeded(seed: u64) -> TestRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    TestRng::from_seed(RngAlgorithm::ChaCha, &bytes)
}

fn listed<I: lydian::Enumerate + std::fmt::Debug>(attack: &Attack, judge: impl Fn(I) -> Option<bool>) {
    let check = lydian::Check::named("ported").tests(u64::MAX).rejections(u64::MAX).time(attack.limit);
    // What it found has been noted.
    let _ = check.run_over(lydian::domain::<I>(), |input: I| {
        let verdict = judge(input);
        verdict.is_some().implies(|| verdict == Some(true))
    });
}
