//! The operators of the module `Lydian` mean what the book says, for hundreds of formulas, and the same as those of the library for Rust:
//! both are held to one slow evaluation.

#[path = "../../lydian/tests/operators/formula.rs"]
mod formula;

use formula::{Chance, Formula, NUMBERS, Term};
use lydian_core::Datum;
use lydian_diagnostic::Source;
use lydian_property::{Checked, Checker, Checking, Effort, Properties, Ready, load};

/// The formula in OCaml; there is more than one way to write some of it.
fn written(formula: &Formula, around: usize, chance: &mut Chance) -> String {
    let term = |term: &Term| match term {
        Term::Variable(index) => format!("x{index}"),
        Term::Constant(value) => value.to_string(),
    };
    let list = |domain: &[i64]| domain.iter().map(i64::to_string).collect::<Vec<_>>().join("; ");
    let mut sides =
        |left: &Formula, right: &Formula| (written(left, around, chance), written(right, around, chance));
    match formula {
        Formula::Less(a, b) => format!("({} < {})", term(a), term(b)),
        Formula::Equal(a, b) => format!("({} = {})", term(a), term(b)),
        Formula::Not(part) => format!("(not_ {})", written(part, around, chance)),
        Formula::And(left, right) => {
            let (left, right) = sides(left, right);
            format!("({left} &&& {right})")
        }
        Formula::Or(left, right) => {
            let (left, right) = sides(left, right);
            format!("({left} ||| {right})")
        }
        Formula::Iff(left, right) => {
            let (left, right) = sides(left, right);
            format!("({left} <==> {right})")
        }
        Formula::Implies(premise, conclusion) => {
            let (premise, conclusion) = sides(premise, conclusion);
            match chance.below(3) {
                0 => format!("(assume {premise}; {conclusion})"),
                1 => format!("(if {premise} then {conclusion} else reject ())"),
                _ => format!("({premise} ==> {conclusion})"),
            }
        }
        Formula::Forall(domain, part) => {
            let (list, part) = (list(domain), written(part, around + 1, chance));
            match chance.below(3) {
                0 => format!("(for_ (fun x{around} -> {part}) [{list}])"),
                1 => {
                    let more = format!("(List.to_seq [{list}; 99])").replace("[; ", "[");
                    format!("(forall_first {} {more} (fun x{around} -> {part}))", domain.len())
                }
                _ => format!("(forall [{list}] (fun x{around} -> {part}))"),
            }
        }
        Formula::Exists(domain, part) => {
            let (list, part) = (list(domain), written(part, around + 1, chance));
            format!("(exists [{list}] (fun x{around} -> {part}))")
        }
        Formula::Label(number, part) => format!("(label \"{number}\" {})", written(part, around, chance)),
    }
}

fn loaded(text: &str) -> Properties {
    let (found, faults) = load(&Source::new("formulas.ml", text), &[]);
    found.unwrap_or_else(|| panic!("{faults:?}"))
}

fn holds(checked: &Checked) -> Option<bool> {
    match (checked.tests, checked.rejected) {
        (0, 1) => None,
        (1, 0) => Some(checked.failure.is_none()),
        other => panic!("one input gives {other:?} tests and rejections"),
    }
}

fn formulas(count: u32, chance: &mut Chance) -> Vec<Formula> {
    (0..count).map(|_| Formula::drawn(chance, 5, 0)).collect()
}

#[test]
fn operators_mean_what_a_slow_evaluation_says() {
    let mut chance = Chance(1);
    let formulas = formulas(600, &mut chance);
    let definition = |(number, formula): (usize, &Formula)| {
        format!("let prop_{number} (x0 : int) = {}\n", written(formula, 1, &mut chance))
    };
    let text: String = formulas.iter().enumerate().map(definition).collect();
    let found = loaded(&format!("open Lydian\n{text}"));
    let ready = Ready::new(&found).expect("definitions");
    let checker = Checker::new(&ready);
    let mut seen = [0; 3];
    for (formula, property) in formulas.iter().zip(&found.properties) {
        for input in NUMBERS {
            let meaning = formula.meaning(&[input]);
            let checked = checker.replay(property, &[Datum::Int(input.into())]);
            let holds = holds(&checked);
            assert_eq!(holds, meaning.holds, "{input} of {formula:?}");
            if holds == Some(true) {
                let labels: Vec<String> = meaning.labels.iter().map(u64::to_string).collect();
                let counted: Vec<&String> = checked.labels.seen.keys().collect();
                assert_eq!(counted, labels.iter().collect::<Vec<_>>(), "{input} of {formula:?}");
                assert!(checked.labels.seen.values().all(|count| *count == 1));
            }
            seen[holds.map_or(0, |holds| 1 + usize::from(holds))] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 200), "{seen:?}");
}

#[test]
fn operators_mean_the_same_on_unknown_inputs() {
    let mut chance = Chance(2);
    let formulas = formulas(200, &mut chance);
    let definition = |(number, formula): (usize, &Formula)| {
        let condition = format!("(0 <= x0 && x0 < {})", NUMBERS.end);
        format!("let prop_{number} (x0 : int) = {condition} ==> {}\n", written(formula, 1, &mut chance))
    };
    let text: String = formulas.iter().enumerate().map(definition).collect();
    let found = loaded(&format!("open Lydian\n{text}"));
    let ready = Ready::new(&found).expect("definitions");
    // Nothing is enumerated or drawn: all is solved for.
    let checking =
        Checking { tests: 0, effort: Effort::Levels(1), work: 10_000_000, drawn: 0, ..Checking::default() };
    let mut seen = [0; 3];
    for (formula, property) in formulas.iter().zip(&found.properties) {
        let checked = Checker::new(&ready).check(property, &checking);
        let meanings: Vec<Option<bool>> = NUMBERS.map(|input| formula.meaning(&[input]).holds).collect();
        let refuted = meanings.contains(&Some(false));
        assert_eq!(checked.failure.is_some(), refuted, "{formula:?}");
        assert_eq!(checked.proved, !refuted, "{formula:?}");
        assert_eq!(checked.relevant > 0, meanings.iter().any(Option::is_some), "{formula:?}");
        seen[if refuted { 0 } else { 1 + usize::from(checked.relevant > 0) }] += 1;
    }
    assert!(seen.iter().all(|count| *count > 10), "{seen:?}");
}
