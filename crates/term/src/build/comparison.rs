//! Comparisons of integers, and equality of any sort.
//! Both sides are brought to one: `linear sum <= constant` or `linear sum = constant`, with coprime coefficients, so
//! that `x < y`, `x + 1 <= y` and `not (y <= x)` are one term. Intervals decide what they can.

use super::linear::Linear;
use crate::{Int, Node, Sort, TermId, Terms};

/// How deep a comparison is pushed into conditional terms with constant branches.
const DEEPEST_PUSH: u32 = 6;

impl Terms {
    /// Whether two terms of the same sort are equal.
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return Terms::TRUE;
        }
        match self.sort(a) {
            Sort::Int => {
                let (left, right) = (self.linear(a), self.linear(b));
                let difference = self.difference(a, left, b, right);
                self.equals_zero(difference, DEEPEST_PUSH)
            }
            Sort::Bool => self.same_truth(a, b),
            Sort::Str => self.same_string(a, b),
        }
    }

    /// Whether two terms differ.
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Whether the first integer is less than the second.
    pub fn lt(&mut self, a: TermId, b: TermId) -> TermId {
        let one = self.int(1);
        let next = self.add(a, one);
        self.le(next, b)
    }

    /// Whether the first integer is at most the second.
    pub fn le(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return Terms::TRUE;
        }
        let (left, right) = (self.linear(a), self.linear(b));
        let difference = self.difference(a, left, b, right);
        self.at_most_zero(difference, DEEPEST_PUSH)
    }

    /// Whether the first integer is greater than the second.
    pub fn gt(&mut self, a: TermId, b: TermId) -> TermId {
        self.lt(b, a)
    }

    /// Whether the first integer is at least the second.
    pub fn ge(&mut self, a: TermId, b: TermId) -> TermId {
        self.le(b, a)
    }

    fn difference(&mut self, a: TermId, left: Linear, b: TermId, mut right: Linear) -> Linear {
        right.scale(&Int::MINUS_ONE);
        let total = left.plus(&right);
        if total.parts.len() <= super::linear::WIDEST_SUM {
            return total;
        }
        let difference = self.sub(a, b);
        self.linear(difference)
    }

    fn at_most_zero(&mut self, mut linear: Linear, push: u32) -> TermId {
        let mut bound = -&linear.constant;
        linear.constant = Int::ZERO;
        if linear.parts.is_empty() {
            return self.bool(!bound.is_negative());
        }
        let divisor = common_divisor(&linear);
        if !divisor.is_one() {
            divide(&mut linear, &divisor);
            bound = bound.floor_div(&divisor).unwrap_or(bound);
        }
        let sum = self.sum(linear);
        let interval = &self.intervals[sum.index()];
        if interval.hi.as_ref().is_some_and(|hi| *hi <= bound) {
            return Terms::TRUE;
        }
        if interval.lo.as_ref().is_some_and(|lo| *lo > bound) {
            return Terms::FALSE;
        }
        if let Some((condition, then, otherwise, factor)) = self.constant_choice(sum)
            && push > 0
        {
            let branch = |terms: &mut Terms, branch: TermId| {
                let mut linear = terms.linear(branch);
                linear.scale(&factor);
                linear.constant = &linear.constant - &bound;
                terms.at_most_zero(linear, push - 1)
            };
            let (then, otherwise) = (branch(self, then), branch(self, otherwise));
            return self.ite(condition, then, otherwise);
        }
        if let Some((string, sign)) = self.single_length(sum) {
            if sign.is_one() && bound.is_zero() {
                return self.is_empty_string(string);
            }
            if sign == Int::MINUS_ONE && bound == Int::MINUS_ONE {
                let empty = self.is_empty_string(string);
                return self.not(empty);
            }
        }
        self.intern(Node::IntLe(sum, bound))
    }

    fn equals_zero(&mut self, mut linear: Linear, push: u32) -> TermId {
        let mut value = -&linear.constant;
        linear.constant = Int::ZERO;
        let Some((first, _)) = linear.parts.first() else {
            return self.bool(value.is_zero());
        };
        let mut divisor = common_divisor(&linear);
        if first.is_negative() {
            divisor = -divisor;
        }
        if !divisor.is_one() {
            if value.tmod(&divisor).is_some_and(|rest| !rest.is_zero()) {
                return Terms::FALSE;
            }
            divide(&mut linear, &divisor);
            value = value.tdiv(&divisor).unwrap_or(value);
        }
        let sum = self.sum(linear);
        let interval = &self.intervals[sum.index()];
        if !interval.contains(&value) {
            return Terms::FALSE;
        }
        if interval.lo == interval.hi && interval.lo.is_some() {
            return Terms::TRUE;
        }
        if let Some((condition, then, otherwise, factor)) = self.constant_choice(sum)
            && push > 0
        {
            let branch = |terms: &mut Terms, branch: TermId| {
                let mut linear = terms.linear(branch);
                linear.scale(&factor);
                linear.constant = &linear.constant - &value;
                terms.equals_zero(linear, push - 1)
            };
            let (then, otherwise) = (branch(self, then), branch(self, otherwise));
            return self.ite(condition, then, otherwise);
        }
        if value.is_zero()
            && let Some((string, _)) = self.single_length(sum)
        {
            return self.is_empty_string(string);
        }
        self.intern(Node::IntEq(sum, value))
    }

    /// A sum that is a multiple of a conditional with at least one constant branch, taken apart.
    fn constant_choice(&self, sum: TermId) -> Option<(TermId, TermId, TermId, Int)> {
        let (factor, part) = self.only_part(sum)?;
        let Node::Ite(condition, then, otherwise) = self.view(part) else { return None };
        let constant = self.int_ref(*then).is_some() || self.int_ref(*otherwise).is_some();
        constant.then_some((*condition, *then, *otherwise, factor))
    }

    fn single_length(&self, sum: TermId) -> Option<(TermId, Int)> {
        let (factor, part) = self.only_part(sum)?;
        if let Node::Len(string) = self.view(part) { Some((*string, factor)) } else { None }
    }

    fn only_part(&self, sum: TermId) -> Option<(Int, TermId)> {
        match self.view(sum) {
            Node::Sum(parts, _) => match &**parts {
                [(factor, part)] => Some((factor.clone(), *part)),
                _ => None,
            },
            _ => Some((Int::ONE, sum)),
        }
    }

    fn is_empty_string(&mut self, string: TermId) -> TermId {
        let empty = self.str(b"");
        self.eq(string, empty)
    }

    fn same_truth(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(true), _) => return b,
            (_, Some(true)) => return a,
            (Some(false), _) => return self.not(b),
            (_, Some(false)) => return self.not(a),
            _ => {}
        }
        let (not_a, not_b) = (self.not(a), self.not(b));
        if not_a == b {
            return Terms::FALSE;
        }
        // Of the two polarities of each side the smaller id stands in the term, so that all four spellings are one.
        let (left, right) = (a.min(not_a), b.min(not_b));
        let same = self.intern(Node::Same(left.min(right), left.max(right)));
        if (left == a) == (right == b) { same } else { self.not(same) }
    }
}

fn common_divisor(linear: &Linear) -> Int {
    let mut divisor = Int::ZERO;
    for (coefficient, _) in &linear.parts {
        divisor = divisor.gcd(coefficient);
        if divisor.is_one() {
            break;
        }
    }
    divisor
}

fn divide(linear: &mut Linear, divisor: &Int) {
    for (coefficient, _) in &mut linear.parts {
        if let Some(quotient) = coefficient.tdiv(divisor) {
            *coefficient = quotient;
        }
    }
}
