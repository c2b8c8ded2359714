//! Specifications that play themselves.

mod support;

use lydian_console::{Interpretation, Judging, judge};
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
