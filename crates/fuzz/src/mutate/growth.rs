//! Makes an input very deep or very long: a part within thousands of others, or thousands of times.

use std::borrow::Cow;

use lydian_conform::Random;

use super::LONGEST;
use super::parts::pick;
use crate::odd::{NUMBERS, WRAPPERS};
use crate::tokens::{Kind, Pieces, kind, subtrees};

/// How often something is done again; the small numbers come more often.
const TIMES: [usize; 10] = [5, 20, 50, 100, 200, 500, 1_000, 5_000, 20_000, 100_000];

/// Grows a text at one place.
pub(super) fn grow(pieces: &mut Pieces<'_>, random: &mut Random) {
    let times = TIMES[random.below(TIMES.len())];
    match random.below(8) {
        0..=3 => nest(pieces, times, random),
        4 | 5 => repeat(pieces, times, random),
        6 => prolong(pieces, times, random),
        _ => chain(pieces, times, random),
    }
}

/// Puts the same thing around a part again and again.
fn nest(pieces: &mut Pieces<'_>, times: usize, random: &mut Random) {
    let (before, behind) = WRAPPERS[random.below(WRAPPERS.len())];
    let (from, to) = part(pieces, random);
    let times = times.min(LONGEST / (before.len() + behind.len()).max(1));
    // Closing brackets that are missing are a test of their own.
    let closed = if random.below(10) == 0 { 0 } else { times };
    pieces.insert(to, Cow::Owned(behind.repeat(closed)));
    pieces.insert(from, Cow::Owned(before.repeat(times)));
}

/// Writes a part many times.
fn repeat(pieces: &mut Pieces<'_>, times: usize, random: &mut Random) {
    let (from, to) = part(pieces, random);
    let text = pieces[from..to].concat();
    let between = ["", " ", "\n", ", ", "; ", " | ", " + "][random.below(7)];
    let text = text + between;
    let times = times.min(LONGEST / text.len().max(1));
    pieces.insert(from, Cow::Owned(text.repeat(times)));
}

/// Makes a word, a number or a text very long.
fn prolong(pieces: &mut Pieces<'_>, times: usize, random: &mut Random) {
    let can = |piece: &str| matches!(kind(piece), Kind::Word | Kind::Number | Kind::Text);
    let places: Vec<usize> = (0..pieces.len()).filter(|at| can(&pieces[*at])).collect();
    if places.is_empty() {
        return;
    }
    let at = places[random.below(places.len())];
    let piece = &pieces[at];
    let middle = piece.chars().nth(piece.chars().count() / 2).unwrap_or('a');
    let middle = if middle == '"' { "a".to_owned() } else { middle.to_string() };
    let long = middle.repeat(times.min(LONGEST));
    let end = piece.len() - usize::from(piece.len() > 1 && piece.ends_with('"'));
    pieces[at] = Cow::Owned(format!("{}{long}{}", &piece[..end], &piece[end..]));
}

/// An expression of many operands.
fn chain(pieces: &mut Pieces<'_>, times: usize, random: &mut Random) {
    let operator =
        [" + ", " :: ", " ^ ", " && ", "; ", ", ", " @ ", " -> ", " | ", ".", " * ", " = "][random.below(12)];
    let operand = ["1", "x", "\"a\"", "[]", "true", pick(&NUMBERS, random)][random.below(6)];
    let text = format!("{operand}{operator}");
    let times = times.min(LONGEST / text.len());
    let at = random.below(pieces.len() + 1);
    pieces.insert(at, Cow::Owned(text.repeat(times) + operand));
}

/// A part of a text: mostly one in brackets.
fn part(pieces: &Pieces<'_>, random: &mut Random) -> (usize, usize) {
    let here = subtrees(pieces);
    if !here.is_empty() && random.below(3) > 0 {
        return here[random.below(here.len())];
    }
    let from = random.below(pieces.len() + 1);
    (from, (from + random.below(6)).min(pieces.len()))
}
