//! One slot: from the state before and the inputs to all streams and the state after.
//! The operators are those of the thesis (3.2.2), with its errata corrected: a goal is met where the function is
//! evaluated, and not only where it gives an event. Terms describe one slot; the caller chains slots.

use std::rc::Rc;

use lydian_budget::Deadline;
use lydian_explore::Session;
use lydian_term::{TermId, Terms};
use lydian_tessla::Type;
use lydian_tessla::spec::{FunctionId, Operator, Spec, StreamId};

use super::apply::{Applied, Argument, apply};
use super::goals::{Goals, Happening, Trigger};
use super::noted;
use super::state::{Layout, Memory, State, Timer};
use super::summary::{Code, Constant, Summary, session};
use super::symbolic::{Given, Sym};

/// What a stream does in a slot.
#[derive(Debug, Clone)]
pub(crate) struct Event {
    /// Whether it has an event.
    pub(crate) valid: TermId,
    /// Whether the event carries an error.
    pub(crate) error: TermId,
    /// What it carries.
    pub(crate) data: Sym,
}

/// One slot.
#[derive(Debug, Clone)]
pub(crate) struct Slot {
    pub(crate) time: TermId,
    pub(crate) events: Vec<Event>,
    pub(crate) after: State,
    /// What holds of every slot.
    pub(crate) facts: Vec<TermId>,
    /// What the author demands of every slot.
    pub(crate) demands: Vec<TermId>,
    /// For each goal, whether it is met.
    pub(crate) hits: Vec<TermId>,
    /// For each `some` or `exists` of the author, whether it is met.
    pub(crate) wishes: Vec<TermId>,
    /// Whether a run ends here with an error.
    pub(crate) failed: TermId,
    /// What a search keeps to: collections are modelled to their end. A proof must do without.
    pub(crate) limits: Vec<TermId>,
    /// For each goal, whether it may be met unseen: on a path of a function that is not known.
    pub(crate) unseen: Vec<TermId>,
    /// Whether anything happens: an input or a timer.
    pub(crate) busy: TermId,
}

/// The inputs of a slot: its time, and an event for each input.
#[derive(Debug, Clone)]
pub(crate) struct Inputs {
    pub(crate) time: TermId,
    pub(crate) events: Vec<(TermId, Sym)>,
    pub(crate) given: Given,
}

/// A specification that can be solved.
pub(crate) struct Relation<'s> {
    pub(crate) spec: &'s Spec,
    pub(crate) goals: Goals,
    pub(crate) session: Session,
    pub(crate) layout: Layout,
    pub(super) summaries: Vec<Option<Rc<Summary>>>,
    /// Of the functions without arguments what they give.
    constants: Vec<Option<Constant>>,
    /// For each function the goals on points that its code can note.
    noting: Vec<Vec<usize>>,
    /// Into how many ticks a unit of time is divided; times are in ticks, durations in units.
    pub(crate) ticks: i64,
    /// Streams that are expected to be the same: two specifications side by side.
    pub(crate) twins: Vec<(StreamId, StreamId)>,
}

