//! Decides conjunctions of simple literals completely, with a model, without a theory solver.
//! The fragment: truth variables; bounds, differences and their negations over integer variables (`x <= c`, `x - y = c`,
//! `x - y <= c`, `x <> y + c`); equalities and disequalities between strings. Variables that such a literal fixes are
//! first replaced by their value in all other assertions, which brings many questions into the fragment.

use std::time::Instant;

use lydian_term::{Constant, Evaluation, Int, Model, Node, Sort, TermId, Terms, VarId};
use rustc_hash::FxHashMap;

use super::constants::conjuncts;
use crate::{Answer, Budget, LayerStatistics, Solver, Statistics};

mod differences;
pub(crate) mod equalities;

use differences::Differences;
use equalities::Equalities;

/// How often newly fixed variables are replaced before the question is passed on.
const MOST_ROUNDS: usize = 4;

/// Answers questions within the fragment.
pub(crate) struct Literals {
    next: Box<dyn Solver>,
    work: LayerStatistics,
}

impl Literals {
    pub(crate) fn new(next: Box<dyn Solver>) -> Literals {
        Literals { next, work: LayerStatistics::default() }
    }
}

impl Solver for Literals {
    fn check(&mut self, terms: &mut Terms, assertions: &[TermId], budget: &Budget) -> Answer {
        let start = Instant::now();
        if let Some(answer) = decide(terms, assertions) {
            return self.work.answered_now(start, answer);
        }
        self.work.passed_on(start);
        self.next.check(terms, assertions, budget)
    }

    fn reset(&mut self) {
        self.next.reset();
    }

    fn statistics(&self) -> Statistics {
        Statistics::behind("literals", &self.work, self.next.statistics())
    }
}

/// The answer, if the conjuncts lie in the fragment or a contradiction does.
pub(crate) fn decide(terms: &mut Terms, assertions: &[TermId]) -> Option<Answer> {
    let mut facts = Facts::default();
    let mut open: Vec<TermId> = assertions.to_vec();
    for _ in 0..MOST_ROUNDS {
        let fixed_before = facts.fixed.len();
        open.retain(|assertion| !facts.take(terms, *assertion));
        if facts.contradiction {
            return Some(Answer::Unsat);
        }
        if open.is_empty() {
            return facts.solve(terms);
        }
        if facts.fixed.len() == fixed_before {
            return None;
        }
        open = match facts.replaced(terms, &open) {
            Some(open) => open,
            None => return Some(Answer::Unsat),
        };
        if open.is_empty() {
            return facts.solve(terms);
        }
    }
    None
}

/// What the literals taken so far say.
#[derive(Default)]
struct Facts {
    /// Variables that must have one value.
    fixed: Model,
    differences: Differences,
    strings: Equalities,
    contradiction: bool,
}

impl Facts {
    /// Takes over an assertion, if it is a literal of the fragment.
    fn take(&mut self, terms: &Terms, assertion: TermId) -> bool {
        let (atom, holds) = match terms.view(assertion) {
            Node::Not(inner) => (*inner, false),
            _ => (assertion, true),
        };
        match terms.view(atom) {
            Node::Var(variable) => {
                self.fix(*variable, Constant::Bool(holds));
                true
            }
            Node::IntEq(sum, value) => {
                let Some(difference) = difference(terms, *sum) else { return false };
                if let (true, (Some(variable), None)) = (holds, difference) {
                    self.fix(variable, Constant::Int(value.clone()));
                }
                if holds {
                    self.differences.equal(terms, difference, value)
                } else {
                    self.differences.different(terms, difference, value)
                }
            }
            Node::IntLe(sum, bound) => {
                let Some(difference) = difference(terms, *sum) else { return false };
                holds && self.differences.at_most(terms, difference, bound)
            }
            Node::Same(a, b) if terms.sort(*a) == Sort::Str => {
                for (x, y) in [(*a, *b), (*b, *a)] {
                    if let (Node::Var(variable), Node::Str(value)) = (terms.view(x), terms.view(y))
                        && holds
                    {
                        self.fix(*variable, Constant::Str(value.clone()));
                    }
                }
                self.strings.relate(terms, *a, *b, holds)
            }
            _ => false,
        }
    }

    fn fix(&mut self, variable: VarId, value: Constant) {
        match self.fixed.get(variable) {
            Some(other) if *other != value => self.contradiction = true,
            _ => self.fixed.insert(variable, value),
        }
    }

    /// Assertions with fixed variables replaced; `None` if one becomes false.
    fn replaced(&self, terms: &mut Terms, open: &[TermId]) -> Option<Vec<TermId>> {
        let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut result = Vec::with_capacity(open.len());
        let mut evaluation = Evaluation::new(&self.fixed);
        for assertion in open {
            // Evaluating makes no new terms, so it comes first.
            match evaluation.value(terms, *assertion) {
                Some(Constant::Bool(true)) => continue,
                Some(_) => return None,
                None => {}
            }
            if !terms.vars_of(*assertion).iter().any(|variable| self.fixed.get(*variable).is_some()) {
                result.push(*assertion);
                continue;
            }
            if done.is_empty() {
                for (variable, value) in self.fixed.iter() {
                    let (from, to) = (terms.variable_term(variable), terms.constant(value));
                    done.insert(from, to);
                }
            }
            result.push(terms.substitute(*assertion, &mut done));
        }
        conjuncts(terms, &result)
    }

    fn solve(mut self, terms: &Terms) -> Option<Answer> {
        let mut model = self.fixed;
        if !self.strings.solve(&mut model) {
            return Some(Answer::Unsat);
        }
        match self.differences.solve(terms, &mut model) {
            differences::Outcome::Solved => Some(Answer::Sat(model)),
            differences::Outcome::Contradiction => Some(Answer::Unsat),
            differences::Outcome::Undecided => None,
        }
    }
}

/// A difference of two variables, of which one may be missing.
type Difference = (Option<VarId>, Option<VarId>);

fn difference(terms: &Terms, sum: TermId) -> Option<Difference> {
    let signed = |(coefficient, part): &(Int, TermId)| {
        let variable = terms.var_id(*part)?;
        if coefficient.is_one() {
            Some((Some(variable), None))
        } else if *coefficient == Int::MINUS_ONE {
            Some((None, Some(variable)))
        } else {
            None
        }
    };
    match terms.view(sum) {
        Node::Var(variable) => Some((Some(*variable), None)),
        Node::Sum(parts, constant) if constant.is_zero() => match &**parts {
            [only] => signed(only),
            [first, second] => match (signed(first)?, signed(second)?) {
                ((Some(x), None), (None, Some(y))) | ((None, Some(y)), (Some(x), None)) => {
                    Some((Some(x), Some(y)))
                }
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}
