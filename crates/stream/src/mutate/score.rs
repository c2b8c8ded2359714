//! The score of a suite: which mutants its traces tell from the original, and what is known of the others.
//! A mutant that no trace of the suite kills is put beside the original (`pair`). A difference counts only if both
//! specifications show it when they are run; a proof that there is none is held to traces at random.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use lydian_budget::Deadline;
use lydian_tessla::spec::Spec;

use super::pair::{Distinction, distinguish};
use crate::check::shrink::{Way, smaller};
use crate::check::{Expected, ExpectedEvent, Test, Trace};
use crate::generate::Request;
use crate::run::{Prepared, Time};

/// What became of a mutant.
#[derive(Debug, Clone)]
pub enum Fate {
    /// A trace of the suite tells it from the original, by its number.
    Killed(usize),
    /// No trace of the suite does, but this one would.
    Missed(Box<Difference>),
    /// No trace whatever does.
    Equivalent,
    /// It is no specification, or has other inputs or outputs; why.
    Invalid(String),
    /// Nothing is known; why.
    Unknown(Arc<str>),
}

/// A trace on which two specifications differ.
#[derive(Debug, Clone)]
pub struct Difference {
    /// The trace.
    pub trace: Trace,
    /// When they part.
    pub parting: Parting,
}

/// Where two runs part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parting {
    /// When.
    pub time: Time,
    /// What only the first says then, as it is written in traces; an error is said in words.
    pub first: Vec<String>,
    /// What only the second says then.
    pub second: Vec<String>,
}

/// A number of mutants and their fates.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Scored {
    /// Told apart by the suite.
    pub killed: usize,
    /// Not told apart, though they differ.
    pub missed: usize,
    /// Proved to be the same.
    pub equivalent: usize,
    /// No specifications.
    pub invalid: usize,
    /// Undecided.
    pub unknown: usize,
}

impl Scored {
    /// Counts fates.
    pub fn of<'f>(fates: impl IntoIterator<Item = &'f Fate>) -> Scored {
        let mut scored = Scored::default();
        for fate in fates {
            match fate {
                Fate::Killed(_) => scored.killed += 1,
                Fate::Missed(_) => scored.missed += 1,
                Fate::Equivalent => scored.equivalent += 1,
                Fate::Invalid(_) => scored.invalid += 1,
                Fate::Unknown(_) => scored.unknown += 1,
            }
        }
        scored
    }

    /// How many of a hundred mutants that differ from the original the suite kills; nothing if no mutant is known to differ.
    pub fn percent(&self) -> Option<f64> {
        let differing = self.killed + self.missed;
        (differing > 0).then(|| 100.0 * self.killed as f64 / differing as f64)
    }
}

/// A specification and the suite that is scored. Collections are lists; nothing is instrumented.
pub struct Scorer<'s> {
    original: &'s Spec,
    suite: Vec<Trace>,
    expected: Vec<Expected>,
    /// Traces at random, to hold proofs to.
    random: Vec<Test>,
}

/// How long it may take to draw traces and to run the original on them, and then to run a mutant on them.
const LONGEST_DRAWING: Duration = Duration::from_secs(2);

/// How many runs may be spent on making a difference smaller.
const MOST_SHRUNK: usize = 400;

/// How many traces at random a proof is held to.
const RANDOM: usize = 40;

