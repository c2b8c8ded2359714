//! Tries machine integers with small values first.
//! A question about wrapping arithmetic is asked with every integer variable between -2^20 and 2^20, where the
//! intervals make most wraps disappear. Satisfiable there is satisfiable; anything else is asked in full.

use std::time::Instant;

use lydian_term::{Int, Interval, Model, Sort, TermId, Terms, VarId};
use rustc_hash::FxHashMap;

use super::{constants, literals};
use crate::{Answer, Budget, LayerStatistics, Solver, Statistics};

/// Variables are at most two to this power away from zero.
const SMALL_BITS: u32 = 20;

/// Asks in a small world first.
pub(crate) struct SmallWorld {
    next: Box<dyn Solver>,
    work: LayerStatistics,
    /// Terms with their variables replaced by the small ones.
    narrowed: FxHashMap<TermId, TermId>,
    /// The small variable of each variable, where it is another one.
    twins: FxHashMap<VarId, VarId>,
}

impl SmallWorld {
    pub(crate) fn new(next: Box<dyn Solver>) -> SmallWorld {
        SmallWorld {
            next,
            work: LayerStatistics::default(),
            narrowed: FxHashMap::default(),
            twins: FxHashMap::default(),
        }
    }

    fn narrow(&mut self, terms: &mut Terms, assertion: TermId) -> TermId {
        for variable in terms.vars_of(assertion).iter() {
            let term = terms.variable_term(*variable);
            if self.narrowed.contains_key(&term) {
                continue;
            }
            let known = terms.variable(*variable).clone();
            let range = Interval { lo: known.lo, hi: known.hi };
            let half = Int::power_of_two(SMALL_BITS);
            let small = Interval { lo: Some(-&half), hi: Some(half) };
            let both = range.intersect(&small);
            if known.sort != Sort::Int || both.is_empty() || both == range {
                self.narrowed.insert(term, term);
                continue;
            }
            let twin = terms.fresh_int(&known.name, both.lo, both.hi);
            self.narrowed.insert(term, twin);
            if let Some(twin) = terms.var_id(twin) {
                self.twins.insert(*variable, twin);
            }
        }
        terms.substitute(assertion, &mut self.narrowed)
    }

    /// A model of the small world, told of the variables of the question.
    fn widened(&self, terms: &mut Terms, assertions: &[TermId], small: &Model) -> Model {
        let mut model = Model::new();
        for assertion in assertions {
            for variable in terms.vars_of(*assertion).iter() {
                let twin = self.twins.get(variable).unwrap_or(variable);
                let value = small.get(*twin).cloned().unwrap_or_else(|| terms.default_value(*twin));
                model.insert(*variable, value);
            }
        }
        model
    }

    fn try_small(&mut self, terms: &mut Terms, assertions: &[TermId], budget: &Budget) -> Option<Answer> {
        let start = Instant::now();
        let narrowed: Vec<TermId> =
            assertions.iter().map(|assertion| self.narrow(terms, *assertion)).collect();
        let Some(conjuncts) = constants::conjuncts(terms, &narrowed) else {
            self.work.passed_on(start);
            return None;
        };
        if let Some(answer) = literals::decide(terms, &conjuncts) {
            return match answer {
                Answer::Sat(small) => {
                    let model = self.widened(terms, assertions, &small);
                    Some(self.work.answered_now(start, Answer::Sat(model)))
                }
                _ => {
                    self.work.passed_on(start);
                    None
                }
            };
        }
        self.work.passed_on(start);
        match self.next.check(terms, &conjuncts, budget) {
            Answer::Sat(small) => Some(Answer::Sat(self.widened(terms, assertions, &small))),
            _ => None,
        }
    }
}

impl Solver for SmallWorld {
    fn check(&mut self, terms: &mut Terms, assertions: &[TermId], budget: &Budget) -> Answer {
        if assertions.iter().any(|assertion| terms.has_wrap(*assertion))
            && let Some(answer) = self.try_small(terms, assertions, budget)
        {
            return answer;
        }
        self.next.check(terms, assertions, budget)
    }

    fn reset(&mut self) {
        self.narrowed.clear();
        self.twins.clear();
        self.next.reset();
    }

    fn statistics(&self) -> Statistics {
        Statistics::behind("small world", &self.work, self.next.statistics())
    }
}
