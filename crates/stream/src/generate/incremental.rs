//! The strategy `incremental`: slot by slot, the nearest open goal first, then on from the state that was reached.
//! Each step makes the inputs so far known, so the next question is about few slots. A step after which no open goal
//! can be reached any more is put off as long as there is another way on; it ends the case.

use lydian_core::Value;
use lydian_solver::{Answer, Budget};
use lydian_term::{Model, TermId};
use lydian_tessla::Type;

use super::confirm::Unconfirmed;
use super::{Constraints, Maker};
use crate::solve::invariants::Invariants;
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
    /// The targets that it meets.
    new: Vec<usize>,
    /// The open goals that are out of reach after it.
    lost: Vec<usize>,
}

/// The goals that are not among the others.
fn without(goals: &[usize], others: &[usize]) -> Vec<usize> {
    goals.iter().copied().filter(|goal| !others.contains(goal)).collect()
}

/// What a search looks for.
struct Aim<'a> {
    /// One of these, at least.
    targets: &'a [usize],
    /// None of these, in any slot.
    avoided: &'a [usize],
    /// These as well, where they go together.
    also: &'a [usize],
    /// Not into any of these regions of states.
    blocked: &'a [Invariants],
}

impl<'a> Aim<'a> {
    fn at(targets: &'a [usize]) -> Aim<'a> {
        Aim { targets, avoided: &[], also: &[], blocked: &[] }
    }
}

/// Outcome of a search for a way on.
enum Search {
    Found(Step),
    Nothing,
    Undecided,
}

impl Maker<'_> {
    /// Makes one more case; false if there is none.
    pub(super) fn extend(&mut self) -> bool {
        if !self.hard.is_empty() && self.draw_case() {
            return true;
        }
        while !self.easy().is_empty()
            && let Some(prefix) = self.best_prefix()
        {
            let prefix = self.settled(prefix);
            if self.take(&prefix) {
                return true;
            }
            // What the solver hoped to meet was not met by the run: the others are looked for without it.
            let before = self.unconfirmed.len();
            self.unconfirmed.extend(prefix.met);
            if self.unconfirmed.len() == before {
                break;
            }
        }
        if self.draw_case() {
            return true;
        }
        if let Some(prefix) = self.some_hard_goal() {
            let prefix = self.settled(prefix);
            return self.take(&prefix);
        }
        if self.suite.cases.is_empty() {
            // Nothing to aim at: one case that satisfies the constraints.
            return match self.begin() {
                Some(prefix) => {
                    let prefix = self.settled(prefix);
                    self.take(&prefix)
                }
                None => false,
            };
        }
        false
    }

    /// The prefix, gone on with until no timer runs, if that is asked for and possible.
    fn settled(&mut self, prefix: Prefix) -> Prefix {
        let is_quiet = |maker: &Self, state: &State| {
            let terms = &maker.relation.session.terms;
            state.timers.iter().all(|timer| terms.as_bool(timer.active) == Some(false))
        };
        let quiet = prefix.state.as_ref().is_some_and(|state| is_quiet(self, state));
        if !self.request.quiet_end || quiet || self.relation.layout.timers.is_empty() {
            return prefix;
        }
        let mut unrolling = Unrolling::new(&mut self.relation, prefix.state.clone(), true);
        for slots in 1..=self.request.slots.saturating_sub(prefix.slots.len()) {
            unrolling.push(&mut self.relation);
            let mut assertions = unrolling.searched(&mut self.relation, slots, false);
            for timer in &unrolling.slots[slots - 1].after.timers {
                assertions.push(self.relation.session.terms.not(timer.active));
            }
            if let Answer::Sat(_) = unrolling.ask(&mut self.relation, &assertions, &self.budget)
                && let Answer::Sat(model) =
                    unrolling.small(&mut self.relation, &assertions, slots, &self.budget)
            {
                return self.advance(&prefix, &unrolling, slots, &model, &[]).prefix;
            }
        }
        prefix
    }

