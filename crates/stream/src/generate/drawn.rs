//! Cases at random, for goals that the solver left open: products, recursion and floating-point numbers are hard to solve
//! for and often easy to hit. What is drawn is confirmed like everything else, and made smaller while it meets the same.

use super::{Case, Maker};
use crate::check::random::Random;
use crate::check::shrink::{Way, smaller};
use crate::check::{Expected, Trace};
use crate::solve::unroll::KnownSlot;

/// So many traces are drawn in all, and in a row without a new goal.
const MOST_DRAWN: usize = 400;
const MOST_IN_VAIN: usize = 150;

/// So many traces are drawn to see whether constraints can be met.
const FOR_CONSTRAINTS: usize = 8;

/// The most moments of a drawn trace at which inputs have events.
const MOST_MOMENTS: usize = 12;

/// No more smaller traces are tried for one case.
const MOST_SHRUNK: usize = 60;

/// One seed: the same specification gives the same suite.
pub(super) const SEED: u64 = 1;

impl Maker<'_> {
    /// Adds a case that was drawn and meets an open goal; false if none of those drawn does.
    pub(super) fn draw_case(&mut self) -> bool {
        let spec = self.relation.spec;
        if spec.inputs.is_empty() || self.open().is_empty() {
            return false;
        }
        while self.in_vain < MOST_IN_VAIN && self.drawn < MOST_DRAWN && !self.out_of_time() {
            // Short ones first.
            let moments = 1 + (self.drawn / 4).min(MOST_MOMENTS - 1);
            self.drawn += 1;
            self.in_vain += 1;
            let trace = self.random.trace(spec, moments);
            if let Some((case, new)) = self.run_drawn(&trace) {
                let case = self.shrunk(trace, case, &new);
                self.add(case);
                self.in_vain = 0;
                return true;
            }
        }
        false
    }

    /// Whether one of a few drawn traces shows that the author's constraints can be met, so that nobody need solve for it.
    pub(super) fn meets_constraints_by_luck(&self) -> bool {
        let spec = self.relation.spec;
        let mut random = Random::new(spec, SEED);
        (0..FOR_CONSTRAINTS).any(|number| {
            let trace = random.trace(spec, number);
            let expected = Expected::until(spec, &self.confirmer.hasty, &trace, self.request.deadline);
            expected.assertions_hold && expected.silent_from.is_none()
        })
    }

    /// The case of a trace, and the open goals that it meets, if it meets one and is allowed.
    fn run_drawn(&mut self, trace: &Trace) -> Option<(Case, Vec<usize>)> {
        let spec = self.relation.spec;
        let prepared = &self.confirmer.hasty;
        let expected = Expected::until(spec, prepared, trace, self.request.deadline);
        if !expected.assertions_hold || expected.cut || self.request.quiet_end && expected.pending {
            return None;
        }
        // An error that is shown, and one that stands for too much work.
        let may_fail = self.open().iter().any(|goal| self.suite.goals.all[*goal].may_fail());
        if expected.silent_from.is_some() && !may_fail {
            return None;
        }
        let times = trace.to_case(spec, prepared).times;
        if times.len() > self.request.slots {
            return None;
        }
        let slots: Vec<KnownSlot> = times
            .into_iter()
            .map(|time| {
                let mut events = vec![None; spec.inputs.len()];
                for event in trace.events.iter().filter(|event| event.time == time) {
                    events[event.input] = Some(event.value.clone());
                }
                KnownSlot { time, events }
            })
            .collect();
        let case = self.confirmer.confirm(&mut self.relation, &slots).ok()?;
        let open = self.open();
        let new: Vec<usize> =
            case.meets.iter().map(|(goal, _)| *goal).filter(|goal| open.contains(goal)).collect();
        // A run that ends with an error is only for goals that are errors.
        let allowed = case.failure.is_none() || new.iter().any(|goal| self.suite.goals.all[*goal].may_fail());
        (allowed && !new.is_empty()).then_some((case, new))
    }

    /// A smaller case that meets the same goals.
    fn shrunk(&mut self, mut trace: Trace, mut case: Case, goals: &[usize]) -> Case {
        let spec = self.relation.spec;
        let mut tries = 0;
        loop {
            let last = case.meets.iter().filter(|(goal, _)| goals.contains(goal)).map(|(_, time)| time).max();
            let time = last.cloned();
            let candidates = Way::ALL
                .into_iter()
                .flat_map(|way| smaller(spec, &trace, time.as_ref(), way))
                .collect::<Vec<_>>();
            let mut better = None;
            for candidate in candidates {
                tries += 1;
                if tries > MOST_SHRUNK || self.out_of_time() {
                    return case;
                }
                if let Some((new, met)) = self.run_drawn(&candidate)
                    && goals.iter().all(|goal| met.contains(goal))
                {
                    better = Some((candidate, new));
                    break;
                }
            }
            match better {
                Some(better) => (trace, case) = better,
                None => return case,
            }
        }
    }
}
