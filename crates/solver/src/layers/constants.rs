//! First layer: conjunctions are taken apart, constants and plain contradictions decide.
//! Passes on the conjuncts in their order, each once, none of them constant.

use std::time::Instant;

use lydian_term::{Model, Node, TermId, Terms};
use rustc_hash::FxHashSet;

use crate::{Answer, Budget, LayerStatistics, Solver, Statistics};

/// Answers questions that a look at each conjunct decides.
pub(crate) struct Constants {
    next: Box<dyn Solver>,
    work: LayerStatistics,
}

impl Constants {
    pub(crate) fn new(next: Box<dyn Solver>) -> Constants {
        Constants { next, work: LayerStatistics::default() }
    }
}

impl Solver for Constants {
    fn check(&mut self, terms: &mut Terms, assertions: &[TermId], budget: &Budget) -> Answer {
        let start = Instant::now();
        match conjuncts(terms, assertions) {
            None => self.work.answered_now(start, Answer::Unsat),
            Some(conjuncts) if conjuncts.is_empty() => {
                self.work.answered_now(start, Answer::Sat(Model::new()))
            }
            Some(conjuncts) => {
                self.work.passed_on(start);
                self.next.check(terms, &conjuncts, budget)
            }
        }
    }

    fn reset(&mut self) {
        self.next.reset();
    }

    fn statistics(&self) -> Statistics {
        Statistics::behind("constants", &self.work, self.next.statistics())
    }
}

/// All conjuncts in order without constants and repetitions; `None` if one is false or the negation of another.
pub(crate) fn conjuncts(terms: &mut Terms, assertions: &[TermId]) -> Option<Vec<TermId>> {
    let mut flat = Vec::with_capacity(assertions.len());
    let mut seen = FxHashSet::default();
    let mut stack: Vec<TermId> = assertions.iter().rev().copied().collect();
    while let Some(term) = stack.pop() {
        if term == Terms::TRUE || !seen.insert(term) {
            continue;
        }
        if term == Terms::FALSE || seen.contains(&terms.not(term)) {
            return None;
        }
        if let Node::And(parts) = terms.view(term) {
            stack.extend(parts.iter().rev());
        } else {
            flat.push(term);
        }
    }
    Some(flat)
}
