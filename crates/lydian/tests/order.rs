//! The order of tests: by value and by reference, alone and by several threads, it is that of sizes and indices, and the first
//! counterexample in it is the one that is reported.

#![allow(clippy::unwrap_used, reason = "functions of a test may fail where they stand, like the test itself")]

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::panic::RefUnwindSafe;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use lydian::{AllArguments, Check, Checkable, Domain, Enumerate, IntoProperty, Verdict, by_ref, domain};

#[derive(Debug, Clone, PartialEq, Enumerate)]
enum Tree {
    Leaf,
    Node(Box<Tree>, bool, Box<Tree>),
}

impl Tree {
    fn nodes(&self) -> usize {
        match self {
            Tree::Leaf => 0,
            Tree::Node(left, _, right) => left.nodes() + 1 + right.nodes(),
        }
    }

    fn trues(&self) -> usize {
        match self {
            Tree::Leaf => 0,
            Tree::Node(left, item, right) => left.trues() + usize::from(*item) + right.trues(),
        }
    }
}

/// Tests that go beyond two batches, in classes that are taken in turn.
const MANY: u64 = 10_000;

fn tests_come_in_order<T: Enumerate + Debug + RefUnwindSafe>() {
    let check = Check::new().tests(MANY);
    let all = domain::<T>();
    // Up to the size whose class does not fit any more.
    let (mut size, mut left) = (all.sizes().unwrap().0, u128::from(MANY));
    while let Some(rest) = left.checked_sub(all.count(size)).filter(|_| size < 100) {
        (size, left) = (size + 1, rest);
    }
    let small = all.up_to(size - 1);
    let expected: Vec<String> = small.iter().map(|value| format!("{value:?}")).collect();
    let seen = RefCell::new(Vec::new());
    let _ = check.run_over(small.clone(), |value: T| seen.borrow_mut().push(format!("{value:?}")));
    assert_eq!(seen.take(), expected);
    let _ = check.run_over(small.clone(), by_ref(|value: &T| seen.borrow_mut().push(format!("{value:?}"))));
    assert_eq!(seen.take(), expected);
    // Which thread has which case is open, but each has one.
    let seen = Mutex::new(Vec::new());
    let _ = check.run_over_parallel(
        3,
        small,
        by_ref(|value: &T| seen.lock().unwrap().push(format!("{value:?}"))),
    );
    let (mut seen, mut expected) = (seen.into_inner().unwrap(), expected);
    seen.sort();
    expected.sort();
    assert_eq!(seen, expected);
}

#[test]
fn tests_by_value_and_by_reference_come_in_the_order_of_indices() {
    tests_come_in_order::<Tree>();
    tests_come_in_order::<Vec<u8>>();
    tests_come_in_order::<(u8, Option<bool>, Tree)>();
    tests_come_in_order::<[i8; 3]>();
    tests_come_in_order::<BTreeMap<u8, bool>>();
    tests_come_in_order::<String>();
    tests_come_in_order::<Result<Vec<Tree>, u16>>();
}

#[test]
fn reports_by_value_by_reference_and_by_threads_are_the_same() {
    fn all<A: AllArguments>(
        by_value: impl Checkable<A> + Copy + Sync,
        by_ref: impl Checkable<A> + Copy + Sync,
    ) {
        for check in [Check::named("p"), Check::named("p").seed(4), Check::named("p").tests(700)] {
            let alone = check.run(by_value);
            assert_eq!(check.run(by_ref), alone);
            for jobs in [1, 2, 5] {
                assert_eq!(check.run_parallel(jobs, by_ref), alone);
                assert_eq!(check.run_parallel(jobs, by_value), alone);
            }
        }
    }
    all(|tree: Tree| tree.trues() < 6, by_ref(|tree: &Tree| tree.trues() < 6));
    all(
        |x: u8, y: u8| u16::from(x) + u16::from(y) < 600,
        by_ref(|x: &u8, y: &u8| u16::from(*x) + u16::from(*y) < 600),
    );
    all(
        |list: Vec<u8>| (list.len() > 2).implies(|| list[0] < 200).classify(list.is_empty(), "empty"),
        by_ref(|list: &Vec<u8>| {
            (list.len() > 2).implies(|| list[0] < 200).classify(list.is_empty(), "empty")
        }),
    );
    fn is_not_777(x: &u16) {
        assert!(*x != 777);
    }
    all(|x: u16| is_not_777(&x), by_ref(is_not_777));
}

