//! The reader and the printer of specifications: constructs, mistakes, limits, round trips, hostile edits.

#[path = "syntax/constructs.rs"]
mod constructs;
#[path = "syntax/erase.rs"]
mod erase;
#[path = "syntax/fuzz.rs"]
mod fuzz;
#[path = "syntax/generate.rs"]
mod generate;
#[path = "syntax/limits.rs"]
mod limits;
#[path = "syntax/mistakes.rs"]
mod mistakes;
#[path = "syntax/round_trip.rs"]
mod round_trip;
#[path = "syntax/shape.rs"]
mod shape;

use lydian_console::syntax::ast::Script;
use lydian_console::syntax::parse;
use lydian_diagnostic::{Diagnostic, Source};

/// What is read from a text.
fn read(text: &str) -> (Script, Vec<Diagnostic>) {
    parse(&Source::new("test.console", text))
}

/// The tree of a text without mistakes.
fn script(text: &str) -> Script {
    let (script, diagnostics) = read(text);
    assert!(diagnostics.is_empty(), "{text}\n{diagnostics:#?}");
    script
}
