//! The values of literals.
//! In: the text of one literal as the lexer cut it out. Out: its value as OCaml reads it, or what is wrong with it.
//! Numbers that do not fit their type are refused here, with the words that OCaml's type checker uses for it.

use super::ast::Constant;
use std::ops::Range;

/// The length of the number at the start of `bytes`, which start with a digit. OCaml's lexer takes the longest.
pub(super) fn number_length(bytes: &[u8]) -> usize {
    let run = |from: usize, ok: fn(&u8) -> bool| {
        bytes[from.min(bytes.len())..].iter().take_while(|byte| ok(byte) || **byte == b'_').count()
    };
    let at = |index: usize| bytes.get(index).copied().unwrap_or(b' ');
    let (digit, from, exponent): (fn(&u8) -> bool, usize, &[u8]) = match at(1) | 0x20 {
        b'x' if at(0) == b'0' && at(2).is_ascii_hexdigit() => (u8::is_ascii_hexdigit, 2, b"pP"),
        b'o' if at(0) == b'0' && is_octal(&at(2)) => (is_octal, 2, b""),
        b'b' if at(0) == b'0' && is_binary(&at(2)) => (is_binary, 2, b""),
        _ => (u8::is_ascii_digit, 0, b"eE"),
    };
    let mut length = from + run(from, digit);
    if !exponent.is_empty() {
        if at(length) == b'.' {
            length += 1;
            length += run(length, digit);
        }
        if exponent.contains(&at(length)) {
            let sign = usize::from(matches!(at(length + 1), b'+' | b'-'));
            if at(length + 1 + sign).is_ascii_digit() {
                length += 1 + sign;
                length += run(length, u8::is_ascii_digit);
            }
        }
    }
    length + usize::from(matches!(at(length), b'g'..=b'z' | b'G'..=b'Z'))
}

fn is_octal(byte: &u8) -> bool {
    matches!(byte, b'0'..=b'7')
}

fn is_binary(byte: &u8) -> bool {
    matches!(byte, b'0' | b'1')
}

/// The value of a number, with the sign that stands before it.
pub(super) fn number_value(text: &str, negative: bool) -> Result<Constant, String> {
    let shown = || if negative { format!("-{text}") } else { text.to_string() };
    let (digits, suffix) = split_suffix(text);
    let plain: String = digits.chars().filter(|c| *c != '_').collect();
    if is_float(&plain) {
        return match suffix {
            Some(suffix) => Err(format!("unknown suffix `{suffix}` of the number `{}`", shown())),
            None => {
                let value = float_value(&plain);
                Ok(Constant::Float(if negative { -value } else { value }))
            }
        };
    }
    let (bits, ty) = match suffix {
        None => (63, "int"),
        Some('l') => (32, "int32"),
        Some('L') => (64, "int64"),
        Some('n') => (64, "nativeint"),
        Some(suffix) => return Err(format!("unknown suffix `{suffix}` of the number `{}`", shown())),
    };
    let value = integer_value(&plain, negative, bits)
        .ok_or_else(|| format!("`{}` exceeds the range of integers of type {ty}", shown()))?;
    Ok(match suffix {
        None => Constant::Int(value),
        Some('l') => Constant::Int32(value as i32),
        Some('L') => Constant::Int64(value),
        _ => Constant::Nativeint(value),
    })
}

fn split_suffix(text: &str) -> (&str, Option<char>) {
    match text.chars().last() {
        Some(last) if last.is_ascii_alphabetic() && !last.is_ascii_hexdigit() => {
            (&text[..text.len() - 1], Some(last))
        }
        _ => (text, None),
    }
}

fn is_float(plain: &str) -> bool {
    let is_hex = plain.starts_with("0x") || plain.starts_with("0X");
    plain.contains('.') || plain.contains(if is_hex { ['p', 'P'] } else { ['e', 'E'] })
}

