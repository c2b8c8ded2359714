//! A fixed number of items, counted by halves, so that a long array needs no deep stack.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{OnceLock, PoisonError, RwLock};

use num_bigint::BigUint;

use super::splits::{convolve, locate};
use super::{Amount, Extent, Known, Node, Spot};
use crate::Domain;

/// Counts by any key, behind locks.
pub struct Memo<K> {
    /// In words.
    pub words: RwLock<HashMap<K, u128>>,
    /// Exact.
    pub exact: RwLock<HashMap<K, BigUint>>,
}

impl<K: Hash + Eq> Memo<K> {
    /// Nothing known yet.
    pub fn new() -> Memo<K> {
        Memo { words: RwLock::new(HashMap::new()), exact: RwLock::new(HashMap::new()) }
    }

    /// The count of a key; the lock is not held while it is computed.
    pub fn get<N: Amount>(&self, key: K, compute: impl FnOnce() -> N) -> N {
        let memo = N::memo(self);
        if let Some(count) = memo.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return count.clone();
        }
        let count = compute();
        memo.write().unwrap_or_else(PoisonError::into_inner).insert(key, count.clone());
        count
    }
}

/// Rows of items of any length, but of one length at a time.
pub(crate) struct Rows<T: 'static> {
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
        times(*self.extent.get_or_init(|| Known::settle(|known| self.item_extent(known))), length)
    }

    /// How many rows of a length have a size.
    pub fn count<N: Amount>(&self, length: usize, size: usize) -> N {
        match length {
            0 => N::small(u128::from(size == 0)),
            1 => N::of(&self.item, size),
            _ => self.counts.get((length, size), || {
                let (half, rest) = (length / 2, length - length / 2);
                let left = |size| self.count(half, size);
                let right = |size| self.count(rest, size);
                convolve(size, (self.sizes(half), &left), (self.sizes(rest), &right))
            }),
        }
    }

    /// How an index is split between the halves of rows: the size of the first one, and the indices of both.
    fn split<N: Amount>(&self, length: usize, size: usize, index: &N) -> (usize, N, N) {
        let (half, rest) = (length / 2, length - length / 2);
        let left = |size| self.count(half, size);
        let right = |size| self.count(rest, size);
        match locate(size, index, (self.sizes(half), &left), (self.sizes(rest), &right)) {
            Some(place) => place,
            None => unreachable!("the index is below the count"),
        }
    }

    /// Appends the row at an index, which is below the count.
    pub fn push<N: Amount>(&self, length: usize, size: usize, index: &N, row: &mut Vec<T>) {
        match length {
            0 => {}
            1 => row.push(index.pick(&self.item, size)),
            _ => {
                let (part, outer, inner) = self.split(length, size, index);
                self.push(length / 2, part, &outer, row);
                self.push(length - length / 2, size - part, &inner, row);
            }
        }
    }

    fn seek(&self, length: usize, size: usize, index: u128, spot: &mut Spot) {
        match length {
            0 => {}
            1 => self.item.direct().seek(size, index, spot),
            _ => {
                let (part, outer, inner) = self.split(length, size, &index);
                spot.part = part as u32;
                let (left, right) = spot.pair();
                self.seek(length / 2, part, outer, left);
                self.seek(length - length / 2, size - part, inner, right);
            }
        }
    }

    /// Gives each item at which a walk stands, with its place.
    fn each(&self, from: usize, length: usize, size: usize, spot: &Spot, give: &mut dyn FnMut(usize, T)) {
        match length {
            0 => {}
            1 => give(from, self.item.direct().make(size, spot)),
            _ => {
                let half = length / 2;
                self.each(from, half, spot.part as usize, &spot.parts[0], give);
                self.each(from + half, length - half, size - spot.part as usize, &spot.parts[1], give);
            }
        }
    }

    fn step(&self, size: usize, length: usize, spot: &mut Spot, mut row: Option<&mut [T]>) -> bool {
        match length {
            0 => return false,
            1 => {
                let item = row.and_then(<[T]>::first_mut);
                return self.item.direct().step(size, spot, item);
            }
            _ => {}
        }
        let (half, part) = (length / 2, spot.part as usize);
        let (left, right) = spot.pair();
        let behind = row.as_deref_mut().map(|row| &mut row[half..]);
        if self.step(size - part, length - half, right, behind) {
            return true;
        }
        let before = row.as_deref_mut().map(|row| &mut row[..half]);
        let same = if self.step(part, half, left, before) {
            self.seek(length - half, size - part, 0, right);
            half
        } else {
            let possible = |part: &usize| {
                self.count::<u128>(half, *part) > 0 && self.count::<u128>(length - half, size - part) > 0
            };
            let last = match self.sizes(half) {
                Extent::Sizes(_, Some(greatest), _) => greatest.min(size),
                _ => size,
            };
            let Some(larger) = (part + 1..=last).find(possible) else { return false };
            self.seek(half, larger, 0, left);
            self.seek(length - half, size - larger, 0, right);
            spot.part = larger as u32;
            0
        };
        if let Some(row) = row {
            let mut put = |place: usize, item| row[place] = item;
            if same == 0 {
                self.each(0, length, size, spot, &mut put);
            } else {
                self.each(half, length - half, size - part, &spot.parts[1], &mut put);
            }
        }
        true
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
pub(crate) struct Arrays<T: 'static, const LENGTH: usize> {
    rows: Rows<T>,
}

impl<T: 'static, const LENGTH: usize> Arrays<T, LENGTH> {
    /// Rows of these items.
    pub fn new(item: Domain<T>) -> Arrays<T, LENGTH> {
        Arrays { rows: Rows::new(item) }
    }

    fn array(items: Vec<T>) -> [T; LENGTH] {
        match items.try_into() {
            Ok(array) => array,
            Err(_) => unreachable!("a row has {LENGTH} items"),
        }
    }
}

impl<T: 'static, const LENGTH: usize> Node<[T; LENGTH]> for Arrays<T, LENGTH> {
    fn count(&self, size: usize) -> u128 {
        self.rows.count(LENGTH, size)
    }

    fn exact(&self, size: usize) -> BigUint {
        self.rows.count(LENGTH, size)
    }

    fn nth(&self, size: usize, index: u128) -> [T; LENGTH] {
        let mut row = Vec::with_capacity(LENGTH);
        self.rows.push(LENGTH, size, &index, &mut row);
        Self::array(row)
    }

    fn nth_exact(&self, size: usize, index: &BigUint) -> [T; LENGTH] {
        let mut row = Vec::with_capacity(LENGTH);
        self.rows.push(LENGTH, size, index, &mut row);
        Self::array(row)
    }

    fn extent(&self, known: &mut Known) -> Extent {
        times(self.rows.item_extent(known), LENGTH)
    }

    fn seek(&self, size: usize, index: u128, spot: &mut Spot) {
        self.rows.seek(LENGTH, size, index, spot);
    }

    fn make(&self, size: usize, spot: &Spot) -> [T; LENGTH] {
        let mut row = Vec::with_capacity(LENGTH);
        self.rows.each(0, LENGTH, size, spot, &mut |_, item| row.push(item));
        Self::array(row)
    }

    fn step(&self, size: usize, spot: &mut Spot, value: Option<&mut [T; LENGTH]>) -> bool {
        self.rows.step(size, LENGTH, spot, value.map(<[T; LENGTH]>::as_mut_slice))
    }
}
