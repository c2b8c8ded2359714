//! `missing-library-name`: a part of the standard library that is known but not provided.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports `name` with the reason why it is missing.
pub fn missing_library_name(span: Span, name: &str, reason: &str) -> Diagnostic {
    Diagnostic::error("missing-library-name", span, format!("`{name}` is not provided: {reason}"))
}
