//! What always holds between slots, and proofs that a goal is out of reach for ever.
//! Candidates about single parts of the state (this flag is set, this number is at least so much) that hold after the
//! first slot are kept as long as one slot preserves all of them together. With the survivors, k slots without the goal
//! before one with it are ruled out (k-induction). The same from any known state proves what is lost after it.

use lydian_solver::{Answer, Budget, Solver};
use lydian_term::{Evaluation, Int, Sort, TermId, Terms};
use lydian_tessla::spec::StreamId;
use rustc_hash::FxHashMap;

use super::relation::Relation;
use super::state::State;
use super::symbolic::Given;
use super::unroll::Unrolling;
use crate::check::random::constants;

/// What holds of every state that can be reached from some beginning, as conditions on the terms of an unknown state.
pub(crate) struct Invariants {
    /// The unknown state.
    state: State,
    /// What holds of it.
    facts: Vec<TermId>,
    /// Whether they may be used: every question was answered, and nothing was left to weaken.
    complete: bool,
}

/// What invariants speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum About {
    /// Flags only: quickly found, and true of many states at once.
    Flags,
    /// Numbers as well.
    Everything,
    /// Also how numbers and times stand to the numbers of the specification: their limits, and what divides them.
    Numbers,
}

/// Rounds of weakening; each removes at least one candidate.
const MOST_ROUNDS: usize = 200;

impl Invariants {
    /// What holds of all states after `beginnings`: the states that the first steps can lead to, each given by what is
    /// asserted of it.
    pub(crate) fn of(
        relation: &mut Relation<'_>,
        beginnings: &[(State, Vec<TermId>)],
        about: About,
        budget: &Budget,
    ) -> Invariants {
        let mut given = Given::default();
        let layout = relation.layout.clone();
        let state = layout.unknown(&mut relation.session.terms, relation.spec, &mut given);
        let mut facts = given.facts;
        let mut candidates = candidates(relation, &state, beginnings, about);
        let mut complete = true;
        for (begin, known) in beginnings {
            complete &= weaken(relation, &state, begin, known, &mut candidates, budget);
        }
        // One slot from any state in which the candidates hold.
        let mut unrolling = Unrolling::new(relation, Some(state.clone()), true);
        unrolling.push(relation);
        let after = unrolling.slots[0].after.clone();
        let step = unrolling.sound(relation, 1, false);
        let mut settled = false;
        for _ in 0..MOST_ROUNDS {
            let mut assumed = facts.clone();
            assumed.extend(&candidates);
            assumed.extend(&step);
            let before = candidates.len();
            complete &= weaken(relation, &state, &after, &assumed, &mut candidates, budget);
            settled = candidates.len() == before;
            if settled {
                break;
            }
        }
        complete &= settled;
        facts.extend(candidates);
        Invariants { state, facts, complete }
    }

    /// That a state does not satisfy all of them.
    pub(crate) fn excludes(&self, relation: &mut Relation<'_>, other: &State) -> TermId {
        let terms = &mut relation.session.terms;
        let mut replaced = self.state.beside(terms, other).into_iter().collect();
        let there: Vec<TermId> =
            self.facts.iter().map(|fact| terms.substitute(*fact, &mut replaced)).collect();
        let all = terms.and_all(&there);
        terms.not(all)
    }

    /// Whether a `some` or `exists` of the author is met in no slot from an invariant state.
    pub(crate) fn exclude_wish(&self, relation: &mut Relation<'_>, wish: usize, budget: &Budget) -> bool {
        if !self.complete {
            return false;
        }
        let mut unrolling = Unrolling::new(relation, Some(self.state.clone()), true);
        unrolling.push(relation);
        let mut assertions = self.facts.clone();
        assertions.extend(unrolling.sound(relation, 1, false));
        assertions.push(unrolling.slots[0].wishes[wish]);
        unrolling.ask(relation, &assertions, budget).is_unsat()
    }

    /// Whether a stream has no event in any slot from an invariant state.
    pub(crate) fn silences(&self, relation: &mut Relation<'_>, stream: StreamId, budget: &Budget) -> bool {
        if !self.complete {
            return false;
        }
        let mut unrolling = Unrolling::new(relation, Some(self.state.clone()), true);
        unrolling.push(relation);
        let mut assertions = self.facts.clone();
        assertions.extend(unrolling.sound(relation, 1, true));
        assertions.push(unrolling.slots[0].events[stream.0 as usize].valid);
        unrolling.ask(relation, &assertions, budget).is_unsat()
    }