impl<'s> Relation<'s> {
    /// Makes a specification ready; the text says what stands in the way.
    pub(crate) fn new(
        spec: &'s Spec,
        goals: Goals,
        deadline: Option<Deadline>,
    ) -> Result<Relation<'s>, String> {
        let code = Code::new(spec)?;
        let mut session = session(spec);
        let mut summaries = Vec::new();
        let mut constants = Vec::new();
        for (number, function) in spec.functions.iter().enumerate() {
            if function.params.is_empty() {
                summaries.push(None);
                constants.push(Some(code.constant(&mut session, number, &goals)));
                continue;
            }
            summaries.push(Some(Rc::new(code.explore(&mut session, function, number, &goals, deadline))));
            constants.push(None);
        }
        let noting = noted::points(spec).iter().map(|points| goals.on(points)).collect();
        let layout = Layout::of(spec);
        Ok(Relation {
            spec,
            goals,
            session,
            layout,
            summaries,
            constants,
            noting,
            ticks: spec.ticks(),
            twins: Vec::new(),
        })
    }

    /// Unknown inputs for a slot.
    pub(crate) fn inputs(&mut self, number: usize) -> Inputs {
        let terms = &mut self.session.terms;
        let mut given = Given::default();
        let time = terms.fresh_int(&format!("t{number}"), Some(0.into()), None);
        let events = self
            .spec
            .inputs
            .iter()
            .map(|input| {
                let name = format!("{}@{number}", input.name);
                let valid = terms.fresh_bool(&name);
                let ty = &self.spec.streams[input.stream.0 as usize].ty;
                (valid, Sym::fresh(terms, ty, &name, &mut given))
            })
            .collect();
        Inputs { time, events, given }
    }

    /// The state before the first slot.
    pub(crate) fn initial(&mut self) -> State {
        self.layout.initial(&mut self.session.terms, self.spec)
    }

    /// One slot after a state. The first one is at time 0.
    pub(crate) fn slot(&mut self, before: &State, inputs: &Inputs, first: bool) -> Slot {
        let terms = &mut self.session.terms;
        let never = terms.bool(false);
        let zero = terms.int(0);
        let time = if first { zero } else { inputs.time };
        let mut slot = Slot {
            time,
            events: Vec::with_capacity(self.spec.streams.len()),
            after: before.clone(),
            facts: inputs.given.facts.clone(),
            demands: Vec::new(),
            hits: vec![never; self.goals.all.len()],
            wishes: Vec::new(),
            failed: never,
            limits: inputs.given.limits.clone(),
            unseen: vec![never; self.goals.all.len()],
            busy: never,
        };
        if !first {
            slot.facts.push(terms.lt(before.time, time));
        }
        for number in 0..self.spec.streams.len() {
            let event = self.event(number, before, inputs, first, &mut slot);
            slot.events.push(event);
        }
        self.remember(before, &mut slot);
        self.judge(before, &mut slot);
        slot
    }

    fn event(
        &mut self,
        number: usize,
        before: &State,
        inputs: &Inputs,
        first: bool,
        slot: &mut Slot,
    ) -> Event {
        let spec = self.spec;
        let ty = &spec.streams[number].ty;
        let id = StreamId(number as u32);
        let terms = &mut self.session.terms;
        let never = terms.bool(false);
        let nothing = |terms: &mut Terms| Event { valid: never, error: never, data: Sym::any(terms, ty) };
        match &spec.streams[number].operator {
            Operator::Input(input) => {
                let (valid, data) = inputs.events[*input as usize].clone();
                slot.busy = terms.or(slot.busy, valid);
                Event { valid, error: never, data }
            }
            Operator::Nil => nothing(terms),
            Operator::Default(stream, constant) => {
                let event = slot.events[stream.0 as usize].clone();
                if !first {
                    return event;
                }
                let missing = terms.not(event.valid);
                let (data, error) = self.constant(*constant, ty, missing, slot);
                let terms = &mut self.session.terms;
                Event {
                    valid: terms.bool(true),
                    error: terms.ite(event.valid, event.error, error),
                    data: Sym::select(terms, event.valid, &event.data, &data),
                }
            }
            Operator::DefaultFrom(stream, other) => {
                let (own, other) =
                    (slot.events[stream.0 as usize].clone(), slot.events[other.0 as usize].clone());
                let place = self.layout.start(id).unwrap_or_default();
                let waiting = terms.not(before.started[place]);
                let instead = terms.and(waiting, other.valid);
                let valid = terms.or(own.valid, instead);
                slot.after.started[place] = terms.or(before.started[place], valid);
                Event {
                    valid,
                    error: terms.ite(own.valid, own.error, other.error),
                    data: Sym::select(terms, own.valid, &own.data, &other.data),
                }
            }
            Operator::Time(stream) => {
                let valid = slot.events[stream.0 as usize].valid;
                if self.ticks == 1 {
                    return Event { valid, error: never, data: Sym::Int(slot.time) };
                }
                // A moment between two units is no integer.
                let ticks = terms.int(self.ticks);
                let (whole, rest) = (terms.floor_div(slot.time, ticks), terms.floor_mod(slot.time, ticks));
                let zero = terms.int(0);
                Event { valid, error: terms.ne(rest, zero), data: Sym::Int(whole) }
            }
            Operator::Last(values, trigger) => {
                let place = self.layout.memory(*values).unwrap_or_default();
                let memory = &before.memories[place];
                let valid = terms.and(slot.events[trigger.0 as usize].valid, memory.has);
                Event { valid, error: memory.error, data: memory.data.clone() }
            }
            Operator::Delay(..) => {
                let place = self.layout.timer(id).unwrap_or_default();
                let timer = &before.timers[place];
                let due = terms.eq(slot.time, timer.at);
                let valid = terms.and(timer.active, due);
                let in_time = terms.le(slot.time, timer.at);
                slot.facts.push(terms.implies(timer.active, in_time));
                slot.busy = terms.or(slot.busy, valid);
                Event { valid, error: never, data: Sym::Record(Vec::new()) }
            }
            Operator::Lift(args, function) => self.lift(args, *function, ty, slot),
            Operator::SignalLift(args, function) => self.signal_lift(args, *function, ty, before, slot),
            Operator::Merge(args) => {
                let mut merged = nothing(terms);
                for arg in args.iter().rev() {
                    let event = &slot.events[arg.0 as usize];
                    merged = Event {
                        valid: terms.or(event.valid, merged.valid),
                        error: terms.ite(event.valid, event.error, merged.error),
                        data: Sym::select(terms, event.valid, &event.data, &merged.data),
                    };
                }
                merged
            }
            Operator::Filter(stream, condition) => {
                let event = slot.events[stream.0 as usize].clone();
                let current = self.current(*condition, before, slot);
                let terms = &mut self.session.terms;
                let holds = match current.data {
                    Sym::Bool(term) => term,
                    _ => terms.fresh_bool("any"),
                };
                let passes = terms.or(holds, current.error);
                let valid = terms.and(event.valid, current.has);
                let valid = terms.and(valid, passes);
                let error = terms.or(event.error, current.error);
                Event { valid, error, data: event.data }
            }
            Operator::Const(constant, stream) => {
                let valid = slot.events[stream.0 as usize].valid;
                let (data, error) = self.constant(*constant, ty, valid, slot);
                Event { valid, error, data }
            }
        }
    }

    /// The value of a constant that is evaluated under a condition, and whether it is an error.
    fn constant(
        &mut self,
        function: FunctionId,
        ty: &Type,
        evaluated: TermId,
        slot: &mut Slot,
    ) -> (Sym, TermId) {
        let terms = &mut self.session.terms;
        let constant = self.constants[function.0 as usize].as_ref();
        for goal in constant.iter().flat_map(|constant| &constant.hits) {
            slot.hits[*goal] = terms.or(slot.hits[*goal], evaluated);
        }
        match constant {
            Some(Constant { value: Some(value), .. }) => (known(terms, value, ty), terms.bool(false)),
            Some(Constant { value: None, open: false, .. }) => (Sym::any(terms, ty), terms.bool(true)),
            _ => {
                for goal in &self.noting[function.0 as usize] {
                    slot.unseen[*goal] = terms.or(slot.unseen[*goal], evaluated);
                }
                let mut given = Given::default();
                let name = format!("f{}", function.0);
                let value = Sym::fresh(terms, ty, &name, &mut given);
                slot.facts.extend(given.facts);
                slot.limits.extend(given.limits);
                (value, terms.fresh_bool(&format!("{name}.error")))
            }
        }
    }

    /// The event of a stream in this slot, or the last one before.
    fn current(&mut self, stream: StreamId, before: &State, slot: &Slot) -> Memory {
        let event = &slot.events[stream.0 as usize];
        let place = self.layout.memory(stream).unwrap_or_default();
        updated(&mut self.session.terms, &before.memories[place], event)
    }

    fn lift(&mut self, args: &[StreamId], function: FunctionId, ty: &Type, slot: &mut Slot) -> Event {
        let terms = &mut self.session.terms;
        let valid: Vec<TermId> = args.iter().map(|arg| slot.events[arg.0 as usize].valid).collect();
        let evaluated = terms.or_all(&valid);
        let arguments: Vec<Argument> = args
            .iter()
            .map(|arg| {
                let event = &slot.events[arg.0 as usize];
                let value = Sym::Option(event.valid, Box::new(event.data.clone()));
                Argument { value, error: terms.and(event.valid, event.error), inside: true }
            })
            .collect();
        let result = Type::Option(ty.clone().into());
        let applied = self.apply(function, &arguments, &result, evaluated, slot);
        let terms = &mut self.session.terms;
        let (some, data) = match applied.value {
            Sym::Option(some, data) => (some, *data),
            // Nothing is known of it.
            _ => (terms.fresh_bool("any"), Sym::Opaque),
        };
        // A function that fails gives an event that carries the error.
        let some = terms.or(some, applied.error);
        Event { valid: terms.and(evaluated, some), error: applied.error, data }
    }

    fn signal_lift(
        &mut self,
        args: &[StreamId],
        function: FunctionId,
        ty: &Type,
        before: &State,
        slot: &mut Slot,
    ) -> Event {
        let mut arguments = Vec::with_capacity(args.len());
        let (mut some, mut all) = (self.session.terms.bool(false), self.session.terms.bool(true));
        for arg in args {
            let event = slot.events[arg.0 as usize].clone();
            let terms = &mut self.session.terms;
            some = terms.or(some, event.valid);
            let current = match args.len() {
                1 => Memory { has: event.valid, error: event.error, data: event.data },
                _ => self.current(*arg, before, slot),
            };
            all = self.session.terms.and(all, current.has);
            arguments.push(Argument { value: current.data, error: current.error, inside: false });
        }
        let evaluated = self.session.terms.and(some, all);
        let applied = self.apply(function, &arguments, ty, evaluated, slot);
        // Only a function that says so lets errors pass that it does not look at.
        let tolerant = &self.spec.functions[function.0 as usize].tolerant;
        let mut error = applied.error;
        for (place, argument) in arguments.iter().enumerate() {
            if tolerant.as_ref().is_none_or(|tolerant| !tolerant.lazy[place]) {
                error = self.session.terms.or(error, argument.error);
            }
        }
        Event { valid: evaluated, error, data: applied.value }
    }

    fn apply(
        &mut self,
        function: FunctionId,
        args: &[Argument],
        result: &Type,
        evaluated: TermId,
        slot: &mut Slot,
    ) -> Applied {
        let name = format!("f{}", function.0);
        let summary = self.summaries[function.0 as usize]
            .clone()
            .unwrap_or_else(|| Rc::new(Summary { paths: Vec::new(), complete: false }));
        let terms = &mut self.session.terms;
        let applied = apply(terms, &summary, args, result, evaluated, &name);
        for (goal, when) in &applied.hits {
            slot.hits[*goal] = terms.or(slot.hits[*goal], *when);
        }
        if terms.as_bool(applied.escape) != Some(false) {
            for goal in &self.noting[function.0 as usize] {
                slot.unseen[*goal] = terms.or(slot.unseen[*goal], applied.escape);
            }
        }
        slot.facts.extend(&applied.given.facts);
        slot.limits.extend(&applied.given.limits);
        let cut = terms.and(evaluated, applied.cut);
        slot.limits.push(terms.not(cut));
        applied
    }

    /// The state after the slot.
    fn remember(&mut self, before: &State, slot: &mut Slot) {
        let spec = self.spec;
        let terms = &mut self.session.terms;
        slot.after.time = slot.time;
        for (place, stream) in self.layout.memories.iter().enumerate() {
            let event = &slot.events[stream.0 as usize];
            slot.after.memories[place] = updated(terms, &before.memories[place], event);
        }
        for (place, stream) in self.layout.timers.iter().enumerate() {
            let Operator::Delay(durations, resets) = &spec.streams[stream.0 as usize].operator else {
                continue;
            };
            let (duration, reset) = (&slot.events[durations.0 as usize], &slot.events[resets.0 as usize]);
            let timer = &before.timers[place];
            let amount = match duration.data {
                Sym::Int(term) => term,
                _ => terms.fresh_int("any", None, None),
            };
            let set = terms.or(reset.valid, slot.events[stream.0 as usize].valid);
            let set_now = terms.and(set, duration.valid);
            let ticks = terms.int(self.ticks);
            let wait = terms.mul(ticks, amount);
            let due = terms.add(slot.time, wait);
            slot.after.timers[place] = Timer {
                active: terms.ite(set, duration.valid, timer.active),
                at: terms.ite(set_now, due, timer.at),
            };
            let zero = terms.int(0);
            // A duration that is not positive is an error wherever it comes; one that is no number, where it is read.
            let bad = terms.le(amount, zero);
            let bad = terms.ite(duration.error, set, bad);
            let bad = terms.and(bad, duration.valid);
            slot.failed = terms.or(slot.failed, bad);
        }
    }

    /// Errors, demands, and the goals on streams.
    fn judge(&mut self, before: &State, slot: &mut Slot) {
        let spec = self.spec;
        for output in &spec.outputs {
            let event = &slot.events[output.stream.0 as usize];
            let terms = &mut self.session.terms;
            let fails = terms.and(event.valid, event.error);
            slot.failed = terms.or(slot.failed, fails);
        }
        for number in 0..self.goals.all.len() {
            let met = match self.goals.all[number].trigger.clone() {
                Trigger::Happens(happening) => self.happens(&happening, before, slot),
                Trigger::Shown(stream, truth) => shown(&mut self.session.terms, slot, stream, truth),
                _ => continue,
            };
            slot.hits[number] = met;
        }
        for constraint in &spec.constraints {
            use lydian_tessla::syntax::ast::{PragmaKind, Quantifier};
            if constraint.kind != PragmaKind::Assert {
                continue;
            }
            let terms = &mut self.session.terms;
            let event = &slot.events[constraint.stream.0 as usize];
            match constraint.quantifier {
                Quantifier::Some => slot.wishes.push(event.valid),
                Quantifier::Exists => {
                    let met = shown(terms, slot, constraint.stream, true);
                    slot.wishes.push(met);
                }
                Quantifier::Empty => {
                    let empty = terms.not(event.valid);
                    slot.demands.push(empty);
                }
                Quantifier::All => {
                    let holds = match event.data {
                        Sym::Bool(term) => term,
                        _ => terms.fresh_bool("any"),
                    };
                    let sound = terms.not(event.error);
                    let holds = terms.and(holds, sound);
                    let holds = terms.implies(event.valid, holds);
                    slot.demands.push(holds);
                }
            }
        }
    }

    fn happens(&mut self, happening: &Happening, before: &State, slot: &Slot) -> TermId {
        let spec = self.spec;
        let terms = &mut self.session.terms;
        let valid = |stream: &StreamId| slot.events[stream.0 as usize].valid;
        match happening {
            Happening::Argument { lift, argument, present } => {
                let args = match &spec.streams[lift.0 as usize].operator {
                    Operator::Lift(args, _) | Operator::SignalLift(args, _) | Operator::Merge(args) => args,
                    _ => return terms.bool(false),
                };
                let own = valid(&args[*argument]);
                if *present {
                    return own;
                }
                let others: Vec<TermId> = args.iter().map(valid).collect();
                let some = terms.or_all(&others);
                let absent = terms.not(own);
                terms.and(some, absent)
            }
            Happening::Together(a, b) => terms.and(valid(a), valid(b)),
            Happening::Fires(delay) => valid(delay),
            Happening::Reset(delay) | Happening::Cancelled(delay) => {
                let place = self.layout.timer(*delay).unwrap_or_default();
                let Operator::Delay(durations, resets) = &spec.streams[delay.0 as usize].operator else {
                    return terms.bool(false);
                };
                let firing = terms.not(valid(delay));
                let running = terms.and(before.timers[place].active, firing);
                let reset = terms.and(running, valid(resets));
                let set = valid(durations);
                let set = if matches!(happening, Happening::Reset(_)) { set } else { terms.not(set) };
                terms.and(reset, set)
            }
            Happening::Uninitialised(last) => {
                let Operator::Last(values, trigger) = &spec.streams[last.0 as usize].operator else {
                    return terms.bool(false);
                };
                let place = self.layout.memory(*values).unwrap_or_default();
                let empty = terms.not(before.memories[place].has);
                terms.and(empty, valid(trigger))
            }
            Happening::Silent(output) => {
                let silent = terms.not(valid(output));
                terms.and(silent, slot.busy)
            }
            Happening::Differ(a, b) => {
                let (a, b) = (&slot.events[a.0 as usize], &slot.events[b.0 as usize]);
                let other_presence = terms.ne(a.valid, b.valid);
                let other_error = terms.ne(a.error, b.error);
                let same = a.data.same(terms, &b.data);
                let mut other_data = terms.not(same);
                // What is not modelled may differ; a run decides.
                if a.data.has_opaque() || b.data.has_opaque() {
                    other_data = terms.fresh_bool("differs");
                }
                let behind = a.data.goes_on(terms);
                if terms.as_bool(behind) != Some(false) {
                    let differs = terms.fresh_bool("differs");
                    let behind = terms.and(behind, differs);
                    other_data = terms.or(other_data, behind);
                }
                let sound = terms.not(a.error);
                let other_data = terms.and(sound, other_data);
                let other_value = terms.or(other_error, other_data);
                let other_value = terms.and(a.valid, other_value);
                terms.or(other_presence, other_value)
            }
            Happening::BadDelay(delay) => {
                let Operator::Delay(durations, _) = &spec.streams[delay.0 as usize].operator else {
                    return terms.bool(false);
                };
                let event = &slot.events[durations.0 as usize];
                let amount = match event.data {
                    Sym::Int(amount) => amount,
                    _ => terms.fresh_int("any", None, None),
                };
                let zero = terms.int(0);
                let bad = terms.le(amount, zero);
                let sound = terms.not(event.error);
                let bad = terms.and(sound, bad);
                terms.and(event.valid, bad)
            }
        }
    }

    /// Whether the code of a function has the point that a goal is on.
    pub(super) fn can_note(&self, function: FunctionId, goal: usize) -> bool {
        self.noting[function.0 as usize].contains(&goal)
    }

    /// How many functions were explored, and on how many paths.
    pub(crate) fn explored(&self) -> (usize, usize) {
        let summaries = self.summaries.iter().flatten();
        (summaries.clone().count(), summaries.map(|summary| summary.paths.len()).sum())
    }
}

fn shown(terms: &mut Terms, slot: &Slot, stream: StreamId, truth: bool) -> TermId {
    let event = &slot.events[stream.0 as usize];
    match (&event.data, truth) {
        (Sym::Bool(term), true) => {
            let sound = terms.not(event.error);
            let holds = terms.and(*term, sound);
            terms.and(event.valid, holds)
        }
        _ => event.valid,
    }
}

fn updated(terms: &mut Terms, memory: &Memory, event: &Event) -> Memory {
    Memory {
        has: terms.or(memory.has, event.valid),
        error: terms.ite(event.valid, event.error, memory.error),
        data: Sym::select(terms, event.valid, &event.data, &memory.data),
    }
}

/// A known value as terms.
pub(crate) fn known(terms: &mut Terms, value: &lydian_core::Value, ty: &Type) -> Sym {
    use super::summary::SummaryPath;
    let path = SummaryPath {
        conditions: Vec::new(),
        params: Vec::new(),
        holes: lydian_eval::Holes::default(),
        result: Some(value.clone()),
        hits: Vec::new(),
    };
    let summary = Summary { paths: vec![path], complete: true };
    let always = terms.bool(true);
    apply(terms, &summary, &[], ty, always, "constant").value
}
