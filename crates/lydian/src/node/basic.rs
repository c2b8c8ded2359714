//! Basic values: a natural order by size, out of which some values are taken to come early.

use std::collections::BTreeMap;

use super::{Extent, Known, Node};

/// An order of basic values by size.
pub(crate) trait Natural<T>: Send + Sync {
    /// How many values of this size there are.
    fn count(&self, size: usize) -> u128;

    /// The value at an index below the count.
    fn nth(&self, size: usize, index: u128) -> T;

    /// The size of a value and its index, if it is in this order at all.
    fn rank(&self, value: &T) -> Option<(usize, u128)>;

    /// The sizes, and how many values there are.
    fn extent(&self) -> Extent;
}

/// Values in their natural order, but for some that come earlier, behind the others of the size they are given.
pub(crate) struct Early<T, N> {
    natural: N,
    early: BTreeMap<usize, Vec<T>>,
    /// The indices of the early values in the natural order, sorted.
    removed: BTreeMap<usize, Vec<u128>>,
}

impl<T: Copy, N: Natural<T>> Early<T, N> {
    /// Gives some values a smaller size than they have. What is smaller already stays.
    pub fn new(natural: N, early: impl IntoIterator<Item = (usize, T)>) -> Early<T, N> {
        let mut order = Early { natural, early: BTreeMap::new(), removed: BTreeMap::new() };
        for (size, value) in early {
            if let Some((place, index)) = order.natural.rank(&value) {
                let removed = order.removed.entry(place).or_default();
                match removed.binary_search(&index) {
                    Err(at) if place > size => removed.insert(at, index),
                    _ => continue,
                }
            }
            order.early.entry(size).or_default().push(value);
        }
        order
    }

    /// How many values of the natural order are left at this size.
    fn left(&self, size: usize) -> u128 {
        self.natural.count(size) - self.removed.get(&size).map_or(0, |removed| removed.len() as u128)
    }
}

impl<T: Copy + Send + Sync, N: Natural<T>> Node<T> for Early<T, N> {
    fn count(&self, size: usize) -> u128 {
        self.left(size) + self.early.get(&size).map_or(0, |early| early.len() as u128)
    }

    fn nth(&self, size: usize, index: u128) -> T {
        let left = self.left(size);
        if index >= left {
            return self.early[&size][(index - left) as usize];
        }
        let removed = self.removed.get(&size).map_or(&[][..], Vec::as_slice);
        let index = removed.iter().fold(index, |index, removed| index + u128::from(*removed <= index));
        self.natural.nth(size, index)
    }

    fn extent(&self, _: &mut Known) -> Extent {
        self.early.keys().fold(self.natural.extent(), |all, size| all.or(Extent::exactly(*size)))
    }
}

/// Which of two rows an index falls into when they are taken in turn, and where: the first one begins.
pub(crate) fn in_turn(index: u128, first: u128, second: u128) -> (bool, u128) {
    let both = first.min(second);
    if index < 2 * both { (index.is_multiple_of(2), index / 2) } else { (first > second, index - both) }
}

/// The index of an element of one of two rows that are taken in turn: what [`in_turn`] undoes.
pub(crate) fn turn(in_first: bool, place: u128, first: u128, second: u128) -> u128 {
    let both = first.min(second);
    if place < both { 2 * place + u128::from(!in_first) } else { place + both }
}

/// Characters by kind: ASCII that prints, other ASCII, then by the number of bytes in UTF-8.
pub(crate) struct Characters;

/// The size of each kind, with its code points; the gap in the third is that of the surrogates.
const KINDS: [(usize, &[(u32, u32)]); 5] = [
    (3, &[(0x20, 0x7e)]),
    (4, &[(0, 0x1f), (0x7f, 0x7f)]),
    (5, &[(0x80, 0x7ff)]),
    (6, &[(0x800, 0xd7ff), (0xe000, 0xffff)]),
    (7, &[(0x1_0000, 0x10_ffff)]),
];

impl Characters {
    /// Characters, letters and what often goes wrong first.
    pub fn early() -> Early<char, Characters> {
        let plain = "ab0 ".chars().map(|char| (1, char));
        let tricky = "A\n\0\"\\éß€\u{1f600}\u{10ffff}".chars().map(|char| (2, char));
        Early::new(Characters, plain.chain(tricky))
    }

    fn ranges(size: usize) -> &'static [(u32, u32)] {
        KINDS.iter().find(|(kind, _)| *kind == size).map_or(&[], |(_, ranges)| ranges)
    }
}

impl Natural<char> for Characters {
    fn count(&self, size: usize) -> u128 {
        Characters::ranges(size).iter().map(|(from, to)| u128::from(to - from + 1)).sum()
    }

    fn nth(&self, size: usize, index: u128) -> char {
        let mut index = index as u32;
        for (from, to) in Characters::ranges(size) {
            match char::from_u32(from + index).filter(|_| index <= to - from) {
                Some(char) => return char,
                None => index -= to - from + 1,
            }
        }
        unreachable!("the index is below the count")
    }

    fn rank(&self, value: &char) -> Option<(usize, u128)> {
        let code = u32::from(*value);
        for (size, ranges) in KINDS {
            let mut before = 0;
            for (from, to) in ranges {
                if (*from..=*to).contains(&code) {
                    return Some((size, u128::from(before + code - from)));
                }
                before += to - from + 1;
            }
        }
        None
    }

    fn extent(&self) -> Extent {
        Extent::Sizes(3, Some(7), 0x10_ffff + 1 - 0x800)
    }
}
