//! The node of a type: looked up when it is used for the first time, so that types can contain themselves.

use std::cell::RefCell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::counts::{Counts, LARGEST_SIZE};
use super::{Extent, Known, Node};
use crate::Domain;

thread_local! {
    /// The counts that are being computed: a type, by its node, and a size.
    static UNDER_WAY: RefCell<Vec<(usize, usize)>> = const { RefCell::new(Vec::new()) };
    /// The types whose domains are being made.
    static BEING_MADE: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// Forgets the count under way, also when the computation panics.
struct Done;

impl Drop for Done {
    fn drop(&mut self) {
        UNDER_WAY.with_borrow_mut(Vec::pop);
    }
}

/// Forgets the domain that was being made, also when that panics.
struct Made;

impl Drop for Made {
    fn drop(&mut self) {
        BEING_MADE.with_borrow_mut(Vec::pop);
    }
}

/// A type's domain, made on first use.
pub(crate) struct Late<T> {
    make: fn() -> Domain<T>,
    made: OnceLock<Domain<T>>,
    counts: Counts,
    /// Counts below this size are known.
    filled: AtomicUsize,
}

impl<T: 'static> Late<T> {
    /// The domain that this function makes.
    pub fn new(make: fn() -> Domain<T>) -> Late<T> {
        Late { make, made: OnceLock::new(), counts: Counts::new(), filled: AtomicUsize::new(0) }
    }

    fn made(&self) -> &Domain<T> {
        self.made.get().unwrap_or_else(|| self.make())
    }

    #[cold]
    fn make(&self) -> &Domain<T> {
        // Otherwise the cell would wait for itself.
        assert!(
            !BEING_MADE.with_borrow(|being_made| being_made.contains(&self.address())),
            "the domain of `{}` is asked for its values while it is made",
            std::any::type_name::<T>()
        );
        BEING_MADE.with_borrow_mut(|being_made| being_made.push(self.address()));
        let _made = Made;
        self.made.get_or_init(self.make)
    }

    fn address(&self) -> usize {
        std::ptr::from_ref(self).addr()
    }

    fn compute(&self, size: usize) -> u128 {
        let key = (self.address(), size);
        assert!(
            !UNDER_WAY.with_borrow(|under_way| under_way.contains(&key)),
            "the domain of `{}` contains itself without a cost; call `pay(1)` on its recursive alternatives",
            std::any::type_name::<T>()
        );
        UNDER_WAY.with_borrow_mut(|under_way| under_way.push(key));
        let _done = Done;
        self.made().node().count(size)
    }
}

impl<T: 'static> Node<T> for Late<T> {
    fn count(&self, size: usize) -> u128 {
        if let Some(count) = self.counts.known(size) {
            return count;
        }
        // From below, so that a large size needs no deep recursion.
        for smaller in self.filled.load(Ordering::Relaxed)..size.min(LARGEST_SIZE + 1) {
            if UNDER_WAY.with_borrow(|under_way| under_way.contains(&(self.address(), smaller))) {
                break;
            }
            self.counts.get(smaller, || self.compute(smaller));
        }
        self.filled.fetch_max(size.min(LARGEST_SIZE), Ordering::Relaxed);
        self.counts.get(size, || self.compute(size))
    }

    fn nth(&self, size: usize, index: u128) -> T {
        self.made().node().nth(size, index)
    }

    fn extent(&self, known: &mut Known) -> Extent {
        known.of(self.address(), |known| self.made().node().extent(known))
    }
}
