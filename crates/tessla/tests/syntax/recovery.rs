//! What is still read after a mistake.

use super::{codes, read};

/// The shapes of all statements that are read in spite of mistakes, and how many errors there are.
fn rest(text: &str) -> (String, usize) {
    let (unit, diagnostics) = read(text);
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
    (super::shape::statements(&unit.statements), errors)
}

#[test]
fn a_mistake_ends_its_statement_only() {
    let text = "def a = 1 +* 2\nin b: Events[Int]\nout )\nfoo bar\nout b\ntype = Int\ndef c = 3";
    let (statements, errors) = rest(text);
    assert_eq!(statements, "in b: Events[Int]; out b \"b\"; def c = 3");
    assert_eq!(errors, 3);
}

#[test]
fn a_statement_that_does_not_end_is_kept() {
    assert_eq!(rest("def a = 1 2\nout a"), ("def a = 1; out a \"a\"".to_owned(), 1));
}

#[test]
fn a_mistake_in_a_block_does_not_reach_what_is_around_it() {
    let text = "def f = {\n  def a = *\n  def b = 2\n  b + a\n}\nout f";
    assert_eq!(rest(text), ("def f = {def b = 2 | (Add b a)}; out f \"f\"".to_owned(), 1));
    let text = "def f = g({\n  def a = 1\n  a a\n}, 3)\nout f";
    assert_eq!(rest(text), ("def f = g(<error>, 3); out f \"f\"".to_owned(), 1));
}

#[test]
fn a_mistake_after_where_does_not_reach_what_is_around_it() {
    let text = "def f = a where {\n  def a = *\n  def b = 2\n}\nout f";
    assert_eq!(rest(text), ("def f = a where {def b = 2}; out f \"f\"".to_owned(), 1));
}

#[test]
fn a_mistake_in_a_module_does_not_reach_what_is_around_it() {
    let text = "module M {\n  def a = {1 +}\n  def b = (\n  def c = 3\n}\nout M";
    assert_eq!(rest(text), ("module M {def a = <error>; def c = 3}; out M \"M\"".to_owned(), 2));
}

#[test]
fn a_block_that_is_not_closed_ends_before_the_next_output() {
    let text = "def f = {\n  def a = 1\nin b: Events[Int]\nout b";
    assert_eq!(rest(text), ("in b: Events[Int]; out b \"b\"".to_owned(), 1));
}

#[test]
fn a_module_that_is_not_closed_is_told_once() {
    assert_eq!(
        codes("module M {\n def a = 1\nin b: Events[Int]\nout b\n"),
        [("syntax-error", String::new())]
    );
}

#[test]
fn a_string_that_is_not_closed_ends_with_its_line() {
    let text = "def a = \"one\nout a\ndef b = \"two\"\nout \"x\"";
    let (statements, errors) = rest(text);
    assert_eq!(statements, "def a = \"one\"; out a \"a\"; def b = \"two\"; out \"x\" \"\\\"x\\\"\"");
    assert_eq!(errors, 1);
    assert_eq!(codes(text), [("unterminated-string", "\"".to_owned())]);
}

#[test]
fn mistakes_are_told_in_the_order_of_their_places() {
    let (_, diagnostics) = read("out )\n## a\nout \"\\q\"\n# assert never x\nin y\n# assert some\n");
    let starts: Vec<usize> =
        diagnostics.iter().filter_map(|diagnostic| Some(diagnostic.span.as_ref()?.range.start)).collect();
    assert_eq!(starts.len(), 6, "{diagnostics:#?}");
    assert!(starts.is_sorted());
}
