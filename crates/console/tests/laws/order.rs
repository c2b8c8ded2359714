//! Tests of a specification: the same seed gives the same ones, and they come in order of their number of inputs: those on
//! paths, then those that go far, then those that were solved for.

use lydian_console::{PathBounds, Sampling, Tests};

use super::generate::Style;
use super::specimen::{Checked, Specimen, hold};

fn made(specimen: &Specimen, seed: u64) -> Vec<Vec<Vec<u8>>> {
    let bounds = PathBounds { rounds: 3, wrong_values: 1, work: 8_000, ..PathBounds::default() };
    let sampling = Sampling { per_path: 3, most_tests: 40, seed, ..Sampling::default() };
    let mut tests = Tests::new(&specimen.specs, &bounds, &sampling);
    (0..40).map_while(|number| tests.get(number).map(|test| test.lines.clone())).collect()
}

#[test]
fn the_same_seed_gives_the_same_tests_in_order_of_their_number_of_inputs() {
    let law = |specimen: &Specimen| -> Checked {
        let tests = made(specimen, 7);
        if tests != made(specimen, 7) {
            return Err("the same seed gives other tests".into());
        }
        let lengths: Vec<usize> = tests.iter().map(Vec::len).collect();
        let shorter_again = lengths.windows(2).filter(|pair| pair[0] > pair[1]).count();
        if shorter_again > 2 {
            return Err(format!("the numbers of inputs are {lengths:?}"));
        }
        for (number, test) in tests.iter().enumerate() {
            if tests[..number].contains(test) {
                return Err(format!("test {number} is made twice"));
            }
        }
        Ok(tests.len() as u64)
    };
    hold(Style::Rich, 90_000..90_040, 100, law);
}
