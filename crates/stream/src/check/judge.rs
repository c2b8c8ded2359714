//! The judgement of a monitor: tests in order of their number of events, the first difference made as small as it gets, and
//! seen twice before it is believed.

use std::time::Instant;

use lydian_budget::Deadline;
use lydian_sut::{End, StartError};
use lydian_tessla::spec::Spec;
use lydian_verdict::{Bounds, Cause, Judgement, Verdict, grouped};

use super::compare::{Comparing, Mismatch, Notes, Outcome, compare};
use super::monitor::{Answer, Monitor};
use super::show;
use super::shrink::{Way, smaller};
use super::suite::Coverage;
use super::test::{Test, TestKind};
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

/// Runs that may be spent on making a trace smaller on which a monitor hangs.
const MOST_SLOW_RUNS: usize = 24;

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

/// A test on which a monitor is wrong.
#[derive(Debug, Clone)]
pub struct Found {
    /// The test.
    pub test: Test,
    /// What the monitor did.
    pub answer: Answer,
    /// What is wrong.
    pub mismatch: Mismatch,
}

/// What was found about a monitor.
#[derive(Debug)]
pub struct Judged {
    /// The judgement.
    pub judgement: Judgement,
    /// The test on which it is wrong, if there is one.
    pub found: Option<Found>,
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
    let mut session =
        Session { spec, prepared, monitor, checking, runs: 0, notes: Notes::default(), unknown: None };
    let mut tests = tests;
    // The order of tests with equally many events stays.
    tests.sort_by_key(|test| test.trace.events.len());
    let (verdict, found) = match session.judge(&tests, origin) {
        Ok(judged) => judged,
        Err(error) => (Verdict::Invalid(vec![error.diagnostic()]), None),
    };
    let mut judgement = Judgement::new(name, verdict);
    judgement.seconds = started.elapsed().as_secs_f64();
    judgement.statistics.count("tests", tests.len() as u64);
    judgement.statistics.count("runs", session.runs);
    Judged { judgement, found }
}

struct Session<'a> {
    spec: &'a Spec,
    prepared: &'a Prepared,
    monitor: &'a dyn Monitor,
    checking: &'a Checking,
    runs: u64,
    notes: Notes,
    unknown: Option<String>,
}