#[test]
fn the_counterexample_is_the_first_of_its_size_also_with_several_threads() {
    let predicates: [fn(&Tree) -> bool; 5] = [
        |tree| tree.trues() < 4,
        |tree| tree.nodes() != 5 || tree.trues() != 3,
        |tree| !matches!(tree, Tree::Node(left, true, right) if left.nodes() == 2 && right.nodes() == 3),
        |tree| format!("{tree:?}").len() % 97 != 42,
        |tree| tree.nodes() < 6 || tree.trues() % 5 != 4,
    ];
    for predicate in predicates {
        let first = domain::<Tree>().iter().find(|tree| !predicate(tree)).unwrap();
        let place = |report: &lydian::Report| {
            let found = report.counterexample().unwrap();
            assert_eq!(found.arguments, [format!("{first:?}")]);
            (found.size, found.index.clone())
        };
        let check = Check::new().tests(100_000);
        let alone = place(&check.run(move |tree: Tree| predicate(&tree)));
        for jobs in [1, 2, 3, 8] {
            assert_eq!(place(&check.run_parallel(jobs, move |tree: Tree| predicate(&tree))), alone);
            assert_eq!(place(&check.run_parallel(jobs, by_ref(predicate))), alone);
        }
    }
}

#[test]
fn the_first_counterexample_of_a_shuffled_size_is_reported_too() {
    let check = || Check::new().tests(25_000);
    // The first lists of six items have size 13, and of these there are more than tests left.
    assert!((1..=13).map(|size| domain::<Vec<u8>>().count(size)).sum::<u128>() > 25_000);
    let slow = std::time::Duration::from_secs(600);
    for check in [check(), check().seed(1), check().seed(2).time(slow)] {
        let report = check.run(|list: Vec<u8>| list.len() < 6);
        assert_eq!(report.counterexample().unwrap().arguments, ["[0, 0, 0, 0, 0, 0]"]);
        let report = check.run_parallel(3, by_ref(|list: &Vec<u8>| list.len() < 6 || list[5] == 0));
        assert_eq!(report.counterexample().unwrap().arguments, ["[0, 0, 0, 0, 0, 1]"]);
        let report = check.run(|bits: [bool; 200]| !(bits[190] && bits[3]));
        let found = report.counterexample().unwrap();
        assert!(found.index.word().is_none(), "the first one lies far behind the tests");
    }
}

/// A value that can be changed behind a reference although it has no `Cell`.
#[derive(Debug)]
struct Shared(AtomicU32);

impl Enumerate for Shared {
    fn domain() -> Domain<Shared> {
        Domain::range(0..100u32).map(|number| Shared(AtomicU32::new(number)))
    }
}

#[test]
fn a_property_that_changes_what_it_is_lent_is_not_refuted_by_that() {
    let report = Check::new().run(by_ref(|shared: &Shared, _: &bool| {
        let before = shared.0.fetch_add(100, Ordering::Relaxed);
        before < 100
    }));
    let Verdict::Unknown(why) = &report.verdict else { panic!("{report}") };
    assert!(why.contains("changes what it is lent"), "{why}");
}

#[test]
fn a_panic_while_arguments_are_made_is_a_counterexample() {
    let numbers = || domain::<u8>().map(|number| if number == 9 { panic!("nine") } else { number });
    let by_value = Check::named("p").run_over(numbers(), |_: u8| true);
    assert!(by_value.counterexample().unwrap().panic.as_ref().unwrap().ends_with("nine"));
    assert_eq!(Check::named("p").run_over(numbers(), by_ref(|_: &u8| true)), by_value);
}

#[lydian::property(tests = 500)]
fn references_are_lent_by_the_attribute(tree: &Tree, #[lydian(range(1..=3))] count: &usize) -> bool {
    tree.trues() <= tree.nodes() && (1..=3).contains(count)
}

#[lydian::property(tests = 200, jobs = 2)]
async fn references_are_lent_to_async_properties_too(list: &Vec<bool>) -> bool {
    list.iter().filter(|item| **item).count() <= list.len()
}

#[test]
fn values_that_stay_the_same_are_not_made_again() {
    thread_local!(static MADE: Cell<u64> = const { Cell::new(0) });
    let heavy = Domain::values([0u8, 1]).map(|number| {
        MADE.set(MADE.get() + 1);
        number
    });
    let mut pairs = heavy.and(Domain::range(0..=255u8)).cursor_size(9);
    let mut count = 0u64;
    while pairs.advance().is_some() {
        count += 1;
    }
    assert!(count > 100 && MADE.get() <= 4, "{count} pairs, {} made", MADE.get());
}
