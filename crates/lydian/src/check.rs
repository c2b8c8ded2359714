//! The check of a property: settings, the run in one thread or in several, and assertions.
//!
//! In a run the results of cases are taken in the order of the plan, whoever computed them, so that the number of threads
//! changes nothing.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::arguments::{AllArguments, Arguments, ByRef, Checkable, Domains};
use crate::cases::{Cases, Judged, judge};
use crate::caught::quietly;
use crate::kept;
use crate::plan::{Batch, Plan};
use crate::property::Outcome;
use crate::report::{Counterexample, Report, Stopped, Verdict};
use crate::{Count, Domain};

/// Tests in a check, unless said otherwise.
const TESTS: u64 = 10_000;
/// Cases rejected for each test, unless said otherwise.
const REJECTIONS: u64 = 10;
/// Sizes beyond the least one, unless said otherwise: values of this depth fit the stack of a test's thread.
const SIZES: usize = 300;
/// Cases taken from the plan at a time.
const BATCH: usize = 4_096;
/// Cases handed out to a thread at a time.
const CHUNK: usize = 64;
/// Cases at the beginning of a shuffled class that are tried for an earlier failure.
const MOST_EARLIER: u64 = 10_000;
/// Values found by `exists` that a report keeps.
const WITNESSES: usize = 3;

/// How a property is to be checked.
///
/// ```
/// use lydian::Check;
/// let report = Check::new().tests(1_000).run(|x: i32, y: i32| x.wrapping_add(y) == y.wrapping_add(x));
/// assert!(report.is_ok());
/// assert_eq!(report.tests, 1_000);
/// ```
#[derive(Debug, Clone)]
pub struct Check {
    name: Option<String>,
    tests: u64,
    rejections: Option<u64>,
    sizes: usize,
    seed: Option<u64>,
    time: Option<Duration>,
    replay: Option<(usize, Count)>,
}

impl Default for Check {
    fn default() -> Check {
        Check::new()
    }
}

impl Check {
    /// Up to 10,000 tests, up to 10 rejected cases for each of them, sizes up to 300 above the least.
    pub fn new() -> Check {
        Check {
            name: None,
            tests: TESTS,
            rejections: None,
            sizes: SIZES,
            seed: None,
            time: None,
            replay: None,
        }
    }

    /// The same, for a property with this name. Otherwise the name is that of the function in which the closure stands, so
    /// that several checks in one function need names if their failures are to be told apart.
    pub fn named(name: impl Into<String>) -> Check {
        Check { name: Some(name.into()), ..Check::new() }
    }

    /// At most so many tests.
    #[must_use]
    pub fn tests(self, tests: u64) -> Check {
        Check { tests, ..self }
    }

    /// Stops when a precondition has rejected more cases than this.
    #[must_use]
    pub fn rejections(self, rejections: u64) -> Check {
        Check { rejections: Some(rejections), ..self }
    }

    /// Arguments up to a size that is so much larger than that of the smallest ones. Values that nest thousands deep need a
    /// larger stack than that of a test's thread, to be made and to be dropped.
    #[must_use]
    pub fn size(self, sizes: usize) -> Check {
        Check { sizes, ..self }
    }

    /// Shuffles the cases of each size. Sizes still come in order, so that a counterexample is of the least size; it is the first
    /// one of this size, unless that lies behind as many cases as were tried, or behind 10,000.
    #[must_use]
    pub fn seed(self, seed: u64) -> Check {
        Check { seed: Some(seed), ..self }
    }

    /// Stops after this time with what was found until then. A counterexample is the same with and without it.
    #[must_use]
    pub fn time(self, time: Duration) -> Check {
        Check { time: Some(time), ..self }
    }

    /// Tries only the case of a size at an index, as a report names it.
    #[must_use]
    pub fn replay(self, size: usize, index: impl Into<Count>) -> Check {
        Check { replay: Some((size, index.into())), ..self }
    }

    /// Checks a property for all arguments of its types.
    pub fn run<A: AllArguments, P: Checkable<A>>(&self, property: P) -> Report {
        self.run_over_all(&A::all(), &property)
    }

    /// Checks a property for arguments of these domains: one, or a tuple of them.
    ///
    /// ```
    /// use lydian::{Check, Domain};
    /// let report = Check::new().run_over(Domain::range(18..=65), |age: i32| (18..=65).contains(&age));
    /// assert!(report.is_proved());
    /// assert_eq!(report.tests, 48);
    /// ```
    pub fn run_over<A: Arguments, P: Checkable<A>>(&self, domains: impl Domains<A>, property: P) -> Report {
        self.run_over_all(&domains.together(), &property)
    }

