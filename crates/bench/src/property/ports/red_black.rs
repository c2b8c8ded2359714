//! Red-black trees: the insertion, deletion and join of `red_black.ml`, with its seeded bugs and one more.

use lydian_core::Datum;
use proptest::strategy::{BoxedStrategy, Just, Strategy};
use quickcheck::{Arbitrary, Gen};

use super::key::{Key, Keys, made_of_keys};
use super::{Made, Value, constructor, laws, mistakes};
use crate::property::trees::is_node;

mistakes! {
    NewNodeBlack "new_node_black"
    RootStaysRed "root_stays_red"
    NoBalanceOnTheRight "no_balance_on_the_right"
    BalanceMissesACase "balance_misses_a_case"
    BalanceSwapsKeys "balance_swaps_keys"
    BalanceSwapsSubtrees "balance_swaps_subtrees"
    BalanceSwapsResult "balance_swaps_result"
    BalanceBlackOnTop "balance_black_on_top"
    BalanceLosesSubtree "balance_loses_subtree"
    MendNeverShort "mend_never_short"
    MendRedShort "mend_red_short"
    MendRedOnTop "mend_red_on_top"
    MendBlackInside "mend_black_inside"
    MendLosesColor "mend_loses_color"
    MendMissesInnerRed "mend_misses_inner_red"
    MendRightSwapsKeys "mend_right_swaps_keys"
    DropKeepsRed "drop_keeps_red"
    DropNeverShort "drop_never_short"
    DeleteTakesRoot "delete_takes_root"
    DeleteLosesLeft "delete_loses_left"
    JoinWrongSide "join_wrong_side"
    JoinNoBalance "join_no_balance"
    JoinRootRed "join_root_red"
    JoinCountsRed "join_counts_red"
    JoinTooDeep "join_too_deep"
    JoinLosesLeft "join_loses_left"
    OuterSubtreesSwapped "outer_subtrees_swapped"
}

laws! {
    InsertValid prop_insert_valid (Key, Tree), (Key, Valid);
    InsertContains prop_insert_contains (Key, Key, Tree), (Key, Key, Valid);
    DeleteValid prop_delete_valid (Key, Tree), (Key, Valid);
    DeleteContains prop_delete_contains (Key, Key, Tree), (Key, Key, Valid);
    JoinValid prop_join_valid (Tree, Key, Tree), Apart;
    JoinContains prop_join_contains (Tree, Key, Tree, Key), ApartAndKey;
}

/// The color of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, lydian::Enumerate)]
pub(in crate::property) enum Color {
    Red,
    Black,
}

/// A tree.
#[derive(Debug, Clone, PartialEq, lydian::Enumerate)]
pub(in crate::property) enum Tree {
    Leaf,
    Node(Color, Box<Tree>, Key, Box<Tree>),
}

use Color::{Black, Red};
use Tree::{Leaf, Node};

made_of_keys!(Valid, Tree, of_keys);

/// Two trees and a key between them: keys, of which the middle one is that.
type Apart = Between<()>;

/// The same with any other key.
type ApartAndKey = Between<Key>;

/// Keys for two trees with a key between them, and something else.
#[derive(Debug, Clone, lydian::Enumerate)]
pub(in crate::property) struct Between<T>(Key, Keys, T);

/// A tree with these keys.
pub(in crate::property) fn of_keys(keys: &[Key]) -> Tree {
    keys.iter().fold(Leaf, |tree, key| insert(Bug::Nothing, *key, &tree))
}

impl<T> Between<T> {
    /// The keys below the middle one and those above it are put into a tree each.
    fn trees(&self) -> (Tree, Key, Tree) {
        let Between(middle, Keys(keys), _) = self;
        let (below, others): (Vec<Key>, Vec<Key>) = keys.iter().partition(|key| *key < middle);
        let above: Vec<Key> = others.into_iter().filter(|key| key > middle).collect();
        (of_keys(&below), *middle, of_keys(&above))
    }
}

