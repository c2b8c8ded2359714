//! `record-fields`: a record with missing, repeated or foreign fields.

use lydian_diagnostic::{Diagnostic, Span};

/// Reports fields that have no value.
pub fn missing_fields(span: Span, fields: &[String]) -> Diagnostic {
    let list = fields.iter().map(|field| format!("`{field}`")).collect::<Vec<_>>().join(", ");
    Diagnostic::error("record-fields", span, format!("these record fields have no value: {list}"))
}

/// Reports a field that is given twice.
pub fn repeated_field(span: Span, field: &str) -> Diagnostic {
    Diagnostic::error("record-fields", span, format!("the record field `{field}` is given twice"))
}

/// Reports a field of another record type.
pub fn foreign_field(span: Span, field: &str, owner: &str, other: &str) -> Diagnostic {
    let message =
        format!("the record field `{field}` belongs to the type `{owner}`, but `{other}` is needed here");
    Diagnostic::error("record-fields", span, message)
}
