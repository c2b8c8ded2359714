//! What tests have done: which branches were decided and which values were read how, several in a row.
//! In: tests. Out: whether another one does something in a new order, or goes clearly further than all before.

use rustc_hash::FxHashSet;

use crate::expect::Expected;
use crate::inputs::Sequence;

/// So many turns in a row are told apart.
const IN_A_ROW: usize = 3;

/// What was done so far.
#[derive(Debug, Default)]
pub(super) struct Turns {
    /// For each choice of parameter values, the turns in a row, and whether the run ended with them.
    seen: FxHashSet<(usize, Vec<u32>, bool)>,
    longest: usize,
}

impl Turns {
    /// Whether the first of the runs on a path has turns in a row that no other had, or is clearly longer.
    pub(super) fn are_new_in_first(&self, instance: usize, runs: &[Sequence]) -> bool {
        runs.first().is_some_and(|run| self.are_new_in(instance, &run.expected))
    }

    fn are_new_in(&self, instance: usize, run: &Expected) -> bool {
        run.turns.len() > self.longest + self.longest / 4
            || in_a_row(instance, run).any(|turns| !self.seen.contains(&turns))
    }

    pub(super) fn add(&mut self, instance: usize, run: &Expected) {
        self.longest = self.longest.max(run.turns.len());
        self.seen.extend(in_a_row(instance, run));
    }
}

fn in_a_row(instance: usize, run: &Expected) -> impl Iterator<Item = (usize, Vec<u32>, bool)> + '_ {
    let trail = &run.trail;
    let rows = trail.windows(IN_A_ROW.min(trail.len().max(1)));
    let last = trail.len().saturating_sub(IN_A_ROW);
    rows.enumerate().map(move |(start, turns)| (instance, turns.to_vec(), start == last))
}
