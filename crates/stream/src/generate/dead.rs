//! Dead states: moments of the suite's cases after which goals that the suite meets are out of reach for ever.
//! A goal that every trace loses at once, such as one about the very first event, makes no state dead.

use super::confirm::replay;
use super::{DeadState, GoalStatus, Maker};
use crate::run::Time;
use crate::solve::state::State;
use crate::solve::unroll::KnownSlot;

/// Cases beyond this many are not looked into.
const MOST_CASES: usize = 20;

impl Maker<'_> {
    /// Looks at the states at the end of cases, and where what is lost there was lost.
    pub(super) fn find_dead_states(&mut self) {
        let status = self.suite.status.iter().enumerate();
        let covered: Vec<usize> = status
            .filter(|(_, status)| matches!(status, GoalStatus::Covered(_)))
            .map(|(goal, _)| goal)
            .collect();
        if covered.is_empty() {
            return;
        }
        for case in 0..self.suite.cases.len().min(MOST_CASES) {
            if self.out_of_time() {
                return;
            }
            if self.suite.cases[case].failure.is_none() {
                self.look_into(case, &covered);
            }
        }
    }

    fn look_into(&mut self, case: usize, covered: &[usize]) {
        let states = self.states(case);
        let Some((last, before)) = states.split_last() else { return };
        let (lost, _) = self.lost_after(last, covered);
        // What is lost after the first slot already, whatever happens in it, says nothing about this case.
        let early = states.first().map(|first| self.lost_after(first, &lost).0).unwrap_or_default();
        let lost: Vec<usize> = lost.into_iter().filter(|goal| !early.contains(goal)).collect();
        if lost.is_empty() {
            return;
        }
        let silent = self.silent_after(last);
        if silent.is_empty() && lost.len() < covered.len() / 2 {
            return;
        }
        // The first state from which all of this is lost: losing is for ever, so the states divide in two.
        let (mut low, mut high) = (0, before.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.lost_after(&before[middle], &lost).0.len() == lost.len() {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        let time = self.suite.cases[case].times[low].clone();
        self.suite.dead.push(DeadState { case, time, lost, silent });
    }

    /// The states after each slot of a case.
    fn states(&mut self, case: usize) -> Vec<State> {
        let count = self.relation.spec.inputs.len();
        let case = &self.suite.cases[case];
        let value = |input: usize, time: &Time| {
            let event = case.inputs.iter().find(|event| event.index == input && event.time == *time)?;
            event.value.clone().ok()
        };
        let slots: Vec<KnownSlot> = case
            .times
            .iter()
            .map(|time| {
                let events = (0..count).map(|input| value(input, time)).collect();
                KnownSlot { time: time.clone(), events }
            })
            .collect();
        replay(&mut self.relation, &slots).into_iter().map(|slot| slot.after).collect()
    }
}
