//! Values of a suite as text: as traces are read, and as an interpreter prints them.

use lydian_core::Value;
use lydian_tessla::Type;

/// A value as it is written in a trace that is read: texts are in quotes.
pub(super) fn literal(value: &Value, ty: &Type) -> String {
    text(value, ty, true)
}

/// A value as an interpreter prints it: texts are as they are.
pub(super) fn printed(value: &Value, ty: &Type) -> String {
    text(value, ty, false)
}

fn text(value: &Value, ty: &Type, quotes: bool) -> String {
    match (ty, value) {
        (_, Value::Unit) => "()".to_owned(),
        (_, Value::Int(int)) => int.to_string(),
        (_, Value::Big(int)) => int.to_string(),
        (_, Value::Bool(known)) => known.to_string(),
        (_, Value::Float(float)) => format!("{float:?}"),
        (_, Value::Str(_)) => {
            let text = String::from_utf8_lossy(value.as_known_str().unwrap_or_default()).into_owned();
            if quotes { format!("{text:?}") } else { text }
        }
        (Type::Option(_), Value::Constant(_)) => "None".to_owned(),
        (Type::Option(part), Value::Block(block)) => {
            format!("Some({})", text(&block.fields[0], part, quotes))
        }
        (_, other) => format!("{other:?}"),
    }
}
