//! Counts and indices beyond 128 bits: trees of many nodes against a ranking written by hand, and reports that carry such
//! indices.

#![allow(clippy::unwrap_used, reason = "functions of a test may fail where they stand, like the test itself")]

use std::collections::{BTreeMap, BTreeSet};

use lydian::{Check, Count, Domain, Enumerate, Report, domain};
use num_bigint::BigUint;

#[derive(Debug, Clone, PartialEq, Enumerate)]
enum Tree {
    Leaf,
    Node(Box<Tree>, bool, Box<Tree>),
}

fn nodes(tree: &Tree) -> usize {
    match tree {
        Tree::Leaf => 0,
        Tree::Node(left, _, right) => nodes(left) + 1 + nodes(right),
    }
}

/// How many trees have so many nodes, for all numbers up to one: `2^n` times the `n`-th Catalan number.
fn counts(most: usize) -> Vec<BigUint> {
    let mut catalan = BigUint::from(1u32);
    let mut counts = Vec::new();
    for nodes in 0..=most {
        counts.push(&catalan << nodes);
        catalan = catalan * 2u32 * (2 * nodes as u32 + 1) / (nodes as u32 + 2);
    }
    counts
}

/// The place of a tree among those with as many nodes.
fn rank(tree: &Tree, counts: &[BigUint]) -> BigUint {
    let Tree::Node(left, item, right) = tree else { return BigUint::default() };
    let (before, behind) = (nodes(left), nodes(right));
    let all = before + behind;
    let smaller: BigUint = (0..before).map(|left| &counts[left] * 2u32 * &counts[all - left]).sum();
    smaller + (rank(left, counts) * 2u32 + u32::from(*item)) * &counts[behind] + rank(right, counts)
}

fn count(number: &BigUint) -> Count {
    number.to_string().parse().unwrap()
}

#[test]
fn trees_of_any_number_of_nodes_are_as_many_as_catalan_says() {
    let trees = domain::<Tree>();
    for (nodes, exact) in counts(120).iter().enumerate() {
        assert_eq!(trees.exact_count(3 * nodes + 1), count(exact), "{nodes} nodes");
        assert_eq!(trees.exact_count(3 * nodes + 2), 0);
        let words = u128::try_from(exact).unwrap_or(u128::MAX);
        assert_eq!(trees.count(3 * nodes + 1), words, "{nodes} nodes, in words");
    }
}

#[test]
fn trees_of_sixty_nodes_are_found_at_their_indices() {
    let (trees, counts) = (domain::<Tree>(), counts(60));
    let words = BigUint::from(u128::MAX);
    for size in [46, 60] {
        let all = &counts[size];
        let mut places: Vec<BigUint> = (0u32..50).map(|part| all * part / 50u32).collect();
        // Where words end, and where the class does.
        places.extend([0u32, 1, 2, 3].map(|more| &words - 2u32 + more));
        places.extend([1u32, 2].map(|before| all - before));
        for place in places {
            let tree = trees.nth(3 * size + 1, count(&place)).unwrap();
            assert_eq!((nodes(&tree), rank(&tree, &counts)), (size, place));
        }
        assert_eq!(trees.nth(3 * size + 1, count(all)), None);
    }
}

