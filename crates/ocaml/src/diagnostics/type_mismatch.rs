//! `type-mismatch`: something has one type where another is needed.

use lydian_diagnostic::{Diagnostic, Span};

/// What has the wrong type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// An expression.
    Expression,
    /// A pattern.
    Pattern,
}

/// Reports both types, as OCaml writes them, and why they differ if that is not plain.
pub fn type_mismatch(
    span: Span,
    subject: Subject,
    actual: &str,
    expected: &str,
    reason: Option<String>,
) -> Diagnostic {
    let what = match subject {
        Subject::Expression => "this expression",
        Subject::Pattern => "this pattern",
    };
    let message = format!("{what} has type `{actual}`, but `{expected}` is needed here");
    let diagnostic = Diagnostic::error("type-mismatch", span, message);
    match reason {
        Some(reason) => diagnostic.hint(reason),
        None => diagnostic,
    }
}