impl Made for Between<()> {
    type Plain = (Tree, Key, Tree);

    fn plain(&self) -> (Tree, Key, Tree) {
        self.trees()
    }
}

impl Made for Between<Key> {
    type Plain = (Tree, Key, Tree, Key);

    fn plain(&self) -> (Tree, Key, Tree, Key) {
        let (left, key, right) = self.trees();
        (left, key, right, self.2)
    }
}

impl<T: Arbitrary> Arbitrary for Between<T> {
    fn arbitrary(g: &mut Gen) -> Between<T> {
        Between(Key::arbitrary(g), Keys::arbitrary(g), T::arbitrary(g))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Between<T>>> {
        let parts = (self.0, self.1.clone(), self.2.clone());
        Box::new(parts.shrink().map(|(middle, keys, other)| Between(middle, keys, other)))
    }
}

impl<T: proptest::arbitrary::Arbitrary + Clone + 'static> proptest::arbitrary::Arbitrary for Between<T> {
    type Parameters = ();
    type Strategy = BoxedStrategy<Between<T>>;

    fn arbitrary_with((): ()) -> BoxedStrategy<Between<T>> {
        let parts = proptest::arbitrary::any::<(Key, Keys, T)>();
        parts.prop_map(|(middle, keys, other)| Between(middle, keys, other)).boxed()
    }
}

impl Value for Tree {
    fn size(&self) -> u64 {
        match self {
            Leaf => 1,
            Node(_, left, key, right) => 2 + left.size() + key.size() + right.size(),
        }
    }

    fn of(datum: &Datum) -> Option<Tree> {
        match constructor(datum)? {
            ("Node", [color, left, key, right]) => {
                let color = if constructor(color)?.0 == "Red" { Red } else { Black };
                Some(node(color, Tree::of(left)?, Key::of(key)?, Tree::of(right)?))
            }
            _ => Some(Leaf),
        }
    }
}

impl Arbitrary for Color {
    fn arbitrary(g: &mut Gen) -> Color {
        if bool::arbitrary(g) { Red } else { Black }
    }
}

impl Arbitrary for Tree {
    fn arbitrary(g: &mut Gen) -> Tree {
        drawn(g, g.size())
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Tree>> {
        let Node(color, left, key, right) = self else { return quickcheck::empty_shrinker() };
        let parts = [Leaf, (**left).clone(), (**right).clone()].into_iter();
        let smaller = (*color, left.clone(), *key, right.clone()).shrink();
        Box::new(parts.chain(smaller.map(|(color, left, key, right)| Node(color, left, key, right))))
    }
}

/// A tree whose depth the size bounds.
fn drawn(g: &mut Gen, size: usize) -> Tree {
    if !is_node(g, size) {
        return Leaf;
    }
    node(Color::arbitrary(g), drawn(g, size / 2), Key::arbitrary(g), drawn(g, size / 2))
}

impl proptest::arbitrary::Arbitrary for Tree {
    type Parameters = ();
    type Strategy = BoxedStrategy<Tree>;

