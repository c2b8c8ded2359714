//! The one evaluator of Core: concrete and unknown values, metered; never asks a solver.
//! [`Image`] is compiled code of one or more programs; [`Machine`] runs it in a [`World`], which holds what a run may
//! change: unknowns, the meter, captured output, and the [`Decider`] that answers where an unknown must be known.

pub mod arithmetic;
mod branches;
pub mod builtins;
mod call;
mod code;
mod compile;
pub mod decide;
mod define;
pub mod equality;
mod machine;
pub mod meter;
pub mod order_term;
mod output;
pub mod unknown;
mod watch;
mod world;

pub use branches::Branches;
pub use code::{Image, ImageBuilder, LinkError, ProgramId};
pub use decide::{Cut, Decider, NoUnknowns};
pub use define::Undefined;
pub use machine::{CallRecord, Machine, Outcome};
pub use meter::{Limits, Meter, Resource};
pub use output::{Output, Written};
pub use unknown::{BasicShapes, Holes, Universe};
pub use watch::Watch;
pub use world::{Stop, World};
