//! Monitors under test: whether a program that reads a trace writes what the specification says.
//!
//! [`Test`] is a trace with what the interpreter says comes out; [`judge`] runs a [`Monitor`] on tests and gives the
//! verdict. For each time the events are compared as sets of stream and value. What a monitor says after the end of a trace
//! is left alone: the official interpreter stops there, others go on.

mod compare;
mod expected;
mod judge;
mod monitor;
mod orders;
mod pairs;
pub(crate) mod random;
mod show;
pub(crate) mod shrink;
mod suite;
mod test;
mod trace;
mod value;
mod written;

pub use compare::{Comparing, Mismatch, Notes, Outcome, compare};
pub use expected::{Expected, ExpectedEvent};
pub use judge::{Checking, Found, Judged, Origin, judge};
pub use monitor::{Answer, Monitor, ProcessMonitor};
pub use suite::{Coverage, Suites, USUAL, joined, tell_traces};
pub use test::{Test, TestKind};
pub use trace::Trace;
pub use written::{OtherLine, Written, WrittenEvent};
