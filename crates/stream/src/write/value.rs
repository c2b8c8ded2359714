//! Values of a suite as text: as traces are read, and as an interpreter prints them.

use lydian_core::Value;
use lydian_tessla::Type;
use lydian_tessla::data::Data;
use lydian_tessla::spec::Collections;
use lydian_verdict::TraceValue;

/// What an event carries. The collections of a suite are lists.
pub(super) fn told(value: &Value, ty: &Type) -> TraceValue {
    if *ty == Type::unit() {
        return TraceValue::Unit;
    }
    match Data::of(value, ty, Collections::Lists) {
        Some(data) => TraceValue::Value { literal: data.source(), printed: data.to_string() },
        // A value of another type than its stream's would be our mistake; the case still shows that there was an event.
        None => TraceValue::Error(format!("a value that is not of type {ty}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted_only_where_they_are_read() {
        let told = told(&Value::str(b"a \"b\""), &Type::String);
        let expected = TraceValue::Value { literal: r#""a \"b\"""#.into(), printed: "a \"b\"".into() };
        assert_eq!(told, expected);
    }

    #[test]
    fn units_carry_nothing() {
        assert_eq!(told(&Value::Unit, &Type::unit()), TraceValue::Unit);
    }
}