    /// The same as [`Check::run`] with the same result, by several threads.
    pub fn run_parallel<A: AllArguments, P: Checkable<A> + Sync>(&self, jobs: usize, property: P) -> Report {
        self.run_over_all_parallel(jobs, &A::all(), &property)
    }

    /// The same as [`Check::run_over`] with the same result, by several threads.
    pub fn run_over_parallel<A: Arguments, P: Checkable<A> + Sync>(
        &self,
        jobs: usize,
        domains: impl Domains<A>,
        property: P,
    ) -> Report {
        self.run_over_all_parallel(jobs, &domains.together(), &property)
    }

    /// Checks a property and panics, with the report as message, unless it is proved or passed.
    ///
    /// Failures of earlier runs are tried first, and a failure of this one is kept. If `LYDIAN_REPLAY` names a case of this
    /// property, only that is tried; if it is no `name:size:index` or there is no such case, that is the report.
    #[track_caller]
    pub fn assert<A: AllArguments, P: Checkable<A>>(&self, property: P) -> Report {
        let all = A::all();
        self.assert_with(&all, &property, |check| check.run_over_all(&all, &property))
    }

    /// [`Check::assert`] for arguments of these domains.
    #[track_caller]
    pub fn assert_over<A: Arguments, P: Checkable<A>>(
        &self,
        domains: impl Domains<A>,
        property: P,
    ) -> Report {
        let all = domains.together();
        self.assert_with(&all, &property, |check| check.run_over_all(&all, &property))
    }

    /// [`Check::assert_over`] by several threads.
    #[track_caller]
    pub fn assert_over_parallel<A: Arguments, P: Checkable<A> + Sync>(
        &self,
        jobs: usize,
        domains: impl Domains<A>,
        property: P,
    ) -> Report {
        let all = domains.together();
        self.assert_with(&all, &property, |check| check.run_over_all_parallel(jobs, &all, &property))
    }

    #[track_caller]
    fn assert_with<A: Arguments, P: Checkable<A>>(
        &self,
        all: &Domain<A>,
        property: &P,
        run: impl FnOnce(&Check) -> Report,
    ) -> Report {
        let name = self.name_of(property);
        let report = match kept::asked_for(&name) {
            Some(Ok((size, index))) => self.clone().replay(size, index).run_over_all(all, property),
            Some(Err(why)) => {
                Report { verdict: Verdict::Unknown(why), stopped: Stopped::Replay, ..Report::new(&name) }
            }
            None if self.replay.is_some() => run(self),
            None => {
                let kept = kept::failures(&name);
                let again = |place: &(usize, Count)| self.kept(all, property, place.clone());
                let report = kept.iter().find_map(again).unwrap_or_else(|| run(self));
                if let Some(found) = report.counterexample() {
                    let place = (found.size, found.index.clone());
                    let mut failures = vec![place.clone()];
                    failures.extend(kept.into_iter().filter(|other| *other != place));
                    kept::keep(&name, &failures);
                } else if !kept.is_empty() {
                    kept::keep(&name, &[]);
                }
                report
            }
        };
        assert!(report.is_ok(), "{report}");
        report
    }

    /// The report on a failure of an earlier run, if it still fails.
    fn kept<A: Arguments, P: Checkable<A>>(
        &self,
        all: &Domain<A>,
        property: &P,
        (size, index): (usize, Count),
    ) -> Option<Report> {
        let mut report = self.clone().replay(size, index).run_over_all(all, property);
        match &mut report.verdict {
            Verdict::Refuted(found) => found.kept = true,
            _ => return None,
        }
        Some(report)
    }

    fn name_of<P>(&self, _: &P) -> String {
        self.name.clone().unwrap_or_else(|| name_of_type(std::any::type_name::<P>()))
    }

