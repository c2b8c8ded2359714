//! Models near a wish: soft constraints of the form "this variable has this value" (section 5.3 of the console paper).
//! Greedy: wishes are granted one after the other where the assertions and those granted before still allow it. The
//! result is a maximal set of granted wishes, not always a largest one; most of them cost no question. Where a variable is
//! tied to others, one of them moves with it; where that does not do, the solver finds values for all that are still free; and
//! where the value itself is not possible, its direction is wished for.

use lydian_term::{Constant, Evaluation, Int, Model, TermId, Terms, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Answer, Budget, Chain, Solver};

/// So many variables are tried as the one that moves with another.
const MOST_PARTNERS: usize = 6;

impl Chain {
    /// Changes `model`, which satisfies the assertions, towards the wishes, in their order. At most `questions` of the
    /// wishes that evaluation cannot grant are put to the solver.
    pub fn solve_near(
        &mut self,
        terms: &mut Terms,
        assertions: &[TermId],
        model: &Model,
        wishes: &[(VarId, Constant)],
        questions: usize,
        budget: &Budget,
    ) -> Model {
        let mut near = Near::new(terms, assertions, model);
        let mut left = questions;
        for (variable, value) in wishes {
            if near.alone(terms, *variable, value) || near.with_a_partner(terms, *variable, value) {
                near.grant(terms, *variable, value);
                continue;
            }
            // Without room for the variables that are still free, no question can help.
            if left == 0 || !near.is_tied_to_a_free_one(terms, *variable) {
                continue;
            }
            left -= 1;
            let term = terms.variable_term(*variable);
            let constant = terms.constant(value);
            let equal = terms.eq(term, constant);
            if near.ask(self, terms, equal, budget) {
                near.granted.insert(*variable);
                continue;
            }
            let (Constant::Int(wished), Some(Constant::Int(now))) = (value, near.model.get(*variable)) else {
                continue;
            };
            // As far as possible is not known; half of the way is more than nothing.
            let half = (now + wished).floor_div(&Int::from(2)).unwrap_or_else(|| now.clone());
            if left == 0 || half == *now {
                continue;
            }
            left -= 1;
            let (upwards, half) = (half > *now, terms.int_const(half));
            let beyond = if upwards { terms.le(half, term) } else { terms.le(term, half) };
            near.ask(self, terms, beyond, budget);
        }
        near.model
    }
}

/// A model on its way.
struct Near {
    model: Model,
    /// The assertions, and the wishes that were granted.
    pinned: Vec<TermId>,
    granted: FxHashSet<VarId>,
    /// For each variable, the assertions that speak of it.
    about: FxHashMap<VarId, Vec<TermId>>,
}

impl Near {
    fn new(terms: &mut Terms, assertions: &[TermId], model: &Model) -> Near {
        let mut about: FxHashMap<VarId, Vec<TermId>> = FxHashMap::default();
        for assertion in assertions {
            for variable in terms.vars_of(*assertion).iter() {
                about.entry(*variable).or_default().push(*assertion);
            }
        }
        let granted = FxHashSet::default();
        Near { model: model.clone(), pinned: assertions.to_vec(), granted, about }
    }

    fn about(&self, variable: VarId) -> &[TermId] {
        self.about.get(&variable).map_or(&[], Vec::as_slice)
    }

    /// Takes over changes if what speaks of the changed variables still holds.
    fn change(&mut self, terms: &Terms, changes: &[(VarId, Constant)]) -> bool {
        let mut changed = self.model.clone();
        for (variable, value) in changes {
            changed.insert(*variable, value.clone());
        }
        let mut evaluation = Evaluation::with_defaults(&changed);
        let holds =
            changes.iter().all(|(variable, _)| evaluation.holds(terms, self.about(*variable)) == Some(true));
        if holds {
            self.model = changed;
        }
        holds
    }

    fn alone(&mut self, terms: &Terms, variable: VarId, value: &Constant) -> bool {
        self.change(terms, &[(variable, value.clone())])
    }

    /// Lets another number that is tied to this one move with it, by as much or by as much the other way.
    fn with_a_partner(&mut self, terms: &mut Terms, variable: VarId, value: &Constant) -> bool {
        let (Constant::Int(wished), Some(Constant::Int(now))) = (value, self.model.get(variable)) else {
            return false;
        };
        let step = wished - now;
        for partner in self.tied(terms, variable).into_iter().take(MOST_PARTNERS) {
            let Some(Constant::Int(other)) = self.model.get(partner).cloned() else { continue };
            for moved in [&other + &step, &other - &step] {
                if self.change(terms, &[(variable, value.clone()), (partner, moved.into())]) {
                    return true;
                }
            }
        }
        false
    }

