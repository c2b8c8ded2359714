//! The strategy `incremental`: slot by slot, the nearest open goal first, then on from the state that was reached.
//! Each step makes the inputs so far known, so the next question is about few slots. A step after which no open goal
//! can be reached any more is put off as long as there is another way on; it ends the case.

use lydian_core::Value;
use lydian_solver::Answer;
use lydian_term::{Model, TermId};
use lydian_tessla::Type;

use super::confirm::Unconfirmed;
use super::{Constraints, Criterion, Maker};
use crate::run::Time;
use crate::solve::state::State;
use crate::solve::unroll::{KnownSlot, Unrolling};

/// A case in the making: what is known so far, and the state that it leads to.
#[derive(Clone)]
pub(super) struct Prefix {
    pub(super) slots: Vec<KnownSlot>,
    /// `None` before the first slot.
    pub(super) state: Option<State>,
    /// The goals that it meets.
    pub(super) met: Vec<usize>,
}

/// A way on from a prefix.
struct Step {
    prefix: Prefix,
    new: Vec<usize>,
}

/// Outcome of a search for a way on.
enum Search {
    Found(Step),
    Nothing,
    Undecided,
}

impl Maker<'_> {
    /// Makes the whole suite.
    pub(crate) fn incremental(&mut self) {
        if !self.check_constraints() {
            return;
        }
        self.prove_open(1);
        let mut undecided = false;
        while !self.open().is_empty() && self.suite.cases.len() < self.request.cases && !self.out_of_time() {
            match self.next_case() {
                Some(prefix) => {
                    if !self.take(&prefix) {
                        undecided = true;
                        break;
                    }
                }
                None => break,
            }
        }
        if self.suite.cases.is_empty() {
            // Nothing to aim at: one case that satisfies the constraints.
            if let Some(prefix) = self.begin() {
                self.take(&prefix);
            }
        }
        self.prove_further();
        let slots = self.request.slots;
        let why = if self.out_of_time() {
            "not decided in time".to_string()
        } else if undecided || self.suite.effort.undecided > 0 {
            format!("not found within {slots} slots, and the solver left questions open")
        } else {
            format!("not found within {slots} slots")
        };
        self.leave_open(&why);
        self.find_dead_states();
    }

    /// The next case: from the beginning to as many open goals as it gets to.
    pub(super) fn next_case(&mut self) -> Option<Prefix> {
        let mut prefix = self.begin()?;
        let mut open: Vec<usize> =
            self.open().into_iter().filter(|goal| !prefix.met.contains(goal)).collect();
        let mut put_off: Option<Step> = None;
        let mut avoided: Vec<usize> = Vec::new();
        let mut any = prefix.met.iter().any(|goal| self.open().contains(goal));
        loop {
            let targets: Vec<usize> = open.iter().copied().filter(|goal| !avoided.contains(goal)).collect();
            let step = match self.search(&prefix, &targets, &avoided) {
                Search::Found(step) => step,
                Search::Nothing | Search::Undecided => break,
            };
            any = true;
            let rest: Vec<usize> = open.iter().copied().filter(|goal| !step.new.contains(goal)).collect();
            let ends = self.fails(&step) || !rest.is_empty() && self.is_dead_end(&step.prefix, &rest);
            if ends && !rest.is_empty() {
                avoided.extend(&step.new);
                if put_off.as_ref().is_none_or(|known| known.new.len() < step.new.len()) {
                    put_off = Some(step);
                }
                continue;
            }
            open = rest;
            prefix = step.prefix;
            put_off = None;
            avoided.clear();
            if ends || open.is_empty() {
                return Some(prefix);
            }
        }
        if let Some(last) = put_off {
            // The state has moved on since the goals were avoided: they are looked for once more, all together.
            let targets: Vec<usize> = open.iter().copied().filter(|goal| avoided.contains(goal)).collect();
            prefix = match self.search(&prefix, &targets, &[]) {
                Search::Found(step) => step.prefix,
                Search::Nothing | Search::Undecided => last.prefix,
            };
        }
        any.then_some(prefix)
    }

    /// Whether the step ends the run with an error.
    fn fails(&self, step: &Step) -> bool {
        step.new.iter().any(|goal| self.suite.goals.all[*goal].criterion == Some(Criterion::Error))
    }

    /// Whether none of the goals can be reached any more.
    fn is_dead_end(&mut self, prefix: &Prefix, goals: &[usize]) -> bool {
        let Some(state) = &prefix.state else { return false };
        let lost = self.lost_after(&state.clone(), goals);
        if lost.len() == goals.len() {
            return true;
        }
        let left: Vec<usize> = goals.iter().copied().filter(|goal| !lost.contains(goal)).collect();
        matches!(self.search(prefix, &left, &[]), Search::Nothing | Search::Undecided)
    }

    /// The nearest slot in which one of the targets is met, after a prefix, with none of the avoided goals.
    fn search(&mut self, prefix: &Prefix, targets: &[usize], avoided: &[usize]) -> Search {
        if targets.is_empty() {
            return Search::Nothing;
        }
        let mut unrolling = Unrolling::new(&mut self.relation, prefix.state.clone(), true);
        let mut undecided = false;
        for slots in 1..=self.request.slots.saturating_sub(prefix.slots.len()) {
            if self.out_of_time() {
                return Search::Undecided;
            }
            unrolling.push(&mut self.relation);
            let hits: Vec<TermId> =
                targets.iter().map(|goal| unrolling.slots[slots - 1].hits[*goal]).collect();
            let target = self.relation.session.terms.or_all(&hits);
            if self.relation.session.terms.as_bool(target) == Some(false) {
                continue;
            }
            let mut assertions = self.ground(&unrolling, slots, targets);
            for goal in avoided {
                for slot in &unrolling.slots[..slots] {
                    let missed = self.relation.session.terms.not(slot.hits[*goal]);
                    assertions.push(missed);
                }
            }
            assertions.push(target);
            self.measure(&assertions);
            match unrolling.ask(&mut self.relation, &assertions, &self.budget) {
                Answer::Sat(model) => {
                    return self.more_at_once(prefix, &unrolling, slots, targets, assertions, model);
                }
                Answer::Unsat => {}
                Answer::Unknown(_) => {
                    self.suite.effort.undecided += 1;
                    undecided = true;
                }
            }
        }
        if undecided { Search::Undecided } else { Search::Nothing }
    }

    /// What holds of the slots: none fails but the last, if a target is an error.
    fn ground(&mut self, unrolling: &Unrolling, slots: usize, targets: &[usize]) -> Vec<TermId> {
        let errors =
            targets.iter().any(|goal| self.suite.goals.all[*goal].criterion == Some(Criterion::Error));
        unrolling.sound(&mut self.relation, slots, errors)
    }

    /// Meets as many targets in the same slot as go together, then makes the inputs known.
    fn more_at_once(
        &mut self,
        prefix: &Prefix,
        unrolling: &Unrolling,
        slots: usize,
        targets: &[usize],
        mut assertions: Vec<TermId>,
        model: Model,
    ) -> Search {
        let mut model = model;
        let last = slots - 1;
        let terms_hold = |maker: &Self, model: &Model, goal: usize| {
            unrolling
                .met(&maker.relation, model, slots)
                .iter()
                .any(|(met, slot)| *met == goal && *slot == last)
        };
        for goal in targets {
            let hit = unrolling.slots[last].hits[*goal];
            if self.relation.session.terms.as_bool(hit) == Some(false) {
                continue;
            }
            assertions.push(hit);
            if terms_hold(self, &model, *goal) {
                continue;
            }
            self.suite.effort.questions += 1;
            match unrolling.ask(&mut self.relation, &assertions, &self.budget) {
                Answer::Sat(better) => model = better,
                _ => {
                    assertions.pop();
                }
            }
        }
        if let Answer::Sat(small) = unrolling.small(&mut self.relation, &assertions, slots, &self.budget) {
            model = small;
        }
        let step = self.advance(prefix, unrolling, slots, &model, targets);
        Search::Found(step)
    }

    fn advance(
        &mut self,
        prefix: &Prefix,
        unrolling: &Unrolling,
        slots: usize,
        model: &Model,
        targets: &[usize],
    ) -> Step {
        let known = unrolling.known(&self.relation, model, slots, &mut some_value);
        let met: Vec<usize> =
            unrolling.met(&self.relation, model, slots).into_iter().map(|(goal, _)| goal).collect();
        let new: Vec<usize> = targets.iter().copied().filter(|goal| met.contains(goal)).collect();
        let state = unrolling.state_after(&mut self.relation, model, slots);
        let mut next = prefix.clone();
        next.slots.extend(known);
        next.state = Some(state);
        next.met.extend(met);
        next.met.sort_unstable();
        next.met.dedup();
        Step { prefix: next, new }
    }

    /// A case that satisfies the author's constraints and nothing more; empty if there are none.
    fn begin(&mut self) -> Option<Prefix> {
        let empty = Prefix { slots: Vec::new(), state: None, met: Vec::new() };
        let mut unrolling = Unrolling::new(&mut self.relation, None, true);
        for slots in 1..=self.request.slots {
            unrolling.push(&mut self.relation);
            let wishes = wishes(self, &unrolling, slots);
            if slots == 1 && wishes.is_empty() {
                return Some(empty);
            }
            let mut assertions = unrolling.sound(&mut self.relation, slots, false);
            assertions.extend(wishes);
            self.measure(&assertions);
            if unrolling.ask(&mut self.relation, &assertions, &self.budget).is_sat()
                && let Answer::Sat(model) =
                    unrolling.small(&mut self.relation, &assertions, slots, &self.budget)
            {
                return Some(self.advance(&empty, &unrolling, slots, &model, &[]).prefix);
            }
            if self.out_of_time() {
                return None;
            }
        }
        None
    }

    /// Whether the author's constraints can be met at all; says so if not.
    pub(super) fn check_constraints(&mut self) -> bool {
        let mut unrolling = Unrolling::new(&mut self.relation, None, false);
        let mut undecided = false;
        for slots in 1..=self.request.slots {
            unrolling.push(&mut self.relation);
            let mut assertions = unrolling.sound(&mut self.relation, slots, false);
            assertions.extend(wishes(self, &unrolling, slots));
            match unrolling.ask(&mut self.relation, &assertions, &self.budget) {
                Answer::Sat(_) => return true,
                Answer::Unsat => {
                    // Without the wishes: if even the first slots are impossible, so is everything after them.
                    let bare = unrolling.sound(&mut self.relation, slots, false);
                    if unrolling.ask(&mut self.relation, &bare, &self.budget).is_unsat() {
                        self.suite.constraints = Constraints::Contradictory;
                        return false;
                    }
                }
                Answer::Unknown(_) => undecided = true,
            }
            if self.out_of_time() {
                undecided = true;
                break;
            }
        }
        self.suite.constraints = if undecided {
            Constraints::Undecided
        } else if self.some_wish_is_hopeless() {
            Constraints::Contradictory
        } else {
            Constraints::NotWithinBounds
        };
        false
    }

    /// Confirms a case and adds it; false if the interpreter does not agree, which is our mistake.
    pub(super) fn take(&mut self, prefix: &Prefix) -> bool {
        for attempt in 0..ATTEMPTS {
            let slots = with_floats(
                prefix,
                &self
                    .relation
                    .spec
                    .inputs
                    .iter()
                    .map(|input| self.relation.spec.streams[input.stream.0 as usize].ty.clone())
                    .collect::<Vec<Type>>(),
                attempt,
            );
            match self.confirmer.confirm(&mut self.relation, &slots) {
                Ok(case) => {
                    let useful = case.meets.iter().any(|(goal, _)| self.open().contains(goal));
                    let hoped = prefix.met.iter().any(|goal| self.open().contains(goal));
                    if useful || !hoped {
                        self.add(case);
                        return true;
                    }
                }
                Err(Unconfirmed::Refused | Unconfirmed::Differs { .. }) => {
                    self.suite.effort.unconfirmed += 1;
                }
            }
        }
        false
    }

    /// Notes the size of a question.
    pub(super) fn measure(&mut self, assertions: &[TermId]) {
        self.suite.effort.questions += 1;
        let terms = &mut self.relation.session.terms;
        let mut variables: Vec<_> =
            assertions.iter().flat_map(|assertion| terms.vars_of(*assertion).to_vec()).collect();
        variables.sort_unstable();
        variables.dedup();
        let effort = &mut self.suite.effort;
        effort.variables = effort.variables.max(variables.len());
        effort.constraints = effort.constraints.max(assertions.len());
    }
}

