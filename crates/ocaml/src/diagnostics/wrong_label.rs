//! `wrong-label`: a labelled argument or parameter that does not fit.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports what the label is and where it does not belong.
pub fn wrong_label(span: Span, label: &str, ty: &str) -> Diagnostic {
    let message = format!("the argument {label} does not fit a function of type `{ty}`");
    Diagnostic::error("wrong-label", span, message)
}