    /// The variables without a granted wish that some assertion ties to this one.
    fn tied(&self, terms: &mut Terms, variable: VarId) -> Vec<VarId> {
        let mut tied = Vec::new();
        for assertion in self.about(variable) {
            for other in terms.vars_of(*assertion).iter() {
                if *other != variable && !self.granted.contains(other) && !tied.contains(other) {
                    tied.push(*other);
                }
            }
        }
        tied
    }

    fn is_tied_to_a_free_one(&self, terms: &mut Terms, variable: VarId) -> bool {
        !self.tied(terms, variable).is_empty()
    }

    fn grant(&mut self, terms: &mut Terms, variable: VarId, value: &Constant) {
        let (term, constant) = (terms.variable_term(variable), terms.constant(value));
        let equal = terms.eq(term, constant);
        self.granted.insert(variable);
        self.pinned.push(equal);
    }

    /// Asks whether something more is possible, and keeps it and the solver's values if so.
    fn ask(&mut self, chain: &mut Chain, terms: &mut Terms, more: TermId, budget: &Budget) -> bool {
        self.pinned.push(more);
        if let Answer::Sat(found) = chain.check(terms, &self.pinned, budget) {
            self.model.extend(found);
            return true;
        }
        self.pinned.pop();
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the paper: `n >= 0`, three summands that exceed `n` only with the last, wished 3, 7, 15, -4.
    #[test]
    fn wishes_are_granted_as_far_as_the_assertions_allow() {
        let mut terms = Terms::new();
        let names = ["n", "x1", "x2", "x3"];
        let inputs: Vec<TermId> = names.iter().map(|name| terms.fresh_int(name, None, None)).collect();
        let zero = terms.int(0);
        let first = terms.add(inputs[1], inputs[2]);
        let all = terms.add(first, inputs[3]);
        let assertions = vec![
            terms.le(zero, inputs[0]),
            terms.le(inputs[1], inputs[0]),
            terms.le(first, inputs[0]),
            terms.lt(inputs[0], all),
        ];
        let mut chain = Chain::new();
        let Answer::Sat(model) = chain.check(&mut terms, &assertions, &Budget::default()) else {
            panic!("satisfiable")
        };
        let wishes: Vec<(VarId, Constant)> = inputs
            .iter()
            .zip([3, 7, 15, -4])
            .map(|(input, wish)| (terms.var_id(*input).expect("a variable"), Constant::from(wish)))
            .collect();
        let near = chain.solve_near(&mut terms, &assertions, &model, &wishes, 10, &Budget::default());
        assert_eq!(Evaluation::with_defaults(&near).holds(&terms, &assertions), Some(true));
        let met = wishes.iter().filter(|(variable, value)| near.get(*variable) == Some(value)).count();
        assert!(met >= 2, "{met} wishes granted");
    }

    #[test]
    fn what_is_tied_to_a_wish_moves_with_it() {
        let mut terms = Terms::new();
        let [a, b] = ["a", "b"].map(|name| terms.fresh_int(name, None, None));
        let (zero, hundred) = (terms.int(0), terms.int(100));
        let equal = terms.eq(a, b);
        let assertions = [equal, terms.le(zero, a), terms.le(a, hundred)];
        let [first, second] = [a, b].map(|term| terms.var_id(term).expect("a variable"));
        let mut model = Model::new();
        model.extend([first, second].into_iter().map(|variable| (variable, Constant::from(0))).collect());
        let mut near = |wish: i64, questions: usize| {
            let wishes = [(first, Constant::from(wish))];
            let budget = Budget::default();
            let near = Chain::new().solve_near(&mut terms, &assertions, &model, &wishes, questions, &budget);
            (near.get(first).cloned(), near.get(second).cloned())
        };
        let both = |value: i64| (Some(Constant::from(value)), Some(Constant::from(value)));
        assert_eq!(near(57, 0), both(57));
        assert_eq!(near(170, 0), both(0), "nothing is granted that the assertions forbid");
        let (Some(Constant::Int(half)), _) = near(170, 2) else { panic!("a value") };
        assert!(half >= Int::from(85), "half of the way is gone, not {half}");
    }
}
