//! Products of unknowns: tried with some values for one factor, never solved in general.
//! Nonlinear arithmetic over machine integers is beyond any budget, and what Z3 spends on it is not counted well. With
//! one factor of each product fixed the question is linear. Satisfiable for some value is satisfiable; if none of the
//! values fits, the answer is unknown.

use std::time::Instant;

use lydian_term::{Constant, Int, Node, TermId, Terms, VarId};
use rustc_hash::FxHashMap;

use super::constants;
use crate::{Answer, Budget, LayerStatistics, Reason, Solver, Statistics};

/// The values that factors take in turn.
const VALUES: [i64; 10] = [1, 0, 2, -1, 3, -2, 5, 10, 12, 100];

/// Makes questions linear.
pub(crate) struct Products {
    next: Box<dyn Solver>,
    work: LayerStatistics,
}

impl Products {
    pub(crate) fn new(next: Box<dyn Solver>) -> Products {
        Products { next, work: LayerStatistics::default() }
    }

    /// The answer with some variables fixed; `None` if there is no model with these values.
    fn with_fixed(
        &mut self,
        terms: &mut Terms,
        assertions: &[TermId],
        fixed: &[(VarId, Int)],
        budget: &Budget,
    ) -> Option<Answer> {
        let mut done = FxHashMap::default();
        for (variable, value) in fixed {
            let known = terms.variable(*variable);
            let below = known.lo.as_ref().is_some_and(|lo| value < lo);
            if below || known.hi.as_ref().is_some_and(|hi| value > hi) {
                return None;
            }
            let constant = terms.int_const(value.clone());
            done.insert(terms.variable_term(*variable), constant);
        }
        let linear: Vec<TermId> =
            assertions.iter().map(|assertion| terms.substitute(*assertion, &mut done)).collect();
        let conjuncts = constants::conjuncts(terms, &linear)?;
        match self.next.check(terms, &conjuncts, budget) {
            Answer::Sat(mut model) => {
                for (variable, value) in fixed {
                    model.insert(*variable, Constant::Int(value.clone()));
                }
                Some(Answer::Sat(model))
            }
            _ => None,
        }
    }
}

/// The variables to fix so that no product or quotient of unknowns is left.
fn factors(terms: &mut Terms, assertions: &[TermId]) -> Vec<VarId> {
    let mut fixed: Vec<VarId> = Vec::new();
    for term in terms.below(assertions) {
        let nonlinear = match terms.view(term) {
            // All factors but the last; a square has its only factor in front, too.
            Node::Product(factors) => factors[..factors.len() - 1].to_vec(),
            Node::TDiv(_, divisor)
            | Node::TMod(_, divisor)
            | Node::FloorDiv(_, divisor)
            | Node::FloorMod(_, divisor)
                if terms.as_int(*divisor).is_none() =>
            {
                vec![*divisor]
            }
            _ => continue,
        };
        for factor in nonlinear {
            for variable in terms.vars_of(factor).iter() {
                if !fixed.contains(variable) && terms.variable(*variable).sort == lydian_term::Sort::Int {
                    fixed.push(*variable);
                }
            }
        }
    }
    fixed
}

impl Solver for Products {
    fn check(&mut self, terms: &mut Terms, assertions: &[TermId], budget: &Budget) -> Answer {
        let start = Instant::now();
        let variables = factors(terms, assertions);
        self.work.passed_on(start);
        if variables.is_empty() {
            return self.next.check(terms, assertions, budget);
        }
        // All the same value first, then different ones for different variables.
        for shift in 0..2usize {
            for first in 0..VALUES.len() {
                let fixed: Vec<(VarId, Int)> = variables
                    .iter()
                    .enumerate()
                    .map(|(index, variable)| {
                        (*variable, Int::from(VALUES[(first + shift * index) % VALUES.len()]))
                    })
                    .collect();
                if let Some(answer) = self.with_fixed(terms, assertions, &fixed, budget) {
                    return answer;
                }
            }
            if variables.len() == 1 {
                break;
            }
        }
        self.work.answered_now(start, Answer::Unknown(Reason::Unsupported("a product of unknowns".into())))
    }

    fn reset(&mut self) {
        self.next.reset();
    }

    fn statistics(&self) -> Statistics {
        Statistics::behind("products", &self.work, self.next.statistics())
    }
}
