//! Smaller traces: cut, with fewer events, with less time between them, with simpler values.
//! In: a trace that fails and the time at which it does. Out: candidates, the smallest hope first; whether they still fail is
//! for others to find out. Every candidate is smaller by one measure and larger by none, so that shrinking ends.

use lydian_core::{ConId, Datum, Value};
use lydian_tessla::Type;
use lydian_tessla::spec::Spec;

use super::trace::Trace;
use crate::run::{InputEvent, Time};

/// The ways to make a trace smaller, in the order in which they are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// Leave out what comes after the difference.
    Cut,
    /// Leave out events.
    Drop,
    /// Let less time pass.
    Hurry,
    /// Use simpler values.
    Simplify,
}

impl Way {
    /// All ways.
    pub(crate) const ALL: [Way; 4] = [Way::Cut, Way::Drop, Way::Hurry, Way::Simplify];
}

/// Smaller traces by one way. `time` is when the difference shows, if it shows at a time.
pub(crate) fn smaller(spec: &Spec, trace: &Trace, time: Option<&Time>, way: Way) -> Vec<Trace> {
    match way {
        Way::Cut => cut(trace, time),
        Way::Drop => drop_events(trace),
        Way::Hurry => hurry(trace),
        Way::Simplify => simplify(spec, trace),
    }
}

/// Up to the last event, or up to the difference.
fn cut(trace: &Trace, time: Option<&Time>) -> Vec<Trace> {
    let shorter = Trace { progress: None, ..trace.clone() };
    let mut candidates: Vec<Trace> = trace.progress.iter().map(|_| shorter.clone()).collect();
    let Some(time) = time.filter(|time| **time < trace.end()) else { return candidates };
    let events: Vec<InputEvent> = trace.events.iter().filter(|event| event.time <= *time).cloned().collect();
    let last = events.last().map_or(Time::ZERO, |event| event.time.clone());
    candidates.push(Trace { events, progress: Some(time.clone()).filter(|time| *time > last) });
    candidates
}

/// Without runs of events, long ones first; time goes on as far as before.
fn drop_events(trace: &Trace) -> Vec<Trace> {
    let count = trace.events.len();
    let mut candidates = Vec::new();
    let mut length = count;
    while length > 0 {
        for start in (0..count).step_by(length) {
            let mut events = trace.events.clone();
            events.drain(start..(start + length).min(count));
            let last = events.last().map_or(Time::ZERO, |event| event.time.clone());
            let progress = Some(trace.end()).filter(|end| *end > last);
            candidates.push(Trace { events, progress });
        }
        length /= 2;
    }
    candidates
}

/// With less time before one moment, and then before those that follow it as well.
fn hurry(trace: &Trace) -> Vec<Trace> {
    let mut moments: Vec<Time> = trace.events.iter().map(|event| event.time.clone()).collect();
    moments.extend(trace.progress.clone());
    moments.dedup();
    let mut candidates = Vec::new();
    let mut before: Option<Time> = None;
    for moment in moments {
        let least = before.map_or(Time::ZERO, |before| before + Time::from(1));
        let gap = &moment - &least;
        let half = gap.tdiv(&Time::from(2)).unwrap_or(Time::ZERO);
        for less in [gap.clone(), half, Time::from(1)] {
            if less.is_positive() && less <= gap {
                candidates.push(earlier(trace, &less, |time| *time >= moment));
                candidates.push(earlier(trace, &less, |time| *time == moment));
            }
        }
        before = Some(moment);
    }
    candidates
}

/// With some moments earlier.
fn earlier(trace: &Trace, less: &Time, moved: impl Fn(&Time) -> bool) -> Trace {
    let shifted = |time: &Time| if moved(time) { time - less } else { time.clone() };
    let events = trace.events.iter().map(|event| InputEvent { time: shifted(&event.time), ..event.clone() });
    Trace { events: events.collect(), progress: trace.progress.as_ref().map(shifted) }
}

