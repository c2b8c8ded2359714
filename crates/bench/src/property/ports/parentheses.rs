//! Balanced parentheses of two kinds: the operations and properties of `parentheses.ml`, with its seeded bugs.

use lydian_core::Datum;
use proptest::strategy::{BoxedStrategy, Just, Strategy};
use quickcheck::{Arbitrary, Gen};

use super::key::Key;
use super::{Made, Value, constructor, laws, mistakes};

mistakes! {
    InsertClosedFirst "insert_closed_first"
    InsertClosesAtEnd "insert_closes_at_end"
    InsertDrops "insert_drops"
    InsertWrongKind "insert_wrong_kind"
    MatchingOneTooDeep "matching_one_too_deep"
    MatchingNeverBack "matching_never_back"
    MatchingForgetsDepth "matching_forgets_depth"
    MatchingCountsOpenings "matching_counts_openings"
    FlipOneKind "flip_one_kind"
    MirrorInOrder "mirror_in_order"
    SwapOpeningsOnly "swap_openings_only"
    SwapGivesOneKind "swap_gives_one_kind"
    DepthOneTooSmall "depth_one_too_small"
    DepthNeverBack "depth_never_back"
    GroupsOnlyFirst "groups_only_first"
    GroupsLoseInner "groups_lose_inner"
    FlattenOneKind "flatten_one_kind"
    FlattenNestsOthers "flatten_nests_others"
    HeightOfARow "height_of_a_row"
    ReduceForgetsOutside "reduce_forgets_outside"
    ReduceOneKind "reduce_one_kind"
}

laws! {
    InsertBalanced prop_insert_balanced (Kind, Key, Symbols), (Kind, Key, Balanced);
    InsertLength prop_insert_length (Kind, Key, Symbols), (Kind, Key, Balanced);
    Matching prop_matching (Symbols,), (Balanced,);
    Mirror prop_mirror (Symbols,), (Balanced,);
    Swapped prop_swapped (Symbols,), (Balanced,);
    Depth prop_depth (Symbols,), (Balanced,);
    Flatten prop_flatten (Symbols,), (Balanced,);
    Reduce prop_reduce (Symbols,), (Balanced,);
}

/// A kind of parentheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, lydian::Enumerate)]
pub(in crate::property) enum Kind {
    Round,
    Square,
}

/// A parenthesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, lydian::Enumerate)]
pub(in crate::property) enum Symbol {
    Open(Kind),
    Close(Kind),
}

/// A pair of parentheses and what is between them.
#[derive(Debug, Clone, PartialEq, lydian::Enumerate)]
pub(in crate::property) struct Group(Kind, Vec<Group>);

/// Groups, for balanced symbols.
#[derive(Debug, Clone, lydian::Enumerate)]
pub(in crate::property) struct Balanced(Vec<Group>);

type Symbols = Vec<Symbol>;

use Kind::{Round, Square};
use Symbol::{Close, Open};

impl Value for Kind {
    fn size(&self) -> u64 {
        1
    }

    fn of(datum: &Datum) -> Option<Kind> {
        Some(if constructor(datum)?.0 == "Round" { Round } else { Square })
    }
}

impl Value for Symbol {
    fn size(&self) -> u64 {
        2
    }

    fn of(datum: &Datum) -> Option<Symbol> {
        match constructor(datum)? {
            ("Open", [kind]) => Some(Open(Kind::of(kind)?)),
            ("Close", [kind]) => Some(Close(Kind::of(kind)?)),
            _ => None,
        }
    }
}

impl Made for Kind {
    type Plain = Kind;

    fn plain(&self) -> Kind {
        *self
    }
}

impl Made for Balanced {
    type Plain = Symbols;

    fn plain(&self) -> Symbols {
        flatten(Bug::Nothing, &self.0)
    }
}

