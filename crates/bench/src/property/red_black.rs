//! Three mistakes in the insertion of red-black trees: the first failure, the end of shrinking, and the tree that is reported.

use std::time::Duration;

use super::engine::{self, Seeded};
use super::median;
use super::ports::bases;
use super::rounds::{Rounds, shown};
use super::tools::{Attack, Tool};

/// A search may take so many times the usual limit: there are only three.
const PATIENCE: u32 = 5;

const PROPERTY: &str = "prop_insert_valid";

/// The size of a key and a tree with so many nodes.
fn size(nodes: u64) -> u64 {
    4 * nodes + 2
}

fn nodes(size: u64) -> u64 {
    size.saturating_sub(2) / 4
}

/// The mistakes, with the smallest trees that show them.
fn mistakes() -> [(&'static str, Seeded); 3] {
    [
        (
            "a new node is black",
            Seeded::extra(
                "new_node_black",
                PROPERTY,
                size(1),
                ["| Leaf -> Node (Red, Leaf, key, Leaf)", "| Leaf -> Node (Black, Leaf, key, Leaf)"],
            ),
        ),
        (
            "no rebalancing on the right",
            Seeded::extra(
                "no_balance_on_the_right",
                PROPERTY,
                size(2),
                [
                    "then balance (Node (color, left, own, put key right))",
                    "then Node (color, left, own, put key right)",
                ],
            ),
        ),
        (
            "two subtrees swapped in one case",
            Seeded::extra(
                "outer_subtrees_swapped",
                PROPERTY,
                size(3),
                [
                    "| Node (Black, Node (Red, Node (Red, a, x, b), y, c), z, d)",
                    "| Node (Black, Node (Red, Node (Red, a, x, b), y, d), z, c)",
                ],
            ),
        ),
    ]
}

/// Prints the table; false if our engine misses a mistake or reports a tree that is not the smallest.
pub(super) fn run(rounds: usize, limit: Duration) -> Result<bool, String> {
    let limit = limit * PATIENCE;
    println!(
        "\nRed-black insertion, keys 0 to 15 in Rust, medians of {rounds} rounds, up to {} s for each search.\nms to the first failure, ms with shrinking, cases to the first failure, nodes of the reported tree (most).",
        limit.as_secs_f64()
    );
    let bases = bases();
    let base = bases.iter().find(|base| base.name == "red_black").ok_or("no red-black trees")?;
    let law = base.law(PROPERTY).ok_or("no insertion")?;
    let mut right = true;
    for (title, bug) in mistakes() {
        println!(
            "\n{:36} {:>10} {:>10} {:>9} {:>9} {:>6}",
            title, "first", "shrunk", "cases", "nodes", "found"
        );
        let number = base.bug(bug.name).ok_or("a mistake is not ported")?;
        let text = bug.text(base.text)?;
        let mut ways: [Rounds; Tool::ALL.len()] = Default::default();
        let mut ours = Rounds::default();
        for round in 0..rounds {
            let attack = Attack { bug: number, seed: round as u64, limit, most: u64::MAX };
            for (tool, way) in Tool::ALL.into_iter().zip(&mut ways) {
                if way.is_worth_a_round() {
                    let outcome = law.attack(tool, &attack);
                    way.note(outcome.cases, outcome.first, outcome.whole, outcome.size);
                }
            }
            let solved = engine::check(bug.name, &text, PROPERTY)?;
            ours.note(solved.cases(), solved.size().map(|_| solved.whole), solved.whole, solved.size());
        }
        for (tool, way) in Tool::ALL.into_iter().zip(&ways) {
            line(tool.name(), way);
        }
        line("lydian property", &ours);
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
