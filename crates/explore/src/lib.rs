//! Path search over the evaluator: deciders, deepening by size, bounds, statistics.
//!
//! A path is a sequence of decisions; running it again with the same decisions is how the search returns to it, so the
//! evaluator needs no forking state. Every run carries a model of its path condition and follows that model at fresh
//! branches: a run asks no solver. The sides not taken wait in a queue ordered by the size of the input that they
//! need, and one question to the solver, asked when a side's turn comes, decides whether it is run at all. Inputs are
//! therefore tried smallest first, and the first difference found is the smallest there is.

mod decider;
mod path;
mod queue;
mod search;
mod session;

pub use decider::PathDecider;
pub use path::Decision;
pub use search::{Bounds, Counts, Path, Search};
pub use session::Session;
