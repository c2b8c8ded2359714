//! A fixed number of items, counted by halves, so that a long array needs no deep stack.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{OnceLock, PoisonError, RwLock};

use super::{Extent, Known, Node, convolve, locate};
use crate::Domain;

/// Counts by any key, behind a lock.
pub(crate) struct Memo<K>(RwLock<HashMap<K, u128>>);

impl<K: Hash + Eq> Memo<K> {
    /// Nothing known yet.
    pub fn new() -> Memo<K> {
        Memo(RwLock::new(HashMap::new()))
    }

    /// The count of a key; the lock is not held while it is computed.
    pub fn get(&self, key: K, compute: impl FnOnce() -> u128) -> u128 {
        if let Some(count) = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return *count;
        }
        let count = compute();
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(key, count);
        count
    }
}

/// Rows of items of any length, but of one length at a time.
pub(crate) struct Rows<T> {
    item: Domain<T>,
    counts: Memo<(usize, usize)>,
    extent: OnceLock<Extent>,
}

impl<T: 'static> Rows<T> {
    /// Rows of these items.
    pub fn new(item: Domain<T>) -> Rows<T> {
        Rows { item, counts: Memo::new(), extent: OnceLock::new() }
    }

    /// The sizes of an item, given what is known.
    pub fn item_extent(&self, known: &mut Known) -> Extent {
        self.item.node().extent(known)
    }

    /// The sizes of rows of a length.
    pub fn sizes(&self, length: usize) -> Extent {
        times(*self.extent.get_or_init(|| Known::settle(self.item.node())), length)
    }

    /// How many rows of a length have a size.
    pub fn count(&self, length: usize, size: usize) -> u128 {
        match length {
            0 => u128::from(size == 0),
            1 => self.item.node().count(size),
            _ => self.counts.get((length, size), || {
                let (half, rest) = (length / 2, length - length / 2);
                let left = |size| self.count(half, size);
                let right = |size| self.count(rest, size);
                convolve(size, (self.sizes(half), &left), (self.sizes(rest), &right))
            }),
        }
    }

    /// Appends the row at an index, which is below the count.
    pub fn push(&self, length: usize, size: usize, index: u128, row: &mut Vec<T>) {
        match length {
            0 => {}
            1 => row.push(self.item.node().nth(size, index)),
            _ => {
                let (half, rest) = (length / 2, length - length / 2);
                let left = |size| self.count(half, size);
                let right = |size| self.count(rest, size);
                let place = locate(size, index, (self.sizes(half), &left), (self.sizes(rest), &right));
                let Some((part, outer, inner)) = place else { unreachable!("the index is below the count") };
                self.push(half, part, outer, row);
                self.push(rest, size - part, inner, row);
            }
        }
    }
}

fn times(extent: Extent, length: usize) -> Extent {
    match extent {
        _ if length == 0 => Extent::exactly(0),
        Extent::Empty => Extent::Empty,
        Extent::Sizes(low, high, total) => Extent::Sizes(
            low.saturating_mul(length),
            high.map(|high| high.saturating_mul(length)),
            total.saturating_pow(u32::try_from(length).unwrap_or(u32::MAX)),
        ),
    }
}

/// Rows of one length.
pub(crate) struct Arrays<T> {
    rows: Rows<T>,
    length: usize,
}

impl<T: 'static> Arrays<T> {
    /// Rows of this length.
    pub fn new(item: Domain<T>, length: usize) -> Arrays<T> {
        Arrays { rows: Rows::new(item), length }
    }
}

impl<T: 'static> Node<Vec<T>> for Arrays<T> {
    fn count(&self, size: usize) -> u128 {
        self.rows.count(self.length, size)
    }

    fn nth(&self, size: usize, index: u128) -> Vec<T> {
        let mut row = Vec::with_capacity(self.length);
        self.rows.push(self.length, size, index, &mut row);
        row
    }

    fn extent(&self, known: &mut Known) -> Extent {
        times(self.rows.item.node().extent(known), self.length)
    }
}
