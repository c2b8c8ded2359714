//! What a program does where it parts from its specification, told apart as finely as one speaks about it.
//! In: a failing test. Out: one of a few kinds. The words for them are in `show` and `student`.

use lydian_sut::End;

use crate::expect::Then;
use crate::judge::Found;
use crate::mismatch::Kind;
use crate::pattern::{Comparison, Difference, Step};
use crate::show::example;
use crate::subject::ActualEnd;

/// What is wrong.
pub(crate) enum What<'f> {
    /// It reads another line than it is sent.
    Input,
    /// It writes something else.
    Output(&'f Difference),
    /// It writes where nothing is to be written.
    WritesBut(Must),
    /// It does something too early.
    DoesBut(Does, Must),
    /// It should end.
    ShouldEnd(More),
    /// It broke off.
    Broke(End),
    /// A file is missing.
    NoFile(&'f str),
    /// A file holds something else.
    File(&'f str, &'f Difference),
    /// A text comes late: whether it is missing here, or appears here.
    Late(bool),
}

/// What it should do.
pub(crate) enum Must {
    Read,
    End,
    /// An example of it.
    Write(String),
}

/// What it does too early.
pub(crate) enum Does {
    Waits,
    Ends,
}

/// What it does instead of ending.
pub(crate) enum More {
    WantsToRead,
    Reads,
    Writes,
}

/// What is wrong on a failing test.
pub(crate) fn what(found: &Found) -> What<'_> {
    let turn = found.difference.turn;
    let expected = found.difference.expected(&found.test.expected);
    let wanted = expected.turns.get(turn);
    let step = wanted.map_or(&expected.last, |turn| &turn.outputs);
    let reads = found.run.turns.get(turn);
    let written = reads.map_or(&found.run.last, |(written, _)| written);
    let reads_on = wanted.is_some() || expected.then == Then::ReadsOn;
    let must = if reads_on { Must::Read } else { Must::End };
    match &found.difference.kind {
        Kind::Input => What::Input,
        Kind::Output(difference) => What::Output(difference),
        Kind::Alignment if !written.is_empty() && step.outputs.is_empty() => What::WritesBut(must),
        Kind::Alignment => {
            let does = match (reads, found.run.end) {
                (Some(_), _) | (None, ActualEnd::ReadOn(_)) => Does::Waits,
                (None, _) => Does::Ends,
            };
            let must = if step.matches(written) { must } else { Must::Write(example(step)) };
            What::DoesBut(does, must)
        }
        Kind::Termination => What::ShouldEnd(match found.run.end {
            ActualEnd::ReadOn(_) => More::WantsToRead,
            _ if reads.is_some() => More::Reads,
            _ => More::Writes,
        }),
        Kind::Crash(end) | Kind::Hang(end) | Kind::Limit(end) => What::Broke(*end),
        Kind::File(name, None) => What::NoFile(name),
        Kind::File(name, Some(difference)) => What::File(name, difference),
        Kind::Late => What::Late(is_missing(step, written)),
    }
}

/// Whether a text that comes late is missing here, or stands beside another.
fn is_missing(step: &Step, written: &[u8]) -> bool {
    match step.compare(written) {
        Comparison::Differ(difference) => difference.complete || written.is_empty(),
        Comparison::Match | Comparison::Unknown(_) => false,
    }
}