    fn arbitrary_with((): ()) -> BoxedStrategy<Tree> {
        let more = |tree: BoxedStrategy<Tree>| {
            let color = proptest::prop_oneof![Just(Red), Just(Black)];
            (color, tree.clone(), Key::arbitrary_with(()), tree)
                .prop_map(|(color, left, key, right)| node(color, left, key, right))
        };
        Just(Leaf).prop_recursive(6, 16, 2, more).boxed()
    }
}

fn node(color: Color, left: Tree, key: Key, right: Tree) -> Tree {
    Node(color, Box::new(left), key, Box::new(right))
}

fn between(low: Option<Key>, high: Option<Key>, tree: &Tree) -> bool {
    let Node(_, left, key, right) = tree else { return true };
    low.is_none_or(|bound| bound < *key)
        && high.is_none_or(|bound| *key < bound)
        && between(low, Some(*key), left)
        && between(Some(*key), high, right)
}

fn is_red(tree: &Tree) -> bool {
    matches!(tree, Node(Red, ..))
}

fn no_red_below_red(tree: &Tree) -> bool {
    let Node(color, left, _, right) = tree else { return true };
    (*color == Black || !(is_red(left) || is_red(right))) && no_red_below_red(left) && no_red_below_red(right)
}

fn black_height(tree: &Tree) -> Option<u32> {
    let Node(color, left, _, right) = tree else { return Some(0) };
    let height = black_height(left)?;
    (black_height(right)? == height).then_some(height + u32::from(*color == Black))
}

fn valid(tree: &Tree) -> bool {
    !is_red(tree) && no_red_below_red(tree) && black_height(tree).is_some() && between(None, None, tree)
}

fn contains(key: Key, tree: &Tree) -> bool {
    let Node(_, left, own, right) = tree else { return false };
    *own == key || contains(key, left) || contains(key, right)
}

/// Four subtrees and the three keys between them.
type Parts<'t> = (&'t Tree, Key, &'t Tree, Key, &'t Tree, Key, &'t Tree);

/// The parts of a black node with a red child of a red child.
fn unbalanced(bug: Bug, tree: &Tree) -> Option<Parts<'_>> {
    let Node(Black, left, outer, right) = tree else { return None };
    if let Node(Red, inner, y, c) = &**left
        && let Node(Red, a, x, b) = &**inner
    {
        return Some(match bug {
            Bug::OuterSubtreesSwapped => (a, *x, b, *y, right, *outer, c),
            _ => (a, *x, b, *y, c, *outer, right),
        });
    }
    if let Node(Red, a, x, inner) = &**left
        && let Node(Red, b, y, c) = &**inner
        && bug != Bug::BalanceMissesACase
    {
        let (x, y) = if bug == Bug::BalanceSwapsKeys { (y, x) } else { (x, y) };
        return Some((a, *x, b, *y, c, *outer, right));
    }
    let Node(Red, further, z, d) = &**right else { return None };
    if let Node(Red, b, y, c) = &**further {
        let (b, c) = if bug == Bug::BalanceSwapsSubtrees { (c, b) } else { (b, c) };
        return Some((left, *outer, b, *y, c, *z, d));
    }
    let Node(Red, c, last, d) = &**d else { return None };
    Some((left, *outer, further, *z, c, *last, d))
}

fn balance(bug: Bug, tree: Tree) -> Tree {
    let Some((a, x, b, y, c, z, d)) = unbalanced(bug, &tree) else { return tree };
    let (second, third) = match bug {
        Bug::BalanceSwapsResult => (c, b),
        Bug::BalanceLosesSubtree => (b, b),
        _ => (b, c),
    };
    let top = if bug == Bug::BalanceBlackOnTop { Black } else { Red };
    let left = node(Black, a.clone(), x, second.clone());
    node(top, left, y, node(Black, third.clone(), z, d.clone()))
}

fn blacken(tree: Tree) -> Tree {
    match tree {
        Node(_, left, key, right) => Node(Black, left, key, right),
        Leaf => Leaf,
    }
}

fn put(bug: Bug, key: Key, tree: &Tree) -> Tree {
    let Node(color, left, own, right) = tree else {
        return node(if bug == Bug::NewNodeBlack { Black } else { Red }, Leaf, key, Leaf);
    };
    if key < *own {
        balance(bug, node(*color, put(bug, key, left), *own, (**right).clone()))
    } else if key > *own {
        let grown = node(*color, (**left).clone(), *own, put(bug, key, right));
        if bug == Bug::NoBalanceOnTheRight { grown } else { balance(bug, grown) }
    } else {
        tree.clone()
    }
}

fn insert(bug: Bug, key: Key, tree: &Tree) -> Tree {
    let grown = put(bug, key, tree);
    if bug == Bug::RootStaysRed { grown } else { blacken(grown) }
}

/// A tree, and whether it has one black node too few on every way down.
type Shortened = (Tree, bool);

