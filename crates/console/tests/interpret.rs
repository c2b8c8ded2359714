//! Specifications that play themselves.

mod support;

use std::cell::Cell;

use lydian_console::{Actual, Call, Interpretation, Judging, Subject, judge};
use lydian_sut::StartError;
use lydian_verdict::Verdict;

#[test]
fn every_interpretation_of_a_specification_satisfies_it() {
    for (name, text) in support::scripts() {
        for spec in support::spec(&name, &text) {
            let specs = std::slice::from_ref(&spec);
            let mut tests = support::tests(specs, 5);
            let mut interpretations = Interpretation::enumerate(&spec, 12);
            interpretations.extend((0..12).map(|seed| Interpretation::seeded(&spec, seed)));
            for (number, interpretation) in interpretations.iter().enumerate() {
                let judged = judge(&name, &mut tests, interpretation, &Judging::default());
                let verdict = &judged.judgement.verdict;
                assert!(
                    matches!(verdict, Verdict::Passed(_)),
                    "{name}, interpretation {number}: {verdict:#?}"
                );
                assert!(judged.runs > 0, "{name}: {} runs", judged.runs);
            }
        }
    }
}

#[test]
fn interpretations_are_counted_by_their_choices() {
    // Present or not, two alternatives, a line break or not; absent outputs leave the other choices open.
    let specs = support::spec("choice", "may write \"a\" or \"b\"");
    assert_eq!(Interpretation::enumerate(&specs[0], 100).len(), 8);
    assert_eq!(Interpretation::enumerate(&specs[0], 5).len(), 5);
}

#[test]
fn an_interpretation_of_another_specification_is_refuted() {
    let wanted = support::spec("wanted", "read x : int write x + 1");
    let other = support::spec("other", "read x : int write x");
    let mut tests = support::tests(&wanted, 3);
    let judged = judge("other", &mut tests, &Interpretation::seeded(&other[0], 1), &Judging::default());
    assert!(matches!(judged.judgement.verdict, Verdict::Refuted(_)));
}

/// A program that is one thing in its first run and another in all that follow.
struct Changing<'s> {
    first: Interpretation<'s>,
    then: Interpretation<'s>,
    is_first: Cell<bool>,
}

impl Subject for Changing<'_> {
    fn run_all(&self, runs: &[(&Call, &[Vec<u8>])]) -> Result<Vec<Actual>, StartError> {
        if self.is_first.replace(false) { self.first.run_all(runs) } else { self.then.run_all(runs) }
    }
}

#[test]
fn a_failure_that_does_not_come_again_is_told_and_refutes_nothing() {
    let wanted = support::spec("wanted", "read x : int write x + 1");
    let other = support::spec("other", "read x : int write x");
    let changing = Changing {
        first: Interpretation::seeded(&other[0], 1),
        then: Interpretation::seeded(&wanted[0], 1),
        is_first: Cell::new(true),
    };
    let judged = judge("changing", &mut support::tests(&wanted, 3), &changing, &Judging::default());
    let Verdict::Unknown(undecided) = &judged.judgement.verdict else { panic!("{:?}", judged.judgement) };
    assert!(undecided.reasons[0].text.contains("it once went wrong, and once not"), "{undecided:?}");
}

#[test]
fn what_is_wrong_in_two_ways_is_refuted_by_what_it_did_last() {
    let wanted = support::spec("wanted", "read x : int write x + 1");
    let (other, silent) =
        (support::spec("other", "read x : int write x"), support::spec("silent", "read x : int"));
    let changing = Changing {
        first: Interpretation::seeded(&other[0], 1),
        then: Interpretation::seeded(&silent[0], 1),
        is_first: Cell::new(true),
    };
    let judged = judge("changing", &mut support::tests(&wanted, 3), &changing, &Judging::default());
    assert!(matches!(judged.judgement.verdict, Verdict::Refuted(_)), "{:?}", judged.judgement);
    assert!(judged.found.is_some_and(|found| found.run.last.is_empty()));
}

#[test]
fn a_set_can_list_thousands_of_values() {
    let values: Vec<String> = (0..3_000).map(|value| value.to_string()).collect();
    let script = format!("read x : int in {{{}}} write x", values.join(", "));
    let specs = support::spec("many", &script);
    let judged = judge(
        "itself",
        &mut support::tests(&specs, 1),
        &Interpretation::seeded(&specs[0], 1),
        &Judging::default(),
    );
    assert!(matches!(judged.judgement.verdict, Verdict::Passed(_)), "{:?}", judged.judgement);
}
