//! Compares what a monitor wrote with what must come out: for each time the sets of events.
//! Events after the end of the trace, and events of streams that are no outputs, are counted and otherwise left alone.

use std::collections::{BTreeMap, BTreeSet};

use lydian_sut::End;
use lydian_tessla::data::Data;
use lydian_tessla::spec::Spec;

use super::expected::{Expected, ExpectedEvent};
use super::monitor::Answer;
use super::value;
use super::written::{OtherLine, Written, WrittenEvent};
use crate::run::Time;

/// How answers are compared.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Comparing {
    /// Whether lines that are no events are left alone.
    pub ignore_other_lines: bool,
    /// The relative error that floating-point numbers may have.
    pub tolerance: f64,
}

/// What is wrong with an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mismatch {
    /// At a time other events come out.
    Events {
        /// When.
        time: Time,
        /// The events that should be there and are not, as they are written in traces.
        missing: Vec<String>,
        /// The events that are there and should not be.
        surplus: Vec<String>,
    },
    /// A line of an output that is written without time and name.
    Raw {
        /// The time of what is expected.
        time: Time,
        /// What should come.
        expected: Vec<String>,
        /// What comes.
        got: Vec<String>,
    },
    /// A line is no event.
    Form(OtherLine),
    /// The time goes back.
    Backwards(OtherLine),
    /// The monitor broke off, hung, or used more than it may.
    Ended(End),
}

/// What was left alone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notes {
    /// Events of streams that are no outputs, by name.
    pub foreign: BTreeMap<String, u64>,
    /// Events after the end of the trace.
    pub late: u64,
    /// Lines that are no events.
    pub other_lines: u64,
}

impl Notes {
    /// Adds what was left alone in another run.
    pub fn absorb(&mut self, other: &Notes) {
        for (name, count) in &other.foreign {
            *self.foreign.entry(name.clone()).or_default() += count;
        }
        self.late += other.late;
        self.other_lines += other.other_lines;
    }
}

/// What came of a comparison.
pub type Outcome = lydian_trial::Outcome<Mismatch, Notes>;

/// Compares an answer with what is expected.
pub fn compare(spec: &Spec, expected: &Expected, answer: &Answer, comparing: Comparing) -> Outcome {
    if answer.end == End::Lost {
        return Outcome::Unknown("a run of the monitor could not be followed to its end".into());
    }
    let written = Written::read(spec, answer.whole_lines(), expected);
    let mut notes = Notes { foreign: written.foreign.clone(), ..Notes::default() };
    notes.late = written.events.iter().filter(|event| event.time > expected.end).count() as u64;
    let events = first_difference(spec, expected, &written, comparing);
    let raw = raw_difference(spec, expected, &written, comparing);
    let has_raw = spec.outputs.iter().any(|output| output.raw);
    let others = if has_raw { &[] } else { &written.others[..] };
    notes.other_lines = others.len() as u64;
    let form = others.first().filter(|_| !comparing.ignore_other_lines);
    let broken = broken(expected, answer.end);
    // A monitor that breaks off says less than it should; that it breaks off tells more.
    if let Some(end) = broken
        && events.as_ref().is_none_or(|found| only_stops(found, &written))
    {
        return Outcome::Differ(Mismatch::Ended(end));
    }
    // If no line can be read, that all events are missing is only half of the truth.
    if let Some(line) = form
        && (events.is_none() || written.events.is_empty())
    {
        return Outcome::Differ(Mismatch::Form(line.clone()));
    }
    if let Some(found) = events.or(raw) {
        return Outcome::Differ(found);
    }
    if let Some(line) = written.backwards {
        return Outcome::Differ(Mismatch::Backwards(line));
    }
    Outcome::Match(notes)
}

/// What is wrong with the way in which the monitor ended. Where the specification has an error, it may break off.
fn broken(expected: &Expected, end: End) -> Option<End> {
    match end {
        End::Exited(0) => None,
        End::Exited(_) | End::Signalled(_) if expected.silent_from.is_some() => None,
        // What was too much to look at may be too much to write.
        End::OutputLimit if expected.cut => None,
        _ => Some(end),
    }
}

/// Whether a difference is no more than that events are missing after all that were written.
fn only_stops(found: &Mismatch, written: &Written) -> bool {
    let Mismatch::Events { time, surplus, .. } = found else { return false };
    surplus.is_empty() && written.events.iter().all(|event| event.time <= *time)
}

