//! Suites for finite machines: sets of input sequences, each run after a reset.
//! In: a machine and limits. Out: sequences of which none is a prefix of another, shortest first, in an order that depends on
//! the machine alone. How much a suite would hold is counted before the first sequence is made.
//!
//! What a suite can promise: a *transition tour* uses every transition once, so every wrong answer shows, but a wrong target
//! may not. The W, Wp and HSI suites for `extra` states show every difference of a system with at most `extra` states more
//! than the machine: a system that passes answers every sequence that the machine specifies as the machine does.

use std::fmt;

use crate::{Fsm, InputId};

mod cover;
mod hsi;
mod separate;
mod tour;
mod traverse;
mod w;
mod wp;

#[cfg(test)]
mod laws;

pub use cover::{state_cover, transition_cover};
pub use hsi::{harmonised_identifiers, hsi_suite};
pub use tour::transition_tour;
pub use w::{characterisation_set, w_suite};
pub use wp::{state_identifiers, wp_suite};

/// A sequence of inputs from the initial state.
pub type Sequence = Vec<InputId>;

/// How much a suite may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SuiteLimits {
    /// The number of sequences.
    pub sequences: u64,
    /// The number of inputs in all sequences.
    pub inputs: u64,
}

impl Default for SuiteLimits {
    /// A million sequences with twenty million inputs.
    fn default() -> SuiteLimits {
        SuiteLimits { sequences: 1_000_000, inputs: 20_000_000 }
    }
}

impl SuiteLimits {
    /// An error if so much is more than allowed.
    fn admit(self, sequences: u64, inputs: u64) -> Result<(), SuiteError> {
        if sequences > self.sequences || inputs > self.inputs {
            return Err(SuiteError::TooLarge { sequences, inputs, limits: self });
        }
        Ok(())
    }
}

/// Why there is no suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuiteError {
    /// Two states are equivalent: no sequence tells them apart. [`Fsm::minimised`] merges them.
    NotMinimal {
        /// One of them.
        first: usize,
        /// The other.
        second: usize,
    },
    /// Two states of a partial machine differ only in what they specify: every sequence that both specify has the same
    /// answers. [`Fsm::completed`] makes that difference visible, if the system is to refuse what is not specified.
    NotSeparable {
        /// One of them.
        first: usize,
        /// The other.
        second: usize,
    },
    /// A state cannot be reached. [`Fsm::minimised`] drops it.
    NotConnected {
        /// The state.
        state: usize,
    },
    /// The machine has too many states to compare each with each.
    TooManyStates {
        /// How many there are.
        states: usize,
        /// How many there may be.
        limit: usize,
    },
    /// The suite would be larger than allowed.
    TooLarge {
        /// How many sequences were counted, prefixes of others included, when it became too large.
        sequences: u64,
        /// How many inputs were counted.
        inputs: u64,
        /// What is allowed.
        limits: SuiteLimits,
    },
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SuiteError::NotMinimal { first, second } => {
                write!(f, "states {first} and {second} are equivalent")
            }
            SuiteError::NotSeparable { first, second } => {
                write!(f, "states {first} and {second} answer alike wherever both specify an answer")
            }
            SuiteError::NotConnected { state } => write!(f, "state {state} cannot be reached"),
            SuiteError::TooManyStates { states, limit } => {
                write!(f, "{states} states are more than the {limit} that can be told apart")
            }
            SuiteError::TooLarge { sequences, inputs, limits } => write!(
                f,
                "the suite is too large: {sequences} sequences with {inputs} inputs counted, the limits are {} and {}",
                limits.sequences, limits.inputs
            ),
        }
    }
}

impl std::error::Error for SuiteError {}

/// Inputs as columns of the machine's table: what the algorithms work on.
type Word = Vec<u32>;

/// Leaves out each word that is a prefix of another (or the same), and puts short words first.
fn without_prefixes(mut words: Vec<Word>) -> Vec<Word> {
    words.sort_unstable();
    let mut kept: Vec<Word> = Vec::with_capacity(words.len());
    for word in words {
        // Words that start with the last one kept stand directly behind it.
        if kept.last().is_some_and(|last| word.starts_with(last)) {
            kept.pop();
        }
        kept.push(word);
    }
    kept.sort_by_key(Vec::len);
    kept
}

/// Words as sequences of inputs.
fn spelled(machine: &Fsm, words: Vec<Word>) -> Vec<Sequence> {
    let spell = |word: Word| word.into_iter().map(|column| machine.inputs()[column as usize]).collect();
    words.into_iter().map(spell).collect()
}

/// An error if some state cannot be reached.
fn require_connected(machine: &Fsm) -> Result<(), SuiteError> {
    let mut reached = vec![false; machine.states()];
    for state in machine.reachable() {
        reached[state] = true;
    }
    match reached.iter().position(|reached| !reached) {
        Some(state) => Err(SuiteError::NotConnected { state }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_go_and_short_words_come_first() {
        let words = vec![vec![], vec![1, 0, 0], vec![1], vec![0], vec![1, 1], vec![1, 0], vec![0]];
        assert_eq!(without_prefixes(words), [vec![0], vec![1, 1], vec![1, 0, 0]]);
        assert_eq!(without_prefixes(vec![vec![]]), [vec![]]);
    }

    #[test]
    fn too_large_a_suite_says_how_large() {
        let limits = SuiteLimits { sequences: 10, inputs: 20 };
        assert_eq!(limits.admit(10, 20), Ok(()));
        let error = limits.admit(11, 12).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the suite is too large: 11 sequences with 12 inputs counted, the limits are 10 and 20"
        );
    }
}