    /// Looks for one case that meets one of the goals, or for proofs that none is met.
    pub(crate) fn first_difference(&mut self) {
        self.work = self.budget.rlimit;
        self.prove_open(1);
        if self.open().is_empty() {
            return;
        }
        let open = self.open();
        let Some(prefix) = self.begin() else {
            self.leave_open("the constraints were not met");
            return;
        };
        match self.search(&prefix, &Aim::at(&open)) {
            Search::Found(step) => {
                if self.take(&step.prefix) {
                    return;
                }
                self.leave_open("the difference found was not confirmed by a run");
            }
            Search::Nothing => {
                self.prove_further();
                let slots = self.request.slots;
                self.leave_unfound(&format!("no difference within {slots} slots"), "");
            }
            Search::Undecided => self.leave_open("the solver left questions open"),
        }
    }

    /// The next case: from the beginning to as many open goals as it gets to.
    fn best_prefix(&mut self) -> Option<Prefix> {
        let mut prefix = self.begin()?;
        let all_open = self.easy();
        let mut any = prefix.met.iter().any(|goal| all_open.contains(goal));
        let mut open = without(&all_open, &prefix.met);
        while let Some(step) = self.step(&prefix, &open) {
            any = true;
            open = without(&without(&open, &step.new), &step.lost);
            let ends = self.fails(&step);
            prefix = step.prefix;
            if ends || open.is_empty() {
                break;
            }
        }
        // Perhaps the same goals can be met in fewer slots, so that there is room for another one.
        let left = without(&all_open, &prefix.met);
        if let Some(step) = self.repack(&prefix, &left) {
            prefix = step.prefix;
        }
        any.then_some(prefix)
    }

    /// Another case that meets what the prefix does, of the open goals, and one more.
    fn repack(&mut self, prefix: &Prefix, open: &[usize]) -> Option<Step> {
        let slots = self.request.slots;
        if prefix.slots.is_empty() || slots > MOST_REPACKED || open.is_empty() {
            return None;
        }
        let mut unrolling = Unrolling::new(&mut self.relation, None, true);
        for _ in 0..slots {
            unrolling.push(&mut self.relation);
        }
        let once = |maker: &mut Self, goal: usize| {
            let hits: Vec<TermId> = unrolling.slots.iter().map(|slot| slot.hits[goal]).collect();
            maker.relation.session.terms.or_all(&hits)
        };
        let mut assertions = unrolling.searched(&mut self.relation, slots, false);
        assertions.extend(wishes(self, &unrolling, slots));
        let kept: Vec<usize> = self.open().into_iter().filter(|goal| prefix.met.contains(goal)).collect();
        for goal in &kept {
            let hit = once(self, *goal);
            assertions.push(hit);
        }
        let new: Vec<TermId> = open.iter().map(|goal| once(self, *goal)).collect();
        assertions.push(self.relation.session.terms.or_all(&new));
        self.measure(&assertions);
        let budget = Budget { rlimit: REPACKING, ..self.budget.clone() };
        unrolling.ask(&mut self.relation, &assertions, &budget).is_sat().then_some(())?;
        let Answer::Sat(model) = unrolling.small(&mut self.relation, &assertions, slots, &budget) else {
            return None;
        };
        let empty = Prefix { slots: Vec::new(), state: None, met: Vec::new() };
        Some(self.advance(&empty, &unrolling, slots, &model, open))
    }

