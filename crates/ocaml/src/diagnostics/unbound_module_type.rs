//! `unbound-module-type`: a module type is used that is not defined at this place.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports the name `{name}`, with the closest name in scope if there is one.
pub fn unbound_module_type(span: Span, name: &str, similar: Option<String>) -> Diagnostic {
    let diagnostic =
        Diagnostic::error("unbound-module-type", span, format!("there is no module type `{name}` here"));
    match similar {
        Some(similar) => diagnostic.hint(format!("did you mean `{similar}`?")),
        None => diagnostic,
    }
}
