//! `not-general`: a definition is less general than the type it is given.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports both types.
pub fn not_general(span: Span, actual: &str, expected: &str) -> Diagnostic {
    let message = format!("this definition has type `{actual}`, which is less general than `{expected}`");
    Diagnostic::error("not-general", span, message)
}
