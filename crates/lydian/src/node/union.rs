//! Alternatives: within a size, the values of the first come first.

use std::marker::PhantomData;
use std::sync::OnceLock;

use num_bigint::BigUint;

use super::{Amount, Extent, Known, Node, Spot};
use crate::Domain;

/// Some alternatives, by number: domains, or constructors whose types are known. What the methods do is said in [`Node`].
pub trait Alternatives<T>: Send + Sync + 'static {
    /// How many there are.
    fn number(&self) -> u32;

    /// How many values of a size one has.
    fn amount<N: Amount>(&self, which: u32, size: usize) -> N;

    /// The value of one at an index.
    fn pick<N: Amount>(&self, which: u32, size: usize, index: &N) -> T;

    /// The sizes of all.
    fn extent(&self, known: &mut Known) -> Extent;

    /// Stands at a value of one.
    fn seek(&self, which: u32, size: usize, index: u128, spot: &mut Spot);

    /// The value at which a walk through one stands.
    fn make(&self, which: u32, size: usize, spot: &Spot) -> T;

    /// Goes to the next value of one.
    fn step(&self, which: u32, size: usize, spot: &mut Spot, value: Option<&mut T>) -> bool;
}

impl<T: 'static> Alternatives<T> for Vec<Domain<T>> {
    fn number(&self) -> u32 {
        self.len() as u32
    }

    fn amount<N: Amount>(&self, which: u32, size: usize) -> N {
        N::of(&self[which as usize], size)
    }

    fn pick<N: Amount>(&self, which: u32, size: usize, index: &N) -> T {
        index.pick(&self[which as usize], size)
    }

    fn extent(&self, known: &mut Known) -> Extent {
        self.iter().fold(Extent::Empty, |all, part| all.or(part.node().extent(known)))
    }

    fn seek(&self, which: u32, size: usize, index: u128, spot: &mut Spot) {
        self[which as usize].direct().seek(size, index, spot);
    }

    fn make(&self, which: u32, size: usize, spot: &Spot) -> T {
        self[which as usize].make(size, spot)
    }

    fn step(&self, which: u32, size: usize, spot: &mut Spot, value: Option<&mut T>) -> bool {
        self[which as usize].direct().step(size, spot, value)
    }
}

/// No alternatives.
#[derive(Debug)]
pub struct NoMore;

impl<T: 'static> Alternatives<T> for NoMore {
    fn number(&self) -> u32 {
        0
    }

    fn amount<N: Amount>(&self, _: u32, _: usize) -> N {
        N::small(0)
    }

    fn pick<N: Amount>(&self, _: u32, _: usize, _: &N) -> T {
        unreachable!("there is no such alternative")
    }

    fn extent(&self, _: &mut Known) -> Extent {
        Extent::Empty
    }

    fn seek(&self, _: u32, _: usize, _: u128, _: &mut Spot) {}

    fn make(&self, _: u32, _: usize, _: &Spot) -> T {
        unreachable!("there is no such alternative")
    }

    fn step(&self, _: u32, _: usize, _: &mut Spot, _: Option<&mut T>) -> bool {
        false
    }
}

/// A constructor, and those behind it.
#[derive(Debug)]
pub struct Or<C, R> {
    first: C,
    rest: R,
}

/// A constructor and others: what a union of few alternatives is made of, with one look at a table and no call to find them.
pub fn or<C, R>(first: C, rest: R) -> Or<C, R> {
    Or { first, rest }
}

impl<T: 'static, C: Node<T> + 'static, R: Alternatives<T>> Alternatives<T> for Or<C, R> {
    fn number(&self) -> u32 {
        1 + self.rest.number()
    }

    fn amount<N: Amount>(&self, which: u32, size: usize) -> N {
        match which.checked_sub(1) {
            None => N::of_node(&self.first, size),
            Some(which) => self.rest.amount(which, size),
        }
    }

    #[inline]
    fn pick<N: Amount>(&self, which: u32, size: usize, index: &N) -> T {
        match which.checked_sub(1) {
            None => index.pick_node(&self.first, size),
            Some(which) => self.rest.pick(which, size, index),
        }
    }

    fn extent(&self, known: &mut Known) -> Extent {
        self.first.extent(known).or(self.rest.extent(known))
    }

    #[inline]
    fn seek(&self, which: u32, size: usize, index: u128, spot: &mut Spot) {
        match which.checked_sub(1) {
            None => self.first.seek(size, index, spot),
            Some(which) => self.rest.seek(which, size, index, spot),
        }
    }

    #[inline]
    fn make(&self, which: u32, size: usize, spot: &Spot) -> T {
        match which.checked_sub(1) {
            None => self.first.make(size, spot),
            Some(which) => self.rest.make(which, size, spot),
        }
    }