    fn run_over_all<A: Arguments, P: Checkable<A>>(&self, all: &Domain<A>, property: &P) -> Report {
        let next = |batch, tally: &mut Tally<'_>| {
            let mut cases = Cases::new(all, property, batch);
            while !cases.is_empty()
                && !tally.has_enough()
                && cases.next().is_some_and(|judged| tally.add(judged))
            {}
            if let Some(judged) = cases.end() {
                tally.add(judged);
            }
        };
        self.take(all, property, next)
    }

    fn run_over_all_parallel<A: Arguments, P: Checkable<A> + Sync>(
        &self,
        jobs: usize,
        all: &Domain<A>,
        property: &P,
    ) -> Report {
        let jobs = jobs.clamp(1, 256);
        let next = |batch, tally: &mut Tally<'_>| {
            if tally.has_enough() {
                return;
            }
            for judged in in_parallel(jobs, &batch, |batch| Cases::new(all, property, batch)) {
                if tally.has_enough() || !tally.add(judged) {
                    return;
                }
            }
        };
        self.take(all, property, next)
    }

    /// Takes the results of cases in order until something ends the check.
    fn take<A: Arguments, P: Checkable<A>>(
        &self,
        all: &Domain<A>,
        property: &P,
        mut next: impl FnMut(Batch, &mut Tally<'_>),
    ) -> Report {
        let mut tally = Tally::new(self, &self.name_of(property));
        if let Some((size, index)) = &self.replay {
            let count = all.exact_count(*size);
            if *index < count {
                tally.add(judge(all, property, (*size, index.clone())));
            } else {
                let why =
                    format!("there is no case {index} of size {size} to replay: that size has {count} cases");
                tally.undecided = Some(why);
            }
            tally.stop(Stopped::Replay);
            return tally.finish(all);
        }
        let (mut plan, exhaustive) = Plan::new(all, self.seed, self.sizes);
        while tally.stopped.is_none() {
            match plan.batch(BATCH, self.tests.saturating_sub(tally.report.tests)) {
                Some(batch) => {
                    let is_shuffled = batch.order.is_some();
                    next(batch, &mut tally);
                    if is_shuffled && let Some(found) = tally.failure.take() {
                        let tried = tally.report.tests.saturating_add(tally.report.rejected);
                        tally.failure = Some(earlier(all, property, found, tried));
                    }
                }
                None => tally.stop(if exhaustive { Stopped::Exhausted } else { Stopped::Size }),
            }
        }
        tally.finish(all)
    }
}

/// The function in which a closure stands, whether it takes its arguments by reference or not.
fn name_of_type(name: &str) -> String {
    let by_ref = std::any::type_name::<ByRef<()>>().trim_end_matches("()>");
    let inside = name.strip_prefix(by_ref).and_then(|name| name.strip_suffix('>'));
    inside.unwrap_or(name).trim_end_matches("::{{closure}}").to_owned()
}

/// The first failure of a class that was shuffled, as far as it is among its first cases: no more are looked at than were tried
/// before, nor more than [`MOST_EARLIER`], and the clock has no say, so that the outcome depends on neither.
fn earlier<A: Arguments, P: Checkable<A>>(
    all: &Domain<A>,
    property: &P,
    found: Judged,
    tried: u64,
) -> Judged {
    let (size, index) = &found.place;
    let end = index.word().unwrap_or(u128::MAX).min(u128::from(tried.min(MOST_EARLIER)));
    let batch = Batch { size: *size, places: 0..end, order: None };
    let failing = |judged: &Judged| judged.property.outcome == Outcome::Fails;
    Cases::new(all, property, batch).find(failing).unwrap_or(found)
}

/// Computes the results of cases by several threads; behind a failure some may be missing.
fn in_parallel<C: Iterator<Item = Judged>>(
    jobs: usize,
    batch: &Batch,
    cases: impl Fn(Batch) -> C + Sync,
) -> Vec<Judged> {
    let next = AtomicUsize::new(0);
    let first_failure = AtomicUsize::new(usize::MAX);
    let length = (batch.places.end - batch.places.start) as usize;
    let results: Mutex<Vec<(usize, Judged)>> = Mutex::new(Vec::with_capacity(length));
    let work = || {
        let mut mine = Vec::new();
        loop {
            let from = next.fetch_add(CHUNK, Ordering::Relaxed);
            if from >= length || from > first_failure.load(Ordering::Relaxed) {
                break;
            }
            let until = (from + CHUNK).min(length);
            let start = batch.places.start;
            let places = start + from as u128..start + until as u128;
            for (place, judged) in (from..).zip(cases(Batch { places, ..batch.clone() })) {
                let fails = judged.property.outcome == Outcome::Fails;
                mine.push((place, judged));
                if fails {
                    first_failure.fetch_min(place, Ordering::Relaxed);
                }
                if place >= first_failure.load(Ordering::Relaxed) {
                    break;
                }
            }
        }
        results.lock().unwrap_or_else(PoisonError::into_inner).extend(mine);
    };
    thread::scope(|scope| {
        for _ in 1..jobs {
            scope.spawn(work);
        }
        work();
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(place, _)| *place);
    results.into_iter().map(|(_, judged)| judged).collect()
}

/// What was found so far.
struct Tally<'c> {
    check: &'c Check,
    report: Report,
    rejections: u64,
    deadline: Option<Instant>,
    complete: bool,
    undecided: Option<String>,
    failure: Option<Judged>,
    stopped: Option<Stopped>,
    /// The size of the last case, and how many of this size were taken.
    last: (usize, u128),
}

