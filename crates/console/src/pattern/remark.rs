//! What a difference amounts to, where that is easy to say.
//! In: a step and an output that it does not allow. Out: at most one remark, true of this output. Each is found by matching
//! once more with one rule less; large outputs get no remark.

use super::program::{Program, Rules};
use super::token::{Context, is_blank};
use super::{Output, Pattern, Step, matcher};

/// What a difference amounts to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remark {
    /// All would be right if blanks and line breaks did not count.
    Blanks,
    /// All would be right if upper and lower case were the same.
    Case,
    /// This number occurs, but only as a part of a longer one.
    NumberInside(String),
    /// All would be right with points instead of commas in decimal numbers.
    DecimalComma,
    /// The pieces are there, but not in this order.
    OtherOrder,
}

/// How long an output may be that is looked at closely.
const WRITTEN_LIMIT: usize = 1 << 16;
/// How large an automaton may be that is run again.
const PROGRAM_LIMIT: usize = 20_000;
/// How many pieces are searched in another order.
const PIECES_LIMIT: usize = 64;
/// How deep a pattern is looked into.
const DEPTH_LIMIT: usize = 100;

/// What to say about `written`, which `step` does not allow; `program` is the automaton of `step`.
pub(crate) fn remark(step: &Step, program: &Program, written: &[u8]) -> Option<Remark> {
    if written.len() > WRITTEN_LIMIT || program.instructions.len() > PROGRAM_LIMIT {
        return None;
    }
    if program.has_numbers() && matches(&step.outputs, Rules::GluedNumbers, written) {
        return number_inside(program, written).map(Remark::NumberInside);
    }
    let text_size: usize = program.literals.iter().map(|literal| literal.bytes.len()).sum();
    if text_size <= PROGRAM_LIMIT && matches(&step.outputs, Rules::LooseBlanks, written) {
        return Some(Remark::Blanks);
    }
    let lower = |bytes: &[u8]| match std::str::from_utf8(bytes) {
        Ok(text) => text.to_lowercase().into_bytes(),
        Err(_) => bytes.to_ascii_lowercase(),
    };
    if matches(&with_texts(&step.outputs, &lower), Rules::Exact, &lower(written)) {
        return Some(Remark::Case);
    }
    if let Some(with_points) = commas_to_points(written)
        && matches(&step.outputs, Rules::Exact, &with_points)
    {
        return Some(Remark::DecimalComma);
    }
    other_order(step, written).then_some(Remark::OtherOrder)
}

fn matches(outputs: &[Output], rules: Rules, written: &[u8]) -> bool {
    Program::of_outputs(outputs, rules).is_ok_and(|program| matcher::run(&program, written).accepted)
}

/// The first number of the step that occurs in the output only inside of longer numbers.
fn number_inside(program: &Program, written: &[u8]) -> Option<String> {
    let inside = |number: &&String| {
        let mut places = occurrences(written, number.as_bytes()).peekable();
        places.peek().is_some() && !places.any(|place| stands_alone(written, place, number.len()))
    };
    program.numbers.iter().take(PIECES_LIMIT).find(inside).cloned()
}

/// The places where `piece`, which is not empty, occurs.
fn occurrences<'t>(text: &'t [u8], piece: &'t [u8]) -> impl Iterator<Item = usize> + 't {
    text.windows(piece.len().max(1))
        .enumerate()
        .filter(move |(_, window)| *window == piece)
        .map(|(place, _)| place)
}

/// Whether the number at this place is not a part of a longer one.
fn stands_alone(text: &[u8], place: usize, length: usize) -> bool {
    let before = text[..place].iter().fold(Context::Free, |context, &byte| context.after(byte));
    let digit = |offset: usize| text.get(place + length + offset).is_some_and(u8::is_ascii_digit);
    let point = matches!(text.get(place + length), Some(b'.' | b','));
    before.lets_a_number_begin(text[place] == b'-') && !digit(0) && !(point && digit(1))
}

/// The outputs with other texts.
fn with_texts(outputs: &[Output], change: &impl Fn(&[u8]) -> Vec<u8>) -> Vec<Output> {
    let changed = |output: &Output| Output {
        optional: output.optional,
        pattern: with_text(&output.pattern, change, 0),
    };
    outputs.iter().map(changed).collect()
}

fn with_text(pattern: &Pattern, change: &impl Fn(&[u8]) -> Vec<u8>, depth: usize) -> Pattern {
    let all = |patterns: &[Pattern]| patterns.iter().map(|part| with_text(part, change, depth + 1)).collect();
    match pattern {
        // What is too deep to look into matches nothing here, so that it leads to no remark.
        _ if depth > DEPTH_LIMIT => Pattern::Either(Vec::new()),
        Pattern::Text(text) => Pattern::Text(change(text)),
        Pattern::Decorated(inside) => Pattern::Decorated(Box::new(with_text(inside, change, depth + 1))),
        Pattern::Sequence(parts) => Pattern::Sequence(all(parts)),
        Pattern::Columns(parts) => Pattern::Columns(all(parts)),
        Pattern::Either(alternatives) => Pattern::Either(all(alternatives)),
        Pattern::Tolerant(tolerance, inside) => {
            Pattern::Tolerant(*tolerance, Box::new(with_text(inside, change, depth + 1)))
        }
        Pattern::Number(_)
        | Pattern::Decimal(_)
        | Pattern::Rounded(_)
        | Pattern::Places(_)
        | Pattern::Near { .. }
        | Pattern::Any
        | Pattern::AnyWithout(_)
        | Pattern::Some => pattern.clone(),
    }
}

