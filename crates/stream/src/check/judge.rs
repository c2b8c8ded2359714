//! The judgement of a monitor: tests in order of their number of events, run by `crates/trial`, and what came of them as a
//! verdict.

use std::time::Instant;

use lydian_budget::Deadline;
use lydian_sut::{End, StartError};
use lydian_tessla::spec::Spec;
use lydian_trial::{self as trial, Effort, Program, Second, TriedOf, trial};
use lydian_verdict::{Bounds, Cause, Judgement, Verdict, grouped};
use lydian_words::plural;

use super::compare::{Comparing, Mismatch, Notes, Outcome, compare};
use super::monitor::{Answer, Monitor};
use super::show;
use super::shrink::{Way, smaller};
use super::suite::Coverage;
use super::test::{Test, TestKind};
use super::trace::Trace;
use crate::run::Prepared;
use crate::trace::show_time;

/// Where tests come from, for the verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// They were given.
    Given,
    /// Out of suites that cover this.
    Suites(Coverage),
    /// No suites could be made; why.
    Unavailable(String),
}

/// How monitors are judged.
#[derive(Debug, Clone)]
pub struct Checking {
    /// How answers are compared.
    pub comparing: Comparing,
    /// How many tests are run before the first of them is looked at.
    pub batch: usize,
    /// Runs that may be spent on making a difference smaller.
    pub shrinking: usize,
    /// When to stop.
    pub deadline: Option<Deadline>,
    /// The seed, for the report.
    pub seed: u64,
}

impl Default for Checking {
    fn default() -> Checking {
        Checking { comparing: Comparing::default(), batch: 4, shrinking: 200, deadline: None, seed: 0 }
    }
}

/// A test on which a monitor is wrong: what it wrote, and what is wrong with that.
pub type Found = lydian_trial::Found<Test, Answer, Mismatch>;

/// What was found about a monitor.
#[derive(Debug)]
pub struct Judged {
    /// The judgement.
    pub judgement: Judgement,
    /// The test on which it is wrong, if there is one.
    pub found: Option<Found>,
    /// How many tests were run, if the time was used up before all of them were.
    pub cut: Option<usize>,
}

/// Judges a monitor.
pub fn judge(
    name: &str,
    spec: &Spec,
    prepared: &Prepared,
    tests: Vec<Test>,
    origin: &Origin,
    monitor: &dyn Monitor,
    checking: &Checking,
) -> Judged {
    let started = Instant::now();
    let mut tests = tests;
    // The order of tests with equally many events stays.
    tests.sort_by_key(|test| test.trace.events.len());
    let number = tests.len() as u64;
    let mut cut = None;
    let mut session = Session { spec, prepared, tests, origin, monitor, checking, notes: Notes::default() };
    let effort = Effort { batch: checking.batch, shrinking: checking.shrinking, deadline: checking.deadline };
    let (verdict, found, runs) = match trial(&mut session, &effort) {
        Ok(tried) => {
            cut = matches!(tried.end, trial::End::OutOfTime).then_some(tried.tests);
            session.verdict(tried)
        }
        Err(error) => (Verdict::Invalid(vec![error.diagnostic()]), None, 0),
    };
    let mut judgement = Judgement::new(name, verdict);
    judgement.seconds = started.elapsed().as_secs_f64();
    judgement.statistics.count("tests", number);
    judgement.statistics.count("runs", runs);
    Judged { judgement, found, cut }
}

struct Session<'a> {
    spec: &'a Spec,
    prepared: &'a Prepared,
    tests: Vec<Test>,
    origin: &'a Origin,
    monitor: &'a dyn Monitor,
    checking: &'a Checking,
    notes: Notes,
}

