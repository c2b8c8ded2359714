//! Whether one order explains what several sessions saw at the same time.
//!
//! A history is a list of calls for each session, in the order in which the session made them. It is *sequentially consistent* if some order
//! of all calls, which keeps that of each session, is one that the specification allows; *linearizable* if the order also keeps a call
//! that had returned before another one was made in front of it (Herlihy and Wing). How far each session has come determines which calls
//! are explained; for each such place the set of states is kept in which the specification can be, so every place is looked at once.

use std::collections::BTreeMap;

use crate::judge::{Conformance, Judged, StateSet, judge};
use crate::{InputId, Observed, Specification, Trouble};

/// One call of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// What was asked.
    pub input: InputId,
    /// What came of it; nothing, if no answer came: then it may have been done, or not.
    pub observed: Option<Observed>,
    /// When it was made.
    pub called: u64,
    /// When it returned; a call without an answer never did.
    pub returned: u64,
}

/// What an order must keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Consistency {
    /// The order of each session, and that of calls that did not overlap.
    Linearizable,
    /// The order of each session.
    Sequential,
}

/// Whether some order explains a history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ordered {
    /// One does; the specification is in one of these states then.
    Yes(StateSet),
    /// In some order the specification says nothing about a call, and so allows everything.
    Unspecified,
    /// None does. Up to here calls of each session could be explained together, as far as possible.
    No(Vec<usize>),
}

/// Whether some order explains what the sessions saw.
pub fn ordered<S: Specification + ?Sized>(
    spec: &mut S,
    conformance: Conformance,
    consistency: Consistency,
    start: &StateSet,
    sessions: &[Vec<Call>],
) -> Result<Ordered, Trouble> {
    // By how far each session has come; places with fewer calls first.
    let mut open: BTreeMap<(usize, Vec<usize>), StateSet> = BTreeMap::new();
    open.insert((0, vec![0; sessions.len()]), start.clone());
    let mut furthest = vec![0; sessions.len()];
    let mut done = StateSet::new([]);
    while let Some(((count, place), states)) = open.pop_first() {
        if is_explained(sessions, &place) {
            done = StateSet::new(done.states().iter().chain(states.states()).copied());
        }
        furthest.clone_from(&place);
        for session in 0..sessions.len() {
            let Some(call) = sessions[session].get(place[session]) else { continue };
            if consistency == Consistency::Linearizable && !may_be_next(sessions, &place, call) {
                continue;
            }
            let next = match &call.observed {
                Some(observed) => match judge(spec, conformance, &states, call.input, observed)? {
                    Judged::Allowed(next) => next,
                    Judged::RightlyRefused => states.clone(),
                    Judged::Unspecified => return Ok(Ordered::Unspecified),
                    Judged::Wrong(_) => continue,
                },
                None => anything(spec, &states, call.input)?,
            };
            let mut further = place.clone();
            further[session] += 1;
            let known = open.entry((count + 1, further)).or_insert_with(|| StateSet::new([]));
            *known = StateSet::new(known.states().iter().chain(next.states()).copied());
        }
    }
    Ok(if done.is_empty() { Ordered::No(furthest) } else { Ordered::Yes(done) })
}

/// Whether every call that was answered is explained.
fn is_explained(sessions: &[Vec<Call>], place: &[usize]) -> bool {
    let mut rest = sessions.iter().zip(place).flat_map(|(calls, at)| &calls[*at..]);
    rest.all(|call| call.observed.is_none())
}

/// Whether no call that is still to be explained had returned before this one was made.
fn may_be_next(sessions: &[Vec<Call>], place: &[usize], call: &Call) -> bool {
    let mut heads = sessions.iter().zip(place).filter_map(|(calls, at)| calls.get(*at));
    heads.all(|other| other.observed.is_none() || other.returned >= call.called)
}

/// The states after an input, whatever is answered; those in which it is not enabled stay.
fn anything<S: Specification + ?Sized>(
    spec: &mut S,
    states: &StateSet,
    input: InputId,
) -> Result<StateSet, Trouble> {
    let mut next = Vec::new();
    for state in states.states() {
        let reactions = spec.reactions(*state, input)?;
        match reactions.is_enabled() {
            true => next.extend(reactions.listed().iter().map(|edge| edge.target)),
            false => next.push(*state),
        }
    }
    Ok(StateSet::new(next))
}

#[cfg(test)]
mod tests;
