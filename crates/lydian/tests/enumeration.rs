//! Laws of enumeration, for many types: counts are the numbers of values, nothing comes twice, sizes do not decrease, and an
//! index gives what iteration gives, and what a value that changes in place gives.

#![allow(clippy::unwrap_used, reason = "functions of a test may fail where they stand, like the test itself")]

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Debug;
use std::num::NonZero;
use std::ops::Range;
use std::rc::Rc;
use std::time::Duration;

use lydian::{Domain, Enumerate, domain};

#[derive(Debug, Clone, PartialEq, Enumerate)]
enum Tree<T> {
    Leaf,
    Node(Box<Tree<T>>, T, Box<Tree<T>>),
}

/// The recursive alternative comes first, which must not matter.
#[derive(Debug, Enumerate)]
#[allow(dead_code, reason = "the fields are only printed")]
enum Backwards {
    Node { left: Box<Backwards>, right: Rc<Backwards> },
    Leaf,
}

#[derive(Debug, Enumerate)]
#[allow(dead_code, reason = "the fields are only printed")]
struct Rose<T> {
    item: T,
    children: Vec<Rose<T>>,
}

#[derive(Debug, Enumerate)]
#[allow(dead_code, reason = "the fields are only printed")]
enum Even {
    Odd(Box<Odd>),
    Zero,
}

#[derive(Debug, Enumerate)]
#[allow(dead_code, reason = "the fields are only printed")]
struct Odd(Even, Option<Box<Even>>);

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Enumerate)]
struct Hereditary(BTreeSet<Hereditary>);

#[derive(Debug, Enumerate)]
#[allow(dead_code, reason = "there is no value")]
enum Endless {
    Again(Box<Endless>),
}

#[derive(Debug, Enumerate)]
enum Never {}

fn pairs() -> Domain<(u8, u8)> {
    domain::<u8>().map(|number| (number, number))
}

#[derive(Debug, Enumerate)]
#[allow(dead_code, reason = "the fields are only printed")]
enum Bounded {
    #[lydian(skip)]
    Unused(Never),
    #[lydian(weight = 5)]
    Heavy,
    Light {
        #[lydian(range(3..6))]
        few: i64,
        #[lydian(max = 3)]
        short: Vec<bool>,
        #[lydian(skip)]
        same: String,
        #[lydian(with = pairs)]
        twice: (u8, u8),
    },
}

/// Checks the laws up to a size, or to a number of values.
fn laws<T: Enumerate + Debug>() {
    let all = domain::<T>();
    let mut seen = HashSet::new();
    let mut in_order = all.iter();
    let mut in_place = all.cursor();
    for size in 0..30 {
        let count = all.count(size);
        let shown = usize::try_from(count.min(2_000)).unwrap();
        for index in 0..shown {
            let value = format!("{:?}", all.nth(size, index as u128).expect("the index is below the count"));
            let iterated = in_order.next().map(|value| format!("{value:?}"));
            assert_eq!(iterated.as_ref(), Some(&value), "size {size}, index {index}");
            let changed = in_place.advance().map(|value| format!("{value:?}"));
            assert_eq!(changed.as_ref(), Some(&value), "in place, size {size}, index {index}");
            assert_eq!(in_place.size(), Some(size));
            assert!(seen.insert(value.clone()), "{value} comes twice, at size {size}, index {index}");
        }
        assert!(all.nth(size, count).is_none());
        assert_eq!(all.exact_count(size), count);
        if count > 2_000 {
            let last = format!("{:?}", all.nth(size, count - 1).expect("the last value"));
            assert!(seen.insert(last));
            return;
        }
        assert_eq!(all.iter_size(size).count(), shown);
    }
}

#[test]
fn the_laws_hold_for_basic_types() {
    laws::<bool>();
    laws::<()>();
    laws::<u8>();
    laws::<i8>();
    laws::<u16>();
    laws::<i16>();
    laws::<i32>();
    laws::<u64>();
    laws::<i128>();
    laws::<u128>();
    laws::<usize>();
    laws::<char>();
    laws::<f32>();
    laws::<f64>();
    laws::<Ordering>();
    laws::<NonZero<i8>>();
    laws::<NonZero<u32>>();
    laws::<Duration>();
}

