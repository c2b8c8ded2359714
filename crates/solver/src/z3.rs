//! The last layer: Z3, loaded at run time.
//! `library` finds and opens it, `api` binds the functions we use, `session` holds a context with its incremental
//! solvers, `encode` and `decode` translate terms and models. Errors of Z3 become unknown answers.

mod api;
mod decode;
mod encode;
mod library;
mod session;
mod watchdog;

use std::time::Instant;

use lydian_budget::Deadline;
use lydian_term::{TermId, Terms};

pub use library::{Attempt, Discovery, chosen_solver_fault, find_solver};
use session::Session;

use crate::{Answer, Budget, LayerStatistics, Reason, Solver, Statistics};

/// After that many questions the context is made anew, since contexts only ever grow.
const MOST_QUESTIONS: u32 = 20_000;

/// Answers with Z3, if there is one.
pub(crate) struct Z3 {
    session: Option<Session>,
    enabled: bool,
    questions: u32,
    work: LayerStatistics,
}

impl Z3 {
    pub(crate) fn new() -> Z3 {
        Z3 { session: None, enabled: true, questions: 0, work: LayerStatistics::default() }
    }

    /// A stand-in for machines without Z3.
    pub(crate) fn absent() -> Z3 {
        Z3 { enabled: false, ..Z3::new() }
    }

    fn ask(&mut self, terms: &mut Terms, assertions: &[TermId], budget: &Budget) -> Answer {
        if budget.deadline.is_some_and(Deadline::passed) {
            return Answer::Unknown(Reason::Budget);
        }
        let Some(api) = library::loaded().filter(|_| self.enabled) else {
            return Answer::Unknown(Reason::NoSolver);
        };
        self.questions += 1;
        if self.questions > MOST_QUESTIONS {
            self.session = None;
            self.questions = 1;
        }
        if self.session.is_none() {
            self.session = Session::new(api);
        }
        let Some(session) = &mut self.session else {
            return Answer::Unknown(Reason::Unsupported("Z3 could not make a context".into()));
        };
        match session.check(terms, assertions, budget) {
            Ok(answer) => answer,
            Err(failure) => {
                // After an error nothing is known about the state of the context.
                self.session = None;
                Answer::Unknown(Reason::Unsupported(failure))
            }
        }
    }
}

impl Solver for Z3 {
    fn check(&mut self, terms: &mut Terms, assertions: &[TermId], budget: &Budget) -> Answer {
        let start = Instant::now();
        let answer = self.ask(terms, assertions, budget);
        self.work.answered_now(start, answer)
    }

    fn reset(&mut self) {
        self.session = None;
        self.questions = 0;
    }

    fn statistics(&self) -> Statistics {
        Statistics { layers: vec![("z3", self.work.clone())] }
    }
}
