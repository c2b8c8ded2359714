//! Domains: the values that a quantifier ranges over, by size, counted and indexed.
//!
//! A domain is cheap to copy and can be shared between threads. It holds no values: each is made when it is asked for.

use std::fmt;
use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

use crate::Integer;
use crate::node::combine::{Computed, Empty, Given, Image, Nothing, Pairs, Union, UpTo};
use crate::node::counts::LARGEST_SIZE;
use crate::node::integer::Integers;
use crate::node::list::Lists;
use crate::node::{Extent, Known, Node};

/// Values by size, without repetition, each with an index within its size.
///
/// The sizes are finite classes: all values of one size come before those of the next. What a value's size is, its domain says
/// ([`crate::Enumerate`] tells it for types). [`Domain::count`] is exact below [`u128::MAX`]; where a class has so many values
/// or more, only the first [`u128::MAX`] of them can be reached by index. Sizes beyond [`Domain::LARGEST`] are out of reach.
///
/// ```
/// use lydian::Domain;
/// let ages = Domain::range(18..=65u8);
/// let couples = ages.clone().and(ages);
/// assert_eq!(couples.total(), Some(48 * 48));
/// assert_eq!(couples.iter().next(), Some((18, 18)));
/// ```
pub struct Domain<T>(Arc<dyn Node<T>>);

impl<T> Clone for Domain<T> {
    fn clone(&self) -> Domain<T> {
        Domain(Arc::clone(&self.0))
    }
}

impl<T> fmt::Debug for Domain<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Domain<{}>", std::any::type_name::<T>())
    }
}