/// As OCaml reads it: decimal numbers are signed, the other radices are bit patterns.
fn integer_value(plain: &str, negative: bool, bits: u32) -> Option<i64> {
    let (radix, digits) = match plain.get(..2).map(str::to_ascii_lowercase).as_deref() {
        Some("0x") => (16, &plain[2..]),
        Some("0o") => (8, &plain[2..]),
        Some("0b") => (2, &plain[2..]),
        _ => (10, plain),
    };
    let magnitude = u64::from_str_radix(digits, radix).ok()?;
    let limit =
        if radix != 10 { u64::MAX >> (64 - bits) } else { (1u64 << (bits - 1)) - u64::from(!negative) };
    if magnitude > limit {
        return None;
    }
    let value = if negative { (magnitude as i64).wrapping_neg() } else { magnitude as i64 };
    Some(value << (64 - bits) >> (64 - bits))
}

/// The value of a decimal or hexadecimal floating-point number.
fn float_value(plain: &str) -> f64 {
    if !plain.starts_with("0x") && !plain.starts_with("0X") {
        return plain.parse().unwrap_or(f64::NAN);
    }
    let (mantissa, exponent) = match plain[2..].split_once(['p', 'P']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().unwrap_or(i32::MAX / 4)),
        None => (&plain[2..], 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut bits: u128 = 0;
    let mut scale = exponent.saturating_sub(4 * fraction.len().min(1 << 20) as i32);
    for digit in whole.chars().chain(fraction.chars()).filter_map(|c| c.to_digit(16)) {
        if bits >> 120 == 0 {
            bits = bits << 4 | u128::from(digit);
        } else {
            // Too far down to matter except for rounding: remember that something was there.
            bits |= u128::from(digit != 0);
            scale = scale.saturating_add(4);
        }
    }
    scale_by_power_of_two(bits, scale)
}

/// `bits * 2^scale`, rounded once: subnormal results must not be rounded twice.
fn scale_by_power_of_two(bits: u128, scale: i32) -> f64 {
    if bits == 0 {
        return 0.0;
    }
    let top = 127 - bits.leading_zeros() as i32 + scale.clamp(-5_000, 5_000);
    if top < -1022 {
        // Subnormal: keep only the bits at or above 2^-1074, and let the conversion round.
        let drop = -1074 - scale.clamp(-5_000, 5_000);
        if drop >= 128 {
            return 0.0;
        }
        if drop <= 0 {
            return f64::from_bits((bits << -drop) as u64);
        }
        let kept = bits >> drop;
        let rest = bits & ((1u128 << drop) - 1);
        let half = 1u128 << (drop - 1);
        let up = rest > half || rest == half && kept & 1 == 1;
        return f64::from_bits((kept + u128::from(up)) as u64);
    }
    let mut value = bits as f64;
    let mut left = scale.clamp(-5_000, 5_000);
    while left > 0 {
        let step = left.min(1000);
        value *= 2f64.powi(step);
        left -= step;
    }
    while left < 0 {
        let step = left.max(-900);
        value *= 2f64.powi(step);
        left -= step;
    }
    value
}

/// The length of the character literal at the start of `bytes`, if one is there.
pub(super) fn char_length(bytes: &[u8]) -> Option<usize> {
    let closed = |length: usize| (bytes.get(length) == Some(&b'\'')).then_some(length + 1);
    let digits =
        |range: Range<usize>, ok: fn(&u8) -> bool| bytes.get(range).is_some_and(|part| part.iter().all(ok));
    match bytes.get(1)? {
        b'\\' => match bytes.get(2)? {
            b'\\' | b'"' | b'\'' | b'n' | b't' | b'b' | b'r' | b' ' => closed(3),
            b'0'..=b'9' if digits(2..5, u8::is_ascii_digit) => closed(5),
            b'o' if digits(3..6, |byte| matches!(byte, b'0'..=b'7')) => closed(6),
            b'x' if digits(3..5, u8::is_ascii_hexdigit) => closed(5),
            _ => None,
        },
        b'\'' => None,
        b'\r' if bytes.get(2) == Some(&b'\n') => closed(3),
        byte if byte.is_ascii() => closed(2),
        _ => None,
    }
}

/// The value of a character literal with its quotes.
pub(super) fn char_value(text: &[u8]) -> Result<u8, String> {
    let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or_default();
    match inner.strip_prefix(b"\\") {
        Some(escape) => match escape_value(escape) {
            Ok((Some(byte), _)) => Ok(byte),
            Ok((None, _)) => Err(format!("`{}` is no escape", String::from_utf8_lossy(inner))),
            Err(message) => Err(message),
        },
        None => Ok(inner.first().copied().unwrap_or(b'?')),
    }
}

/// The value of an escape after its backslash and the bytes that it takes; no value if it is no escape of one byte.
fn escape_value(rest: &[u8]) -> Result<(Option<u8>, usize), String> {
    let number = |range: Range<usize>, radix: u32| {
        let part = std::str::from_utf8(rest.get(range)?).ok()?;
        if !part.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return None;
        }
        u32::from_str_radix(part, radix).ok()
    };
    let simple = |byte: u8| Ok((Some(byte), 1));
    let checked = |value: Option<u32>, length: usize, shown: &[u8]| match value {
        Some(value) if value < 256 => Ok((Some(value as u8), length)),
        Some(value) => {
            let shown = String::from_utf8_lossy(&shown[..length.min(shown.len())]).into_owned();
            Err(format!("`\\{shown}` is {value}, outside the range of characters (0 to 255)"))
        }
        None => Ok((None, 0)),
    };
    match rest.first() {
        Some(b'n') => simple(b'\n'),
        Some(b't') => simple(b'\t'),
        Some(b'b') => simple(8),
        Some(b'r') => simple(b'\r'),
        Some(byte @ (b'\\' | b'"' | b'\'' | b' ')) => simple(*byte),
        Some(b'0'..=b'9') => checked(number(0..3, 10), 3, rest),
        Some(b'o') => checked(number(1..4, 8), 4, rest),
        Some(b'x') => checked(number(1..3, 16), 3, rest),
        _ => Ok((None, 0)),
    }
}

