//! Nan and the infinities among inputs: few functions are meant for them, so what differs only there is a remark.

use lydian_core::Datum;

/// Whether a value holds one of them.
pub(crate) fn is_in(datum: &Datum) -> bool {
    match datum {
        Datum::Float(float) => !float.is_finite(),
        Datum::Construct(_, _, parts) | Datum::Array(parts) => parts.iter().any(is_in),
        Datum::Lazy(part) => is_in(part),
        Datum::Function(function) => {
            function.constant.iter().any(is_in)
                || function.entries.iter().any(|(args, result)| args.iter().any(is_in) || is_in(result))
        }
        _ => false,
    }
}
