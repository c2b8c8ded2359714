//! Floating-point numbers of functions in OCaml, as programs write them.
//! In: a value. Out: what may be written for it: any text of a number that agrees in twelve digits, since languages show from twelve
//! (OCaml) to seventeen of them; for what is infinite or not a number the words that languages have. A computed decimal with more
//! digits than a program can know is compared in the same way.

use lydian_core::Datum;
use lydian_term::Int;

use crate::line::decimal_text;
use crate::pattern::Pattern;
use crate::rounding::{power_of_ten, trimmed, within_distance};

/// Half of the last of twelve digits, in units of [`PARTS`] of the number: what a language cuts off at most.
const HALF: i64 = 5;
const PARTS: u32 = 12;

/// A `double` knows so many decimal digits.
const MOST_DIGITS: usize = 15;

/// What may be written for a float, or for one that was rounded and is not finite.
pub(crate) fn float_pattern(datum: &Datum, shown: &str) -> Option<Pattern> {
    match datum {
        Datum::Float(float) if float.is_finite() => {
            let (mantissa, places) = exact(*float);
            Some(near(shown, &mantissa, places))
        }
        Datum::Float(float) => Some(words(*float)),
        Datum::Construct(_, _, parts) => match &parts[..] {
            [Datum::Int(sign), Datum::Int(places), _, _, _] if places.is_negative() => {
                Some(words(sign.as_i64()? as f64 * f64::INFINITY))
            }
            _ => None,
        },
        _ => None,
    }
}

/// What may be written for a computed decimal that has more digits than programs know.
pub(crate) fn many_digits(decimal: &Datum) -> Option<Pattern> {
    let Datum::Construct(_, _, parts) = decimal else { return None };
    let [Datum::Int(mantissa), Datum::Int(places), ..] = &parts[..] else { return None };
    let digits = mantissa.abs().to_string();
    let digits = digits.trim_end_matches('0');
    if digits.len() <= MOST_DIGITS {
        return None;
    }
    let places = places.as_usize()?;
    Some(near(&decimal_text(mantissa, places), mantissa, places))
}

/// The numbers that are as far as given from a float at most: the smallest and the largest; nothing if it is not finite.
pub(crate) fn within(float: f64, distance: &Datum) -> Option<(String, String)> {
    let (mantissa, places) = exact(float);
    let number = [mantissa, Int::from(places as i64), Int::from(0), Int::from(0), Int::from(0)];
    let con = lydian_core::ConId::intern("Lydian_console.decimal", "decimal");
    let number = Datum::Construct(con, lydian_core::Mutability::Immutable, number.map(Datum::Int).to_vec());
    within_distance(&number, distance)
}

fn near(shown: &str, mantissa: &Int, places: usize) -> Pattern {
    let parts = power_of_ten(i64::from(PARTS));
    let bound = |by: i64| trimmed(&(mantissa * &(&parts + &Int::from(by))), places + PARTS as usize);
    let (low, high) = if mantissa.is_negative() { (HALF, -HALF) } else { (-HALF, HALF) };
    Pattern::Near { shown: shown.to_owned(), low: bound(low), high: bound(high) }
}

/// A finite float as a whole number and a number of decimal places.
fn exact(float: f64) -> (Int, usize) {
    let bits = float.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i64;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let (mantissa, exponent) = match exponent {
        0 => (fraction, -1074),
        _ => (fraction | 1 << 52, exponent - 1075),
    };
    let zeros = i64::from(mantissa.trailing_zeros()).min(-exponent).max(0);
    let (mantissa, exponent) = if mantissa == 0 { (0, 0) } else { (mantissa >> zeros, exponent + zeros) };
    let mantissa = Int::from(if float < 0.0 { -mantissa } else { mantissa });
    match exponent {
        0.. => (mantissa * Int::power_of_two(exponent as u32), 0),
        _ => ((0..-exponent).fold(mantissa, |product, _| product * Int::from(5)), -exponent as usize),
    }
}

/// How an infinite number, or none, is called here.
pub(crate) fn not_finite(float: f64) -> &'static str {
    if float.is_nan() {
        "nan"
    } else if float > 0.0 {
        "inf"
    } else {
        "-inf"
    }
}

/// What languages write for it.
fn words(float: f64) -> Pattern {
    let texts: &[&str] = match not_finite(float) {
        "nan" => &["nan", "NaN", "-nan", "NAN"],
        "inf" => &["inf", "Infinity", "+Inf", "Inf", "INF"],
        _ => &["-inf", "-Infinity", "-Inf", "-INF"],
    };
    Pattern::Either(texts.iter().map(|text| Pattern::Text(text.as_bytes().to_vec())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::{Output, Step};

    fn writes(float: f64, text: &str) -> bool {
        let pattern = float_pattern(&Datum::Float(float), "").expect("a pattern");
        Step { outputs: vec![Output { optional: false, pattern }] }.matches(text.as_bytes())
    }

    #[test]
    fn a_float_may_be_written_as_any_language_does() {
        for text in ["1", "1.", "1.0", "1.000000"] {
            assert!(writes(1.0, text), "{text}");
        }
        for text in ["0.333333333333", "0.3333333333333333", "0.33333333333333331"] {
            assert!(writes(1.0 / 3.0, text), "{text}");
        }
        for text in ["1e-05", "1E-05", "1.0E-5", "0.00001", "1e-5"] {
            assert!(writes(1e-5, text), "{text}");
        }
        for text in ["1e+20", "1.0E20", "100000000000000000000", "100000000000000000000."] {
            assert!(writes(1e20, text), "{text}");
        }
        for (float, text) in
            [(-2.5, "-2.5"), (0.0, "0."), (-0.0, "-0."), (f64::INFINITY, "inf"), (f64::NAN, "NaN")]
        {
            assert!(writes(float, text), "{text}");
        }
        for (float, text) in
            [(1.0, "1.1"), (1.0, "1..0"), (1e-5, "1e-06"), (1e-5, "1"), (0.5, "0.50001"), (1e20, "1e+2")]
        {
            assert!(!writes(float, text), "{text}");
        }
    }
}
