//! Known values in a plan, as the specification writes them: which of several values a parameter has is told by its text.

use lydian_write::solution::plan::{Expr, Kind, Type};

use crate::line::decimal_text;
use crate::spec::Spec;

/// The written form of a literal; nothing for other terms.
pub(super) fn written(spec: &Spec, value: &Expr) -> Option<String> {
    Some(match (&value.kind, &value.ty) {
        (Kind::Int(mantissa), Type::Decimal { places, .. }) => decimal_text(mantissa, *places as usize),
        (Kind::Int(int), _) => int.to_string(),
        (Kind::Negate(inner), ty) => {
            let Kind::Int(int) = &inner.kind else { return None };
            let negative = Expr { kind: Kind::Int(-int.clone()), ty: ty.clone() };
            return written(spec, &negative);
        }
        (Kind::Bool(known), _) => known.to_string(),
        (Kind::Text(text), _) => text.clone(),
        (Kind::Char(code), _) => String::from_utf8_lossy(&[*code]).into_owned(),
        (Kind::Member(enumeration, member), _) => spec.enumerations[*enumeration].members[*member].1.clone(),
        (Kind::List(elements), _) => {
            let elements: Option<Vec<String>> =
                elements.iter().map(|element| written(spec, element)).collect();
            format!("[{}]", elements?.join(", "))
        }
        _ => return None,
    })
}
