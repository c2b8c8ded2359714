//! Nodes know where they are, as OCaml's own do.

use crate::without_diagnostics;
use lydian_ocaml::syntax::ast::*;

fn text(source: &str, loc: Loc) -> &str {
    &source[loc.range()]
}

fn value(item: &Item) -> &Expr {
    match &item.kind {
        ItemKind::Let { bindings, .. } => &bindings[0].value,
        ItemKind::Eval(expr) => expr,
        other => panic!("{other:?}"),
    }
}

#[test]
fn parentheses_belong_to_the_place_of_an_expression() {
    let source = "let x = (* c *) (a + b) (* d *)";
    let structure = without_diagnostics(source);
    assert_eq!(text(source, value(&structure[0]).loc), "(a + b)");
}

#[test]
fn a_function_by_parameters_starts_at_the_first_parameter() {
    let source = "let f x y = x";
    let structure = without_diagnostics(source);
    assert_eq!(text(source, value(&structure[0]).loc), "x y = x");
}

#[test]
fn a_sequence_ends_before_its_last_semicolon() {
    let source = "let x = begin a; b; end";
    let structure = without_diagnostics(source);
    let ExprKind::Sequence(items) = &value(&structure[0]).kind else { panic!() };
    assert_eq!(items.iter().map(|item| text(source, item.loc)).collect::<Vec<_>>(), ["a", "b"]);
}

#[test]
fn places_count_bytes_after_characters_of_several_bytes() {
    let source = "(* h\u{e9} *) let x = \"\u{1f600}\" ^ b";
    let structure = without_diagnostics(source);
    let ExprKind::Apply { args, .. } = &value(&structure[0]).kind else { panic!() };
    assert_eq!(text(source, args[1].value.loc), "b");
}

#[test]
fn operators_and_paths_have_places_of_their_own() {
    let source = "f (M.x + 1)";
    let structure = without_diagnostics(source);
    let ExprKind::Apply { args, .. } = &value(&structure[0]).kind else { panic!() };
    let ExprKind::Apply { function, args } = &args[0].value.kind else { panic!() };
    assert_eq!((text(source, function.loc), text(source, args[0].value.loc)), ("+", "M.x"));
}
