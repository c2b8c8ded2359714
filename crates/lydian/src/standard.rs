//! Enumeration of the types of the standard library.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::hash::{BuildHasher, Hash};
use std::marker::PhantomData;
use std::num::{NonZero, Wrapping};
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use crate::node::Spot;
use crate::node::array::Arrays;
use crate::node::basic::Characters;
use crate::node::combine::Constants;
use crate::node::entries::Entries;
use crate::node::fields::{both, constructor, first, last, none, number, only, single};
use crate::node::float::{Doubles, Singles};
use crate::node::list::Lists;
use crate::node::union::{NoMore, or};
use crate::{Domain, Enumerate, domain};

/// The domain of a type that is none of several, without looking for it.
macro_rules! known {
    ($type:ty) => {{
        static DOMAIN: LazyLock<Domain<$type>> = LazyLock::new(domain::<$type>);
        DOMAIN.direct()
    }};
}

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl Enumerate for $type {
            fn domain() -> Domain<$type> {
                Domain::range(..)
            }

            fn __build(size: usize, spot: &Spot) -> $type {
                known!($type).make(size, spot)
            }
        }
    )*};
}

integers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

macro_rules! non_zero {
    ($($type:ty, $($range:expr),+;)*) => {$(
        impl Enumerate for NonZero<$type> {
            fn domain() -> Domain<NonZero<$type>> {
                // The ranges leave zero out.
                let make = |number| NonZero::new(number).unwrap_or(NonZero::<$type>::MAX);
                Domain::union([$(Domain::range($range).map(make)),+])
            }
        }
    )*};
}

non_zero! {
    u8, 1..; u16, 1..; u32, 1..; u64, 1..; u128, 1..; usize, 1..;
    i8, 1.., ..=-1; i16, 1.., ..=-1; i32, 1.., ..=-1; i64, 1.., ..=-1; i128, 1.., ..=-1; isize, 1.., ..=-1;
}

/// All alternatives have the same size, 1.
fn constants<T: Copy + Send + Sync + 'static>(values: impl IntoIterator<Item = T>) -> Domain<T> {
    Domain::of_node(Constants(values.into_iter().collect()))
}

impl Enumerate for bool {
    fn domain() -> Domain<bool> {
        constants([false, true])
    }

    #[inline]
    fn __build(_: usize, spot: &Spot) -> bool {
        spot.at != 0
    }
}

impl Enumerate for () {
    fn domain() -> Domain<()> {
        constants([()])
    }

    fn __build(_: usize, _: &Spot) {}
}

impl Enumerate for Ordering {
    fn domain() -> Domain<Ordering> {
        constants([Ordering::Less, Ordering::Equal, Ordering::Greater])
    }
}

impl<T: ?Sized + 'static> Enumerate for PhantomData<T> {
    fn domain() -> Domain<PhantomData<T>> {
        Domain::unit().map(|()| PhantomData)
    }
}

impl Enumerate for char {
    fn domain() -> Domain<char> {
        Domain::of_node(Characters::early())
    }

    fn __build(size: usize, spot: &Spot) -> char {
        known!(char).make(size, spot)
    }
}

impl Enumerate for f32 {
    fn domain() -> Domain<f32> {
        Domain::of_node(Singles::early())
    }

    fn __build(size: usize, spot: &Spot) -> f32 {
        known!(f32).make(size, spot)
    }
}

impl Enumerate for f64 {
    fn domain() -> Domain<f64> {
        Domain::of_node(Doubles::early())
    }

    fn __build(size: usize, spot: &Spot) -> f64 {
        known!(f64).make(size, spot)
    }
}

impl Enumerate for String {
    fn domain() -> Domain<String> {
        Domain::of_node(Lists::new(domain::<char>(), 0)).map(|chars| chars.into_iter().collect())
    }

    fn __build(size: usize, spot: &Spot) -> String {
        known!(String).make(size, spot)
    }
}

impl Enumerate for Cow<'static, str> {
    fn domain() -> Domain<Cow<'static, str>> {
        domain::<String>().map(Cow::Owned)
    }
}

macro_rules! text {
    ($($type:ty)*) => {$(
        impl Enumerate for $type {
            fn domain() -> Domain<$type> {
                domain::<String>().map(<$type>::from)
            }
        }
    )*};
}

text! { Box<str> Rc<str> Arc<str> }

impl Enumerate for Duration {
    /// Whole seconds and nanoseconds.
    fn domain() -> Domain<Duration> {
        let parts = domain::<u64>().and(Domain::range(0..1_000_000_000u32));
        parts.map(|(seconds, nanoseconds)| Duration::new(seconds, nanoseconds))
    }
}

impl<T: Enumerate> Enumerate for Option<T> {
    fn domain() -> Domain<Option<T>> {
        let some = constructor(1, only(domain::<T>()), Some, |value: &mut Option<T>| value.as_mut());
        let none = constructor(1, none(), |()| None, |_: &mut Option<T>| Some(()));
        Domain::of_constructors(or(none, or(some, NoMore)))
    }

    fn __build(size: usize, spot: &Spot) -> Option<T> {
        (number(spot) == 1).then(|| single(size - 1, spot))
    }
}

impl<T: Enumerate, E: Enumerate> Enumerate for Result<T, E> {
    fn domain() -> Domain<Result<T, E>> {
        let ok = constructor(1, only(domain::<T>()), Ok, |value: &mut Result<T, E>| value.as_mut().ok());
        let error = constructor(1, only(domain::<E>()), Err, |value: &mut Result<T, E>| value.as_mut().err());
        Domain::of_constructors(or(ok, or(error, NoMore)))
    }

    fn __build(size: usize, spot: &Spot) -> Result<T, E> {
        if number(spot) == 0 { Ok(single(size - 1, spot)) } else { Err(single(size - 1, spot)) }
    }
}

