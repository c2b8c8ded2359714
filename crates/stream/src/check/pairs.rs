//! Cases one after the other: what a case leads to shows only if something comes after it.
//! A suite stops where its last goal is met. A monitor that goes wrong there, in a state that nothing looks at any more, is
//! found by going on from that state with a case that is known to show something.

use super::trace::Trace;
use crate::run::{InputEvent, Time};

/// Pairs of traces, each with the places of both, those with the fewest events first and at most so many.
pub(super) fn pairs(traces: &[Trace], most: usize) -> Vec<(usize, usize, Trace)> {
    let places = 0..traces.len();
    let mut pairs: Vec<(usize, usize)> =
        places.clone().flat_map(|first| places.clone().map(move |second| (first, second))).collect();
    // The order of pairs with equally many events stays.
    pairs.sort_by_key(|(first, second)| traces[*first].events.len() + traces[*second].events.len());
    pairs.truncate(most);
    pairs.into_iter().map(|(first, second)| (first, second, then(&traces[first], &traces[second]))).collect()
}

/// One trace, and another one from the moment after its end.
fn then(first: &Trace, second: &Trace) -> Trace {
    let start = first.end() + Time::from(1);
    let later = second.events.iter().map(|event| InputEvent { time: &event.time + &start, ..event.clone() });
    let events: Vec<InputEvent> = first.events.iter().cloned().chain(later).collect();
    let last = events.last().map_or(Time::ZERO, |event| event.time.clone());
    let end = second.end() + start;
    Trace { events, progress: Some(end).filter(|end| *end > last) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lydian_core::Value;

    fn trace(times: &[i64], progress: Option<i64>) -> Trace {
        let event = |time: &i64| InputEvent { time: Time::from(*time), input: 0, value: Value::Unit };
        Trace { events: times.iter().map(event).collect(), progress: progress.map(Time::from) }
    }

    fn times(trace: &Trace) -> Vec<i64> {
        trace.events.iter().filter_map(|event| event.time.as_i64()).collect()
    }

    #[test]
    fn the_second_trace_begins_after_the_end_of_the_first() {
        let both = then(&trace(&[0, 3], Some(10)), &trace(&[0, 2], None));
        assert_eq!(times(&both), [0, 3, 11, 13]);
        assert_eq!(both.progress, None);
        let both = then(&trace(&[1], None), &trace(&[], Some(5)));
        assert_eq!((times(&both), both.progress), (vec![1], Some(Time::from(7))));
    }

    #[test]
    fn pairs_with_few_events_come_first_and_are_bounded() {
        let traces = [trace(&[0, 1, 2], None), trace(&[4], None)];
        let found: Vec<(usize, usize)> =
            pairs(&traces, 3).into_iter().map(|(first, second, _)| (first, second)).collect();
        assert_eq!(found, [(1, 1), (0, 1), (1, 0)]);
    }
}