fn mend_left(bug: Bug, color: Color, left: Tree, key: Key, right: &Tree) -> Shortened {
    match right {
        Node(Red, a, x, b) => {
            let inside = if bug == Bug::MendBlackInside { Black } else { Red };
            let (inner, _) = mend_left(bug, inside, left, key, a);
            let top = if bug == Bug::MendRedOnTop { Red } else { Black };
            (node(top, inner, *x, (**b).clone()), false)
        }
        Node(Black, first, middle, last) => {
            let parts = match (&**first, &**last) {
                (Node(Red, a, x, b), c) if bug != Bug::MendMissesInnerRed => {
                    Some((&**a, *x, &**b, *middle, c))
                }
                (a, Node(Red, b, y, c)) => Some((a, *middle, &**b, *y, &**c)),
                _ => None,
            };
            match parts {
                Some((a, x, b, y, c)) => {
                    let top = if bug == Bug::MendLosesColor { Black } else { color };
                    let left = node(Black, left, key, a.clone());
                    (node(top, left, x, node(Black, b.clone(), y, c.clone())), false)
                }
                None => {
                    let short = match bug {
                        Bug::MendNeverShort => false,
                        Bug::MendRedShort => color == Red,
                        _ => color == Black,
                    };
                    let right = node(Red, (**first).clone(), *middle, (**last).clone());
                    (node(Black, left, key, right), short)
                }
            }
        }
        Leaf => (node(color, left, key, Leaf), false),
    }
}

fn mend_right(bug: Bug, color: Color, left: &Tree, key: Key, right: Tree) -> Shortened {
    match left {
        Node(Red, a, x, b) => {
            let (inner, _) = mend_right(bug, Red, b, key, right);
            (node(Black, (**a).clone(), *x, inner), false)
        }
        Node(Black, first, middle, last) => {
            let parts = match (&**first, &**last) {
                (a, Node(Red, b, y, c)) => Some((a, *middle, &**b, *y, &**c)),
                (Node(Red, a, x, b), c) => Some((&**a, *x, &**b, *middle, c)),
                _ => None,
            };
            match parts {
                Some((a, x, b, y, c)) => {
                    let (y, key) = if bug == Bug::MendRightSwapsKeys { (key, y) } else { (y, key) };
                    let left = node(Black, a.clone(), x, b.clone());
                    (node(color, left, y, node(Black, c.clone(), key, right)), false)
                }
                None => {
                    let left = node(Red, (**first).clone(), *middle, (**last).clone());
                    (node(Black, left, key, right), color == Black)
                }
            }
        }
        Leaf => (node(color, Leaf, key, right), false),
    }
}

fn with_left(bug: Bug, color: Color, (left, short): Shortened, key: Key, right: &Tree) -> Shortened {
    match short {
        true => mend_left(bug, color, left, key, right),
        false => (node(color, left, key, right.clone()), false),
    }
}

fn with_right(bug: Bug, color: Color, left: &Tree, key: Key, (right, short): Shortened) -> Shortened {
    match short {
        true => mend_right(bug, color, left, key, right),
        false => (node(color, left.clone(), key, right), false),
    }
}

fn drop(bug: Bug, color: Color, child: &Tree) -> Shortened {
    match child {
        Node(..) if bug == Bug::DropKeepsRed => (child.clone(), false),
        Node(..) => (blacken(child.clone()), false),
        Leaf => (Leaf, color == Black && bug != Bug::DropNeverShort),
    }
}

fn take_smallest(bug: Bug, color: Color, left: &Tree, key: Key, right: &Tree) -> (Key, Shortened) {
    let Node(inner, further, own, between) = left else { return (key, drop(bug, color, right)) };
    let (smallest, rest) = take_smallest(bug, *inner, further, *own, between);
    (smallest, with_left(bug, color, rest, key, right))
}

