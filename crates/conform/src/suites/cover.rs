//! Shortest ways to the states, and the covers that are made of them.

use super::{Sequence, SuiteError, SuiteLimits, Word, spelled, without_prefixes};
use crate::Fsm;

/// A shortest way to each state: a tree of first visits in breadth-first order.
pub(super) struct Access {
    /// The states that can be reached, nearest first.
    pub(super) order: Vec<usize>,
    /// How many inputs it takes to reach a state; meaningless for one out of reach.
    pub(super) depth: Vec<u64>,
    parent: Vec<Option<(usize, u32)>>,
}

impl Access {
    pub(super) fn of(machine: &Fsm) -> Access {
        let order = machine.reachable();
        let mut access =
            Access { order, depth: vec![0; machine.states()], parent: vec![None; machine.states()] };
        let mut seen = vec![false; machine.states()];
        seen[machine.initial()] = true;
        for state in &access.order {
            for (column, next) in machine.row(*state).iter().enumerate() {
                let Some(next) = next else { continue };
                if !std::mem::replace(&mut seen[next.target], true) {
                    access.parent[next.target] = Some((*state, column as u32));
                    access.depth[next.target] = access.depth[*state] + 1;
                }
            }
        }
        access
    }

    /// The inputs that lead to a state.
    pub(super) fn word(&self, state: usize) -> Word {
        let mut word = Vec::new();
        let mut at = state;
        while let Some((before, column)) = self.parent[at] {
            word.push(column);
            at = before;
        }
        word.reverse();
        word
    }
}

/// A shortest sequence to each state that can be reached, nearest first. The first one is empty, and every prefix of a
/// sequence is in the cover too.
pub fn state_cover(machine: &Fsm, limits: SuiteLimits) -> Result<Vec<Sequence>, SuiteError> {
    let access = Access::of(machine);
    let inputs = access.order.iter().map(|state| access.depth[*state]).sum();
    limits.admit(access.order.len() as u64, inputs)?;
    Ok(spelled(machine, access.order.iter().map(|state| access.word(*state)).collect()))
}

/// Sequences that reach every transition of a state that can be reached by a shortest way, without prefixes of others.
pub fn transition_cover(machine: &Fsm, limits: SuiteLimits) -> Result<Vec<Sequence>, SuiteError> {
    let access = Access::of(machine);
    let specified = |state: usize| machine.row(state).iter().flatten().count() as u64;
    let count = access.order.iter().map(|state| specified(*state)).sum();
    let inputs = access.order.iter().map(|state| specified(*state) * (access.depth[*state] + 1)).sum();
    limits.admit(count, inputs)?;
    let mut words = Vec::new();
    for state in &access.order {
        let way = access.word(*state);
        for (column, next) in machine.row(*state).iter().enumerate() {
            if next.is_some() {
                let mut word = way.clone();
                word.push(column as u32);
                words.push(word);
            }
        }
    }
    Ok(spelled(machine, without_prefixes(words)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InputId;
    use crate::fsm::tests::{coffee, machine};

    fn numbers(sequences: &[Sequence]) -> Vec<Vec<u32>> {
        sequences.iter().map(|sequence| sequence.iter().map(|InputId(input)| *input).collect()).collect()
    }

    #[test]
    fn covers_of_the_coffee_machine() {
        let states = state_cover(&coffee(), SuiteLimits::default()).unwrap();
        assert_eq!(numbers(&states), [vec![], vec![0], vec![1]]);
        let transitions = transition_cover(&coffee(), SuiteLimits::default()).unwrap();
        let expected: [&[u32]; 7] = [&[2], &[0, 0], &[0, 1], &[0, 2], &[1, 0], &[1, 1], &[1, 2]];
        assert_eq!(numbers(&transitions), expected);
    }

    #[test]
    fn covers_leave_out_what_cannot_be_reached_or_is_not_specified() {
        let machine = machine(&[[(0, 1), (-1, 0)], [(0, 0), (1, 1)], [(0, 0), (0, 0)]]);
        let states = state_cover(&machine, SuiteLimits::default()).unwrap();
        assert_eq!(numbers(&states), [vec![], vec![0]]);
        let transitions = transition_cover(&machine, SuiteLimits::default()).unwrap();
        assert_eq!(numbers(&transitions), [[0, 0], [0, 1]]);
    }

    #[test]
    fn a_cover_is_counted_before_it_is_made() {
        let limits = SuiteLimits { sequences: 8, inputs: 1_000 };
        let error = transition_cover(&coffee(), limits).unwrap_err();
        assert_eq!(error, SuiteError::TooLarge { sequences: 9, inputs: 15, limits });
    }
}
