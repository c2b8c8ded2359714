//! Properties and state machines, checked by enumeration: the smallest counterexample, or a proof where there are finitely many
//! cases.

mod domain;
mod enumerate;
mod node;
mod standard;

pub use domain::{Domain, Values};
pub use enumerate::{Enumerate, domain};
pub use lydian_derive::Enumerate;
pub use node::integer::Integer;
