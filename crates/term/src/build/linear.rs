//! Addition and multiplication, as linear sums over products.
//! Sums and products are flat and sorted, so that terms equal as polynomials are mostly equal as terms. Both have a
//! largest width: beyond it a sum becomes a part of another, which keeps a million additions linear in time.

use crate::{Int, Node, TermId, Terms};

/// A sum wider than this is nested instead of flattened.
pub(super) const WIDEST_SUM: usize = 24;
/// Products of sums are multiplied out up to this many parts.
const WIDEST_EXPANSION: usize = 16;
/// A product of more factors than this is nested instead of flattened.
const WIDEST_PRODUCT: usize = 8;

/// A sum that is being computed: sorted parts without zero coefficients, and a constant.
#[derive(Clone, Debug, Default)]
pub(super) struct Linear {
    pub(super) parts: Vec<(Int, TermId)>,
    pub(super) constant: Int,
}

impl Linear {
    pub(super) fn scale(&mut self, factor: &Int) {
        if factor.is_zero() {
            self.parts.clear();
            self.constant = Int::ZERO;
        } else if !factor.is_one() {
            self.parts.iter_mut().for_each(|(coefficient, _)| *coefficient = &*coefficient * factor);
            self.constant = &self.constant * factor;
        }
    }

    pub(super) fn plus(&self, other: &Linear) -> Linear {
        let mut parts = Vec::with_capacity(self.parts.len() + other.parts.len());
        let (mut left, mut right) = (self.parts.iter().peekable(), other.parts.iter().peekable());
        loop {
            match (left.peek(), right.peek()) {
                (Some((a, x)), Some((b, y))) if x == y => {
                    let total = a + b;
                    if !total.is_zero() {
                        parts.push((total, *x));
                    }
                    left.next();
                    right.next();
                }
                (Some((_, x)), Some((_, y))) if x < y => parts.extend(left.next().cloned()),
                (Some(_), None) => parts.extend(left.next().cloned()),
                (_, Some(_)) => parts.extend(right.next().cloned()),
                (None, None) => break,
            }
        }
        Linear { parts, constant: &self.constant + &other.constant }
    }
}

impl Terms {
    /// The sum of two integers.
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.int_ref(a), self.int_ref(b)) {
            (Some(x), Some(y)) => {
                let total = x + y;
                return self.int_const(total);
            }
            (Some(x), None) if x.is_zero() => return b,
            (None, Some(y)) if y.is_zero() => return a,
            _ => {}
        }
        let (left, right) = (self.linear(a), self.linear(b));
        self.sum_of(a, left, b, right)
    }

    /// The first integer less the second.
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.int(0);
        }
        let negated = self.neg(b);
        self.add(a, negated)
    }

    /// The integer with the other sign.
    pub fn neg(&mut self, a: TermId) -> TermId {
        self.scaled(a, &Int::MINUS_ONE)
    }

    /// The product of two integers.
    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(factor) = self.as_int(a) {
            return self.scaled(b, &factor);
        }
        if let Some(factor) = self.as_int(b) {
            return self.scaled(a, &factor);
        }
        let (left, right) = (self.linear(a), self.linear(b));
        let width = |linear: &Linear| linear.parts.len() + usize::from(!linear.constant.is_zero());
        if width(&left) * width(&right) > WIDEST_EXPANSION {
            return self.product_of(a, b);
        }
        let mut total = Linear { parts: Vec::new(), constant: &left.constant * &right.constant };
        for (constant, side) in [(&left.constant, &right), (&right.constant, &left)] {
            let mut scaled = Linear { parts: side.parts.clone(), constant: Int::ZERO };
            scaled.scale(constant);
            total = total.plus(&scaled);
        }
        for (x, left_part) in &left.parts {
            for (y, right_part) in &right.parts {
                let product = self.product_of(*left_part, *right_part);
                total = total.plus(&Linear { parts: vec![(x * y, product)], constant: Int::ZERO });
            }
        }
        self.sum(total)
    }

    fn scaled(&mut self, a: TermId, factor: &Int) -> TermId {
        if factor.is_one() {
            return a;
        }
        let mut linear = self.linear(a);
        linear.scale(factor);
        self.sum(linear)
    }

    /// A product of two terms that are not expanded any further.
    fn product_of(&mut self, a: TermId, b: TermId) -> TermId {
        let mut factors = self.factors(a);
        factors.extend(self.factors(b));
        if factors.len() > WIDEST_PRODUCT {
            factors = vec![a, b];
        }
        factors.sort_unstable();
        self.intern(Node::Product(factors.into()))
    }

    fn factors(&self, a: TermId) -> Vec<TermId> {
        if let Node::Product(factors) = self.view(a) { factors.to_vec() } else { vec![a] }
    }

    fn sum_of(&mut self, a: TermId, left: Linear, b: TermId, right: Linear) -> TermId {
        let total = left.plus(&right);
        if total.parts.len() <= WIDEST_SUM {
            return self.sum(total);
        }
        let opaque = |term| Linear { parts: vec![(Int::ONE, term)], constant: Int::ZERO };
        let (left, right) =
            if left.parts.len() >= right.parts.len() { (opaque(a), right) } else { (left, opaque(b)) };
        let total = left.plus(&right);
        if total.parts.len() <= WIDEST_SUM {
            return self.sum(total);
        }
        let total = opaque(a).plus(&opaque(b));
        self.sum(total)
    }

    /// A term as a sum; what is no sum is its only part.
    pub(super) fn linear(&self, a: TermId) -> Linear {
        match self.view(a) {
            Node::Int(value) => Linear { parts: Vec::new(), constant: value.clone() },
            Node::Sum(parts, constant) => Linear { parts: parts.to_vec(), constant: constant.clone() },
            _ => Linear { parts: vec![(Int::ONE, a)], constant: Int::ZERO },
        }
    }

    /// The term of a computed sum.
    pub(super) fn sum(&mut self, linear: Linear) -> TermId {
        match linear.parts.as_slice() {
            [] => self.int_const(linear.constant),
            [(coefficient, part)] if coefficient.is_one() && linear.constant.is_zero() => *part,
            _ => self.intern(Node::Sum(linear.parts.into(), linear.constant)),
        }
    }
}