/// The first time at which the sets of events differ.
fn first_difference(
    spec: &Spec,
    expected: &Expected,
    written: &Written,
    comparing: Comparing,
) -> Option<Mismatch> {
    let mut at: BTreeMap<&Time, (Vec<&ExpectedEvent>, Vec<&WrittenEvent>)> = BTreeMap::new();
    for event in expected.events.iter().filter(|event| !spec.outputs[event.output].raw) {
        at.entry(&event.time).or_default().0.push(event);
    }
    for event in written.events.iter().filter(|event| expected.covers(&event.time)) {
        at.entry(&event.time).or_default().1.push(event);
    }
    at.into_iter().find_map(|(time, (wanted, got))| {
        let agree = |wanted: &ExpectedEvent, got: &WrittenEvent| same(spec, wanted, got, comparing);
        let missing: Vec<String> = wanted
            .iter()
            .filter(|wanted| !got.iter().any(|got| agree(wanted, got)))
            .map(|wanted| wanted.text.clone())
            .collect();
        // Monitors that write in another order each time must not seem to say something else each time.
        let place = |name: &str| spec.outputs.iter().position(|output| *output.name == *name);
        let surplus: BTreeSet<(Option<usize>, String)> = got
            .iter()
            .filter(|got| !wanted.iter().any(|wanted| agree(wanted, got)))
            .map(|got| (place(&got.name), got.text()))
            .collect();
        let differ = !missing.is_empty() || !surplus.is_empty();
        let surplus = surplus.into_iter().map(|(_, text)| text).collect();
        differ.then(|| Mismatch::Events { time: time.clone(), missing, surplus })
    })
}

fn same(spec: &Spec, wanted: &ExpectedEvent, got: &WrittenEvent, comparing: Comparing) -> bool {
    let output = &spec.outputs[wanted.output];
    if *output.name != *got.name {
        return false;
    }
    match &got.value {
        None => wanted.data == Data::UNIT,
        Some(value) => same_value(spec, wanted, value, comparing),
    }
}

fn same_value(spec: &Spec, wanted: &ExpectedEvent, text: &str, comparing: Comparing) -> bool {
    let stream = spec.outputs[wanted.output].stream;
    let ty = &spec.streams[stream.0 as usize].ty;
    // Blanks around a value cannot be told from those around `=`.
    text.trim() == wanted.printed.trim()
        || value::read(text, ty).is_some_and(|got| value::same(&got, &wanted.data, comparing.tolerance))
}

/// The first time at which outputs without time and name do not come as they should. Within one time they have no order.
fn raw_difference(
    spec: &Spec,
    expected: &Expected,
    written: &Written,
    comparing: Comparing,
) -> Option<Mismatch> {
    let is_raw = |event: &&ExpectedEvent| spec.outputs[event.output].raw;
    if !spec.outputs.iter().any(|output| output.raw) {
        return None;
    }
    let wanted: Vec<&ExpectedEvent> = expected.events.iter().filter(is_raw).collect();
    let mut lines = written.others.iter().map(|line| line.text.as_str());
    for group in wanted.chunk_by(|left, right| left.time == right.time) {
        let got: Vec<&str> = lines.by_ref().take(group.len()).collect();
        if !matched(spec, group, &got, comparing) {
            return Some(Mismatch::Raw {
                time: group[0].time.clone(),
                expected: group.iter().map(|event| event.printed.clone()).collect(),
                got: got.into_iter().map(str::to_owned).collect(),
            });
        }
    }
    // What comes after all that is expected may be due after the end of the trace.
    let may_go_on = expected.pending || expected.silent_from.is_some() || comparing.ignore_other_lines;
    let more: Vec<String> = lines.map(str::to_owned).take(1).collect();
    (!may_go_on && !more.is_empty()).then(|| Mismatch::Raw {
        time: expected.end.clone(),
        expected: Vec::new(),
        got: more,
    })
}

/// Whether lines are the values of events, in any order.
fn matched(spec: &Spec, group: &[&ExpectedEvent], got: &[&str], comparing: Comparing) -> bool {
    let mut left: Vec<&str> = got.to_vec();
    group.iter().all(|wanted| {
        let found = left.iter().position(|line| same_value(spec, wanted, line, comparing));
        found.map(|place| left.remove(place)).is_some()
    }) && left.is_empty()
}
