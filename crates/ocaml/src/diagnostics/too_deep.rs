//! `too-deep`: a program that needs more work or nesting to check than the limits allow.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports it.
pub fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error("too-deep", span, "this part of the program is nested too deeply to be checked")
}
