//! Mistakes: what is reported, where, and what is hinted; and the warnings about documentation.

use lydian_diagnostic::{Severity, explain};

use super::{codes, mistake, read};

#[test]
fn an_input_without_a_type_keeps_its_name() {
    let (unit, diagnostics) = read("in x\nout x");
    assert_eq!(super::shape::statements(&unit.statements), "in x: ?; out x \"x\"");
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(diagnostics[0].code, "missing-input-type");
    assert_eq!(codes("in x\n: Int")[0].0, "missing-input-type");
}

#[test]
fn a_choice_needs_both_sides() {
    let wrong = mistake("def x = if a then b\nout x");
    assert_eq!((wrong.code, wrong.hints.len()), ("missing-else", 1));
    let (unit, _) = read("def x = if a then b\nout x");
    assert_eq!(super::shape::statements(&unit.statements), "def x = (if a b <error>); out x \"x\"");
}

#[test]
fn a_bracket_that_is_not_closed_is_labelled() {
    let wrong = mistake("def x = f(1, 2\nout x");
    assert_eq!(wrong.span.as_ref().map(|span| span.text()), Some("out"));
    assert_eq!(wrong.labels[0].span.range, 9..10);
}

#[test]
fn a_brace_that_closes_nothing_is_told() {
    assert_eq!(codes("def x = 1 }\nout x"), [("syntax-error", "}".to_owned())]);
}

#[test]
fn keywords_are_no_names() {
    assert_eq!(codes("def if = 1"), [("reserved-word", "if".to_owned())]);
    assert_eq!(codes("in type: Events[Int]"), [("reserved-word", "type".to_owned())]);
    assert_eq!(codes("def x = a + then"), [("reserved-word", "then".to_owned())]);
    assert_eq!(codes("def f(x.in) = 1").len(), 1);
}

#[test]
fn unknown_characters_are_named() {
    let wrong = mistake("def x = a \u{a0}+ b");
    assert_eq!(wrong.code, "illegal-character");
    assert!(wrong.message.contains("U+00A0"), "{}", wrong.message);
    assert_eq!(codes("def x = a ¬ b"), [("illegal-character", "¬".to_owned())]);
    assert_eq!(codes("def x = 'a'"), [("illegal-character", "'".to_owned())]);
}

#[test]
fn operators_alone_are_no_expressions_but_in_parentheses() {
    assert_eq!(codes("def x = >"), [("syntax-error", ">".to_owned())]);
    assert!(mistake("def x = > 3").hints[0].contains("(+)"));
    assert!(codes("def x = slift(>)(a, b)\ndef y = f((-), a)").is_empty());
}

#[test]
fn elements_of_tuples_have_underscores() {
    assert!(mistake("def x = t.1").hints[0].contains("._1"));
}

#[test]
fn statements_stand_only_where_they_belong() {
    let module = "module M {\n in x: Events[Int]\n out x\n out *\n def @a\n @@a\n def y = 1\n}";
    assert_eq!(codes(module).len(), 5);
    assert!(codes(module).iter().all(|(code, _)| *code == "misplaced-statement"));
    assert_eq!(codes("def x = {\n out y\n}"), [("misplaced-statement", "out".to_owned())]);
    assert_eq!(codes("def x = {\n def @a\n 1\n}"), [("misplaced-statement", "a".to_owned())]);
    assert_eq!(codes("def x = y where {\n out y\n}"), [("syntax-error", "out".to_owned())]);
}

#[test]
fn lists_in_round_and_square_brackets_do_not_end_with_a_comma() {
    for text in ["def x = f(a,)", "def f(a: Int,) = a", "def f[A,] = 1", "type T = (A, B,)", "def x = f[A,]"]
    {
        assert_eq!(codes(text).len(), 1, "{text}");
    }
}

#[test]
fn documentation_in_front_of_what_can_be_documented_is_fine() {
    for text in [
        "## a\ndef x = 1",
        "--- a\n\n## b\n\nliftable def x = 1",
        "## a\n@b\ndef x = 1",
        "## a\ntype T = Int",
        "## a\nmodule M {\n  ## b\n  def x = 1\n}",
        "## a\ndef @b",
        "## a\nin x: Events[Int]",
        "## a\n# more\n\n-- and more\ndef x = 1",
        "def x = {\n  ## a\n  def y = 1\n  y\n}",
        "def x = y where {\n  ## a\n  def y = 1\n}",
    ] {
        assert_eq!(codes(text), [], "{text}");
    }
}

#[test]
fn documentation_elsewhere_is_lonely() {
    let text = "## comment\n\n## more comment\ninclude \"empty\"\n\n## comment\nmodule Foo {\n  ## comment\n\n  # comment\n\n  \
                --- doc comment\n  def x = 42\n}\n\n## comment\n--- more comment\n\n# comment\n\n## comment\n\nout 42\n";
    let (_, diagnostics) = read(text);
    let places: Vec<((usize, usize), (usize, usize))> = diagnostics
        .iter()
        .filter_map(|diagnostic| diagnostic.span.as_ref())
        .map(|span| (span.source.position(span.range.start), span.source.position(span.range.end)))
        .collect();
    let expected = [((1, 1), (4, 1)), ((8, 3), (10, 1)), ((16, 1), (19, 1)), ((21, 1), (23, 1))];
    assert_eq!(places, expected);
    assert!(diagnostics.iter().all(|diagnostic| diagnostic.severity == Severity::Warning));
    assert!(diagnostics.iter().all(|diagnostic| diagnostic.message == "nothing to document here"));
}

#[test]
fn documentation_inside_of_expressions_and_at_the_end_is_lonely() {
    assert_eq!(codes("def x = f(a, ## b\n c)"), [("lonely-documentation", "## b\n".to_owned())]);
    assert_eq!(codes("out x\n## a"), [("lonely-documentation", "## a".to_owned())]);
    assert_eq!(codes("out x ## a\nout y"), [("lonely-documentation", "## a\n".to_owned())]);
}

#[test]
fn lines_of_dashes_divide_a_text() {
    assert_eq!(codes("out x\n--------------\nout y\n####\n"), []);
    assert_eq!(codes("in x: Events[Int]\n-----------\n----A----\n# b\ndef y = x"), []);
}

#[test]
fn every_code_has_a_page() {
    for code in [
        "bad-format",
        "deprecated-syntax",
        "ignored-goal",
        "illegal-character",
        "invalid-escape",
        "invalid-interpolation",
        "invalid-literal",
        "lonely-documentation",
        "misplaced-statement",
        "missing-else",
        "missing-input-type",
        "reserved-word",
        "syntax-error",
        "too-deep",
        "unknown-quantifier",
        "unknown-time-unit",
        "unterminated-string",
    ] {
        assert!(explain(code).is_some(), "{code}");
    }
}
