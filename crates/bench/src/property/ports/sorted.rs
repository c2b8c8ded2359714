//! Sorted lists: the operations and properties of `sorted.ml`, with its seeded bugs.

use super::key::{Key, made_of_keys};
use super::{laws, mistakes};

mistakes! {
    InsertBeforeSmaller "insert_before_smaller"
    InsertIgnoresEqual "insert_ignores_equal"
    InsertDropsSmaller "insert_drops_smaller"
    InsertAtEnd "insert_at_end"
    RemoveAll "remove_all"
    RemoveStopsEarly "remove_stops_early"
    RemoveDropsSmaller "remove_drops_smaller"
    MemberWrongWay "member_wrong_way"
    MergeDropsEqual "merge_drops_equal"
    MergeDropsBoth "merge_drops_both"
    MergeDropsRest "merge_drops_rest"
    MergeTakesTwo "merge_takes_two"
    SplitTakesBound "split_takes_bound"
    SplitWrongHalf "split_wrong_half"
    UniqueDropsLast "unique_drops_last"
    UniqueTwoAtATime "unique_two_at_a_time"
    CommonSkipsLarger "common_skips_larger"
}

laws! {
    InsertSorted prop_insert_sorted (Key, List), (Key, Sorted);
    InsertCount prop_insert_count (Key, Key, List), (Key, Key, Sorted);
    RemoveCount prop_remove_count (Key, Key, List), (Key, Key, Sorted);
    Member prop_member (Key, List), (Key, Sorted);
    MergeSorted prop_merge_sorted (List, List), (Sorted, Sorted);
    MergeCount prop_merge_count (Key, List, List), (Key, Sorted, Sorted);
    Split prop_split (Key, List), (Key, Sorted);
    Unique prop_unique (Key, List), (Key, Sorted);
    Common prop_common (Key, List, List), (Key, Increasing, Increasing);
}

type List = Vec<Key>;

made_of_keys!(Sorted, List, |keys: &[Key]| {
    let mut keys = keys.to_vec();
    keys.sort_unstable();
    keys
});

made_of_keys!(Increasing, List, |keys: &[Key]| {
    let mut keys = keys.to_vec();
    keys.sort_unstable();
    keys.dedup();
    keys
});

fn sorted(list: &[Key]) -> bool {
    list.windows(2).all(|pair| pair[0] <= pair[1])
}

fn increasing(list: &[Key]) -> bool {
    list.windows(2).all(|pair| pair[0] < pair[1])
}

fn count(x: Key, list: &[Key]) -> usize {
    list.iter().filter(|item| **item == x).count()
}

/// A list from its first item and the rest.
fn cons(first: Key, mut rest: List) -> List {
    rest.insert(0, first);
    rest
}

fn insert(bug: Bug, x: Key, list: &[Key]) -> List {
    let [first, rest @ ..] = list else { return vec![x] };
    if bug == Bug::InsertIgnoresEqual && x == *first {
        return list.to_vec();
    }
    let here = if bug == Bug::InsertBeforeSmaller { x >= *first } else { x <= *first };
    match (here, bug) {
        (true, Bug::InsertAtEnd) => [list, &[x]].concat(),
        (true, _) => cons(x, list.to_vec()),
        (false, Bug::InsertDropsSmaller) => insert(bug, x, rest),
        (false, _) => cons(*first, insert(bug, x, rest)),
    }
}

fn remove(bug: Bug, x: Key, list: &[Key]) -> List {
    let [first, rest @ ..] = list else { return Vec::new() };
    let done = if bug == Bug::RemoveStopsEarly { *first < x } else { *first > x };
    match (*first == x, done, bug) {
        (true, _, Bug::RemoveAll) => remove(bug, x, rest),
        (true, ..) => rest.to_vec(),
        (false, true, _) => list.to_vec(),
        (false, false, Bug::RemoveDropsSmaller) => remove(bug, x, rest),
        (false, false, _) => cons(*first, remove(bug, x, rest)),
    }
}

fn member(bug: Bug, x: Key, list: &[Key]) -> bool {
    let [first, rest @ ..] = list else { return false };
    let further = if bug == Bug::MemberWrongWay { *first > x } else { *first < x };
    *first == x || (further && member(bug, x, rest))
}

