//! Values per second: trees of truth values, each made and dropped, or one that changes from each into the next.
//! Seconds are those that the thread had a processor. Nodes are counted in a second pass over the same values, which is not
//! timed.

use std::hint::black_box;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestRunner};
use quickcheck::{Arbitrary, Gen};

use super::tools::seeded;
use super::trees::{SETTINGS, Tree, size, strategy};
use super::{median, processor_seconds};

/// Hands so many values of a seed to a function.
type Pass = Box<dyn Fn(usize, u64, &mut dyn FnMut(&Tree<bool>))>;

/// A way to make values: what it is called, how many are made, and a pass over them with a seed.
struct Way {
    name: String,
    values: usize,
    pass: Pass,
}

/// proptest makes a fraction of the values: it is slow.
const FEWER: usize = 20;

/// Nodes of the trees that are made by index.
const BY_INDEX: [usize; 3] = [10, 16, 22];

fn ways(values: usize) -> Vec<Way> {
    let mut ways = vec![
        Way {
            name: "crate lydian, boxed, in order".to_owned(),
            values,
            pass: Box::new(|values, _, take| {
                lydian::domain::<Tree<bool>>().iter().take(values).for_each(|tree| take(&tree));
            }),
        },
        Way {
            name: "crate lydian, one value in place, in order".to_owned(),
            values,
            pass: Box::new(|values, _, take| {
                let mut trees = lydian::domain::<Tree<bool>>().cursor();
                for _ in 0..values {
                    if let Some(tree) = trees.advance() {
                        take(tree);
                    }
                }
            }),
        },
    ];
    for nodes in BY_INDEX {
        ways.push(Way {
            name: format!("crate lydian, boxed, by index, {nodes} nodes"),
            values: values / 4,
            pass: Box::new(move |values, seed, take| by_index(nodes, values, seed, take)),
        });
    }
    ways.push(Way {
        name: "quickcheck, Arbitrary by hand".to_owned(),
        values,
        pass: Box::new(|values, seed, take| {
            let mut g = Gen::from_size_and_seed(100, seed);
            (0..values).for_each(|_| take(&Tree::arbitrary(&mut g)));
        }),
    });
    for setting in SETTINGS {
        ways.push(Way {
            name: format!("proptest, prop_recursive({}, {}, 2)", setting.0, setting.1),
            values: values / FEWER,
            pass: Box::new(move |values, seed, take| {
                let mut runner = TestRunner::new_with_rng(Config::default(), seeded(seed));
                let trees = strategy(setting);
                for _ in 0..values {
                    if let Ok(tree) = trees.new_tree(&mut runner) {
                        take(&tree.current());
                    }
                }
            }),
        });
    }
    ways
}

/// Trees at indices that jump about.
fn by_index(nodes: usize, values: usize, seed: u64, take: &mut dyn FnMut(&Tree<bool>)) {
    let trees = lydian::domain::<Tree<bool>>();
    let size = size(nodes);
    let count = trees.count(size);
    let mut state = u128::from(seed) + 1;
    for _ in 0..values {
        // A step of a linear congruential generator; its upper bits decide.
        state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
        if let Some(tree) = trees.nth(size, (state >> 32) % count) {
            take(&tree);
        }
    }
}

/// Prints the table.
pub(super) fn run(values: usize, rounds: usize) -> Result<(), String> {
    println!("\nTrees of truth values, single-threaded, medians of {rounds} rounds.");
    println!("{:42} {:>9} {:>8} {:>12} {:>12}", "what", "values", "nodes", "values/s", "nodes/s");
    let ways = ways(values);
    let mut seconds: Vec<Vec<f64>> = vec![Vec::new(); ways.len()];
    for round in 0..rounds {
        for (way, seconds) in ways.iter().zip(&mut seconds) {
            let started = processor_seconds()?;
            (way.pass)(way.values, round as u64, &mut |tree| {
                black_box(tree);
            });
            seconds.push(processor_seconds()? - started);
        }
    }
    for (way, seconds) in ways.iter().zip(seconds) {
        let mut nodes = 0;
        (way.pass)(way.values, 0, &mut |tree| nodes += tree.nodes());
        let average = nodes as f64 / way.values as f64;
        let rate = way.values as f64 / median(seconds);
        println!(
            "{:42} {:>9} {:>8.1} {:>12.0} {:>12.0}",
            way.name,
            way.values,
            average,
            rate,
            rate * average
        );
    }
    Ok(())
}
