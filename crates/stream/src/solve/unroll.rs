//! A run of slots after a state, slot by slot in one solver.
//! Between slots the state is given names: what a slot depends on stays small, and the solver keeps what it has learnt
//! when a slot is added.

use lydian_core::Value;
use lydian_solver::{Answer, Budget, Hints, Solver};
use lydian_term::{Constant, Evaluation, Int, Model, TermId, VarId};
use lydian_tessla::Type;

use super::relation::{Inputs, Relation, Slot};
use super::state::State;

/// Slots after a state.
pub(crate) struct Unrolling {
    /// The state before the first of these slots.
    base: State,
    /// Whether the first of these slots is the first of all.
    fresh: bool,
    pub(crate) slots: Vec<Slot>,
    inputs: Vec<Inputs>,
    gaps: Vec<Option<TermId>>,
    /// What holds of the slots, in their order.
    facts: Vec<TermId>,
    /// How many of the facts belong to the slots up to each.
    ends: Vec<usize>,
    /// What a search keeps to, in the order of the slots, and how many belong to the slots up to each.
    limits: Vec<TermId>,
    limit_ends: Vec<usize>,
    /// Whether something must happen in each slot but the first of all.
    dense: bool,
}

/// The inputs of one slot, known.
#[derive(Debug, Clone)]
pub(crate) struct KnownSlot {
    /// When.
    pub(crate) time: Int,
    /// For each input the value of its event.
    pub(crate) events: Vec<Option<Value>>,
}

impl Unrolling {
    /// No slot yet after a state; `None` is the state before everything.
    pub(crate) fn new(relation: &mut Relation<'_>, base: Option<State>, dense: bool) -> Unrolling {
        let fresh = base.is_none();
        let base = base.unwrap_or_else(|| relation.initial());
        Unrolling {
            base,
            fresh,
            slots: Vec::new(),
            inputs: Vec::new(),
            gaps: Vec::new(),
            facts: Vec::new(),
            ends: Vec::new(),
            limits: Vec::new(),
            limit_ends: Vec::new(),
            dense,
        }
    }

    /// The number of slots.
    pub(crate) fn len(&self) -> usize {
        self.slots.len()
    }

    /// Adds a slot.
    pub(crate) fn push(&mut self, relation: &mut Relation<'_>) {
        let number = self.slots.len();
        let first = self.fresh && number == 0;
        let mut before = self.slots.last().map_or(&self.base, |slot| &slot.after).clone();
        if number > 0 {
            before = self.name(relation, &before);
        }
        let mut inputs = relation.inputs(number);
        let terms = &mut relation.session.terms;
        let mut gap = None;
        if !first {
            let wait = terms.fresh_int(&format!("gap{number}"), Some(Int::from(1)), None);
            inputs.time = terms.add(before.time, wait);
            gap = Some(wait);
        }
        let slot = relation.slot(&before, &inputs, first);
        self.facts.extend(&slot.facts);
        self.facts.extend(&slot.demands);
        let terms = &mut relation.session.terms;
        if self.dense && !first {
            self.facts.push(slot.busy);
        }
        self.facts.retain(|fact| terms.as_bool(*fact) != Some(true));
        self.ends.push(self.facts.len());
        let limits = slot.limits.iter().copied();
        self.limits.extend(limits.filter(|limit| terms.as_bool(*limit) != Some(true)));
        self.limit_ends.push(self.limits.len());
        self.slots.push(slot);
        self.inputs.push(inputs);
        self.gaps.push(gap);
    }

    /// Gives a name to each term of a state that is not known.
    fn name(&mut self, relation: &mut Relation<'_>, state: &State) -> State {
        let terms = &mut relation.session.terms;
        let mut defined = Vec::new();
        let named = state.map_terms(&mut |term| {
            if terms.as_constant(term).is_some() || terms.var_id(term).is_some() {
                return term;
            }
            let name = match terms.sort(term) {
                lydian_term::Sort::Bool => terms.fresh_bool("s"),
                lydian_term::Sort::Int => terms.fresh_int("s", None, None),
                lydian_term::Sort::Str => terms.fresh_str("s"),
            };
            defined.push(terms.eq(name, term));
            name
        });
        self.facts.extend(defined);
        named
    }

    /// What holds of the first so many slots.
    pub(crate) fn facts(&self, slots: usize) -> &[TermId] {
        match slots {
            0 => &[],
            _ => &self.facts[..self.ends[slots - 1]],
        }
    }

