//! What must not be claimed: verdicts where quantifiers, caches, destructors or demands leave something open.

use lydian::{
    Check, Domain, IntoProperty, Property, Report, Verdict, and, domain, exists, forall, iff, implies, not,
    or,
};

fn run<A: lydian::AllArguments>(property: impl lydian::Checkable<A>) -> Report {
    Check::named("property").run(property)
}

/// False, but for none of the first 1,000 values.
fn false_far_out() -> Property {
    forall(domain::<u64>(), |y| y != 123_456_789)
}

fn is_unknown(report: &Report) -> bool {
    matches!(report.verdict, Verdict::Unknown(_))
}

#[test]
fn the_negation_of_a_forall_that_stopped_early_is_undecided() {
    let report = run(|_: bool| not(false_far_out()));
    let why = "it depends on a `forall` that did not look at all values";
    assert_eq!(report.verdict, Verdict::Unknown(why.into()));
    assert!(is_unknown(&run(|_: bool| not(not(false_far_out())))));
    assert!(is_unknown(&run(|_: bool| not(or(false_far_out(), false)))));
    assert!(is_unknown(&run(|_: bool| exists(domain::<u8>(), |_| not(false_far_out())))));
    // What fails, fails for certain, whatever stands beside it.
    assert!(run(|_: bool| not(and(false_far_out(), false))).is_proved());
    assert!(run(|_: bool| not(not(and(false_far_out(), false)))).counterexample().is_some());
}

#[test]
fn a_forall_that_stopped_early_is_no_premise_and_no_side_of_an_equivalence() {
    let wrong = |b: bool| match b {
        true => true.into_property(),
        false => implies(not(false_far_out()), || false),
    };
    assert!(is_unknown(&run(wrong)));
    assert!(is_unknown(&run(|_: bool| implies(false_far_out(), || false))));
    assert!(is_unknown(&run(|_: bool| implies(false_far_out(), || -> bool { panic!("not asked for") }))));
    assert!(is_unknown(&run(|_: bool| iff(false_far_out(), false))));
    assert!(is_unknown(&run(|_: bool| iff(true, false_far_out()))));
    assert_eq!(run(|_: bool| and(false_far_out(), true)).verdict, Verdict::Passed);
}

#[test]
fn a_forall_that_rejected_all_it_looked_at_proves_and_refutes_nothing() {
    let late = || forall(domain::<u64>(), |y| implies(y == 123_456_789, || false));
    assert_eq!(run(move |b: bool| if b { true.into_property() } else { late() }).verdict, Verdict::Passed);
    assert!(is_unknown(&run(move |_: bool| exists(domain::<bool>(), move |_| late()))));
}

#[test]
fn sizes_out_of_reach_are_not_the_end_of_a_domain() {
    let long = || domain::<()>().pay(10).lists();
    assert_eq!(run(move |_: bool| forall(long(), |list| list.len() < 400)).verdict, Verdict::Passed);
    assert!(is_unknown(&run(move |_: bool| exists(long(), |list| list.len() == 400))));
    assert!(is_unknown(&run(move |_: bool| not(forall(long(), |list| list.len() < 400)))));
    assert!(is_unknown(&run(|_: bool| forall(domain::<bool>().pay(5_000), |_| false))));
    assert!(is_unknown(&run(|_: bool| exists(domain::<bool>().pay(5_000), |_| true))));
    let largest = Domain::<bool>::LARGEST;
    assert!(run(move |_: bool| forall(domain::<bool>().pay(largest - 1), |_| true)).is_proved());
}
