//! Runs a whole trace at once, for those who compare: the generator and tests.

use std::ops::ControlFlow;

use lydian_core::Value;
use lydian_diagnostic::Diagnostic;
use lydian_tessla::spec::Spec;

use super::interpreter::Refused;
use super::{Failure, Halt, Observe, Prepared, Sink, Time};

/// An event of an input.
#[derive(Debug, Clone)]
pub struct InputEvent {
    /// When.
    pub time: Time,
    /// The input, by its place in `Spec::inputs`.
    pub input: usize,
    /// Its value.
    pub value: Value,
}

/// An event that was observed.
#[derive(Debug, Clone)]
pub struct OutputEvent {
    /// When.
    pub time: Time,
    /// The output or stream, by its place in `Spec::outputs` or `Spec::streams`.
    pub index: usize,
    /// Its value, or why it has none.
    pub value: Result<Value, Failure>,
}

/// How a run over a whole trace ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// With the trace.
    Complete,
    /// An event was not taken, by its place in the trace.
    Refused(usize, Refused),
    /// The run could not go on.
    Halted(Halt),
    /// More events than asked for.
    TooMany,
}

/// All that happened.
#[derive(Debug, Clone)]
pub struct Run {
    /// The events in order of time.
    pub events: Vec<OutputEvent>,
    /// How it ended.
    pub ending: Ending,
}

/// Runs a trace. `progress` is a time that the input reaches without an event. See [`Prepared::trace`].
pub fn trace(
    spec: &Spec,
    input: &[InputEvent],
    progress: Option<&Time>,
    observe: Observe,
) -> Result<Run, Diagnostic> {
    Ok(Prepared::new(spec)?.trace(input, progress, observe, MOST_EVENTS))
}

/// A timer can fire without end between two events of the input.
const MOST_EVENTS: usize = 10_000_000;

impl Prepared {
    /// Runs a trace and keeps at most `most` events. `progress` is a time that the input reaches without an event.
    pub fn trace(&self, input: &[InputEvent], progress: Option<&Time>, observe: Observe, most: usize) -> Run {
        let mut kept = Kept { events: Vec::new(), most };
        let ending = self.run(observe, |run| {
            for (place, event) in input.iter().enumerate() {
                if let Err(refused) = run.feed(&event.time, event.input, event.value.clone(), &mut kept) {
                    return ended(place, refused);
                }
            }
            if let Some(time) = progress
                && let Err(refused) = run.advance(time, &mut kept)
            {
                return ended(input.len(), refused);
            }
            match run.finish(&mut kept) {
                Ok(()) => Ending::Complete,
                Err(halt) => ended(input.len(), Refused::Halted(halt)),
            }
        });
        Run { events: kept.events, ending }
    }
}

fn ended(place: usize, refused: Refused) -> Ending {
    match refused {
        Refused::Halted(Halt::Told) => Ending::TooMany,
        Refused::Halted(halt) => Ending::Halted(halt),
        other => Ending::Refused(place, other),
    }
}

struct Kept {
    events: Vec<OutputEvent>,
    most: usize,
}

impl Sink for Kept {
    fn event(&mut self, time: &Time, index: usize, value: Result<&Value, &Failure>) -> ControlFlow<()> {
        if self.events.len() >= self.most {
            return ControlFlow::Break(());
        }
        self.events.push(OutputEvent {
            time: time.clone(),
            index,
            value: value.cloned().map_err(Failure::clone),
        });
        ControlFlow::Continue(())
    }
}
