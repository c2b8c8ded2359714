//! Proofs: which goals no trace whatever meets, and which are lost after a state.

use std::sync::Arc;

use lydian_budget::Deadline;
use lydian_solver::Budget;

use super::{GoalStatus, Maker};
use crate::solve::invariants::{About, Invariants, reached};
use crate::solve::state::State;
use crate::solve::unroll::Unrolling;

/// Induction over more slots than this is not tried.
const MOST_STEPS: usize = 3;

/// The part of the time that proofs may take before anything is looked for.
const EARLY_PROOFS: u32 = 4;

/// The work of one question in a proof; a proof that needs more is rarely found.
const QUESTION: u32 = 2_000_000;

impl Maker<'_> {
    /// Proves what can be proved soon, so that it is not looked for. What takes longer has its turn at the end.
    pub(super) fn prove_early(&mut self) {
        let early = |deadline: Deadline| deadline.within(deadline.left() / EARLY_PROOFS);
        self.proofs_end = self.request.deadline.map(early);
        self.prove_open(1);
        if self.proofs_end.is_some_and(Deadline::passed) {
            // What was found under pressure is weaker than it could be.
            self.invariants = None;
        }
        self.proofs_end = None;
    }

    /// Proves of open goals that they are out of reach, by induction over so many slots.
    pub(super) fn prove_open(&mut self, steps: usize) {
        let budget = self.proof_budget();
        let invariants = self.invariants(&budget);
        for goal in self.open() {
            if self.out_of_time() || self.proofs_end.is_some_and(Deadline::passed) {
                return;
            }
            if self.is_missed_at_first(goal, steps, &budget)
                && invariants.exclude(&mut self.relation, goal, steps, &budget)
            {
                self.suite.status[goal] = GoalStatus::Unreachable(steps);
            }
        }
    }

    /// Proves of open goals that they are out of reach with invariants about the numbers of the specification. This takes
    /// longer and is tried once, when a goal is not near.
    pub(super) fn prove_by_numbers(&mut self) {
        self.tried_numbers = true;
        let early = |deadline: Deadline| deadline.within(deadline.left() / EARLY_PROOFS);
        let end = self.request.deadline.map(early);
        let budget = Budget { rlimit: QUESTION, deadline: end.or(self.request.deadline) };
        let mut unrolling = Unrolling::new(&mut self.relation, None, true);
        unrolling.push(&mut self.relation);
        let first = unrolling.sound(&mut self.relation, 1, false);
        let after = unrolling.slots[0].after.clone();
        let invariants = Invariants::of(&mut self.relation, &[(after, first)], About::Numbers, &budget);
        for goal in self.open() {
            if self.out_of_time() || end.is_some_and(Deadline::passed) {
                return;
            }
            if self.is_missed_at_first(goal, 1, &budget)
                && invariants.exclude(&mut self.relation, goal, 1, &budget)
            {
                self.suite.status[goal] = GoalStatus::Unreachable(1);
            }
        }
    }

    /// Tries induction over more and more slots.
    pub(super) fn prove_further(&mut self) {
        for steps in 2..=MOST_STEPS {
            self.prove_open(steps);
        }
    }

    fn proof_budget(&self) -> Budget {
        Budget { rlimit: QUESTION, deadline: self.proofs_end.or(self.request.deadline) }
    }

    /// What holds in all states after the first slot.
    fn invariants(&mut self, budget: &Budget) -> Arc<Invariants> {
        if let Some(known) = &self.invariants {
            return known.clone();
        }
        let mut unrolling = Unrolling::new(&mut self.relation, None, true);
        unrolling.push(&mut self.relation);
        let first = unrolling.sound(&mut self.relation, 1, false);
        let after = unrolling.slots[0].after.clone();
        let invariants = Invariants::of(&mut self.relation, &[(after, first)], About::Everything, budget);
        let invariants = Arc::new(invariants);
        self.invariants = Some(invariants.clone());
        invariants
    }

    /// Whether the first slots of any trace miss the goal.
    fn is_missed_at_first(&mut self, goal: usize, slots: usize, budget: &Budget) -> bool {
        let mut unrolling = Unrolling::new(&mut self.relation, None, true);
        for number in 0..slots {
            unrolling.push(&mut self.relation);
            let mut assertions = unrolling.sound(&mut self.relation, number + 1, true);
            let hit = reached(&mut self.relation, &unrolling, number, goal);
            if self.relation.session.terms.as_bool(hit) == Some(false) {
                continue;
            }
            assertions.push(hit);
            if !unrolling.ask(&mut self.relation, &assertions, budget).is_unsat() {
                return false;
            }
        }
        true
    }

    /// Whether a `some` or `exists` of the author can be met by no trace whatever.
    pub(super) fn some_wish_is_hopeless(&mut self) -> bool {
        let budget = self.proof_budget();
        let invariants = self.invariants(&budget);
        let mut unrolling = Unrolling::new(&mut self.relation, None, true);
        unrolling.push(&mut self.relation);
        for wish in 0..unrolling.slots[0].wishes.len() {
            let mut at_first = unrolling.sound(&mut self.relation, 1, false);
            at_first.push(unrolling.slots[0].wishes[wish]);
            if unrolling.ask(&mut self.relation, &at_first, &budget).is_unsat()
                && invariants.exclude_wish(&mut self.relation, wish, &budget)
            {
                return true;
            }
        }
        false
    }

    /// Which of the goals are out of reach for ever after a known state, and after all states of a region around it.
    pub(super) fn lost_after(&mut self, state: &State, goals: &[usize]) -> (Vec<usize>, Invariants) {
        let budget = self.proof_budget();
        let beginnings = [(state.clone(), Vec::new())];
        let mut lost = Vec::new();
        let mut region = Invariants::of(&mut self.relation, &beginnings, About::Flags, &budget);
        for about in [About::Flags, About::Everything] {
            if about == About::Everything {
                if lost.len() == goals.len() {
                    break;
                }
                region = Invariants::of(&mut self.relation, &beginnings, about, &budget);
            }
            for goal in goals {
                if !lost.contains(goal) && region.exclude(&mut self.relation, *goal, 1, &budget) {
                    lost.push(*goal);
                }
            }
        }
        (lost, region)
    }

    /// Which outputs stay silent for ever after a known state.
    pub(super) fn silent_after(&mut self, state: &State) -> Vec<usize> {
        let budget = self.proof_budget();
        let invariants =
            Invariants::of(&mut self.relation, &[(state.clone(), Vec::new())], About::Everything, &budget);
        let spec = self.relation.spec;
        let outputs = spec.outputs.iter().enumerate();
        outputs
            .filter(|(_, output)| invariants.silences(&mut self.relation, output.stream, &budget))
            .map(|(index, _)| index)
            .collect()
    }
}
