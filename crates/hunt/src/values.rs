//! The basic values that inputs are made of: a few first, since each multiplies the number of inputs, and many more where the few make
//! only few inputs. What the programs at hand look at comes first.

use lydian_core::Datum;
use lydian_enumerate::{Constants, Pool};
use lydian_term::Int;

/// So many signs of the programs are texts of their own.
const SIGNS_IN_TEXTS: usize = 6;

/// So many texts over the characters that programs look at are among the many values.
const MOST_TEXTS: usize = 1_600;
/// So many over usual characters.
const MOST_USUAL_TEXTS: usize = 400;
/// Longer texts are not among the many values, but for repetitions.
const LONGEST_TEXT: usize = 6;
/// One character up to so many times: counters have ten as their first number of two digits.
const LONGEST_REPETITION: usize = 12;

/// Small values, the borders, and constants of the programs.
pub fn few(constants: &Constants) -> Pool {
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

pub(crate) fn signs(constants: &Constants) -> impl Iterator<Item = u8> {
    constants.chars.iter().copied().filter(|char| !char.is_ascii_alphanumeric())
}

/// The few, then many: numbers near zero, near the powers of two and of ten, near constants; all characters; short texts.
pub(crate) fn many(constants: &Constants, few: &Pool) -> Pool {
    let mut pool = few.clone();
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
    pool.floats.extend(interesting_floats(constants));
    pool.distinct()
}

/// The characters that programs look at, and usual ones.
#[derive(Debug, Clone)]
pub(crate) struct Alphabet {
    looked_at: Vec<u8>,
}

/// Characters for programs that look at none in particular, and beside the others.
const USUAL: &[u8] = b"abcA01 -";

/// Ranges whose ends are named stand for these characters as well.
const RANGES: [(u8, u8, &[u8]); 3] = [(b'0', b'9', b"12345678"), (b'a', b'z', b"bcm"), (b'A', b'Z', b"BCM")];

/// Programs look at no more characters than this: every further one makes the texts over them fewer or shorter.
const MOST_CHARS: usize = 24;

impl Alphabet {
    pub(crate) fn new(constants: &Constants) -> Alphabet {
        let mut looked_at = constants.chars.clone();
        // What is looked up in a short text is looked at, too.
        looked_at.extend(constants.strings.iter().filter(|text| text.len() <= MOST_CHARS).flatten());
        for (from, to, inside) in RANGES {
            if looked_at.contains(&from) && looked_at.contains(&to) {
                looked_at.extend(inside);
            }
        }
        let mut seen = [false; 256];
        looked_at.retain(|char| !std::mem::replace(&mut seen[*char as usize], true));
        looked_at.truncate(MOST_CHARS);
        Alphabet { looked_at }
    }

    /// A character, by a way to choose a number below a bound.
    pub(crate) fn char(&self, mut below: impl FnMut(usize) -> usize) -> u8 {
        if self.looked_at.is_empty() || below(5) == 0 {
            return USUAL[below(USUAL.len())];
        }
        self.looked_at[below(self.looked_at.len())]
    }
}

/// Texts over the characters that programs look at, then over usual ones, the shorter ones first; repetitions; then some that nobody types.
fn texts(constants: &Constants) -> Vec<Vec<u8>> {
    let alphabet = Alphabet::new(constants);
    let mut all = words(&alphabet.looked_at, MOST_TEXTS);
    all.extend(words(USUAL, MOST_USUAL_TEXTS));
    for char in alphabet.looked_at.iter().take(4).chain(b"ab") {
        all.extend((2..=LONGEST_REPETITION).map(|times| vec![*char; times]));
    }
    all.extend(constants.strings.iter().cloned());
    all.extend([&b"\n"[..], b"\t", b"\0", b"\xff", b"-1", b"0x", b"\"", b"\\"].map(<[u8]>::to_vec));
    all
}

/// All words over an alphabet, the shorter ones first, up to so many.
fn words(alphabet: &[u8], most: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut longest = all.clone();
    for _ in 0..LONGEST_TEXT {
        if all.len() >= most || alphabet.is_empty() {
            break;
        }
        longest = longest
            .iter()
            .flat_map(|text| alphabet.iter().map(|char| [text.clone(), vec![*char]].concat()))
            .take(most)
            .collect();
        all.extend(longest.iter().cloned());
    }
    all.truncate(most);
    all
}

/// Numbers on which floating-point arithmetic is not what one learns at school, and numbers of all magnitudes; those of the programs with
/// their neighbours first.
pub(crate) fn interesting_floats(constants: &Constants) -> Vec<f64> {
    let near = |float: &f64| [*float, -float, float.next_up(), float.next_down()];
    let mut floats: Vec<f64> = constants.floats.iter().flat_map(near).collect();
    let mut both =
        vec![0.1, 0.2, 0.3, 0.1 + 0.2, 1.0, 0.5, 1.5, 2.0, 2.5, 3.0, 1e16, 9_007_199_254_740_992.0];
    both.extend([1.0 / 3.0, std::f64::consts::PI, f64::MIN_POSITIVE / 2.0, f64::EPSILON, f64::MAX, 5e-324]);
    both.extend([1e100, 1e-100, 0.0, f64::INFINITY]);
    both.extend((2..=64).map(|power| 2f64.powi(power)));
    both.extend((1..=24).map(|power| 10f64.powi(power)));
    both.extend((1..=16).map(|power| 10f64.powi(-power)));
    floats.extend(both.into_iter().flat_map(|float| [float, -float]));
    floats.push(f64::NAN);
    floats
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
        let few = few(&constants);
        let many = many(&constants, &few);
        assert_eq!(many.ints[..few.ints.len()], few.ints[..]);
        assert_eq!(many.strings[..few.strings.len()], few.strings[..]);
        assert!(many.ints.len() > 300 && many.strings.len() > 400 && many.chars.len() == 256);
        assert!(many.floats.contains(&524_288.0));
    }
}
