//! Confirmation: a proposed case is run by the interpreter, and what that run shows is what the case claims.
//! Goals on value functions are judged by what the functions note in that run. Goals on streams are judged by the
//! relation on the known inputs, provided that it and the run agree on every event of every stream.

use std::ops::ControlFlow;

use lydian_core::Value;
use lydian_eval::Holes;
use lydian_term::{Evaluation, Model, Terms};
use lydian_tessla::spec::{PointId, Spec};

use super::{Case, CaseEvent, Goals};
use crate::run::{Failure, Halt, Observe, Prepared, Refused, Time};
use crate::solve::goals::{Happening, Trigger};
use crate::solve::relation::{Inputs, Relation, Slot};
use crate::solve::symbolic::{Given, Sym};
use crate::solve::unroll::KnownSlot;
use crate::trace::show_time;

/// Runs cases.
pub(crate) struct Confirmer<'s> {
    spec: &'s Spec,
    prepared: Prepared,
    /// The same, but calls that take long fail: for what is only tried.
    pub(crate) hasty: Prepared,
}

/// The steps of one call in what is only tried.
const HASTY_STEPS: u64 = 50_000;

/// Why a case is thrown away.
#[derive(Debug)]
pub(crate) enum Unconfirmed {
    /// The interpreter did not take the inputs.
    Refused,
    /// The relation and the interpreter differ: the stream, and when.
    Differs { stream: usize, time: Time },
}

