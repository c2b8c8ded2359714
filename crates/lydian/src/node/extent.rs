//! The sizes that the values of nodes have, found without counting: by rounds over the graph until nothing changes.

use std::collections::{HashMap, HashSet};

/// The least and greatest size of values, and how many there are at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// There are no values.
    Empty,
    /// From a least size to a greatest one, or without end; and how many values at most.
    Sizes(usize, Option<usize>, u128),
}

impl Extent {
    /// One value of this size.
    pub fn exactly(size: usize) -> Extent {
        Extent::Sizes(size, Some(size), 1)
    }

    /// All sizes from a least one on.
    pub fn from(least: usize) -> Extent {
        Extent::Sizes(least, None, u128::MAX)
    }

    /// The sizes of pairs.
    pub fn plus(self, other: Extent) -> Extent {
        match (self, other) {
            (Extent::Sizes(low, high, count), Extent::Sizes(least, most, total)) => Extent::Sizes(
                low.saturating_add(least),
                high.zip(most).map(|(high, most)| high.saturating_add(most)),
                count.saturating_mul(total),
            ),
            _ => Extent::Empty,
        }
    }

    /// The sizes of values of either.
    pub fn or(self, other: Extent) -> Extent {
        match (self, other) {
            (Extent::Empty, only) | (only, Extent::Empty) => only,
            (Extent::Sizes(low, high, count), Extent::Sizes(least, most, total)) => Extent::Sizes(
                low.min(least),
                high.zip(most).map(|(high, most)| high.max(most)),
                count.saturating_add(total),
            ),
        }
    }

    /// The sizes among these that are not greater than a bound.
    pub fn up_to(self, bound: usize) -> Extent {
        match self {
            Extent::Sizes(low, high, total) if low <= bound => {
                Extent::Sizes(low, Some(high.map_or(bound, |high| high.min(bound))), total)
            }
            _ => Extent::Empty,
        }
    }
}

/// What is known about the extents of types while the extent of one is computed.
#[derive(Debug, Default)]
pub struct Known {
    /// By the address of the node.
    extents: HashMap<usize, Extent>,
    /// Nodes looked at in this round.
    visited: HashSet<usize>,
    changed: bool,
    round: usize,
}

impl Known {
    /// The extent of a node, by rounds until nothing changes: what was assumed in one round is used in the next.
    ///
    /// Least sizes settle after as many rounds as there are types. A greatest size that still grows then belongs to a type
    /// that contains itself, and has no bound.
    pub fn settle(look: impl Fn(&mut Known) -> Extent) -> Extent {
        let mut known = Known::default();
        loop {
            known.visited.clear();
            known.changed = false;
            let extent = look(&mut known);
            if !known.changed {
                return extent;
            }
            known.round += 1;
        }
    }

    /// The extent of a type; `look` is asked at most once in a round.
    pub fn of(&mut self, address: usize, look: impl FnOnce(&mut Known) -> Extent) -> Extent {
        let assumed = self.extents.get(&address).copied().unwrap_or(Extent::Empty);
        if !self.visited.insert(address) {
            return assumed;
        }
        let mut found = look(self);
        if found != assumed {
            if let Extent::Sizes(least, ..) = found
                && self.round > self.visited.len() + 1
            {
                found = Extent::from(least);
            }
            // Widened before, and not to be narrowed again.
            if found == assumed {
                return found;
            }
            self.changed = true;
            self.extents.insert(address, found);
        }
        found
    }
}
