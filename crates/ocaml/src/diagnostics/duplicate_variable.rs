//! `duplicate-variable`: a variable is bound twice by one pattern.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports the variable.
pub fn duplicate_variable(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("duplicate-variable", span, format!("this pattern binds `{name}` twice"))
}