fn without(bug: Bug, key: Key, tree: &Tree) -> Shortened {
    let Node(color, left, own, right) = tree else { return (Leaf, false) };
    if key < *own {
        return with_left(bug, *color, without(bug, key, left), *own, right);
    }
    if key > *own {
        return with_right(bug, *color, left, *own, without(bug, key, right));
    }
    match &**right {
        Leaf if bug == Bug::DeleteLosesLeft => drop(bug, *color, &Leaf),
        Leaf => drop(bug, *color, left),
        Node(inner, further, next, larger) => {
            let (smallest, rest) = take_smallest(bug, *inner, further, *next, larger);
            let key = if bug == Bug::DeleteTakesRoot { *next } else { smallest };
            with_right(bug, *color, left, key, rest)
        }
    }
}

fn delete(bug: Bug, key: Key, tree: &Tree) -> Tree {
    without(bug, key, tree).0
}

fn height(bug: Bug, tree: &Tree) -> u32 {
    let Node(color, left, ..) = tree else { return 0 };
    height(bug, left) + u32::from(*color == Black || bug == Bug::JoinCountsRed)
}

fn join_right(bug: Bug, left: &Tree, key: Key, right: &Tree) -> Tree {
    if let Node(color, a, x, b) = left {
        let (own, other) = (height(bug, left), height(bug, right));
        if *color == Red || own > other || (bug == Bug::JoinTooDeep && own == other) {
            let a = if bug == Bug::JoinLosesLeft { Leaf } else { (**a).clone() };
            return balance(bug, node(*color, a, *x, join_right(bug, b, key, right)));
        }
    }
    node(Red, left.clone(), key, right.clone())
}

fn join_left(bug: Bug, left: &Tree, key: Key, right: &Tree) -> Tree {
    match right {
        Node(color, a, x, b) if *color == Red || height(bug, right) > height(bug, left) => {
            let joined = node(*color, join_left(bug, left, key, a), *x, (**b).clone());
            if bug == Bug::JoinNoBalance { joined } else { balance(bug, joined) }
        }
        _ => node(Red, left.clone(), key, right.clone()),
    }
}

fn join(bug: Bug, left: &Tree, key: Key, right: &Tree) -> Tree {
    let (own, other) = (height(bug, left), height(bug, right));
    let to_the_right = if bug == Bug::JoinWrongSide { own < other } else { own > other };
    let joined = match to_the_right {
        true => join_right(bug, left, key, right),
        false => join_left(bug, left, key, right),
    };
    if bug == Bug::JoinRootRed { joined } else { blacken(joined) }
}

fn prop_insert_valid(bug: Bug, (key, tree): &(Key, Tree)) -> Option<bool> {
    valid(tree).then(|| valid(&insert(bug, *key, tree)))
}

fn prop_insert_contains(bug: Bug, (key, other, tree): &(Key, Key, Tree)) -> Option<bool> {
    valid(tree)
        .then(|| contains(*other, &insert(bug, *key, tree)) == (other == key || contains(*other, tree)))
}

fn prop_delete_valid(bug: Bug, (key, tree): &(Key, Tree)) -> Option<bool> {
    valid(tree).then(|| valid(&delete(bug, *key, tree)))
}

fn prop_delete_contains(bug: Bug, (key, other, tree): &(Key, Key, Tree)) -> Option<bool> {
    valid(tree)
        .then(|| contains(*other, &delete(bug, *key, tree)) == (other != key && contains(*other, tree)))
}

fn fits(left: &Tree, key: Key, right: &Tree) -> bool {
    valid(left) && valid(right) && between(None, Some(key), left) && between(Some(key), None, right)
}

fn prop_join_valid(bug: Bug, (left, key, right): &(Tree, Key, Tree)) -> Option<bool> {
    fits(left, *key, right).then(|| valid(&join(bug, left, *key, right)))
}

fn prop_join_contains(bug: Bug, (left, key, right, other): &(Tree, Key, Tree, Key)) -> Option<bool> {
    fits(left, *key, right).then(|| {
        contains(*other, &join(bug, left, *key, right))
            == (other == key || contains(*other, left) || contains(*other, right))
    })
}