impl<'s> Scorer<'s> {
    /// Runs the original on a suite.
    pub fn new(
        original: &'s Spec,
        prepared: &Prepared,
        suite: Vec<Trace>,
        deadline: Option<Deadline>,
    ) -> Scorer<'s> {
        let run = |trace| Expected::until(original, prepared, trace, deadline);
        let expected = suite.iter().map(run).collect();
        let longest = || Deadline::after(LONGEST_DRAWING);
        let deadline = deadline.map_or_else(longest, |deadline| deadline.within(LONGEST_DRAWING));
        let random = Test::at_random(original, prepared, RANDOM, 0, Some(deadline));
        Scorer { original, suite, expected, random }
    }

    /// The first trace of the suite on which a mutant differs, and where.
    pub fn kills(
        &self,
        mutant: &Spec,
        prepared: &Prepared,
        deadline: Option<Deadline>,
    ) -> Option<(usize, Parting)> {
        let runs = self.suite.iter().zip(&self.expected).enumerate();
        let mut partings = runs.filter_map(|(place, (trace, expected))| {
            let found = Expected::until(mutant, prepared, trace, deadline);
            Some((place, parting(expected, &found)?))
        });
        partings.next()
    }

    /// What becomes of a mutant. The request bounds the search for a difference.
    pub fn fate(&self, mutant: &Spec, request: &Request) -> Fate {
        if let Err(why) = super::pair::comparable(self.original, mutant) {
            return Fate::Invalid(why);
        }
        let prepared = match Prepared::new(mutant) {
            Ok(prepared) => prepared,
            Err(fault) => return Fate::Invalid(fault.message),
        };
        if let Some((place, _)) = self.kills(mutant, &prepared, request.deadline) {
            return Fate::Killed(place);
        }
        let later = || Some(Deadline::after(LONGEST_DRAWING));
        let unknown = match distinguish(self.original, mutant, request) {
            Distinction::Differ(case) => {
                let trace = Trace::of_case(&case);
                match self.confirmed(mutant, &prepared, trace) {
                    Some(difference) => return Fate::Missed(Box::new(difference)),
                    None => "a difference was found, but no run shows it".into(),
                }
            }
            Distinction::Same => match self.at_random(mutant, &prepared, later()) {
                None => return Fate::Equivalent,
                Some(difference) => return Fate::Missed(Box::new(difference)),
            },
            Distinction::Unknown(why) => why,
            Distinction::Unlike(why) => return Fate::Invalid(why),
        };
        match self.at_random(mutant, &prepared, later()) {
            Some(difference) => Fate::Missed(Box::new(difference)),
            None => Fate::Unknown(unknown),
        }
    }

    fn confirmed(&self, mutant: &Spec, prepared: &Prepared, trace: Trace) -> Option<Difference> {
        let original = Prepared::new(self.original).ok()?;
        let first = Expected::of(self.original, &original, &trace);
        let parting = parting(&first, &Expected::of(mutant, prepared, &trace))?;
        Some(Difference { trace, parting })
    }

    /// The difference on a trace at random with the fewest events.
    fn at_random(
        &self,
        mutant: &Spec,
        prepared: &Prepared,
        deadline: Option<Deadline>,
    ) -> Option<Difference> {
        let partings = self.random.iter().filter_map(|test| {
            let found = Expected::until(mutant, prepared, &test.trace, deadline);
            let parting = parting(&test.expected, &found)?;
            Some(Difference { trace: test.trace.clone(), parting })
        });
        let smallest = partings.min_by_key(|difference| difference.trace.events.len())?;
        Some(self.shrunk(mutant, prepared, smallest, deadline))
    }

    /// A difference on a smaller trace, as far as it is found in a bounded number of runs.
    fn shrunk(
        &self,
        mutant: &Spec,
        prepared: &Prepared,
        mut difference: Difference,
        deadline: Option<Deadline>,
    ) -> Difference {
        let Ok(original) = Prepared::new(self.original) else { return difference };
        let mut runs = 0;
        'smaller: loop {
            for way in Way::ALL {
                let time = Some(&difference.parting.time);
                for trace in smaller(self.original, &difference.trace, time, way) {
                    runs += 1;
                    if runs > MOST_SHRUNK || deadline.is_some_and(Deadline::passed) {
                        return difference;
                    }
                    let first = Expected::until(self.original, &original, &trace, deadline);
                    let second = Expected::until(mutant, prepared, &trace, deadline);
                    let allowed = first.assertions_hold && !first.cut && !second.cut;
                    if let Some(parting) = parting(&first, &second).filter(|_| allowed) {
                        difference = Difference { trace, parting };
                        continue 'smaller;
                    }
                }
            }
            return difference;
        }
    }
}

/// Where two runs on one trace part. That one ends with an error where the other goes on is a difference; what is said at the
/// very time of an error, and which error it is, are none.
pub fn parting(first: &Expected, second: &Expected) -> Option<Parting> {
    let covered = |event: &&ExpectedEvent| first.covers(&event.time) && second.covers(&event.time);
    let mut at: BTreeMap<&Time, [Vec<&ExpectedEvent>; 2]> = BTreeMap::new();
    for (side, run) in [first, second].into_iter().enumerate() {
        for event in run.events.iter().filter(covered) {
            at.entry(&event.time).or_default()[side].push(event);
        }
    }
    let only = |one: &[&ExpectedEvent], other: &[&ExpectedEvent]| -> Vec<String> {
        let is_there = |event: &ExpectedEvent| {
            other.iter().any(|same| same.output == event.output && same.data == event.data)
        };
        one.iter().filter(|event| !is_there(event)).map(|event| event.text.clone()).collect()
    };
    let events = at.into_iter().find_map(|(time, [one, other])| {
        let (first, second) = (only(&one, &other), only(&other, &one));
        let differ = !first.is_empty() || !second.is_empty();
        differ.then(|| Parting { time: time.clone(), first, second })
    });
    events.or_else(|| errors(first, second))
}

/// Whether one run ends with an error before the other.
fn errors(first: &Expected, second: &Expected) -> Option<Parting> {
    if first.cut || second.cut {
        return None;
    }
    let said = |run: &Expected| run.silent_from.as_ref().map(|(time, why)| (time.clone(), vec![why.clone()]));
    let (time, first, second) = match (said(first), said(second)) {
        (None, None) => return None,
        (Some((time, why)), None) => (time, why, Vec::new()),
        (None, Some((time, why))) => (time, Vec::new(), why),
        (Some((time, _)), Some((other, _))) if time == other => return None,
        (Some((time, why)), Some((other, _))) if time < other => (time, why, Vec::new()),
        (Some(_), Some((other, why))) => (other, Vec::new(), why),
    };
    Some(Parting { time, first, second })
}
