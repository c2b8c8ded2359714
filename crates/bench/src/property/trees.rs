//! Trees of truth values, as each tool makes them: enumerated in order, by index, and at random.

use proptest::strategy::{BoxedStrategy, Just, Strategy};
use quickcheck::{Arbitrary, Gen};

/// A tree with items at its nodes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, lydian::Enumerate)]
pub(super) enum Tree<T> {
    Leaf,
    Node(Box<Tree<T>>, T, Box<Tree<T>>),
}

impl<T> Tree<T> {
    /// How many nodes it has.
    pub(super) fn nodes(&self) -> u64 {
        match self {
            Tree::Leaf => 0,
            Tree::Node(left, _, right) => left.nodes() + 1 + right.nodes(),
        }
    }
}

impl<T: Arbitrary> Arbitrary for Tree<T> {
    fn arbitrary(g: &mut Gen) -> Tree<T> {
        drawn(g, g.size())
    }
}

/// A tree whose depth the size bounds.
fn drawn<T: Arbitrary>(g: &mut Gen, size: usize) -> Tree<T> {
    if !is_node(g, size) {
        return Tree::Leaf;
    }
    Tree::Node(Box::new(drawn(g, size / 2)), T::arbitrary(g), Box::new(drawn(g, size / 2)))
}

/// Whether a tree of quickcheck's goes on: five in eight are nodes, which makes trees of nine nodes on average when the size is
/// halved at each of them.
pub(super) fn is_node(g: &mut Gen, size: usize) -> bool {
    const CHOICES: [bool; 8] = [true, true, true, true, true, false, false, false];
    size > 0 && g.choose(&CHOICES).is_some_and(|goes_on| *goes_on)
}

/// The settings of proptest: depth and number of nodes that are aimed at.
pub(super) const SETTINGS: [(u32, u32); 2] = [(6, 16), (10, 128)];

/// proptest's trees.
pub(super) fn strategy((depth, size): (u32, u32)) -> BoxedStrategy<Tree<bool>> {
    let more = |tree: BoxedStrategy<Tree<bool>>| {
        (tree.clone(), proptest::bool::ANY, tree)
            .prop_map(|(left, item, right)| Tree::Node(Box::new(left), item, Box::new(right)))
    };
    Just(Tree::Leaf).prop_recursive(depth, size, 2, more).boxed()
}

/// The size by which the crate `lydian` counts a tree with so many nodes.
pub(super) fn size(nodes: usize) -> usize {
    1 + 3 * nodes
}
