//! What a domain is made of: a graph of nodes, each of which counts its values of a size and gives the one at an index.
//!
//! Counts are exact below `u128::MAX`; that number itself means "so many or more". With saturated counts the first `u128::MAX`
//! values of a class still have their indices, and no value has two of them: a saturated block only hides what comes after
//! it. A node never looks at others when it is made, only when it is asked, so types can refer to themselves.

use std::collections::{HashMap, HashSet};

pub(crate) mod array;
pub(crate) mod basic;
pub(crate) mod combine;
pub(crate) mod counts;
pub(crate) mod entries;
pub(crate) mod float;
pub(crate) mod integer;
pub(crate) mod late;
pub(crate) mod list;

/// One node of the graph.
pub(crate) trait Node<T>: Send + Sync {
    /// How many values of this size there are.
    fn count(&self, size: usize) -> u128;

    /// The value at an index, which is below the count.
    fn nth(&self, size: usize, index: u128) -> T;

    /// The sizes that values have, given what is known about types that are looked at already.
    fn extent(&self, known: &mut Known) -> Extent;
}

/// The least and greatest size of values, and how many there are at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
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
pub(crate) struct Known {
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
    pub fn settle<T>(node: &dyn Node<T>) -> Extent {
        let mut known = Known::default();
        loop {
            known.visited.clear();
            known.changed = false;
            let extent = node.extent(&mut known);
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

/// The number of ways to split a size between two parts.
pub(crate) fn convolve(
    size: usize,
    (left, left_count): (Extent, &dyn Fn(usize) -> u128),
    (right, right_count): (Extent, &dyn Fn(usize) -> u128),
) -> u128 {
    splits(size, left, right).fold(0u128, |sum, part| match left_count(part) {
        0 => sum,
        ways => sum.saturating_add(ways.saturating_mul(right_count(size - part))),
    })
}

/// Finds the split in which an index falls, the index of the left part and that of the right part.
pub(crate) fn locate(
    size: usize,
    mut index: u128,
    (left, left_count): (Extent, &dyn Fn(usize) -> u128),
    (right, right_count): (Extent, &dyn Fn(usize) -> u128),
) -> Option<(usize, u128, u128)> {
    for part in splits(size, left, right) {
        let ways = left_count(part);
        if ways == 0 {
            continue;
        }
        let each = right_count(size - part);
        let block = ways.saturating_mul(each);
        if index < block {
            let (outer, inner) = divide(index, each);
            return Some((part, outer, inner));
        }
        index -= block;
    }
    None
}

/// What [`locate`] finds, as a table: the splits of one size that have values.
pub(crate) struct Splits(Vec<Split>);

struct Split {
    /// The index behind the last value of this split.
    end: u128,
    /// The index of its first value.
    start: u128,
    /// How many right parts there are for each left part.
    each: u128,
    /// The size of the left part.
    part: usize,
}

impl Splits {
    /// The splits of a size.
    pub fn new(
        size: usize,
        (left, left_count): (Extent, &dyn Fn(usize) -> u128),
        (right, right_count): (Extent, &dyn Fn(usize) -> u128),
    ) -> Splits {
        let mut start = 0u128;
        let mut table = Vec::new();
        for part in splits(size, left, right) {
            let ways = left_count(part);
            let each = if ways == 0 { 0 } else { right_count(size - part) };
            let end = start.saturating_add(ways.saturating_mul(each));
            if end > start {
                table.push(Split { end, start, each, part });
            }
            start = end;
        }
        Splits(table)
    }

    /// The size of the left part, and the indices of both parts.
    #[inline]
    pub fn locate(&self, index: u128) -> Option<(usize, u128, u128)> {
        let split = self.0.iter().find(|split| index < split.end)?;
        let (outer, inner) = divide(index - split.start, split.each);
        Some((split.part, outer, inner))
    }
}

/// The sizes that the left part can have.
fn splits(size: usize, left: Extent, right: Extent) -> std::ops::Range<usize> {
    let (Extent::Sizes(low, high, _), Extent::Sizes(least, most, _)) = (left, right) else { return 0..0 };
    let from = most.map_or(low, |most| low.max(size.saturating_sub(most)));
    let Some(to) = size.checked_sub(least) else { return 0..0 };
    from..high.map_or(to, |high| to.min(high)) + 1
}

/// Division with quick ways for what is frequent: few parts on one side, and words.
#[inline]
pub(crate) fn divide(index: u128, by: u128) -> (u128, u128) {
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
