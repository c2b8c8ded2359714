//! The smallest machine with the same behaviour, by refinement of partitions (Moore).
//! In: any machine. Out: one whose states are reachable and pairwise different, numbered breadth-first, so that complete
//! machines with the same alphabet behave alike exactly if their results are equal.
//! In a partial machine "not specified" counts as an answer: only states that specify the same sequences are merged.

use rustc_hash::FxHashMap;

use super::{Fsm, Next};

/// A machine without states that cannot be reached or that are equivalent to others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Minimised {
    /// The machine.
    pub machine: Fsm,
    /// For each state of the machine before, its state in the new one; nothing if it cannot be reached.
    pub state_of: Vec<Option<usize>>,
}

impl Minimised {
    /// The states of the machine before that became one, for each new state, in ascending order.
    pub fn members(&self) -> Vec<Vec<usize>> {
        let mut members = vec![Vec::new(); self.machine.states()];
        for (old, new) in self.state_of.iter().enumerate() {
            if let Some(new) = new {
                members[*new].push(old);
            }
        }
        members
    }
}

impl Fsm {
    /// The same behaviour with as few states as possible.
    ///
    /// For a complete machine the result is unique. In a partial one two states are merged only if they specify the same
    /// sequences with the same answers: states that differ only in what they leave open stay apart.
    pub fn minimised(&self) -> Minimised {
        let class = self.equivalence();
        let mut new_of = vec![None; self.states()];
        let mut first = Vec::new();
        for state in self.reachable() {
            let number = &mut new_of[class[state]];
            if number.is_none() {
                *number = Some(first.len());
                first.push(state);
            }
        }
        let renamed = |next: &Next| Some(Next { target: new_of[class[next.target]]?, ..*next });
        let row = |state: &usize| self.row(*state).iter().map(|next| renamed(next.as_ref()?)).collect();
        let machine = Fsm {
            initial: 0,
            inputs: self.inputs.clone(),
            columns: self.columns.clone(),
            table: first.iter().map(row).collect(),
        };
        let mut state_of = vec![None; self.states()];
        for state in self.reachable() {
            state_of[state] = new_of[class[state]];
        }
        Minimised { machine, state_of }
    }

    /// For each state a number that it shares with exactly the states equivalent to it, reachable or not: they specify the
    /// same sequences, with the same answers.
    pub fn equivalence(&self) -> Vec<usize> {
        let mut class = vec![0; self.states()];
        let mut classes = 1;
        loop {
            let mut numbers: FxHashMap<Vec<Option<Next>>, usize> = FxHashMap::default();
            let mut refined = Vec::with_capacity(class.len());
            for (state, row) in self.table.iter().enumerate() {
                let mut seen: Vec<Option<Next>> = row
                    .iter()
                    .map(|next| next.map(|next| Next { target: class[next.target], ..next }))
                    .collect();
                // The class so far keeps a refinement a refinement, though answers alone would do so too.
                seen.push(Some(Next { answer: crate::AnswerId(0), target: class[state] }));
                let fresh = numbers.len();
                refined.push(*numbers.entry(seen).or_insert(fresh));
            }
            if numbers.len() == classes {
                return class;
            }
            classes = numbers.len();
            class = refined;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fsm::tests::{coffee, machine};

    #[test]
    fn equivalent_states_become_one() {
        // States 1 and 2 differ only in which of them they lead to; state 3 cannot be reached.
        let redundant = machine(&[[(0, 1), (0, 2)], [(1, 2), (0, 0)], [(1, 1), (0, 0)], [(0, 0), (1, 0)]]);
        let minimised = redundant.minimised();
        assert_eq!(minimised.machine, machine(&[[(0, 1), (0, 1)], [(1, 1), (0, 0)]]));
        assert_eq!(minimised.state_of, [Some(0), Some(1), Some(1), None]);
        assert_eq!(minimised.members(), [vec![0], vec![1, 2]]);
    }

    #[test]
    fn a_minimal_machine_stays_as_it_is() {
        assert_eq!(coffee().minimised().machine, coffee());
        let once = machine(&[[(0, 0), (0, 0)]]);
        assert_eq!(once.minimised().machine, once);
    }

    #[test]
    fn numbering_does_not_matter_to_a_complete_machine() {
        let one = machine(&[[(0, 1), (0, 2)], [(0, 2), (0, 1)], [(1, 0), (0, 2)]]);
        let other = machine(&[[(0, 2), (0, 1)], [(1, 0), (0, 1)], [(0, 1), (0, 2)]]);
        assert_ne!(one, other);
        assert_eq!(one.minimised().machine, other.minimised().machine);
    }

    #[test]
    fn states_that_leave_different_things_open_stay_apart() {
        let partial = machine(&[[(0, 1), (0, 2)], [(0, 0), (-1, 0)], [(0, 0), (0, 0)]]);
        assert_eq!(partial.minimised().machine.states(), 3);
        let alike = machine(&[[(0, 1), (0, 2)], [(0, 0), (-1, 0)], [(0, 0), (-1, 0)]]);
        assert_eq!(alike.minimised().machine.states(), 2);
    }
}
