//! Sequences that become shorter together.

use super::{MOST_VALUES, POSITIONS};
use crate::{ConId, Datum};

/// Leaves an element out of all sequences of one length, or a character out of all texts: what must be equally long, or have the same
/// characters, stays so.
pub(super) fn drop_everywhere(
    best: &mut Vec<Datum>,
    left: &mut u32,
    still_fails: &mut impl FnMut(&[Datum]) -> bool,
) -> bool {
    let mut lengths = Vec::new();
    best.iter().for_each(|input| sequence_lengths(input, &mut lengths));
    lengths.sort_unstable();
    if lengths.len() < 2 {
        return false;
    }
    let shared: Vec<usize> = lengths.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0]).collect();
    let mut bytes = Vec::new();
    best.iter().for_each(|input| first_bytes(input, &mut bytes));
    for byte in bytes {
        let Some(fewer) = left.checked_sub(1) else { return false };
        *left = fewer;
        let candidate: Vec<Datum> = best.iter().map(|input| without_byte(input, byte)).collect();
        if candidate != *best && still_fails(&candidate) {
            *best = candidate;
            return true;
        }
    }
    for length in shared.into_iter().rev().filter(|length| *length <= POSITIONS) {
        for index in 0..length {
            let Some(fewer) = left.checked_sub(1) else { return false };
            *left = fewer;
            let candidate: Vec<Datum> = best.iter().map(|input| dropped(input, length, index)).collect();
            if candidate != *best && still_fails(&candidate) {
                *best = candidate;
                return true;
            }
        }
    }
    false
}

/// The different characters of the texts outside of lists and arrays, a few of them.
fn first_bytes(datum: &Datum, bytes: &mut Vec<u8>) {
    match datum {
        Datum::Str(text) | Datum::Bytes(text) => {
            for byte in text {
                if bytes.len() < MOST_VALUES && !bytes.contains(byte) {
                    bytes.push(*byte);
                }
            }
        }
        Datum::Construct(_, _, parts) => parts.iter().for_each(|part| first_bytes(part, bytes)),
        _ => {}
    }
}

/// A datum whose texts lack a character once.
fn without_byte(datum: &Datum, byte: u8) -> Datum {
    let fewer = |text: &[u8]| match text.iter().position(|other| *other == byte) {
        Some(at) if text.len() > 1 => [&text[..at], &text[at + 1..]].concat(),
        _ => text.to_vec(),
    };
    match datum {
        Datum::Str(text) => Datum::Str(fewer(text)),
        Datum::Bytes(text) => Datum::Bytes(fewer(text)),
        Datum::Construct(con, mutability, parts) => {
            Datum::Construct(*con, *mutability, parts.iter().map(|part| without_byte(part, byte)).collect())
        }
        _ => datum.clone(),
    }
}

/// The lengths of the outermost texts, arrays and lists of a datum, if they have elements.
fn sequence_lengths(datum: &Datum, lengths: &mut Vec<usize>) {
    match length_of(datum) {
        Some(0) => {}
        Some(length) => lengths.push(length),
        None => {
            if let Datum::Construct(_, _, parts) = datum {
                parts.iter().for_each(|part| sequence_lengths(part, lengths));
            }
        }
    }
}

/// How many elements a sequence has.
fn length_of(datum: &Datum) -> Option<usize> {
    match datum {
        Datum::Str(text) | Datum::Bytes(text) => Some(text.len()),
        Datum::Array(elements) => Some(elements.len()),
        Datum::Construct(con, ..) if *con == ConId::CONS => {
            let mut length = 0;
            let mut rest = datum;
            while let Datum::Construct(_, _, parts) = rest
                && let [_, tail] = parts.as_slice()
            {
                length += 1;
                rest = tail;
            }
            Some(length)
        }
        _ => None,
    }
}

