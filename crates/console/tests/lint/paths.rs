//! What no input reaches, what fails, and what gets too large: found by following paths.

use lydian_console::syntax::parse;
use lydian_console::{LintOptions, Linted, lint, load, well_formed};
use lydian_diagnostic::{Diagnostic, Source};

fn linted(text: &str) -> Linted {
    let (script, diagnostics) = parse(&Source::new("test.console", text));
    assert!(diagnostics.is_empty(), "{text}\n{diagnostics:#?}");
    let unusable: Vec<_> = well_formed(&script).into_iter().filter(Diagnostic::is_error).collect();
    assert!(unusable.is_empty(), "{text}\n{unusable:#?}");
    let (specs, diagnostics) = load(script, &|_| Err("no imports here".into()));
    assert!(!specs.is_empty(), "{text}\n{diagnostics:#?}");
    lint(&specs, &LintOptions::default())
}

/// The codes that are found, with what they point at; warnings in brackets.
fn faults(text: &str) -> Vec<String> {
    let shown = |fault: &Diagnostic| {
        let place = fault.span.as_ref().map_or("", |span| span.text());
        match fault.is_error() {
            true => format!("{}: {place}", fault.code),
            false => format!("({}): {place}", fault.code),
        }
    };
    linted(text).diagnostics.iter().map(shown).collect()
}

fn is_fine(text: &str) {
    assert_eq!(faults(text), Vec::<String>::new(), "{text}");
}

fn message(text: &str) -> String {
    linted(text).diagnostics[0].message.clone()
}

#[test]
fn everyday_specifications_have_no_faults() {
    is_fine(
        "read n : int in 1.. while length(x.all) < n { may write any read x : int } write any, sum(x.all), any",
    );
    is_fine("loop { read x : int if x = 0 { exit } else { may write any } } write length(x.all)");
    is_fine("read s : string if s = reverse(s) { write \"yes\" } else { write \"no\" }");
    is_fine("read a : int, b : int in not {0} write a div b");
    is_fine(
        "enum Move { Rock \"r\", Paper \"p\" } read m : Move if m = Rock { write Paper } else { write Rock }",
    );
    is_fine("read n : int in 1.. else retry repeat { read x : int } until sum(x.all) > n write x");
}

#[test]
fn a_side_that_no_value_leads_to_is_unreachable() {
    let text = "read x : int in 1..9 if x > 9 { write \"large\" } else { write x }";
    assert_eq!(faults(text), ["(unreachable-branch): if x > 9"]);
    assert_eq!(message(text), "this condition never holds, whatever the inputs are");
    let text = "read x : int in 1..9 if x > 0 { write x } else { write \"small\" }";
    assert_eq!(faults(text), ["(unreachable-branch): if x > 0"]);
    let text = "read x : int in 1..9 if x > 0 { write x }";
    assert_eq!(faults(text), ["(constant-condition): if x > 0"]);
}

#[test]
fn what_is_inside_of_an_unreachable_side_is_not_told_again() {
    let text = "read x : int in 1..9 if x > 9 { if x > 20 { write \"huge\" } } else { write x }";
    assert_eq!(faults(text), ["(unreachable-branch): if x > 9"]);
}

#[test]
fn where_loops_go_on_the_rounds_are_told() {
    let text = "repeat { read x : int in 0..9 if sum(x.all) < 0 { write \"minus\" } } until x = 0";
    assert_eq!(faults(text), ["(unreachable-branch): if sum(x.all) < 0"]);
    assert!(message(text).contains("with up to "), "{}", message(text));
}

#[test]
fn a_side_of_one_parameter_value_is_enough() {
    is_fine(
        "param limit : int = 5, 50 read x : int in 1..9 if x > limit { write \"large\" } else { write x }",
    );
    let text =
        "param limit : int = 20, 50 read x : int in 1..9 if x > limit { write \"large\" } else { write x }";
    assert_eq!(faults(text), ["(unreachable-branch): if x > limit"]);
}

#[test]
fn a_loop_that_no_value_ends_is_endless() {
    let text = "read x : int in 1.. while x > 0 { read x : int in 1.. } write x";
    assert_eq!(faults(text), ["(endless-loop): while x > 0"]);
    let text = "loop { read x : int in 1.. if x = 0 { exit } }";
    assert_eq!(faults(text)[0], "(endless-loop): loop");
    let text = "repeat { read x : int in 1.. } until x = 0";
    assert_eq!(linted(text).diagnostics[0].code, "endless-loop");
}

