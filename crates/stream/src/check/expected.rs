//! What a specification says about a trace: the events of its outputs, by the interpreter.
//! A run that ends with an error says nothing about that time and what follows; a run with too many events is cut.

use std::ops::ControlFlow;

use lydian_budget::Deadline;
use lydian_core::Value;
use lydian_tessla::data::Data;
use lydian_tessla::spec::{Constraint, Spec};
use lydian_tessla::syntax::ast::{PragmaKind, Quantifier};

use super::trace::{COLLECTIONS, Trace, named};
use crate::run::{Failure, Halt, Interpreter, Observe, Prepared, Refused, Sink, Time};

/// What must come out.
#[derive(Debug, Clone)]
pub struct Expected {
    /// The events of outputs, by time.
    pub events: Vec<ExpectedEvent>,
    /// The last time of the trace: what happens later does not count.
    pub end: Time,
    /// The time from which on nothing is said, and why.
    pub silent_from: Option<(Time, String)>,
    /// Whether that is because there were too many events or it took too long, and not because of an error.
    pub cut: bool,
    /// Whether a timer still runs at the end.
    pub pending: bool,
    /// Whether the trace satisfies the assertions of the author.
    pub assertions_hold: bool,
}

/// An event of an output.
#[derive(Debug, Clone)]
pub struct ExpectedEvent {
    /// When.
    pub time: Time,
    /// The output, by its place in `Spec::outputs`.
    pub output: usize,
    /// Its value.
    pub data: Data,
    /// The event without its time, as it is written in traces: `x = "a"`.
    pub text: String,
    /// The value as the official interpreter prints it: texts have no quotes there.
    pub printed: String,
}

/// More events than this are not looked at. All streams count: a timer can fire without end between two inputs.
const MOST_EVENTS: u64 = 300_000;

impl Expected {
    /// Runs a specification on a trace.
    pub fn of(spec: &Spec, prepared: &Prepared, trace: &Trace) -> Expected {
        Expected::until(spec, prepared, trace, None)
    }

    /// The same, but cut where it takes too long: a value function can take long even if there are few events.
    pub fn until(spec: &Spec, prepared: &Prepared, trace: &Trace, deadline: Option<Deadline>) -> Expected {
        let asserted = spec.constraints.iter().filter(|wanted| wanted.kind == PragmaKind::Assert);
        let mut watch = Watch {
            spec,
            deadline,
            events: Vec::new(),
            failure: None,
            cut: None,
            reached: Time::ZERO,
            seen: 0,
            asserted: asserted.map(|wanted| (wanted, holds_without_events(wanted.quantifier))).collect(),
        };
        let (outcome, pending) = prepared.run(Observe::AllStreams, |run| {
            let outcome = play(run, trace, &mut watch);
            (outcome, run.has_running_timer())
        });
        let halted = match outcome {
            Ok(()) | Err(Refused::Halted(Halt::Told)) => None,
            Err(Refused::Halted(Halt::Failed { time, failure, .. })) => Some((time, failure.message)),
            // Traces are in order and name inputs, so nothing else refuses an event.
            Err(_) => Some((Time::ZERO, "the trace was not taken".to_owned())),
        };
        let cut = watch.cut.is_some();
        let silences = [watch.failure.take(), watch.cut.take(), halted];
        let silent_from = silences.into_iter().flatten().min_by(|left, right| left.0.cmp(&right.0));
        let mut events = watch.events;
        if let Some((time, _)) = &silent_from {
            events.retain(|event| event.time < *time);
        }
        let assertions_hold = watch.asserted.iter().all(|(_, holds)| *holds);
        Expected { events, end: trace.end(), silent_from, cut, pending, assertions_hold }
    }

    /// About how many bytes a monitor writes that is right.
    pub fn size(&self) -> u64 {
        self.events.iter().map(|event| event.text.len() as u64 + 24).sum()
    }

    /// Whether something is said about a time.
    pub fn covers(&self, time: &Time) -> bool {
        *time <= self.end && self.silent_from.as_ref().is_none_or(|(from, _)| time < from)
    }
}

fn holds_without_events(quantifier: Quantifier) -> bool {
    matches!(quantifier, Quantifier::All | Quantifier::Empty)
}

fn play(run: &mut Interpreter<'_, '_, '_>, trace: &Trace, watch: &mut Watch<'_>) -> Result<(), Refused> {
    for event in &trace.events {
        if watch.is_late() {
            watch.cut_at(event.time.clone(), "the specification takes too long");
            return Ok(());
        }
        run.feed(&event.time, event.input, event.value.clone(), watch)?;
    }
    if let Some(time) = &trace.progress {
        run.advance(time, watch)?;
    }
    Ok(run.finish(watch)?)
}

struct Watch<'s> {
    spec: &'s Spec,
    deadline: Option<Deadline>,
    events: Vec<ExpectedEvent>,
    /// The error of an output, which ends the run.
    failure: Option<(Time, String)>,
    /// Why the run was not followed any further.
    cut: Option<(Time, String)>,
    reached: Time,
    seen: u64,
    /// The assertions, and whether each holds so far.
    asserted: Vec<(&'s Constraint, bool)>,
}

impl Sink for Watch<'_> {
    fn event(&mut self, time: &Time, index: usize, value: Result<&Value, &Failure>) -> ControlFlow<()> {
        self.reached.clone_from(time);
        self.seen += 1;
        if self.seen > MOST_EVENTS {
            self.cut_at(time.clone(), "too many events happen inside of the specification");
            return ControlFlow::Break(());
        }
        if self.is_late() {
            self.cut_at(time.clone(), "the specification takes too long");
            return ControlFlow::Break(());
        }
        for (wanted, holds) in &mut self.asserted {
            if wanted.stream.0 as usize == index {
                match wanted.quantifier {
                    Quantifier::Some => *holds = true,
                    Quantifier::Empty => *holds = false,
                    Quantifier::Exists => *holds |= matches!(value, Ok(Value::Bool(true))),
                    Quantifier::All => *holds &= matches!(value, Ok(Value::Bool(true))),
                }
            }
        }
        for (output, declared) in self.spec.outputs.iter().enumerate() {
            if declared.stream.0 as usize == index {
                self.output(time, output, value);
            }
        }
        if self.failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Watch<'_> {
    fn is_late(&self) -> bool {
        self.deadline.is_some_and(Deadline::passed)
    }

    /// What is known ends before this time.
    fn cut_at(&mut self, time: Time, why: &str) {
        self.cut = Some((time, why.to_owned()));
    }

    fn output(&mut self, time: &Time, output: usize, value: Result<&Value, &Failure>) {
        let declared = &self.spec.outputs[output];
        let ty = &self.spec.streams[declared.stream.0 as usize].ty;
        let why = match value {
            Ok(value) => match Data::of(value, ty, COLLECTIONS) {
                Some(data) => {
                    let (text, printed) = (named(&declared.name, &data, ty), data.to_string());
                    self.events.push(ExpectedEvent { time: time.clone(), output, data, text, printed });
                    return;
                }
                None => format!("values of type {ty} cannot be compared"),
            },
            Err(failure) => failure.message.clone(),
        };
        self.failure.get_or_insert((time.clone(), why));
    }
}
