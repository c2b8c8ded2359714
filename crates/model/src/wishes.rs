//! Which data a case shall have where its path leaves a choice. Wishes are granted one after the other as far as the path allows it.

use lydian_conform::Random;
use lydian_core::{Text, Value};
use lydian_eval::Holes;
use lydian_term::{Constant, Terms, VarId};

/// What data are wished for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wishes {
    /// Each number differs from all others: who takes one for the other is found.
    Different,
    /// All are this number, and all texts are equal.
    Equal(i64),
    /// Numbers and texts of some size, at random.
    Random(u64, Size),
}

/// How large random numbers are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    Small,
    Large,
}

/// Bounds of random numbers.
const SMALL: usize = 100;
const LARGE: usize = 1_000_000_000;

impl Wishes {
    /// What is wished for in each round after the first: equal data, zeros, large ones, and then anything.
    pub(crate) fn of_round(round: usize, random: &mut Random) -> Wishes {
        match round {
            1 => Wishes::Equal(1),
            2 => Wishes::Equal(0),
            3 => Wishes::Random(random.draw(), Size::Large),
            4 => Wishes::Equal(-1),
            round if round % 2 == 0 => Wishes::Random(random.draw(), Size::Large),
            _ => Wishes::Random(random.draw(), Size::Small),
        }
    }

    /// A wish for each unknown number and text in the state and the inputs of a case.
    pub(crate) fn for_values(self, terms: &Terms, holes: &Holes, values: &[Value]) -> Vec<(VarId, Constant)> {
        let mut random = Random::new(if let Wishes::Random(seed, _) = self { seed } else { 0 });
        let mut wishes: Vec<(VarId, Constant)> = Vec::new();
        let mut numbers = 0;
        for (place, value) in values.iter().enumerate() {
            for unknown in unknowns(terms, holes, value) {
                let wish = match (self, unknown) {
                    (Wishes::Different, Unknown::Number(var)) => {
                        numbers += 1;
                        // The state comes first and gets the largest number, since inputs often take something from it.
                        Some((var, Constant::from(if place == 0 { 20 } else { 0 } + numbers)))
                    }
                    (Wishes::Different, Unknown::Text(_)) => None,
                    (Wishes::Equal(number), Unknown::Number(var)) => Some((var, Constant::from(number))),
                    (Wishes::Equal(_), Unknown::Text(var)) => Some((var, text(b"a"))),
                    (Wishes::Random(_, size), Unknown::Number(var)) => {
                        let bound = if size == Size::Small { SMALL } else { LARGE };
                        Some((var, Constant::from(random.below(bound) as i64)))
                    }
                    (Wishes::Random(..), Unknown::Text(var)) => {
                        let length = 1 + random.below(6);
                        let letters: Vec<u8> = (0..length).map(|_| b'a' + random.below(26) as u8).collect();
                        Some((var, text(&letters)))
                    }
                };
                wishes.extend(wish);
            }
        }
        wishes
    }
}

fn text(bytes: &[u8]) -> Constant {
    Constant::Str(bytes.to_vec().into())
}

/// The unknown texts in some values.
pub(crate) fn texts(terms: &Terms, holes: &Holes, values: &[Value]) -> Vec<VarId> {
    let found = values.iter().flat_map(|value| unknowns(terms, holes, value));
    let text = |unknown| match unknown {
        Unknown::Text(var) => Some(var),
        Unknown::Number(_) => None,
    };
    found.filter_map(text).collect()
}

/// Characters of several bytes, which can stand where bytes beyond ASCII are wanted, and the last one of ASCII.
const BEYOND_ASCII: [&str; 6] = ["\u{e9}", "\u{ff}", "\u{7ff}", "\u{20ac}", "\u{1f600}", "\u{7f}"];

/// Texts as long as some bytes that are none, with a character in the place of what is no text; nothing for a text.
pub(crate) fn in_utf8(bytes: &[u8]) -> Vec<Constant> {
    if std::str::from_utf8(bytes).is_ok() {
        return Vec::new();
    }
    let with = |character: &str| {
        let mut text = bytes.to_vec();
        let mut place = 0;
        while let Err(fault) = std::str::from_utf8(&text[place..]) {
            place += fault.valid_up_to();
            let end = place + character.len();
            text.get_mut(place..end)?.copy_from_slice(character.as_bytes());
            place = end;
        }
        Some(Constant::Str(text.into()))
    };
    BEYOND_ASCII.iter().filter_map(|character| with(character)).collect()
}

enum Unknown {
    Number(VarId),
    Text(VarId),
}

/// The unknown numbers and texts in a value, in order.
fn unknowns(terms: &Terms, holes: &Holes, value: &Value) -> Vec<Unknown> {
    let mut found = Vec::new();
    let mut work = vec![value];
    while let Some(value) = work.pop() {
        match value {
            Value::SymInt(term) => found.extend(terms.var_id(*term).map(Unknown::Number)),
            Value::Str(known) => {
                if let Text::Unknown(term) = &**known {
                    found.extend(terms.var_id(*term).map(Unknown::Text));
                }
            }
            Value::Hole(hole) => work.extend(holes.content(*hole)),
            Value::Block(block) => work.extend(block.fields.iter().rev()),
            _ => {}
        }
    }
    found
}