impl<'s> Confirmer<'s> {
    pub(crate) fn new(spec: &'s Spec) -> Result<Confirmer<'s>, String> {
        let new = || Prepared::new(spec).map_err(|diagnostic| diagnostic.message);
        Ok(Confirmer { spec, prepared: new()?, hasty: new()?.within(HASTY_STEPS) })
    }

    /// Runs known slots and tells what happens.
    pub(crate) fn confirm(
        &self,
        relation: &mut Relation<'_>,
        slots: &[KnownSlot],
    ) -> Result<Case, Unconfirmed> {
        let mut watched = Watched { events: Vec::new() };
        let mut noted: Vec<(Time, Vec<(i64, Value)>)> = Vec::new();
        let mut failure: Option<(Time, String)> = None;
        let mut pending = false;
        let outcome = self.prepared.run(Observe::AllStreams, |run| {
            for slot in slots {
                run.advance(&slot.time, &mut watched)?;
                noted_since(&mut noted, run.take_notes());
                noted.push((slot.time.clone(), Vec::new()));
                for (input, value) in slot.events.iter().enumerate() {
                    if let Some(value) = value {
                        run.feed(&slot.time, input, value.clone(), &mut watched)?;
                    }
                }
            }
            run.finish(&mut watched)?;
            noted_since(&mut noted, run.take_notes());
            pending = run.has_running_timer();
            Ok(())
        });
        match outcome {
            Ok(()) => {}
            Err(Refused::Halted(Halt::Failed { time, failure: why, .. })) => {
                failure = Some((time, why.message));
            }
            Err(_) => return Err(Unconfirmed::Refused),
        }
        let mut case = self.case(slots, watched.events, failure, pending);
        let replayed = replay(relation, slots);
        self.compare(relation, slots, &replayed, &case)?;
        case.meets = meets(relation, slots, &replayed, &noted, &case);
        Ok(case)
    }

    fn case(
        &self,
        slots: &[KnownSlot],
        streams: Vec<CaseEvent>,
        mut failure: Option<(Time, String)>,
        pending: bool,
    ) -> Case {
        let inputs: Vec<CaseEvent> = slots
            .iter()
            .flat_map(|slot| {
                let events = slot.events.iter().enumerate();
                events.filter_map(|(index, value)| {
                    let value = Ok(value.clone()?);
                    Some(CaseEvent { time: slot.time.clone(), index, value })
                })
            })
            .collect();
        let mut outputs: Vec<CaseEvent> = Vec::new();
        for event in &streams {
            for (index, output) in self.spec.outputs.iter().enumerate() {
                if output.stream.0 as usize != event.index {
                    continue;
                }
                if let Err(why) = &event.value
                    && failure.as_ref().is_none_or(|(time, _)| event.time < *time)
                {
                    failure = Some((event.time.clone(), why.clone()));
                }
                outputs.push(CaseEvent { index, ..event.clone() });
            }
        }
        // What is written at the very time of an error depends on the order of outputs.
        if let Some((time, _)) = &failure {
            outputs.retain(|event| event.time < *time);
        }
        let last_event = inputs.last().map(|event| event.time.clone());
        let end = slots.last().map(|slot| slot.time.clone()).filter(|end| last_event.as_ref() != Some(end));
        // Time 0 is reached by every trace.
        let progress = end.filter(|end| end.is_positive());
        let times = slots.iter().map(|slot| slot.time.clone()).collect();
        let decimals = self.spec.decimals;
        let failure = failure.map(|(time, why)| format!("{why} (t = {})", show_time(&time, decimals)));
        Case { inputs, progress, outputs, streams, times, meets: Vec::new(), failure, pending }
    }

    /// Both must agree on every event, where the relation knows.
    fn compare(
        &self,
        relation: &mut Relation<'_>,
        slots: &[KnownSlot],
        replayed: &[Slot],
        case: &Case,
    ) -> Result<(), Unconfirmed> {
        let terms = &mut relation.session.terms;
        let mut run = case.streams.iter().peekable();
        for (known, slot) in slots.iter().zip(replayed) {
            let time = &known.time;
            let mut here: Vec<Option<&Result<Value, String>>> = vec![None; slot.events.len()];
            while let Some(event) = run.next_if(|event| event.time <= *time) {
                if event.time < *time {
                    return Err(Unconfirmed::Differs { stream: event.index, time: event.time.clone() });
                }
                here[event.index] = Some(&event.value);
            }
            for (stream, (event, found)) in slot.events.iter().zip(here).enumerate() {
                let ty = &self.spec.streams[stream].ty;
                let agrees = match (terms.as_bool(event.valid), found) {
                    (None, _) => true,
                    (Some(false), None) => true,
                    (Some(true), Some(Ok(value))) => {
                        terms.as_bool(event.error) != Some(true) && agrees(terms, &event.data, ty, value)
                    }
                    (Some(true), Some(Err(_))) => terms.as_bool(event.error) != Some(false),
                    _ => false,
                };
                if !agrees {
                    return Err(Unconfirmed::Differs { stream, time: time.clone() });
                }
            }
            if terms.as_bool(slot.failed) == Some(true) {
                return Ok(());
            }
        }
        Ok(())
    }
}

fn noted_since(noted: &mut [(Time, Vec<(i64, Value)>)], notes: Vec<(i64, Value)>) {
    if let Some((_, last)) = noted.last_mut() {
        last.extend(notes);
    }
}

struct Watched {
    events: Vec<CaseEvent>,
}

impl crate::run::Sink for Watched {
    fn event(&mut self, time: &Time, index: usize, value: Result<&Value, &Failure>) -> ControlFlow<()> {
        let value = value.cloned().map_err(|failure| failure.message.clone());
        self.events.push(CaseEvent { time: time.clone(), index, value });
        ControlFlow::Continue(())
    }
}

/// The relation on known inputs: its terms are constants but for what no exploration has seen.
pub(super) fn replay(relation: &mut Relation<'_>, slots: &[KnownSlot]) -> Vec<Slot> {
    let mut state = relation.initial();
    let mut replayed = Vec::with_capacity(slots.len());
    for (number, known) in slots.iter().enumerate() {
        let events = known
            .events
            .iter()
            .zip(&relation.spec.inputs)
            .map(|(value, input)| {
                let ty = &relation.spec.streams[input.stream.0 as usize].ty;
                let terms = &mut relation.session.terms;
                match value {
                    Some(value) => (terms.bool(true), crate::solve::relation::known(terms, value, ty)),
                    None => (terms.bool(false), Sym::any(terms, ty)),
                }
            })
            .collect();
        let time = relation.session.terms.int_const(known.time.clone());
        let slot = relation.slot(&state, &Inputs { time, events, given: Given::default() }, number == 0);
        state = slot.after.clone();
        replayed.push(slot);
    }
    replayed
}

/// The goals that the run meets, each with the first time.
fn meets(
    relation: &mut Relation<'_>,
    slots: &[KnownSlot],
    replayed: &[Slot],
    noted: &[(Time, Vec<(i64, Value)>)],
    case: &Case,
) -> Vec<(usize, Time)> {
    let goals: Goals = relation.goals.clone();
    let terms = &mut relation.session.terms;
    let mut met: Vec<Option<Time>> = vec![None; goals.all.len()];
    for (time, notes) in noted {
        let notes: Vec<(PointId, Value)> = notes
            .iter()
            .filter_map(|(number, value)| Some((PointId(u32::try_from(*number).ok()?), value.clone())))
            .collect();
        for (goal, when) in goals.met_by(terms, &Holes::default(), &notes) {
            if terms.as_bool(when) == Some(true) && met[goal].is_none() {
                met[goal] = Some(time.clone());
            }
        }
    }
    for (number, goal) in goals.all.iter().enumerate() {
        if let Trigger::Happens(Happening::Differ(a, b)) = goal.trigger {
            met[number] = first_difference(case, a.0 as usize, b.0 as usize);
        }
    }
    let last = case.streams.last().map(|event| event.time.clone());
    for (known, slot) in slots.iter().zip(replayed) {
        for (number, goal) in goals.all.iter().enumerate() {
            let by_streams = match &goal.trigger {
                Trigger::Happens(happening) => !matches!(happening, Happening::Differ(..)),
                Trigger::Shown(..) => true,
                _ => false,
            };
            let hit = terms.as_bool(slot.hits[number]) == Some(true);
            if by_streams && hit && met[number].is_none() {
                met[number] = Some(known.time.clone());
            }
        }
        if terms.as_bool(slot.failed) == Some(true)
            || last.as_ref() < Some(&known.time) && case.failure.is_some()
        {
            break;
        }
    }
    met.into_iter().enumerate().filter_map(|(goal, time)| Some((goal, time?))).collect()
}

/// The first time at which two streams differ in a run.
fn first_difference(case: &Case, a: usize, b: usize) -> Option<Time> {
    let at = |stream: usize, time: &Time| {
        case.streams
            .iter()
            .find(|event| event.index == stream && event.time == *time)
            .map(|event| &event.value)
    };
    let times = case.streams.iter().map(|event| &event.time);
    let mut differing = times.filter(|time| match (at(a, time), at(b, time)) {
        (None, None) => false,
        (Some(Ok(a)), Some(Ok(b))) => !same(a, b),
        (Some(Err(_)), Some(Err(_))) => false,
        _ => true,
    });
    differing.next().cloned()
}

/// Whether a value of the run is the one that the relation gives, where it gives one.
fn agrees(terms: &mut Terms, sym: &Sym, ty: &lydian_tessla::Type, value: &Value) -> bool {
    let goes_on = sym.goes_on(terms);
    if !sym.is_known(terms) || sym.has_opaque() || terms.as_bool(goes_on) != Some(false) {
        return true;
    }
    let model = Model::new();
    let mut evaluation = Evaluation::with_defaults(&model);
    let expected = sym.value(terms, &mut evaluation, ty, &mut |_| Value::Unit);
    same(&expected, value)
}

/// Whether two values are the same, down to the bits of floating-point numbers.
pub(crate) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
        (Value::Unit, Value::Unit) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Big(a), Value::Big(b)) => a == b,
        (Value::Str(a), Value::Str(b)) => a == b,
        (Value::Constant(a), Value::Constant(b)) => a == b,
        (Value::Block(a), Value::Block(b)) => {
            a.con == b.con
                && a.fields.len() == b.fields.len()
                && a.fields.iter().zip(&b.fields).all(|(a, b)| same(a, b))
        }
        _ => false,
    }
}
