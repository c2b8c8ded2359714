//! The same input in other letters, with other signs or moved along the numbers: a difference that needs two different letters, numbers on
//! one side of zero or some distance apart stays one when letters are exchanged, all signs turned or all integers moved by as much, and no
//! change of a single value leads there.

use lydian_term::Int;

use super::{MOST_VALUES, simpler_bytes};
use crate::Datum;

/// Exchanges two letters everywhere if the simpler one comes later, turns the signs of all numbers if the first one is negative, or moves
/// all integers so that the smallest is zero, if none is farther from zero then than one was before.
pub(super) fn mirror(
    best: &mut Vec<Datum>,
    left: &mut u32,
    still_fails: &mut impl FnMut(&[Datum]) -> bool,
) -> bool {
    let mut letters = Vec::new();
    let mut numbers = Numbers { first_is_negative: None, can_be_turned: true, range: None };
    for input in best.iter() {
        look(input, &mut letters, &mut numbers);
    }
    let pairs = letters.iter().enumerate().flat_map(|(at, letter)| {
        let later = &letters[at + 1..];
        simpler_bytes(*letter).filter(|simpler| later.contains(simpler)).map(|simpler| (*letter, simpler))
    });
    let exchanged = pairs.map(|(first, second)| {
        changed(best, &|byte| match byte {
            _ if byte == first => second,
            _ if byte == second => first,
            _ => byte,
        })
    });
    let turns = numbers.can_be_turned && numbers.first_is_negative == Some(true);
    let moves = numbers.way().filter(|_| numbers.can_be_turned);
    let candidates: Vec<Vec<Datum>> =
        exchanged.chain(turns.then(|| turned(best))).chain(moves.map(|way| moved(best, way))).collect();
    for candidate in candidates {
        let Some(fewer) = left.checked_sub(1) else { return false };
        *left = fewer;
        if still_fails(&candidate) {
            *best = candidate;
            return true;
        }
    }
    false
}

struct Numbers {
    /// Whether the first number that is not zero is negative.
    first_is_negative: Option<bool>,
    /// Whether every number has an opposite of its type, whatever integers are meant.
    can_be_turned: bool,
    /// The smallest and the largest integer.
    range: Option<(i64, i64)>,
}

impl Numbers {
    /// How far all integers are moved.
    fn way(&self) -> Option<i64> {
        let (least, most) = self.range?;
        (least > 0 || (least < 0 && most <= 0)).then_some(-least)
    }
}

/// Integers up to here have opposites in all types.
const HAS_OPPOSITE: u64 = i32::MAX as u64;

fn look(datum: &Datum, letters: &mut Vec<u8>, numbers: &mut Numbers) {
    let mut letter = |byte: u8| {
        if letters.len() < MOST_VALUES && !letters.contains(&byte) {
            letters.push(byte);
        }
    };
    match datum {
        Datum::Int(int) => {
            if *int != Int::ZERO {
                numbers.first_is_negative.get_or_insert(int.is_negative());
            }
            match int.as_i64().filter(|int| int.unsigned_abs() <= HAS_OPPOSITE) {
                None => numbers.can_be_turned = false,
                Some(int) => {
                    let (least, most) = numbers.range.unwrap_or((int, int));
                    numbers.range = Some((least.min(int), most.max(int)));
                }
            }
        }
        Datum::Float(float) if *float != 0.0 => {
            numbers.first_is_negative.get_or_insert(float.is_sign_negative());
        }
        Datum::Char(byte) => letter(*byte),
        Datum::Str(text) | Datum::Bytes(text) => text.iter().for_each(|byte| letter(*byte)),
        Datum::Construct(_, _, parts) | Datum::Array(parts) => {
            parts.iter().for_each(|part| look(part, letters, numbers));
        }
        Datum::Lazy(part) => look(part, letters, numbers),
        _ => {}
    }
}

