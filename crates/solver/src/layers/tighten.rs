//! Lets the bounds that a question itself implies take wraps away.
//! `x > 0` and `x - 1 < 0` on machine integers: only with the first in mind can `x - 1` not overflow. Bounds are
//! propagated through the linear conjuncts, variables are replaced by ones with the tighter bounds, and the simplifier
//! does the rest. The new question has a model if and only if the old one has, with the same values.

use std::time::Instant;

use lydian_term::{Bounds, Int, Interval, Model, Node, TermId, Terms, VarId};
use rustc_hash::FxHashMap;

use super::{constants, literals};
use crate::{Answer, Budget, LayerStatistics, Solver, Statistics};

/// Bounds are propagated at most that often through all conjuncts.
const MOST_ROUNDS: usize = 4;

/// Asks with tighter bounds.
pub(crate) struct Tighten {
    next: Box<dyn Solver>,
    work: LayerStatistics,
    /// The variable with these bounds in place of another, so that equal bounds give equal terms.
    twins: FxHashMap<(VarId, Option<Int>, Option<Int>), TermId>,
}

impl Tighten {
    pub(crate) fn new(next: Box<dyn Solver>) -> Tighten {
        Tighten { next, work: LayerStatistics::default(), twins: FxHashMap::default() }
    }

    fn twin(&mut self, terms: &mut Terms, variable: VarId, bounds: &Interval) -> TermId {
        let key = (variable, bounds.lo.clone(), bounds.hi.clone());
        if let Some(known) = self.twins.get(&key) {
            return *known;
        }
        let name = terms.variable(variable).name.clone();
        let twin = terms.fresh_int(&name, bounds.lo.clone(), bounds.hi.clone());
        self.twins.insert(key, twin);
        twin
    }

    fn tightened(&mut self, terms: &mut Terms, assertions: &[TermId], budget: &Budget) -> Option<Answer> {
        let start = Instant::now();
        let Some(bounds) = implied_bounds(terms, assertions) else {
            return Some(self.work.answered_now(start, Answer::Unsat));
        };
        if bounds.is_empty() {
            self.work.passed_on(start);
            return None;
        }
        let mut tight: Vec<(VarId, Interval)> = bounds.into_iter().collect();
        tight.sort_unstable_by_key(|(variable, _)| *variable);
        let mut replaced = FxHashMap::default();
        let mut twins = Vec::with_capacity(tight.len());
        for (variable, interval) in tight {
            let twin = self.twin(terms, variable, &interval);
            replaced.insert(terms.variable_term(variable), twin);
            twins.push((variable, twin));
        }
        let tighter: Vec<TermId> =
            assertions.iter().map(|assertion| terms.substitute(*assertion, &mut replaced)).collect();
        let wraps = |terms: &Terms, all: &[TermId]| all.iter().filter(|term| terms.has_wrap(**term)).count();
        let Some(conjuncts) = constants::conjuncts(terms, &tighter) else {
            return Some(self.work.answered_now(start, Answer::Unsat));
        };
        if let Some(answer) = literals::decide(terms, &conjuncts) {
            let answer = with_values_of(terms, answer, &twins);
            return Some(self.work.answered_now(start, answer));
        }
        self.work.passed_on(start);
        if wraps(terms, &conjuncts) >= wraps(terms, assertions) {
            return None;
        }
        let answer = self.next.check(terms, &conjuncts, budget);
        Some(with_values_of(terms, answer, &twins))
    }
}

/// A model of the tighter question, told of the variables of the question.
fn with_values_of(terms: &Terms, answer: Answer, twins: &[(VarId, TermId)]) -> Answer {
    let Answer::Sat(tighter) = answer else { return answer };
    let mut model: Model = tighter.clone();
    for (variable, twin) in twins {
        if let Some(twin) = terms.var_id(*twin) {
            let value = tighter.get(twin).cloned().unwrap_or_else(|| terms.default_value(twin));
            model.insert(*variable, value);
        }
    }
    Answer::Sat(model)
}

impl Solver for Tighten {
    fn check(&mut self, terms: &mut Terms, assertions: &[TermId], budget: &Budget) -> Answer {
        if assertions.iter().any(|assertion| terms.has_wrap(*assertion))
            && let Some(answer) = self.tightened(terms, assertions, budget)
        {
            return answer;
        }
        self.next.check(terms, assertions, budget)
    }

    fn reset(&mut self) {
        self.twins.clear();
        self.next.reset();
    }

    fn statistics(&self) -> Statistics {
        Statistics::behind("tighten", &self.work, self.next.statistics())
    }
}

