//! The node of a type: looked up when it is used for the first time, so that types can contain themselves.

use std::cell::RefCell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use num_bigint::BigUint;

use super::counts::{LARGEST_SIZE, Table};
use super::{Amount, Extent, Known, Node, Spot};
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
///
/// It counts for the type, and remembers. To make values, [`Domain::direct`] goes to what was made.
pub(crate) struct Late<T: 'static> {
    make: fn() -> Domain<T>,
    /// Makes the value at which a walk stands.
    pub build: fn(usize, &Spot) -> T,
    made: OnceLock<Domain<T>>,
    direct: OnceLock<&'static dyn Node<T>>,
    counts: Table,
    /// Counts below this size are known, in words.
    filled: AtomicUsize,
    /// Exact counts below this size are known, where words do not suffice.
    filled_exactly: AtomicUsize,
}

impl<T: 'static> Late<T> {
    /// The domain that a function makes, and the function that makes its values.
    pub fn new(make: fn() -> Domain<T>, build: fn(usize, &Spot) -> T) -> Late<T> {
        let (filled, filled_exactly) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (made, direct) = (OnceLock::new(), OnceLock::new());
        Late { make, build, made, direct, counts: Table::new(), filled, filled_exactly }
    }

    /// The node that was made.
    #[inline]
    pub fn direct(&'static self) -> &'static dyn Node<T> {
        match self.direct.get() {
            Some(node) => *node,
            None => *self.direct.get_or_init(|| self.made().direct()),
        }
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

    fn compute<N: Amount>(&self, size: usize) -> N {
        let key = (self.address(), size);
        assert!(
            !UNDER_WAY.with_borrow(|under_way| under_way.contains(&key)),
            "the domain of `{}` contains itself without a cost; call `pay(1)` on its recursive alternatives",
            std::any::type_name::<T>()
        );
        UNDER_WAY.with_borrow_mut(|under_way| under_way.push(key));
        let _done = Done;
        N::of(self.made(), size)
    }

    fn amount<N: Amount>(&self, size: usize, filled: &AtomicUsize) -> N {
        if let Some(count) = self.counts.known(size) {
            return count;
        }
        // From below, so that a large size needs no deep recursion.
        for smaller in filled.load(Ordering::Relaxed)..size.min(LARGEST_SIZE + 1) {
            if UNDER_WAY.with_borrow(|under_way| under_way.contains(&(self.address(), smaller))) {
                break;
            }
            self.counts.get(smaller, || self.compute::<N>(smaller));
        }
        filled.fetch_max(size.min(LARGEST_SIZE), Ordering::Relaxed);
        self.counts.get(size, || self.compute(size))
    }
}

impl<T: 'static> Node<T> for Late<T> {
    #[inline]
    fn count(&self, size: usize) -> u128 {
        self.amount(size, &self.filled)
    }

    fn exact(&self, size: usize) -> BigUint {
        self.amount(size, &self.filled_exactly)
    }

    fn nth(&self, size: usize, index: u128) -> T {
        self.made().direct().nth(size, index)
    }

    fn nth_exact(&self, size: usize, index: &BigUint) -> T {
        self.made().direct().nth_exact(size, index)
    }

    fn extent(&self, known: &mut Known) -> Extent {
        known.of(self.address(), |known| self.made().node().extent(known))
    }
}
