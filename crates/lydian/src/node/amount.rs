//! Numbers of values: words of 128 bits that stop at the greatest of them, and integers without bound. What counts and looks
//! up is written once for both.

use std::collections::HashMap;
use std::sync::RwLock;

use num_bigint::BigUint;

use super::Node;
use super::array::Memo;
use super::counts::{Counts, Table};
use crate::Domain;

/// A number of values, or an index among them.
pub trait Amount: Clone + Ord + 'static {
    /// This number.
    fn small(number: u128) -> Self;

    /// Both together.
    fn plus(&self, other: &Self) -> Self;

    /// So much of it is left without a part, which is not greater.
    fn minus(&self, part: &Self) -> Self;

    /// So many for each.
    fn times(&self, other: &Self) -> Self;

    /// The quotient and the rest.
    fn divide(&self, by: &Self) -> (Self, Self);

    /// The number as a word that is not the greatest one, which would mean more.
    fn word(&self) -> Option<u128>;

    /// The counts of this kind in a table.
    fn counts(table: &Table) -> &Counts<Self>;

    /// The counts of this kind in a memo.
    fn memo<K>(memo: &Memo<K>) -> &RwLock<HashMap<K, Self>>;

    /// The number of ways to choose so many of this many.
    fn binomial(&self, choose: usize) -> Self;

    /// The number, if counting in words is enough to know it; words themselves are not asked for words.
    fn from_words(count: impl FnOnce() -> u128) -> Option<Self>;

    /// How many values of a size a node has.
    fn of_node<T, C: Node<T> + ?Sized>(node: &C, size: usize) -> Self;

    /// The value of a node at this index.
    fn pick_node<T, C: Node<T> + ?Sized>(&self, node: &C, size: usize) -> T;

    /// How many values of a size a domain has.
    #[inline]
    fn of<T: 'static>(domain: &Domain<T>, size: usize) -> Self {
        Self::of_node(domain.node(), size)
    }

    /// The value of a domain at this index.
    #[inline]
    fn pick<T: 'static>(&self, domain: &Domain<T>, size: usize) -> T {
        self.pick_node(domain.direct(), size)
    }
}

impl Amount for u128 {
    #[inline]
    fn small(number: u128) -> u128 {
        number
    }

    #[inline]
    fn plus(&self, other: &u128) -> u128 {
        self.saturating_add(*other)
    }

    #[inline]
    fn minus(&self, part: &u128) -> u128 {
        self - part
    }

    #[inline]
    fn times(&self, other: &u128) -> u128 {
        match (u64::try_from(*self), u64::try_from(*other)) {
            (Ok(left), Ok(right)) => u128::from(left) * u128::from(right),
            _ => self.saturating_mul(*other),
        }
    }

    /// With quick ways for what is frequent: few parts on one side, and words.
    #[inline]
    fn divide(&self, by: &u128) -> (u128, u128) {
        let (index, by) = (*self, *by);
        if by == 1 {
            return (index, 0);
        }
        if index < by {
            return (0, index);
        }
        match (u64::try_from(index), u64::try_from(by)) {
            (Ok(index), Ok(by)) => (u128::from(index / by), u128::from(index % by)),
            _ => (index / by, index % by),
        }
    }

    #[inline]
    fn word(&self) -> Option<u128> {
        Some(*self)
    }

    #[inline]
    fn counts(table: &Table) -> &Counts<u128> {
        &table.words
    }

    fn memo<K>(memo: &Memo<K>) -> &RwLock<HashMap<K, u128>> {
        &memo.words
    }

    fn binomial(&self, choose: usize) -> u128 {
        let (from, choose) = (*self, choose as u128);
        if choose > from {
            return 0;
        }
        let mut ways = 1u128;
        for step in 0..choose.min(from - choose) {
            // The product is divisible; dividing first keeps it exact up to the last bit.
            let common = gcd(ways, step + 1);
            let factor = (from - step) / ((step + 1) / common);
            ways = match (ways / common).checked_mul(factor) {
                Some(ways) => ways,
                None => return u128::MAX,
            };
        }
        ways
    }

    #[inline]
    fn from_words(_: impl FnOnce() -> u128) -> Option<u128> {
        None
    }

    #[inline]
    fn of_node<T, C: Node<T> + ?Sized>(node: &C, size: usize) -> u128 {
        node.count(size)
    }

    #[inline]
    fn pick_node<T, C: Node<T> + ?Sized>(&self, node: &C, size: usize) -> T {
        node.nth(size, *self)
    }
}

impl Amount for BigUint {
    fn small(number: u128) -> BigUint {
        BigUint::from(number)
    }

    fn plus(&self, other: &BigUint) -> BigUint {
        self + other
    }

    fn minus(&self, part: &BigUint) -> BigUint {
        self - part
    }

    fn times(&self, other: &BigUint) -> BigUint {
        self * other
    }

    fn divide(&self, by: &BigUint) -> (BigUint, BigUint) {
        (self / by, self % by)
    }

    fn word(&self) -> Option<u128> {
        u128::try_from(self).ok().filter(|word| *word < u128::MAX)
    }

    fn counts(table: &Table) -> &Counts<BigUint> {
        table.exact.get_or_init(Counts::new)
    }

    fn memo<K>(memo: &Memo<K>) -> &RwLock<HashMap<K, BigUint>> {
        &memo.exact
    }

    fn binomial(&self, choose: usize) -> BigUint {
        let choose = BigUint::from(choose);
        if choose > *self {
            return BigUint::default();
        }
        let fewer = choose.clone().min(self - choose);
        let (mut ways, mut step) = (BigUint::from(1u32), BigUint::default());
        while step < fewer {
            ways *= self - &step;
            step += 1u32;
            ways /= &step;
        }
        ways
    }

    fn from_words(count: impl FnOnce() -> u128) -> Option<BigUint> {
        Some(count()).filter(|count| *count < u128::MAX).map(BigUint::from)
    }

    fn of_node<T, C: Node<T> + ?Sized>(node: &C, size: usize) -> BigUint {
        BigUint::from_words(|| node.count(size)).unwrap_or_else(|| node.exact(size))
    }

    fn pick_node<T, C: Node<T> + ?Sized>(&self, node: &C, size: usize) -> T {
        match self.word() {
            Some(index) => node.nth(size, index),
            None => node.nth_exact(size, self),
        }
    }
}

fn gcd(mut left: u128, mut right: u128) -> u128 {
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_are_exact_up_to_the_last_bit() {
        assert_eq!(5u128.binomial(2), 10);
        assert_eq!(2u128.binomial(3), 0);
        assert_eq!(128u128.binomial(64), 23_951_146_041_928_082_866_135_587_776_380_551_750);
        assert_eq!(140u128.binomial(70), u128::MAX);
    }

    #[test]
    fn exact_binomials_go_on_where_words_end() {
        for (from, choose) in [(0u32, 0), (2, 3), (5, 2), (128, 64), (1000, 3)] {
            let words = u128::from(from).binomial(choose);
            assert_eq!(BigUint::from(from).binomial(choose), BigUint::from(words));
        }
        let exact = BigUint::from(140u32).binomial(70);
        assert_eq!(exact.to_string(), "93820969697840041204785894580506297666600");
    }
}
