//! Nodes made of nodes: alternatives, pairs, images, costs and bounds.

use std::sync::{Arc, OnceLock};

use super::counts::Counts;
use super::{Extent, Known, Node, Splits, convolve, locate};
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

/// One value that costs nothing.
pub(crate) struct Nothing;

impl Node<()> for Nothing {
    fn count(&self, size: usize) -> u128 {
        u128::from(size == 0)
    }

    fn nth(&self, _: usize, _: u128) {}

    fn extent(&self, _: &mut Known) -> Extent {
        Extent::exactly(0)
    }
}

/// Alternatives: within a size, the values of the first come first.
pub(crate) struct Union<T> {
    parts: Vec<Domain<T>>,
    /// The alternatives that have values of a size, for the sizes that are asked for again and again.
    tables: Box<[OnceLock<Vec<Share>>; TABLES]>,
}

/// The indices of one alternative among those of all.
struct Share {
    start: u128,
    end: u128,
    part: usize,
}

impl<T: 'static> Union<T> {
    /// The values of all these.
    pub fn new(parts: Vec<Domain<T>>) -> Union<T> {
        Union { parts, tables: Box::new([const { OnceLock::new() }; TABLES]) }
    }

    fn shares(&self, size: usize) -> Vec<Share> {
        let mut start = 0u128;
        let mut shares = Vec::new();
        for (part, domain) in self.parts.iter().enumerate() {
            let end = start.saturating_add(domain.node().count(size));
            if end > start {
                shares.push(Share { start, end, part });
            }
            start = end;
        }
        shares
    }

    fn take(&self, size: usize, index: u128, shares: &[Share]) -> T {
        let Some(share) = shares.iter().find(|share| index < share.end) else {
            unreachable!("the index is below the sum of the counts");
        };
        self.parts[share.part].node().nth(size, index - share.start)
    }
}

impl<T: 'static> Node<T> for Union<T> {
    fn count(&self, size: usize) -> u128 {
        self.parts.iter().fold(0u128, |sum, part| sum.saturating_add(part.node().count(size)))
    }

    fn nth(&self, size: usize, index: u128) -> T {
        match self.tables.get(size) {
            Some(table) => self.take(size, index, table.get_or_init(|| self.shares(size))),
            None => self.take(size, index, &self.shares(size)),
        }
    }

    fn extent(&self, known: &mut Known) -> Extent {
        self.parts.iter().fold(Extent::Empty, |all, part| all.or(part.node().extent(known)))
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

/// Pairs.
pub(crate) struct Pairs<A, B> {
    left: Domain<A>,
    right: Domain<B>,
    counts: Counts,
    extents: OnceLock<(Extent, Extent)>,
    /// How the values of a size are made up, for the sizes that are asked for again and again.
    splits: Box<[OnceLock<Splits>; TABLES]>,
}

/// The sizes for which tables of splits are kept: together they take room in the square of this.
const TABLES: usize = 256;

impl<A: 'static, B: 'static> Pairs<A, B> {
    /// All pairs.
    pub fn new(left: Domain<A>, right: Domain<B>) -> Pairs<A, B> {
        let splits = Box::new([const { OnceLock::new() }; TABLES]);
        Pairs { left, right, counts: Counts::new(), extents: OnceLock::new(), splits }
    }

    fn extents(&self) -> (Extent, Extent) {
        *self.extents.get_or_init(|| (Known::settle(self.left.node()), Known::settle(self.right.node())))
    }
}

impl<A: 'static, B: 'static> Node<(A, B)> for Pairs<A, B> {
    fn count(&self, size: usize) -> u128 {
        self.counts.get(size, || {
            let (left, right) = self.extents();
            convolve(
                size,
                (left, &|size| self.left.node().count(size)),
                (right, &|size| self.right.node().count(size)),
            )
        })
    }

    fn nth(&self, size: usize, index: u128) -> (A, B) {
        let (left, right) = self.extents();
        let left_count = |size| self.left.node().count(size);
        let right_count = |size| self.right.node().count(size);
        let place = match self.splits.get(size) {
            Some(table) => table
                .get_or_init(|| Splits::new(size, (left, &left_count), (right, &right_count)))
                .locate(index),
            None => locate(size, index, (left, &left_count), (right, &right_count)),
        };
        let Some((part, outer, inner)) = place else {
            unreachable!("the index is below the count");
        };
        (self.left.node().nth(part, outer), self.right.node().nth(size - part, inner))
    }

    fn extent(&self, known: &mut Known) -> Extent {
        self.left.node().extent(known).plus(self.right.node().extent(known))
    }
}

/// The image of a function, at an additional cost.
pub(crate) struct Image<A, F> {
    pub domain: Domain<A>,
    pub cost: usize,
    pub function: F,
}

impl<A: 'static, T, F: Fn(A) -> T + Send + Sync> Node<T> for Image<A, F> {
    fn count(&self, size: usize) -> u128 {
        size.checked_sub(self.cost).map_or(0, |size| self.domain.node().count(size))
    }

    fn nth(&self, size: usize, index: u128) -> T {
        (self.function)(self.domain.node().nth(size - self.cost, index))
    }

    fn extent(&self, known: &mut Known) -> Extent {
        self.domain.node().extent(known).plus(Extent::exactly(self.cost))
    }
}

/// The values up to a size.
pub(crate) struct UpTo<T> {
    pub domain: Domain<T>,
    pub bound: usize,
}

impl<T: 'static> Node<T> for UpTo<T> {
    fn count(&self, size: usize) -> u128 {
        if size <= self.bound { self.domain.node().count(size) } else { 0 }
    }

    fn nth(&self, size: usize, index: u128) -> T {
        self.domain.node().nth(size, index)
    }

    fn extent(&self, known: &mut Known) -> Extent {
        self.domain.node().extent(known).up_to(self.bound)
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