/// The value of a string literal.
pub(super) struct Decoded {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Backslashes that start no escape (with the byte after them), which OCaml only warns about.
    pub doubtful: Vec<Range<usize>>,
}

/// The value of a string literal of either form, with its quotes; or the place and the fault.
pub(super) fn string_value(bytes: &[u8]) -> Result<Decoded, (Range<usize>, String)> {
    let mut decoded = Decoded { bytes: Vec::with_capacity(bytes.len()), doubtful: Vec::new() };
    if bytes.starts_with(b"{") {
        let open = bytes.iter().position(|byte| *byte == b'|').map_or(0, |at| at + 1);
        let end = bytes.len().saturating_sub(open).max(open);
        decoded.bytes.extend(bytes.get(open..end).unwrap_or_default());
        return Ok(decoded);
    }
    let end = bytes.len().saturating_sub(1);
    let mut at = 1;
    while at < end {
        if bytes[at] != b'\\' {
            decoded.bytes.push(bytes[at]);
            at += 1;
            continue;
        }
        let rest = &bytes[at + 1..end];
        if let Some(skipped) = continued_line(rest) {
            at += 1 + skipped;
        } else if rest.starts_with(b"u{") {
            at += 1 + unicode_escape(rest, &mut decoded.bytes)
                .map_err(|(length, message)| (at..at + 1 + length, message))?;
        } else {
            match escape_value(rest) {
                Ok((Some(byte), length)) => {
                    decoded.bytes.push(byte);
                    at += 1 + length;
                }
                Ok((None, _)) => {
                    decoded.doubtful.push(at..(at + 2).min(end));
                    decoded.bytes.push(b'\\');
                    at += 1;
                }
                Err(message) => return Err((at..(at + 4).min(end), message)),
            }
        }
    }
    Ok(decoded)
}

