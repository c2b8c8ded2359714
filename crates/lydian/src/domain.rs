//! Domains: the values that a quantifier ranges over, by size, counted and indexed.
//!
//! A domain is cheap to copy and can be shared between threads. It holds no values: each is made when it is asked for.

use std::fmt;
use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

use crate::count::from_big;
use crate::cursor::{Cursor, Values};
use crate::node::combine::{Computed, Empty, Given, UpTo};
use crate::node::counts::LARGEST_SIZE;
use crate::node::fields::{Fields, both, constructor, last, none};
use crate::node::integer::Integers;
use crate::node::late::Late;
use crate::node::list::Lists;
use crate::node::union::{Alternatives, Spots, Union};
use crate::node::{Extent, Known, Node, Spot};
use crate::{Count, Integer};

/// Values by size, without repetition, each with an index within its size.
///
/// The sizes are finite classes: all values of one size come before those of the next. What a value's size is, its domain says
/// ([`crate::Enumerate`] tells it for types). Counts and indices are exact, however large ([`Count`]). Sizes beyond
/// [`Domain::LARGEST`] are out of reach.
///
/// There are three ways to the values: [`Domain::nth`] makes the one at an index, [`Domain::iter`] makes one after the other, and
/// [`Domain::cursor`] lends one value that changes into the next. All give the same values in the same order.
///
/// ```
/// use lydian::Domain;
/// let ages = Domain::range(18..=65u8);
/// let couples = ages.clone().and(ages);
/// assert_eq!(couples.total(), Some(48 * 48));
/// assert_eq!(couples.iter().next(), Some((18, 18)));
/// ```
pub struct Domain<T: 'static>(Shape<T>);

/// What a domain refers to.
enum Shape<T: 'static> {
    /// A node.
    Node(Arc<dyn Node<T>>),
    /// The node that a type has, which may not be there yet.
    Type(&'static Late<T>),
}

impl<T> Clone for Domain<T> {
    fn clone(&self) -> Domain<T> {
        match &self.0 {
            Shape::Node(node) => Domain(Shape::Node(Arc::clone(node))),
            Shape::Type(late) => Domain(Shape::Type(late)),
        }
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

    /// The values of a node. Used by `#[derive(Enumerate)]` for types with many constructors.
    #[doc(hidden)]
    pub fn of_node(node: impl Node<T> + 'static) -> Domain<T> {
        Domain(Shape::Node(Arc::new(node)))
    }

    /// The domain of a type.
    pub(crate) fn of_type(node: &'static Late<T>) -> Domain<T> {
        Domain(Shape::Type(node))
    }

    /// The node that counts.
    #[inline]
    pub(crate) fn node(&self) -> &dyn Node<T> {
        match &self.0 {
            Shape::Node(node) => &**node,
            Shape::Type(late) => *late,
        }
    }

    /// The node that makes values: for a type, what its function made.
    #[inline]
    pub(crate) fn direct(&self) -> &dyn Node<T> {
        match &self.0 {
            Shape::Node(node) => &**node,
            Shape::Type(late) => late.direct(),
        }
    }

    /// The value at which a walk stands.
    #[inline]
    pub(crate) fn make(&self, size: usize, spot: &Spot) -> T {
        match &self.0 {
            Shape::Node(node) => node.make(size, spot),
            Shape::Type(late) => (late.build)(size, spot),
        }
    }

    /// No values.
    pub fn empty() -> Domain<T> {
        Domain::of_node(Empty)
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
        Domain::of_node(Given(values.into_iter().collect()))
    }

    /// What a function gives for 0, 1, 2 and so on, without end; sizes as with [`Domain::values`].
    ///
    /// ```
    /// let reals = lydian::Domain::sequence(|place| place as f64 * 0.123456789);
    /// assert_eq!(reals.iter().nth(10), Some(1.23456789));
    /// assert_eq!(reals.total(), None);
    /// ```
    pub fn sequence(function: impl Fn(u128) -> T + Send + Sync + 'static) -> Domain<T> {
        Domain::of_node(Computed(function))
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
        if least > greatest { Domain::empty() } else { Domain::of_node(Integers::early(least, greatest)) }
    }

    /// The values of several domains; within a size, those of the first come first. A value of two of them comes twice.
    pub fn union(domains: impl IntoIterator<Item = Domain<T>>) -> Domain<T> {
        Domain::of_node(Union::new(domains.into_iter().collect::<Vec<_>>(), Spots::Apart))
    }

    /// The constructors of a type, none of them with [`last`] for its only field. Used by `#[derive(Enumerate)]`.
    #[doc(hidden)]
    pub fn of_constructors(constructors: impl Alternatives<T>) -> Domain<T> {
        Domain::of_node(Union::new(constructors, Spots::Shared))
    }

    /// The values of this domain and of another.
    #[must_use]
    pub fn or(self, other: Domain<T>) -> Domain<T> {
        Domain::union([self, other])
    }

    /// Pairs, whose size is the sum of both.
    pub fn and<U: 'static>(self, other: Domain<U>) -> Domain<(T, U)> {
        Domain::of_fields(0, both(self, last(other)), |pair| pair, |(left, right)| Some((left, right)))
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
        self.construct(0, function)
    }

