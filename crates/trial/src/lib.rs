//! The one loop around outside programs: tests in batches, the first difference in their order, seen twice, made smaller.
//!
//! A door says what its tests, runs and differences are ([`Program`]); [`trial`] runs the tests and tells what came of them
//! ([`Tried`]). The policy is the same for all doors:
//!
//! - The first difference is the first in the order of the tests, however many of them run at the same time.
//! - It is believed once the same test differs again. One that does not come again is no refutation and is not dropped
//!   either: it ends the trial as [`End::Once`], with what the second run showed.
//!   A program that may do something else each time is judged run by run instead ([`Program::is_alone`]).
//! - A believed difference is made smaller as long as the smaller test differs in the same kind. The smallest one is seen twice,
//!   too; if it is not, the one that was takes its place.

#[cfg(test)]
mod laws;
mod program;
mod side_by_side;
mod trial;

pub use program::{Found, FoundIn, Outcome, Program};
pub use side_by_side::side_by_side;
pub use trial::{Effort, End, Second, Tried, TriedOf, trial};
