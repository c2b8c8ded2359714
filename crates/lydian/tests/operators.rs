//! The operators of the library mean what the book says, for hundreds of formulas.

#[path = "operators/formula.rs"]
mod formula;

use formula::{Chance, Formula, NUMBERS};
use lydian::{Check, Domain, IntoProperty, Property, Verdict, and, exists, forall, iff, implies, not, or};

/// The formula by the operators of the library.
fn property(formula: &Formula, env: &[i64]) -> Property {
    let of = |part: &Formula| property(part, env);
    let with = |part: &Formula, value: i64| property(part, &[env, &[value]].concat());
    match formula {
        Formula::Less(a, b) => (a.value(env) < b.value(env)).into_property(),
        Formula::Equal(a, b) => (a.value(env) == b.value(env)).into_property(),
        Formula::Not(part) => not(of(part)),
        Formula::And(left, right) => and(of(left), of(right)),
        Formula::Or(left, right) => or(of(left), of(right)),
        Formula::Iff(left, right) => iff(of(left), of(right)),
        Formula::Implies(premise, conclusion) => implies(of(premise), || of(conclusion)),
        Formula::Forall(domain, part) => forall(Domain::values(domain.clone()), |value| with(part, value)),
        Formula::Exists(domain, part) => exists(Domain::values(domain.clone()), |value| with(part, value)),
        Formula::Label(number, part) => of(part).label(number.to_string()),
    }
}

#[test]
fn operators_mean_what_a_slow_evaluation_says() {
    let mut chance = Chance(1);
    let mut seen = [0; 3];
    for _ in 0..20_000 {
        let formula = Formula::drawn(&mut chance, 5, 0);
        for input in NUMBERS {
            let meaning = formula.meaning(&[input]);
            let report = Check::named("formula")
                .run_over(Domain::values([input]), |input: i64| property(&formula, &[input]));
            let holds = match &report.verdict {
                Verdict::Proved => Some(true),
                Verdict::Refuted(_) => Some(false),
                Verdict::Vacuous => None,
                other => panic!("{other:?} for {input} of {formula:?}"),
            };
            assert_eq!(holds, meaning.holds, "{input} of {formula:?}");
            if holds == Some(true) {
                let labels: Vec<String> = meaning.labels.iter().map(u64::to_string).collect();
                assert_eq!(
                    report.labels.keys().cloned().collect::<Vec<_>>(),
                    labels,
                    "{input} of {formula:?}"
                );
                assert!(report.labels.values().all(|count| *count == 1));
            }
            seen[holds.map_or(0, |holds| 1 + usize::from(holds))] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 500), "{seen:?}");
}