    /// [`Domain::map`] and [`Domain::pay`] in one: a constructor that is applied to values and costs something itself.
    pub fn construct<U: 'static>(
        self,
        cost: usize,
        function: impl Fn(T) -> U + Send + Sync + 'static,
    ) -> Domain<U> {
        Domain::of_fields(cost, last(self), function, |_: &mut U| None)
    }

    /// What a constructor makes of its fields, at a cost, and the places of the fields in a value of this constructor, so that a
    /// value can be turned into the next one without making it anew. Used by `#[derive(Enumerate)]`.
    #[doc(hidden)]
    pub fn of_fields<F: Fields>(
        cost: usize,
        fields: F,
        make: impl Fn(F::Values) -> T + Send + Sync + 'static,
        lend: impl Fn(&mut T) -> Option<F::Lent<'_>> + Send + Sync + 'static,
    ) -> Domain<T> {
        Domain::of_node(constructor(cost, fields, make, lend))
    }

    /// The same values, larger by this much. A type that contains itself must pay on the way, or its sizes have no meaning.
    #[must_use]
    pub fn pay(self, cost: usize) -> Domain<T> {
        Domain::of_fields(cost, last(self), |value| value, |value: &mut T| Some(value))
    }

    /// The values that are not larger than this.
    #[must_use]
    pub fn up_to(self, size: usize) -> Domain<T> {
        Domain::of_node(UpTo { domain: self, bound: size })
    }

    /// Lists of these values: size 1 for the end, and 1 for each item beside its own size.
    pub fn lists(self) -> Domain<Vec<T>> {
        Domain::of_node(Lists::new(self, 1))
    }

    /// How many values have this size; [`u128::MAX`] stands for that many or more, and [`Domain::exact_count`] says how many.
    pub fn count(&self, size: usize) -> u128 {
        self.node().count(size)
    }

    /// How many values have this size, however many that are.
    ///
    /// ```
    /// let lists = lydian::domain::<Vec<bool>>();
    /// assert_eq!(lists.exact_count(9), 16);
    /// assert_eq!(lists.exact_count(257).to_string(), "340282366920938463463374607431768211456");
    /// ```
    pub fn exact_count(&self, size: usize) -> Count {
        match self.count(size) {
            u128::MAX => from_big(self.node().exact(size)),
            count => Count::from(count),
        }
    }

    /// How many values there are, if their number is finite and their sizes are within [`Domain::LARGEST`].
    /// [`u128::MAX`] stands for that many or more.
    pub fn total(&self) -> Option<u128> {
        self.exact_total().map(|total| total.word().unwrap_or(u128::MAX))
    }

    /// How many values there are, however many, if their number is finite and their sizes are within [`Domain::LARGEST`].
    ///
    /// ```
    /// assert_eq!(lydian::domain::<u128>().exact_total().unwrap().to_string(), "340282366920938463463374607431768211456");
    /// ```
    pub fn exact_total(&self) -> Option<Count> {
        let Some((least, greatest)) = self.sizes() else { return Some(Count::from(0)) };
        let greatest = greatest.filter(|greatest| *greatest <= LARGEST_SIZE)?;
        let counts = (least..=greatest).map(|size| self.exact_count(size).big());
        Some(from_big(counts.sum()))
    }

    /// The least size of a value, and a size that none exceeds, if there is one; nothing if there are no values.
    pub fn sizes(&self) -> Option<(usize, Option<usize>)> {
        match Known::settle(|known| self.node().extent(known)) {
            Extent::Empty => None,
            Extent::Sizes(least, greatest, _) => Some((least, greatest)),
        }
    }

    /// The value of a size at an index.
    ///
    /// ```
    /// assert_eq!(lydian::domain::<i32>().nth(1, 3), Some(i32::MAX));
    /// assert_eq!(lydian::domain::<bool>().nth(1, 2), None);
    /// let lists = lydian::domain::<Vec<bool>>();
    /// let index: lydian::Count = "340282366920938463463374607431768211455".parse().unwrap();
    /// assert_eq!(lists.nth(257, &index), Some(vec![true; 128]));
    /// ```
    pub fn nth(&self, size: usize, index: impl Into<Count>) -> Option<T> {
        let index = index.into();
        let count = self.count(size);
        let is_below = match index.word() {
            Some(index) if count < u128::MAX => index < count,
            _ => index < self.exact_count(size),
        };
        is_below.then(|| self.at(size, &index))
    }

    /// The value at an index that is below the count.
    #[inline]
    pub(crate) fn at(&self, size: usize, index: &Count) -> T {
        match index.word() {
            Some(index) if index < u128::MAX => self.direct().nth(size, index),
            _ => self.direct().nth_exact(size, &index.big()),
        }
    }

    /// All values, in order of size.
    pub fn iter(&self) -> Values<T> {
        Values::new(self, self.all_sizes())
    }

    /// The values of one size.
    pub fn iter_size(&self, size: usize) -> Values<T> {
        Values::new(self, (size, size))
    }

    /// All values, in order of size, by reference: each is made from the one before, and only what differs is made anew.
    ///
    /// This is the quickest way to look at many values. See [`crate::by_ref`] for properties.
    ///
    /// ```
    /// let lists = lydian::domain::<Vec<u8>>();
    /// let (mut cursor, mut longest) = (lists.cursor(), 0);
    /// for _ in 0..100_000 {
    ///     longest = longest.max(cursor.advance().map_or(0, Vec::len));
    /// }
    /// assert_eq!(longest, 7);
    /// ```
    pub fn cursor(&self) -> Cursor<T> {
        Cursor::new(self, self.all_sizes())
    }

    /// The values of one size, by reference.
    pub fn cursor_size(&self, size: usize) -> Cursor<T> {
        Cursor::new(self, (size, size))
    }

    /// The first and the last size to look at.
    fn all_sizes(&self) -> (usize, usize) {
        match self.sizes() {
            None => (1, 0),
            Some((least, greatest)) => (least, greatest.unwrap_or(LARGEST_SIZE).min(LARGEST_SIZE)),
        }
    }
}

impl Domain<()> {
    /// One value of size 0, from which alternatives without parts are made: `Domain::unit().map(|()| Leaf).pay(1)`.
    pub fn unit() -> Domain<()> {
        Domain::of_fields(0, none(), |()| (), |(): &mut ()| Some(()))
    }
}
