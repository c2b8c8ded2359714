//! Models near a wish: soft constraints of the form "this variable has this value" (section 5.3 of the console paper).
//! Greedy: wishes are granted one after the other where the assertions and those granted before still allow it. The
//! result is a maximal set of granted wishes, not always a largest one; most of them cost no question.

use lydian_term::{Constant, Evaluation, Model, TermId, Terms, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Answer, Budget, Chain, Solver};

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
        let mut about: FxHashMap<VarId, Vec<TermId>> = FxHashMap::default();
        for assertion in assertions {
            for variable in terms.vars_of(*assertion).iter() {
                about.entry(*variable).or_default().push(*assertion);
            }
        }
        let mut model = model.clone();
        let mut pinned = assertions.to_vec();
        let mut granted: FxHashSet<VarId> = FxHashSet::default();
        let mut left = questions;
        for (variable, value) in wishes {
            let mut changed = model.clone();
            changed.insert(*variable, value.clone());
            let concerned = about.get(variable).map_or(&[][..], Vec::as_slice);
            let term = terms.variable_term(*variable);
            let constant = terms.constant(value);
            let wish = terms.eq(term, constant);
            if Evaluation::with_defaults(&changed).holds(terms, concerned) == Some(true) {
                model = changed;
            } else {
                // Without room for the variables that are still free, no question can help.
                let free = concerned.iter().any(|assertion| {
                    let variables = terms.vars_of(*assertion);
                    variables.iter().any(|other| other != variable && !granted.contains(other))
                });
                if left == 0 || !free {
                    continue;
                }
                left -= 1;
                let mut asked = pinned.clone();
                asked.push(wish);
                match self.check(terms, &asked, budget) {
                    Answer::Sat(found) => {
                        for (other, value) in found.iter() {
                            model.insert(other, value.clone());
                        }
                    }
                    _ => continue,
                }
            }
            granted.insert(*variable);
            pinned.push(wish);
        }
        model
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
}
