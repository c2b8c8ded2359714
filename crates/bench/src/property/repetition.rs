//! How often values come again: distinct ones among many tests, and which of the smallest trees are seen in a test as users
//! run it.

use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestRunner};
use quickcheck::{Arbitrary, Gen};

use super::median;
use super::tools::seeded;
use super::trees::{SETTINGS, Tree, strategy};

/// Tests of the comparison, and those that the tools make unless users say otherwise.
const TESTS: usize = 10_000;
const QUICKCHECK: usize = 100;
const PROPTEST: usize = 256;
const LYDIAN: usize = 10_000;

/// Small trees: up to three nodes, of which there are 51.
const SMALL: u64 = 3;

/// What a tool gives for a seed.
type Drawing = Box<dyn Fn(usize, u64) -> Vec<Tree<bool>>>;

fn ways() -> Vec<(String, usize, Drawing)> {
    let mut ways: Vec<(String, usize, Drawing)> = vec![
        ("crate lydian".to_owned(), LYDIAN, Box::new(|tests, _| checked(tests))),
        (
            "quickcheck, Arbitrary by hand".to_owned(),
            QUICKCHECK,
            Box::new(|tests, seed| {
                let mut g = Gen::from_size_and_seed(100, seed);
                (0..tests).map(|_| Tree::arbitrary(&mut g)).collect()
            }),
        ),
    ];
    for setting in SETTINGS {
        ways.push((
            format!("proptest, prop_recursive({}, {}, 2)", setting.0, setting.1),
            PROPTEST,
            Box::new(move |tests, seed| {
                let mut runner = TestRunner::new_with_rng(Config::default(), seeded(seed));
                let trees = strategy(setting);
                (0..tests)
                    .filter_map(|_| trees.new_tree(&mut runner).ok())
                    .map(|tree| tree.current())
                    .collect()
            }),
        ));
    }
    ways
}

/// The trees of a whole check.
fn checked(tests: usize) -> Vec<Tree<bool>> {
    let seen = Rc::new(RefCell::new(Vec::new()));
    let noted = seen.clone();
    lydian::Check::named("trees").tests(tests as u64).run(move |tree: Tree<bool>| {
        noted.borrow_mut().push(tree);
        true
    });
    seen.take()
}

/// Prints the table; false if the crate gives a value twice or leaves out a small one.
pub(super) fn run(rounds: usize) -> Result<bool, String> {
    println!("\nRepetition, trees of truth values, medians of {rounds} seeds.");
    println!("{:42} {:>16} {:>14} {:>18}", "what", "distinct/10,000", "default tests", "small, of 51");
    let mut right = true;
    for (name, default, draw) in ways() {
        let (mut distinct, mut small) = (Vec::new(), Vec::new());
        for seed in 0..rounds as u64 {
            distinct.push(draw(TESTS, seed).into_iter().collect::<HashSet<_>>().len());
            let of_a_test = draw(default, seed).into_iter().filter(|tree| tree.nodes() <= SMALL);
            small.push(of_a_test.collect::<HashSet<_>>().len());
        }
        let (least, most) = (small.iter().min().copied(), small.iter().max().copied());
        let (least, most) = (least.unwrap_or(0), most.unwrap_or(0));
        println!(
            "{:42} {:>16} {:>14} {:>18}",
            name,
            median(distinct.clone()),
            default,
            format!("{} ({least} to {most})", median(small))
        );
        if name == "crate lydian" {
            right = distinct.iter().all(|count| *count == TESTS) && least == 51;
        }
    }
    Ok(right)
}
