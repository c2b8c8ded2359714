//! Conformance of systems to state machines: what holds for any machine and any system.
//!
//! States, inputs and answers are numbers here; who runs a model or a real system keeps the values behind them. A
//! [`Specification`] says what may come of an input, a [`System`] shows what does. Everything else is built on the two: sets
//! of states that explain what was seen, walks, suites for finite machines, shrinking, proofs.

mod ids;
mod specification;
mod system;

pub use ids::{AnswerId, InputId, StateId};
pub use specification::{Edge, Reactions, Specification, Trouble};
pub use system::{Observed, System};
