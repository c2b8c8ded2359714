//! Floating-point numbers as text, as C's printf writes them, and back.
//! Digits come from exact decimal expansions, rounded half to even; a text is read to the nearest number.

use lydian_core::{Text, Value};

use super::convert::starts_with;
use super::float::ldexp;
use super::{Builtin, exactly, pay};
use crate::world::{Stop, World};

pub(super) const TABLE: &[Builtin] = &[
    Builtin { name: "float_format", arity: 3, run: format_primitive },
    Builtin { name: "float_of_string", arity: 1, run: of_string },
];

fn format_primitive(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [conversion, precision, x] = exactly(args)?;
    let conversion = world.known_char(conversion)?;
    let precision = usize::try_from(world.known_i64(precision)?).unwrap_or(6);
    let x = world.known_float(x)?;
    // The largest number has 309 digits before the point.
    pay(world, precision.saturating_add(330))?;
    match format(conversion, precision, x) {
        Some(text) => {
            if let Some(watch) = &mut world.watch {
                watch.edges.note(x, &text, watch.largest_float, |near| format(conversion, precision, near));
            }
            Ok(Value::str(text))
        }
        None => Err(Stop::Unsupported(format!("the conversion %{}", conversion as char))),
    }
}

/// What C's `%.<precision><conversion>` writes; `None` for a conversion that is not for floats.
pub(super) fn format(conversion: u8, precision: usize, x: f64) -> Option<String> {
    let sign = if x.is_sign_negative() { "-" } else { "" };
    let size = x.abs();
    let body = if size.is_nan() {
        "nan".to_owned()
    } else if size.is_infinite() {
        "inf".to_owned()
    } else {
        match conversion.to_ascii_lowercase() {
            b'f' => fixed(size, precision),
            b'e' => scientific(size, precision),
            b'g' => general(size, precision),
            _ => return None,
        }
    };
    let body = if conversion.is_ascii_uppercase() { body.to_ascii_uppercase() } else { body };
    Some(format!("{sign}{body}"))
}

/// `string_of_float`.
pub(super) fn shown(x: f64) -> String {
    let mut text = format(b'g', 12, x).unwrap_or_default();
    if text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
        text.push('.');
    }
    text
}

/// No double has more digits than this behind the point or in all: the rest are zeros.
const MOST_DIGITS: usize = 1100;

fn fixed(size: f64, precision: usize) -> String {
    let digits = precision.min(MOST_DIGITS);
    let mut text = format!("{size:.digits$}");
    text.extend(std::iter::repeat_n('0', precision - digits));
    text
}

/// Digits `d.ddd` and the exponent of ten.
fn decimal(size: f64, precision: usize) -> (String, i32) {
    let digits = precision.min(MOST_DIGITS);
    let text = format!("{size:.digits$e}");
    match text.split_once('e') {
        Some((mantissa, exponent)) => {
            let mut mantissa = mantissa.to_owned();
            mantissa.extend(std::iter::repeat_n('0', precision - digits));
            (mantissa, exponent.parse().unwrap_or(0))
        }
        None => (text, 0),
    }
}

fn scientific(size: f64, precision: usize) -> String {
    let (mantissa, exponent) = decimal(size, precision);
    with_exponent(&mantissa, exponent)
}

fn with_exponent(mantissa: &str, exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.unsigned_abs())
}

fn general(size: f64, precision: usize) -> String {
    let precision = precision.max(1);
    let (mantissa, exponent) = decimal(size, precision - 1);
    let within = exponent >= -4 && i64::from(exponent) < precision as i64;
    if within {
        let behind = (precision as i64 - 1 - i64::from(exponent)) as usize;
        without_zeros(&fixed(size, behind)).to_owned()
    } else {
        with_exponent(without_zeros(&mantissa), exponent)
    }
}

fn without_zeros(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}

fn of_string(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [string] = exactly(args)?;
    let failure = || World::failure("float_of_string");
    let string = world.look(string)?;
    if string.as_known_str().is_none() {
        let term = world.str_term(&string)?;
        // Spaces, signs, digits, a point, an underscore, `inf` and `nan`.
        let starts: Vec<(u8, u8)> =
            b"+-._iInN ".iter().map(|code| (*code, *code)).chain([(b'0', b'9'), (b'\t', b'\r')]).collect();
        let possible = starts_with(world, term, &starts);
        if !world.ask(possible)? {
            return Err(failure());
        }
    }
    let text = world.known_str(&string)?;
    let Text::Known(bytes) = &*text else { return Err(failure()) };
    // The decimal conversion works on big numbers for long texts.
    world.meter.step(bytes.len() as u64 / 4)?;
    read(bytes).map(Value::Float).ok_or_else(failure)
}

