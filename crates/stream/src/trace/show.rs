//! Writes values of a run as they stand in traces.

use lydian_core::Value;
use lydian_eval::kind_of;
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

/// Writes a time that has so many digits after the point; zeros at its end are left out.
pub(crate) fn write_time(buffer: &mut Vec<u8>, time: &Int, decimals: u32) {
    if decimals == 0 {
        return write_int(buffer, time);
    }
    let width = decimals as usize + 1;
    let digits = format!("{time:0>width$}");
    let (whole, part) = digits.split_at(digits.len() - decimals as usize);
    buffer.extend_from_slice(whole.as_bytes());
    let part = part.trim_end_matches('0');
    if !part.is_empty() {
        buffer.push(b'.');
        buffer.extend_from_slice(part.as_bytes());
    }
}

/// A time as it stands in a trace.
pub fn show_time(time: &Int, decimals: u32) -> String {
    let mut buffer = Vec::new();
    write_time(&mut buffer, time, decimals);
    String::from_utf8_lossy(&buffer).into_owned()
}

/// The time that a text is, with at most so many digits after the point.
pub fn read_time(text: &str, decimals: u32) -> Option<Int> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let fits = part.len() <= decimals as usize && (decimals > 0 || !text.contains('.'));
    if whole.is_empty() || text.ends_with('.') || !is_number(whole) || !is_number(part) || !fits {
        return None;
    }
    let width = decimals as usize;
    format!("{whole}{part:0<width$}").parse().ok()
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
            None => buffer.extend_from_slice(kind_of(value).as_bytes()),
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
    fn a_time_is_read_as_it_is_written() {
        for (ticks, decimals, text) in [(0, 0, "0"), (250, 2, "2.5"), (7, 3, "0.007"), (3000, 3, "3")] {
            let time = Int::from(ticks);
            assert_eq!(show_time(&time, decimals), text);
            assert_eq!(read_time(text, decimals), Some(time));
        }
        for text in ["", ".5", "1.", "1.2.3", "1.234", "-1", "1e3"] {
            assert_eq!(read_time(text, 2), None, "{text}");
        }
        assert_eq!(read_time("1.0", 0), None);
    }

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
