//! `type-too-large`: a type that has grown past all use.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports it.
pub fn type_too_large(span: Span) -> Diagnostic {
    Diagnostic::error("type-too-large", span, "the type of this expression is too large")
}