/// The text with a point for each comma between two digits, if there is one.
fn commas_to_points(text: &[u8]) -> Option<Vec<u8>> {
    let mut changed = text.to_vec();
    for index in 1..text.len().saturating_sub(1) {
        if text[index] == b',' && text[index - 1].is_ascii_digit() && text[index + 1].is_ascii_digit() {
            changed[index] = b'.';
        }
    }
    (changed != text).then_some(changed)
}

/// Whether all pieces that the plainest allowed text consists of are in the output, but cannot be found there one after
/// the other.
fn other_order(step: &Step, written: &[u8]) -> bool {
    let mut pieces = Pieces::default();
    step.outputs
        .iter()
        .filter(|output| !output.optional)
        .for_each(|output| pieces.collect(&output.pattern, 0));
    let pieces_are_usable = (2..=PIECES_LIMIT).contains(&pieces.found.len()) && !pieces.too_deep;
    if !pieces_are_usable || in_order(&pieces.found, written) {
        return false;
    }
    let Some(rest) = in_any_order(&pieces.found, written) else { return false };
    pieces.open || rest.iter().all(|&byte| is_blank(byte))
}

/// What must be in an output: words and numbers.
#[derive(Default)]
struct Pieces {
    found: Vec<Piece>,
    /// Whether there may be other things too.
    open: bool,
    too_deep: bool,
}

struct Piece {
    bytes: Vec<u8>,
    is_number: bool,
}

impl Pieces {
    fn collect(&mut self, pattern: &Pattern, depth: usize) {
        if depth > DEPTH_LIMIT || self.found.len() > PIECES_LIMIT {
            self.too_deep = true;
            return;
        }
        match pattern {
            Pattern::Text(text) => {
                let words = text.split(|&byte| is_blank(byte)).filter(|word| !word.is_empty());
                self.found.extend(words.map(|word| Piece { bytes: word.to_vec(), is_number: false }));
            }
            Pattern::Number(number)
            | Pattern::Decimal(number)
            | Pattern::Rounded(number)
            | Pattern::Places(number) => {
                if !number.is_empty() {
                    self.found.push(Piece { bytes: number.clone().into_bytes(), is_number: true });
                }
            }
            // There are too many numbers that could stand there.
            Pattern::Near { .. } => self.too_deep = true,
            Pattern::Any | Pattern::AnyWithout(_) | Pattern::Some => self.open = true,
            Pattern::Tolerant(_, inside) => self.collect(inside, depth + 1),
            Pattern::Decorated(inside) => {
                self.open = true;
                self.collect(inside, depth + 1);
            }
            Pattern::Sequence(parts) | Pattern::Columns(parts) => {
                parts.iter().for_each(|part| self.collect(part, depth + 1));
            }
            Pattern::Either(alternatives) => {
                alternatives.iter().take(1).for_each(|first| self.collect(first, depth + 1));
            }
        }
    }
}

impl Piece {
    /// The first place from `from` on where the piece occurs and nothing is `taken`.
    fn find(&self, written: &[u8], taken: &[bool], from: usize) -> Option<usize> {
        let length = self.bytes.len();
        occurrences(written, &self.bytes).find(|&place| {
            place >= from
                && !taken[place..place + length].contains(&true)
                && (!self.is_number || stands_alone(written, place, length))
        })
    }
}

fn in_order(pieces: &[Piece], written: &[u8]) -> bool {
    let taken = vec![false; written.len()];
    let mut from = 0;
    pieces.iter().all(|piece| match piece.find(written, &taken, from) {
        Some(place) => {
            from = place + piece.bytes.len();
            true
        }
        None => false,
    })
}

/// What is left of the output when the pieces are taken out, longest first, if all are there.
fn in_any_order(pieces: &[Piece], written: &[u8]) -> Option<Vec<u8>> {
    let mut taken = vec![false; written.len()];
    let mut longest_first: Vec<&Piece> = pieces.iter().collect();
    longest_first.sort_by_key(|piece| std::cmp::Reverse(piece.bytes.len()));
    for piece in longest_first {
        let place = piece.find(written, &taken, 0)?;
        taken[place..place + piece.bytes.len()].fill(true);
    }
    Some(written.iter().zip(taken).filter(|(_, taken)| !taken).map(|(&byte, _)| byte).collect())
}
