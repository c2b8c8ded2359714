//! The basic values that enumerated inputs are made of: a few first, since each multiplies the number of inputs, and many more
//! where the few make only few inputs.

use lydian_core::Datum;
use lydian_enumerate::{Constants, Pool};
use lydian_term::Int;

/// So many signs of the file are texts of their own.
const SIGNS_IN_TEXTS: usize = 6;

/// Longer texts are not among the many values.
const LONGEST_TEXT: usize = 4;
/// So many of them are.
const MOST_TEXTS: usize = 600;

/// Small values, the borders, and constants of the file.
pub(crate) fn few(constants: &Constants) -> Pool {
    let mut pool = constants.pool();
    let half = Int::power_of_two(62);
    pool.ints.insert(pool.ints.len().min(3), half.clone() - Int::from(1));
    pool.ints.insert(pool.ints.len().min(4), -half);
    pool.ints.extend([2i64, -2, 3].map(Int::from));
    pool.floats.extend([f64::NEG_INFINITY, -0.0, 2.0]);
    // Texts are often read character by character: signs that the file names matter, and so does order.
    pool.strings.push(Vec::new());
    pool.strings.extend(signs(constants).take(SIGNS_IN_TEXTS).map(|char| vec![char]));
    pool.strings.push(b"ab".to_vec());
    pool.distinct()
}

fn signs(constants: &Constants) -> impl Iterator<Item = u8> {
    constants.chars.iter().copied().filter(|char| !char.is_ascii_alphanumeric())
}

/// The few, then many: numbers near zero, near the powers of two and of ten, near constants; all characters; short texts.
pub(crate) fn many(constants: &Constants) -> Pool {
    let mut pool = few(constants);
    for int in 2..=70i64 {
        pool.ints.extend([int, -int].map(Int::from));
    }
    for int in &constants.ints {
        pool.add_int_with_neighbours(int);
    }
    for power in 6..=62 {
        let power = Int::power_of_two(power);
        for near in [power.clone() - Int::from(1), power.clone(), power + Int::from(1)] {
            pool.ints.extend([near.clone(), -near]);
        }
    }
    pool.ints.retain(|int| int.wrap(63) == *int);
    pool.chars.extend((b' '..=b'~').chain(0..=u8::MAX));
    pool.strings.extend(texts(constants));
    pool.floats.extend(floats());
    pool.floats.extend(
        constants.floats.iter().flat_map(|float| [*float, -float, float.next_up(), float.next_down()]),
    );
    pool.distinct()
}

/// Texts over a few characters, the shorter ones first; then some that nobody types.
fn texts(constants: &Constants) -> Vec<Vec<u8>> {
    let mut alphabet: Vec<u8> = b"ab".to_vec();
    alphabet.extend(signs(constants).take(4));
    alphabet.extend(constants.chars.iter().filter(|char| char.is_ascii_alphanumeric()).take(3));
    alphabet.extend(b"A0 ");
    let mut all = vec![Vec::new()];
    let mut longest = all.clone();
    for _ in 0..LONGEST_TEXT {
        longest = longest
            .iter()
            .flat_map(|text| alphabet.iter().map(|char| [text.clone(), vec![*char]].concat()))
            .take(MOST_TEXTS)
            .collect();
        all.extend(longest.iter().cloned());
    }
    all.truncate(MOST_TEXTS);
    all.extend(constants.strings.iter().cloned());
    all.extend([&b"\n"[..], b"\t", b"\0", b"\xff", b"-1", b"0x", b"\"", b"\\"].map(<[u8]>::to_vec));
    all
}

/// Numbers of all magnitudes.
fn floats() -> Vec<f64> {
    let mut floats = vec![0.1, 0.2, 0.3, 1.5, 2.5, 3.0, 1.0 / 3.0, std::f64::consts::PI];
    floats.extend((2..=64).map(|power| 2f64.powi(power)));
    floats.extend((1..=24).map(|power| 10f64.powi(power)));
    floats.extend((1..=16).map(|power| 10f64.powi(-power)));
    floats.extend([f64::EPSILON, f64::MAX, f64::MIN_POSITIVE, 5e-324, 1e100, 1e-100]);
    floats.into_iter().flat_map(|float| [float, -float]).collect()
}

/// Whether a datum is made of values of the pool only.
pub(crate) fn is_made_of(datum: &Datum, pool: &Pool) -> bool {
    match datum {
        Datum::Int(int) => pool.ints.contains(int),
        Datum::Char(char) => pool.chars.contains(char),
        Datum::Str(text) | Datum::Bytes(text) => pool.strings.contains(text),
        Datum::Float(float) => pool.floats.iter().any(|other| other.to_bits() == float.to_bits()),
        Datum::Construct(_, _, parts) | Datum::Array(parts) => {
            parts.iter().all(|part| is_made_of(part, pool))
        }
        Datum::Lazy(part) => is_made_of(part, pool),
        Datum::Function(function) => {
            let entries = function.entries.iter().flat_map(|(args, result)| args.iter().chain([result]));
            function.constant.iter().chain(entries).all(|part| is_made_of(part, pool))
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_many_values_begin_with_the_few() {
        let constants = Constants::default();
        let (few, many) = (few(&constants), many(&constants));
        assert_eq!(many.ints[..few.ints.len()], few.ints[..]);
        assert_eq!(many.strings[..few.strings.len()], few.strings[..]);
        assert!(many.ints.len() > 300 && many.strings.len() > 500 && many.chars.len() == 256);
        assert!(many.floats.contains(&524_288.0));
    }
}
