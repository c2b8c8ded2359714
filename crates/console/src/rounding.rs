//! The ways in which programs round a number.
//! In: a rounded decimal of the prelude, which remembers the number it was made of as a quotient. Out: the texts of what it
//! may have become, the one rounded half away from zero first. Halves go up, to the even digit, or where the nearest number
//! of the machine lies; so does what arithmetic on such numbers takes for a half.

use lydian_core::Datum;
use lydian_term::Int;

use crate::line::decimal_text;

/// Arithmetic in `float` has an error of this part of the number, or of 1 if the number is smaller: 2 to the power of -20.
const ERROR_BITS: u32 = 20;
/// But no more than this part of the last place is taken for an error of arithmetic.
const PARTS_OF_A_PLACE: i64 = 1_000;
/// Numbers with more places than this were not rounded by anybody.
const MOST_PLACES: i64 = 400;

/// The texts that a decimal may be rounded to; nothing if it was not rounded.
pub(crate) fn roundings(decimal: &Datum) -> Option<Vec<String>> {
    let parts = parts(decimal)?;
    let [mantissa, places, above, below, kept] = parts[..] else { return None };
    let (places, kept) = (places.as_usize()?, kept.as_i64()?);
    if below.is_zero() || kept.abs() > MOST_PLACES || places > MOST_PLACES as usize {
        return None;
    }
    let (above, below) = match below.is_negative() {
        true => (-above.clone(), -below.clone()),
        false => (above.clone(), below.clone()),
    };
    let found = mantissas(&above, &below, kept)?;
    // A record that somebody has changed says nothing about what it was made of.
    let shift = places as i64 - kept;
    let scaled: Vec<Int> = found.into_iter().map(|found| found * power_of_ten(shift)).collect();
    (shift >= 0 && scaled.first() == Some(mantissa))
        .then(|| scaled.iter().map(|mantissa| decimal_text(mantissa, places)).collect())
}

/// The whole numbers of a decimal of the prelude.
fn parts(decimal: &Datum) -> Option<Vec<&Int>> {
    let Datum::Construct(_, _, parts) = decimal else { return None };
    parts.iter().map(whole).collect()
}

fn whole(part: &Datum) -> Option<&Int> {
    match part {
        Datum::Int(int) => Some(int),
        _ => None,
    }
}

/// Bounds that are no decimal numbers are cut after so many places.
const BOUND_PLACES: usize = 30;

/// The decimals that are this far from a number at most: the smallest and the largest.
pub(crate) fn within_distance(number: &Datum, distance: &Datum) -> Option<(String, String)> {
    let [mantissa, places, above, below, _] = parts(number)?[..] else { return None };
    let [far, far_places, ..] = parts(distance)?[..] else { return None };
    if far.is_negative() {
        return None;
    }
    let ten = |places: &Int| Some(power_of_ten(places.as_i64()?));
    let (above, below) = match below.is_zero() {
        true => (mantissa.clone(), ten(places)?),
        false if below.is_negative() => (-above.clone(), -below.clone()),
        false => (above.clone(), below.clone()),
    };
    // Both with one divisor.
    let divisor = &below * &ten(far_places)?;
    let (number, far) = (above * ten(far_places)?, far * &below);
    let places = BOUND_PLACES.max(far_places.as_usize()?);
    let unit = power_of_ten(places as i64);
    let high = ((&number + &far) * unit.clone()).floor_div(&divisor)?;
    let low = -((far - number) * unit).floor_div(&divisor)?;
    Some((trimmed(&low, places), trimmed(&high, places)))
}

/// A decimal without zeros at the end of its places.
pub(crate) fn trimmed(mantissa: &Int, places: usize) -> String {
    shortened(&decimal_text(mantissa, places))
}

/// The same number without zeros at the end of its places.
pub(crate) fn shortened(text: &str) -> String {
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    }
}

