//! `too-many-arguments`: a function with more parameters than its type says.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports the type that is needed.
pub fn too_many_arguments(span: Span, expected: &str, nested: bool) -> Diagnostic {
    let message = if nested {
        format!("this function takes more parameters than its type `{expected}` says")
    } else {
        format!("this is a function, but `{expected}` is needed here")
    };
    let diagnostic = Diagnostic::error("too-many-arguments", span, message);
    if expected.ends_with(" QCheck.Gen.t") || expected.ends_with(" QCheck_lydian.gen") {
        return diagnostic.hint(
            "nothing is drawn from a random state here: make the generator of others, by `map`, `oneof`, `>>=`, ...",
        );
    }
    diagnostic
}