    /// Whether no run of slots from an invariant state meets the goal in its last slot, having not met it before.
    pub(crate) fn exclude(
        &self,
        relation: &mut Relation<'_>,
        goal: usize,
        steps: usize,
        budget: &Budget,
    ) -> bool {
        if !self.complete {
            return false;
        }
        let mut unrolling = Unrolling::new(relation, Some(self.state.clone()), true);
        for _ in 0..steps {
            unrolling.push(relation);
        }
        let mut assertions = self.facts.clone();
        assertions.extend(unrolling.sound(relation, steps, true));
        for slot in &unrolling.slots[..steps - 1] {
            let missed = relation.session.terms.not(slot.hits[goal]);
            assertions.push(missed);
        }
        let hit = reached(relation, &unrolling, steps - 1, goal);
        assertions.push(hit);
        unrolling.ask(relation, &assertions, budget).is_unsat()
    }
}

/// When a goal is, or may be, met in a slot.
pub(crate) fn reached(
    relation: &mut Relation<'_>,
    unrolling: &Unrolling,
    slot: usize,
    goal: usize,
) -> TermId {
    let slot = &unrolling.slots[slot];
    relation.session.terms.or(slot.hits[goal], slot.unseen[goal])
}

/// Removes the candidates that can be false in the other state under what is assumed; false if a question stays open,
/// and then all candidates that it was about are removed.
fn weaken(
    relation: &mut Relation<'_>,
    state: &State,
    other: &State,
    assumed: &[TermId],
    candidates: &mut Vec<TermId>,
    budget: &Budget,
) -> bool {
    let session = &mut relation.session;
    let mut replaced = state.beside(&mut session.terms, other).into_iter().collect();
    let mut there: Vec<TermId> =
        candidates.iter().map(|candidate| session.terms.substitute(*candidate, &mut replaced)).collect();
    loop {
        let broken: Vec<TermId> = there.iter().map(|candidate| session.terms.not(*candidate)).collect();
        let some_broken = session.terms.or_all(&broken);
        if session.terms.as_bool(some_broken) == Some(false) {
            return true;
        }
        let mut assertions = assumed.to_vec();
        assertions.push(some_broken);
        match session.chain.check(&mut session.terms, &assertions, budget) {
            Answer::Unsat => return true,
            Answer::Sat(model) => {
                let mut evaluation = Evaluation::with_defaults(&model);
                let keep: Vec<bool> = there
                    .iter()
                    .map(|candidate| {
                        evaluation.value(&session.terms, *candidate).and_then(|known| known.as_bool())
                            == Some(true)
                    })
                    .collect();
                if keep.iter().all(|kept| *kept) {
                    candidates.clear();
                    return false;
                }
                let mut kept = keep.iter();
                candidates.retain(|_| *kept.next().unwrap_or(&false));
                let mut kept = keep.iter();
                there.retain(|_| *kept.next().unwrap_or(&false));
            }
            Answer::Unknown(_) => {
                candidates.clear();
                return false;
            }
        }
    }
}

