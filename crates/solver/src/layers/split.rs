//! Splits a question into parts that share no variable, and joins their models.
//! The part of the newest assertion is asked first, since the others have mostly been asked before.

use std::time::Instant;

use lydian_term::{Model, TermId, Terms, VarId};
use rustc_hash::FxHashMap;

use crate::{Answer, Budget, LayerStatistics, Solver, Statistics};

/// Asks for independent parts one by one.
pub(crate) struct Split {
    next: Box<dyn Solver>,
    work: LayerStatistics,
}

impl Split {
    pub(crate) fn new(next: Box<dyn Solver>) -> Split {
        Split { next, work: LayerStatistics::default() }
    }
}

impl Solver for Split {
    fn check(&mut self, terms: &mut Terms, assertions: &[TermId], budget: &Budget) -> Answer {
        let start = Instant::now();
        let parts = independent_parts(terms, assertions);
        self.work.passed_on(start);
        if parts.len() == 1 {
            return self.next.check(terms, assertions, budget);
        }
        let mut model = Model::new();
        let mut undecided = None;
        for part in parts.iter().rev() {
            match self.next.check(terms, part, budget) {
                Answer::Sat(values) => take_over(terms, part, &values, &mut model),
                Answer::Unsat => return Answer::Unsat,
                Answer::Unknown(reason) => undecided = undecided.or(Some(reason)),
            }
        }
        undecided.map_or(Answer::Sat(model), Answer::Unknown)
    }

    fn reset(&mut self) {
        self.next.reset();
    }

    fn statistics(&self) -> Statistics {
        Statistics::behind("split", &self.work, self.next.statistics())
    }
}

/// Adds the values of a part's own variables. A remembered model has values for others too, which are not meant here.
fn take_over(terms: &mut Terms, part: &[TermId], values: &Model, model: &mut Model) {
    for assertion in part {
        for variable in terms.vars_of(*assertion).iter() {
            if let Some(value) = values.get(*variable) {
                model.insert(*variable, value.clone());
            }
        }
    }
}

/// The assertions grouped by shared variables, each group in order, the groups by their newest assertion.
pub(crate) fn independent_parts(terms: &mut Terms, assertions: &[TermId]) -> Vec<Vec<TermId>> {
    // Union-find over the assertions; a variable leads to the last assertion that mentions it.
    let mut parent: Vec<usize> = (0..assertions.len()).collect();
    let mut owner: FxHashMap<VarId, usize> = FxHashMap::default();
    for (place, assertion) in assertions.iter().enumerate() {
        for variable in terms.vars_of(*assertion).iter() {
            if let Some(other) = owner.insert(*variable, place) {
                let (a, b) = (root(&mut parent, place), root(&mut parent, other));
                parent[a.min(b)] = a.max(b);
            }
        }
    }
    let mut groups: Vec<Vec<TermId>> = vec![Vec::new(); assertions.len()];
    for (place, assertion) in assertions.iter().enumerate() {
        let group = root(&mut parent, place);
        groups[group].push(*assertion);
    }
    groups.retain(|group| !group.is_empty());
    groups
}

fn root(parent: &mut [usize], mut place: usize) -> usize {
    while parent[place] != place {
        parent[place] = parent[parent[place]];
        place = parent[place];
    }
    place
}