    /// What a search in the first so many slots asserts: what [`Unrolling::sound`] says, and that no collection goes on behind
    /// the elements that are modelled. That there is no such run proves nothing.
    pub(crate) fn searched(&self, relation: &mut Relation<'_>, slots: usize, may_fail: bool) -> Vec<TermId> {
        let mut all = self.sound(relation, slots, may_fail);
        if slots > 0 {
            all.extend(&self.limits[..self.limit_ends[slots - 1]]);
        }
        all
    }

    /// What holds of the first so many slots when none of them fails, but the last may if `may_fail`.
    pub(crate) fn sound(&self, relation: &mut Relation<'_>, slots: usize, may_fail: bool) -> Vec<TermId> {
        let mut all = self.facts(slots).to_vec();
        let checked = if may_fail { slots - 1 } else { slots };
        for slot in &self.slots[..checked] {
            let sound = relation.session.terms.not(slot.failed);
            if relation.session.terms.as_bool(sound) != Some(true) {
                all.push(sound);
            }
        }
        all
    }

    /// Asks a question about the first slots.
    pub(crate) fn ask(&self, relation: &mut Relation<'_>, assertions: &[TermId], budget: &Budget) -> Answer {
        let session = &mut relation.session;
        session.chain.check(&mut session.terms, assertions, budget)
    }

    /// A model with few events, short waits and small values.
    pub(crate) fn small(
        &self,
        relation: &mut Relation<'_>,
        assertions: &[TermId],
        slots: usize,
        budget: &Budget,
    ) -> Answer {
        let order = self.order(relation, slots);
        let session = &mut relation.session;
        session.chain.solve_small(&mut session.terms, assertions, &order, &Hints::default(), budget)
    }

    fn order(&self, relation: &mut Relation<'_>, slots: usize) -> Vec<VarId> {
        let terms = &relation.session.terms;
        let mut order: Vec<VarId> = Vec::new();
        for inputs in &self.inputs[..slots] {
            order.extend(inputs.events.iter().filter_map(|(valid, _)| terms.var_id(*valid)));
        }
        for gap in &self.gaps[..slots] {
            order.extend(gap.and_then(|gap| terms.var_id(gap)));
        }
        for inputs in &self.inputs[..slots] {
            for (_, data) in &inputs.events {
                data.for_each_term(&mut |term| order.extend(terms.var_id(term)));
            }
        }
        order
    }

    /// The inputs of the first slots in a model.
    pub(crate) fn known(
        &self,
        relation: &Relation<'_>,
        model: &Model,
        slots: usize,
        opaque: &mut dyn FnMut(&Type) -> Value,
    ) -> Vec<KnownSlot> {
        let terms = &relation.session.terms;
        let mut evaluation = Evaluation::with_defaults(model);
        let spec = relation.spec;
        (0..slots)
            .map(|number| {
                let time = match evaluation.value(terms, self.slots[number].time) {
                    Some(Constant::Int(time)) => time,
                    _ => Int::from(0),
                };
                let events = self.inputs[number]
                    .events
                    .iter()
                    .zip(&spec.inputs)
                    .map(|((valid, data), input)| {
                        let valid = evaluation.value(terms, *valid).and_then(|known| known.as_bool())?;
                        let ty = &spec.streams[input.stream.0 as usize].ty;
                        valid.then(|| data.value(terms, &mut evaluation, ty, opaque))
                    })
                    .collect();
                KnownSlot { time, events }
            })
            .collect()
    }

    /// The state after the first slots in a model; every term of it is a constant.
    pub(crate) fn state_after(&self, relation: &mut Relation<'_>, model: &Model, slots: usize) -> State {
        let terms = &mut relation.session.terms;
        let state = match slots {
            0 => &self.base,
            _ => &self.slots[slots - 1].after,
        };
        let mut evaluation = Evaluation::with_defaults(model);
        state.map_terms(&mut |term| match evaluation.value(terms, term) {
            Some(constant) => terms.constant(&constant),
            None => term,
        })
    }

    /// The goals that are met in the first slots in a model, with the slot of each.
    pub(crate) fn met(&self, relation: &Relation<'_>, model: &Model, slots: usize) -> Vec<(usize, usize)> {
        let terms = &relation.session.terms;
        let mut evaluation = Evaluation::with_defaults(model);
        let mut met = Vec::new();
        for (number, slot) in self.slots[..slots].iter().enumerate() {
            for (goal, hit) in slot.hits.iter().enumerate() {
                if evaluation.value(terms, *hit).and_then(|known| known.as_bool()) == Some(true) {
                    met.push((goal, number));
                }
            }
        }
        met
    }
}
