//! `out-of-time`: a program whose types take longer to infer than the budget allows.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports it.
pub fn out_of_time(span: Span) -> Diagnostic {
    Diagnostic::out_of_time(Some(span), "the types were inferred")
}
