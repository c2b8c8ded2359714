//! The traces that a monitor is given: events of inputs over time, and how far time goes.
//! They come out of a generated suite or out of files, and are made smaller when something is wrong.

use std::io::Read;

use lydian_diagnostic::Diagnostic;
use lydian_tessla::Type;
use lydian_tessla::data::Data;
use lydian_tessla::spec::{Collections, Spec};

use super::expected::Expected;
use crate::generate::{Case, CaseEvent};
use crate::run::{InputEvent, Observe, OutputEvent, Prepared, Refused, Time};
use crate::trace::{Item, Options, Reader, end_of_trace, show_time};

/// More events than this are not kept of a case.
const MOST_EVENTS: usize = 100_000;

/// Inputs over time.
#[derive(Debug, Clone, Default)]
pub struct Trace {
    /// The events, by time.
    pub events: Vec<InputEvent>,
    /// The time up to which time goes on, if that is after the last event.
    pub progress: Option<Time>,
}

impl Trace {
    /// The inputs of a generated case.
    pub fn of_case(case: &Case) -> Trace {
        let events = case.inputs.iter().filter_map(|event| {
            let value = event.value.clone().ok()?;
            Some(InputEvent { time: event.time.clone(), input: event.index, value })
        });
        Trace { events: events.collect(), progress: case.progress.clone() }
    }

    /// The case of a trace: with all that happens when it is run, and no goals.
    pub fn to_case(&self, spec: &Spec, prepared: &Prepared) -> Case {
        let run = prepared.trace(&self.events, self.progress.as_ref(), Observe::AllStreams, MOST_EVENTS);
        let events = |event: &OutputEvent| CaseEvent {
            time: event.time.clone(),
            index: event.index,
            value: event.value.clone().map_err(|failure| failure.message),
        };
        let streams: Vec<CaseEvent> = run.events.iter().map(events).collect();
        let expected = Expected::of(spec, prepared, self);
        let outputs = streams.iter().flat_map(|event| {
            let outputs = spec.outputs.iter().enumerate();
            let named = outputs.filter(|(_, output)| output.stream.0 as usize == event.index);
            named.map(|(index, _)| CaseEvent { index, ..event.clone() })
        });
        let inputs = self.events.iter().map(|event| CaseEvent {
            time: event.time.clone(),
            index: event.input,
            value: Ok(event.value.clone()),
        });
        let mut times: Vec<Time> =
            streams.iter().map(|event| event.time.clone()).chain([self.end()]).collect();
        times.sort();
        times.dedup();
        Case {
            inputs: inputs.collect(),
            progress: self.progress.clone(),
            outputs: outputs.filter(|event| expected.covers(&event.time)).collect(),
            times,
            meets: Vec::new(),
            failure: expected
                .silent_from
                .map(|(time, why)| format!("{why} (t = {})", show_time(&time, spec.decimals))),
            pending: expected.pending,
            streams,
        }
    }

    /// Reads a trace. Events of streams that are no inputs only let time pass.
    pub fn read(spec: &Spec, input: impl Read, name: &str) -> Result<Trace, Box<Diagnostic>> {
        let options = Options { collections: COLLECTIONS, ..Options::default() };
        let mut reader = Reader::new(spec, input, name, options);
        let mut events: Vec<InputEvent> = Vec::new();
        let mut reached = Time::ZERO;
        while let Some(item) = reader.next_item()? {
            let (Item::Progress { time } | Item::Event { time, .. }) = &item;
            let time = time.clone();
            let mut refused = (time < reached).then(|| Refused::Backwards { reached: reached.clone() });
            if let Item::Event { input, value, .. } = item {
                let at_once = events.iter().rev().take_while(|event| event.time == time);
                if at_once.into_iter().any(|event| event.input == input) {
                    refused = Some(Refused::Twice);
                }
                events.push(InputEvent { time: time.clone(), input, value });
            }
            if let Some(fault) = refused.and_then(|refused| reader.refused(&refused)) {
                return Err(fault);
            }
            reached = time;
        }
        let last = events.last().map_or(Time::ZERO, |event| event.time.clone());
        Ok(Trace { events, progress: Some(reached).filter(|reached| *reached > last) })
    }

    /// The last time at which something can happen.
    pub fn end(&self) -> Time {
        let last = self.events.last().map(|event| &event.time);
        last.into_iter().chain(&self.progress).max().cloned().unwrap_or(Time::ZERO)
    }

    /// The trace as monitors read it. Where time goes on after the last event, a stream that is no input says so.
    pub fn text(&self, spec: &Spec) -> String {
        let mut text = String::new();
        for event in &self.events {
            let time = show_time(&event.time, spec.decimals);
            text.push_str(&format!("{time}: {}\n", event_text(spec, event)));
        }
        if let Some(time) = &self.progress {
            let time = show_time(time, spec.decimals);
            let is_input = |name: &str| spec.inputs.iter().any(|input| *input.name == *name);
            text.push_str(&format!("{time}: {}\n", end_of_trace(is_input)));
        }
        text
    }
}

/// How sets and maps are represented in tests: as in the suites that the solver makes.
pub(super) const COLLECTIONS: Collections = Collections::Lists;

/// An event without its time: `wire`, `x = 3`.
pub(super) fn event_text(spec: &Spec, event: &InputEvent) -> String {
    let input = &spec.inputs[event.input];
    let ty = &spec.streams[input.stream.0 as usize].ty;
    // A value of another type than its stream's would be our mistake; then at least the event is shown.
    Data::of(&event.value, ty, COLLECTIONS)
        .map_or_else(|| input.name.to_string(), |data| named(&input.name, &data, ty))
}

/// A value under a name: `wire`, `x = 3`.
pub(super) fn named(name: &str, data: &Data, ty: &Type) -> String {
    if *ty == Type::unit() { name.to_owned() } else { format!("{name} = {}", data.source()) }
}
