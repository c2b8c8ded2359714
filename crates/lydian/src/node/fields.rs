//! Constructors with fields: all combinations of the fields' values, made into a value and, where the constructor lends its
//! fields, changed in place.
//!
//! A size is split between the first field and the others. The last field changes fastest, so a step from one value to the next
//! mostly touches the end of a value.

use std::marker::PhantomData;
use std::sync::OnceLock;

use num_bigint::BigUint;

use super::counts::Table;
use super::splits::{Split, Splits, convolve, locate};
use super::{Amount, Extent, Known, Node, Spot};
use crate::{Domain, Enumerate};

/// The fields of a constructor, each with its domain. Made by [`none`], [`only`], [`last`] and [`both`].
///
/// What the methods do is said in [`Node`]; there, a value is one, here it is the fields of one.
pub trait Fields: Send + Sync + 'static {
    /// The values of all fields.
    type Values;
    /// The places where the values are.
    type Lent<'a>;

    /// How many combinations have a size.
    fn amount<N: Amount>(&self, size: usize) -> N;

    /// The combination at an index.
    fn pick<N: Amount>(&self, size: usize, index: &N) -> Self::Values;

    /// The sizes that combinations have.
    fn extent(&self, known: &mut Known) -> Extent;

    /// Stands at the combination at an index.
    fn seek(&self, size: usize, index: u128, spot: &mut Spot);

    /// The combination at which a walk stands.
    fn make(&self, size: usize, spot: &Spot) -> Self::Values;

    /// Puts the combination at which a walk stands into its places.
    fn put(&self, size: usize, spot: &Spot, lent: Self::Lent<'_>);

    /// Goes to the next combination.
    fn step(&self, size: usize, spot: &mut Spot, lent: Option<Self::Lent<'_>>) -> bool;

    /// The same places, lent for a shorter time.
    fn again<'s>(lent: &'s mut Self::Lent<'_>) -> Self::Lent<'s>;
}

/// No fields.
#[derive(Debug)]
pub struct NoFields;

/// No fields.
pub fn none() -> NoFields {
    NoFields
}

impl Fields for NoFields {
    type Values = ();
    type Lent<'a> = ();

    fn amount<N: Amount>(&self, size: usize) -> N {
        N::small(u128::from(size == 0))
    }

    fn pick<N: Amount>(&self, _: usize, _: &N) {}

    fn extent(&self, _: &mut Known) -> Extent {
        Extent::exactly(0)
    }

    fn seek(&self, _: usize, _: u128, _: &mut Spot) {}

    fn make(&self, _: usize, _: &Spot) {}

    fn put(&self, _: usize, _: &Spot, (): ()) {}

    fn step(&self, _: usize, _: &mut Spot, _: Option<()>) -> bool {
        false
    }

    fn again((): &mut ()) {}
}

/// The last field of several, or the only one of something without a number of its own.
#[derive(Debug)]
pub struct Last<A: 'static>(Domain<A>);

/// A last field.
pub fn last<A: 'static>(domain: Domain<A>) -> Last<A> {
    Last(domain)
}

impl<A: 'static> Fields for Last<A> {
    type Values = A;
    type Lent<'a> = &'a mut A;

    #[inline]
    fn amount<N: Amount>(&self, size: usize) -> N {
        N::of(&self.0, size)
    }

    #[inline]
    fn pick<N: Amount>(&self, size: usize, index: &N) -> A {
        index.pick(&self.0, size)
    }

    fn extent(&self, known: &mut Known) -> Extent {
        self.0.node().extent(known)
    }

    fn seek(&self, size: usize, index: u128, spot: &mut Spot) {
        self.0.direct().seek(size, index, spot);
    }

    #[inline]
    fn make(&self, size: usize, spot: &Spot) -> A {
        self.0.make(size, spot)
    }

    #[inline]
    fn put(&self, size: usize, spot: &Spot, lent: &mut A) {
        *lent = self.0.make(size, spot);
    }

    #[inline]
    fn step(&self, size: usize, spot: &mut Spot, lent: Option<&mut A>) -> bool {
        self.0.direct().step(size, spot, lent)
    }

    #[inline]
    fn again<'s>(lent: &'s mut &mut A) -> &'s mut A {
        lent
    }
}

/// The only field of a constructor that has a number: it has a spot of its own, since the number stands in the other.
#[derive(Debug)]
pub struct Only<A: 'static>(Last<A>);

/// An only field.
pub fn only<A: 'static>(domain: Domain<A>) -> Only<A> {
    Only(Last(domain))
}

impl<A: 'static> Fields for Only<A> {
    type Values = A;
    type Lent<'a> = &'a mut A;

    fn amount<N: Amount>(&self, size: usize) -> N {
        self.0.amount(size)
    }

    fn pick<N: Amount>(&self, size: usize, index: &N) -> A {
        self.0.pick(size, index)
    }

    fn extent(&self, known: &mut Known) -> Extent {
        self.0.extent(known)
    }

    fn seek(&self, size: usize, index: u128, spot: &mut Spot) {
        self.0.seek(size, index, spot.one());
    }

    fn make(&self, size: usize, spot: &Spot) -> A {
        self.0.make(size, &spot.parts[0])
    }

    fn put(&self, size: usize, spot: &Spot, lent: &mut A) {
        self.0.put(size, &spot.parts[0], lent);
    }

    fn step(&self, size: usize, spot: &mut Spot, lent: Option<&mut A>) -> bool {
        self.0.step(size, spot.one(), lent)
    }

    fn again<'s>(lent: &'s mut &mut A) -> &'s mut A {
        lent
    }
}