/// How much a backslash at the end of a line skips: the line end and the blanks after it.
fn continued_line(rest: &[u8]) -> Option<usize> {
    let line_end = match rest {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => return None,
    };
    Some(line_end + rest[line_end..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count())
}

/// Adds the character of `u{...}` in UTF-8 and says how long the escape is.
fn unicode_escape(rest: &[u8], into: &mut Vec<u8>) -> Result<usize, (usize, String)> {
    let digits = rest[2..].iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let length = 3 + digits;
    if rest.get(2 + digits) != Some(&b'}') || digits == 0 {
        into.extend_from_slice(b"\\");
        return Ok(0);
    }
    let hex = String::from_utf8_lossy(&rest[2..2 + digits]).into_owned();
    match u32::from_str_radix(&hex, 16).ok().filter(|_| digits <= 6).and_then(char::from_u32) {
        Some(c) => {
            into.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            Ok(length)
        }
        None => Err((length, format!("`\\u{{{hex}}}` is not a Unicode character"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(text: &str) -> Option<i64> {
        match number_value(text, false) {
            Ok(Constant::Int(value)) => Some(value),
            _ => None,
        }
    }

    #[test]
    fn integers_are_read_in_every_radix_and_wrap_only_as_bit_patterns() {
        assert_eq!(int("1_000"), Some(1000));
        assert_eq!(int("0xFF"), Some(255));
        assert_eq!(int("0o17"), Some(15));
        assert_eq!(int("0b101"), Some(5));
        assert_eq!(int("0x7FFFFFFFFFFFFFFF"), Some(-1));
        assert_eq!(int("0x8000000000000000"), None);
        assert_eq!(int("4611686018427387903"), Some(4611686018427387903));
        assert_eq!(int("4611686018427387904"), None);
        assert_eq!(number_value("4611686018427387904", true), Ok(Constant::Int(-4611686018427387904)));
    }

    #[test]
    fn suffixes_choose_the_type() {
        assert_eq!(number_value("7l", false), Ok(Constant::Int32(7)));
        assert_eq!(number_value("2147483648l", true), Ok(Constant::Int32(i32::MIN)));
        assert!(number_value("2147483648l", false).is_err());
        assert_eq!(number_value("0xFFl", false), Ok(Constant::Int32(255)));
        assert_eq!(number_value("9223372036854775807L", false), Ok(Constant::Int64(i64::MAX)));
        assert_eq!(number_value("3n", false), Ok(Constant::Nativeint(3)));
        assert!(number_value("3g", false).is_err());
    }

    #[test]
    fn floats_are_read_in_decimal_and_hexadecimal() {
        let float = |text| match number_value(text, false) {
            Ok(Constant::Float(value)) => value,
            other => panic!("{other:?}"),
        };
        assert_eq!(float("1."), 1.0);
        assert_eq!(float("1_0.5e-1_0"), 10.5e-10);
        assert_eq!(float("1e3"), 1000.0);
        assert_eq!(float("0x1.8p1"), 3.0);
        assert_eq!(float("0x1p-1074"), f64::from_bits(1));
        assert_eq!(float("0x1p-1060"), f64::from_bits(1 << 14));
        assert_eq!(float("0x1.8p-1074"), f64::from_bits(2));
        assert_eq!(float("0x1p-99999"), 0.0);
        assert_eq!(float("0x1p99999"), f64::INFINITY);
        assert_eq!(float("0xA.8"), 10.5);
    }

    #[test]
    fn the_longest_number_is_taken() {
        for (text, length) in [
            ("1+2", 1),
            ("1.5.x", 3),
            ("1e5", 3),
            ("1e+", 1),
            ("0x1F.", 5),
            ("0b12", 3),
            ("12L)", 3),
            ("0xg", 2),
        ] {
            assert_eq!(number_length(text.as_bytes()), length, "{text}");
        }
    }

    #[test]
    fn strings_know_every_escape() {
        let text = "\"a\\n\\065\\x42\\o103\\u{e9}\\\n   z\\q\"";
        let decoded = string_value(text.as_bytes()).ok().unwrap();
        assert_eq!(decoded.bytes, b"a\nABC\xc3\xa9z\\q");
        assert_eq!(decoded.doubtful.len(), 1);
        assert!(string_value(b"\"\\300\"").is_err());
        assert_eq!(string_value(b"{id|a\"\\b|id}").ok().unwrap().bytes, b"a\"\\b");
    }

    #[test]
    fn characters_are_one_byte() {
        assert_eq!(char_length(b"'a'"), Some(3));
        assert_eq!(char_length(b"'a b"), None);
        assert_eq!(char_value(b"'\\''"), Ok(b'\''));
        assert_eq!(char_value(b"'\\x41'"), Ok(b'A'));
        assert!(char_value(b"'\\300'").is_err());
    }
}
