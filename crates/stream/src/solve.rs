//! Solving: a specification as a relation between slots, over terms.
//! A slot is a moment at which something happens. Each value function is explored once on unknown arguments
//! (`summary`); a slot is made of the summaries (`relation`); goals say what a slot can show (`goals`).

pub(crate) mod apply;
mod doubts;
pub mod goals;
pub(crate) mod invariants;
mod noted;
mod pinned;
pub(crate) mod relation;
pub(crate) mod state;
pub(crate) mod summary;
pub(crate) mod symbolic;
pub(crate) mod unroll;
