//! Models that people like to read: small numbers and short strings.
//! Greedy and deterministic: variable after variable is pinned to the most preferred value that the rest still allows.
//! A value that the current model has, or that evaluation confirms, costs no question.

use lydian_term::{Constant, Evaluation, Int, Model, TermId, Terms, VarId};

use crate::layers::literals::equalities::short_strings;
use crate::{Answer, Budget, Chain, Solver};

/// Constants worth trying, such as those of the programs under comparison. The order is that of preference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// Integers to try after 0, 1, -1 and 2.
    pub ints: Vec<Int>,
    /// Strings to try after single letters and the empty one.
    pub strings: Vec<Vec<u8>>,
}

/// Of each kind of hint at most that many are tried for one variable.
const MOST_HINTS: usize = 12;

impl Chain {
    /// Like [`Solver::check`], but the model has small values: the variables in `order` are minimised one after the
    /// other, each as far as those before it allow.
    pub fn solve_small(
        &mut self,
        terms: &mut Terms,
        assertions: &[TermId],
        order: &[VarId],
        hints: &Hints,
        budget: &Budget,
    ) -> Answer {
        let model = match self.check(terms, assertions, budget) {
            Answer::Sat(model) => model,
            other => return other,
        };
        let mut search = Search { chain: self, terms, pinned: assertions.to_vec(), model, budget };
        for variable in order {
            search.minimise(*variable, hints);
        }
        Answer::Sat(search.model)
    }
}

struct Search<'a> {
    chain: &'a mut Chain,
    terms: &'a mut Terms,
    /// The assertions and the values chosen so far; `model` satisfies them all.
    pinned: Vec<TermId>,
    model: Model,
    budget: &'a Budget,
}

impl Search<'_> {
    fn minimise(&mut self, variable: VarId, hints: &Hints) {
        let Some(current) = self.model.get(variable).cloned() else { return };
        match current {
            Constant::Bool(_) => {
                self.pin_first(variable, vec![false.into(), true.into()]);
            }
            Constant::Int(_) => {
                let mut candidates: Vec<Constant> = [0, 1, -1, 2].map(Constant::from).to_vec();
                candidates.extend(hints.ints.iter().take(MOST_HINTS).cloned().map(Constant::from));
                if !self.pin_first(variable, candidates) {
                    self.smallest_integer(variable);
                }
            }
            Constant::Str(_) => {
                // A letter reads better than a pair of quotes with nothing in it.
                let letters = short_strings().skip(1).take(3).chain(short_strings().take(1));
                let mut candidates: Vec<Constant> = letters.map(|text| Constant::from(&text[..])).collect();
                candidates
                    .extend(hints.strings.iter().take(MOST_HINTS).map(|text| Constant::from(&text[..])));
                if !self.pin_first(variable, candidates) {
                    self.shortest_string(variable);
                }
            }
        }
        self.pin_current(variable);
    }

    /// Takes the first candidate that is possible.
    fn pin_first(&mut self, variable: VarId, candidates: Vec<Constant>) -> bool {
        candidates.into_iter().any(|candidate| self.try_value(variable, candidate))
    }

    fn try_value(&mut self, variable: VarId, value: Constant) -> bool {
        if self.model.get(variable) == Some(&value) {
            return true;
        }
        let known = self.terms.variable(variable);
        if let Constant::Int(value) = &value {
            let below = known.lo.as_ref().is_some_and(|lo| value < lo);
            if below || known.hi.as_ref().is_some_and(|hi| value > hi) {
                return false;
            }
        }
        let mut changed = self.model.clone();
        changed.insert(variable, value.clone());
        if Evaluation::new(&changed).holds(self.terms, &self.pinned) == Some(true) {
            self.model = changed;
            return true;
        }
        let (term, value) = (self.terms.variable_term(variable), self.terms.constant(&value));
        let equal = self.terms.eq(term, value);
        self.assume(equal)
    }

    /// Asks whether a further assertion is possible and takes over its model if so.
    fn assume(&mut self, assertion: TermId) -> bool {
        if assertion == Terms::FALSE {
            return false;
        }
        self.pinned.push(assertion);
        let answer = self.chain.check(self.terms, &self.pinned, self.budget);
        self.pinned.pop();
        if let Answer::Sat(model) = answer {
            // Variables that the assertions do not mention keep their values.
            self.model.extend(model);
            return true;
        }
        false
    }

    /// Halves the interval in which the absolute value lies until it is exact, then prefers the positive one.
    fn smallest_integer(&mut self, variable: VarId) {
        let term = self.terms.variable_term(variable);
        let absolute = |search: &Self| search.model.get(variable).and_then(Constant::as_int).map(Int::abs);
        let (Some(mut high), mut low) = (absolute(self), Int::from(2)) else { return };
        // Powers of two first: most values are small.
        let mut bits = 4;
        while Int::power_of_two(bits) < high {
            if self.assume_within(term, &Int::power_of_two(bits)) {
                high = absolute(self).unwrap_or(high);
                break;
            }
            low = Int::power_of_two(bits) + Int::ONE;
            bits *= 2;
        }
        while low < high {
            let middle = (&low + &high).floor_div(&Int::from(2)).unwrap_or_else(|| low.clone());
            if self.assume_within(term, &middle) {
                high = absolute(self).unwrap_or(middle);
            } else {
                low = middle + Int::ONE;
            }
        }
        self.try_value(variable, high.into());
    }

    fn assume_within(&mut self, term: TermId, bound: &Int) -> bool {
        let (low, high) = (self.terms.int_const(-bound), self.terms.int_const(bound.clone()));
        let (above, below) = (self.terms.le(low, term), self.terms.le(term, high));
        let within = self.terms.and(above, below);
        self.assume(within)
    }

    /// Shortens a string where the question is about more than equality; else short ones have been tried already.
    fn shortest_string(&mut self, variable: VarId) {
        if !self.pinned.iter().any(|assertion| self.terms.has_string_operation(*assertion)) {
            return;
        }
        let term = self.terms.variable_term(variable);
        let length =
            |search: &Self| search.model.get(variable).and_then(Constant::as_str).map_or(0, <[u8]>::len);
        let (mut low, mut high) = (1, length(self));
        while low < high {
            let middle = low.midpoint(high);
            let (bound, size) = (self.terms.int_const(Int::from(middle)), self.terms.str_len(term));
            let shorter = self.terms.le(size, bound);
            if self.assume(shorter) {
                high = length(self);
            } else {
                low = middle + 1;
            }
        }
    }

    fn pin_current(&mut self, variable: VarId) {
        if let Some(value) = self.model.get(variable).cloned() {
            let (term, value) = (self.terms.variable_term(variable), self.terms.constant(&value));
            let equal = self.terms.eq(term, value);
            if equal != Terms::TRUE {
                self.pinned.push(equal);
            }
        }
    }
}
