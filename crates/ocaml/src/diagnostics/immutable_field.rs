//! `immutable-field`: a record field is assigned that is not declared `mutable`.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports the field.
pub fn immutable_field(span: Span, field: &str) -> Diagnostic {
    Diagnostic::error("immutable-field", span, format!("the record field `{field}` is not mutable")).hint(
        format!("declare it as `mutable {field}`, or build a new record with `{{ r with {field} = ... }}`"),
    )
}