/// What must be shown somewhere in the first slots.
pub(super) fn wishes(maker: &mut Maker<'_>, unrolling: &Unrolling, slots: usize) -> Vec<TermId> {
    let count = unrolling.slots[0].wishes.len();
    (0..count)
        .map(|wish| {
            let met: Vec<TermId> = unrolling.slots[..slots].iter().map(|slot| slot.wishes[wish]).collect();
            maker.relation.session.terms.or_all(&met)
        })
        .collect()
}

/// How often a case with values that the solver does not choose is tried with other values.
const ATTEMPTS: usize = 12;

/// Floating-point numbers that are tried.
const FLOATS: [f64; 10] = [0.0, 1.0, -1.0, 2.5, 100.0, -100.0, 0.5, 1e6, 10.0, -2.5];

/// A value of a type that the solver does not choose.
pub(super) fn some_value(ty: &Type) -> Value {
    match ty {
        Type::Float => Value::Float(FLOATS[0]),
        _ => Value::Unit,
    }
}

/// The slots with other floating-point numbers in each attempt.
fn with_floats(prefix: &Prefix, types: &[Type], attempt: usize) -> Vec<KnownSlot> {
    let mut slots = prefix.slots.clone();
    let mut turn = attempt;
    for slot in &mut slots {
        for (value, ty) in slot.events.iter_mut().zip(types) {
            if let (Some(value), Type::Float) = (value, ty) {
                *value = Value::Float(FLOATS[turn % FLOATS.len()]);
                turn += attempt;
            }
        }
    }
    slots
}

/// The time of the last slot.
pub(super) fn end(slots: &[KnownSlot]) -> Time {
    slots.last().map_or(Time::from(0), |slot| slot.time.clone())
}
