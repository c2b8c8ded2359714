//! The interface of all layers: questions, answers and budgets.
//! A layer is asked with the whole conjunction each time and may keep whatever it likes between questions, as long as
//! the same sequence of questions gets the same answers.

use std::fmt;

use lydian_budget::Deadline;
use lydian_term::{Model, TermId, Terms};

use crate::Statistics;

/// Something that decides conjunctions of terms.
pub trait Solver: Send {
    /// Whether all assertions together, and the declared bounds of their variables, can be true.
    fn check(&mut self, terms: &mut Terms, assertions: &[TermId], budget: &Budget) -> Answer;

    /// Forgets everything, as if it had just been made; statistics stay.
    fn reset(&mut self);

    /// What this layer and those behind it have done.
    fn statistics(&self) -> Statistics;
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Satisfiable, by this model.
    Sat(Model),
    /// Not satisfiable.
    Unsat,
    /// Not decided.
    Unknown(Reason),
}

impl Answer {
    /// Whether the answer is [`Answer::Sat`].
    pub fn is_sat(&self) -> bool {
        matches!(self, Answer::Sat(_))
    }

    /// Whether the answer is [`Answer::Unsat`].
    pub fn is_unsat(&self) -> bool {
        matches!(self, Answer::Unsat)
    }
}

/// Why a question was not decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No Z3 library was found.
    NoSolver,
    /// The budget was used up.
    Budget,
    /// The question lies outside of what the solver can decide, or the solver failed; the text says how.
    Unsupported(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NoSolver => f.write_str("no Z3 library was found"),
            Reason::Budget => f.write_str("the budget of the query was used up"),
            Reason::Unsupported(what) => f.write_str(what),
        }
    }
}

/// What one question may cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Resource units of Z3 for one question. They count work, so the answer does not depend on the load.
    pub rlimit: u32,
    /// When it has passed, questions that would reach Z3 are answered [`Reason::Budget`].
    pub deadline: Option<Deadline>,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { rlimit: 500_000, deadline: None }
    }
}
