//! `unsupported-feature`: a part of OCaml that is known but not read.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports the feature.
pub fn unsupported(span: Span, feature: &str) -> Diagnostic {
    Diagnostic::error("unsupported-feature", span, format!("{feature} is not supported"))
}
