//! How long work may go on: its processor time, and ten times as much by the clock against what only waits.
//! A load on the machine makes work take longer, not cost more, so a deadline passes after the same work with and without it.
//! Time is counted for a `Clock`: that of the threads that work for it and of the processes that they waited for. A thread
//! works for the clock of the deadline that it looked at last; `shared` makes a thread that looks at none work for its parent.
//! Leaves to others what happens when a deadline has passed: it only ever turns a result into an unknown one.

mod clock;
mod deadline;
mod limit;
mod processor;

pub use clock::{charge, shared};
pub use deadline::{Deadline, Watched};
pub use limit::{is_over, under};
