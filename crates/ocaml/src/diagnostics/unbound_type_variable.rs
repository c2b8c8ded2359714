//! `unbound-type-variable`: a type variable that a declaration does not list.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports the variable.
pub fn unbound_type_variable(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(
        "unbound-type-variable",
        span,
        format!("the type variable `'{name}` is not a parameter of this type"),
    )
}
