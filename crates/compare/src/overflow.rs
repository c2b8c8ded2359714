//! Whether the inputs of a path make an integer leave its range.
//! A run on unknowns keeps the exact results of its arithmetic (`lydian_eval::Watch`). That all of them stay in range is a
//! condition like any other: values that meet it show a difference without overflow, and if there are none, the whole path is
//! told apart by overflow only.

use lydian_explore::Session;
use lydian_solver::{Answer, Budget, Solver};
use lydian_term::{Model, TermId};

use crate::differ::Examined;
use crate::{Integers, Options};

/// How a path that ends in a difference is related to overflow.
pub(crate) enum Wrapping {
    /// Nothing on it can wrap, or it does not matter.
    Never,
    /// Something wraps for all values that take it.
    Always,
    /// Nothing wraps with these values, nor with any that meet these conditions.
    NotWith(Model, Vec<TermId>),
    /// It cannot be told whether there are values that take it and wrap nothing.
    Undecided,
}

/// What one question costs beside the number of its conditions.
const QUESTION: u64 = 50;

impl Wrapping {
    /// The work that was spent on it.
    pub(crate) fn work(&self) -> u64 {
        match self {
            Wrapping::Never => 0,
            Wrapping::NotWith(_, conditions) => QUESTION + conditions.len() as u64,
            Wrapping::Always | Wrapping::Undecided => QUESTION,
        }
    }
}

/// Looks for values that take a path without leaving the range of the integers.
pub(crate) fn wrapping(
    session: &mut Session,
    conditions: &[TermId],
    examined: &Examined,
    options: &Options,
    question: &Budget,
) -> Wrapping {
    if options.integers == Integers::Machine {
        return Wrapping::Never;
    }
    let watches: Vec<_> = examined.calls().filter_map(|called| called.watch.as_ref()).collect();
    if watches.iter().any(|watch| watch.overflowed) {
        return Wrapping::Always;
    }
    if watches.iter().any(|watch| watch.incomplete) {
        return Wrapping::Undecided;
    }
    if !watches.iter().any(|watch| watch.has_open()) {
        return Wrapping::Never;
    }
    let mut conditions = conditions.to_vec();
    for watch in watches {
        conditions.extend(watch.in_range(&mut session.terms));
    }
    match session.chain.check(&mut session.terms, &conditions, question) {
        Answer::Sat(model) => Wrapping::NotWith(model, conditions),
        Answer::Unsat => Wrapping::Always,
        Answer::Unknown(_) => Wrapping::Undecided,
    }
}