fn merge(bug: Bug, left: &[Key], right: &[Key]) -> List {
    let ([x, xs @ ..], [y, ys @ ..]) = (left, right) else {
        return if bug == Bug::MergeDropsRest { Vec::new() } else { [left, right].concat() };
    };
    match (x <= y, bug) {
        (true, Bug::MergeDropsEqual) if x == y => cons(*x, merge(bug, xs, ys)),
        (true, Bug::MergeTakesTwo) => cons(*x, cons(*y, merge(bug, xs, ys))),
        (true, _) => cons(*x, merge(bug, xs, right)),
        (false, Bug::MergeDropsBoth) => cons(*y, merge(bug, xs, ys)),
        (false, _) => cons(*y, merge(bug, left, ys)),
    }
}

fn split(bug: Bug, bound: Key, list: &[Key]) -> (List, List) {
    let [first, rest @ ..] = list else { return (Vec::new(), Vec::new()) };
    let is_below = if bug == Bug::SplitTakesBound { *first <= bound } else { *first < bound };
    if !is_below {
        return (Vec::new(), list.to_vec());
    }
    let (below, others) = split(bug, bound, rest);
    match bug {
        Bug::SplitWrongHalf => (below, cons(*first, others)),
        _ => (cons(*first, below), others),
    }
}

fn unique(bug: Bug, list: &[Key]) -> List {
    match (list, bug) {
        ([first, second, rest @ ..], Bug::UniqueTwoAtATime) if first == second => {
            cons(*first, unique(bug, rest))
        }
        ([first, rest @ ..], Bug::UniqueTwoAtATime) => cons(*first, unique(bug, rest)),
        ([first, rest @ ..], _) if rest.first() == Some(first) => unique(bug, rest),
        ([first, rest @ ..], _) if !rest.is_empty() => cons(*first, unique(bug, rest)),
        (_, Bug::UniqueDropsLast) => Vec::new(),
        (short, _) => short.to_vec(),
    }
}

fn common(bug: Bug, left: &[Key], right: &[Key]) -> List {
    let ([x, xs @ ..], [y, ys @ ..]) = (left, right) else { return Vec::new() };
    if x == y {
        return cons(*x, common(bug, xs, ys));
    }
    match (x < y) != (bug == Bug::CommonSkipsLarger) {
        true => common(bug, xs, right),
        false => common(bug, left, ys),
    }
}

fn prop_insert_sorted(bug: Bug, (x, list): &(Key, List)) -> Option<bool> {
    sorted(list).then(|| sorted(&insert(bug, *x, list)))
}

fn prop_insert_count(bug: Bug, (x, y, list): &(Key, Key, List)) -> Option<bool> {
    sorted(list).then(|| count(*y, &insert(bug, *x, list)) == count(*y, list) + usize::from(x == y))
}

fn prop_remove_count(bug: Bug, (x, y, list): &(Key, Key, List)) -> Option<bool> {
    let less = usize::from(x == y && list.contains(x));
    sorted(list).then(|| count(*y, &remove(bug, *x, list)) == count(*y, list) - less)
}

fn prop_member(bug: Bug, (x, list): &(Key, List)) -> Option<bool> {
    sorted(list).then(|| member(bug, *x, list) == list.contains(x))
}

fn prop_merge_sorted(bug: Bug, (left, right): &(List, List)) -> Option<bool> {
    (sorted(left) && sorted(right)).then(|| sorted(&merge(bug, left, right)))
}

fn prop_merge_count(bug: Bug, (x, left, right): &(Key, List, List)) -> Option<bool> {
    (sorted(left) && sorted(right))
        .then(|| count(*x, &merge(bug, left, right)) == count(*x, left) + count(*x, right))
}

fn prop_split(bug: Bug, (bound, list): &(Key, List)) -> Option<bool> {
    sorted(list).then(|| {
        let (below, others) = split(bug, *bound, list);
        [&below[..], &others].concat() == *list
            && below.iter().all(|x| x < bound)
            && others.iter().all(|x| x >= bound)
    })
}

fn prop_unique(bug: Bug, (x, list): &(Key, List)) -> Option<bool> {
    sorted(list).then(|| {
        let unique = unique(bug, list);
        increasing(&unique) && unique.contains(x) == list.contains(x)
    })
}

fn prop_common(bug: Bug, (x, left, right): &(Key, List, List)) -> Option<bool> {
    (increasing(left) && increasing(right)).then(|| {
        let common = common(bug, left, right);
        increasing(&common) && common.contains(x) == (left.contains(x) && right.contains(x))
    })
}
