//! Two's complement: what the lowest bits of an unbounded integer denote.
//! A wrap disappears where the interval shows that nothing can overflow, and only the outermost of nested wraps stays,
//! so that `(x + 1) - 1` on machine integers is `x` again.

use super::linear::Linear;
use crate::{Int, Interval, Node, TermId, Terms};

impl Terms {
    /// What the lowest `bits` bits of an integer denote in two's complement.
    pub fn wrap(&mut self, bits: u32, a: TermId) -> TermId {
        if let Some(value) = self.int_ref(a) {
            let wrapped = value.wrap(bits);
            return self.int_const(wrapped);
        }
        let range = Interval::of_bits(bits);
        if self.intervals[a.index()].is_within(&range) {
            return a;
        }
        let inner = self.without_inner_wraps(bits, a);
        if self.intervals[inner.index()].is_within(&range) {
            return inner;
        }
        self.intern(Node::Wrap(bits, inner))
    }

    /// A term that agrees with the given one in the lowest bits and has no wrap of at least that width on top of its
    /// parts. Coefficients are reduced as well, since only their lowest bits matter.
    fn without_inner_wraps(&mut self, bits: u32, a: TermId) -> TermId {
        let linear = self.linear(a);
        let constant = self.int_const(linear.constant.wrap(bits));
        let mut kept = Linear::default();
        let mut total = constant;
        for (coefficient, part) in linear.parts {
            let coefficient = coefficient.wrap(bits);
            if coefficient.is_zero() {
                continue;
            }
            let unwrapped = self.unwrapped(bits, part);
            if unwrapped == part {
                kept.parts.push((coefficient, part));
            } else {
                let factor = self.int_const(coefficient);
                let scaled = self.mul(factor, unwrapped);
                total = self.add(total, scaled);
            }
        }
        let kept = self.sum(kept);
        let result = self.add(kept, total);
        self.with_reduced_coefficients(bits, result)
    }

    fn with_reduced_coefficients(&mut self, bits: u32, a: TermId) -> TermId {
        let mut linear = self.linear(a);
        linear.constant = linear.constant.wrap(bits);
        linear.parts.iter_mut().for_each(|(coefficient, _)| *coefficient = coefficient.wrap(bits));
        linear.parts.retain(|(coefficient, _)| !coefficient.is_zero());
        self.sum(linear)
    }

    fn unwrapped(&mut self, bits: u32, part: TermId) -> TermId {
        match self.view(part) {
            Node::Wrap(width, inner) if *width >= bits => *inner,
            Node::Product(factors) => {
                let is_wrapped = |terms: &Terms, factor: TermId| matches!(terms.view(factor), Node::Wrap(width, _) if *width >= bits);
                if !factors.iter().any(|factor| is_wrapped(self, *factor)) {
                    return part;
                }
                let factors = factors.clone();
                let mut total = self.int_const(Int::ONE);
                for factor in factors {
                    let factor = match self.view(factor) {
                        Node::Wrap(width, inner) if *width >= bits => *inner,
                        _ => factor,
                    };
                    total = self.mul(total, factor);
                }
                total
            }
            _ => part,
        }
    }
}
