//! The four divisions. Truncating division becomes flooring division where both agree, which is the form that solvers
//! know. Division by zero is total here (see [`crate::Node`]); a caller for whom it is an error asks before dividing.

use crate::{Int, Node, TermId, Terms};

/// Which rounding a division has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounding {
    TowardsZero,
    Down,
}

impl Terms {
    /// The quotient rounded towards zero, as in C and OCaml.
    pub fn tdiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.quotient(Rounding::TowardsZero, a, b)
    }

    /// The remainder of [`Terms::tdiv`], with the sign of the dividend.
    pub fn tmod(&mut self, a: TermId, b: TermId) -> TermId {
        self.remainder(Rounding::TowardsZero, a, b)
    }

    /// The quotient rounded down.
    pub fn floor_div(&mut self, a: TermId, b: TermId) -> TermId {
        self.quotient(Rounding::Down, a, b)
    }

    /// The remainder of [`Terms::floor_div`], with the sign of the divisor.
    pub fn floor_mod(&mut self, a: TermId, b: TermId) -> TermId {
        self.remainder(Rounding::Down, a, b)
    }

    fn quotient(&mut self, rounding: Rounding, a: TermId, b: TermId) -> TermId {
        if let (Some(x), Some(y)) = (self.int_ref(a), self.int_ref(b)) {
            let quotient = match rounding {
                Rounding::TowardsZero => x.tdiv(y),
                Rounding::Down => x.floor_div(y),
            };
            return self.int_const(quotient.unwrap_or(Int::ZERO));
        }
        if let Some(divisor) = self.int_ref(b) {
            if divisor.is_zero() {
                return self.int(0);
            }
            if divisor.is_one() {
                return a;
            }
            if *divisor == Int::MINUS_ONE {
                return self.neg(a);
            }
            // A sum whose every coefficient is a multiple of the divisor divides exactly, with either rounding.
            let divisor = divisor.clone();
            let mut linear = self.linear(a);
            let divides = |number: &Int| number.tmod(&divisor).is_some_and(|rest| rest.is_zero());
            if divides(&linear.constant) && linear.parts.iter().all(|(coefficient, _)| divides(coefficient)) {
                let exact = |number: &Int| number.tdiv(&divisor).unwrap_or(Int::ZERO);
                linear.constant = exact(&linear.constant);
                linear.parts.iter_mut().for_each(|(coefficient, _)| *coefficient = exact(coefficient));
                return self.sum(linear);
            }
        }
        if rounding == Rounding::Down || self.rounds_down_anyway(a, b) {
            self.intern(Node::FloorDiv(a, b))
        } else {
            self.intern(Node::TDiv(a, b))
        }
    }

    fn remainder(&mut self, rounding: Rounding, a: TermId, b: TermId) -> TermId {
        if let (Some(x), Some(y)) = (self.int_ref(a), self.int_ref(b)) {
            let remainder = match rounding {
                Rounding::TowardsZero => x.tmod(y),
                Rounding::Down => x.floor_mod(y),
            };
            let remainder = remainder.unwrap_or_else(|| x.clone());
            return self.int_const(remainder);
        }
        if let Some(divisor) = self.int_ref(b) {
            if divisor.is_zero() {
                return a;
            }
            if divisor.abs().is_one() {
                return self.int(0);
            }
            let linear = self.linear(a);
            let divides = |number: &Int| number.tmod(divisor).is_some_and(|rest| rest.is_zero());
            if divides(&linear.constant) && linear.parts.iter().all(|(coefficient, _)| divides(coefficient)) {
                return self.int(0);
            }
            // A dividend between zero and a positive divisor is its own remainder.
            let interval = &self.intervals[a.index()];
            let is_smaller = interval.hi.as_ref().is_some_and(|hi| *hi < divisor.abs());
            let same_sign = rounding == Rounding::TowardsZero || divisor.is_positive();
            if interval.is_nonnegative() && is_smaller && same_sign {
                return a;
            }
        }
        if rounding == Rounding::Down || self.rounds_down_anyway(a, b) {
            self.intern(Node::FloorMod(a, b))
        } else {
            self.intern(Node::TMod(a, b))
        }
    }

    fn rounds_down_anyway(&self, a: TermId, b: TermId) -> bool {
        self.intervals[a.index()].is_nonnegative() && self.intervals[b.index()].is_nonnegative()
    }
}