#[test]
fn other_domains_are_counted_and_indexed_beyond_words_too() {
    let power = |bits: u32| BigUint::from(1u32) << bits;
    let last = |exact: &BigUint| count(&(exact - 1u32));

    let arrays = domain::<[bool; 200]>();
    assert_eq!(arrays.exact_count(200), count(&power(200)));
    assert_eq!(arrays.exact_total(), Some(count(&power(200))));
    assert_eq!(arrays.nth(200, last(&power(200))), Some([true; 200]));

    let lists = domain::<Vec<bool>>();
    assert_eq!(lists.exact_count(401), count(&power(200)));
    assert_eq!(lists.nth(401, last(&power(200))), Some(vec![true; 200]));
    let bits = |list: &[bool]| list.iter().fold(BigUint::default(), |all, bit| all * 2u32 + u32::from(*bit));
    let place = power(199) / 3u32;
    assert_eq!(bits(&lists.nth(401, count(&place)).unwrap()), place);

    let maps = domain::<BTreeMap<[bool; 130], bool>>();
    // The end, and for the entry 1, its key and its value.
    assert_eq!(maps.exact_count(133), count(&power(131)));
    let (first, end) = (maps.nth(133, 0).unwrap(), maps.nth(133, last(&power(131))).unwrap());
    assert_eq!(first, BTreeMap::from([([false; 130], false)]));
    assert_eq!(end, BTreeMap::from([([true; 130], true)]));

    let sets = domain::<BTreeSet<[bool; 130]>>();
    let pairs = power(130) * (power(130) - 1u32) / 2u32;
    assert_eq!(sets.exact_count(263), count(&pairs));
    let mut largest = [true; 130];
    largest[129] = false;
    assert_eq!(sets.nth(263, last(&pairs)), Some(BTreeSet::from([largest, [true; 130]])));

    let either = lists.clone().or(lists.clone()).up_to(500);
    assert_eq!(either.exact_count(401), count(&power(201)));
    assert_eq!(either.nth(401, count(&power(200))), Some(vec![false; 200]));
    assert_eq!(either.exact_count(501), 0);
}

#[test]
fn a_counterexample_with_a_long_index_is_replayed() {
    let property = |bits: [bool; 200]| bits.iter().filter(|bit| **bit).count() <= 110;
    let report = Check::named("bits").run(property);
    let found = report.counterexample().unwrap();
    assert_eq!((found.size, found.index.word()), (200, None), "tests are spread over the whole class");
    let again: Report = Check::named("bits").replay(found.size, &found.index).run(property);
    assert_eq!(again.counterexample().unwrap().arguments, found.arguments);
    assert_eq!(again.replay(), report.replay());
    assert_eq!(report.replay(), Some(format!("bits:200:{}", found.index)));
    let beyond = Check::new().replay(200, domain::<[bool; 200]>().exact_count(200)).run(property);
    assert_eq!((beyond.tests, beyond.is_ok()), (0, false));
    for jobs in [2, 5] {
        assert_eq!(Check::named("bits").run_parallel(jobs, property), report);
    }
}

#[test]
fn tests_of_a_class_beyond_words_are_all_different() {
    let seen = std::cell::RefCell::new(BTreeSet::new());
    let report = Check::new()
        .run_over(Domain::values([false, true]).lists().up_to(400), |list: Vec<bool>| {
            seen.borrow_mut().insert(list)
        });
    assert_eq!((report.tests, report.is_ok()), (10_000, true));
    let large = std::cell::RefCell::new(BTreeSet::new());
    let report = Check::new().run(|bits: [bool; 300]| large.borrow_mut().insert(bits.to_vec()));
    assert_eq!((report.tests, report.is_ok()), (10_000, true));
}

#[test]
fn walks_through_classes_beyond_words_follow_the_indices() {
    fn follow<T: Enumerate + std::fmt::Debug + PartialEq>(size: usize) {
        let all = domain::<T>();
        assert!(all.exact_count(size).word().is_none());
        let mut cursor = all.cursor_size(size);
        for (index, value) in (0..1_500u128).zip(all.iter_size(size)) {
            assert_eq!(all.nth(size, index).as_ref(), Some(&value), "index {index}");
            assert_eq!(cursor.advance(), Some(&value), "index {index}");
        }
    }
    follow::<Tree>(3 * 60 + 1);
    follow::<[bool; 200]>(200);
    follow::<Vec<bool>>(401);
    follow::<(Vec<u8>, Tree)>(260);
    follow::<BTreeMap<[bool; 130], bool>>(133);
}
