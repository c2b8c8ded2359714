//! Lists: 1 for the end, and for each item what a cell costs and the item's own size. Built without recursion, so that a
//! long list needs no deep stack.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::counts::{Counts, LARGEST_SIZE};
use super::{Extent, Known, Node, convolve, locate};
use crate::Domain;

/// Lists of items.
pub(crate) struct Lists<T> {
    item: Domain<T>,
    cell: usize,
    /// Lists by the sum of their cells and items.
    counts: Counts,
    filled: AtomicUsize,
    extent: OnceLock<Extent>,
}

/// What the end of a list costs.
const END: usize = 1;

impl<T: 'static> Lists<T> {
    /// Lists whose cells cost this much; a cell or every item costs something.
    pub fn new(item: Domain<T>, cell: usize) -> Lists<T> {
        Lists { item, cell, counts: Counts::new(), filled: AtomicUsize::new(0), extent: OnceLock::new() }
    }

    /// The sizes of an item in its cell.
    fn cells(&self) -> Extent {
        *self.extent.get_or_init(|| Known::settle(self.item.node()).plus(Extent::exactly(self.cell)))
    }

    fn in_cell(&self, size: usize) -> u128 {
        size.checked_sub(self.cell).map_or(0, |size| self.item.node().count(size))
    }

    /// Lists whose cells and items have this size together.
    fn rows(&self, size: usize) -> u128 {
        for smaller in self.filled.load(Ordering::Relaxed)..=size.min(LARGEST_SIZE) {
            self.counts.get(smaller, || match smaller {
                0 => 1,
                size => {
                    let rest = |rest| self.counts.known(rest).unwrap_or(0);
                    convolve(size, (self.cells(), &|size| self.in_cell(size)), (Extent::from(0), &rest))
                }
            });
        }
        self.filled.fetch_max((size + 1).min(LARGEST_SIZE), Ordering::Relaxed);
        self.counts.known(size).unwrap_or(0)
    }
}

impl<T: 'static> Node<Vec<T>> for Lists<T> {
    fn count(&self, size: usize) -> u128 {
        size.checked_sub(END).map_or(0, |size| self.rows(size))
    }

    fn nth(&self, size: usize, mut index: u128) -> Vec<T> {
        let mut list = Vec::new();
        let mut rest = size - END;
        while rest > 0 {
            let in_cell = |size| self.in_cell(size);
            let rows = |size| self.rows(size);
            let place = locate(rest, index, (self.cells(), &in_cell), (Extent::from(0), &rows));
            let Some((cell, outer, inner)) = place else {
                unreachable!("the index is below the count");
            };
            list.push(self.item.node().nth(cell - self.cell, outer));
            rest -= cell;
            index = inner;
        }
        list
    }

    fn extent(&self, known: &mut Known) -> Extent {
        match self.item.node().extent(known) {
            Extent::Empty => Extent::exactly(END),
            Extent::Sizes(..) => Extent::from(END),
        }
    }
}
