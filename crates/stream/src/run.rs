//! Runs flat specifications online: events go in, events come out, one point in time after the other.
//!
//! [`Prepared`] is a specification ready to run; [`Interpreter`] is one run of it. The value functions run in the one
//! evaluator; a failing one does not end the run but gives an erroneous value, which is passed on until an event that
//! somebody observes carries it. The semantics are those of the operators in section 2 of the thesis (seed 002) with
//! the official end of input: the last time that the input mentions is evaluated, and what is due later never happens.

mod calls;
mod code;
mod interpreter;
mod native;
mod plan;
mod specialise;
mod whole;

use std::fmt;
use std::ops::ControlFlow;

use lydian_core::Value;
use lydian_tessla::spec::{FunctionId, StreamId};

pub use calls::Prepared;
pub(crate) use calls::made_ready;
pub use interpreter::{Interpreter, Refused};
pub use whole::{Ending, InputEvent, OutputEvent, Run, trace};

/// A point in time: a number of units since the start, of any size.
pub type Time = lydian_term::Int;

/// What a run tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Observe {
    /// The events of outputs; an event's index is the place in `Spec::outputs`.
    Outputs,
    /// The events of all streams; an event's index is the place in `Spec::streams`.
    AllStreams,
}

/// Gets the events of a run.
pub trait Sink {
    /// An event of the output or stream `index`. The run ends if told to break off.
    fn event(&mut self, time: &Time, index: usize, value: Result<&Value, &Failure>) -> ControlFlow<()>;

    /// All events at this time have been told.
    fn step(&mut self, time: &Time) -> ControlFlow<()> {
        let _ = time;
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(&Time, usize, Result<&Value, &Failure>) -> ControlFlow<()>> Sink for F {
    fn event(&mut self, time: &Time, index: usize, value: Result<&Value, &Failure>) -> ControlFlow<()> {
        self(time, index, value)
    }
}

/// Why a value is erroneous.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Failure {
    /// What went wrong, such as `Division by zero`.
    pub message: String,
    /// The function that failed.
    pub function: Option<FunctionId>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Why a run cannot go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halt {
    /// The sink wanted no more.
    Told,
    /// A timer cannot be set.
    Failed {
        /// When.
        time: Time,
        /// The stream of the timer.
        stream: StreamId,
        /// Why.
        failure: Failure,
    },
}
