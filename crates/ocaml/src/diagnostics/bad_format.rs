//! `bad-format`: a format string that cannot be read.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports why.
pub fn bad_format(span: Span, reason: &str) -> Diagnostic {
    Diagnostic::error("bad-format", span, format!("this format string cannot be read: {reason}"))
}