/// A field and those behind it.
#[derive(Debug)]
pub struct Both<A: 'static, R> {
    left: Domain<A>,
    rest: R,
    counts: Table,
    extents: OnceLock<(Extent, Extent)>,
    /// How the combinations of a size are made up, for the sizes that are asked for again and again.
    splits: Box<[OnceLock<Splits>; TABLES]>,
}

/// The sizes for which tables of splits are kept: together they take room in the square of this.
const TABLES: usize = 256;

/// A field, and those behind it.
pub fn both<A: 'static, R: Fields>(left: Domain<A>, rest: R) -> Both<A, R> {
    let splits = Box::new([const { OnceLock::new() }; TABLES]);
    Both { left, rest, counts: Table::new(), extents: OnceLock::new(), splits }
}

impl<A: 'static, R: Fields> Both<A, R> {
    fn extents(&self) -> (Extent, Extent) {
        *self.extents.get_or_init(|| {
            let left = Known::settle(|known| self.left.node().extent(known));
            (left, Known::settle(|known| self.rest.extent(known)))
        })
    }

    /// Looks something up in the table of a size.
    #[inline(always)]
    fn with_splits<Found>(&self, size: usize, look: impl FnOnce(&Splits) -> Found) -> Found {
        match self.splits.get(size) {
            Some(table) => look(table.get_or_init(|| self.splits(size))),
            None => look(&self.splits(size)),
        }
    }

    #[cold]
    fn splits(&self, size: usize) -> Splits {
        let (left, right) = self.extents();
        Splits::new(size, (left, &|size| u128::of(&self.left, size)), (right, &|size| self.rest.amount(size)))
    }

    /// Lets a walk enter a split, and both its parts at these indices.
    fn enter(&self, size: usize, split: &Split, (outer, inner): (u128, u128), spot: &mut Spot) {
        spot.part = split.part as u32;
        (spot.first_left, spot.rest_left) = split.left(outer, inner);
        (_, spot.rest_all) = split.left(0, 0);
        spot.more_splits = split.more;
        let (left, rest) = spot.pair();
        self.left.direct().seek(split.part, outer, left);
        self.rest.seek(size - split.part, inner, rest);
    }

    /// Goes to the first combination of the next split.
    #[inline(never)]
    fn next(&self, size: usize, spot: &mut Spot) {
        spot.choice += 1;
        self.with_splits(size, |splits| match splits.get(spot.choice as usize) {
            Some(split) => self.enter(size, split, (0, 0), spot),
            None => unreachable!("there is another split"),
        });
    }

    /// Where an index falls: the size of the left part, and the indices of both parts.
    #[inline]
    fn place(&self, size: usize, index: u128) -> (usize, u128, u128) {
        self.with_splits(size, |splits| match splits.locate(index) {
            Some((_, split, outer, inner)) => (split.part, outer, inner),
            None => unreachable!("the index is below the count"),
        })
    }
}

