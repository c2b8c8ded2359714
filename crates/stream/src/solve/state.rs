//! What a specification remembers between slots, as terms.

use lydian_term::{TermId, Terms};
use lydian_tessla::spec::{Operator, Spec, StreamId};

use super::symbolic::{Given, Sym};

/// The last event of a stream.
#[derive(Debug, Clone)]
pub(crate) struct Memory {
    /// Whether there was one.
    pub(crate) has: TermId,
    /// Whether it carried an error.
    pub(crate) error: TermId,
    /// What it carried.
    pub(crate) data: Sym,
}

/// A timer.
#[derive(Debug, Clone)]
pub(crate) struct Timer {
    /// Whether it runs.
    pub(crate) active: TermId,
    /// When it fires.
    pub(crate) at: TermId,
}

/// All that is remembered; the places are those of [`Layout`].
#[derive(Debug, Clone)]
pub(crate) struct State {
    pub(crate) memories: Vec<Memory>,
    pub(crate) timers: Vec<Timer>,
    /// For each `defaultFrom`, whether it has had its first event.
    pub(crate) started: Vec<TermId>,
    /// The time of the slot before.
    pub(crate) time: TermId,
}

/// Which streams have a memory, a timer or a start.
#[derive(Debug, Clone, Default)]
pub(crate) struct Layout {
    pub(crate) memories: Vec<StreamId>,
    pub(crate) timers: Vec<StreamId>,
    pub(crate) started: Vec<StreamId>,
}

impl Layout {
    pub(crate) fn of(spec: &Spec) -> Layout {
        let mut layout = Layout::default();
        let remember = |stream: StreamId, layout: &mut Layout| {
            if !layout.memories.contains(&stream) {
                layout.memories.push(stream);
            }
        };
        for (number, stream) in spec.streams.iter().enumerate() {
            let id = StreamId(number as u32);
            match &stream.operator {
                Operator::Last(values, _) => remember(*values, &mut layout),
                Operator::SignalLift(args, _) if args.len() > 1 => {
                    args.iter().for_each(|arg| remember(*arg, &mut layout));
                }
                Operator::Filter(_, condition) => remember(*condition, &mut layout),
                Operator::Delay(..) => layout.timers.push(id),
                Operator::DefaultFrom(..) => layout.started.push(id),
                _ => {}
            }
        }
        layout
    }

    pub(crate) fn memory(&self, stream: StreamId) -> Option<usize> {
        self.memories.iter().position(|known| *known == stream)
    }

    pub(crate) fn timer(&self, stream: StreamId) -> Option<usize> {
        self.timers.iter().position(|known| *known == stream)
    }

    pub(crate) fn start(&self, stream: StreamId) -> Option<usize> {
        self.started.iter().position(|known| *known == stream)
    }

    /// The state before the first slot.
    pub(crate) fn initial(&self, terms: &mut Terms, spec: &Spec) -> State {
        let never = terms.bool(false);
        let memories = self
            .memories
            .iter()
            .map(|stream| {
                let ty = &spec.streams[stream.0 as usize].ty;
                Memory { has: never, error: never, data: Sym::any(terms, ty) }
            })
            .collect();
        let zero = terms.int(0);
        let timers = self.timers.iter().map(|_| Timer { active: never, at: zero }).collect();
        let started = self.started.iter().map(|_| never).collect();
        State { memories, timers, started, time: terms.int(-1) }
    }

    /// Any state whatever; what must hold of its parts is added to what is given.
    pub(crate) fn unknown(&self, terms: &mut Terms, spec: &Spec, given: &mut Given) -> State {
        let memories = self
            .memories
            .iter()
            .map(|stream| {
                let known = &spec.streams[stream.0 as usize];
                let name = format!("m{}", stream.0);
                let has = terms.fresh_bool(&format!("{name}.has"));
                let error = terms.fresh_bool(&format!("{name}.error"));
                Memory { has, error, data: Sym::fresh(terms, &known.ty, &name, given) }
            })
            .collect();
        let timers = self
            .timers
            .iter()
            .map(|stream| {
                let active = terms.fresh_bool(&format!("d{}.active", stream.0));
                Timer { active, at: terms.fresh_int(&format!("d{}.at", stream.0), None, None) }
            })
            .collect();
        let started = self.started.iter().map(|stream| terms.fresh_bool(&format!("f{}", stream.0))).collect();
        let time = terms.fresh_int("t", Some(0.into()), None);
        State { memories, timers, started, time }
    }
}

impl State {
    /// All terms of the state, in a fixed order.
    pub(crate) fn terms(&self) -> Vec<TermId> {
        let mut all = vec![self.time];
        for memory in &self.memories {
            all.push(memory.has);
            all.push(memory.error);
            memory.data.for_each_term(&mut |term| all.push(term));
        }
        for timer in &self.timers {
            all.push(timer.active);
            all.push(timer.at);
        }
        all.extend(&self.started);
        all
    }

    /// The terms of this state, each with the one that stands in its place in another state. What the other one does not
    /// model, or has no element for, can be anything: a fresh variable.
    pub(crate) fn beside(&self, terms: &mut Terms, other: &State) -> Vec<(TermId, TermId)> {
        let mut pairs = vec![(self.time, other.time)];
        for (mine, theirs) in self.memories.iter().zip(&other.memories) {
            pairs.push((mine.has, theirs.has));
            pairs.push((mine.error, theirs.error));
            mine.data.beside(terms, &theirs.data, &mut pairs);
        }
        for (mine, theirs) in self.timers.iter().zip(&other.timers) {
            pairs.push((mine.active, theirs.active));
            pairs.push((mine.at, theirs.at));
        }
        pairs.extend(self.started.iter().copied().zip(other.started.iter().copied()));
        pairs
    }

    /// The state with each term replaced.
    pub(crate) fn map_terms(&self, change: &mut dyn FnMut(TermId) -> TermId) -> State {
        State {
            time: change(self.time),
            memories: self
                .memories
                .iter()
                .map(|memory| Memory {
                    has: change(memory.has),
                    error: change(memory.error),
                    data: memory.data.map_terms(change),
                })
                .collect(),
            timers: self
                .timers
                .iter()
                .map(|timer| Timer { active: change(timer.active), at: change(timer.at) })
                .collect(),
            started: self.started.iter().map(|term| change(*term)).collect(),
        }
    }
}