impl Program for Session<'_> {
    type Test = Test;
    type Run = Answer;
    type Difference = Mismatch;
    type Note = Notes;
    type Candidate = Trace;
    type Error = StartError;

    fn test(&mut self, number: usize) -> Option<Test> {
        self.tests.get(number).cloned()
    }

    fn run_all(&self, tests: &[Test]) -> Result<Vec<Answer>, StartError> {
        let texts: Vec<&[u8]> = tests.iter().map(|test| &test.text[..]).collect();
        self.monitor.run_all(&texts)
    }

    fn judge(&self, test: &Test, answer: &Answer) -> Outcome {
        compare(self.spec, &test.expected, answer, self.checking.comparing)
    }

    fn note(&mut self, _: &Test, notes: Notes) {
        self.notes.absorb(&notes);
    }

    /// First the same trace without what stands in its file beside the events, then the ways of [`Way`].
    fn smaller(&mut self, found: &Found, way: usize) -> Option<Vec<Trace>> {
        let trace = &found.test.trace;
        let Some(way) = way.checked_sub(1) else {
            let plain = trace.text(self.spec).into_bytes() == found.test.text;
            return Some(if plain { Vec::new() } else { vec![trace.clone()] });
        };
        let time = show::time_of(&found.difference);
        Way::ALL.get(way).map(|way| smaller(self.spec, trace, time.as_ref(), *way))
    }

    fn prepare(&self, found: &Found, trace: Trace) -> Option<Test> {
        let test = Test::new(self.spec, self.prepared, found.test.name.clone(), trace);
        // What the author excludes stays excluded.
        Some(test).filter(|test| test.expected.assertions_hold || !found.test.expected.assertions_hold)
    }

    fn is_like(&self, first: &Mismatch, second: &Mismatch) -> bool {
        std::mem::discriminant(first) == std::mem::discriminant(second)
    }

    /// What a monitor says depends on the trace alone: one that says something else each time has no mistake to show.
    fn is_again(&self, first: &Mismatch, second: &Mismatch) -> bool {
        first == second
    }

    fn is_slow(&self, mismatch: &Mismatch) -> bool {
        matches!(mismatch, Mismatch::Ended(End::TimedOut { .. } | End::CpuLimit))
    }
}

impl Session<'_> {
    fn verdict(&self, tried: TriedOf<Self>) -> (Verdict, Option<Found>, u64) {
        let before = &self.tests[..tried.tests];
        let (verdict, found) = match tried.end {
            trial::End::NoDifference => return (self.passed(tried.unknown), None, tried.runs),
            trial::End::OutOfTime => {
                let text = format!(
                    "the time was used up after {} of {} without a difference",
                    tried.tests,
                    plural(self.tests.len() as u64, "test")
                );
                (Verdict::unknown(Cause::Budget, text), None)
            }
            trial::End::Twice(found) => {
                let refutation = show::refutation(self.spec, &found, self.checking.seed);
                (Verdict::Refuted(Box::new(refutation)), Some(found))
            }
            trial::End::Once(found, second) => {
                let then = match second {
                    Second::Right | Second::Differs(_) => "and then did something else".to_owned(),
                    Second::Unknown(why) => format!("and then could not be judged ({why})"),
                };
                let text = format!(
                    "the monitor does not always do the same: on {} it once went wrong ({}), {then}",
                    found.test.name,
                    show::sentence(&found.difference, self.spec.decimals)
                );
                (Verdict::unknown(Cause::Unsupported, text), Some(found))
            }
        };
        (self.so_far(verdict, before), found, tried.runs)
    }

    /// The verdict when no difference was found.
    fn passed(&self, unknown: Option<String>) -> Verdict {
        let tests = &self.tests[..];
        if let Some(why) = unknown {
            return self.so_far(Verdict::unknown(Cause::Budget, why), tests);
        }
        if let (Origin::Unavailable(why), true) = (self.origin, tests.is_empty()) {
            return Verdict::unknown(Cause::Unsupported, why.clone());
        }
        let events: usize = tests.iter().map(|test| test.expected.events.len()).sum();
        if events == 0 {
            let text = match tests.len() {
                0 => "there is no trace to run the monitor on: nothing was tested".to_owned(),
                _ => "no output has an event in any test: nothing was compared".to_owned(),
            };
            return Verdict::Vacuous(text);
        }
        Verdict::Passed(self.bounds(tests))
    }

    /// An undecided verdict with the tests that showed no difference before; nothing is said where there are none.
    fn so_far(&self, verdict: Verdict, tests: &[Test]) -> Verdict {
        if tests.is_empty() { verdict } else { verdict.covering(self.bounds(tests)) }
    }

    /// What was tested.
    fn bounds(&self, tests: &[Test]) -> Bounds {
        let events: usize = tests.iter().map(|test| test.expected.events.len()).sum();
        let mut lines = vec![format!("{} with {} of outputs", kinds(tests), plural(events as u64, "event"))];
        lines.extend(covered(self.origin));
        lines.extend(failing(tests, self.spec.decimals));
        lines.extend(show::notes(&self.notes));
        let bounds =
            Bounds::new(lines.join("\n")).number("tests", tests.len() as u64).number("events", events as u64);
        let Origin::Suites(coverage) = self.origin else { return bounds };
        bounds
            .number("goals", coverage.goals() as u64)
            .number("covered", coverage.covered as u64)
            .number("unreachable", coverage.unreachable as u64)
    }
}