    /// A way on, if possible one after which all other open goals can still be reached.
    fn step(&mut self, prefix: &Prefix, open: &[usize]) -> Option<Step> {
        let mut blocked: Vec<Invariants> = Vec::new();
        let mut avoided: Vec<usize> = Vec::new();
        let mut best: Option<Step> = None;
        for _ in 0..MOST_BLOCKED {
            let targets = without(open, &avoided);
            let aim = Aim { targets: &targets, avoided: &avoided, also: &[], blocked: &blocked };
            let Search::Found(mut step) = self.search(prefix, &aim) else { break };
            let rest = without(open, &step.new);
            if rest.is_empty() {
                return Some(step);
            }
            if self.fails(&step) {
                let failing = step.new.iter().filter(|goal| self.suite.goals.all[**goal].may_fail());
                avoided.extend(failing);
                step.lost = rest;
            } else if let Some(state) = step.prefix.state.clone() {
                let (lost, region) = self.lost_after(&state, &rest);
                step.lost = lost;
                blocked.push(region);
            }
            let done = step.lost.is_empty();
            if best.as_ref().is_none_or(|known| step.lost.len() < known.lost.len()) {
                best = Some(step);
            }
            if done || self.out_of_time() {
                break;
            }
        }
        let step = best?;
        if !blocked.is_empty() || !avoided.is_empty() {
            // What is left may all lead to a dead end: perhaps it can come with this, and the case is complete.
            let rest = without(open, &step.new);
            let aim = Aim { targets: &step.new, also: &rest, ..Aim::at(&[]) };
            if let Search::Found(whole) = self.search(prefix, &aim)
                && without(open, &whole.new).is_empty()
            {
                return Some(whole);
            }
        }
        Some(step)
    }

    /// Whether the step ends the run with an error.
    fn fails(&self, step: &Step) -> bool {
        step.new.iter().any(|goal| self.suite.goals.all[*goal].may_fail())
    }

    /// The nearest slot in which one of the targets is met, after a prefix, with none of the avoided goals.
    fn search(&mut self, prefix: &Prefix, aim: &Aim<'_>) -> Search {
        let Aim { avoided, .. } = *aim;
        let mut targets = aim.targets.to_vec();
        let mut unrolling = Unrolling::new(&mut self.relation, prefix.state.clone(), true);
        let mut undecided = 0;
        for slots in 1..=self.request.slots.saturating_sub(prefix.slots.len()) {
            if self.out_of_time() || undecided >= MOST_UNDECIDED {
                return Search::Undecided;
            }
            if slots > PATIENCE && !self.tried_numbers {
                self.prove_by_numbers();
                let open = self.open();
                targets.retain(|goal| open.contains(goal));
            }
            if targets.is_empty() {
                break;
            }
            unrolling.push(&mut self.relation);
            let hits: Vec<TermId> =
                targets.iter().map(|goal| unrolling.slots[slots - 1].hits[*goal]).collect();
            let target = self.relation.session.terms.or_all(&hits);
            if self.relation.session.terms.as_bool(target) == Some(false) {
                continue;
            }
            let mut assertions = self.ground(&unrolling, slots, &targets);
            for goal in avoided {
                for slot in &unrolling.slots[..slots] {
                    let missed = self.relation.session.terms.not(slot.hits[*goal]);
                    assertions.push(missed);
                }
            }
            for region in aim.blocked {
                let outside = region.excludes(&mut self.relation, &unrolling.slots[slots - 1].after);
                assertions.push(outside);
            }
            assertions.push(target);
            self.measure(&assertions);
            let slice = self.slice();
            match unrolling.ask(&mut self.relation, &assertions, &slice) {
                Answer::Sat(model) => {
                    return self.more_at_once(prefix, &unrolling, slots, aim, assertions, model);
                }
                Answer::Unsat => {}
                Answer::Unknown(_) => {
                    assertions.pop();
                    match self.one_alone(&unrolling, slots, &targets, assertions) {
                        Some((assertions, model)) => {
                            return self.more_at_once(prefix, &unrolling, slots, aim, assertions, model);
                        }
                        None => undecided += 1,
                    }
                    if targets.len() > 1 {
                        targets.retain(|goal| !self.hard.contains_key(goal));
                    }
                }
            }
        }
        if undecided > 0 { Search::Undecided } else { Search::Nothing }
    }

