//! Why a run gave no value: as data that outlives the run, and in words.
//! In: an outcome and its world. Out: what a message says behind the name of what was run.

use lydian_core::Datum;
use lydian_term::Model;
use lydian_words::grouped;

use crate::{Limits, Outcome, Resource, Stop, World};

/// Why a run gave no value.
#[derive(Debug, Clone, PartialEq)]
pub enum NoValue {
    /// It raised an exception.
    Raised(Datum),
    /// It reached one of its limits.
    Exhausted(Resource, Limits),
    /// It looks at something that is not known, or was given up.
    Open,
    /// It needs what the evaluator does not have; the text says what.
    Unsupported(String),
}

impl NoValue {
    /// Why an outcome is no value; `None` if it is one.
    pub fn of(outcome: &Outcome, world: &World<'_>) -> Option<NoValue> {
        outcome.clone().returned().err().map(|stop| NoValue::of_stop(&stop, world))
    }

    /// Why a computation stopped.
    pub fn of_stop(stop: &Stop, world: &World<'_>) -> NoValue {
        match stop {
            Stop::Raise(exception) => NoValue::Raised(world.close(exception, &Model::new())),
            Stop::Exhausted(resource) => NoValue::Exhausted(*resource, world.meter.limits),
            Stop::Cut => NoValue::Open,
            Stop::Unsupported(why) => NoValue::Unsupported(why.clone()),
        }
    }

    /// What was run does this instead of giving a value: `raises Not_found`. `show` writes an exception as the user does.
    pub fn in_words(&self, show: impl FnOnce(&Datum) -> String) -> String {
        match self {
            NoValue::Raised(exception) => match show(exception).as_str() {
                "End_of_file" => "raises End_of_file (there is no input to read)".to_owned(),
                shown => format!("raises {shown}"),
            },
            NoValue::Exhausted(Resource::Steps, limits) => {
                format!("does not end within {} steps", grouped(limits.steps))
            }
            NoValue::Exhausted(Resource::Stack, _) => "recurses too deeply".to_owned(),
            NoValue::Exhausted(Resource::Words, _) => "needs too much memory".to_owned(),
            NoValue::Exhausted(Resource::Time, _) => "was interrupted".to_owned(),
            NoValue::Open => "looks at something unknown".to_owned(),
            NoValue::Unsupported(why) => format!("cannot be run: {why}"),
        }
    }
}
