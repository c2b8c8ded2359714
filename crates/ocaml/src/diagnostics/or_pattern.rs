//! `or-pattern`: the alternatives of a pattern do not bind the same variables.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports a variable that one side lacks.
pub fn or_pattern(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("or-pattern", span, format!("only one side of this pattern binds `{name}`"))
}
