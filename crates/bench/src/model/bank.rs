//! The bank: all sequences up to a length that serve its purpose, one for each way through the model.
//! There must be 2^n - 1 of them: a sequence of length k is a choice of deposit or withdrawal at k - 1 places.

use std::time::Instant;

use lydian_conform::Conformance;
use lydian_model::{Generated, Generating, Prepared, SharedBook, concretely};

use super::{load, median};

const BANK: &str = include_str!("../../../../examples/models/bank/bank.ml");

/// Published seconds by length: all steps of the paper together, the best column of its port, and one script for Z3.
const PUBLISHED: [(u32, [&str; 3]); 10] = [
    (3, ["17.6", "-", "-"]),
    (4, ["71.4", "-", "-"]),
    (5, ["7,248", "0.42", "0.11"]),
    (6, ["> 88,000", "1.3", "0.34"]),
    (7, ["-", "4.6", "< 2.3"]),
    (8, ["-", "17", "0.46"]),
    (9, ["-", "87", "0.84"]),
    (10, ["-", "409", "1.9"]),
    (11, ["-", "-", "-"]),
    (12, ["-", "-", "8.7"]),
];

/// Prints the table; false if a count is wrong.
pub(super) fn run(longest: u32, rounds: usize) -> Result<bool, String> {
    println!(
        "Bank: all sequences of 1 to n inputs that serve the purpose, with data; hard questions need the last stage of the solver.\nPublished seconds: on other machines."
    );
    println!(
        "{:>3} {:>7} {:>8} {:>10} {:>9} {:>9}   {:>10} {:>10} {:>10}",
        "n", "cases", "paths", "questions", "hard", "median s", "paper s", "port s", "script s"
    );
    let mut right = true;
    for (length, [paper, port, script]) in PUBLISHED.iter().filter(|(length, _)| *length <= longest) {
        let mut seconds = Vec::new();
        let mut last = None;
        for _ in 0..rounds {
            let started = Instant::now();
            last = Some(generate(*length as usize)?);
            seconds.push(started.elapsed().as_secs_f64());
        }
        let generated = last.ok_or("no round")?;
        let cases = generated.cases.len() as u64;
        let expected = cases == (1 << length) - 1 && generated.complete;
        right &= expected;
        println!(
            "{:>3} {:>7} {:>8} {:>10} {:>9} {:>9.3}   {:>10} {:>10} {:>10}{}",
            length,
            cases,
            generated.paths,
            generated.questions.0,
            generated.questions.1,
            median(seconds),
            paper,
            port,
            script,
            if expected { "" } else { "   WRONG COUNT" }
        );
    }
    Ok(right)
}

/// All sequences, from the text of the model to the last case.
fn generate(length: usize) -> Result<Generated, String> {
    let model = load("bank.ml", BANK)?;
    let prepared = Prepared::new(&model).map_err(|fault| fault.message.clone())?;
    let generating = Generating {
        lengths: 1..=length,
        conformance: Conformance::Inclusion,
        work: 2_000_000_000,
        deadline: None,
        patterns: true,
        data: 1,
        seed: 0,
    };
    Ok(concretely(&prepared, &SharedBook::default(), |spec| spec.generate(&generating)))
}