    #[inline]
    fn step(&self, which: u32, size: usize, spot: &mut Spot, value: Option<&mut T>) -> bool {
        match which.checked_sub(1) {
            None => self.first.step(size, spot, value),
            Some(which) => self.rest.step(which, size, spot, value),
        }
    }
}

/// A union of alternatives.
pub(crate) struct Union<T, A> {
    alternatives: A,
    spots: Spots,
    /// The alternatives that have values of a size, for the sizes that are asked for again and again.
    tables: Box<[OnceLock<Vec<Share>>; TABLES]>,
    values: PhantomData<fn() -> T>,
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
    which: u32,
    /// Whether there is another one behind it.
    more: bool,
}

/// The sizes for which tables of alternatives are kept.
const TABLES: usize = 256;

impl<T: 'static, A: Alternatives<T>> Union<T, A> {
    /// The values of all these.
    pub fn new(alternatives: A, spots: Spots) -> Union<T, A> {
        let tables = Box::new([const { OnceLock::new() }; TABLES]);
        Union { alternatives, spots, tables, values: PhantomData }
    }

    #[cold]
    fn shares(&self, size: usize) -> Vec<Share> {
        let mut start = 0u128;
        let mut shares: Vec<Share> = Vec::new();
        for which in 0..self.alternatives.number() {
            let end = start.saturating_add(self.alternatives.amount(which, size));
            if end > start {
                if let Some(before) = shares.last_mut() {
                    before.more = true;
                }
                shares.push(Share { start, end, which, more: false });
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
        let all = 0..self.alternatives.number();
        all.fold(N::small(0), |sum, which| sum.plus(&self.alternatives.amount(which, size)))
    }

    /// The spot of the alternative in which a walk stands.
    #[inline]
    fn inner<'s>(&self, spot: &'s mut Spot) -> &'s mut Spot {
        match self.spots {
            Spots::Shared => spot,
            Spots::Apart => spot.one(),
        }
    }

    /// Lets a walk stand in the alternative in which an index falls.
    #[inline]
    fn enter(&self, size: usize, share: &Share, index: u128, spot: &mut Spot) {
        (spot.constructor, spot.more_constructors) = (share.which, share.more);
        self.alternatives.seek(share.which, size, index - share.start, self.inner(spot));
    }

    /// Goes to the first value of the next alternative.
    #[inline(never)]
    fn next(&self, size: usize, spot: &mut Spot, value: Option<&mut T>) {
        self.with_shares(size, |shares| {
            if let Some(next) = shares.iter().find(|share| share.which > spot.constructor) {
                self.enter(size, next, next.start, spot);
            }
        });
        if let Some(value) = value {
            *value = self.make(size, spot);
        }
    }
}

impl<T: 'static, A: Alternatives<T>> Node<T> for Union<T, A> {
    fn count(&self, size: usize) -> u128 {
        self.sum(size)
    }

    fn exact(&self, size: usize) -> BigUint {
        self.sum(size)
    }

    fn nth(&self, size: usize, index: u128) -> T {
        self.with_shares(size, |shares| match shares.iter().find(|share| index < share.end) {
            Some(share) => self.alternatives.pick(share.which, size, &(index - share.start)),
            None => unreachable!("the index is below the sum of the counts"),
        })
    }

    fn nth_exact(&self, size: usize, index: &BigUint) -> T {
        let mut index = index.clone();
        for which in 0..self.alternatives.number() {
            let count = self.alternatives.amount(which, size);
            if index < count {
                return self.alternatives.pick(which, size, &index);
            }
            index -= count;
        }
        unreachable!("the index is below the sum of the counts")
    }

    fn extent(&self, known: &mut Known) -> Extent {
        self.alternatives.extent(known)
    }

    fn seek(&self, size: usize, index: u128, spot: &mut Spot) {
        self.with_shares(size, |shares| match shares.iter().find(|share| index < share.end) {
            Some(share) => self.enter(size, share, index, spot),
            None => unreachable!("the index is below the sum of the counts"),
        });
    }

    fn make(&self, size: usize, spot: &Spot) -> T {
        let inner = match self.spots {
            Spots::Shared => spot,
            Spots::Apart => &spot.parts[0],
        };
        self.alternatives.make(spot.constructor, size, inner)
    }

    fn step(&self, size: usize, spot: &mut Spot, mut value: Option<&mut T>) -> bool {
        let which = spot.constructor;
        if self.alternatives.step(which, size, self.inner(spot), value.as_deref_mut()) {
            return true;
        }
        if spot.more_constructors {
            self.next(size, spot, value);
            return true;
        }
        false
    }
}
