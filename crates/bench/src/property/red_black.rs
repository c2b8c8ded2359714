//! Three mistakes in the insertion of red-black trees: the first failure, the end of shrinking, and the tree that is reported.

use std::time::Duration;

use super::engine::{self, Seeded};
use super::median;
use super::ports::bases;
use super::rounds::{ENGINE, Rounds, name, search, shown};

/// A search may take so many times the usual limit: there are only three.
const PATIENCE: u32 = 5;

const BASE: &str = "red_black";
const PROPERTY: &str = "prop_insert_valid";

/// The size of a key and a tree with so many nodes.
fn size(nodes: u64) -> u64 {
    4 * nodes + 2
}

fn nodes(size: u64) -> u64 {
    size.saturating_sub(2) / 4
}

/// The mistakes: two of the table, and one that swaps what two subtrees stand for in one case of the balancing.
fn mistakes() -> Result<[(&'static str, Seeded); 3], String> {
    let table = engine::seeded()?;
    let seeded = |name: &str| {
        let found = table.iter().find(|bug| (bug.base, bug.name) == (BASE, name)).cloned();
        found.ok_or_else(|| format!("{name} is not in the table"))
    };
    let swapped = Seeded::new(
        (BASE, "outer_subtrees_swapped"),
        (PROPERTY, size(3)),
        [
            "| Node (Black, Node (Red, Node (Red, a, x, b), y, c), z, d)",
            "| Node (Black, Node (Red, Node (Red, a, x, b), y, d), z, c)",
        ],
    );
    Ok([
        ("a new node is black", seeded("new_node_black")?),
        ("no rebalancing on the right", seeded("no_balance_on_the_right")?),
        ("two subtrees swapped in one case", swapped),
    ])
}

/// Prints the table; false if our engine misses a mistake or reports a tree that is not the smallest.
pub(super) fn run(rounds: usize, limit: Duration) -> Result<bool, String> {
    let limit = limit.saturating_mul(PATIENCE);
    println!(
        "\nRed-black insertion, keys 0 to 15 in Rust, medians of {rounds} rounds, up to {} s for each search.\nms to the first failure, ms with shrinking, cases to the first failure, nodes of the reported tree (most).",
        limit.as_secs_f64()
    );
    let bases = bases();
    let base = bases.iter().find(|base| base.name == BASE).ok_or("no red-black trees")?;
    let mut right = true;
    for (title, bug) in mistakes()? {
        println!(
            "\n{:36} {:>10} {:>10} {:>9} {:>9} {:>6}",
            title, "first", "shrunk", "cases", "nodes", "found"
        );
        let ways = search(base, &bug, rounds, limit)?;
        ways.iter().enumerate().for_each(|(way, rounds)| line(name(way), rounds));
        let ours = &ways[ENGINE];
        if ours.of_size(bug.size) != rounds {
            right = false;
            println!("NOT AS EXPECTED: sizes {:?}, the smallest is {}", ours.sizes, bug.size);
        }
    }
    Ok(right)
}

fn line(name: &str, way: &Rounds) {
    let found = way.sizes.len();
    let most = way
        .sizes
        .iter()
        .copied()
        .max()
        .map_or("-".to_owned(), |most| format!("{} ({})", nodes(median(way.sizes.clone())), nodes(most)));
    println!(
        "{:36} {:>10} {:>10} {:>9} {:>9} {:>6}",
        name,
        shown(way.finds().then(|| median(way.first.clone()))),
        shown(way.time()),
        median(way.cases.clone()),
        most,
        format!("{found}/{}", way.cases.len())
    );
}
