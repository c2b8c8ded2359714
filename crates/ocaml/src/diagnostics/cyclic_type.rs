//! `cyclic-type`: an abbreviation that stands for itself.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports it.
pub fn cyclic_type(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("cyclic-type", span, format!("the abbreviation `{name}` stands for itself"))
}