/// The tests in numbers: `40 tests (4 cases, 16 pairs of cases, 20 traces at random)`.
fn kinds(tests: &[Test]) -> String {
    let number = |kind: TestKind| tests.iter().filter(|test| test.kind == kind).count();
    let parts = [
        (number(TestKind::Given), "given trace", "given traces"),
        (number(TestKind::Case), "case", "cases"),
        (number(TestKind::Pair), "pair of cases", "pairs of cases"),
        (number(TestKind::Telling), "trace that tells a mutant", "traces that tell mutants"),
        (number(TestKind::Random), "trace at random", "traces at random"),
        (number(TestKind::Deep), "long trace at random", "long traces at random"),
        (number(TestKind::Order), "other order of events at one time", "other orders of events at one time"),
    ];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(count, _, _)| *count > 0)
        .map(|(count, one, more)| {
            format!("{} {}", grouped(*count as u64), if *count == 1 { one } else { more })
        })
        .collect();
    match &parts[..] {
        [_] if number(TestKind::Given) > 0 => plural(tests.len() as u64, "given trace"),
        [only] => only.clone(),
        _ => format!("{} ({})", plural(tests.len() as u64, "test"), parts.join(", ")),
    }
}

/// What became of the goals, in a line.
fn covered(origin: &Origin) -> Option<String> {
    let coverage = match origin {
        Origin::Given => return None,
        Origin::Unavailable(why) => return Some(format!("no suite could be made: {why}")),
        Origin::Suites(coverage) => coverage,
    };
    let goals = coverage.goals();
    if goals == 0 {
        return None;
    }
    let mut text = format!("{} of {} met", coverage.covered, plural(goals as u64, "goal"));
    if coverage.unreachable > 0 {
        text.push_str(&format!(", {} proved unreachable", coverage.unreachable));
    }
    for (why, count) in &coverage.unknown {
        text.push_str(&format!("; {count} undecided: {why}"));
    }
    Some(text)
}

/// The tests that end with an error of the specification.
fn failing(tests: &[Test], decimals: u32) -> Option<String> {
    let mut failing = tests.iter().filter_map(|test| test.expected.silent_from.as_ref());
    let (time, why) = failing.next()?;
    let more = failing.count();
    let time = show_time(time, decimals);
    let which = if more == 0 { "1 test is".to_owned() } else { format!("{} tests are", more + 1) };
    let one = if more == 0 { "" } else { "one of them " };
    Some(format!("{which} compared only in part, {one}up to {time}: {why}"))
}
