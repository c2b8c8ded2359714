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
use std::sync::Arc;
use std::time::Duration;

use crate::node::array::Arrays;
use crate::node::basic::Characters;
use crate::node::combine::Constants;
use crate::node::entries::Entries;
use crate::node::float::{Doubles, Singles};
use crate::node::list::Lists;
use crate::{Domain, Enumerate, domain};

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl Enumerate for $type {
            fn domain() -> Domain<$type> {
                Domain::range(..)
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
    Domain::new(Constants(values.into_iter().collect()))
}

impl Enumerate for bool {
    fn domain() -> Domain<bool> {
        constants([false, true])
    }
}

impl Enumerate for () {
    fn domain() -> Domain<()> {
        constants([()])
    }
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
        Domain::new(Characters::early())
    }
}

impl Enumerate for f32 {
    fn domain() -> Domain<f32> {
        Domain::new(Singles::early())
    }
}

impl Enumerate for f64 {
    fn domain() -> Domain<f64> {
        Domain::new(Doubles::early())
    }
}

impl Enumerate for String {
    fn domain() -> Domain<String> {
        Domain::new(Lists::new(domain::<char>(), 0)).map(|chars| chars.into_iter().collect())
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
        Domain::unit().construct(1, |()| None).or(domain::<T>().construct(1, Some))
    }
}

impl<T: Enumerate, E: Enumerate> Enumerate for Result<T, E> {
    fn domain() -> Domain<Result<T, E>> {
        domain::<T>().construct(1, Ok).or(domain::<E>().construct(1, Err))
    }
}

macro_rules! wrappers {
    ($($wrapper:ident, $make:expr;)*) => {$(
        impl<T: Enumerate> Enumerate for $wrapper<T> {
            fn domain() -> Domain<$wrapper<T>> {
                domain::<T>().map($make)
            }
        }
    )*};
}

wrappers! {
    Box, Box::new; Rc, Rc::new; Arc, Arc::new; Cell, Cell::new; RefCell, RefCell::new;
    Reverse, Reverse; Wrapping, Wrapping;
}

impl<T: Enumerate> Enumerate for Vec<T> {
    fn domain() -> Domain<Vec<T>> {
        domain::<T>().lists()
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
        Domain::new(Arrays::new(domain::<T>(), N)).map(|items| match items.try_into() {
            Ok(array) => array,
            Err(_) => unreachable!("arrays have {N} items"),
        })
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
    let entries = Domain::new(Entries::new(domain::<T>(), Domain::unit()));
    entries.map(|entries| entries.into_iter().map(|(item, ())| item).collect())
}

impl<K: Enumerate + Ord, V: Enumerate> Enumerate for BTreeMap<K, V> {
    fn domain() -> Domain<BTreeMap<K, V>> {
        Domain::new(Entries::new(domain::<K>(), domain::<V>())).map(|entries| entries.into_iter().collect())
    }
}

impl<K: Enumerate + Hash + Eq, V: Enumerate, S: BuildHasher + Default + 'static> Enumerate
    for HashMap<K, V, S>
{
    fn domain() -> Domain<HashMap<K, V, S>> {
        Domain::new(Entries::new(domain::<K>(), domain::<V>())).map(|entries| entries.into_iter().collect())
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
                tuples!(@domain $first $($rest)*).construct(1, |tuples!(@pattern $first $($rest)*)| ($first, $($rest,)*))
            }
        }
    )*};
    (@domain $last:ident) => { domain::<$last>() };
    (@domain $first:ident $($rest:ident)+) => { domain::<$first>().and(tuples!(@domain $($rest)+)) };
    (@pattern $last:ident) => { $last };
    (@pattern $first:ident $($rest:ident)+) => { ($first, tuples!(@pattern $($rest)+)) };
}

tuples! { (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H) }
