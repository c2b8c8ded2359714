//! What a specification can be asked.
//! The same question always gets the same reply, and whoever replies keeps the reply: asking again costs a look-up.

use crate::{AnswerId, InputId, StateId};

/// One thing that may come of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    /// What is seen.
    pub answer: AnswerId,
    /// The state after it.
    pub target: StateId,
}

/// What may come of an input in a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reactions {
    /// All that may come of it, without repetition; nothing if the input is not enabled.
    All(Vec<Edge>),
    /// Some of what may come of it; other answers may be allowed too, and are recognised by [`Specification::after`].
    Some(Vec<Edge>),
}

impl Reactions {
    /// The reactions that are listed.
    pub fn listed(&self) -> &[Edge] {
        match self {
            Reactions::All(edges) | Reactions::Some(edges) => edges,
        }
    }

    /// Whether the input is enabled.
    pub fn is_enabled(&self) -> bool {
        !matches!(self, Reactions::All(edges) if edges.is_empty())
    }
}

/// Why a specification gives no reply: it raised an exception, ran out of fuel, or left something undecided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble(pub String);

/// A state machine.
pub trait Specification {
    /// The states in which a system can start.
    fn initial(&mut self) -> Result<Vec<StateId>, Trouble>;

    /// What may come of an input.
    fn reactions(&mut self, state: StateId, input: InputId) -> Result<&Reactions, Trouble>;

    /// The states that an answer leads to; none if the answer is not allowed.
    fn after(&mut self, state: StateId, input: InputId, answer: AnswerId) -> Result<Vec<StateId>, Trouble> {
        let reactions = self.reactions(state, input)?;
        let fitting = reactions.listed().iter().filter(|edge| edge.answer == answer);
        Ok(fitting.map(|edge| edge.target).collect())
    }

    /// States that look alike have the same number: they differ in details that hardly matter. Walks look for states that look new.
    fn look(&mut self, state: StateId) -> u32 {
        state.0
    }
}
