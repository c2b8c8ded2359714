//! A budget holds from the first byte on: a file that takes longer to read than that is unknown, and not invalid.

use std::time::Duration;

use lydian_compare::{Options, judge};
use lydian_diagnostic::Source;
use lydian_verdict::{Cause, Verdict};

/// A type with so many constructors, and a match over all of them.
fn many_constructors(count: usize) -> String {
    let constructors: Vec<String> = (0..count).map(|number| format!("C{number}")).collect();
    let arms: Vec<String> = (0..count).map(|number| format!("C{number} -> {number}")).collect();
    format!("type t = {}\nlet f x = match x with {}\n", constructors.join(" | "), arms.join(" | "))
}

#[test]
fn a_budget_ends_the_reading_of_a_file() {
    let reference = Source::new("reference.ml", many_constructors(3_000));
    let submission = Source::new("submission.ml", many_constructors(3_000) + "let g = f\n");
    let options = Options { budget: Some(Duration::from_nanos(1)), ..Options::default() };
    let judged = judge(&reference, &submission, &options);
    let Verdict::Unknown(undecided) = &judged.judgement.verdict else {
        panic!("it is {:?}", judged.judgement.verdict)
    };
    assert_eq!(undecided.reasons[0].cause, Cause::Budget);
    assert_eq!(undecided.reasons[0].text, "the time was up while the program was read");
}