impl Arbitrary for Kind {
    fn arbitrary(g: &mut Gen) -> Kind {
        if bool::arbitrary(g) { Round } else { Square }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Kind>> {
        match self {
            Round => quickcheck::empty_shrinker(),
            Square => quickcheck::single_shrinker(Round),
        }
    }
}

impl Arbitrary for Symbol {
    fn arbitrary(g: &mut Gen) -> Symbol {
        let kind = Kind::arbitrary(g);
        if bool::arbitrary(g) { Open(kind) } else { Close(kind) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Symbol>> {
        match *self {
            Open(kind) => Box::new(kind.shrink().map(Open)),
            Close(kind) => Box::new(kind.shrink().map(Close)),
        }
    }
}

impl Arbitrary for Group {
    fn arbitrary(g: &mut Gen) -> Group {
        drawn(g, 3)
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Group>> {
        let smaller = (self.0, self.1.clone()).shrink();
        Box::new(self.1.clone().into_iter().chain(smaller.map(|(kind, inner)| Group(kind, inner))))
    }
}

/// A group in which so many others are nested at most.
fn drawn(g: &mut Gen, depth: usize) -> Group {
    let count = *g.choose(&[0, 0, 1, 2]).filter(|_| depth > 0).unwrap_or(&0);
    Group(Kind::arbitrary(g), (0..count).map(|_| drawn(g, depth - 1)).collect())
}

impl Arbitrary for Balanced {
    fn arbitrary(g: &mut Gen) -> Balanced {
        let count = *g.choose(&[0, 1, 2, 3]).expect("there are numbers");
        Balanced((0..count).map(|_| drawn(g, 3)).collect())
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Balanced>> {
        Box::new(self.0.shrink().map(Balanced))
    }
}

impl proptest::arbitrary::Arbitrary for Kind {
    type Parameters = ();
    type Strategy = BoxedStrategy<Kind>;

    fn arbitrary_with((): ()) -> BoxedStrategy<Kind> {
        proptest::prop_oneof![Just(Round), Just(Square)].boxed()
    }
}

impl proptest::arbitrary::Arbitrary for Symbol {
    type Parameters = ();
    type Strategy = BoxedStrategy<Symbol>;

    fn arbitrary_with((): ()) -> BoxedStrategy<Symbol> {
        let kind = Kind::arbitrary_with(());
        proptest::prop_oneof![kind.clone().prop_map(Open), kind.prop_map(Close)].boxed()
    }
}

impl proptest::arbitrary::Arbitrary for Balanced {
    type Parameters = ();
    type Strategy = BoxedStrategy<Balanced>;

    fn arbitrary_with((): ()) -> BoxedStrategy<Balanced> {
        let empty = Kind::arbitrary_with(()).prop_map(|kind| Group(kind, Vec::new()));
        let group = empty.prop_recursive(3, 12, 2, |group| {
            (Kind::arbitrary_with(()), proptest::collection::vec(group, 0..3))
                .prop_map(|(kind, inner)| Group(kind, inner))
        });
        proptest::collection::vec(group, 0..4).prop_map(Balanced).boxed()
    }
}

fn balanced(symbols: &[Symbol]) -> bool {
    let mut stack = Vec::new();
    for symbol in symbols {
        match symbol {
            Open(kind) => stack.push(kind),
            Close(kind) if stack.pop() == Some(kind) => {}
            Close(_) => return false,
        }
    }
    stack.is_empty()
}

fn insert_pair(bug: Bug, kind: Kind, position: i64, symbols: &[Symbol]) -> Symbols {
    match symbols {
        [_, rest @ ..] if position > 0 && bug == Bug::InsertDrops => {
            insert_pair(bug, kind, position - 1, rest)
        }
        [first, rest @ ..] if position > 0 => {
            [&[*first], &insert_pair(bug, kind, position - 1, rest)[..]].concat()
        }
        _ => match bug {
            Bug::InsertClosedFirst => [&[Close(kind), Open(kind)], symbols].concat(),
            Bug::InsertClosesAtEnd => [&[Open(kind)], symbols, &[Close(kind)]].concat(),
            Bug::InsertWrongKind => [&[Open(kind), Close(Round)], symbols].concat(),
            _ => [&[Open(kind), Close(kind)], symbols].concat(),
        },
    }
}

fn matching(bug: Bug, symbols: &[Symbol]) -> Option<usize> {
    let last = if bug == Bug::MatchingOneTooDeep { 0 } else { 1 };
    let (mut depth, mut position) = (0i64, 0);
    for symbol in symbols {
        match (symbol, bug) {
            (Open(_), Bug::MatchingForgetsDepth) => depth = 1,
            (Open(_), _) => depth += 1,
            (Close(_), _) if depth == last => return Some(position),
            (Close(_), Bug::MatchingNeverBack) => {}
            (Close(_), Bug::MatchingCountsOpenings) => {
                depth -= 1;
                continue;
            }
            (Close(_), _) => depth -= 1,
        }
        position += 1;
    }
    None
}

fn mirror(bug: Bug, symbols: &[Symbol]) -> Symbols {
    let flip = |symbol: &Symbol| match symbol {
        Open(kind) => Close(*kind),
        Close(_) if bug == Bug::FlipOneKind => Open(Round),
        Close(kind) => Open(*kind),
    };
    match bug {
        Bug::MirrorInOrder => symbols.iter().map(flip).collect(),
        _ => symbols.iter().rev().map(flip).collect(),
    }
}

fn swapped(bug: Bug, symbols: &[Symbol]) -> Symbols {
    let swap = |kind: Kind| match kind {
        Round => Square,
        Square if bug == Bug::SwapGivesOneKind => Square,
        Square => Round,
    };
    let swapped = symbols.iter().map(|symbol| match *symbol {
        Open(kind) => Open(swap(kind)),
        Close(kind) if bug == Bug::SwapOpeningsOnly => Close(kind),
        Close(kind) => Close(swap(kind)),
    });
    swapped.collect()
}

fn depth(bug: Bug, symbols: &[Symbol]) -> i64 {
    let (mut now, mut most) = (0, 0);
    for symbol in symbols {
        match (symbol, bug) {
            (Open(_), _) => {
                most = most.max(if bug == Bug::DepthOneTooSmall { now } else { now + 1 });
                now += 1;
            }
            (Close(_), Bug::DepthNeverBack) => {}
            (Close(_), _) => now -= 1,
        }
    }
    most
}

/// The groups up to a symbol that closes something further out, and what follows.
fn groups(bug: Bug, symbols: &[Symbol]) -> (Vec<Group>, &[Symbol]) {
    let [Open(kind), rest @ ..] = symbols else { return (Vec::new(), symbols) };
    let (inner, rest) = groups(bug, rest);
    let [Close(_), rest @ ..] = rest else { return (vec![Group(*kind, inner)], rest) };
    let (mut others, rest) = groups(bug, rest);
    let inner = if bug == Bug::GroupsLoseInner { Vec::new() } else { inner };
    if bug == Bug::GroupsOnlyFirst {
        others.clear();
    }
    others.insert(0, Group(*kind, inner));
    (others, rest)
}

fn flatten(bug: Bug, trees: &[Group]) -> Symbols {
    let [Group(kind, inner), others @ ..] = trees else { return Vec::new() };
    if bug == Bug::FlattenNestsOthers {
        let nested = [&inner[..], others].concat();
        return [&[Open(*kind)], &flatten(bug, &nested)[..], &[Close(*kind)]].concat();
    }
    let closing = if bug == Bug::FlattenOneKind { Round } else { *kind };
    [&[Open(*kind)], &flatten(bug, inner)[..], &[Close(closing)], &flatten(bug, others)].concat()
}

fn height(bug: Bug, trees: &[Group]) -> i64 {
    let [Group(_, inner), others @ ..] = trees else { return 0 };
    match bug {
        Bug::HeightOfARow => 1 + height(bug, inner).max(height(bug, others)),
        _ => (1 + height(bug, inner)).max(height(bug, others)),
    }
}

/// What is left when pairs around nothing vanish.
fn reduce(bug: Bug, symbols: &[Symbol]) -> Symbols {
    let mut stack: Symbols = Vec::new();
    for symbol in symbols {
        match (symbol, stack.last()) {
            (Close(kind), Some(Open(top)))
                if kind == top && (bug != Bug::ReduceOneKind || *kind == Round) =>
            {
                stack.pop();
                if bug == Bug::ReduceForgetsOutside {
                    stack.clear();
                }
            }
            _ => stack.push(*symbol),
        }
    }
    stack
}

fn prop_insert_balanced(bug: Bug, (kind, position, symbols): &(Kind, Key, Symbols)) -> Option<bool> {
    balanced(symbols).then(|| balanced(&insert_pair(bug, *kind, position.0, symbols)))
}

fn prop_insert_length(bug: Bug, (kind, position, symbols): &(Kind, Key, Symbols)) -> Option<bool> {
    balanced(symbols).then(|| insert_pair(bug, *kind, position.0, symbols).len() == symbols.len() + 2)
}

fn prop_matching(bug: Bug, (symbols,): &(Symbols,)) -> Option<bool> {
    (balanced(symbols) && !symbols.is_empty()).then(|| {
        matching(bug, symbols).is_some_and(|position| {
            let before = &symbols[..symbols.len().min(position + 1)];
            let inside = &symbols[1..position.clamp(1, symbols.len())];
            balanced(before) && balanced(inside)
        })
    })
}

fn prop_mirror(bug: Bug, (symbols,): &(Symbols,)) -> Option<bool> {
    balanced(symbols).then(|| balanced(&mirror(bug, symbols)))
}

fn prop_swapped(bug: Bug, (symbols,): &(Symbols,)) -> Option<bool> {
    balanced(symbols).then(|| {
        let other = swapped(bug, symbols);
        balanced(&other) && swapped(bug, &other) == *symbols
    })
}

fn prop_depth(bug: Bug, (symbols,): &(Symbols,)) -> Option<bool> {
    balanced(symbols).then(|| depth(bug, symbols) == height(bug, &groups(bug, symbols).0))
}

fn prop_flatten(bug: Bug, (symbols,): &(Symbols,)) -> Option<bool> {
    balanced(symbols).then(|| flatten(bug, &groups(bug, symbols).0) == *symbols)
}

fn prop_reduce(bug: Bug, (symbols,): &(Symbols,)) -> Option<bool> {
    balanced(symbols).then(|| reduce(bug, symbols).is_empty())
}