impl<'c> Tally<'c> {
    fn new(check: &'c Check, name: &str) -> Tally<'c> {
        Tally {
            check,
            report: Report::new(name),
            rejections: check.rejections.unwrap_or(check.tests.saturating_mul(REJECTIONS)),
            deadline: check.time.and_then(|time| Instant::now().checked_add(time)),
            complete: true,
            undecided: None,
            failure: None,
            stopped: None,
            last: (0, 0),
        }
    }

    fn stop(&mut self, stopped: Stopped) {
        self.stopped.get_or_insert(stopped);
    }

    /// Whether all tests were made that were asked for. It is asked only if there is another case: with the last one of a
    /// domain the check ends in a proof.
    fn has_enough(&mut self) -> bool {
        if self.report.tests >= self.check.tests {
            self.stop(Stopped::Tests);
        }
        self.stopped.is_some()
    }

    /// Takes a result; whether the check goes on.
    fn add(&mut self, mut judged: Judged) -> bool {
        let size = judged.place.0;
        let before = if self.last.0 == size { self.last.1 } else { 0 };
        self.last = (size, before + 1);
        if judged.property.is_plain() && self.deadline.is_none() {
            self.report.tests += 1;
            return true;
        }
        let property = &mut judged.property;
        self.complete &= property.complete;
        if !property.outcome.is_test() {
            self.report.rejected += 1;
            if self.report.rejected > self.rejections {
                self.stop(Stopped::Rejections);
            }
        } else {
            self.report.tests += 1;
            self.report.count(std::mem::take(&mut property.labels), std::mem::take(&mut property.covers));
            let room = WITNESSES.saturating_sub(self.report.witnesses.len());
            self.report.witnesses.extend(property.witnesses.drain(..).take(room));
        }
        match property.outcome {
            Outcome::Fails => {
                self.failure = Some(judged);
                self.stop(Stopped::Refuted);
            }
            Outcome::Undecided if self.undecided.is_none() => {
                self.undecided = Some(property.notes.pop().unwrap_or_else(|| "a test".to_owned()));
            }
            _ => {}
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.stop(Stopped::Time);
        }
        self.stopped.is_none()
    }

    /// The greatest size up to which all cases were taken.
    fn covered<A: Arguments>(&self, all: &Domain<A>) -> Option<usize> {
        let (size, taken) = self.last;
        let (least, _) = all.sizes()?;
        let whole = if taken == all.count(size) { size } else { size.checked_sub(1)? };
        (taken > 0 && whole >= least && self.check.replay.is_none()).then_some(whole)
    }

    fn finish<A: Arguments>(mut self, all: &Domain<A>) -> Report {
        self.report.stopped = self.stopped.unwrap_or(Stopped::Exhausted);
        self.report.covered_size = self.covered(all);
        self.report.verdict = match (self.failure.take(), self.undecided.take()) {
            (Some(failure), _) => Verdict::Refuted(Box::new(counterexample(all, failure))),
            (None, Some(why)) => Verdict::Unknown(why),
            (None, None) if self.report.tests == 0 => Verdict::Vacuous,
            (None, None) => match self.report.uncovered() {
                Some(missing) => Verdict::Unknown(missing),
                None if self.report.stopped == Stopped::Exhausted && self.complete => Verdict::Proved,
                None => Verdict::Passed,
            },
        };
        self.report
    }
}

fn counterexample<A: Arguments>(all: &Domain<A>, failure: Judged) -> Counterexample {
    let (size, index) = failure.place;
    // Showing can panic as well: `Debug` is the user's.
    let mut shown = None;
    let panic = quietly(|| shown = Some(all.at(size, &index).shown())).err();
    Counterexample {
        size,
        index,
        arguments: shown.unwrap_or_else(|| vec![format!("cannot be shown: {}", panic.unwrap_or_default())]),
        notes: failure.property.notes,
        panic: failure.panic,
        kept: false,
    }
}

/// Checks a property for all arguments of its types, and panics, with a report, unless it is proved or passed.
///
/// The property is a function of one to six arguments that gives `bool`, `()`, a `Result` or a [`crate::Property`]; if it panics, that is
/// a counterexample. See [`Check`] for settings and for checks that do not panic.
///
/// ```
/// let report = lydian::check(|x: bool, y: bool| !(x && y) == (!x || !y));
/// assert!(report.is_proved());
/// ```
///
/// ```should_panic
/// lydian::check(|x: i32| x.wrapping_abs() >= 0);
/// ```
#[track_caller]
pub fn check<A: AllArguments, P: Checkable<A>>(property: P) -> Report {
    Check::new().assert(property)
}
