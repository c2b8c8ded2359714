//! Limits: deep nesting, long chains, long numbers and many mistakes end in an error, in bounded time.

use lydian_diagnostic::Source;
use lydian_tessla::syntax::{parse, parse_expr};

use super::{codes, read};

/// The code of the only error of a text.
fn only_error(text: &str) -> &'static str {
    let (_, diagnostics) = read(text);
    let errors: Vec<&'static str> = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
        .map(|diagnostic| diagnostic.code)
        .collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors[0]
}

/// Everything that nests, as what comes before, between and after.
const NESTS: &[(&str, &str, &str)] = &[
    ("(", "x", ")"),
    ("- ", "x", ""),
    ("!~", "x", ""),
    ("f(", "x", ")"),
    ("f(a = ", "x", ")"),
    ("{", "x", "}"),
    ("{a = ", "x", "}"),
    ("${a = ", "x", "}"),
    ("{ def a = ", "x", "\n a }"),
    ("if a then b else ", "x", ""),
    ("if ", "x", " then a else b"),
    ("(a) => ", "x", ""),
    ("\"${", "x", "}\""),
    ("a + b * (", "x", ")"),
    ("f(g, (", "x", ",))"),
];

#[test]
fn everything_that_nests_is_read_up_to_the_limit() {
    for (open, inner, close) in NESTS {
        let text = format!("def x = {}{inner}{}", open.repeat(120), close.repeat(120));
        assert_eq!(codes(&text).iter().filter(|(code, _)| *code != "deprecated-syntax").count(), 0, "{open}");
    }
    for (open, close) in [("((", ") => A)"), ("{a: ", "}"), ("A[", "]"), ("(A) => ", "")] {
        let text = format!("type T = {}A{}", open.repeat(240), close.repeat(240));
        assert_eq!(codes(&text), [], "{open}");
    }
}

#[test]
fn everything_that_nests_too_deeply_is_an_error() {
    for count in [600, 100_000] {
        for (open, inner, close) in NESTS {
            let closed = format!("def x = {}{inner}{}", open.repeat(count), close.repeat(count));
            assert_eq!(only_error(&closed), "too-deep", "{open}");
        }
        for (open, close) in [("(", ")"), ("((", ") => A)"), ("{a: ", "}"), ("A[", "]"), ("(A) => ", "")] {
            let text = format!("type T = {}A{}", open.repeat(count), close.repeat(count));
            assert_eq!(only_error(&text), "too-deep", "{open}");
        }
        let modules = format!("{}def x = 1{}", "module M {".repeat(count), "}".repeat(count));
        assert_eq!(only_error(&modules), "too-deep");
        let wheres = format!("{}1{}", "def x = y where { def y = ".repeat(count), "}".repeat(count));
        assert!(codes(&wheres).len() <= 2);
    }
}

#[test]
fn brackets_that_are_never_closed_are_an_error() {
    for open in ["(", "{", "[", "f(", "\"${", "{def a = ", "if ", "module M {", "@a(", "def f(", "${"] {
        let text = format!("def x = {}", open.repeat(100_000));
        assert!(!codes(&text).is_empty(), "{open}");
        assert!(!codes(&open.repeat(100_000)).is_empty(), "{open}");
    }
    for close in [")", "}", "]", "\"", ";)", "\n}"] {
        assert!(!codes(&close.repeat(100_001)).is_empty(), "{close}");
    }
}

#[test]
fn long_chains_are_too_high() {
    for link in [" + 1", ".a", "(1)", "[A]", " || b * c"] {
        assert_eq!(only_error(&format!("def x = a{}", link.repeat(100_000))), "too-deep", "{link}");
        assert_eq!(codes(&format!("def x = a{}", link.repeat(490))), [], "{link}");
    }
}

#[test]
fn chains_in_chains_are_too_high() {
    let mut text = "x".to_owned();
    for _ in 0..20 {
        text = format!("(1 + {{ def a = {text}\n a }}{})", " + 1".repeat(50));
    }
    assert_eq!(only_error(&format!("def x = {text}")), "too-deep");
}

#[test]
fn long_numbers_are_refused() {
    assert_eq!(only_error(&format!("def x = {}", "7".repeat(100_000))), "invalid-literal");
    assert_eq!(only_error(&format!("def x = 0x{}", "f".repeat(100_000))), "invalid-literal");
    assert_eq!(only_error(&format!("def x = 1.{}", "7".repeat(100_000))), "invalid-literal");
    assert_eq!(codes(&format!("def x = {}", "7".repeat(10_000))), []);
}

#[test]
fn many_mistakes_are_cut_off() {
    let (_, diagnostics) = read(&"out )\n## a\n".repeat(10_000));
    assert_eq!(diagnostics.len(), 100);
}

#[test]
fn errors_are_told_behind_many_warnings() {
    let text = format!("{}out )", "## a\nout x\n".repeat(1_000));
    assert_eq!(read(&text).1.iter().filter(|diagnostic| diagnostic.is_error()).count(), 1);
}

#[test]
fn unclosed_strings_on_many_lines_take_linear_time() {
    for line in ["\"${\n", "\"${ \\\n", "\"\\\n", "{\"\n", "f\"%\n", "\"${ # a\n", "\"a\n\"${{\"\n"] {
        let text = line.repeat(100_000);
        assert!(!codes(&text).is_empty(), "{line:?}");
    }
}

#[test]
fn bytes_that_are_no_text_are_read_with_right_places() {
    let source = Source::from_bytes("test.tessla", b"def x = \"\xff\xfe\" + \xf0\x9f\nout x");
    let (unit, diagnostics) = parse(0, &source);
    assert_eq!(unit.statements.len(), 1);
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(diagnostics[0].code, "illegal-character");
    assert_eq!(diagnostics[0].span.as_ref().map(|span| span.range.clone()), Some(15..16));
}

#[test]
fn an_expression_is_the_whole_text() {
    let read = |text: &str| parse_expr(0, &Source::new("value", text)).1.len();
    assert_eq!(read("\n1 + 2\n"), 0);
    assert_eq!(read("1 2"), 1);
    assert_eq!(read(""), 1);
    assert_eq!(read("1\nout x"), 1);
    assert_eq!(read(&"(".repeat(100_000)), 1);
}
