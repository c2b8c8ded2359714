//! `wrong-constructor`: a constructor or field of another type than the one that is needed.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports the name and the type that it does not belong to.
pub fn wrong_constructor(span: Span, what: &str, name: &str, ty: &str) -> Diagnostic {
    let message = format!("the {what} `{name}` does not belong to the type `{ty}` that is needed here");
    Diagnostic::error("wrong-constructor", span, message)
}