fn simplify(spec: &Spec, trace: &Trace) -> Vec<Trace> {
    let mut candidates = Vec::new();
    for (place, event) in trace.events.iter().enumerate() {
        let stream = spec.inputs[event.input].stream;
        for value in simpler(&event.value, &spec.streams[stream.0 as usize].ty) {
            let mut simpler = trace.clone();
            simpler.events[place].value = value;
            candidates.push(simpler);
        }
    }
    candidates
}

/// Simpler values of a type, the simplest first.
fn simpler(value: &Value, ty: &Type) -> Vec<Value> {
    let basic = match (ty, value) {
        (Type::Option(part), Value::Block(block)) => {
            let inner = block.fields.first().map_or_else(Vec::new, |inner| simpler(inner, part));
            let inner = inner.into_iter().map(|inner| Value::construct(ConId::SOME, [inner]));
            return std::iter::once(Value::Constant(ConId::NONE)).chain(inner).collect();
        }
        (Type::Int, Value::Int(int)) => Datum::Int(Time::from(*int)),
        (Type::Int, Value::Big(int)) => Datum::Int((**int).clone()),
        (Type::Float, Value::Float(float)) => Datum::Float(*float),
        (Type::String, text) => match text.as_known_str() {
            Some(known) => Datum::Str(known.to_vec()),
            None => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let known = lydian_core::simpler(&basic).into_iter().filter_map(|datum| match datum {
        Datum::Int(int) => Some(Value::int(int)),
        Datum::Float(float) => Some(Value::Float(float)),
        // Half of a character is no text.
        Datum::Str(bytes) => String::from_utf8(bytes).ok().map(|text| Value::str(text.into_bytes())),
        _ => None,
    });
    known.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(events: &[(i64, usize)], progress: Option<i64>) -> Trace {
        let event = |(time, input): &(i64, usize)| InputEvent {
            time: Time::from(*time),
            input: *input,
            value: Value::Int(9),
        };
        Trace { events: events.iter().map(event).collect(), progress: progress.map(Time::from) }
    }

    /// The number of events, then the sum of all times.
    fn size(trace: &Trace) -> (usize, i64) {
        let times = trace.events.iter().map(|event| &event.time).chain(&trace.progress);
        (trace.events.len(), times.filter_map(Time::as_i64).sum())
    }

    #[test]
    fn candidates_are_smaller_and_in_order() {
        let whole = trace(&[(0, 0), (4, 0), (4, 1), (9, 1), (10, 0)], Some(15));
        let ways = [cut(&whole, Some(&Time::from(9))), drop_events(&whole), hurry(&whole)];
        for candidate in ways.iter().flatten() {
            assert!(size(candidate) < size(&whole), "{candidate:?}");
            for pair in candidate.events.windows(2) {
                assert!(pair[0].time <= pair[1].time, "{candidate:?}");
                assert!(pair[0].time < pair[1].time || pair[0].input != pair[1].input, "{candidate:?}");
            }
            let last = candidate.events.last().map(|event| &event.time);
            assert!(candidate.progress.as_ref().is_none_or(|end| Some(end) > last), "{candidate:?}");
        }
        assert!(ways.iter().all(|way| !way.is_empty()));
    }

    #[test]
    fn simpler_values_come_to_an_end() {
        for (start, ty) in [
            (Value::Int(-100), Type::Int),
            (Value::Float(2.5), Type::Float),
            (Value::str("héllo".as_bytes()), Type::String),
            (Value::construct(ConId::SOME, [Value::Int(7)]), Type::Option(std::sync::Arc::new(Type::Int))),
        ] {
            let mut value = start;
            let mut steps = 0;
            while let Some(next) = simpler(&value, &ty).pop() {
                value = next;
                steps += 1;
                assert!(steps < 2_000, "{ty}");
            }
            assert!(steps > 0, "{ty}");
        }
    }
}