impl<A: 'static, R: Fields> Fields for Both<A, R> {
    type Values = (A, R::Values);
    type Lent<'a> = (&'a mut A, R::Lent<'a>);

    fn amount<N: Amount>(&self, size: usize) -> N {
        N::from_words(|| self.amount::<u128>(size)).unwrap_or_else(|| {
            self.counts.get(size, || {
                let (left, right) = self.extents();
                convolve(
                    size,
                    (left, &|size| N::of(&self.left, size)),
                    (right, &|size| self.rest.amount(size)),
                )
            })
        })
    }

    fn pick<N: Amount>(&self, size: usize, index: &N) -> (A, R::Values) {
        if let Some(index) = index.word() {
            let (part, outer, inner) = self.place(size, index);
            return (self.left.direct().nth(part, outer), self.rest.pick(size - part, &inner));
        }
        let (left, right) = self.extents();
        let left_count = |size| N::of(&self.left, size);
        let right_count = |size| self.rest.amount(size);
        let Some((part, outer, inner)) = locate(size, index, (left, &left_count), (right, &right_count))
        else {
            unreachable!("the index is below the count");
        };
        (outer.pick(&self.left, part), self.rest.pick(size - part, &inner))
    }

    fn extent(&self, known: &mut Known) -> Extent {
        self.left.node().extent(known).plus(self.rest.extent(known))
    }

    fn seek(&self, size: usize, index: u128, spot: &mut Spot) {
        self.with_splits(size, |splits| match splits.locate(index) {
            Some((place, split, outer, inner)) => {
                spot.choice = place as u32;
                self.enter(size, split, (outer, inner), spot);
            }
            None => unreachable!("the index is below the count"),
        });
    }

    #[inline]
    fn make(&self, size: usize, spot: &Spot) -> (A, R::Values) {
        let part = spot.part as usize;
        let [left, rest] = &spot.parts[..] else { unreachable!("the walk stands in both parts") };
        let left = self.left.make(part, left);
        (left, self.rest.make(size - part, rest))
    }

    fn put(&self, size: usize, spot: &Spot, (left, rest): Self::Lent<'_>) {
        let part = spot.part as usize;
        *left = self.left.make(part, &spot.parts[0]);
        self.rest.put(size - part, &spot.parts[1], rest);
    }

    #[inline(always)]
    fn step(&self, size: usize, spot: &mut Spot, lent: Option<Self::Lent<'_>>) -> bool {
        let part = spot.part as usize;
        let (mut left, mut rest) = lent.unzip();
        let [left_spot, rest_spot] = &mut spot.parts[..] else {
            unreachable!("the walk stands in both parts")
        };
        if spot.rest_left > 0 && self.rest.step(size - part, rest_spot, rest.as_mut().map(R::again)) {
            Spot::take(&mut spot.rest_left);
            return true;
        }
        if spot.first_left > 0 && self.left.direct().step(part, left_spot, left.as_deref_mut()) {
            Spot::take(&mut spot.first_left);
            if spot.rest_all > 0 {
                spot.rest_left = spot.rest_all;
                self.rest.seek(size - part, 0, rest_spot);
                if let Some(rest) = rest {
                    self.rest.put(size - part, rest_spot, rest);
                }
            }
            return true;
        }
        if !spot.more_splits {
            return false;
        }
        self.next(size, spot);
        if let Some(lent) = left.zip(rest) {
            self.put(size, spot, lent);
        }
        true
    }

    #[inline]
    fn again<'s>((left, rest): &'s mut Self::Lent<'_>) -> Self::Lent<'s> {
        (left, R::again(rest))
    }
}

/// Makes the first of several fields where a walk stands; with the size and the spot of the others.
#[inline]
pub fn first<A: Enumerate>(size: usize, spot: &Spot) -> (A, usize, &Spot) {
    let [left, rest] = &spot.parts[..] else { unreachable!("the walk stands in both parts") };
    let part = spot.part as usize;
    (A::__build(part, left), size - part, rest)
}

/// Makes an only field where a walk stands.
#[inline]
pub fn single<A: Enumerate>(size: usize, spot: &Spot) -> A {
    A::__build(size, &spot.parts[0])
}

/// The number of the constructor where a walk stands.
#[inline]
pub fn number(spot: &Spot) -> u32 {
    spot.constructor
}

/// Values made from fields, at a cost.
#[derive(Debug)]
pub struct Constructor<T, F, M, L> {
    fields: F,
    cost: usize,
    make: M,
    lend: L,
    values: PhantomData<fn() -> T>,
}

/// The values that `make` makes; `lend` gives the places of their fields, or nothing if these cannot be changed in place.
pub fn constructor<T, F: Fields, M, L>(cost: usize, fields: F, make: M, lend: L) -> Constructor<T, F, M, L>
where
    M: Fn(F::Values) -> T + Send + Sync,
    L: Fn(&mut T) -> Option<F::Lent<'_>> + Send + Sync,
{
    Constructor { fields, cost, make, lend, values: PhantomData }
}

impl<T, F: Fields, M, L> Node<T> for Constructor<T, F, M, L>
where
    M: Fn(F::Values) -> T + Send + Sync,
    L: Fn(&mut T) -> Option<F::Lent<'_>> + Send + Sync,
{
    fn count(&self, size: usize) -> u128 {
        size.checked_sub(self.cost).map_or(0, |size| self.fields.amount(size))
    }

    fn exact(&self, size: usize) -> BigUint {
        size.checked_sub(self.cost).map_or_else(BigUint::default, |size| self.fields.amount(size))
    }

    fn nth(&self, size: usize, index: u128) -> T {
        (self.make)(self.fields.pick(size - self.cost, &index))
    }

    fn nth_exact(&self, size: usize, index: &BigUint) -> T {
        (self.make)(self.fields.pick(size - self.cost, index))
    }

    fn extent(&self, known: &mut Known) -> Extent {
        self.fields.extent(known).plus(Extent::exactly(self.cost))
    }

    fn seek(&self, size: usize, index: u128, spot: &mut Spot) {
        self.fields.seek(size - self.cost, index, spot);
    }

    fn make(&self, size: usize, spot: &Spot) -> T {
        (self.make)(self.fields.make(size - self.cost, spot))
    }

    #[inline]
    fn step(&self, size: usize, spot: &mut Spot, value: Option<&mut T>) -> bool {
        let size = size - self.cost;
        let Some(value) = value else { return self.fields.step(size, spot, None) };
        if let Some(lent) = (self.lend)(value) {
            return self.fields.step(size, spot, Some(lent));
        }
        let stepped = self.fields.step(size, spot, None);
        if stepped {
            *value = (self.make)(self.fields.make(size, spot));
        }
        stepped
    }
}
