//! The ports are true to the OCaml files: every seeded bug is ported; without a bug nothing fails; the smallest inputs on which
//! the OCaml text fails make the port fail too, and on all such inputs both say the same about every bug.

use std::time::Duration;

use lydian_core::Datum;
use lydian_diagnostic::Source;
use lydian_property::{Checked, Checker, Ready};

use super::{Base, bases};
use crate::property::engine::{self, Seeded};
use crate::property::tools::{Attack, Tool};

/// Cases for each law and tool; fewer of objects as types give them: a hundred fields with long texts.
const CASES: u64 = 2_000;
const SLOW_CASES: u64 = 100;

fn bugs_of(base: &Base) -> Vec<Seeded> {
    let all = engine::seeded().expect("a table of bugs");
    all.into_iter().filter(|bug| bug.base == base.name).collect()
}

#[test]
fn every_seeded_bug_is_ported_and_no_other_but_one() {
    let mut others = Vec::new();
    for base in bases() {
        let bugs = bugs_of(&base);
        for bug in &bugs {
            assert!(base.bug(bug.name).is_some(), "{} {}", base.name, bug.name);
            assert!(base.law(bug.property).is_some(), "{} {}", base.name, bug.property);
        }
        let known = |name: &str| name.is_empty() || bugs.iter().any(|bug| bug.name == name);
        others.extend(base.bugs.iter().copied().filter(|name| !known(name)));
    }
    assert_eq!(others, ["outer_subtrees_swapped"]);
}

#[test]
fn nothing_fails_without_a_bug_and_most_of_what_is_built_is_not_rejected() {
    for base in bases() {
        for law in &base.laws {
            for tool in Tool::ALL {
                let most = match (base.name, tool) {
                    ("json", Tool::QuickTyped | Tool::DrawnTyped) => SLOW_CASES,
                    _ => CASES,
                };
                let outcome = law.attack(tool, &Attack { bug: 0, seed: 7, limit: Duration::MAX, most });
                let what = format!("{} {} {}: {outcome:?}", base.name, law.name(), tool.name());
                assert!(outcome.first.is_none() && outcome.cases > most, "{what}");
                let is_built = matches!(tool, Tool::QuickBuilt | Tool::DrawnBuilt | Tool::ListedBuilt);
                assert!(!is_built || outcome.rejected < most / 2, "{what}");
            }
        }
    }
}

/// Inputs of a property on which some mistake of its base shows.
struct Witness {
    property: &'static str,
    inputs: Vec<Datum>,
}

/// The smallest inputs for each bug, as the engine finds them in the OCaml text.
fn witnesses(base: &Base) -> Vec<Witness> {
    let mut all = Vec::new();
    for bug in bugs_of(base) {
        let text = bug.text(base.text).expect("the text to change is there once");
        let solved = engine::check(bug.name, &text, bug.property).expect("the text is right");
        let failure = solved.checked.failure.unwrap_or_else(|| panic!("{} is not found", bug.name));
        let law = base.law(bug.property).expect("it is ported");
        let number = base.bug(bug.name).expect("it is ported");
        let ported = law.replay(number, &failure.inputs);
        assert_eq!(ported, Some((bug.size, Some(false))), "{} {}: {:?}", base.name, bug.name, failure.inputs);
        all.push(Witness { property: bug.property, inputs: failure.inputs });
    }
    all
}

/// What a replay in OCaml says.
fn verdict(checked: &Checked) -> Option<bool> {
    match (checked.tests, &checked.failure) {
        (_, Some(_)) => Some(false),
        (0, None) => None,
        (_, None) => Some(true),
    }
}

fn agrees_with_ocaml(name: &str) {
    let bases = bases();
    let base = bases.iter().find(|base| base.name == name).expect("a base");
    let witnesses = witnesses(base);
    let texts = bugs_of(base).into_iter().map(|bug| (bug.name, bug.text(base.text).expect("a text")));
    for (bug, text) in texts.chain([("", base.text.to_owned())]) {
        let (found, faults) = lydian_property::load(&Source::new(bug, text), &[]);
        let found = found.unwrap_or_else(|| panic!("{bug}: {faults:?}"));
        let ready = Ready::new(&found).expect("definitions that can be computed");
        let checker = Checker::new(&ready);
        for Witness { property, inputs } in &witnesses {
            let law = found.properties.iter().find(|law| *law.name == **property).expect("a property");
            let expected = verdict(&checker.replay(law, inputs));
            let number = base.bug(bug).expect("it is ported");
            let ported = base.law(property).and_then(|law| law.replay(number, inputs));
            assert_eq!(ported.map(|(_, verdict)| verdict), Some(expected), "{bug} {property} {inputs:?}");
        }
    }
}

macro_rules! bases_agree {
    ($($base:ident)*) => {$(
        #[test]
        fn $base() {
            super::agrees_with_ocaml(stringify!($base));
        }
    )*};
}

mod smallest_inputs_say_the_same_in_rust_and_in_ocaml {
    bases_agree! { sorted search_tree red_black lambda parentheses json }
}