/// A datum whose outermost sequences of this length lack one element.
fn dropped(datum: &Datum, length: usize, index: usize) -> Datum {
    // The empty text is no simpler to read than one letter.
    let fewer = |text: &[u8]| match text.len() {
        1 => text.to_vec(),
        _ => [&text[..index], &text[index + 1..]].concat(),
    };
    match (datum, length_of(datum)) {
        (Datum::Str(text), Some(long)) if long == length => Datum::Str(fewer(text)),
        (Datum::Bytes(text), Some(long)) if long == length => Datum::Bytes(fewer(text)),
        (Datum::Array(elements), Some(long)) if long == length => {
            let mut elements = elements.clone();
            elements.remove(index);
            Datum::Array(elements)
        }
        (Datum::Construct(..), Some(long)) if long == length => without_cell(datum, index),
        (Datum::Construct(con, mutability, parts), None) => Datum::Construct(
            *con,
            *mutability,
            parts.iter().map(|part| dropped(part, length, index)).collect(),
        ),
        _ => datum.clone(),
    }
}

fn without_cell(list: &Datum, index: usize) -> Datum {
    let Datum::Construct(con, mutability, parts) = list else { return list.clone() };
    match (parts.as_slice(), index) {
        ([_, tail], 0) => tail.clone(),
        ([head, tail], _) => {
            Datum::Construct(*con, *mutability, vec![head.clone(), without_cell(tail, index - 1)])
        }
        _ => list.clone(),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Datum, Shapes, Type, TypeTable, shrink};

    fn text(text: &str) -> Datum {
        Datum::Str(text.as_bytes().to_vec())
    }

    #[test]
    fn texts_of_one_length_become_shorter_together() {
        let mut shapes = Shapes::new(TypeTable::default());
        let root = shapes.intern(&Type::String);
        let fails = |inputs: &[Datum]| {
            let [Datum::Str(a), Datum::Str(b)] = inputs else { return false };
            a.len() == b.len()
                && a.contains(&b'1')
                && a.iter().position(|x| *x == b'1') == b.iter().position(|x| *x == b'Q')
        };
        let found = vec![text("aaaaa1aa"), text("aaaaaQaa")];
        assert_eq!(shrink(&shapes, &[root; 2], found, 500, fails), [text("1"), text("Q")]);
    }

    #[test]
    fn texts_lose_a_character_in_different_places() {
        let mut shapes = Shapes::new(TypeTable::default());
        let root = shapes.intern(&Type::String);
        let letters = |text: &[u8]| text.iter().filter(|char| char.is_ascii_lowercase()).count();
        let fails = |inputs: &[Datum]| {
            let [Datum::Str(a), Datum::Str(b)] = inputs else { return false };
            a.len() == b.len() && letters(a) == letters(b) && a.contains(&b'A') && b.contains(&b'B')
        };
        let found = vec![text("aAa"), text("aaB")];
        assert_eq!(shrink(&shapes, &[root; 2], found, 500, fails), [text("A"), text("B")]);
    }

    #[test]
    fn lists_of_one_length_become_shorter_together() {
        let mut shapes = Shapes::new(TypeTable::default());
        let root = shapes.intern(&Type::List(Type::Int.into()));
        let list = |ints: &[i64]| Datum::list(ints.iter().map(|int| Datum::Int((*int).into())));
        let ints = |list: &Datum| {
            let mut text = format!("{list:?}");
            text.retain(|char| char.is_ascii_digit());
            text.len()
        };
        let sizes = |inputs: &[Datum]| inputs[0].size() == inputs[1].size() && inputs[0].size() > 2;
        let fails = |inputs: &[Datum]| sizes(inputs) && ints(&inputs[0]) == ints(&inputs[1]);
        let found = vec![list(&[1, 2, 3, 4]), list(&[5, 6, 7, 8])];
        let shrunk = shrink(&shapes, &[root; 2], found, 500, fails);
        assert_eq!(shrunk, [list(&[0]), list(&[0])]);
    }
}
