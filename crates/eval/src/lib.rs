//! The one evaluator of Core: concrete and unknown values, metered; never asks a solver.
//! [`Image`] is compiled code of one or more programs; [`Machine`] runs it in a [`World`], which holds what a run may
//! change: unknowns, the meter, captured output, and the [`Decider`] that answers where an unknown must be known.
//! [`Ready`] is an image whose definitions have run: what a door keeps of the programs that it runs.

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
mod no_value;
mod noted;
pub mod order_term;
mod output;
pub mod printed_floats;
mod ready;
mod stirred;
pub mod unknown;
mod watch;
mod world;

pub use branches::Branches;
pub use code::{Image, ImageBuilder, LinkError, ProgramId};
pub use decide::{Cut, Decider, NoUnknowns};
pub use define::{Extent, Failure};
pub use machine::{CallRecord, Machine, Outcome};
pub use meter::{Limits, Meter, Resource};
pub use no_value::NoValue;
pub use noted::Noted;
pub use output::{Output, Written};
pub use ready::{Ready, Unready};
pub use unknown::{BasicShapes, Holes, Universe};
pub use watch::Watch;
pub use world::{FieldOrders, Stop, World, kind_of};
