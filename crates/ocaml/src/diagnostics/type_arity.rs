//! `type-arity`: a type with the wrong number of arguments.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports how many arguments there are and how many there should be.
pub fn type_arity(span: Span, name: &str, expected: usize, given: usize) -> Diagnostic {
    let arguments = if expected == 1 { "argument" } else { "arguments" };
    let message = format!("the type `{name}` takes {expected} {arguments} and is given {given} here");
    Diagnostic::error("type-arity", span, message)
}