#[test]
fn a_fixed_number_of_rounds_is_reached() {
    is_fine("while length(x.all) < 12 { read x : int } write sum(x.all)");
    is_fine("while length(x.all) < 60 { read x : int } if sum(x.all) > 0 { write \"plus\" }");
}

#[test]
fn a_loop_without_rounds_is_told() {
    let text = "read x : int in 1..9 while x > 9 { read x : int } write x";
    assert_eq!(faults(text), ["(unreachable-branch): while x > 9"]);
    let text = "read n : int in 1..1 repeat { read x : int } until length(x.all) >= n";
    assert_eq!(linted(text).diagnostics[0].code, "constant-condition");
}

#[test]
fn a_read_that_takes_no_value_is_told() {
    let text = "read x : int in 5.. read y : int in x..4 write y";
    assert_eq!(faults(text), ["(empty-set): read y : int in x..4"]);
    assert_eq!(faults("read x : int where x > x write x").len(), 1);
}

#[test]
fn a_set_that_is_empty_after_some_inputs_is_told() {
    let text = "read n : int in 0.. read x : int in 1..n write x";
    assert_eq!(faults(text), ["(empty-set): read x : int in 1..n"]);
    assert!(message(text).contains("after the inputs 0"), "{}", message(text));
    is_fine("read n : int in 1.. read x : int in 1..n write x");
    is_fine("read x : int in 1..9 read y : int in all except x.all write y");
    let text =
        "read x : int in 1..2 read y : int in 1..2 read z : int in 1..2 except merge(x, y).all write z";
    assert_eq!(linted(text).diagnostics[0].code, "empty-set");
}

#[test]
fn terms_that_fail_are_found_with_inputs() {
    assert_eq!(faults("read a : int, b : int write a div b"), ["specification-fails: a div b"]);
    let text = "read a : int, b : int if a div b > 3 { write \"large\" } else { write \"small\" }";
    assert_eq!(linted(text).diagnostics[0].code, "specification-fails");
    let text = "read n : int in 0..3 while length(x.all) < n { read x : int } write maximum(x.all)";
    assert_eq!(faults(text), ["specification-fails: maximum(x.all)"]);
    assert!(message(text).contains("the inputs 0"), "{}", message(text));
    assert_eq!(faults("result \"out.txt\" : 10 div x read x : int"), ["specification-fails: 10 div x"]);
}

#[test]
fn doubts_about_missing_values_are_settled_by_the_paths() {
    is_fine("read n : int in 1.. while length(x.all) < n { read x : int } write x");
    let text = "read n : int in 0.. while length(x.all) < n { read x : int } write x";
    assert_eq!(faults(text), ["used-before-read: x"]);
    assert!(message(text).contains("the inputs 0"), "{}", message(text));
}

#[test]
fn large_results_are_told_with_inputs() {
    let text = "read x : int in 1..100000 write x * x";
    assert_eq!(faults(text), ["(possible-overflow): x * x"]);
    assert_eq!(faults("while length(x.all) < 4 { read x : int } write product(x.all)").len(), 1);
    assert_eq!(
        faults("read n : int in 1.. while length(x.all) < n { read x : int } write product(x.all)").len(),
        1
    );
    is_fine("read x : int in 1..100 write x * x");
    is_fine("read x : int write x + 1");
    assert_eq!(faults("write 70000 * 70000"), ["(possible-overflow): 70000 * 70000"]);
}

#[test]
fn the_work_is_told() {
    let linted = linted("read x : int if x > 0 { write \"plus\" } else { write \"minus\" }");
    assert_eq!((linted.paths, linted.exhausted), (2, true));
}

#[test]
fn many_paths_do_not_take_long() {
    let started = std::time::Instant::now();
    let text = "while length(x.all) < 60 { read x : int if x > 0 { write \"a\" } else { if x > -5 { write \"b\" } } }";
    is_fine(text);
    is_fine(
        "while sum(x.all) < 100 { read s : string read x : int in 1.. if length(s) > 3 { write sort(x.all) } }",
    );
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}
