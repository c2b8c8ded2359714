//! `out-of-time`: a program whose types take longer to infer than the budget allows.

use lydian_diagnostic::Diagnostic;

/// Reports it. Where the work happened to be says nothing, and may be in code that the user did not write.
pub fn out_of_time() -> Diagnostic {
    Diagnostic::out_of_time("types were inferred")
}