    /// Asks for each target alone where the question for any of them was too hard: one hard goal must not stand in the way of
    /// the others. What is too hard alone is put off.
    fn one_alone(
        &mut self,
        unrolling: &Unrolling,
        slots: usize,
        targets: &[usize],
        assertions: Vec<TermId>,
    ) -> Option<(Vec<TermId>, Model)> {
        for goal in targets {
            let hit = unrolling.slots[slots - 1].hits[*goal];
            if self.out_of_time() || self.relation.session.terms.as_bool(hit) == Some(false) {
                continue;
            }
            // The question for one target alone was asked already.
            if targets.len() > 1 {
                let mut assertions = assertions.clone();
                assertions.push(hit);
                self.measure(&assertions);
                let slice = self.slice();
                match unrolling.ask(&mut self.relation, &assertions, &slice) {
                    Answer::Sat(model) => return Some((assertions, model)),
                    Answer::Unsat => continue,
                    Answer::Unknown(_) => {}
                }
            }
            self.suite.effort.undecided += 1;
            self.hard.entry(*goal).or_insert(self.work);
        }
        None
    }

    /// The work that one question may take now.
    fn slice(&self) -> Budget {
        Budget { rlimit: self.work, ..self.budget.clone() }
    }

    /// The open goals that no question was too hard for, and no run disappointed.
    fn easy(&self) -> Vec<usize> {
        let tried = |goal: &usize| self.hard.contains_key(goal) || self.unconfirmed.contains(goal);
        self.open().into_iter().filter(|goal| !tried(goal)).collect()
    }

    /// A way to a goal that was too hard, with more and more work for each in turn.
    fn some_hard_goal(&mut self) -> Option<Prefix> {
        while self.work < self.budget.rlimit {
            let more = self.work.saturating_mul(MORE_WORK).min(self.budget.rlimit);
            for goal in self.open() {
                if self.hard.get(&goal).is_none_or(|done| *done >= more) {
                    continue;
                }
                if self.out_of_time() {
                    return None;
                }
                self.hard.insert(goal, more);
                let less = std::mem::replace(&mut self.work, more);
                let found = self.begin().map(|prefix| self.search(&prefix, &Aim::at(&[goal])));
                self.work = less;
                if let Some(Search::Found(step)) = found {
                    return Some(step.prefix);
                }
            }
            self.work = more;
        }
        None
    }

    /// What holds of the slots: none fails but the last, if a target is an error.
    fn ground(&mut self, unrolling: &Unrolling, slots: usize, targets: &[usize]) -> Vec<TermId> {
        let errors = targets.iter().any(|goal| self.suite.goals.all[*goal].may_fail());
        unrolling.searched(&mut self.relation, slots, errors)
    }

