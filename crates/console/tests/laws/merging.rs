//! Merging of walks with the same future: the number of paths that it tells is the number of paths there are.

use std::cell::Cell;

use lydian_console::{PathBounds, PathCounts, Paths, Spec, Strategy};

use super::generate::Style;
use super::specimen::{Checked, Specimen, hold};

/// All paths by one strategy: what was counted, and how the branches of each were decided.
fn search(spec: &Spec, strategy: Strategy, rounds: u32, wrong_values: u32) -> (PathCounts, Vec<Vec<bool>>) {
    let bounds = PathBounds { rounds, wrong_values, work: 30_000, strategy, ..PathBounds::default() };
    let mut paths = Paths::new(spec, bounds);
    let mut taken: Vec<Vec<bool>> = std::iter::from_fn(|| paths.next_path()).map(|path| path.taken).collect();
    taken.sort();
    (paths.counts(), taken)
}

#[test]
fn merging_counts_the_paths_that_there_are() {
    let (merged, saved) = (Cell::new(0), Cell::new(0));
    let law = |specimen: &Specimen| -> Checked {
        let mut checks = 0;
        for spec in &specimen.specs {
            for rounds in 2..6 {
                // With many rounds one wrong value makes paths enough.
                let wrong = if rounds < 4 { 2 } else { 1 };
                let (counts, ways) = search(spec, Strategy::Merged, rounds, wrong);
                let Some(all) = counts.all_paths else { break };
                let (every, paths) = search(spec, Strategy::EveryPath, rounds, wrong);
                if every.out_of_work || every.undecided > 0 {
                    break;
                }
                if u128::from(every.satisfiable) != all {
                    let (found, name) = (every.satisfiable, spec.instance());
                    return Err(format!("{rounds} rounds: {found} paths, {all} by merging ({name})"));
                }
                if let Some(other) = ways.iter().find(|way| paths.binary_search(way).is_err()) {
                    return Err(format!("{rounds} rounds: {other:?} is a path only where walks are merged"));
                }
                checks += 1;
                merged.set(merged.get() + u64::from(counts.merged_states > 0));
                saved.set(saved.get() + u64::from(u128::from(counts.satisfiable) < all));
            }
        }
        Ok(checks)
    };
    hold(Style::Equalities, 0..180, 500, law);
    assert!(merged.get() > 100, "walks were merged in only {} searches", merged.get());
    assert!(saved.get() > 40, "merging spared paths in only {} searches", saved.get());
}

/// The counts of both strategies, where merging applies.
fn both(text: &str, rounds: u32) -> Option<(u64, u128)> {
    let specimen = Specimen::of(text).unwrap_or_else(|| panic!("not well formed: {text}"));
    let all = search(&specimen.specs[0], Strategy::Merged, rounds, 1).0.all_paths?;
    Some((search(&specimen.specs[0], Strategy::EveryPath, rounds, 1).0.satisfiable, all))
}

#[test]
fn walks_are_merged_where_only_equality_with_constants_matters() {
    for text in [
        "until 1 in x.all and 2 in x.all { read x : int }",
        "loop { read x : int in all except x.all if x = 0 { exit } }",
        "loop { read y : int if y > 3 { write y } read x : int if x in [1, 2] { exit } }",
        "read x : int loop { if x = 1 { exit } read x : int loop { read y : int if y = 2 { exit } } }",
    ] {
        for rounds in 1..5 {
            let (every, all) = both(text, rounds).unwrap_or_else(|| panic!("not merged: {text}"));
            assert_eq!(u128::from(every), all, "{text} within {rounds} rounds");
        }
    }
}

#[test]
fn walks_are_not_merged_where_more_than_equality_with_constants_matters() {
    for text in [
        "read x : int loop { if x > 3 { exit } read x : int }",
        "until sum(x.all) > 2 { read x : int }",
        "until length(x.all) > 2 { read x : int }",
        "read x : int repeat { read x : int } until x = x.ago(1)",
        "read y : int read x : int until x = y { read x : int }",
        "until 1 in merge(x, y).all { read x : int read y : int }",
        "until 1 in x.all { read x : int in 0..3 except x.all }",
        "read x : int repeat { read y : int in x.. } until y = 0",
    ] {
        assert_eq!(both(text, 3), None, "{text}");
    }
}

#[test]
fn the_number_of_wrong_values_so_far_keeps_walks_apart() {
    let text = "loop { read y : int in 0..9 else retry read x : int if x = 0 { exit } }";
    // One wrong value in all, in any of the rounds, or none.
    assert_eq!(both(text, 4), Some((2 + 3 + 4 + 5, 2 + 3 + 4 + 5)));
}

#[test]
fn a_first_value_is_never_one_that_came_before() {
    let text = "loop { read x : int in all except x.all else retry if x = 0 { exit } }";
    // A wrong value can come in every round but the first.
    assert_eq!(both(text, 4), Some((1 + 2 + 3 + 4, 1 + 2 + 3 + 4)));
}

#[test]
fn malformed_lines_and_wrong_values_are_different_paths() {
    let text = "loop { read y : int in 0..9 malformed else retry read x : int if x = 0 { exit } }";
    assert_eq!(both(text, 1), Some((3, 3)));
    assert_eq!(both(text, 2), Some((3 + 5, 3 + 5)));
}
