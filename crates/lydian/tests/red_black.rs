//! Red-black insertion with three seeded bugs: each is found with the smallest tree there is, built from lists of keys by the
//! type's own operation, and also among all valid trees.

use lydian::{Check, Domain, Enumerate, IntoProperty, Report, domain};

#[derive(Debug, Clone, Copy, PartialEq, Enumerate)]
enum Color {
    Red,
    Black,
}

#[derive(Debug, Clone, PartialEq, Enumerate)]
enum Tree {
    Empty,
    Node(Color, Box<Tree>, #[lydian(range(0..=15))] u8, Box<Tree>),
}

use Color::{Black, Red};
use Tree::{Empty, Node};

#[derive(Debug, Clone, Copy, PartialEq)]
enum Bug {
    None,
    NewNodeBlack,
    RightNotBalanced,
    SubtreesSwapped,
}

fn node(color: Color, left: Tree, key: u8, right: Tree) -> Tree {
    Node(color, Box::new(left), key, Box::new(right))
}

fn insert(bug: Bug, tree: Tree, key: u8) -> Tree {
    match grow(bug, tree, key) {
        Node(_, left, item, right) => Node(Black, left, item, right),
        tree => tree,
    }
}

fn grow(bug: Bug, tree: Tree, key: u8) -> Tree {
    match tree {
        Empty => node(if bug == Bug::NewNodeBlack { Black } else { Red }, Empty, key, Empty),
        Node(color, left, item, right) if key < item => {
            balance(bug, color, grow(bug, *left, key), item, *right)
        }
        Node(color, left, item, right) if key > item => {
            let right = grow(bug, *right, key);
            if bug == Bug::RightNotBalanced {
                return node(color, *left, item, right);
            }
            balance(bug, color, *left, item, right)
        }
        same => same,
    }
}

fn balance(bug: Bug, color: Color, left: Tree, key: u8, right: Tree) -> Tree {
    let whole = |a, x, b, y, c, z, d| node(Red, node(Black, a, x, b), y, node(Black, c, z, d));
    match (color, left, right) {
        (Black, Node(Red, inner, y, c), d) if matches!(*inner, Node(Red, ..)) => {
            let Node(_, a, x, b) = *inner else { unreachable!("it was just matched") };
            whole(*a, x, *b, y, *c, key, d)
        }
        (Black, Node(Red, a, x, inner), d) if matches!(*inner, Node(Red, ..)) => {
            let Node(_, b, y, c) = *inner else { unreachable!("it was just matched") };
            match bug {
                Bug::SubtreesSwapped => whole(*a, y, *b, x, *c, key, d),
                _ => whole(*a, x, *b, y, *c, key, d),
            }
        }
        (Black, a, Node(Red, inner, z, d)) if matches!(*inner, Node(Red, ..)) => {
            let Node(_, b, y, c) = *inner else { unreachable!("it was just matched") };
            whole(a, key, *b, y, *c, z, *d)
        }
        (Black, a, Node(Red, b, y, inner)) if matches!(*inner, Node(Red, ..)) => {
            let Node(_, c, z, d) = *inner else { unreachable!("it was just matched") };
            whole(a, key, *b, y, *c, z, *d)
        }
        (color, left, right) => node(color, left, key, right),
    }
}

/// The black height, if the tree is valid below: ordered, no red node below a red one, equal heights.
fn height(tree: &Tree, low: i16, high: i16) -> Option<usize> {
    let Node(color, left, key, right) = tree else { return Some(0) };
    let key = i16::from(*key);
    let is_red = |tree: &Tree| matches!(tree, Node(Red, ..));
    if key <= low || key >= high || (*color == Red && (is_red(left) || is_red(right))) {
        return None;
    }
    let (left, right) = (height(left, low, key)?, height(right, key, high)?);
    (left == right).then_some(left + usize::from(*color == Black))
}

fn is_valid(tree: &Tree) -> bool {
    !matches!(tree, Node(Red, ..)) && height(tree, -1, 16).is_some()
}

fn nodes(tree: &Tree) -> usize {
    match tree {
        Empty => 0,
        Node(_, left, _, right) => nodes(left) + 1 + nodes(right),
    }
}

fn of_keys(bug: Bug, keys: &[u8]) -> Tree {
    keys.iter().fold(Empty, |tree, key| insert(bug, tree, *key))
}

/// Trees as a client makes them.
fn check_built(bug: Bug) -> Report {
    let keys = Domain::range(0..=15u8).lists();
    Check::new().run_over(keys, move |keys: Vec<u8>| is_valid(&of_keys(bug, &keys)))
}

#[test]
fn insertion_without_a_bug_keeps_trees_valid() {
    let report = check_built(Bug::None);
    assert!(report.is_ok() && report.tests == 10_000, "{report}");
}

#[test]
fn every_bug_is_found_with_the_fewest_keys() {
    for (bug, keys) in [(Bug::NewNodeBlack, 2), (Bug::RightNotBalanced, 3), (Bug::SubtreesSwapped, 3)] {
        let report = check_built(bug);
        let found = report.counterexample().unwrap_or_else(|| panic!("{bug:?} is not found"));
        assert_eq!(found.arguments[0].split(',').count(), keys, "{bug:?}: {report}");
        // No list with fewer keys shows it.
        let fewer = Domain::range(0..=15u8).lists().up_to(1 + (keys - 1) * 5);
        let shorter = |list: Vec<u8>| (list.len() < keys).implies(|| is_valid(&of_keys(bug, &list)));
        assert!(Check::new().tests(100_000).run_over(fewer, shorter).is_ok());
    }
}

#[test]
fn every_bug_is_found_in_the_smallest_valid_tree() {
    // Valid trees of up to three nodes, by their shapes and keys, rejecting the others.
    let trees = domain::<Tree>();
    for (bug, tree_nodes) in [(Bug::NewNodeBlack, 1), (Bug::RightNotBalanced, 2)] {
        let property =
            move |tree: Tree, key: u8| is_valid(&tree).implies(|| is_valid(&insert(bug, tree, key)));
        let report =
            Check::new().rejections(1_000_000).run_over((trees.clone(), Domain::range(0..=15)), property);
        let found = report.counterexample().unwrap_or_else(|| panic!("{bug:?} is not found: {report}"));
        assert_eq!(found.arguments[0].matches("Node").count(), tree_nodes, "{bug:?}: {report}");
    }
}

#[test]
fn trees_that_a_function_builds_are_enumerated_without_rejection() {
    let trees = Domain::range(0..=15u8).lists().map(|keys| of_keys(Bug::None, &keys));
    let property = |tree: Tree, key: u8| is_valid(&insert(Bug::SubtreesSwapped, tree, key));
    let report = Check::new().run_over((trees, Domain::range(0..=15)), property);
    let found = report.counterexample().unwrap();
    assert_eq!((found.arguments[0].matches("Node").count(), report.rejected), (2, 0), "{report}");
    assert!(nodes(&of_keys(Bug::None, &[3, 1, 2])) == 3);
}
