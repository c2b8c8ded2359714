//! Writes values of a run as they stand in traces.

use lydian_core::Value;
use lydian_term::Int;
use lydian_tessla::Type;
use lydian_tessla::data::{Data, show_float};
use lydian_tessla::spec::Collections;

/// Whether texts are written in quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quotes {
    /// Never: as the language prints them now.
    Nowhere,
    /// Always: as it did before.
    Everywhere,
    /// Inside of data, and where the text alone would be read as something else.
    WhereNeeded,
}

/// Writes an integer.
#[inline]
pub(super) fn write_int(buffer: &mut Vec<u8>, int: &Int) {
    match int.as_i64() {
        Some(small) => write_i64(buffer, small),
        None => buffer.extend_from_slice(int.to_string().as_bytes()),
    }
}

#[inline]
fn write_i64(buffer: &mut Vec<u8>, int: i64) {
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    let mut rest = int.unsigned_abs();
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if int < 0 {
        buffer.push(b'-');
    }
    buffer.extend_from_slice(&digits[at..]);
}

/// Writes a value of a type.
#[inline]
pub(super) fn write(
    buffer: &mut Vec<u8>,
    ty: &Type,
    value: &Value,
    collections: Collections,
    quotes: Quotes,
) {
    match (ty, value) {
        (Type::Int, Value::Int(int)) => write_i64(buffer, *int),
        (Type::Bool, Value::Bool(known)) => buffer.extend_from_slice(if *known { b"true" } else { b"false" }),
        (_, Value::Unit) => buffer.extend_from_slice(b"()"),
        (Type::Float, Value::Float(float)) => buffer.extend_from_slice(show_float(*float).as_bytes()),
        _ => match Data::of(value, ty, collections) {
            Some(data) => write_data(buffer, &data, quotes),
            // Only a specification that was put together wrongly has such a value.
            None => buffer.extend_from_slice(format!("{value:?}").as_bytes()),
        },
    }
}

fn write_data(buffer: &mut Vec<u8>, data: &Data, quotes: Quotes) {
    let plain = match (quotes, data) {
        (Quotes::Nowhere, _) => true,
        (Quotes::Everywhere, _) => false,
        (Quotes::WhereNeeded, Data::String(text)) => !text.starts_with('"') && !text.contains(['\n', '\r']),
        (Quotes::WhereNeeded, _) => false,
    };
    match data {
        Data::String(text) if plain => buffer.extend_from_slice(text.as_bytes()),
        data if plain => buffer.extend_from_slice(data.to_string().as_bytes()),
        data => buffer.extend_from_slice(data.source().as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_written_as_the_library_writes_them() {
        for int in [0, 7, -1, 10, 1234567890, i64::MAX, i64::MIN] {
            let mut buffer = Vec::new();
            write_int(&mut buffer, &Int::from(int));
            assert_eq!(buffer, int.to_string().as_bytes());
        }
    }

    #[test]
    fn a_record_of_one_integer_is_not_an_integer() {
        let ty = Type::record(vec![("d".into(), Type::Int)]);
        let mut buffer = Vec::new();
        write(&mut buffer, &ty, &Value::Int(34), Collections::Trees, Quotes::Nowhere);
        assert_eq!(buffer, b"{d = 34}");
    }
}
