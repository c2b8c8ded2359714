//! Lists: 1 for the end, and for each item what a cell costs and the item's own size. Built without recursion, so that a
//! long list needs no deep stack.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use num_bigint::BigUint;

use super::counts::{LARGEST_SIZE, Table};
use super::splits::{convolve, locate};
use super::{Amount, Extent, Known, Node, Spot};
use crate::Domain;

/// Lists of items.
pub(crate) struct Lists<T: 'static> {
    item: Domain<T>,
    cell: usize,
    /// Lists by the sum of their cells and items.
    counts: Table,
    filled: AtomicUsize,
    filled_exactly: AtomicUsize,
    extent: OnceLock<Extent>,
}

/// What the end of a list costs.
const END: usize = 1;

impl<T: 'static> Lists<T> {
    /// Lists whose cells cost this much; a cell or every item costs something.
    pub fn new(item: Domain<T>, cell: usize) -> Lists<T> {
        let (filled, filled_exactly) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Lists { item, cell, counts: Table::new(), filled, filled_exactly, extent: OnceLock::new() }
    }

    /// The sizes of an item in its cell.
    fn cells(&self) -> Extent {
        *self.extent.get_or_init(|| {
            Known::settle(|known| self.item.node().extent(known)).plus(Extent::exactly(self.cell))
        })
    }

    fn in_cell<N: Amount>(&self, size: usize) -> N {
        size.checked_sub(self.cell).map_or_else(|| N::small(0), |size| N::of(&self.item, size))
    }

    /// Lists whose cells and items have this size together.
    fn rows(&self, size: usize) -> u128 {
        self.amount(size, &self.filled)
    }

    fn amount<N: Amount>(&self, size: usize, filled: &AtomicUsize) -> N {
        if let Some(count) = self.counts.known(size) {
            return count;
        }
        for smaller in filled.load(Ordering::Relaxed)..=size.min(LARGEST_SIZE) {
            self.counts.get(smaller, || match smaller {
                0 => N::small(1),
                size => {
                    let rest = |rest| self.counts.known(rest).unwrap_or_else(|| N::small(0));
                    convolve(size, (self.cells(), &|size| self.in_cell(size)), (Extent::from(0), &rest))
                }
            });
        }
        filled.fetch_max((size + 1).min(LARGEST_SIZE), Ordering::Relaxed);
        self.counts.known(size).unwrap_or_else(|| N::small(0))
    }

    /// The cell in which an index falls, among lists of this size: its size, the index of the item, and that of the rest.
    fn first<N: Amount>(&self, size: usize, index: &N, rows: &dyn Fn(usize) -> N) -> (usize, N, N) {
        let in_cell = |size| self.in_cell(size);
        match locate(size, index, (self.cells(), &in_cell), (Extent::from(0), rows)) {
            Some(place) => place,
            None => unreachable!("the index is below the count"),
        }
    }

    fn pick<N: Amount>(&self, size: usize, index: &N, rows: &dyn Fn(usize) -> N) -> Vec<T> {
        let mut list = Vec::new();
        let (mut rest, mut index) = (size - END, index.clone());
        while rest > 0 {
            let (cell, outer, inner) = self.first(rest, &index, rows);
            list.push(outer.pick(&self.item, cell - self.cell));
            rest -= cell;
            index = inner;
        }
        list
    }

    /// Lets a walk stand, from an item on, at the list at an index among those of this size.
    fn fill(&self, spot: &mut Spot, from: usize, mut rest: usize, mut index: u128) {
        spot.choice = from as u32;
        while rest > 0 {
            let (cell, outer, inner) = self.first(rest, &index, &|size| self.rows(size));
            self.put(spot, spot.choice as usize, cell, outer);
            spot.choice += 1;
            rest -= cell;
            index = inner;
        }
    }

    /// Lets a walk stand at an item in a cell of this size.
    fn put(&self, spot: &mut Spot, place: usize, cell: usize, index: u128) {
        if spot.parts.len() <= place {
            spot.parts.resize_with(place + 1, Spot::default);
        }
        let part = &mut spot.parts[place];
        part.part = cell as u32;
        self.item.direct().seek(cell - self.cell, index, part.one());
    }

    /// The items at which a walk stands, from one on.
    fn items(&self, spot: &Spot, from: usize) -> impl Iterator<Item = T> {
        let node = self.item.direct();
        spot.parts[from..spot.choice as usize]
            .iter()
            .map(move |part| node.make(part.part as usize - self.cell, &part.parts[0]))
    }

    /// The next larger cell that an item can have, if it and those behind it have this size together.
    fn larger(&self, cell: usize, rest: usize) -> Option<usize> {
        let last = match self.cells() {
            Extent::Sizes(_, Some(greatest), _) => greatest.min(rest),
            _ => rest,
        };
        (cell + 1..=last).find(|cell| self.in_cell::<u128>(*cell) > 0 && self.rows(rest - cell) > 0)
    }
}

impl<T: 'static> Node<Vec<T>> for Lists<T> {
    fn count(&self, size: usize) -> u128 {
        size.checked_sub(END).map_or(0, |size| self.rows(size))
    }

    fn exact(&self, size: usize) -> BigUint {
        size.checked_sub(END).map_or_else(BigUint::default, |size| self.amount(size, &self.filled_exactly))
    }

    fn nth(&self, size: usize, index: u128) -> Vec<T> {
        self.pick(size, &index, &|size| self.rows(size))
    }

    fn nth_exact(&self, size: usize, index: &BigUint) -> Vec<T> {
        self.pick(size, index, &|size| self.amount(size, &self.filled_exactly))
    }

    fn extent(&self, known: &mut Known) -> Extent {
        match self.item.node().extent(known) {
            Extent::Empty => Extent::exactly(END),
            Extent::Sizes(..) => Extent::from(END),
        }
    }

    fn seek(&self, size: usize, index: u128, spot: &mut Spot) {
        self.fill(spot, 0, size - END, index);
    }

    fn make(&self, _: usize, spot: &Spot) -> Vec<T> {
        let mut list = Vec::with_capacity(spot.choice as usize);
        list.extend(self.items(spot, 0));
        list
    }

    /// The last item that has a next value or a larger cell changes, and what is behind it begins anew.
    fn step(&self, _: usize, spot: &mut Spot, mut value: Option<&mut Vec<T>>) -> bool {
        let mut rest = 0;
        for place in (0..spot.choice as usize).rev() {
            let part = &mut spot.parts[place];
            let cell = part.part as usize;
            let behind = rest;
            rest += cell;
            let item = value.as_deref_mut().map(|list| &mut list[place]);
            let same = if self.in_cell::<u128>(cell) > 1
                && self.item.direct().step(cell - self.cell, part.one(), item)
            {
                if self.rows(behind) == 1 {
                    return true;
                }
                self.fill(spot, place + 1, behind, 0);
                place + 1
            } else if let Some(larger) = self.larger(cell, rest) {
                self.put(spot, place, larger, 0);
                self.fill(spot, place + 1, rest - larger, 0);
                place
            } else {
                continue;
            };
            if let Some(list) = value {
                list.truncate(same);
                list.extend(self.items(spot, same));
            }
            return true;
        }
        false
    }
}
