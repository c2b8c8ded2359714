//! The search on decision trees over two numbers and a list, held to a slow definition: where all small inputs end.
//! Each leaf is a number of its own, so that the result of a path names the path.

mod support;

use std::collections::BTreeMap;

use lydian_explore::Bounds;
use support::{Loaded, Numbers, lists};

/// How many trees are made.
const TREES: u64 = 150;
/// Conditions and matches on a way to a leaf.
const DEPTH: u32 = 5;
/// Matches on a way to a leaf: lists of so many elements go everywhere.
const MATCHES: usize = 2;
/// Numbers in a tree are at most this far from zero.
const LARGEST_CONSTANT: i64 = 2;
/// And inputs this far: two arguments and two elements have room one above the other behind the constants.
const LARGEST_INPUT: i64 = LARGEST_CONSTANT + 4;

enum Tree {
    Leaf(i64),
    If(Test, Box<Tree>, Box<Tree>),
    /// Is the rest of the list empty? Its first element is a further variable on the second side.
    Empty(Box<Tree>, Box<Tree>),
}

struct Test {
    equal: bool,
    left: Operand,
    right: Operand,
}

enum Operand {
    Constant(i64),
    Variable(usize),
}

/// The variables `x` and `y` are the first two, elements of the list come behind them.
fn grow(numbers: &mut Numbers, leaves: &mut i64, depth: u32, matches: usize) -> Tree {
    let below = |numbers: &mut Numbers, leaves: &mut i64, more| {
        Box::new(grow(numbers, leaves, depth - 1, matches + more))
    };
    match numbers.below(8) {
        _ if depth == 0 => leaf(leaves),
        0 => leaf(leaves),
        1 | 2 if matches < MATCHES => Tree::Empty(below(numbers, leaves, 0), below(numbers, leaves, 1)),
        _ => {
            let mut operand = || match numbers.below(2) {
                0 => Operand::Constant(numbers.below(2 * LARGEST_CONSTANT + 1) - LARGEST_CONSTANT),
                _ => Operand::Variable(numbers.below(2 + matches as i64) as usize),
            };
            let (left, right) = (operand(), operand());
            let test = Test { equal: numbers.below(3) == 0, left, right };
            Tree::If(test, below(numbers, leaves, 0), below(numbers, leaves, 0))
        }
    }
}

fn leaf(leaves: &mut i64) -> Tree {
    *leaves += 1;
    Tree::Leaf(*leaves)
}

impl Tree {
    /// The slow definition: where an input ends.
    fn leaf_of(&self, arguments: &[i64; 2], list: &[i64], matched: usize) -> i64 {
        match self {
            Tree::Leaf(leaf) => *leaf,
            Tree::If(test, then, otherwise) => {
                let value = |operand: &Operand| match operand {
                    Operand::Constant(constant) => *constant,
                    Operand::Variable(index @ 0..2) => arguments[*index],
                    Operand::Variable(index) => list[*index - 2],
                };
                let (left, right) = (value(&test.left), value(&test.right));
                let holds = if test.equal { left == right } else { left < right };
                (if holds { then } else { otherwise }).leaf_of(arguments, list, matched)
            }
            Tree::Empty(empty, _) if list.len() == matched => empty.leaf_of(arguments, list, matched),
            Tree::Empty(_, more) => more.leaf_of(arguments, list, matched + 1),
        }
    }

    /// The same in Core.
    fn text(&self) -> String {
        let body = self.expression(&[1, 2], 3, &mut 4);
        let ty = "int -> int -> int list -> int";
        format!("let main/0 = fun main(v/1, v/2, v/3) -> {body}\nexport main = main/0 : {ty}")
    }

    /// An expression over these numbers and this list; no variable is bound twice, so `next` counts them.
    fn expression(&self, numbers: &[usize], list: usize, next: &mut usize) -> String {
        match self {
            Tree::Leaf(leaf) => leaf.to_string(),
            Tree::If(test, then, otherwise) => {
                let shown = |operand: &Operand| match operand {
                    Operand::Constant(constant) => constant.to_string(),
                    Operand::Variable(index) => format!("v/{}", numbers[*index]),
                };
                let name = if test.equal { "equal" } else { "less" };
                let (left, right) = (shown(&test.left), shown(&test.right));
                let then = then.expression(numbers, list, next);
                let otherwise = otherwise.expression(numbers, list, next);
                format!("if %{name}({left}, {right}) then {then} else {otherwise}")
            }
            Tree::Empty(empty, more) => {
                let (element, rest) = (*next, *next + 1);
                *next += 2;
                let empty = empty.expression(numbers, list, next);
                let more = more.expression(&[numbers, &[element]].concat(), rest, next);
                let arms = format!("| [] -> {empty} | (v/{element} :: v/{rest}) -> {more}");
                format!("(match v/{list} at \"tree\":1:1 with {arms} end)")
            }
        }
    }

