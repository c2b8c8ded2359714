//! What our language leaves out is refused by name and place, and the rest of the file is still read.

use crate::{diagnostics, printed};
use lydian_diagnostic::Source;
use lydian_ocaml::syntax::parse;

/// The code of the first diagnostic and the text that it points at.
fn first(source: &str) -> (&'static str, String) {
    let found = diagnostics(source);
    let first = found.first().unwrap_or_else(|| panic!("no diagnostic for {source}"));
    (first.code, first.span.as_ref().map(|span| span.text().to_string()).unwrap_or_default())
}

#[test]
fn what_is_left_out_is_named() {
    for (source, code, text) in [
        ("class c = object end", "unsupported-class", "class c = object end"),
        ("let o = object method m = 1 end", "unsupported-object", "object method m = 1 end"),
        ("let x = o#m", "unsupported-object", "o#m"),
        ("let x = new c", "unsupported-object", "new c"),
        ("type t = A : int -> t", "unsupported-gadt", "A : int -> t"),
        ("let m = (module M : S)", "unsupported-first-class-module", "(module M : S)"),
        ("module M = (val m)", "unsupported-first-class-module", "(val m)"),
        ("let f (module M : S) = 1", "unsupported-first-class-module", "(module M : S)"),
        ("let f x = match x with effect E, k -> 1", "unsupported-effect", "effect E, k"),
        ("let x = [%ext 1]", "unsupported-extension", "[%ext 1]"),
        ("let%ext x = 1", "unsupported-extension", "ext"),
        ("[%%ext]", "unsupported-extension", "[%%ext]"),
        ("let x = a.{0}", "unsupported-bigarray", "a.{0}"),
        ("#use \"a.ml\"\nlet x = 1", "unsupported-directive", "#use \"a.ml\""),
    ] {
        assert_eq!(first(source), (code, text.to_string()), "{source}");
    }
}

#[test]
fn reading_goes_on_after_what_is_left_out() {
    let source = Source::new("test.ml", "let a = 1 class c = object end let b = [%ext] + 2");
    let (structure, diagnostics) = parse(&source);
    assert_eq!(diagnostics.len(), 2);
    assert_eq!(printed(&structure), "(let a 1) <error> (let b (+ <error> 2))");
}

#[test]
fn numbers_that_do_not_fit_are_refused() {
    for source in
        ["let x = 4611686018427387904", "let x = 0x8000000000000000", "let x = 2147483648l", "let x = 1g"]
    {
        assert_eq!(first(source).0, "invalid-literal", "{source}");
    }
}

#[test]
fn doubtful_escapes_are_warned_about_and_read() {
    let found = diagnostics("let x = \"\\q\"");
    assert_eq!(found.len(), 1);
    assert!(!found[0].is_error());
    assert_eq!(found[0].code, "illegal-backslash");
}

#[test]
fn words_of_dialects_are_refused() {
    for source in ["let x = #(1, 2)", "let f = let mutable x = 1 in x", "let x = [: 1 :]", "let x = #1"] {
        assert_eq!(first(source).0, "syntax-error", "{source}");
    }
}
