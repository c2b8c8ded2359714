//! `recursive-type`: a type would have to contain itself.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports the two types that would have to be equal.
pub fn recursive_type(span: Span, actual: &str, expected: &str) -> Diagnostic {
    let message = format!("`{actual}` and `{expected}` cannot be equal: the type would contain itself");
    Diagnostic::error("recursive-type", span, message)
}