impl<T: 'static> Domain<T> {
    /// The greatest size at which values are counted and can be reached.
    pub const LARGEST: usize = LARGEST_SIZE;

    pub(crate) fn new(node: impl Node<T> + 'static) -> Domain<T> {
        Domain(Arc::new(node))
    }

    pub(crate) fn node(&self) -> &dyn Node<T> {
        &*self.0
    }

    /// No values.
    pub fn empty() -> Domain<T> {
        Domain::new(Empty)
    }

    /// These values, in this order: the first has size 1, the next two size 2, the next four size 3 and so on.
    ///
    /// ```
    /// let domain = lydian::Domain::values(["b", "a", "c"]);
    /// assert_eq!(domain.iter().collect::<Vec<_>>(), ["b", "a", "c"]);
    /// assert_eq!((domain.count(1), domain.count(2), domain.total()), (1, 2, Some(3)));
    /// ```
    pub fn values(values: impl IntoIterator<Item = T>) -> Domain<T>
    where
        T: Clone + Send + Sync,
    {
        Domain::new(Given(values.into_iter().collect()))
    }

    /// What a function gives for 0, 1, 2 and so on, without end; sizes as with [`Domain::values`].
    ///
    /// ```
    /// let reals = lydian::Domain::sequence(|place| place as f64 * 0.123456789);
    /// assert_eq!(reals.iter().nth(10), Some(1.23456789));
    /// assert_eq!(reals.total(), None);
    /// ```
    pub fn sequence(function: impl Fn(u128) -> T + Send + Sync + 'static) -> Domain<T> {
        Domain::new(Computed(function))
    }

    /// The integers of a range by their distance from the one nearest to zero, in bits, with both borders at size 1 and their
    /// neighbours at size 2.
    ///
    /// ```
    /// let domain = lydian::Domain::range(-3..=100i32);
    /// assert_eq!(domain.iter_size(1).collect::<Vec<_>>(), [0, 1, -1, 100, -3]);
    /// assert_eq!(domain.total(), Some(104));
    /// ```
    pub fn range(range: impl RangeBounds<T>) -> Domain<T>
    where
        T: Integer,
    {
        let least = match range.start_bound() {
            Bound::Included(least) => *least,
            Bound::Excluded(below) if *below == T::GREATEST => return Domain::empty(),
            Bound::Excluded(below) => below.above(1),
            Bound::Unbounded => T::LEAST,
        };
        let greatest = match range.end_bound() {
            Bound::Included(greatest) => *greatest,
            Bound::Excluded(above) if *above == T::LEAST => return Domain::empty(),
            Bound::Excluded(above) => above.below(1),
            Bound::Unbounded => T::GREATEST,
        };
        if least > greatest { Domain::empty() } else { Domain::new(Integers::early(least, greatest)) }
    }

    /// The values of several domains; within a size, those of the first come first. A value of two of them comes twice.
    pub fn union(domains: impl IntoIterator<Item = Domain<T>>) -> Domain<T> {
        Domain::new(Union::new(domains.into_iter().collect()))
    }

    /// The values of this domain and of another.
    #[must_use]
    pub fn or(self, other: Domain<T>) -> Domain<T> {
        Domain::union([self, other])
    }

    /// Pairs, whose size is the sum of both.
    pub fn and<U: 'static>(self, other: Domain<U>) -> Domain<(T, U)> {
        Domain::new(Pairs::new(self, other))
    }

    /// What a function makes of the values, with their sizes: how values of types with an invariant are built from their own
    /// operations. If the function gives the same for two values, it comes twice.
    ///
    /// ```
    /// use std::collections::BinaryHeap;
    /// let heaps = lydian::domain::<Vec<u8>>().map(BinaryHeap::from);
    /// assert_eq!(heaps.count(3), 3);
    /// ```
    pub fn map<U: 'static>(self, function: impl Fn(T) -> U + Send + Sync + 'static) -> Domain<U> {
        Domain::new(Image { domain: self, cost: 0, function })
    }

    /// [`Domain::map`] and [`Domain::pay`] in one: a constructor that is applied to values and costs something itself.
    pub fn construct<U: 'static>(
        self,
        cost: usize,
        function: impl Fn(T) -> U + Send + Sync + 'static,
    ) -> Domain<U> {
        Domain::new(Image { domain: self, cost, function })
    }

    /// The same values, larger by this much. A type that contains itself must pay on the way, or its sizes have no meaning.
    #[must_use]
    pub fn pay(self, cost: usize) -> Domain<T> {
        Domain::new(Image { domain: self, cost, function: |value| value })
    }

    /// The values that are not larger than this.
    #[must_use]
    pub fn up_to(self, size: usize) -> Domain<T> {
        Domain::new(UpTo { domain: self, bound: size })
    }

    /// Lists of these values: size 1 for the end, and 1 for each item beside its own size.
    pub fn lists(self) -> Domain<Vec<T>> {
        Domain::new(Lists::new(self, 1))
    }

    /// How many values have this size; [`u128::MAX`] stands for that many or more.
    pub fn count(&self, size: usize) -> u128 {
        self.0.count(size)
    }

    /// How many values there are, if their number is finite and their sizes are within [`Domain::LARGEST`].
    /// [`u128::MAX`] stands for that many or more.
    pub fn total(&self) -> Option<u128> {
        let Some((least, greatest)) = self.sizes() else { return Some(0) };
        let greatest = greatest.filter(|greatest| *greatest <= LARGEST_SIZE)?;
        Some((least..=greatest).fold(0u128, |sum, size| sum.saturating_add(self.count(size))))
    }

    /// The least size of a value, and a size that none exceeds, if there is one; nothing if there are no values.
    pub fn sizes(&self) -> Option<(usize, Option<usize>)> {
        match Known::settle(&*self.0) {
            Extent::Empty => None,
            Extent::Sizes(least, greatest, _) => Some((least, greatest)),
        }
    }

    /// The value of a size at an index.
    ///
    /// ```
    /// assert_eq!(lydian::domain::<i32>().nth(1, 3), Some(i32::MAX));
    /// assert_eq!(lydian::domain::<bool>().nth(1, 2), None);
    /// ```
    pub fn nth(&self, size: usize, index: u128) -> Option<T> {
        (index < self.0.count(size)).then(|| self.0.nth(size, index))
    }

    /// All values, in order of size.
    pub fn iter(&self) -> Values<T> {
        let (size, last) = match self.sizes() {
            None => (1, 0),
            Some((least, greatest)) => (least, greatest.unwrap_or(LARGEST_SIZE).min(LARGEST_SIZE)),
        };
        Values { count: self.count(size), domain: self.clone(), size, last, index: 0 }
    }

    /// The values of one size.
    pub fn iter_size(&self, size: usize) -> Values<T> {
        Values { count: self.count(size), domain: self.clone(), size, last: size, index: 0 }
    }
}

impl Domain<()> {
    /// One value of size 0, from which alternatives without parts are made: `Domain::unit().map(|()| Leaf).pay(1)`.
    pub fn unit() -> Domain<()> {
        Domain::new(Nothing)
    }
}

/// Values in order of size, from [`Domain::iter`].
#[derive(Debug, Clone)]
pub struct Values<T> {
    domain: Domain<T>,
    size: usize,
    last: usize,
    index: u128,
    count: u128,
}

impl<T: 'static> Iterator for Values<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        while self.index >= self.count {
            if self.size >= self.last {
                return None;
            }
            self.size += 1;
            self.index = 0;
            self.count = self.domain.count(self.size);
        }
        let value = self.domain.node().nth(self.size, self.index);
        self.index += 1;
        Some(value)
    }
}
