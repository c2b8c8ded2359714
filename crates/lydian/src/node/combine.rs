//! Nodes made of nodes, alternatives and bounds; and nodes of given values.

use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;

use super::{Amount, Extent, Known, Node, Spot};
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

/// Alternatives: within a size, the values of the first come first.
pub(crate) struct Union<T: 'static> {
    parts: Vec<Domain<T>>,
    spots: Spots,
    /// The alternatives that have values of a size, for the sizes that are asked for again and again.
    tables: Box<[OnceLock<Vec<Share>>; TABLES]>,
}

/// Where an alternative keeps the spot of its walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spots {
    /// Apart from that of the union.
    Apart,
    /// In that of the union: the alternatives are constructors, which leave their number alone.
    Shared,
}

/// The indices of one alternative among those of all.
struct Share {
    start: u128,
    end: u128,
    part: u32,
}

/// The sizes for which tables of alternatives are kept.
const TABLES: usize = 256;

impl<T: 'static> Union<T> {
    /// The values of all these.
    pub fn new(parts: Vec<Domain<T>>, spots: Spots) -> Union<T> {
        Union { parts, spots, tables: Box::new([const { OnceLock::new() }; TABLES]) }
    }

    #[cold]
    fn shares(&self, size: usize) -> Vec<Share> {
        let mut start = 0u128;
        let mut shares = Vec::new();
        for (part, domain) in (0..).zip(&self.parts) {
            let end = start.saturating_add(domain.node().count(size));
            if end > start {
                shares.push(Share { start, end, part });
            }
            start = end;
        }
        shares
    }

    /// Looks something up among the alternatives that have values of a size.
    #[inline(always)]
    fn with_shares<Found>(&self, size: usize, look: impl FnOnce(&[Share]) -> Found) -> Found {
        match self.tables.get(size) {
            Some(table) => look(table.get_or_init(|| self.shares(size))),
            None => look(&self.shares(size)),
        }
    }

    fn sum<N: Amount>(&self, size: usize) -> N {
        self.parts.iter().fold(N::small(0), |sum, part| sum.plus(&N::of(part, size)))
    }

    /// The alternative in which a walk stands, and its spot.
    #[inline]
    fn current<'a>(&'a self, spot: &'a Spot) -> (&'a Domain<T>, &'a Spot) {
        match self.spots {
            Spots::Shared => (&self.parts[spot.constructor as usize], spot),
            Spots::Apart => (&self.parts[spot.choice as usize], &spot.parts[0]),
        }
    }

    #[inline]
    fn current_mut<'a>(&'a self, spot: &'a mut Spot) -> (&'a Domain<T>, &'a mut Spot) {
        match self.spots {
            Spots::Shared => (&self.parts[spot.constructor as usize], spot),
            Spots::Apart => (&self.parts[spot.choice as usize], spot.one()),
        }
    }

    /// Lets a walk stand in the alternative in which an index falls.
    fn enter(&self, size: usize, share: &Share, index: u128, spot: &mut Spot) {
        match self.spots {
            Spots::Shared => spot.constructor = share.part,
            Spots::Apart => spot.choice = share.part,
        }
        let (part, spot) = self.current_mut(spot);
        part.direct().seek(size, index - share.start, spot);
    }
}

impl<T: 'static> Node<T> for Union<T> {
    fn count(&self, size: usize) -> u128 {
        self.sum(size)
    }

    fn exact(&self, size: usize) -> BigUint {
        self.sum(size)
    }

    fn nth(&self, size: usize, index: u128) -> T {
        self.with_shares(size, |shares| match shares.iter().find(|share| index < share.end) {
            Some(share) => self.parts[share.part as usize].direct().nth(size, index - share.start),
            None => unreachable!("the index is below the sum of the counts"),
        })
    }

    fn nth_exact(&self, size: usize, index: &BigUint) -> T {
        let mut index = index.clone();
        for part in &self.parts {
            let count = BigUint::of(part, size);
            if index < count {
                return index.pick(part, size);
            }
            index -= count;
        }
        unreachable!("the index is below the sum of the counts")
    }

    fn extent(&self, known: &mut Known) -> Extent {
        self.parts.iter().fold(Extent::Empty, |all, part| all.or(part.node().extent(known)))
    }

    fn seek(&self, size: usize, index: u128, spot: &mut Spot) {
        self.with_shares(size, |shares| match shares.iter().find(|share| index < share.end) {
            Some(share) => self.enter(size, share, index, spot),
            None => unreachable!("the index is below the sum of the counts"),
        });
    }

    fn make(&self, size: usize, spot: &Spot) -> T {
        let (part, spot) = self.current(spot);
        part.make(size, spot)
    }

    fn step(&self, size: usize, spot: &mut Spot, mut value: Option<&mut T>) -> bool {
        let (part, inner) = self.current_mut(spot);
        if part.direct().step(size, inner, value.as_deref_mut()) {
            return true;
        }
        let current = match self.spots {
            Spots::Shared => spot.constructor,
            Spots::Apart => spot.choice,
        };
        let entered = self.with_shares(size, |shares| {
            // The one behind the current one; most often there is just one.
            let Some(next) = shares.iter().find(|share| share.part > current) else { return false };
            self.enter(size, next, next.start, spot);
            true
        });
        if entered && let Some(value) = value {
            *value = self.make(size, spot);
        }
        entered
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
