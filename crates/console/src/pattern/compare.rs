//! Where what a program wrote parts from what it may write.
//! In: a step, its automaton, and bytes. Out: a match, or the place of the difference with what could have come there.
//! The longest allowed beginning is exact, but for a number and a point in two outputs, where it can be one byte longer.

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
    /// What could come there instead, in words: texts in quotes, `a line break`, `the number 7`, `the end`.
    pub expected: Vec<String>,
    /// Whether what was written is right as far as it goes, but something is missing after it.
    pub complete: bool,
    /// What the difference amounts to, if that is easy to say.
    pub remark: Option<Remark>,
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
        expected: expected(program, &frontier),
        complete: run.matched == written.len() && !frontier.is_empty(),
        remark: remark(step, program, written),
    })
}

/// What could come next, in words and without repetitions. That anything could come is told only if there is nothing else
/// to tell.
fn expected(program: &Program, frontier: &[(Place, usize)]) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
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
        told.push("any text".to_string());
    }
    if left_out {
        told.push("or others".to_string());
    }
    told
}

/// What a place consumes next, of which it has consumed some bytes already.
fn in_words(program: &Program, place: Place, consumed: usize) -> Option<String> {
    let bytes = match &program.instructions[place] {
        Instruction::Byte(byte) => std::slice::from_ref(byte),
        Instruction::Literal(literal) => &program.literals[*literal].bytes[consumed..],
        Instruction::Break | Instruction::Feed => return Some("a line break".to_string()),
        Instruction::NonBlank => return Some("a character that is not blank".to_string()),
        Instruction::Accept => return Some("the end".to_string()),
        _ => return None,
    };
    Some(match program.origins[place].number {
        // A number is right or wrong as a whole, however many of its digits are there.
        Some((number, _)) => format!("the number {}", program.numbers[number as usize]),
        None => quoted(bytes, TEXT_LIMIT),
    })
}
