//! Small nodes: nothing, given values, and bounds.

use std::sync::Arc;

use num_bigint::BigUint;

use super::{Extent, Known, Node, Spot};
use crate::Domain;

/// Nothing.
pub(crate) struct Empty;

impl<T> Node<T> for Empty {
    fn count(&self, _: usize) -> u128 {
        0
    }

    fn nth(&self, _: usize, _: u128) -> T {
        unreachable!("there is no index below a count of zero")
    }

    fn extent(&self, _: &mut Known) -> Extent {
        Extent::Empty
    }
}

/// Values that all have size 1.
pub(crate) struct Constants<T>(pub Vec<T>);

impl<T: Clone + Send + Sync> Node<T> for Constants<T> {
    fn count(&self, size: usize) -> u128 {
        if size == 1 { self.0.len() as u128 } else { 0 }
    }

    fn nth(&self, _: usize, index: u128) -> T {
        self.0[index as usize].clone()
    }

    fn extent(&self, _: &mut Known) -> Extent {
        Extent::Sizes(1, Some(1), self.0.len() as u128)
    }
}

/// The values up to a size.
pub(crate) struct UpTo<T: 'static> {
    pub domain: Domain<T>,
    pub bound: usize,
}

impl<T: 'static> Node<T> for UpTo<T> {
    fn count(&self, size: usize) -> u128 {
        if size <= self.bound { self.domain.node().count(size) } else { 0 }
    }

    fn exact(&self, size: usize) -> BigUint {
        if size <= self.bound { self.domain.node().exact(size) } else { BigUint::default() }
    }

    fn nth(&self, size: usize, index: u128) -> T {
        self.domain.direct().nth(size, index)
    }

    fn nth_exact(&self, size: usize, index: &BigUint) -> T {
        self.domain.direct().nth_exact(size, index)
    }

    fn extent(&self, known: &mut Known) -> Extent {
        self.domain.node().extent(known).up_to(self.bound)
    }

    fn seek(&self, size: usize, index: u128, spot: &mut Spot) {
        self.domain.direct().seek(size, index, spot);
    }

    fn make(&self, size: usize, spot: &Spot) -> T {
        self.domain.make(size, spot)
    }

    fn step(&self, size: usize, spot: &mut Spot, value: Option<&mut T>) -> bool {
        self.domain.direct().step(size, spot, value)
    }
}

/// Given values: the one at place `i` has as many units of size as `i + 1` has bits.
pub(crate) struct Given<T>(pub Arc<[T]>);

impl<T: Clone + Send + Sync> Node<T> for Given<T> {
    fn count(&self, size: usize) -> u128 {
        let Some((from, to)) = places(size) else { return 0 };
        to.min(self.0.len() as u128).saturating_sub(from)
    }

    fn nth(&self, size: usize, index: u128) -> T {
        let from = places(size).map_or(0, |(from, _)| from);
        self.0[(from + index) as usize].clone()
    }

    fn extent(&self, _: &mut Known) -> Extent {
        match self.0.len() {
            0 => Extent::Empty,
            count => Extent::Sizes(1, Some((usize::BITS - count.leading_zeros()) as usize), count as u128),
        }
    }
}

/// What a function gives for 0, 1, 2 and so on, with the sizes of [`Given`].
pub(crate) struct Computed<F>(pub F);

impl<T, F: Fn(u128) -> T + Send + Sync> Node<T> for Computed<F> {
    fn count(&self, size: usize) -> u128 {
        places(size).map_or(0, |(from, to)| to - from)
    }

    fn nth(&self, size: usize, index: u128) -> T {
        let from = places(size).map_or(0, |(from, _)| from);
        (self.0)(from + index)
    }

    fn extent(&self, _: &mut Known) -> Extent {
        // Places beyond 2^127 are out of reach, but they are there.
        Extent::from(1)
    }
}

/// The first place of a size and the one behind its last.
fn places(size: usize) -> Option<(u128, u128)> {
    (1..=127).contains(&size).then(|| ((1u128 << (size - 1)) - 1, (1u128 << size) - 1))
}