/// Conditions worth trying on the parts of a state.
fn candidates(
    relation: &mut Relation<'_>,
    state: &State,
    beginnings: &[(State, Vec<TermId>)],
    about: About,
) -> Vec<TermId> {
    let limits: Vec<Int> = match about {
        About::Numbers => constants(relation.spec).into_iter().take(MOST_LIMITS).map(Int::from).collect(),
        _ => Vec::new(),
    };
    let terms = &mut relation.session.terms;
    let mut found = Vec::new();
    let parts = state.terms();
    let begins: Vec<FxHashMap<TermId, TermId>> =
        beginnings.iter().map(|(begin, _)| state.beside(terms, begin).into_iter().collect()).collect();
    let mut flags = Vec::new();
    for part in &parts {
        match terms.sort(*part) {
            Sort::Bool => {
                found.push(*part);
                found.push(terms.not(*part));
                flags.push(*part);
            }
            Sort::Int if about != About::Flags => {
                let mut constants: Vec<Int> = vec![Int::from(0), Int::from(1)];
                for begin in &begins {
                    constants.extend(begin.get(part).and_then(|there| terms.as_int(*there)));
                }
                if about == About::Numbers {
                    constants.extend(limits.iter().cloned());
                }
                constants.sort();
                constants.dedup();
                for constant in constants {
                    let constant = terms.int_const(constant);
                    found.push(terms.le(constant, *part));
                    found.push(terms.le(*part, constant));
                }
            }
            Sort::Int | Sort::Str => {}
        }
    }
    for timer in &state.timers {
        let later = terms.lt(state.time, timer.at);
        found.push(terms.implies(timer.active, later));
    }
    // A number under a flag that says whether it means anything.
    for memory in &state.memories {
        if about != About::Flags {
            memory.data.for_each_length(&mut |length, modelled| {
                let modelled = terms.int(modelled as i64);
                found.push(terms.le(length, modelled));
            });
        }
        let zero = terms.int(0);
        memory.data.clone().for_each_term(&mut |term| match terms.sort(term) {
            Sort::Int if about != About::Flags => {
                let positive = terms.le(zero, term);
                found.push(terms.implies(memory.has, positive));
            }
            Sort::Bool => {
                found.push(terms.implies(memory.has, term));
                let not = terms.not(term);
                found.push(terms.implies(memory.has, not));
            }
            Sort::Int | Sort::Str => {}
        });
    }
    if about == About::Numbers {
        found.extend(of_numbers(terms, state, &limits));
    }
    let layout = &relation.layout;
    for (first, second) in &relation.twins {
        if let (Some(a), Some(b)) = (layout.memory(*first), layout.memory(*second)) {
            let (a, b) = (&state.memories[a], &state.memories[b]);
            found.push(terms.eq(a.has, b.has));
            found.push(terms.eq(a.error, b.error));
            let same = a.data.same(terms, &b.data);
            found.push(same);
            found.push(terms.implies(a.has, same));
        }
        if let (Some(a), Some(b)) = (layout.timer(*first), layout.timer(*second)) {
            let (a, b) = (&state.timers[a], &state.timers[b]);
            found.push(terms.eq(a.active, b.active));
            let same = terms.eq(a.at, b.at);
            found.push(same);
            found.push(terms.implies(a.active, same));
        }
        if let (Some(a), Some(b)) = (layout.start(*first), layout.start(*second)) {
            found.push(terms.eq(state.started[a], state.started[b]));
        }
    }
    if flags.len() <= MOST_PAIRED {
        for first in &flags {
            for second in &flags {
                if first != second {
                    found.push(terms.implies(*first, *second));
                    let not = terms.not(*second);
                    found.push(terms.implies(*first, not));
                }
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// With more flags than this, pairs of them are not tried.
const MOST_PAIRED: usize = 24;

/// So many numbers of a specification are taken for limits.
const MOST_LIMITS: usize = 12;

/// How the times of timers and the numbers in memory stand to the numbers of the specification, and to the time.
fn of_numbers(terms: &mut Terms, state: &State, limits: &[Int]) -> Vec<TermId> {
    let mut found = Vec::new();
    let zero = terms.int(0);
    let divisors: Vec<TermId> = limits
        .iter()
        .filter(|limit| **limit > Int::from(1))
        .map(|limit| terms.int_const(limit.clone()))
        .collect();
    let divided = |terms: &mut Terms, given: TermId, number: TermId, found: &mut Vec<TermId>| {
        for divisor in &divisors {
            let rest = terms.tmod(number, *divisor);
            let divides = terms.eq(rest, zero);
            found.push(terms.implies(given, divides));
        }
    };
    for timer in &state.timers {
        divided(terms, timer.active, timer.at, &mut found);
    }
    for memory in &state.memories {
        let mut numbers = Vec::new();
        memory.data.clone().for_each_term(&mut |term| numbers.push(term));
        for number in numbers {
            if !matches!(terms.sort(number), Sort::Int) {
                continue;
            }
            divided(terms, memory.has, number, &mut found);
            let before = terms.le(number, state.time);
            found.push(terms.implies(memory.has, before));
            for limit in limits {
                let limit = terms.int_const(limit.clone());
                let (above, below) = (terms.le(limit, number), terms.le(number, limit));
                found.push(terms.implies(memory.has, above));
                found.push(terms.implies(memory.has, below));
            }
        }
    }
    found
}