/// What a quotient may be rounded to, in units of the last place that is kept.
fn mantissas(above: &Int, below: &Int, kept: i64) -> Option<Vec<Int>> {
    let number = above * &power_of_ten(kept);
    let unit = below * &power_of_ten(-kept);
    let (lower, rest) = (number.floor_div(&unit)?, number.floor_mod(&unit)?);
    let upper = &lower + &Int::from(1);
    if rest.is_zero() {
        return Some(vec![lower]);
    }
    let from_middle = Int::from(2) * rest - unit.clone();
    let up = match (from_middle.is_zero(), number.is_negative()) {
        (true, negative) => !negative,
        (false, _) => from_middle.is_positive(),
    };
    // Twice the distance from the middle, in parts of the unit, against twice the error that arithmetic may have.
    let distance = from_middle.abs();
    let size = number.abs().max(below * &power_of_ten(kept.max(0)));
    let double = |int: Int| Int::from(2) * int;
    let is_a_half = distance.clone() * Int::from(PARTS_OF_A_PLACE) <= double(unit)
        && distance * Int::power_of_two(ERROR_BITS) <= double(size);
    Some(match (is_a_half, up) {
        (false, true) => vec![upper],
        (false, false) => vec![lower],
        (true, true) => vec![upper, lower],
        (true, false) => vec![lower, upper],
    })
}

/// 1 for exponents below 0.
pub(crate) fn power_of_ten(exponent: i64) -> Int {
    (0..exponent).fold(Int::from(1), |power, _| power * Int::from(10))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(parts: &[Datum]) -> Datum {
        let con = lydian_core::ConId::intern("Lydian_console.decimal", "decimal");
        Datum::Construct(con, lydian_core::Mutability::Immutable, parts.to_vec())
    }

    fn texts(above: i64, below: i64, kept: i64) -> Vec<String> {
        let places = kept.max(0);
        let first = mantissas(&Int::from(above), &Int::from(below), kept).unwrap_or_default();
        let mantissa = first[0].clone() * power_of_ten(places - kept);
        let parts = [mantissa, Int::from(places), Int::from(above), Int::from(below), Int::from(kept)];
        roundings(&record(&parts.map(Datum::Int))).unwrap_or_default()
    }

    #[test]
    fn a_half_is_rounded_in_both_directions() {
        assert_eq!(texts(1, 8, 2), ["0.13", "0.12"]);
        assert_eq!(texts(3, 8, 2), ["0.38", "0.37"]);
        assert_eq!(texts(-1, 8, 2), ["-0.13", "-0.12"]);
        assert_eq!(texts(5, 2, 0), ["3", "2"]);
        assert_eq!(texts(2675, 1000, 2), ["2.68", "2.67"]);
        assert_eq!(texts(-1, 200, 2), ["-0.01", "0.00"]);
        assert_eq!(texts(125, 1, -1), ["130", "120"]);
    }

    #[test]
    fn what_is_no_half_is_rounded_to_the_nearer_neighbour() {
        assert_eq!(texts(1, 3, 2), ["0.33"]);
        assert_eq!(texts(2, 3, 2), ["0.67"]);
        assert_eq!(texts(-2, 3, 2), ["-0.67"]);
        assert_eq!(texts(1, 4, 2), ["0.25"]);
        assert_eq!(texts(1251, 10_000, 2), ["0.13"]);
        assert_eq!(texts(7, 1, 2), ["7.00"]);
        assert_eq!(texts(124, 1, -1), ["120"]);
    }

    #[test]
    fn what_arithmetic_takes_for_a_half_is_rounded_in_both_directions() {
        assert_eq!(texts(1_250_000_001, 10_000_000_000, 2), ["0.13", "0.12"]);
        assert_eq!(texts(1_249_999_999, 10_000_000_000, 2), ["0.12", "0.13"]);
    }

    #[test]
    fn a_record_that_was_changed_is_taken_as_it_is() {
        let parts = [14, 2, 1, 8, 2].map(|part: i64| Datum::Int(Int::from(part)));
        assert_eq!(roundings(&record(&parts)), None);
    }
}
