//! Where what a program wrote parts from what it may write.
//! In: a step, its automaton, and bytes. Out: a match, or the place of the difference with what could have come there.
//! The longest allowed beginning is exact, but for a number and a point in two outputs, where it can be one byte longer.

use std::fmt;

use lydian_words::quoted;

use super::matcher;
use super::program::{Instruction, Place, Program};
use super::remark::{Remark, remark};
use super::{Step, TooLarge};

/// What came out of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    /// The program may write this.
    Match,
    /// It may not.
    Differ(Difference),
    /// The comparison was not made, because it is too much work. This is no verdict about the program.
    Unknown(TooLarge),
}

/// Where what a program wrote parts from what it may write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The length of the longest beginning of what was written with which something allowed begins.
    pub matched: usize,
    /// What could come there instead.
    pub expected: Vec<Expectation>,
    /// Whether what was written is right as far as it goes, but something is missing after it.
    pub complete: bool,
    /// What the difference amounts to, if that is easy to say.
    pub remark: Option<Remark>,
}

/// What could come next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expectation {
    /// A text, in quotes.
    Text(String),
    /// A number.
    Number(String),
    /// A line break.
    LineBreak,
    /// A character that is not blank.
    Visible,
    /// A blank.
    Blank,
    /// Anything but this text, in quotes.
    Without(String),
    /// Anything.
    Anything,
    /// Nothing more.
    End,
    /// More than is told.
    Others,
}

impl fmt::Display for Expectation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expectation::Text(text) => formatter.write_str(text),
            Expectation::Number(number) => write!(formatter, "the number {number}"),
            Expectation::LineBreak => formatter.write_str("a line break"),
            Expectation::Visible => formatter.write_str("a character that is not blank"),
            Expectation::Blank => formatter.write_str("a blank"),
            Expectation::Without(text) => write!(formatter, "no {text}"),
            Expectation::Anything => formatter.write_str("any text"),
            Expectation::End => formatter.write_str("the end"),
            Expectation::Others => formatter.write_str("or others"),
        }
    }
}

/// How many things that could come next are told at most.
const EXPECTED_LIMIT: usize = 8;
/// How many characters of a text that could come next are told at most.
const TEXT_LIMIT: usize = 60;

/// Compares what was written with a step, whose automaton is `program`.
pub(crate) fn compare(step: &Step, program: &Program, written: &[u8]) -> Comparison {
    let run = matcher::run(program, written);
    if run.given_up {
        return Comparison::Unknown(TooLarge::new(
            "that many alternatives for that long an output take too much work",
        ));
    }
    if run.accepted {
        return Comparison::Match;
    }
    let frontier = matcher::frontier(program, &written[..run.matched]);
    Comparison::Differ(Difference {
        matched: run.matched,
        expected: avoided(program, &frontier, written, run.matched)
            .unwrap_or_else(|| expected(program, &frontier)),
        complete: run.matched == written.len() && !frontier.is_empty(),
        remark: remark(step, program, written),
    })
}

/// Says so if the next byte completes a text that must not occur.
fn avoided(
    program: &Program,
    frontier: &[(Place, usize)],
    written: &[u8],
    matched: usize,
) -> Option<Vec<Expectation>> {
    let byte = *written.get(matched)?;
    let completes = |&(place, _): &(Place, usize)| match &program.instructions[place] {
        Instruction::Avoid { next, .. } => next.contains(&(byte, None)),
        _ => false,
    };
    frontier.iter().find(|place| completes(place))?;
    let (so_far, mut found) = (&written[..=matched], program.avoided.iter());
    let ends = |text: &&Vec<u8>| {
        let from = so_far.len().checked_sub(text.len());
        from.is_some_and(|from| so_far[from..].eq_ignore_ascii_case(text))
    };
    found.find(ends).map(|text| vec![Expectation::Without(quoted(text, TEXT_LIMIT))])
}

/// What could come next, in words and without repetitions. That anything could come is told only if there is nothing else
/// to tell.
fn expected(program: &Program, frontier: &[(Place, usize)]) -> Vec<Expectation> {
    let mut told: Vec<Expectation> = Vec::new();
    let mut left_out = false;
    for &(place, consumed) in frontier {
        let Some(words) = in_words(program, place, consumed) else { continue };
        if told.contains(&words) {
            continue;
        }
        if told.len() == EXPECTED_LIMIT {
            left_out = true;
            break;
        }
        told.push(words);
    }
    if told.is_empty() && !frontier.is_empty() {
        told.push(Expectation::Anything);
    }
    if left_out {
        told.push(Expectation::Others);
    }
    told
}

/// What a place consumes next, of which it has consumed some bytes already.
fn in_words(program: &Program, place: Place, consumed: usize) -> Option<Expectation> {
    let bytes = match &program.instructions[place] {
        Instruction::Byte(byte) | Instruction::Letter(byte) => std::slice::from_ref(byte),
        Instruction::Blank | Instruction::Pad => return Some(Expectation::Blank),
        Instruction::Digit(digit, _) => std::slice::from_ref(digit),
        Instruction::Literal(literal) => &program.literals[*literal].bytes[consumed..],
        Instruction::Break | Instruction::Feed => return Some(Expectation::LineBreak),
        Instruction::NonBlank => return Some(Expectation::Visible),
        Instruction::Accept => return Some(Expectation::End),
        _ => return None,
    };
    Some(match program.origins[place].number {
        // A number is right or wrong as a whole, however many of its digits are there.
        Some((number, _)) => Expectation::Number(program.numbers[number as usize].clone()),
        None => Expectation::Text(quoted(bytes, TEXT_LIMIT)),
    })
}