#[test]
fn the_laws_hold_for_compound_types() {
    laws::<String>();
    laws::<(bool, i8)>();
    laws::<(u8, (), bool, Option<bool>, char, i16, bool, u8)>();
    laws::<Option<Option<bool>>>();
    laws::<Result<u8, bool>>();
    laws::<Vec<Vec<bool>>>();
    laws::<Vec<()>>();
    laws::<Vec<Never>>();
    laws::<[u8; 3]>();
    laws::<[bool; 0]>();
    laws::<Box<str>>();
    laws::<Rc<[u8]>>();
    laws::<Range<u8>>();
    laws::<BTreeSet<u8>>();
    laws::<BTreeSet<Vec<bool>>>();
    laws::<BTreeMap<u8, bool>>();
    laws::<BTreeMap<bool, Vec<bool>>>();
    laws::<BTreeMap<bool, Never>>();
    laws::<Vec<(bool, Option<u8>)>>();
    laws::<[Vec<bool>; 3]>();
    laws::<[Option<bool>; 5]>();
    laws::<Vec<[i8; 2]>>();
    laws::<Vec<String>>();
    laws::<Result<Vec<u8>, [bool; 2]>>();
    laws::<Rc<Vec<Rc<Option<bool>>>>>();
    laws::<((bool,), (u8, (bool, ())))>();
    laws::<std::cell::Cell<u8>>();
    laws::<Cow<'static, str>>();
}

#[test]
fn the_laws_hold_for_derived_types() {
    laws::<Tree<bool>>();
    laws::<Tree<Tree<()>>>();
    laws::<Tree<u64>>();
    laws::<Backwards>();
    laws::<Rose<bool>>();
    laws::<Rose<()>>();
    laws::<Even>();
    laws::<Odd>();
    laws::<Hereditary>();
    laws::<Endless>();
    laws::<Never>();
    laws::<Bounded>();
    laws::<Many>();
    laws::<Wide>();
    laws::<Vec<Wide>>();
    laws::<Term>();
    laws::<Guarded>();
    laws::<Written>();
    laws::<Vec<Written>>();
}

/// More constructors than are found without a call.
#[derive(Debug, Enumerate)]
#[allow(dead_code, reason = "the fields are only printed")]
#[rustfmt::skip]
enum Many {
    A, B, C(bool), D, E, F, G(Box<Many>), H, I, J { left: u8, right: bool }, K, L, M, N, O, P, Q, R, S(Option<bool>), T,
}

/// More fields than are lent.
#[derive(Debug, Enumerate)]
#[rustfmt::skip]
#[allow(dead_code, reason = "the fields are only printed")]
struct Wide(
    (), (), (), (), (), (), (), (), (), (), (), (), (), (), (), (), (), (), (), (), (), (), (), (), bool, Option<bool>, u8,
);

