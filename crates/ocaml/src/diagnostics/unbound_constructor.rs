//! `unbound-constructor`: a constructor is used that is not defined at this place.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports the name `{name}`, with the closest name in scope if there is one.
pub fn unbound_constructor(span: Span, name: &str, similar: Option<String>) -> Diagnostic {
    let diagnostic =
        Diagnostic::error("unbound-constructor", span, format!("there is no constructor `{name}` here"));
    match similar {
        Some(similar) => diagnostic.hint(format!("did you mean `{similar}`?")),
        None => diagnostic,
    }
}
