//! What a system under test shows.

use crate::{AnswerId, InputId};

/// What came of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Observed {
    /// Outputs, possibly none.
    Answer(AnswerId),
    /// The system refuses the input.
    Refused,
    /// The system broke: it crashed, hung, closed the connection or spoke nonsense. The text says how.
    Broken(String),
}

/// A system under test.
pub trait System {
    /// Brings the system to where it starts; the error says why that did not work.
    fn reset(&mut self) -> Result<(), String>;

    /// Gives it an input.
    fn step(&mut self, input: InputId) -> Observed;

    /// What the system did beyond its last answer, asked once at the end of a sequence: another line, a crash. The text goes
    /// on after `the system`, and says the answer too. Nothing, if it did nothing that it should not.
    fn afterwards(&mut self) -> Option<String> {
        None
    }

    /// Why the next input is not given, or why what came instead of the last answer says nothing about the system.
    fn obstacle(&mut self) -> Option<Obstacle> {
        None
    }
}

/// What keeps a sequence from being run to its end, without being a fault of the system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// There is no time left.
    OutOfTime,
    /// The input is none that can be sent; why.
    Unsendable(String),
}
