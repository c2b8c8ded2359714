//! Search trees: the operations and properties of `search_tree.ml`, with its seeded bugs.

use lydian_core::Datum;
use proptest::strategy::{BoxedStrategy, Just, Strategy};
use quickcheck::{Arbitrary, Gen};

use super::key::{Key, made_of_keys};
use super::{Value, constructor, laws, mistakes};
use crate::property::trees::is_node;

mistakes! {
    InsertDuplicates "insert_duplicates"
    InsertLosesRight "insert_loses_right"
    InsertWrongSide "insert_wrong_side"
    SmallestLosesRight "smallest_loses_right"
    SmallestLosesRoot "smallest_loses_root"
    AppendLosesLeft "append_loses_left"
    AppendTakesRoot "append_takes_root"
    DeleteGoesNoFurther "delete_goes_no_further"
    DeleteLosesLeft "delete_loses_left"
    SplitWrongHalf "split_wrong_half"
    SplitLosesRoot "split_loses_root"
    SplitKeepsKey "split_keeps_key"
    UnionForgetsAbove "union_forgets_above"
    UnionCrossed "union_crossed"
    UnionWithoutSplit "union_without_split"
    MemberWrongSide "member_wrong_side"
    ToListRootFirst "to_list_root_first"
}

laws! {
    Member prop_member (Key, Tree), (Key, Ordered);
    InsertOrdered prop_insert_ordered (Key, Tree), (Key, Ordered);
    InsertContains prop_insert_contains (Key, Key, Tree), (Key, Key, Ordered);
    DeleteOrdered prop_delete_ordered (Key, Tree), (Key, Ordered);
    DeleteContains prop_delete_contains (Key, Key, Tree), (Key, Key, Ordered);
    Split prop_split (Key, Key, Tree), (Key, Key, Ordered);
    UnionOrdered prop_union_ordered (Tree, Tree), (Ordered, Ordered);
    UnionContains prop_union_contains (Key, Tree, Tree), (Key, Ordered, Ordered);
    ToList prop_to_list (Tree,), (Ordered,);
}

/// A tree.
#[derive(Debug, Clone, PartialEq, lydian::Enumerate)]
pub(in crate::property) enum Tree {
    Leaf,
    Node(Box<Tree>, Key, Box<Tree>),
}

use Tree::{Leaf, Node};

made_of_keys!(Ordered, Tree, |keys: &[Key]| {
    keys.iter().fold(Leaf, |tree, key| insert(Bug::Nothing, *key, &tree))
});

impl Value for Tree {
    fn size(&self) -> u64 {
        match self {
            Leaf => 1,
            Node(left, key, right) => 1 + left.size() + key.size() + right.size(),
        }
    }

    fn of(datum: &Datum) -> Option<Tree> {
        match constructor(datum)? {
            ("Node", [left, key, right]) => Some(node(Tree::of(left)?, Key::of(key)?, Tree::of(right)?)),
            _ => Some(Leaf),
        }
    }
}

impl Arbitrary for Tree {
    fn arbitrary(g: &mut Gen) -> Tree {
        drawn(g, g.size())
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Tree>> {
        let Node(left, key, right) = self else { return quickcheck::empty_shrinker() };
        let parts = [Leaf, (**left).clone(), (**right).clone()].into_iter();
        let smaller = (left.clone(), *key, right.clone()).shrink();
        Box::new(parts.chain(smaller.map(|(left, key, right)| Node(left, key, right))))
    }
}

/// A tree whose depth the size bounds.
fn drawn(g: &mut Gen, size: usize) -> Tree {
    if !is_node(g, size) {
        return Leaf;
    }
    node(drawn(g, size / 2), Key::arbitrary(g), drawn(g, size / 2))
}

impl proptest::arbitrary::Arbitrary for Tree {
    type Parameters = ();
    type Strategy = BoxedStrategy<Tree>;