macro_rules! wrappers {
    ($($wrapper:ident, $make:expr, $lend:expr;)*) => {$(
        impl<T: Enumerate> Enumerate for $wrapper<T> {
            fn domain() -> Domain<$wrapper<T>> {
                Domain::of_fields(0, last(domain::<T>()), $make, $lend)
            }

            #[inline]
            fn __build(size: usize, spot: &Spot) -> $wrapper<T> {
                $make(T::__build(size, spot))
            }
        }
    )*};
}

wrappers! {
    Box, Box::new, |value| Some(&mut **value);
    Rc, Rc::new, Rc::get_mut;
    Arc, Arc::new, Arc::get_mut;
    Cell, Cell::new, |value| Some(value.get_mut());
    RefCell, RefCell::new, |value| Some(value.get_mut());
    Reverse, Reverse, |value| Some(&mut value.0);
    Wrapping, Wrapping, |value| Some(&mut value.0);
}

impl<T: Enumerate> Enumerate for Vec<T> {
    fn domain() -> Domain<Vec<T>> {
        domain::<T>().lists()
    }

    fn __build(_: usize, spot: &Spot) -> Vec<T> {
        // A cell costs 1 in the lists of a domain.
        let cells = spot.parts[..spot.choice as usize].iter();
        cells.map(|cell| T::__build(cell.part as usize - 1, &cell.parts[0])).collect()
    }
}

macro_rules! lists {
    ($($type:ty;)*) => {$(
        impl<T: Enumerate> Enumerate for $type {
            fn domain() -> Domain<$type> {
                domain::<Vec<T>>().map(|list| list.into_iter().collect())
            }
        }
    )*};
}

lists! { VecDeque<T>; LinkedList<T>; Box<[T]>; Rc<[T]>; Arc<[T]>; }

impl<T: Enumerate, const N: usize> Enumerate for [T; N] {
    fn domain() -> Domain<[T; N]> {
        Domain::of_node(Arrays::<T, N>::new(domain::<T>()))
    }
}

impl<T: Enumerate + Ord> Enumerate for BTreeSet<T> {
    /// Every set once, as long as values that are enumerated as different are different for `Ord`.
    fn domain() -> Domain<BTreeSet<T>> {
        sets()
    }
}

impl<T: Enumerate + Hash + Eq, S: BuildHasher + Default + 'static> Enumerate for HashSet<T, S> {
    /// Every set once, as long as values that are enumerated as different are different for `Eq`.
    fn domain() -> Domain<HashSet<T, S>> {
        sets()
    }
}

fn sets<T: Enumerate, S: FromIterator<T> + 'static>() -> Domain<S> {
    let entries = Domain::of_node(Entries::new(domain::<T>(), Domain::unit()));
    entries.map(|entries| entries.into_iter().map(|(item, ())| item).collect())
}

impl<K: Enumerate + Ord, V: Enumerate> Enumerate for BTreeMap<K, V> {
    fn domain() -> Domain<BTreeMap<K, V>> {
        Domain::of_node(Entries::new(domain::<K>(), domain::<V>()))
            .map(|entries| entries.into_iter().collect())
    }
}

impl<K: Enumerate + Hash + Eq, V: Enumerate, S: BuildHasher + Default + 'static> Enumerate
    for HashMap<K, V, S>
{
    fn domain() -> Domain<HashMap<K, V, S>> {
        Domain::of_node(Entries::new(domain::<K>(), domain::<V>()))
            .map(|entries| entries.into_iter().collect())
    }
}

impl<T: Enumerate> Enumerate for Range<T> {
    fn domain() -> Domain<Range<T>> {
        domain::<T>().and(domain::<T>()).map(|(start, end)| start..end).pay(1)
    }
}

impl<T: Enumerate> Enumerate for RangeInclusive<T> {
    fn domain() -> Domain<RangeInclusive<T>> {
        domain::<T>().and(domain::<T>()).map(|(start, end)| start..=end).pay(1)
    }
}

macro_rules! tuples {
    ($(($first:ident $($rest:ident)*))*) => {$(
        impl<$first: Enumerate $(, $rest: Enumerate)*> Enumerate for ($first, $($rest,)*) {
            #[allow(non_snake_case, reason = "the letters stand for the types and their values")]
            fn domain() -> Domain<($first, $($rest,)*)> {
                Domain::of_fields(
                    1,
                    tuples!(@fields $first $($rest)*),
                    |tuples!(@pattern $first $($rest)*)| ($first, $($rest,)*),
                    |($first, $($rest,)*)| Some(tuples!(@pattern $first $($rest)*)),
                )
            }

            fn __build(size: usize, spot: &Spot) -> ($first, $($rest,)*) {
                tuples!(@build (size - 1) spot [] $first $($rest)*)
            }
        }
    )*};
    (@fields $last:ident) => { last(domain::<$last>()) };
    (@fields $first:ident $($rest:ident)+) => { both(domain::<$first>(), tuples!(@fields $($rest)+)) };
    (@pattern $last:ident) => { $last };
    (@pattern $first:ident $($rest:ident)+) => { ($first, tuples!(@pattern $($rest)+)) };
    (@build $size:tt $spot:ident [$($made:ident)*] $last:ident) => { ($($made,)* $last::__build($size, $spot),) };
    (@build $size:tt $spot:ident [$($made:ident)*] $first:ident $($rest:ident)+) => {{
        #[allow(non_snake_case, reason = "the letters stand for the types and their values")]
        let ($first, size, spot) = first::<$first>($size, $spot);
        tuples!(@build size spot [$($made)* $first] $($rest)+)
    }};
}

tuples! { (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H) }
