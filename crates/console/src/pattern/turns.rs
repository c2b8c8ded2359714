//! Whether what was seen in some turns is right if texts are moved to earlier ones.
//! In: what may be written in each turn, all that was written, and where each turn may have ended in it. Out: whether
//! there are such ends, and up to which turn that explains what was written. A text that a wildcard takes in another turn than
//! the one it was seen in says little: who asks decides whether that counts.

use std::ops::RangeInclusive;

use super::program::{Instruction, Program};
use super::threads::{Thread, advance, beginning, context_after};
use super::token::Context;
use super::{Step, TooLarge};

/// What may be moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moved {
    /// Only what fixed texts and numbers of the pattern match.
    Fixed,
    /// Also what wildcards match.
    Anything,
}

/// What came of moving texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reach {
    /// Whether all is right then.
    pub(crate) explained: bool,
    /// The last turn that was reached.
    pub(crate) turn: usize,
}

/// How many threads are advanced before the search is given up.
const WORK_LIMIT: usize = 20_000_000;

/// All that was written, and in which turn it was seen.
pub(crate) struct Seen<'t> {
    /// What may be written in each turn.
    pub(crate) steps: Vec<&'t Step>,
    /// What was written in all turns together.
    pub(crate) text: Vec<u8>,
    /// How much of it was seen at the end of each turn.
    pub(crate) ends: Vec<usize>,
}

impl Seen<'_> {
    /// Whether nothing was seen in a turn.
    pub(crate) fn shows_nothing(&self, turn: usize) -> bool {
        self.ends[turn] == turn.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    /// Matches all turns in a row; each but the last must end within its range.
    pub(crate) fn explain(&self, ends: &[RangeInclusive<usize>], moved: Moved) -> Result<Reach, TooLarge> {
        let mut program = Program::of_turns(&self.steps)?;
        let turns = turns(&program);
        open(&mut program, ends, 0);
        let mut threads = beginning(&program);
        let mut context = Context::Free;
        let mut work = 0;
        for (position, &byte) in self.text.iter().enumerate() {
            open(&mut program, ends, position + 1);
            context = context_after(context, byte, program.has_numbers());
            work += threads.len() + 1;
            if work > WORK_LIMIT {
                return Err(TooLarge::new("there are too many ways to tell its turns apart"));
            }
            let stays = |thread: &&Thread| {
                moved == Moved::Anything
                    || position < self.ends[turns[thread.place]]
                    || !is_wild(&program.instructions[thread.place])
            };
            let mut next: Vec<Thread> = threads
                .iter()
                .filter(stays)
                .flat_map(|&thread| advance(&program, thread, byte, context))
                .collect();
            next.sort_unstable();
            next.dedup();
            if next.is_empty() {
                return Ok(Reach { explained: false, turn: last_turn(&threads, &turns) });
            }
            threads = next;
        }
        let explained = threads.iter().any(|thread| thread.accepts(&program));
        Ok(Reach { explained, turn: last_turn(&threads, &turns) })
    }
}

/// Opens the ends of turns that may be at this position.
fn open(program: &mut Program, ends: &[RangeInclusive<usize>], position: usize) {
    program.open_turns = ends.iter().map(|range| range.contains(&position)).collect();
}

/// The turn of each instruction.
fn turns(program: &Program) -> Vec<usize> {
    let mut turn = 0;
    let mut turns = Vec::with_capacity(program.instructions.len());
    for instruction in &program.instructions {
        turns.push(turn);
        turn += usize::from(matches!(instruction, Instruction::TurnEnds(_)));
    }
    turns
}

fn last_turn(threads: &[Thread], turns: &[usize]) -> usize {
    threads.iter().map(|thread| turns[thread.place]).max().unwrap_or(0)
}

fn is_wild(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::Anything
            | Instruction::Avoid { .. }
            | Instruction::Blanks
            | Instruction::Padding
            | Instruction::NonBlank
    )
}
