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
}
