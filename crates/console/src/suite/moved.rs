//! Runs one small step away from known ones: a program that confuses two things often differs from the specification just there.
//! In: the lines of a run. Out: lines that need not fit the specification; whoever takes them looks.

use lydian_term::Int;

use crate::line::END_OF_INPUT;
use crate::random::Random;
use crate::shrink::number;

/// The lines with one thing changed: a line that is twice there, gone or exchanged, a number near another one, a text with a letter
/// changed, or mirrored.
pub(super) fn moved(lines: &[Vec<u8>], random: &mut Random) -> Vec<Vec<u8>> {
    let mut lines = lines.to_vec();
    if lines.is_empty() {
        return lines;
    }
    let place = random.below(lines.len() as u64) as usize;
    match random.below(8) {
        0 => lines.insert(place, lines[place].clone()),
        1 => {
            let other = random.below(lines.len() as u64) as usize;
            lines.swap(place, other);
        }
        _ if lines[place] == END_OF_INPUT => {}
        _ => {
            lines[place] = match number(&lines[place]) {
                Some(value) => moved_number(&lines, place, value, random).to_string().into_bytes(),
                None => moved_text(&lines[place], random),
            };
        }
    }
    lines
}

fn moved_number(lines: &[Vec<u8>], place: usize, value: Int, random: &mut Random) -> Int {
    let before = lines[..place].iter().filter_map(|line| number(line));
    match random.below(8) {
        0 => value + Int::from(1),
        1 => value - Int::from(1),
        2 => -value,
        3 => value * Int::from(2),
        // What brings a total back to nothing, or is as much as all before.
        4 => -before.fold(Int::from(0), |sum, one| sum + one),
        5 => before.fold(Int::from(0), |sum, one| sum + one),
        6 => value + random.within(20),
        _ => number(random.one_of::<Vec<u8>>(lines)).unwrap_or(value),
    }
}

fn moved_text(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut text = text.to_vec();
    if text.is_empty() {
        return b"a".to_vec();
    }
    let place = random.below(text.len() as u64) as usize;
    match random.below(8) {
        0 => {
            text.remove(place);
        }
        1 => text.insert(place, text[place]),
        2 => {
            let other = random.below(text.len() as u64) as usize;
            text.swap(place, other);
        }
        3 => text[place] ^= if text[place].is_ascii_alphabetic() { 0x20 } else { 0 },
        4 => text[place] = *random.one_of(b"abcdefghijklmnopqrstuvwxyz"),
        5 => text.insert(place, *random.one_of(b"abcdefghijklmnopqrstuvwxyz")),
        // The same from both ends, and almost so: something in the middle differs.
        6 => text.extend(text.clone().into_iter().rev()),
        _ => {
            let mirrored: Vec<u8> = text.iter().rev().copied().collect();
            text.extend([b'x', b'y']);
            text.extend(mirrored);
        }
    }
    text
}
