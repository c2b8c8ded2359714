//! `duplicate-definition`: a name is defined twice where it must be unique.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports what the name is and the name.
pub fn duplicate_definition(span: Span, what: &str, name: &str) -> Diagnostic {
    Diagnostic::error("duplicate-definition", span, format!("the {what} `{name}` is defined twice"))
}
