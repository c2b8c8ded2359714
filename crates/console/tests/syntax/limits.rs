//! Hostile input ends in a diagnostic, in bounded time and without running out of stack.

use std::time::{Duration, Instant};

use super::read;

/// The codes of what is wrong with a text, which must be found quickly.
#[track_caller]
fn codes(text: &str) -> Vec<&'static str> {
    let start = Instant::now();
    let (script, diagnostics) = read(text);
    lydian_console::syntax::print(&script);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

#[test]
fn deep_nesting_of_every_kind_is_refused() {
    let deep = 100_000;
    let nested = [
        format!("write {}", "(".repeat(deep)),
        format!("write {}any{}", "(".repeat(deep), ")".repeat(deep)),
        format!("write {}", "maybe ".repeat(deep)),
        format!("write {}x", "-".repeat(deep)),
        format!("write {}", "[".repeat(deep)),
        format!("write {}", "f(".repeat(deep)),
        format!("write x{}", "[0".repeat(deep)),
        format!("if {}x {{}}", "not ".repeat(deep)),
        format!("if {}x {{}}", "if ".repeat(deep)),
        format!("if {}", "forall a in l : ".repeat(deep / 2)),
        format!("if {}", "1 = (".repeat(deep)),
        "loop { ".repeat(deep),
        "if a {} else ".repeat(deep / 2),
        format!("read x : int in {}", "(".repeat(deep)),
        format!("read x : int in {}all", "not ".repeat(deep)),
        format!("param x : {}", "[".repeat(deep)),
    ];
    for text in nested {
        assert_eq!(codes(&text), ["console-too-deep"], "{}", &text[..60]);
    }
}

#[test]
fn long_chains_are_refused_because_they_are_deep_trees() {
    let chains = [
        format!("write x{}", " + x".repeat(100_000)),
        format!("write x{}", "[0]".repeat(100_000)),
        format!("if x{} {{}}", " or x".repeat(100_000)),
        format!("read x : int in all{}", " or all".repeat(100_000)),
    ];
    for text in chains {
        assert_eq!(codes(&text), ["console-too-deep"], "{}", &text[..60]);
    }
}

#[test]
fn chains_cannot_hide_in_the_left_of_chains() {
    let mut term = "x".to_owned();
    for _ in 0..20 {
        term = format!("({term}{})", " + x".repeat(20));
    }
    assert_eq!(codes(&format!("write {term}")), ["console-too-deep"]);
}

#[test]
fn reasonable_nesting_is_accepted() {
    assert!(codes(&format!("write {}x{}", "(".repeat(150), ")".repeat(150))).is_empty());
    assert!(codes(&format!("{}{}", "loop { ".repeat(150), "}".repeat(150))).is_empty());
    assert!(codes(&format!("write x{}", " + x".repeat(150))).is_empty());
    assert!(codes(&format!("write {}{}", "(any, ".repeat(90), "x".to_owned() + &")".repeat(90))).is_empty());
}

#[test]
fn long_lists_are_no_deep_trees() {
    assert!(codes(&format!("write any{}", ", x".repeat(100_000))).is_empty());
    assert!(codes(&format!("write any{}", " or x".repeat(100_000))).is_empty());
    assert!(codes(&format!("param l : [int] = [1{}]", ", 1".repeat(100_000))).is_empty());
    assert!(codes(&"exit ".repeat(150_000)).is_empty());
}

#[test]
fn ranges_in_ranges_do_not_double_without_end() {
    let mut term = "x".to_owned();
    for _ in 0..60 {
        term = format!("({term} in 1..2)");
    }
    assert_eq!(codes(&format!("if {term} {{}}")), ["console-too-deep"]);
}

#[test]
fn files_of_more_than_a_megabyte_are_refused() {
    assert_eq!(codes(&"#".repeat(1_000_001)), ["file-too-large"]);
    assert!(codes(&"#".repeat(1_000_000)).is_empty());
}

#[test]
fn numbers_have_ten_thousand_digits_at_most() {
    assert!(codes(&format!("write {}", "9".repeat(10_000))).is_empty());
    assert_eq!(codes(&format!("write {}", "9".repeat(900_000))), ["console-syntax"]);
    assert_eq!(codes(&format!("write 0.{}", "9".repeat(900_000))), ["console-syntax"]);
}

#[test]
fn one_long_line_of_anything_is_read_in_time() {
    let pieces = [
        "\"",
        "\"{",
        "{",
        "}",
        "'",
        "'a",
        "'a' ",
        "“",
        "”x",
        "/",
        "(",
        "(\"a\" or ",
        ")",
        "x.",
        "1_",
        "1,000,",
        "\\",
        "\"{\"",
        "{{{",
        "}}}",
        "ocaml ",
        "ocaml {{{",
        "$",
        "write (",
        "write \"{",
        "read x : int in (/",
        "loop{}",
        "write \"a{x}\" ",
        "é",
        "enum ",
        "not in ",
        "write (\"{\"",
        "“{",
        "if a {} else ",
        "x in 1..",
        "if ",
        "if a ",
        "write if ",
    ];
    for piece in pieces {
        let text = piece.repeat(500_000 / piece.len());
        codes(&text);
        codes(&format!("write {text}"));
        codes(&format!("write \"{{{text}"));
        codes(&format!("read x : string in {text}"));
    }
}