impl Session<'_> {
    fn judge(&mut self, tests: &[Test], origin: &Origin) -> Result<(Verdict, Option<Found>), StartError> {
        let mut done = 0;
        // The first batch is small: many mistakes show at once.
        let mut size = 1;
        while done < tests.len() {
            if self.out_of_time() {
                let text = format!(
                    "the time was used up after {done} of {} without a difference",
                    count(tests.len(), "test")
                );
                let verdict = Verdict::unknown(Cause::Budget, text);
                return Ok((self.so_far(verdict, &tests[..done], origin), None));
            }
            let batch = &tests[done..(done + size).min(tests.len())];
            if let Some(found) = self.first_difference(batch)? {
                let (verdict, found) = self.report(found)?;
                return Ok((self.so_far(verdict, &tests[..done], origin), found));
            }
            done += batch.len();
            size = self.checking.batch.max(1);
        }
        Ok((self.passed(tests, origin), None))
    }

    fn out_of_time(&self) -> bool {
        self.checking.deadline.is_some_and(Deadline::passed)
    }

    fn first_difference(&mut self, batch: &[Test]) -> Result<Option<Found>, StartError> {
        let texts: Vec<&[u8]> = batch.iter().map(|test| &test.text[..]).collect();
        let answers = self.monitor.run_all(&texts)?;
        self.runs += answers.len() as u64;
        for (test, answer) in batch.iter().zip(answers) {
            match compare(self.spec, &test.expected, &answer, self.checking.comparing) {
                Outcome::Match(notes) => self.notes.absorb(&notes),
                Outcome::Unknown(why) => {
                    self.unknown.get_or_insert(why);
                }
                Outcome::Differ(mismatch) => return Ok(Some(Found { test: test.clone(), answer, mismatch })),
            }
        }
        Ok(None)
    }

    fn report(&mut self, first: Found) -> Result<(Verdict, Option<Found>), StartError> {
        if !self.again(&first)? {
            return Ok(self.flaky(first));
        }
        let plain = self.in_our_words(first)?;
        let found = self.shrink(plain)?;
        if !self.again(&found)? {
            return Ok(self.flaky(found));
        }
        let refutation = show::refutation(self.spec, &found, self.checking.seed);
        Ok((Verdict::Refuted(Box::new(refutation)), Some(found)))
    }

    /// The same on the trace without what stands in its file beside the events, if that makes no difference.
    fn in_our_words(&mut self, found: Found) -> Result<Found, StartError> {
        let trace = found.test.trace.clone();
        let plain = Test::new(self.spec, self.prepared, found.test.name.clone(), trace);
        if plain.text == found.test.text {
            return Ok(found);
        }
        let again = self.first_difference(std::slice::from_ref(&plain))?;
        Ok(again.filter(|again| again.mismatch == found.mismatch).unwrap_or(found))
    }

    /// Whether the same difference shows once more.
    fn again(&mut self, found: &Found) -> Result<bool, StartError> {
        let again = self.first_difference(std::slice::from_ref(&found.test))?;
        Ok(again.is_some_and(|again| again.mismatch == found.mismatch))
    }

    fn flaky(&self, found: Found) -> (Verdict, Option<Found>) {
        let text = format!(
            "the monitor does not always do the same: on {} it once went wrong ({}), and then did something else",
            found.test.name,
            show::sentence(&found.mismatch, self.spec.decimals)
        );
        (Verdict::unknown(Cause::Unsupported, text), Some(found))
    }

    /// Makes the trace smaller as long as the monitor is wrong in the same way.
    fn shrink(&mut self, found: Found) -> Result<Found, StartError> {
        // A run that hangs takes all the time that a run may take.
        let slow = matches!(found.mismatch, Mismatch::Ended(End::TimedOut { .. } | End::CpuLimit));
        let most = if slow { self.checking.shrinking.min(MOST_SLOW_RUNS) } else { self.checking.shrinking };
        let last = self.runs + most as u64;
        let mut smallest = found;
        loop {
            let mut changed = false;
            for way in Way::ALL {
                while let Some(smaller) = self.shrink_once(&smallest, way, last)? {
                    smallest = smaller;
                    changed = true;
                }
            }
            if !changed {
                return Ok(smallest);
            }
        }
    }

    fn shrink_once(&mut self, found: &Found, way: Way, last: u64) -> Result<Option<Found>, StartError> {
        let time = show::time_of(&found.mismatch);
        let mut candidates = smaller(self.spec, &found.test.trace, time.as_ref(), way).into_iter();
        loop {
            if self.runs >= last || self.out_of_time() {
                return Ok(None);
            }
            // The batch is the same whatever the number of threads is.
            let batch: Vec<Test> = candidates
                .by_ref()
                .map(|trace| Test::new(self.spec, self.prepared, found.test.name.clone(), trace))
                // What the author excludes stays excluded.
                .filter(|test| test.expected.assertions_hold || !found.test.expected.assertions_hold)
                .take(self.checking.batch.max(1))
                .collect();
            if batch.is_empty() {
                return Ok(None);
            }
            // Candidates that do not fail say nothing about the monitor that the report should.
            let notes = self.notes.clone();
            let smaller = self.first_difference(&batch)?;
            self.notes = notes;
            if let Some(smaller) = smaller
                && std::mem::discriminant(&smaller.mismatch) == std::mem::discriminant(&found.mismatch)
            {
                return Ok(Some(smaller));
            }
        }
    }

    /// The verdict when no difference was found.
    fn passed(&self, tests: &[Test], origin: &Origin) -> Verdict {
        if let Some(why) = &self.unknown {
            return self.so_far(Verdict::unknown(Cause::Budget, why.clone()), tests, origin);
        }
        if let (Origin::Unavailable(why), true) = (origin, tests.is_empty()) {
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
        Verdict::Passed(self.bounds(tests, origin))
    }

    /// An undecided verdict with the tests that showed no difference before; nothing is said where there are none.
    fn so_far(&self, verdict: Verdict, tests: &[Test], origin: &Origin) -> Verdict {
        if tests.is_empty() { verdict } else { verdict.covering(self.bounds(tests, origin)) }
    }

    /// What was tested.
    fn bounds(&self, tests: &[Test], origin: &Origin) -> Bounds {
        let events: usize = tests.iter().map(|test| test.expected.events.len()).sum();
        let mut lines = vec![format!("{} with {} of outputs", kinds(tests), count(events, "event"))];
        lines.extend(covered(origin));
        lines.extend(failing(tests, self.spec.decimals));
        lines.extend(show::notes(&self.notes));
        let bounds =
            Bounds::new(lines.join("\n")).number("tests", tests.len() as u64).number("events", events as u64);
        let Origin::Suites(coverage) = origin else { return bounds };
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
        (number(TestKind::Random), "trace at random", "traces at random"),
    ];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(count, _, _)| *count > 0)
        .map(|(count, one, more)| {
            format!("{} {}", grouped(*count as u64), if *count == 1 { one } else { more })
        })
        .collect();
    match &parts[..] {
        [_] if number(TestKind::Given) > 0 => count(tests.len(), "given trace"),
        [only] => only.clone(),
        _ => format!("{} ({})", count(tests.len(), "test"), parts.join(", ")),
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
    let mut text = format!("{} of {} met", coverage.covered, count(goals, "goal"));
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

fn count(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", grouped(number as u64))
}
