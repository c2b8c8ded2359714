//! Single threads through an automaton, for questions about all texts at once.
//! In: a thread and a byte. Out: the threads after it. Unlike in the matcher, literals go byte by byte and nothing depends
//! on positions, so that threads can be compared and remembered.

use super::literal::Literal;
use super::program::{Instruction, Place, Program};
use super::token::{Context, Link, is_blank};

/// A place of the automaton that consumes the next byte, or the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Thread {
    /// The place.
    pub(crate) place: Place,
    /// How many bytes of its literal have been consumed.
    consumed: usize,
    link: Link,
}

impl Thread {
    /// Whether all has been matched here.
    pub(crate) fn accepts(&self, program: &Program) -> bool {
        matches!(program.instructions[self.place], Instruction::Accept)
    }
}

/// The threads at the beginning, in order.
pub(crate) fn beginning(program: &Program) -> Vec<Thread> {
    settled(program, 0, Link::Foreign, Context::Free)
}

/// The threads after one more byte, in order; `context` is the one after it.
pub(crate) fn advance(program: &Program, thread: Thread, byte: u8, context: Context) -> Vec<Thread> {
    let Thread { place, consumed, link } = thread;
    let Instruction::Literal(index) = program.instructions[place] else {
        return match program.consume(place, link, byte) {
            Some((next, link)) => settled(program, next, link, context),
            None => Vec::new(),
        };
    };
    let Literal { bytes, .. } = &program.literals[index];
    if bytes[consumed] != byte || (consumed == 0 && !program.may_begin(index, link, byte)) {
        return Vec::new();
    }
    if consumed + 1 == bytes.len() {
        return settled(program, place + 1, Link::Own, context);
    }
    vec![Thread { place, consumed: consumed + 1, link: Link::Own }]
}

fn settled(program: &Program, place: Place, link: Link, context: Context) -> Vec<Thread> {
    let mut seen = std::collections::BTreeSet::new();
    let mut threads = Vec::new();
    program.settle(
        (place, link),
        context,
        &mut Vec::new(),
        |place, link| seen.insert((place, link)),
        |place, link| threads.push(Thread { place, consumed: 0, link }),
    );
    threads.sort_unstable();
    threads
}

/// The context after one more byte, or always the same where there are no numbers that would mind.
pub(crate) fn context_after(context: Context, byte: u8, has_numbers: bool) -> Context {
    if has_numbers { context.after(byte) } else { Context::Free }
}

/// Bytes of which at least one behaves like each other byte: all that occur in texts, and one of each remaining kind.
/// Those that read well come first.
pub(crate) fn alphabet(programs: &[&Program]) -> Vec<u8> {
    let mut fixed = [false; 256];
    for program in programs {
        for instruction in &program.instructions {
            match instruction {
                Instruction::Byte(byte) => fixed[usize::from(*byte)] = true,
                Instruction::Letter(letter) => {
                    fixed[usize::from(*letter)] = true;
                    fixed[usize::from(letter.to_ascii_uppercase())] = true;
                }
                Instruction::Avoid { next, .. } => {
                    next.iter().for_each(|(byte, _)| fixed[usize::from(*byte)] = true);
                }
                Instruction::Break => [b'\n', b'\r'].iter().for_each(|&byte| fixed[usize::from(byte)] = true),
                Instruction::Zeros => fixed[usize::from(b'0')] = true,
                Instruction::Digit(from, to) => {
                    (*from..=*to).for_each(|byte| fixed[usize::from(byte)] = true)
                }
                Instruction::Pad | Instruction::Padding => {
                    [b' ', b'\t'].iter().for_each(|&byte| fixed[usize::from(byte)] = true);
                }
                _ => {}
            }
        }
        for literal in &program.literals {
            literal.bytes.iter().for_each(|&byte| fixed[usize::from(byte)] = true);
        }
    }
    let readable = || (b'x'..=b'z').chain(b'a'..=b'w').chain(b'!'..=b'~').chain([b' ']).chain(0..=255);
    let mut letters: Vec<u8> = Vec::new();
    let mut kinds = Vec::new();
    for byte in readable() {
        if letters.contains(&byte) {
            continue;
        }
        if fixed[usize::from(byte)] {
            letters.push(byte);
        } else if !kinds.contains(&kind(byte)) {
            kinds.push(kind(byte));
            letters.push(byte);
        }
    }
    letters
}

/// What tells bytes apart that occur in no text.
fn kind(byte: u8) -> (Context, Context, bool) {
    (Context::Digit.after(byte), Context::Free.after(byte), is_blank(byte))
}