/// Reads a float as OCaml does.
pub(super) fn read(text: &[u8]) -> Option<f64> {
    let plain: Vec<u8> = text.iter().copied().filter(|byte| *byte != b'_').collect();
    let start = plain.iter().position(|byte| !is_space(*byte))?;
    let (sign, body) = match plain.get(start..)? {
        [b'-', rest @ ..] => (-1.0, rest),
        [b'+', rest @ ..] => (1.0, rest),
        rest => (1.0, rest),
    };
    let size = match body {
        [b'0', b'x' | b'X', digits @ ..] => hexadecimal(digits)?,
        [b'0'..=b'9' | b'.', ..] => {
            // Rust reads the same decimals, but also names of its own; the first byte excludes them.
            std::str::from_utf8(body).ok()?.parse().ok()?
        }
        _ => by_name(body)?,
    };
    Some(f64::copysign(size, sign))
}

fn by_name(body: &[u8]) -> Option<f64> {
    let lower = body.to_ascii_lowercase();
    match &lower[..] {
        b"inf" | b"infinity" => Some(f64::INFINITY),
        b"nan" => Some(f64::NAN),
        [b'n', b'a', b'n', b'(', inner @ .., b')'] if inner.iter().all(u8::is_ascii_alphanumeric) => {
            Some(f64::NAN)
        }
        _ => None,
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The digits, point and exponent after `0x`. Sixty bits are kept; a one behind them makes the last one odd, so that
/// rounding to a double goes the right way.
fn hexadecimal(text: &[u8]) -> Option<f64> {
    let (digits, exponent) = match text.iter().position(|byte| matches!(byte, b'p' | b'P')) {
        Some(at) => (text.get(..at)?, exponent_of_two(text.get(at + 1..)?)?),
        None => (text, 0),
    };
    let mut mantissa: i64 = 0;
    let mut dropped: i64 = 0;
    let mut behind_point: Option<i64> = None;
    let mut count = 0;
    for byte in digits {
        if *byte == b'.' {
            if behind_point.replace(0).is_some() {
                return None;
            }
            continue;
        }
        let digit = i64::from((*byte as char).to_digit(16)?);
        count += 1;
        if let Some(behind) = &mut behind_point {
            *behind += 4;
        }
        if mantissa >> 56 == 0 {
            mantissa = mantissa << 4 | digit;
        } else {
            mantissa |= i64::from(digit != 0);
            dropped += 4;
        }
    }
    if count == 0 {
        return None;
    }
    let shift = exponent.saturating_add(dropped).saturating_sub(behind_point.unwrap_or(0));
    Some(ldexp(mantissa as f64, shift))
}

/// The exponent: optional spaces and sign, at least one digit; far out of range it stays there.
fn exponent_of_two(text: &[u8]) -> Option<i64> {
    let start = text.iter().position(|byte| !is_space(*byte))?;
    let (negative, digits) = match text.get(start..)? {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    if digits.is_empty() {
        return None;
    }
    let mut value: i64 = 0;
    for byte in digits {
        let digit = (*byte as char).to_digit(10)?;
        // Saturation far beyond any text's length keeps the sum with the digits' count meaningful.
        value = value.saturating_mul(10).saturating_add(digit.into()).min(1 << 60);
    }
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{raised, run, text};
    use super::*;

    /// The columns are %.0f %.3f %.0e %.3E %g %.0g %.12G as OCaml 4.13 printed them.
    #[test]
    fn floats_print_as_in_c() {
        let rows: &[(f64, [&str; 7])] = &[
            (0.5, ["0", "0.500", "5e-01", "5.000E-01", "0.5", "0.5", "0.5"]),
            (1.5, ["2", "1.500", "2e+00", "1.500E+00", "1.5", "2", "1.5"]),
            (2.5, ["2", "2.500", "2e+00", "2.500E+00", "2.5", "2", "2.5"]),
            (0.125, ["0", "0.125", "1e-01", "1.250E-01", "0.125", "0.1", "0.125"]),
            (
                1e22,
                [
                    "10000000000000000000000",
                    "10000000000000000000000.000",
                    "1e+22",
                    "1.000E+22",
                    "1e+22",
                    "1e+22",
                    "1E+22",
                ],
            ),
            (123456.789, ["123457", "123456.789", "1e+05", "1.235E+05", "123457", "1e+05", "123456.789"]),
            (1e-5, ["0", "0.000", "1e-05", "1.000E-05", "1e-05", "1e-05", "1E-05"]),
            (0.0001, ["0", "0.000", "1e-04", "1.000E-04", "0.0001", "0.0001", "0.0001"]),
            (5e-324, ["0", "0.000", "5e-324", "4.941E-324", "4.94066e-324", "5e-324", "4.94065645841E-324"]),
            (-0.0, ["-0", "-0.000", "-0e+00", "-0.000E+00", "-0", "-0", "-0"]),
            (100.0, ["100", "100.000", "1e+02", "1.000E+02", "100", "1e+02", "100"]),
            (999999.5, ["1000000", "999999.500", "1e+06", "1.000E+06", "1e+06", "1e+06", "999999.5"]),
            (9.9999995, ["10", "10.000", "1e+01", "1.000E+01", "10", "1e+01", "9.9999995"]),
            (f64::INFINITY, ["inf", "inf", "inf", "INF", "inf", "inf", "INF"]),
            (f64::NEG_INFINITY, ["-inf", "-inf", "-inf", "-INF", "-inf", "-inf", "-INF"]),
            (f64::NAN, ["nan", "nan", "nan", "NAN", "nan", "nan", "NAN"]),
            (
                123456789012.5,
                [
                    "123456789012",
                    "123456789012.500",
                    "1e+11",
                    "1.235E+11",
                    "1.23457e+11",
                    "1e+11",
                    "123456789012",
                ],
            ),
        ];
        let columns = [(b'f', 0), (b'f', 3), (b'e', 0), (b'E', 3), (b'g', 6), (b'g', 0), (b'G', 12)];
        for (x, expected) in rows {
            for ((conversion, precision), expected) in columns.iter().zip(expected) {
                let args = [Value::Char(*conversion), Value::Int(*precision), Value::Float(*x)];
                let conversion = *conversion as char;
                assert_eq!(&text("float_format", &args), expected, "%.{precision}{conversion} of {x}");
            }
        }
    }

    #[test]
    fn more_digits_than_a_double_has_are_zeros() {
        let text = format(b'f', 5000, 0.1).unwrap();
        assert_eq!(text.len(), 5002);
        assert!(text.starts_with("0.1000000000000000055511151231257827") && text.ends_with("0000"));
        assert_eq!(format(b'g', 70000, 0.1).unwrap().len(), 57);
        let huge = [Value::Char(b'f'), Value::Int(i64::MAX), Value::Float(0.1)];
        assert!(matches!(run("float_format", &huge), Err(Stop::Exhausted(_))));
    }

    #[test]
    fn shown_floats_read_back_as_floats() {
        for (x, expected) in
            [(1.0, "1."), (0.1, "0.1"), (1e22, "1e+22"), (-3.0, "-3."), (f64::INFINITY, "inf")]
        {
            assert_eq!(shown(x), expected);
        }
    }

    /// The rows are what OCaml 4.13 accepted and refused.
    #[test]
    fn floats_are_read_as_ocaml_reads_them() {
        let accepted = [
            ("1", 1.0),
            ("1.", 1.0),
            (".5", 0.5),
            ("1E+5", 1e5),
            ("-1.5e-3", -1.5e-3),
            (" 1.5", 1.5),
            ("\t1", 1.0),
            ("1_000.5", 1000.5),
            ("_1", 1.0),
            ("-INF", f64::NEG_INFINITY),
            ("infinity", f64::INFINITY),
            ("0x1p3", 8.0),
            ("0x1.8", 1.5),
            ("0x.8p1", 1.0),
            ("0x1p 3", 8.0),
            ("-0x1.fp-2", -0.484375),
            ("0x1.123456789abcdef01p0", 1.0711111111111111),
            ("1e400", f64::INFINITY),
            ("1e-400", 0.0),
            ("0x1p-1074", 5e-324),
            ("0x1p-1080", 0.0),
            ("0x1p99999999999", f64::INFINITY),
            ("0x0p99999999999", 0.0),
            ("1e99999999999", f64::INFINITY),
            ("0x1.p1", 2.0),
            ("0x1P+2", 4.0),
        ];
        for (text, expected) in accepted {
            assert_eq!(read(text.as_bytes()), Some(expected), "{text}");
        }
        for text in ["nan", "NaN", "nan(12)"] {
            assert!(read(text.as_bytes()).is_some_and(f64::is_nan), "{text}");
        }
        let refused = [
            "", " ", ".", "1e", "1.5 ", "_", "infx", "0x", "0x1p", "+-1", "0x1.8.1", "1e5.5", "0x.p1",
            "0x1p+", "12abc", "1\x002", "-", "e5", "é",
        ];
        for text in refused {
            assert_eq!(read(text.as_bytes()), None, "{text:?}");
        }
        assert_eq!(raised("float_of_string", &[Value::str("x")]).1, "float_of_string");
    }
}
