//! `recursive-value`: a recursive definition that needs its own value to compute it.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports it.
pub fn recursive_value(span: Span) -> Diagnostic {
    Diagnostic::error("recursive-value", span, "this value needs itself while it is being computed")
        .hint("only functions, constructors and `lazy` can stand on the right of `let rec`")
}

/// Reports a pattern on the left.
pub fn recursive_pattern(span: Span) -> Diagnostic {
    Diagnostic::error("recursive-value", span, "only variables can stand on the left of `let rec`")
}
