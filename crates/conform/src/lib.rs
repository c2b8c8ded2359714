//! Conformance of systems to state machines: what holds for any machine and any system.
//!
//! States, inputs and answers are numbers here; who runs a model or a real system keeps the values behind them. A
//! [`Specification`] says what may come of an input, a [`System`] shows what does. Everything else is built on the two: sets
//! of states that explain what was seen, walks, suites for finite machines, shrinking, proofs.

mod concurrent;
mod fsm;
mod ids;
mod judge;
#[cfg(test)]
mod laws;
mod product;
mod random;
mod reach;
mod run;
mod shrink;
mod specification;
mod suites;
mod system;
mod walk;

pub use concurrent::{Call, Consistency, Ordered, ordered};
pub use fsm::{Fsm, Malformed, Minimised, Next};
pub use ids::{AnswerId, InputId, StateId};
pub use judge::{Conformance, Enabled, Judged, StateSet, Wrong, judge};
pub use product::{Compared, Failure, compare, compare_along, refusal_ahead, walk_along};
pub use random::Random;
pub use reach::{Reached, Transition, reach};
pub use run::{Explained, Fixed, Guide, Run, RunEnd, explain, run};
pub use shrink::{Candidates, shrink};
pub use specification::{Edge, Reactions, Specification, Trouble};
pub use suites::{
    Sequence, SuiteError, SuiteLimits, characterisation_set, harmonised_identifiers, hsi_suite, state_cover,
    state_identifiers, transition_cover, transition_tour, w_suite, wp_suite,
};
pub use system::{Observed, Obstacle, System};
pub use walk::{Letter, Walks};
