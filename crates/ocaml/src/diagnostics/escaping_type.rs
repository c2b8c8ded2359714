//! `escaping-type`: a local type would be visible where it does not exist.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports the type.
pub fn escaping_type(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(
        "escaping-type",
        span,
        format!("the type `{name}` would leave the place where it is defined"),
    )
}
