//! The score of a suite: which mutants its cases tell from the original, by running both.

use crate::generate::Case;
use crate::run::{Ending, InputEvent, Observe, Prepared, Run};

/// What became of a mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// A case of the suite tells it from the original, by its number.
    Killed(usize),
    /// No case does, but there is a trace that would.
    Missed,
    /// No trace whatever does.
    Equivalent,
    /// It is no specification: it has an error, or other inputs or outputs.
    Invalid,
    /// Nothing is known.
    Unknown,
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
                Fate::Missed => scored.missed += 1,
                Fate::Equivalent => scored.equivalent += 1,
                Fate::Invalid => scored.invalid += 1,
                Fate::Unknown => scored.unknown += 1,
            }
        }
        scored
    }
}

/// The first case on which two specifications differ when they are run. Values of both must be made the same way.
pub fn kills(original: &Prepared, mutant: &Prepared, cases: &[Case]) -> Option<usize> {
    cases.iter().position(|case| {
        let (a, b) = (run(original, case), run(mutant, case));
        !same_ending(&a.ending, &b.ending) || !same_events(&a, &b)
    })
}

/// A timer can fire without end between two inputs.
const MOST_EVENTS: usize = 200_000;

fn run(prepared: &Prepared, case: &Case) -> Run {
    let inputs: Vec<InputEvent> = case
        .inputs
        .iter()
        .filter_map(|event| {
            let value = event.value.clone().ok()?;
            Some(InputEvent { time: event.time.clone(), input: event.index, value })
        })
        .collect();
    prepared.trace(&inputs, case.progress.as_ref(), Observe::Outputs, MOST_EVENTS)
}

fn same_ending(a: &Ending, b: &Ending) -> bool {
    // Where one ends with an error and the other does not, they differ; which error it is does not matter.
    matches!(a, Ending::Complete) == matches!(b, Ending::Complete)
}

fn same_events(a: &Run, b: &Run) -> bool {
    a.events.len() == b.events.len()
        && a.events.iter().zip(&b.events).all(|(a, b)| {
            a.time == b.time
                && a.index == b.index
                && match (&a.value, &b.value) {
                    (Ok(a), Ok(b)) => crate::generate::same_value(a, b),
                    (Err(_), Err(_)) => true,
                    _ => false,
                }
        })
}
