//! Changes of tokens and of the parts between brackets, in one file and between two.

use std::borrow::Cow;

use lydian_conform::Random;

use super::Changes;
use crate::odd::{CHARACTERS, NUMBERS, TEXTS};
use crate::tokens::{Kind, Pieces, kind, subtrees, tokens};

/// The tokens that are moved at once.
const MOST_MOVED: usize = 12;

/// A text in pieces.
pub(super) fn pieces(text: &str) -> Pieces<'_> {
    tokens(text).into_iter().map(Cow::Borrowed).collect()
}

impl<'t> Changes<'t> {
    /// Makes a change that leaves the form of the text alone, so that it is read to the end more often.
    pub(super) fn gentle(&self, pieces: &mut Pieces<'t>, random: &mut Random) {
        match random.below(8) {
            0 | 1 => put(pieces, Kind::Number, pick(&NUMBERS, random), random),
            2 => put(pieces, Kind::Text, pick(&TEXTS, random), random),
            3 | 4 => self.rename(pieces, random),
            5 | 6 => self.graft(pieces, random),
            _ => lines(pieces, random),
        }
    }

    /// Makes any change.
    pub(super) fn any(&self, pieces: &mut Pieces<'t>, random: &mut Random) {
        match random.below(16) {
            0 => drop(pieces.drain(range(pieces.len(), random))),
            1 => {
                let moved = pieces[range(pieces.len(), random)].to_vec();
                insert(pieces, moved, random);
            }
            2 => {
                if let Some((left, right)) = two(pieces.len(), random) {
                    pieces.swap(left, right);
                }
            }
            3 => {
                let other = self.other(random);
                insert(pieces, other[range(other.len(), random)].to_vec(), random);
            }
            4 | 5 => self.graft(pieces, random),
            6 => prune(pieces, random),
            7 => put(pieces, Kind::Number, pick(&NUMBERS, random), random),
            8 => put(pieces, Kind::Text, pick(&TEXTS, random), random),
            9 | 10 => self.rename(pieces, random),
            11 | 12 => self.word(pieces, random),
            13 => insert(pieces, vec![Cow::Borrowed(pick(&CHARACTERS, random))], random),
            14 => lines(pieces, random),
            _ => unbalance(pieces, random),
        }
    }

    fn other(&self, random: &mut Random) -> Pieces<'t> {
        match self.others.len() {
            0 => Pieces::new(),
            count => pieces(&self.others[random.below(count)]),
        }
    }

    /// Puts a part in brackets of another file, or of this one, in the place of one here.
    fn graft(&self, pieces: &mut Pieces<'t>, random: &mut Random) {
        let here = subtrees(pieces);
        if here.is_empty() {
            return;
        }
        let (from, to) = here[random.below(here.len())];
        let other = if random.below(3) == 0 { pieces.clone() } else { self.other(random) };
        let there = subtrees(&other);
        if !there.is_empty() {
            let (start, end) = there[random.below(there.len())];
            pieces.splice(from..to, other[start..end].to_vec());
        }
    }

    /// Gives a word the name of another, in one place.
    fn rename(&self, pieces: &mut Pieces<'t>, random: &mut Random) {
        let other = if random.below(3) == 0 { self.other(random) } else { pieces.clone() };
        let names = places(&other, Kind::Word);
        let here = places(pieces, Kind::Word);
        if !names.is_empty() && !here.is_empty() {
            pieces[here[random.below(here.len())]] = other[names[random.below(names.len())]].clone();
        }
    }

    /// A word of the language, in the place of another or between two.
    fn word(&self, pieces: &mut Pieces<'t>, random: &mut Random) {
        let word = pick(self.words, random);
        if random.below(2) == 0 {
            put(pieces, Kind::Word, word, random);
        } else {
            insert(pieces, vec![Cow::Borrowed(" "), Cow::Borrowed(word), Cow::Borrowed(" ")], random);
        }
    }
}

/// One of several.
pub(super) fn pick(choices: &[&'static str], random: &mut Random) -> &'static str {
    choices.get(random.below(choices.len())).copied().unwrap_or("")
}

/// A few tokens in a row.
fn range(length: usize, random: &mut Random) -> std::ops::Range<usize> {
    let from = random.below(length + 1);
    from..(from + 1 + random.below(MOST_MOVED)).min(length).max(from)
}

fn two(length: usize, random: &mut Random) -> Option<(usize, usize)> {
    (length > 1).then(|| (random.below(length), random.below(length)))
}

fn insert<'t>(pieces: &mut Pieces<'t>, new: Pieces<'t>, random: &mut Random) {
    let at = random.below(pieces.len() + 1);
    pieces.splice(at..at, new);
}

fn places(pieces: &Pieces<'_>, wanted: Kind) -> Vec<usize> {
    pieces.iter().enumerate().filter(|(_, piece)| kind(piece) == wanted).map(|(at, _)| at).collect()
}

/// Puts something in the place of a token of its kind, or anywhere if there is none.
fn put(pieces: &mut Pieces<'_>, instead_of: Kind, new: &'static str, random: &mut Random) {
    let places = places(pieces, instead_of);
    match places.len() {
        0 => insert(pieces, vec![Cow::Borrowed(new)], random),
        count => pieces[places[random.below(count)]] = Cow::Borrowed(new),
    }
}

/// Takes a part in brackets away, leaves only what is in it, or makes it the whole.
fn prune(pieces: &mut Pieces<'_>, random: &mut Random) {
    let here = subtrees(pieces);
    if here.is_empty() {
        return;
    }
    let (from, to) = here[random.below(here.len())];
    match random.below(4) {
        0 => drop(pieces.drain(from..to)),
        1 => drop(pieces.drain(from + 1..to - 1)),
        2 => {
            pieces.remove(to - 1);
            pieces.remove(from);
        }
        _ => {
            let part = pieces[from..to].to_vec();
            insert(pieces, part, random);
        }
    }
}

/// Takes away or doubles one bracket.
fn unbalance(pieces: &mut Pieces<'_>, random: &mut Random) {
    let wanted = if random.below(2) == 0 { Kind::Open } else { Kind::Close };
    let brackets = places(pieces, wanted);
    if brackets.is_empty() {
        return;
    }
    let at = brackets[random.below(brackets.len())];
    if random.below(2) == 0 {
        pieces.remove(at);
    } else {
        pieces.insert(at, pieces[at].clone());
    }
}

/// Moves, doubles or takes away a line.
fn lines(pieces: &mut Pieces<'_>, random: &mut Random) {
    let mut starts = vec![0];
    starts.extend(pieces.iter().enumerate().filter(|(_, piece)| *piece == "\n").map(|(at, _)| at + 1));
    let line = random.below(starts.len());
    let from = starts[line];
    let to = starts.get(line + 1).copied().unwrap_or(pieces.len());
    let taken = pieces[from..to].to_vec();
    if random.below(3) > 0 {
        pieces.drain(from..to);
    }
    if random.below(3) > 0 {
        let at = starts[random.below(starts.len())].min(pieces.len());
        pieces.splice(at..at, taken);
    }
}