/// Constructors of all shapes, in a type that contains itself in several ways.
#[derive(Debug, Enumerate)]
#[allow(dead_code, reason = "the fields are only printed")]
enum Term {
    Apply(Box<Term>, Box<Term>),
    Lambda {
        kind: Option<Box<Term>>,
        body: Box<Term>,
    },
    Variable(u8),
    Many(Vec<Term>),
    #[lydian(weight = 3)]
    Pair([Box<Term>; 2]),
    Marked(#[lydian(skip)] String, Box<Term>, #[lydian(range(3..6))] i8),
}

/// A value with a destructor: its fields can be lent, but not moved out.
#[derive(Debug, Enumerate)]
struct Guarded(u8, Vec<bool>);

impl Drop for Guarded {
    fn drop(&mut self) {
        self.1.clear();
    }
}

/// A type with a domain written by hand.
#[derive(Debug)]
#[allow(dead_code, reason = "only printed")]
enum Written {
    Number(u8),
    Twice(Box<Written>, Box<Written>),
}

impl Enumerate for Written {
    fn domain() -> Domain<Written> {
        let inner = domain::<Box<Written>>();
        let twice = inner.clone().and(inner).construct(1, |(left, right)| Written::Twice(left, right));
        Domain::union([domain::<u8>().map(Written::Number).pay(1).up_to(3), twice])
    }
}

#[test]
fn trees_of_n_nodes_are_as_many_as_catalan_says() {
    let trees = domain::<Tree<bool>>();
    let mut catalan = 1u128;
    for nodes in 0..=45usize {
        assert_eq!(trees.count(3 * nodes + 1), catalan << nodes, "{nodes} nodes");
        assert_eq!((trees.count(3 * nodes + 2), trees.count(3 * nodes + 3)), (0, 0));
        catalan = catalan * 2 * (2 * nodes as u128 + 1) / (nodes as u128 + 2);
    }
    let largest = trees.nth(3 * 45 + 1, trees.count(136) - 1).unwrap();
    fn nodes(tree: &Tree<bool>) -> usize {
        match tree {
            Tree::Leaf => 0,
            Tree::Node(left, _, right) => nodes(left) + 1 + nodes(right),
        }
    }
    assert_eq!(nodes(&largest), 45);
    // One more node, and the count leaves 128 bits.
    assert_eq!(trees.count(3 * 70 + 1), u128::MAX);
    let far = [0, 1, u128::MAX / 2, u128::MAX - 1].map(|index| trees.nth(211, index).unwrap());
    for (place, tree) in far.iter().enumerate() {
        assert_eq!(nodes(tree), 70);
        assert!(!far[..place].contains(tree));
    }
}

#[test]
fn all_small_trees_come_before_larger_ones() {
    let sizes: Vec<usize> = domain::<Tree<bool>>()
        .iter()
        .take(51)
        .map(|tree| format!("{tree:?}").matches("Node").count())
        .collect();
    assert!(sizes.is_sorted());
    assert_eq!(sizes.iter().filter(|nodes| **nodes <= 3).count(), 51);
}

#[test]
fn borders_come_first() {
    let first = |count| domain::<i32>().iter().take(count).collect::<Vec<_>>();
    assert_eq!(first(5), [0, 1, -1, i32::MAX, i32::MIN]);
    assert_eq!(first(11)[5..], [2, -2, 3, -3, i32::MAX - 1, i32::MIN + 1]);
    assert_eq!(domain::<u8>().iter().take(3).collect::<Vec<_>>(), [0, 1, 255]);
    let floats: Vec<f64> = domain::<f64>().iter_size(1).collect();
    assert_eq!(format!("{floats:?}"), "[0.0, 1.0, -1.0, -0.0, NaN, inf, -inf]");
    assert!(domain::<f64>().iter_size(2).any(|float| float == f64::MAX));
    assert_eq!(domain::<char>().iter().take(4).collect::<String>(), "ab0 ");
}

#[test]
fn finite_types_are_exhausted_exactly() {
    assert_eq!(domain::<u8>().total(), Some(256));
    assert_eq!(domain::<u8>().iter().collect::<BTreeSet<_>>().len(), 256);
    assert_eq!(domain::<i16>().iter().collect::<BTreeSet<_>>().len(), 65_536);
    assert_eq!(domain::<char>().total(), Some(0x11_0000 - 0x800));
    assert_eq!(domain::<char>().iter().collect::<BTreeSet<_>>().len(), 0x11_0000 - 0x800);
    assert_eq!(domain::<(bool, Option<u8>)>().total(), Some(514));
    assert_eq!(domain::<BTreeSet<bool>>().total(), Some(4));
    assert_eq!(domain::<HashMap<bool, u8>>().total(), Some(257 * 257));
    assert_eq!(domain::<BTreeSet<BTreeSet<BTreeSet<bool>>>>().total(), Some(65_536));
    assert_eq!(domain::<[bool; 9]>().total(), Some(512));
    assert_eq!(domain::<u64>().total(), Some(1 << 64));
    assert_eq!(domain::<u128>().total(), Some(u128::MAX));
    assert_eq!(domain::<Never>().total(), Some(0));
    assert_eq!(domain::<Endless>().total(), Some(0));
    assert_eq!(domain::<Vec<Never>>().total(), Some(1));
    assert_eq!(domain::<Vec<bool>>().total(), None);
    assert_eq!(domain::<Even>().total(), None);
    // Every bit pattern but those of NaN, of which there is one.
    assert_eq!(domain::<f32>().total(), Some((1 << 32) - (1 << 24) + 2 + 1));
    assert_eq!(domain::<f64>().total(), Some((1 << 64) - (1 << 53) + 2 + 1));
}

#[test]
fn hereditary_sets_are_all_different() {
    let sets: BTreeSet<Hereditary> = domain::<Hereditary>().iter().take(2_000).collect();
    assert_eq!(sets.len(), 2_000);
}

#[test]
fn attributes_bound_skip_weigh_and_name_a_function() {
    let all: Vec<String> = domain::<Bounded>().iter().take(200).map(|value| format!("{value:?}")).collect();
    assert!(all.iter().all(|value| !value.contains("Unused")));
    assert_eq!(all[0], "Light { few: 3, short: [], same: \"\", twice: (0, 0) }");
    let heavy = all.iter().position(|value| value == "Heavy").unwrap();
    assert!(heavy > 0);
    assert!(all.iter().all(|value| !value.contains("few: 6") && !value.contains(", true]")));
    // 3 numbers, 3 lists, 256 pairs, and the heavy one.
    assert_eq!(domain::<Bounded>().total(), Some(3 * 3 * 256 + 1));
}

#[test]
fn every_float_is_where_its_rank_says() {
    let mut seen = HashSet::new();
    for float in domain::<f32>().iter().take(300_000) {
        assert!(seen.insert(float.to_bits()), "{float} comes twice");
    }
    for size in 1..=32 {
        let count = domain::<f32>().count(size);
        for index in (0..count).step_by(usize::try_from(count / 500 + 1).unwrap()) {
            assert!(domain::<f32>().nth(size, index).is_some());
        }
    }
}

#[test]
fn long_values_need_no_deep_stack() {
    let thread = std::thread::Builder::new().stack_size(256 * 1024);
    let run = || {
        assert_eq!(domain::<Vec<()>>().nth(Domain::<()>::LARGEST, 0).unwrap().len(), 2047);
        assert_eq!(domain::<[u8; 1000]>().count(1000), u128::MAX);
        assert_eq!(domain::<[u8; 1000]>().nth(1000, 12).unwrap()[997..], [1, 1, 0]);
        assert_eq!(domain::<Tree<bool>>().count(Domain::<()>::LARGEST - 2), u128::MAX);
        assert_eq!(domain::<Vec<bool>>().nth(Domain::<()>::LARGEST + 5, 0), None);
    };
    thread.spawn(run).unwrap().join().unwrap();
}

#[test]
fn the_order_of_declaration_does_not_matter() {
    let first = domain::<Backwards>().iter().next().map(|value| format!("{value:?}"));
    assert_eq!(first.as_deref(), Some("Leaf"));
}

#[test]
#[should_panic(expected = "contains itself without a cost")]
fn a_type_that_contains_itself_for_nothing_is_told() {
    #[derive(Debug)]
    #[allow(dead_code, reason = "only enumerated")]
    enum Free {
        Leaf,
        More(Box<Free>),
    }
    impl Enumerate for Free {
        fn domain() -> Domain<Free> {
            Domain::unit().map(|()| Free::Leaf).pay(1).or(domain::<Box<Free>>().map(Free::More))
        }
    }
    let _ = domain::<Free>().count(3);
}

#[test]
#[should_panic(expected = "is asked for its values while it is made")]
fn a_domain_that_counts_itself_is_told() {
    #[derive(Debug)]
    struct Greedy;
    impl Enumerate for Greedy {
        fn domain() -> Domain<Greedy> {
            let cost = usize::from(domain::<Greedy>().count(1) > 0);
            Domain::unit().construct(cost, |()| Greedy)
        }
    }
    let _ = domain::<Greedy>().count(3);
}

#[test]
fn threads_that_ask_at_the_same_time_get_the_same() {
    let counts = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let all = domain::<Tree<Vec<u16>>>();
                    (0..40).map(|size| all.count(size)).collect::<Vec<_>>()
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    assert!(counts.iter().all(|count| *count == counts[0]));
}