    /// Meets as many targets in the same slot as go together, then makes the inputs known.
    fn more_at_once(
        &mut self,
        prefix: &Prefix,
        unrolling: &Unrolling,
        slots: usize,
        aim: &Aim<'_>,
        mut assertions: Vec<TermId>,
        model: Model,
    ) -> Search {
        let all = [aim.targets, aim.also].concat();
        let targets: &[usize] = &all;
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
            if self.hard.contains_key(goal) && !terms_hold(self, &model, *goal) {
                continue;
            }
            assertions.push(hit);
            if terms_hold(self, &model, *goal) {
                continue;
            }
            self.suite.effort.questions += 1;
            let slice = self.slice();
            match unrolling.ask(&mut self.relation, &assertions, &slice) {
                Answer::Sat(better) => model = better,
                _ => {
                    assertions.pop();
                }
            }
        }
        let slice = self.slice();
        if let Answer::Sat(small) = unrolling.small(&mut self.relation, &assertions, slots, &slice) {
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
        Step { prefix: next, new, lost: Vec::new() }
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
            let mut assertions = unrolling.searched(&mut self.relation, slots, false);
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
        if self.meets_constraints_by_luck() {
            return true;
        }
        let mut unrolling = Unrolling::new(&mut self.relation, None, false);
        let mut undecided = false;
        for slots in 1..=self.request.slots {
            unrolling.push(&mut self.relation);
            let mut assertions = unrolling.searched(&mut self.relation, slots, false);
            assertions.extend(wishes(self, &unrolling, slots));
            match unrolling.ask(&mut self.relation, &assertions, &self.budget) {
                Answer::Sat(_) => return true,
                Answer::Unsat => {
                    if !undecided {
                        self.suite.ruled_out = slots;
                    }
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
        let spec = self.relation.spec;
        let types: Vec<&Type> =
            spec.inputs.iter().map(|input| &spec.streams[input.stream.0 as usize].ty).collect();
        let floats = floats(&spec.code);
        for attempt in 0..ATTEMPTS.max(floats.len()) {
            let slots = with_floats(prefix, &types, &floats, attempt);
            match self.confirmer.confirm(&mut self.relation, &slots) {
                Ok(case) => {
                    let useful = case.meets.iter().any(|(goal, _)| self.open().contains(goal));
                    let hoped = prefix.met.iter().any(|goal| self.open().contains(goal));
                    if useful || !hoped {
                        let case = self.told_apart(slots, case);
                        self.add(case);
                        return true;
                    }
                }
                Err(unconfirmed) => {
                    self.suite.effort.unconfirmed += 1;
                    if let Unconfirmed::Differs { stream, time } = unconfirmed {
                        let name = spec.streams[stream].name.as_deref().unwrap_or("a stream without a name");
                        self.suite.disagreements.push(format!("`{name}` at {time}"));
                    }
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

/// Cases of more slots are not packed anew, and no more work than this is put into it.
const MOST_REPACKED: usize = 60;
const REPACKING: u32 = 1_000_000;

/// The work of a question at first, and by how much it grows where that was not enough.
pub(super) const FIRST_WORK: u32 = 1_000_000;
const MORE_WORK: u32 = 4;

/// A goal that is not met within so many slots may be out of reach by its numbers.
const PATIENCE: usize = 8;

/// After so many slots in which a question was too hard, further ones are not asked: they are harder still.
const MOST_UNDECIDED: usize = 3;

/// How many ways on that lose goals are ruled out before the best of them is taken.
const MOST_BLOCKED: usize = 4;

/// How often a case with values that the solver does not choose is tried with other values.
const ATTEMPTS: usize = 12;

/// No more numbers of a specification than these are tried.
const MOST_FLOATS: usize = 24;

/// Floating-point numbers that are tried.
const FLOATS: [f64; 10] = [0.0, 1.0, -1.0, 2.5, 100.0, -100.0, 0.5, 1e6, 10.0, -2.5];

/// The numbers that are tried: those of the specification with their neighbours, then usual ones.
fn floats(code: &str) -> Vec<f64> {
    let mut floats = Vec::new();
    let word = |byte: char| !(byte.is_ascii_alphanumeric() || matches!(byte, '.' | '_'));
    for text in
        code.split(word).filter(|text| text.contains('.') && text.starts_with(|c: char| c.is_ascii_digit()))
    {
        if let Ok(number) = text.parse::<f64>()
            && floats.len() < MOST_FLOATS
            && !floats.contains(&number)
        {
            floats.extend([number, number + 1.0, number - 1.0, -number]);
        }
    }
    floats.extend(FLOATS);
    floats
}

/// A value of a type that the solver does not choose.
pub(super) fn some_value(ty: &Type) -> Value {
    match ty {
        Type::Float => Value::Float(FLOATS[0]),
        _ => Value::Unit,
    }
}

/// The slots with other floating-point numbers in each attempt.
fn with_floats(prefix: &Prefix, types: &[&Type], floats: &[f64], attempt: usize) -> Vec<KnownSlot> {
    let mut slots = prefix.slots.clone();
    let mut turn = attempt;
    for slot in &mut slots {
        for (value, ty) in slot.events.iter_mut().zip(types) {
            if let (Some(value), Type::Float) = (value, ty) {
                *value = Value::Float(floats[turn % floats.len()]);
                turn += attempt;
            }
        }
    }
    slots
}
