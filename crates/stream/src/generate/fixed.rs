//! The strategies of the thesis: one formula of a fixed number of slots, solved once or again and again.
//! `soft` finds the largest number of goals by asking for more and more of them, with the ordinary solver.

use lydian_solver::Answer;
use lydian_term::{Model, TermId};

use super::incremental::{Prefix, some_value, wishes};
use super::{Constraints, Maker, Strategy};
use crate::solve::unroll::Unrolling;

/// One formula for all cases.
pub(super) struct Formula {
    unrolling: Unrolling,
    ground: Vec<TermId>,
    /// The same without a demand on timers at the end.
    noisy: Vec<TermId>,
    /// For each goal, whether it is met in some slot.
    once: Vec<TermId>,
    /// Goals that were asked for without success.
    given_up: Vec<usize>,
    done: bool,
}

impl Formula {
    /// The formula of a maker.
    pub(super) fn new(maker: &mut Maker<'_>) -> Formula {
        let slots = maker.request.slots.max(1);
        let mut unrolling = Unrolling::new(&mut maker.relation, None, false);
        for _ in 0..slots {
            unrolling.push(&mut maker.relation);
        }
        let mut ground = unrolling.searched(&mut maker.relation, slots, false);
        ground.extend(wishes(maker, &unrolling, slots));
        let noisy = ground.clone();
        if maker.request.quiet_end {
            for timer in &unrolling.slots[slots - 1].after.timers {
                ground.push(maker.relation.session.terms.not(timer.active));
            }
        }
        let once = (0..maker.relation.goals.all.len())
            .map(|goal| {
                let hits: Vec<TermId> = unrolling.slots.iter().map(|slot| slot.hits[goal]).collect();
                maker.relation.session.terms.or_all(&hits)
            })
            .collect();
        maker.measure(&ground);
        Formula { unrolling, ground, noisy, once, given_up: Vec::new(), done: false }
    }

    /// Whether there is any case at all; says so if not.
    pub(super) fn is_satisfiable(&mut self, maker: &mut Maker<'_>) -> bool {
        match self.unrolling.ask(&mut maker.relation, &self.ground, &maker.budget) {
            Answer::Sat(_) => true,
            Answer::Unsat => {
                let noisy = self.noisy.len() < self.ground.len()
                    && self.unrolling.ask(&mut maker.relation, &self.noisy, &maker.budget).is_sat();
                maker.suite.constraints = if noisy {
                    Constraints::NeverQuiet
                } else if maker.some_wish_is_hopeless() {
                    Constraints::Contradictory
                } else {
                    Constraints::NotWithinBounds
                };
                false
            }
            Answer::Unknown(_) => {
                maker.suite.constraints = Constraints::Undecided;
                false
            }
        }
    }

    /// Adds the next case; false if there is none.
    pub(super) fn next(&mut self, maker: &mut Maker<'_>) -> bool {
        if self.done {
            return false;
        }
        let nothing_to_meet = maker.open().is_empty() && maker.suite.cases.is_empty();
        let model = match maker.request.strategy {
            _ if nothing_to_meet => {
                self.done = true;
                self.solve(maker, &[])
            }
            Strategy::Simple => {
                self.done = true;
                self.solve(maker, &[])
            }
            Strategy::Hard => {
                self.done = true;
                let all = self.once.clone();
                self.solve(maker, &all)
            }
            Strategy::Soft => self.most_goals(maker),
            Strategy::Iterative | Strategy::Incremental => self.some_goal(maker),
        };
        let Some(model) = model else { return false };
        let slots = self.unrolling.len();
        let known = self.unrolling.known(&maker.relation, &model, slots, &mut some_value);
        let met: Vec<usize> =
            self.unrolling.met(&maker.relation, &model, slots).into_iter().map(|(goal, _)| goal).collect();
        let before = maker.open();
        let prefix = Prefix { slots: known, state: None, met: met.clone() };
        if !maker.take(&prefix) {
            // What the interpreter does not confirm is not asked for again.
            self.given_up.extend(before.into_iter().filter(|goal| met.contains(goal)));
        }
        true
    }

    fn solve(&self, maker: &mut Maker<'_>, goals: &[TermId]) -> Option<Model> {
        let mut assertions = self.ground.clone();
        assertions.extend(goals);
        maker.measure(&assertions);
        match self.unrolling.ask(&mut maker.relation, &assertions, &maker.budget) {
            Answer::Sat(model) => Some(model),
            Answer::Unsat => None,
            Answer::Unknown(_) => {
                maker.suite.effort.undecided += 1;
                None
            }
        }
    }

    fn some_goal(&mut self, maker: &mut Maker<'_>) -> Option<Model> {
        for goal in maker.open() {
            if self.given_up.contains(&goal) {
                continue;
            }
            if let Some(model) = self.solve(maker, &[self.once[goal]]) {
                return Some(model);
            }
            self.given_up.push(goal);
        }
        None
    }

    /// The most open goals in one case: first some, then at least one more, until no more can be had.
    fn most_goals(&mut self, maker: &mut Maker<'_>) -> Option<Model> {
        let open: Vec<usize> =
            maker.open().into_iter().filter(|goal| !self.given_up.contains(goal)).collect();
        let terms = &mut maker.relation.session.terms;
        let (one, zero) = (terms.int(1), terms.int(0));
        let mut count = zero;
        for goal in &open {
            let counted = terms.ite(self.once[*goal], one, zero);
            count = terms.add(count, counted);
        }
        let mut best: Option<Model> = None;
        let mut wanted = 1;
        while wanted <= open.len() {
            let bound = maker.relation.session.terms.int(wanted as i64);
            let enough = maker.relation.session.terms.le(bound, count);
            let Some(model) = self.solve(maker, &[enough]) else { break };
            let met = self.unrolling.met(&maker.relation, &model, self.unrolling.len());
            let reached = open.iter().filter(|goal| met.iter().any(|(hit, _)| hit == *goal)).count();
            wanted = reached.max(wanted) + 1;
            best = Some(model);
        }
        if best.is_none() {
            self.done = true;
        }
        best
    }
}
