//! From a suite to plain data: values in the user's notation, places as spans, streams in the order of a reader.

use lydian_tessla::Type;
use lydian_tessla::spec::{Constraint, Spec};
use lydian_tessla::syntax::ast::{PragmaKind, Quantifier};
use lydian_verdict::{
    DeadState, GoalState, Statistics, StreamRole, TraceAssertion, TraceCase, TraceEvent, TraceGoal,
    TraceStream, TraceSuite, TraceValue,
};

use rustc_hash::{FxHashMap, FxHashSet};

use super::{value, verdict};
use crate::generate::{Case, CaseEvent, Criterion, Effort, GoalStatus, Request, Strategy, Suite};
use crate::run::Time;
use crate::trace::show_time;

/// Tells a suite. `subject` is the specification as the user named it; collections are those of the suite, lists.
pub fn tell(spec: &Spec, suite: &Suite, request: &Request, subject: &str) -> TraceSuite {
    let streams = streams(spec);
    let cases: Vec<TraceCase> = suite.cases.iter().map(|case| told_case(spec, &streams, case)).collect();
    let goals = goals(spec, suite, request, &cases);
    let assertions: Vec<TraceAssertion> = spec
        .constraints
        .iter()
        .filter(|wanted| wanted.kind == PragmaKind::Assert)
        .map(|wanted| TraceAssertion { text: assertion(wanted), span: spec.files.span(wanted.at) })
        .collect();
    let verdict = verdict::verdict(spec, suite, request, &goals, &assertions);
    // Where nothing is wanted that a case could show, any case is as good as none.
    let shows = |goal: &TraceGoal| matches!(goal.state, GoalState::Covered { .. });
    let wanted = request.strategy == Strategy::Simple || !assertions.is_empty() || goals.iter().any(shows);
    let cases = if wanted { cases } else { Vec::new() };
    let dead = suite.dead.iter().map(|dead| DeadState {
        case: dead.case,
        moment: moment(&suite.cases[dead.case], &dead.time),
        lost: dead.lost.clone(),
        silent: dead.silent.iter().map(|output| spec.inputs.len() + output).collect(),
    });
    TraceSuite {
        subject: subject.to_owned(),
        strategy: strategy(request.strategy).to_owned(),
        criteria: request.criteria.iter().map(|wanted| word(*wanted).to_owned()).collect(),
        slots: request.slots,
        verdict,
        files: spec.files.written().to_vec(),
        dead: dead.collect(),
        streams,
        assertions,
        cases,
        goals,
        effort: effort(&suite.effort),
    }
}

/// The word of a criterion.
pub(super) fn word(criterion: Criterion) -> &'static str {
    Criterion::ALL.iter().find(|(listed, _)| *listed == criterion).map_or("", |(_, word)| word)
}

fn strategy(strategy: Strategy) -> &'static str {
    Strategy::ALL.iter().find(|(listed, _)| *listed == strategy).map_or("", |(_, word)| word)
}

/// An assertion as it is written, without the comment sign.
pub(super) fn assertion(wanted: &Constraint) -> String {
    let quantifier = match wanted.quantifier {
        Quantifier::Some => "some",
        Quantifier::Empty => "empty",
        Quantifier::Exists => "exists",
        Quantifier::All => "all",
    };
    format!("{quantifier} {}", wanted.text)
}

/// Inputs, outputs, then all streams by the order of the source.
fn streams(spec: &Spec) -> Vec<TraceStream> {
    let ty = |stream: usize| spec.streams[stream].ty.to_string();
    let mut streams = Vec::with_capacity(spec.inputs.len() + spec.outputs.len() + spec.streams.len());
    for input in &spec.inputs {
        let id = input.stream.0 as usize;
        streams.push(TraceStream { name: input.name.to_string(), ty: ty(id), role: StreamRole::Input, id });
    }
    for output in &spec.outputs {
        let id = output.stream.0 as usize;
        let role = StreamRole::Output { raw: output.raw };
        streams.push(TraceStream { name: output.name.to_string(), ty: ty(id), role, id });
    }
    for (id, stream) in spec.streams.iter().enumerate() {
        let (name, role) = match &stream.name {
            Some(name) => (name.to_string(), StreamRole::Named),
            None => (format!("${id}"), StreamRole::Part),
        };
        streams.push(TraceStream { name, ty: ty(id), role, id });
    }
    tell_apart(&mut streams);
    streams
}

/// Gives definitions that occur several times, as those inside of macros do, names of their own: `c$10`.
fn tell_apart(streams: &mut [TraceStream]) {
    let mut ids: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    let mut ends: FxHashSet<(String, usize)> = FxHashSet::default();
    for stream in streams.iter() {
        let known = ids.entry(stream.name.clone()).or_default();
        if !known.contains(&stream.id) && known.len() < 2 {
            known.push(stream.id);
        }
        if matches!(stream.role, StreamRole::Input | StreamRole::Output { .. }) {
            ends.insert((stream.name.clone(), stream.id));
        }
    }
    for stream in streams.iter_mut().filter(|stream| stream.role == StreamRole::Named) {
        let is_end = ends.contains(&(stream.name.clone(), stream.id));
        if !is_end && ids.get(&stream.name).is_some_and(|known| known.len() > 1) {
            stream.name = format!("{}${}", stream.name, stream.id);
        }
    }
}

