//! How a size is split between a left part and the rest: counted, looked up by index, and kept as a table.
//! Splits come by the size of the left part, the smallest first; within one, the left part changes slowest.

use super::{Amount, Extent};

/// The number of ways to split a size between two parts.
pub fn convolve<N: Amount>(
    size: usize,
    (left, left_count): (Extent, &dyn Fn(usize) -> N),
    (right, right_count): (Extent, &dyn Fn(usize) -> N),
) -> N {
    let none = N::small(0);
    parts(size, left, right).fold(none.clone(), |sum, part| match left_count(part) {
        ways if ways == none => sum,
        ways => sum.plus(&ways.times(&right_count(size - part))),
    })
}

/// Finds the split in which an index falls: the size of the left part, its index and that of the right part.
pub fn locate<N: Amount>(
    size: usize,
    index: &N,
    (left, left_count): (Extent, &dyn Fn(usize) -> N),
    (right, right_count): (Extent, &dyn Fn(usize) -> N),
) -> Option<(usize, N, N)> {
    let none = N::small(0);
    let mut index = index.clone();
    for part in parts(size, left, right) {
        let ways = left_count(part);
        if ways == none {
            continue;
        }
        let each = right_count(size - part);
        let block = ways.times(&each);
        if index < block {
            let (outer, inner) = index.divide(&each);
            return Some((part, outer, inner));
        }
        index = index.minus(&block);
    }
    None
}

/// The sizes that the left part can have.
fn parts(size: usize, left: Extent, right: Extent) -> std::ops::Range<usize> {
    let (Extent::Sizes(low, high, _), Extent::Sizes(least, most, _)) = (left, right) else { return 0..0 };
    let from = most.map_or(low, |most| low.max(size.saturating_sub(most)));
    let Some(to) = size.checked_sub(least) else { return 0..0 };
    from..high.map_or(to, |high| to.min(high)) + 1
}

/// What [`locate`] finds, as a table: the splits of one size that have values.
#[derive(Debug)]
pub struct Splits(Vec<Split>);

/// One split.
#[derive(Debug)]
pub struct Split {
    /// The index behind the last value of this split.
    end: u128,
    /// The index of its first value.
    start: u128,
    /// How many right parts there are for each left part.
    each: u128,
    /// The size of the left part.
    pub part: usize,
    /// How many left parts there are.
    ways: u128,
    /// Whether there is another split behind this one.
    pub more: bool,
}

impl Split {
    /// How many left parts come behind the one at an index, and how many right parts; the greatest number stands for more.
    pub fn left(&self, outer: u128, inner: u128) -> (u64, u64) {
        (behind(self.ways, outer), behind(self.each, inner))
    }
}

fn behind(count: u128, index: u128) -> u64 {
    u64::try_from(count - 1 - index).unwrap_or(u64::MAX)
}

impl Splits {
    /// The splits of a size.
    pub fn new(
        size: usize,
        (left, left_count): (Extent, &dyn Fn(usize) -> u128),
        (right, right_count): (Extent, &dyn Fn(usize) -> u128),
    ) -> Splits {
        let mut start = 0u128;
        let mut table: Vec<Split> = Vec::new();
        for part in parts(size, left, right) {
            let ways = left_count(part);
            let each = if ways == 0 { 0 } else { right_count(size - part) };
            let end = start.plus(&ways.times(&each));
            if end > start {
                if let Some(before) = table.last_mut() {
                    before.more = true;
                }
                table.push(Split { end, start, each, part, ways, more: false });
            }
            start = end;
        }
        Splits(table)
    }

    /// The split at a place in the table.
    #[inline]
    pub fn get(&self, place: usize) -> Option<&Split> {
        self.0.get(place)
    }

    /// The split in which an index falls, with its place in the table, and the indices of both parts.
    #[inline]
    pub fn locate(&self, index: u128) -> Option<(usize, &Split, u128, u128)> {
        let (place, split) = self.0.iter().enumerate().find(|(_, split)| index < split.end)?;
        let (outer, inner) = (index - split.start).divide(&split.each);
        Some((place, split, outer, inner))
    }
}