    fn arbitrary_with((): ()) -> BoxedStrategy<Tree> {
        let more = |tree: BoxedStrategy<Tree>| {
            (tree.clone(), Key::arbitrary_with(()), tree)
                .prop_map(|(left, key, right)| node(left, key, right))
        };
        Just(Leaf).prop_recursive(6, 16, 2, more).boxed()
    }
}

fn node(left: Tree, key: Key, right: Tree) -> Tree {
    Node(Box::new(left), key, Box::new(right))
}

fn between(low: Option<Key>, high: Option<Key>, tree: &Tree) -> bool {
    let Node(left, key, right) = tree else { return true };
    low.is_none_or(|bound| bound < *key)
        && high.is_none_or(|bound| *key < bound)
        && between(low, Some(*key), left)
        && between(Some(*key), high, right)
}

fn ordered(tree: &Tree) -> bool {
    between(None, None, tree)
}

fn contains(key: Key, tree: &Tree) -> bool {
    let Node(left, own, right) = tree else { return false };
    *own == key || contains(key, left) || contains(key, right)
}

fn member(bug: Bug, key: Key, tree: &Tree) -> bool {
    let Node(left, own, right) = tree else { return false };
    let (smaller, larger) = if bug == Bug::MemberWrongSide { (right, left) } else { (left, right) };
    if key < *own {
        member(bug, key, smaller)
    } else if key > *own {
        member(bug, key, larger)
    } else {
        true
    }
}

fn insert(bug: Bug, key: Key, tree: &Tree) -> Tree {
    let Node(left, own, right) = tree else { return node(Leaf, key, Leaf) };
    if key < *own {
        let right = if bug == Bug::InsertLosesRight { Leaf } else { (**right).clone() };
        node(insert(bug, key, left), *own, right)
    } else if key > *own || bug == Bug::InsertDuplicates {
        match bug {
            Bug::InsertWrongSide => node(insert(bug, key, left), *own, (**right).clone()),
            _ => node((**left).clone(), *own, insert(bug, key, right)),
        }
    } else {
        tree.clone()
    }
}

fn take_smallest(bug: Bug, left: &Tree, key: Key, right: &Tree) -> (Key, Tree) {
    match left {
        Leaf if bug == Bug::SmallestLosesRight => (key, Leaf),
        Leaf => (key, right.clone()),
        Node(further, own, between) => match (take_smallest(bug, further, *own, between), bug) {
            (taken, Bug::SmallestLosesRoot) => taken,
            ((smallest, rest), _) => (smallest, node(rest, key, right.clone())),
        },
    }
}

fn append(bug: Bug, left: &Tree, right: &Tree) -> Tree {
    match right {
        Leaf if bug == Bug::AppendLosesLeft => Leaf,
        Leaf => left.clone(),
        Node(further, own, larger) => {
            let (smallest, rest) = take_smallest(bug, further, *own, larger);
            node(left.clone(), if bug == Bug::AppendTakesRoot { *own } else { smallest }, rest)
        }
    }
}

fn delete(bug: Bug, key: Key, tree: &Tree) -> Tree {
    let Node(left, own, right) = tree else { return Leaf };
    if key < *own {
        match bug {
            Bug::DeleteGoesNoFurther => tree.clone(),
            _ => node(delete(bug, key, left), *own, (**right).clone()),
        }
    } else if key > *own {
        match bug {
            Bug::DeleteLosesLeft => delete(bug, key, right),
            _ => node((**left).clone(), *own, delete(bug, key, right)),
        }
    } else {
        append(bug, left, right)
    }
}

fn split(bug: Bug, key: Key, tree: &Tree) -> (Tree, Tree) {
    let Node(left, own, right) = tree else { return (Leaf, Leaf) };
    if key < *own {
        let (below, above) = split(bug, key, left);
        match bug {
            Bug::SplitWrongHalf => (node(below, *own, (**right).clone()), above),
            _ => (below, node(above, *own, (**right).clone())),
        }
    } else if key > *own {
        let (below, above) = split(bug, key, right);
        match bug {
            Bug::SplitLosesRoot => (below, above),
            _ => (node((**left).clone(), *own, below), above),
        }
    } else if bug == Bug::SplitKeepsKey {
        ((**left).clone(), node(Leaf, *own, (**right).clone()))
    } else {
        ((**left).clone(), (**right).clone())
    }
}

fn union(bug: Bug, first: &Tree, second: &Tree) -> Tree {
    let Node(left, key, right) = first else { return second.clone() };
    let (below, above) = split(bug, *key, second);
    match bug {
        Bug::UnionForgetsAbove => node(union(bug, left, &below), *key, (**right).clone()),
        Bug::UnionCrossed => node(union(bug, left, &above), *key, union(bug, right, &below)),
        Bug::UnionWithoutSplit => node(union(bug, left, second), *key, (**right).clone()),
        _ => node(union(bug, left, &below), *key, union(bug, right, &above)),
    }
}

fn to_list(bug: Bug, tree: &Tree) -> Vec<Key> {
    let Node(left, key, right) = tree else { return Vec::new() };
    let (left, right) = (to_list(bug, left), to_list(bug, right));
    match bug {
        Bug::ToListRootFirst => [&[*key], &left[..], &right].concat(),
        _ => [&left[..], &[*key], &right].concat(),
    }
}

fn prop_member(bug: Bug, (key, tree): &(Key, Tree)) -> Option<bool> {
    ordered(tree).then(|| member(bug, *key, tree) == contains(*key, tree))
}

fn prop_insert_ordered(bug: Bug, (key, tree): &(Key, Tree)) -> Option<bool> {
    ordered(tree).then(|| ordered(&insert(bug, *key, tree)))
}

fn prop_insert_contains(bug: Bug, (key, other, tree): &(Key, Key, Tree)) -> Option<bool> {
    ordered(tree)
        .then(|| contains(*other, &insert(bug, *key, tree)) == (other == key || contains(*other, tree)))
}

fn prop_delete_ordered(bug: Bug, (key, tree): &(Key, Tree)) -> Option<bool> {
    ordered(tree).then(|| ordered(&delete(bug, *key, tree)))
}

fn prop_delete_contains(bug: Bug, (key, other, tree): &(Key, Key, Tree)) -> Option<bool> {
    ordered(tree)
        .then(|| contains(*other, &delete(bug, *key, tree)) == (other != key && contains(*other, tree)))
}

fn prop_split(bug: Bug, (key, other, tree): &(Key, Key, Tree)) -> Option<bool> {
    ordered(tree).then(|| {
        let (below, above) = split(bug, *key, tree);
        contains(*other, &below) == (contains(*other, tree) && other < key)
            && contains(*other, &above) == (contains(*other, tree) && other > key)
    })
}

fn prop_union_ordered(bug: Bug, (first, second): &(Tree, Tree)) -> Option<bool> {
    (ordered(first) && ordered(second)).then(|| ordered(&union(bug, first, second)))
}

fn prop_union_contains(bug: Bug, (key, first, second): &(Key, Tree, Tree)) -> Option<bool> {
    (ordered(first) && ordered(second)).then(|| {
        contains(*key, &union(bug, first, second)) == (contains(*key, first) || contains(*key, second))
    })
}

fn prop_to_list(bug: Bug, (tree,): &(Tree,)) -> Option<bool> {
    ordered(tree).then(|| to_list(bug, tree).windows(2).all(|pair| pair[0] < pair[1]))
}