fn told_case(spec: &Spec, streams: &[TraceStream], case: &Case) -> TraceCase {
    let (inputs, outputs) = (spec.inputs.len(), spec.outputs.len());
    let listed = [(&case.inputs, 0), (&case.outputs, inputs), (&case.streams, inputs + outputs)];
    let times = moments(case);
    let place = |time: &Time| times.binary_search(&time).unwrap_or(0);
    let mut events = Vec::new();
    for (told, first) in listed {
        for event in told {
            let stream = first + event.index;
            let ty = &spec.streams[streams[stream].id].ty;
            events.push(TraceEvent { moment: place(&event.time), stream, value: shown(event, ty) });
        }
    }
    events.sort_by_key(|event| (event.moment, event.stream));
    let last_input = case.inputs.last().map(|event| &event.time);
    let show = |time: &Time| show_time(time, spec.decimals);
    let goes_on = |end: &&Time| end.is_positive() && last_input.is_none_or(|last| last < *end);
    TraceCase {
        progress: times.last().copied().filter(goes_on).map(show),
        meets: case.meets.iter().map(|(goal, time)| (*goal, place(time))).collect(),
        events,
        failure: case.failure.clone(),
        pending: case.pending,
        times: times.into_iter().map(show).collect(),
    }
}

/// The times at which something happens. A formula of a fixed number of slots has others too.
fn moments(case: &Case) -> Vec<&Time> {
    let events = [&case.inputs, &case.outputs, &case.streams].into_iter().flatten().map(|event| &event.time);
    let mut times: Vec<&Time> = events.chain(case.meets.iter().map(|(_, time)| time)).collect();
    times.sort_unstable();
    times.dedup();
    times
}

/// The last moment of a case that is not after a time.
fn moment(case: &Case, time: &Time) -> usize {
    moments(case).iter().filter(|listed| **listed <= time).count().saturating_sub(1)
}

fn shown(event: &CaseEvent, ty: &Type) -> TraceValue {
    match &event.value {
        Ok(known) => value::told(known, ty),
        Err(why) => TraceValue::Error(why.clone()),
    }
}

fn goals(spec: &Spec, suite: &Suite, request: &Request, cases: &[TraceCase]) -> Vec<TraceGoal> {
    let told = suite.goals.all.iter().zip(&suite.status).enumerate();
    told.map(|(number, (goal, status))| {
        let state = match status {
            GoalStatus::Covered(case) => {
                let met = cases[*case].meets.iter().find(|(met, _)| *met == number);
                GoalState::Covered { case: *case, moment: met.map_or(0, |(_, moment)| *moment) }
            }
            GoalStatus::Unreachable(slots) => GoalState::Unreachable { slots: *slots },
            GoalStatus::Unknown(why) => GoalState::Unknown { why: why_open(why, request) },
        };
        TraceGoal {
            criterion: goal.criterion.map_or("author", word).to_owned(),
            text: goal.text.clone(),
            span: spec.files.span(goal.at),
            within: goal.within.iter().map(ToString::to_string).collect(),
            state,
        }
    })
    .collect()
}

/// Two strategies do not look for each goal by itself.
fn why_open(why: &str, request: &Request) -> String {
    match request.strategy {
        Strategy::Simple => "not looked for".to_owned(),
        Strategy::Hard => format!("no one case of {} slots meets all goals", request.slots),
        Strategy::Incremental | Strategy::Soft | Strategy::Iterative => why.to_owned(),
    }
}

fn effort(effort: &Effort) -> Statistics {
    let mut statistics = Statistics::default();
    statistics.count("solver questions", effort.questions);
    statistics.count("value functions", effort.functions as u64);
    statistics.count("paths through them", effort.paths as u64);
    statistics.count("variables in the largest formula", effort.variables as u64);
    statistics.count("constraints in it", effort.constraints as u64);
    if effort.undecided > 0 {
        statistics.count("questions left open", effort.undecided);
    }
    if effort.unconfirmed > 0 {
        statistics.count("cases thrown away because the interpreter disagreed", effort.unconfirmed);
    }
    statistics
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_of_one_name_are_told_apart_but_ends_keep_theirs() {
        let stream = |name: &str, role, id| TraceStream { name: name.into(), ty: "Int".into(), role, id };
        let mut streams = vec![
            stream("c", StreamRole::Output { raw: false }, 4),
            stream("c", StreamRole::Named, 4),
            stream("c", StreamRole::Named, 7),
            stream("d", StreamRole::Named, 8),
        ];
        tell_apart(&mut streams);
        let names: Vec<&str> = streams.iter().map(|stream| stream.name.as_str()).collect();
        assert_eq!(names, ["c", "c", "c$7", "d"]);
    }
}
