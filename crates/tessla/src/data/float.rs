//! Floating-point numbers as the JVM writes them.

use std::cmp::Ordering;

/// A float as the language's interpreter prints it: `1.0`, `0.001`, `1.0E10`, `NaN`, `-Infinity`.
///
/// ```
/// use lydian_tessla::data::show_float;
/// assert_eq!(show_float(123.5), "123.5");
/// assert_eq!(show_float(1e7), "1.0E7");
/// ```
pub fn show_float(float: f64) -> String {
    if float.is_nan() {
        return "NaN".to_owned();
    }
    if float.is_infinite() {
        return if float > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    let (digits, exponent) = digits(float);
    let sign = if float.is_sign_negative() { "-" } else { "" };
    format!("{sign}{}", layout(&digits, exponent))
}

/// A float as a literal or an expression of the language.
pub(super) fn source(float: f64) -> String {
    if float.is_nan() {
        return "0.0 /. 0.0".to_owned();
    }
    if float.is_infinite() {
        return if float > 0.0 { "1.0 /. 0.0" } else { "-1.0 /. 0.0" }.to_owned();
    }
    let shown = show_float(float);
    match shown.split_once('E') {
        Some((mantissa, exponent)) => {
            let sign = if exponent.starts_with('-') { "" } else { "+" };
            format!("{mantissa}e{sign}{exponent}")
        }
        None => shown,
    }
}

/// The order of the program's `compare`: NaN equals itself and is below all others, zeros are equal.
pub(super) fn order(a: f64, b: f64) -> Ordering {
    match (a.is_nan(), b.is_nan()) {
        (true, true) => Ordering::Equal,
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        _ => a.partial_cmp(&b).unwrap_or(Ordering::Equal),
    }
}

/// The fewest digits that mean the same number, and the exponent of the first.
fn digits(float: f64) -> (String, i32) {
    let text = format!("{:e}", float.abs());
    match text.split_once('e') {
        Some((mantissa, exponent)) => (mantissa.replace('.', ""), exponent.parse().unwrap_or(0)),
        None => (text, 0),
    }
}

fn layout(digits: &str, exponent: i32) -> String {
    if !(-3..7).contains(&exponent) {
        let rest = if digits.len() > 1 { &digits[1..] } else { "0" };
        return format!("{}.{rest}E{exponent}", &digits[..1]);
    }
    if exponent < 0 {
        return format!("0.{}{digits}", "0".repeat((-1 - exponent) as usize));
    }
    let whole = exponent as usize + 1;
    if digits.len() <= whole {
        format!("{digits}{}.0", "0".repeat(whole - digits.len()))
    } else {
        format!("{}.{}", &digits[..whole], &digits[whole..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_print_as_on_the_jvm() {
        for (float, text) in [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (0.1, "0.1"),
            (0.001, "0.001"),
            (0.0001, "1.0E-4"),
            (1234567.0, "1234567.0"),
            (9999999.5, "9999999.5"),
            (12345678.0, "1.2345678E7"),
            (1e300, "1.0E300"),
            (f64::INFINITY, "Infinity"),
            (1.0 / 3.0, "0.3333333333333333"),
        ] {
            assert_eq!(show_float(float), text);
        }
    }
}
