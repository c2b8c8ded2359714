//! `private-type`: a value of a private type is built outside of its module.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports the type.
pub fn private_type(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error("private-type", span, format!("values of the private type `{ty}` cannot be built here"))
}
