//! Sources that are large, deep or strange end in a structure or a diagnostic, and soon.

use lydian_diagnostic::Source;
use lydian_ocaml::syntax::ast::{Constant, ExprKind, ItemKind};
use lydian_ocaml::syntax::{MAX_BYTES, parse};

/// The code of the first diagnostic; empty if there is none.
fn code(source: &str) -> &'static str {
    parse(&Source::new("test.ml", source)).1.first().map_or("", |diagnostic| diagnostic.code)
}

const LONG: usize = 20_000;

#[test]
fn long_flat_forms_are_read() {
    for source in [
        format!("let x = [{}]", "1;".repeat(LONG)),
        format!("let x = [|{}|]", "1;".repeat(LONG)),
        format!("let () = {}()", "();".repeat(LONG)),
        format!("let x = {}1", "1,".repeat(LONG)),
        format!("let f = function {}'a' -> 1", "'b' |".repeat(LONG)),
        format!("let f = function {}", "| 1 -> 2 ".repeat(LONG)),
        format!("let x = f{}", " x".repeat(LONG)),
        "let x = 1\n".repeat(LONG),
        format!("{}{}", "(*".repeat(LONG), "*)".repeat(LONG)),
    ] {
        assert_eq!(code(&source), "", "{}", &source[..40]);
    }
}

#[test]
fn deep_forms_are_refused() {
    for source in [
        format!("let x = {}1{}", "(".repeat(LONG), ")".repeat(LONG)),
        format!("let x = {}1", "1+".repeat(LONG)),
        format!("let x = {}[]", "1::".repeat(LONG)),
        format!("let x = {}y", "let y = 1 in ".repeat(LONG)),
        format!("let x = {}c", "if a then b else ".repeat(LONG)),
        format!("let x = {}1", "- ".repeat(LONG)),
        format!("let x = a{}", ".b".repeat(LONG)),
        format!("let x = {}b", "A.".repeat(LONG)),
        format!("let x : {}int = 1", "int -> ".repeat(LONG)),
        format!("let f ({}x{}) = 1", "(".repeat(LONG), ")".repeat(LONG)),
        format!("let f{} = 1", " 1".repeat(LONG)),
        format!("let f = fun{} -> 1", " x".repeat(LONG)),
        format!("{}{}", "module M = struct ".repeat(2_000), "end ".repeat(2_000)),
    ] {
        assert_eq!(code(&source), "too-deep", "{}", &source[..40]);
    }
}

#[test]
fn syntax_errors_behind_very_many_openings_are_explained_soon() {
    let begun = std::time::Instant::now();
    for source in [
        format!("let f = fun {}x -> 1", "Some (".repeat(100_000)),
        format!("let f = 1 {}", "with _ -> 0 ".repeat(100_000)),
        format!("let f = {}1 {} in", "try ".repeat(50_000), "with _ -> 0 ".repeat(50_000)),
    ] {
        assert_eq!(code(&source), "syntax-error", "{}", &source[..40]);
    }
    // It took minutes when each token looked through all that was open.
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

#[test]
fn nesting_below_the_limit_is_read() {
    for source in [
        format!("let x = {}1{}", "(".repeat(900), ")".repeat(900)),
        format!("let x = {}y", "let y = 1 in ".repeat(900)),
        format!("let x = {}1", "1 + ".repeat(900)),
    ] {
        assert_eq!(code(&source), "", "{}", &source[..40]);
    }
}

#[test]
fn large_broken_files_are_refused_at_their_first_fault() {
    for source in [
        ") ( ] in let = | ".repeat(LONG),
        format!("let x = {}", "(".repeat(LONG)),
        format!("let x = {}", "begin ".repeat(LONG)),
        format!("{})", "let x = f 1\n".repeat(LONG)),
    ] {
        assert_eq!(code(&source), "syntax-error", "{}", &source[..17]);
    }
}

#[test]
fn files_above_the_limit_are_not_read() {
    assert_eq!(code(&"let x = 1\n".repeat(MAX_BYTES / 10 + 1)), "file-too-large");
}

#[test]
fn line_ends_of_other_systems_are_blanks() {
    assert_eq!(code("let x = 1\r\nlet y = (* a\r\n *) 2\r\n"), "");
    let (_, found) = parse(&Source::new("test.ml", "let x = 1\r\nlet y =\r\n"));
    let span = found[0].span.as_ref().expect("a place");
    assert_eq!(span.source.position(span.range.start).0, 3);
}

#[test]
fn bytes_that_are_not_text_are_harmless_in_comments_and_strings() {
    let source = Source::from_bytes("test.ml", b"(* \xff\xfe *) let x = \"\xc3\" let y = 1");
    assert_eq!(parse(&source).1, []);
    let source = Source::from_bytes("test.ml", b"let x = \xff 1");
    assert!(parse(&source).1.iter().any(|diagnostic| diagnostic.is_error()));
}

#[test]
fn bytes_that_are_not_text_stay_what_they_are_in_literals() {
    let (structure, found) =
        parse(&Source::from_bytes("test.ml", b"let x = (\"\xc3\xff\", {|\xfe|}, '\xfd', \"\xc3\xa9\\n\")"));
    assert_eq!(found, []);
    let ItemKind::Let { bindings, .. } = &structure[0].kind else { panic!("a definition") };
    let ExprKind::Tuple(parts) = &bindings[0].value.kind else { panic!("a tuple") };
    let constants: Vec<Constant> = parts
        .iter()
        .map(|part| match &part.kind {
            ExprKind::Constant(constant) => constant.clone(),
            other => panic!("a literal, not {other:?}"),
        })
        .collect();
    let text = |bytes: &[u8]| Constant::String(bytes.into());
    assert_eq!(constants, [text(b"\xc3\xff"), text(b"\xfe"), Constant::Char(0xfd), text(b"\xc3\xa9\n")]);
}

#[test]
fn control_characters_are_refused() {
    assert_eq!(code("let x = 1 \u{0} 2"), "illegal-character");
    assert_eq!(code("let x = 1 \u{7f} 2"), "illegal-character");
}