/// Bounds of variables that follow from the conjuncts and are tighter than the declared ones; `None` if they are empty.
pub fn implied_bounds(terms: &Terms, assertions: &[TermId]) -> Option<Bounds> {
    let mut bounds = Bounds::default();
    for _ in 0..MOST_ROUNDS {
        let mut changed = false;
        for assertion in assertions {
            match terms.view(*assertion) {
                Node::IntLe(sum, bound) => changed |= propagate(terms, *sum, bound, false, &mut bounds)?,
                Node::IntEq(sum, value) => {
                    changed |= propagate(terms, *sum, value, false, &mut bounds)?;
                    changed |= propagate(terms, *sum, &-value, true, &mut bounds)?;
                }
                _ => {}
            }
        }
        if !changed {
            break;
        }
    }
    Some(bounds)
}

/// From `sum <= bound` (or `-sum <= bound`), a bound for each variable in it from the bounds of all other parts.
fn propagate(terms: &Terms, sum: TermId, bound: &Int, negated: bool, bounds: &mut Bounds) -> Option<bool> {
    let sign = |coefficient: &Int| if negated { -coefficient } else { coefficient.clone() };
    let parts: Vec<(Int, TermId)> = match terms.view(sum) {
        Node::Sum(parts, _) => parts.iter().map(|(coefficient, part)| (sign(coefficient), *part)).collect(),
        _ => vec![(sign(&Int::ONE), sum)],
    };
    // The least value of each part; a bound for one needs all others.
    let least: Vec<Option<Int>> = parts
        .iter()
        .map(|(coefficient, part)| {
            let interval = current(terms, *part, bounds);
            let end = if coefficient.is_negative() { interval.hi } else { interval.lo };
            end.map(|end| end * coefficient)
        })
        .collect();
    let mut changed = false;
    for (place, (coefficient, part)) in parts.iter().enumerate() {
        let Some(variable) = terms.var_id(*part) else { continue };
        let mut room = Some(bound.clone());
        for (other, least) in least.iter().enumerate() {
            if other != place {
                room = room.zip(least.as_ref()).map(|(room, least)| room - least);
            }
        }
        let Some(room) = room else { continue };
        // coefficient * variable <= room; dividing by a negative number turns the inequality around.
        let limit = if coefficient.is_negative() {
            let lower = (-&room).floor_div(&-coefficient).map(|floor| {
                let exact = &floor * &-coefficient == -&room;
                if exact { floor } else { floor + Int::ONE }
            });
            Interval { lo: lower, hi: None }
        } else {
            Interval { lo: None, hi: room.floor_div(coefficient) }
        };
        let before = current(terms, *part, bounds);
        let after = before.intersect(&limit);
        if after.is_empty() {
            return None;
        }
        if after != before {
            bounds.insert(variable, after);
            changed = true;
        }
    }
    Some(changed)
}

fn current(terms: &Terms, part: TermId, bounds: &Bounds) -> Interval {
    let known = terms.var_id(part).and_then(|variable| bounds.get(&variable)).cloned();
    known.unwrap_or_else(|| terms.interval(part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Chain;

    #[test]
    fn a_positive_number_has_a_predecessor_that_is_not_negative() {
        let mut terms = Terms::new();
        let half = Int::power_of_two(62);
        let x = terms.fresh_int("x", Some(-&half), Some(half - Int::ONE));
        let (zero, one) = (terms.int(0), terms.int(1));
        let previous = terms.sub(x, one);
        let previous = terms.wrap(63, previous);
        let conditions = [terms.lt(zero, x), terms.lt(previous, zero)];
        assert_eq!(Chain::without_z3().check(&mut terms, &conditions, &Budget::default()), Answer::Unsat);
        assert!(Chain::without_z3().check(&mut terms, &conditions[..1], &Budget::default()).is_sat());
    }

    #[test]
    fn bounds_travel_through_inequalities() {
        let mut terms = Terms::new();
        let (x, y) = (terms.fresh_int("x", None, None), terms.fresh_int("y", None, None));
        let (three, ten, double) = (terms.int(3), terms.int(10), terms.add(y, y));
        let conditions = [terms.le(three, x), terms.lt(x, double), terms.lt(double, ten)];
        let bounds = implied_bounds(&terms, &conditions).expect("not empty");
        assert_eq!(bounds[&terms.var_id(x).expect("a variable")], Interval::new(3, 7));
        assert_eq!(bounds[&terms.var_id(y).expect("a variable")], Interval::new(2, 4));
        let none = [conditions[0], terms.lt(double, three)];
        let impossible = terms.lt(x, y);
        assert!(implied_bounds(&terms, &[none[0], none[1], impossible]).is_none());
    }
}
