//! What a domain is made of: a graph of nodes, each of which counts its values of a size, gives the one at an index, and walks
//! through them in the order of their indices.
//!
//! Counts are words of 128 bits first: `u128::MAX` means "so many or more", and [`Node::exact`] then tells how many. A node never
//! looks at others when it is made, only when it is asked, so types can refer to themselves.

use num_bigint::BigUint;

pub(crate) mod amount;
pub(crate) mod array;
pub(crate) mod basic;
pub(crate) mod combine;
pub(crate) mod counts;
pub(crate) mod entries;
pub(crate) mod extent;
pub(crate) mod fields;
pub(crate) mod float;
pub(crate) mod integer;
pub(crate) mod late;
pub(crate) mod list;
pub(crate) mod splits;
pub(crate) mod union;

pub(crate) use amount::Amount;
pub(crate) use extent::{Extent, Known};

/// One node of the graph.
pub trait Node<T>: Send + Sync {
    /// How many values of this size there are; `u128::MAX` stands for so many or more.
    fn count(&self, size: usize) -> u128;

    /// How many values of this size there are. Nodes that can have more than `u128` holds say so themselves.
    fn exact(&self, size: usize) -> BigUint {
        BigUint::from(self.count(size))
    }

    /// The value at an index, which is below the count and below `u128::MAX`.
    fn nth(&self, size: usize, index: u128) -> T;

    /// The value at an index, which is below the exact count; for nodes that can have more values than `u128` holds.
    fn nth_exact(&self, size: usize, index: &BigUint) -> T {
        self.nth(size, u128::try_from(index).unwrap_or(u128::MAX))
    }

    /// The sizes that values have, given what is known about types that are looked at already.
    fn extent(&self, known: &mut Known) -> Extent;

    /// Stands at the value at an index, which is below the count.
    fn seek(&self, _size: usize, index: u128, spot: &mut Spot) {
        spot.at = index;
    }

    /// The value at which a walk stands.
    fn make(&self, size: usize, spot: &Spot) -> T {
        self.nth(size, spot.at)
    }

    /// Goes to the next value of the size, and turns the given one, at which the walk stood, into it.
    ///
    /// If there is none, the walk stands nowhere, and the given value is any.
    fn step(&self, size: usize, spot: &mut Spot, value: Option<&mut T>) -> bool {
        let next = spot.at + 1;
        if next >= self.count(size) {
            return false;
        }
        spot.at = next;
        if let Some(value) = value {
            *value = self.nth(size, next);
        }
        true
    }
}

/// Where a walk through the values of one size of a node stands. Only the node itself knows what the numbers mean; nodes that
/// hand their walk on to one other node share its spot.
#[derive(Debug, Clone, Default)]
pub struct Spot {
    /// An index.
    pub(crate) at: u128,
    /// The number of a split, or of items.
    pub(crate) choice: u32,
    /// The number of a constructor, whose fields are the parts, or of another alternative.
    pub(crate) constructor: u32,
    /// Whether another constructor has values of the size.
    pub(crate) more_constructors: bool,
    /// Whether there is another split.
    pub(crate) more_splits: bool,
    /// The size of the first part.
    pub(crate) part: u32,
    /// How many first parts of its size are still to come; the greatest number means that nobody knows.
    pub(crate) first_left: u64,
    /// How many of what is behind the first part are still to come.
    pub(crate) rest_left: u64,
    /// How many of these come again with the next first part, but for one.
    pub(crate) rest_all: u64,
    /// Where the walks through the parts stand.
    pub(crate) parts: Vec<Spot>,
}

impl Spot {
    /// The spots of two parts.
    #[inline]
    pub(crate) fn pair(&mut self) -> (&mut Spot, &mut Spot) {
        if self.parts.len() != 2 {
            self.parts.resize_with(2, Spot::default);
        }
        match &mut self.parts[..] {
            [left, right] => (left, right),
            _ => unreachable!("there are two"),
        }
    }

    /// Takes one of what is left, if that is known.
    #[inline]
    pub(crate) fn take(left: &mut u64) {
        *left -= u64::from(*left != u64::MAX);
    }

    /// The spot of one part.
    #[inline]
    pub(crate) fn one(&mut self) -> &mut Spot {
        if self.parts.is_empty() {
            self.parts.push(Spot::default());
        }
        &mut self.parts[0]
    }
}