fn changed(inputs: &[Datum], letter: &dyn Fn(u8) -> u8) -> Vec<Datum> {
    let text = |text: &[u8]| text.iter().map(|byte| letter(*byte)).collect();
    rebuilt(inputs, &|datum| match datum {
        Datum::Char(byte) => Some(Datum::Char(letter(*byte))),
        Datum::Str(known) => Some(Datum::Str(text(known))),
        Datum::Bytes(known) => Some(Datum::Bytes(text(known))),
        _ => None,
    })
}

fn turned(inputs: &[Datum]) -> Vec<Datum> {
    rebuilt(inputs, &|datum| match datum {
        Datum::Int(int) => Some(Datum::Int(-int.clone())),
        // The zero with a sign is no simpler than the other one.
        Datum::Float(float) if *float != 0.0 => Some(Datum::Float(-float)),
        _ => None,
    })
}

fn moved(inputs: &[Datum], way: i64) -> Vec<Datum> {
    rebuilt(inputs, &|datum| match datum {
        Datum::Int(int) => Some(Datum::Int(Int::from(int.as_i64()?.checked_add(way)?))),
        _ => None,
    })
}

/// Data with their basic parts replaced where there is something to put there.
pub(super) fn rebuilt(data: &[Datum], replace: &dyn Fn(&Datum) -> Option<Datum>) -> Vec<Datum> {
    let one = |datum: &Datum| match datum {
        Datum::Construct(con, mutability, parts) => {
            Datum::Construct(*con, *mutability, rebuilt(parts, replace))
        }
        Datum::Array(parts) => Datum::Array(rebuilt(parts, replace)),
        Datum::Lazy(part) => match rebuilt(std::slice::from_ref(&**part), replace).pop() {
            Some(part) => Datum::Lazy(Box::new(part)),
            None => datum.clone(),
        },
        _ => replace(datum).unwrap_or_else(|| datum.clone()),
    };
    data.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mirrored(inputs: Vec<Datum>, still_fails: impl FnMut(&[Datum]) -> bool) -> Vec<Datum> {
        let (mut best, mut left, mut still_fails) = (inputs, 100, still_fails);
        while mirror(&mut best, &mut left, &mut still_fails) {}
        best
    }

    #[test]
    fn the_first_letter_comes_first() {
        let text = |text: &str| Datum::Str(text.as_bytes().to_vec());
        assert_eq!(mirrored(vec![text("babb")], |_| true), [text("abaa")]);
        assert_eq!(mirrored(vec![text("cb"), text("a")], |_| true), [text("ab"), text("c")]);
        assert_eq!(mirrored(vec![text("babb")], |_| false), [text("babb")]);
    }

    #[test]
    fn the_first_number_is_positive_if_all_have_opposites() {
        let ints = |ints: &[i64]| Datum::list(ints.iter().map(|int| Datum::Int((*int).into())));
        assert_eq!(mirrored(vec![ints(&[0, -3, 2])], |_| true), [ints(&[0, 3, -2])]);
        assert_eq!(mirrored(vec![ints(&[3, -2])], |_| true), [ints(&[3, -2])]);
        let end = ints(&[-1, -(1 << 62)]);
        assert_eq!(mirrored(vec![end.clone()], |_| true), [end]);
        let grow = |inputs: &[Datum]| matches!(inputs, [Datum::Int(a), Datum::Int(b)] if a < b);
        let two = |a: i64, b: i64| vec![Datum::Int(a.into()), Datum::Int(b.into())];
        assert_eq!(mirrored(two(-1, 0), grow), two(0, 1));
        assert_eq!(mirrored(two(5, 7), grow), two(0, 2));
        assert_eq!(mirrored(two(-1, 1), grow), two(-1, 1));
        let floats = |floats: &[f64]| Datum::list(floats.iter().map(|float| Datum::Float(*float)));
        assert_eq!(mirrored(vec![floats(&[-1.0, -3e16])], |_| true), [floats(&[1.0, 3e16])]);
    }
}
