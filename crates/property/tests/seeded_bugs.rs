//! The properties under `examples/properties` hold, and every bug that `bugs/bugs.txt` seeds there is found with inputs of the
//! smallest size. That these sizes are the smallest is found without our engine, by brute force in real OCaml. What each
//! bug took is printed: the work is counted, and the time is only told.

#[path = "seeded_bugs/brute_force.rs"]
mod brute_force;
#[path = "seeded_bugs/table.rs"]
mod table;

use std::time::Instant;

use lydian_diagnostic::Source;
use lydian_property::{Checked, Checker, Checking, Effort, Failure, Ready, load, verdict};
use lydian_verdict::Verdict;
use table::{bugs, folder, read};

/// What the command gives to each property; the base versions get less, since what holds uses it all up.
const EFFORT: Effort = Effort::Levels(lydian_property::USUAL_LEVELS);
const EFFORT_ON_BASE: Effort = Effort::Levels(1);

/// Checks the named properties of a text, or all.
fn check(name: &str, text: &str, named: &[String], effort: Effort) -> Vec<(String, Checked, Verdict)> {
    let (found, faults) = load(&Source::new(name, text), named);
    let found = found.unwrap_or_else(|| panic!("{name}: {faults:#?}"));
    let ready = Ready::new(&found).unwrap_or_else(|fault| panic!("{name}: {fault:#?}"));
    let checker = Checker::new(&ready);
    let checking = Checking { seed: 1, effort, ..Checking::default() };
    let checked = found.properties.iter().map(|property| {
        let started = Instant::now();
        let checked = checker.check(property, &checking);
        let Checked { tests, rejected, paths, questions, .. } = &checked;
        println!(
            "{name} {}: {tests} tests, {rejected} rejected, {paths} paths, {questions} questions, {} ms",
            property.name,
            started.elapsed().as_millis()
        );
        let verdict = verdict(property, &checked, &found.program.types, checking.seed);
        (property.name.to_string(), checked, verdict)
    });
    checked.collect()
}

fn base_gives_no_alarm(base: &str) {
    let text = read(&folder().join(format!("{base}.ml")));
    let checked = check(base, &text, &[], EFFORT_ON_BASE);
    assert!(checked.len() >= 5, "{} properties", checked.len());
    for (name, checked, verdict) in checked {
        assert!(matches!(verdict, Verdict::Passed(_) | Verdict::Proved(_)), "{base} {name}: {verdict:?}");
        assert!(checked.tests + checked.relevant > 100, "{base} {name}: {checked:?}");
    }
}

fn every_bug_is_found_and_small(base: &str) {
    let mut wrong = Vec::new();
    for bug in bugs().iter().filter(|bug| bug.base == base) {
        let name = format!("{base} {}", bug.name);
        let checked = check(&name, &bug.text(), std::slice::from_ref(&bug.property), EFFORT);
        let found = checked[0].1.failure.as_ref();
        let size = found.map(Failure::size);
        if size != Some(bug.size) {
            wrong.push(format!("{name}: size {size:?}, the smallest is {}: {:?}", bug.size, checked[0].2));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn stated_sizes_are_the_smallest(base: &str) {
    if !brute_force::is_possible() {
        println!("no OCaml 4 to find the smallest sizes with");
        return;
    }
    let bugs = bugs();
    let stated = bugs.iter().filter(|bug| bug.base == base).map(|bug| format!("{} {}", bug.name, bug.size));
    assert_eq!(brute_force::smallest_sizes(base), stated.collect::<Vec<_>>());
}

#[test]
fn there_are_many_bugs_and_no_name_twice() {
    let mut names: Vec<(String, String)> = bugs().into_iter().map(|bug| (bug.base, bug.name)).collect();
    let all = names.len();
    names.sort();
    names.dedup();
    assert!(names.len() == all && all >= 100, "{all} bugs, {} names", names.len());
}

macro_rules! bases {
    ($($base:ident)*) => {$(
        mod $base {
            #[test]
            fn holds_without_bugs() {
                super::base_gives_no_alarm(stringify!($base));
            }

            #[test]
            fn shows_every_bug_with_the_smallest_inputs() {
                super::every_bug_is_found_and_small(stringify!($base));
            }

            #[test]
            fn has_no_smaller_inputs_by_brute_force() {
                super::stated_sizes_are_the_smallest(stringify!($base));
            }
        }
    )*};
}

bases! { sorted search_tree red_black red_black_delete lambda parentheses json }
