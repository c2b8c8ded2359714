//! `not-a-function`: something is applied that is no function, or to more arguments than it takes.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports the type of what is applied; `takes` is the number of arguments it does take.
pub fn not_a_function(span: Span, ty: &str, takes: usize) -> Diagnostic {
    if takes == 0 {
        let message =
            format!("this expression has type `{ty}`, which is not a function, and is applied here");
        Diagnostic::error("not-a-function", span, message)
    } else {
        let message = format!("this function has type `{ty}` and is applied to too many arguments");
        Diagnostic::error("not-a-function", span, message).hint("a `;` may be missing before the next line")
    }
}
