//! `signature-mismatch`: a module does not fit its signature.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports something that is missing.
pub fn missing_item(span: Span, what: &str, name: &str) -> Diagnostic {
    Diagnostic::error("signature-mismatch", span, format!("the {what} `{name}` is required but not provided"))
}

/// Reports a value of another type.
pub fn value_differs(span: Span, name: &str, actual: &str, expected: &str) -> Diagnostic {
    let message = format!("the value `{name}` has type `{actual}`, but the signature says `{expected}`");
    Diagnostic::error("signature-mismatch", span, message)
}

/// Reports something that is declared in another way.
pub fn item_differs(span: Span, what: &str, name: &str) -> Diagnostic {
    let message = format!("the {what} `{name}` is not declared as the signature says");
    Diagnostic::error("signature-mismatch", span, message)
}

/// Reports a functor where a structure is needed, or the reverse.
pub fn module_kind(span: Span, needed: &str) -> Diagnostic {
    Diagnostic::error("signature-mismatch", span, format!("a {needed} is needed here"))
}
