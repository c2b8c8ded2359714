//! Suites for finite deterministic machines, from the methods of `lydian_conform`.

use std::fmt;

use lydian_conform::{
    Fsm, InputId, Next, Reached, Specification, SuiteLimits, hsi_suite, reach, transition_tour, w_suite,
    wp_suite,
};

use super::Relation;

/// What a reset costs in a tour, in inputs.
const RESET: u32 = 1;

/// A method by which sequences are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suite {
    /// One sequence, or few, that take every transition.
    Tour,
    /// The W method.
    W,
    /// The Wp method.
    Wp,
    /// The HSI method: never longer than W.
    Hsi,
}

/// Why there is no suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoSuite(pub String);

impl fmt::Display for NoSuite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no suite: {}", self.0)
    }
}

impl std::error::Error for NoSuite {}

/// The sequences of a suite for the machine that a specification is.
pub(super) fn sequences(
    spec: &mut impl Specification,
    letters: &[InputId],
    most_states: usize,
    suite: Suite,
    extra: usize,
    relation: Relation,
) -> Result<Vec<Vec<InputId>>, NoSuite> {
    let reached = reach(spec, letters, most_states, &mut || true).map_err(|trouble| NoSuite(trouble.0))?;
    if let Some((_, _, trouble)) = reached.trouble {
        return Err(NoSuite(trouble.0));
    }
    if !reached.complete {
        return Err(NoSuite(format!("the machine has more than {most_states} states")));
    }
    if relation == Relation::Refusal && !reached.refused.is_empty() {
        return Err(NoSuite("suites say nothing about inputs that the machine refuses".to_owned()));
    }
    let machine = machine(&reached, letters)?.minimised().machine;
    let limits = SuiteLimits::default();
    let suite = match suite {
        Suite::Tour => transition_tour(&machine, RESET, limits),
        Suite::W => w_suite(&machine, extra, limits),
        Suite::Wp => wp_suite(&machine, extra, limits),
        Suite::Hsi => hsi_suite(&machine, extra, limits),
    };
    suite.map_err(|error| NoSuite(error.to_string()))
}

fn machine(reached: &Reached, letters: &[InputId]) -> Result<Fsm, NoSuite> {
    if reached.initial != 1 {
        return Err(NoSuite("the machine has not one initial state".to_owned()));
    }
    let mut table = vec![vec![None; letters.len()]; reached.states.len()];
    for transition in &reached.transitions {
        let cell: &mut Option<Next> = &mut table[transition.from][transition.input.0 as usize];
        let next = Next { answer: transition.answer, target: transition.to };
        if cell.replace(next).is_some_and(|other| other != next) {
            return Err(NoSuite("the machine leaves a choice".to_owned()));
        }
    }
    Fsm::new(0, letters.to_vec(), table).map_err(|error| NoSuite(error.to_string()))
}