    /// Every leaf where a small input ends, with the size of the smallest one: the arguments, a constructor and an element for
    /// each element, and the empty list.
    fn leaves(&self) -> BTreeMap<i64, u64> {
        let numbers = -LARGEST_INPUT..=LARGEST_INPUT;
        let mut leaves = BTreeMap::new();
        for list in lists(LARGEST_INPUT, MATCHES) {
            let size = 2 + 2 * list.len() as u64 + 1;
            for x in numbers.clone() {
                for y in numbers.clone() {
                    let smallest = leaves.entry(self.leaf_of(&[x, y], &list, 0)).or_insert(size);
                    *smallest = size.min(*smallest);
                }
            }
        }
        leaves
    }
}

fn trees() -> impl Iterator<Item = (Tree, Loaded)> {
    (0..TREES).map(|seed| {
        let tree = grow(&mut Numbers::new(seed), &mut 0, DEPTH, 0);
        let loaded = Loaded::new(&tree.text());
        (tree, loaded)
    })
}

#[test]
fn a_search_finds_exactly_the_paths_that_inputs_take_each_once() {
    let mut all = 0;
    for (tree, loaded) in trees() {
        let mut hunt = loaded.hunt(&["main"], Bounds::default());
        let mut found = BTreeMap::new();
        while let Some(path) = hunt.next() {
            let before = found.insert(path.results[0], path.size);
            assert_eq!(before, None, "the same path twice: {}", tree.text());
        }
        assert!(hunt.search.is_exhausted(), "{}", tree.text());
        assert_eq!(hunt.search.covered_below(), None, "{}", tree.text());
        assert_eq!(found, tree.leaves(), "{}", tree.text());
        all += found.len();
    }
    assert!(all > 500, "only {all} paths were compared");
}

#[test]
fn what_a_search_calls_covered_is_found_whenever_it_stops() {
    let (mut stops, mut claims) = (0, 0);
    for (tree, loaded) in trees() {
        let leaves = tree.leaves();
        for work in [15, 60, 150, 400, 1_000] {
            let mut hunt = loaded.hunt(&["main"], Bounds { work, ..Bounds::default() });
            let mut found = BTreeMap::new();
            let mut covered = 0;
            while let Some(path) = hunt.next() {
                found.insert(path.results[0], path.size);
                let now = hunt.search.covered_below().map_or(u64::MAX, u64::from);
                assert!(covered <= now, "less is covered than before: {}", tree.text());
                covered = now;
            }
            // Sides that turned out impossible behind the last path are covered as well.
            let covered = hunt.search.covered_below().map_or(u64::MAX, u64::from);
            assert_eq!(hunt.search.is_exhausted(), covered == u64::MAX && !hunt.search.is_stopped());
            for (leaf, size) in &leaves {
                assert!(*size >= covered || found.contains_key(leaf), "{leaf} of {}", tree.text());
                claims += u32::from(*size < covered);
            }
            stops += u32::from(hunt.search.is_stopped());
        }
    }
    assert!(stops > 100 && claims > 500, "{stops} searches were stopped, {claims} leaves were covered");
}

#[test]
fn a_search_that_may_not_ask_is_never_exhausted_by_a_condition() {
    let bounds = || Bounds { undecided: 0, ..Bounds::default() };
    let mut lost = 0;
    for (tree, loaded) in trees() {
        let leaves = tree.leaves();
        let mut hunt = loaded.hunt(&["main"], bounds());
        let mut found = BTreeMap::new();
        while let Some(path) = hunt.next() {
            found.insert(path.results[0], path.size);
        }
        let covered = hunt.search.covered_below().map_or(u64::MAX, u64::from);
        assert_eq!(hunt.search.is_exhausted(), hunt.search.counts().skipped == 0, "{}", tree.text());
        for (leaf, size) in &leaves {
            assert!(*size >= covered || found.contains_key(leaf), "{leaf} of {}", tree.text());
        }
        lost += u32::from(found.len() < leaves.len());
    }
    assert!(lost > 50, "only {lost} searches missed a path");
}
