//! Laws of the specification language (section 8 of the paper), held on generated specifications.

#[path = "laws/agreement.rs"]
mod agreement;
#[path = "laws/coverage.rs"]
mod coverage;
#[path = "laws/decimals.rs"]
mod decimals;
#[path = "laws/equalities.rs"]
mod equalities;
#[path = "laws/generate.rs"]
mod generate;
#[path = "laws/inputs.rs"]
mod inputs;
#[path = "laws/merging.rs"]
mod merging;
#[path = "laws/order.rs"]
mod order;
#[path = "laws/random.rs"]
mod random;
#[path = "laws/rewriting.rs"]
mod rewriting;
#[path = "laws/sets.rs"]
mod sets;
#[path = "laws/specimen.rs"]
mod specimen;
#[path = "laws/terms.rs"]
mod terms;
