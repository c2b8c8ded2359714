//! The reader of specifications: constructs, line ends, strings, mistakes, limits, hostile edits.

#[path = "syntax/constructs.rs"]
mod constructs;
#[path = "syntax/expressions.rs"]
mod expressions;
#[path = "syntax/fuzz.rs"]
mod fuzz;
#[path = "syntax/limits.rs"]
mod limits;
#[path = "syntax/line_ends.rs"]
mod line_ends;
#[path = "syntax/literals.rs"]
mod literals;
#[path = "syntax/mistakes.rs"]
mod mistakes;
#[path = "syntax/pragmas.rs"]
mod pragmas;
#[path = "syntax/recovery.rs"]
mod recovery;
#[path = "syntax/shape.rs"]
mod shape;

use lydian_diagnostic::{Diagnostic, Source};
use lydian_tessla::syntax::ast::{Statement, Unit};
use lydian_tessla::syntax::{parse, parse_expr};

/// What is read from a text.
fn read(text: &str) -> (Unit, Vec<Diagnostic>) {
    parse(0, &Source::new("test.tessla", text))
}

/// The tree of a text without mistakes.
fn unit(text: &str) -> Unit {
    let (unit, diagnostics) = read(text);
    assert!(diagnostics.is_empty(), "{text}\n{diagnostics:#?}");
    unit
}

/// The only statement of a text without mistakes.
fn statement(text: &str) -> Statement {
    let mut statements = unit(text).statements;
    assert_eq!(statements.len(), 1, "{text}");
    statements.remove(0)
}

/// The shape of the only statement of a text without mistakes.
fn shape(text: &str) -> String {
    shape::statement(&statement(text))
}

/// The shape of an expression without mistakes.
fn expr(text: &str) -> String {
    let (expr, diagnostics) = parse_expr(0, &Source::new("value", text));
    assert!(diagnostics.is_empty(), "{text}\n{diagnostics:#?}");
    shape::expr(&expr)
}

/// The codes of all diagnostics of a text with what they point to.
fn codes(text: &str) -> Vec<(&'static str, String)> {
    let (_, diagnostics) = read(text);
    diagnostics
        .iter()
        .map(|diagnostic| {
            let place = diagnostic.span.as_ref().map_or("", |span| span.text());
            (diagnostic.code, place.to_owned())
        })
        .collect()
}

/// The only diagnostic of a text.
fn mistake(text: &str) -> Diagnostic {
    let (_, mut diagnostics) = read(text);
    assert_eq!(diagnostics.len(), 1, "{text}\n{diagnostics:#?}");
    diagnostics.remove(0)
}
