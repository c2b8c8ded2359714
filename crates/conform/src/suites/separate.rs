//! Words that tell states apart.
//! In: a machine whose states are pairwise separable: for any two there is a word that both specify and answer differently.
//! Out: a shortest such word for each pair, and a small set of words in which each pair finds one.
//! States of a partial machine are compared up to where one of them specifies no more.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::{SuiteError, Word};
use crate::{AnswerId, Fsm};

/// Machines with more states are not compared state by state: the table of pairs grows with the square.
pub(super) const MOST_STATES: usize = 2_000;

/// Beyond so many comparisons a set of words is not searched for words that others make superfluous.
const MOST_COMPARISONS: usize = 50_000_000;

/// Shortest separating words of all pairs, as the first input of each.
struct Pairs<'m> {
    machine: &'m Fsm,
    /// By pair: the first column of a shortest word and the length of that word; length 0 where nothing separates.
    first: Vec<(u32, u32)>,
}

fn pair(left: usize, right: usize) -> usize {
    let (low, high) = if left < right { (left, right) } else { (right, left) };
    high * (high - 1) / 2 + low
}

/// All pairs in the order of their numbers.
pub(super) fn pairs(states: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..states).flat_map(|high| (0..high).map(move |low| (low, high)))
}

impl<'m> Pairs<'m> {
    /// Searches backwards from the pairs whose answers differ at once, so that words are shortest.
    fn of(machine: &'m Fsm) -> Pairs<'m> {
        let states = machine.states();
        let mut first = vec![(0, 0); states * states.saturating_sub(1) / 2];
        let mut queue = Vec::new();
        for (left, right) in pairs(states) {
            let rows = machine.row(left).iter().zip(machine.row(right));
            let differ = rows.into_iter().position(|(left, right)| match (left, right) {
                (Some(left), Some(right)) => left.answer != right.answer,
                _ => false,
            });
            if let Some(column) = differ {
                first[pair(left, right)] = (column as u32, 1);
                queue.push((left, right));
            }
        }
        let before = predecessors(machine);
        let mut head = 0;
        // Each pair enters the queue once: when all are in it, there is nothing more to find.
        while let Some((left, right)) = queue.get(head).copied().filter(|_| queue.len() < first.len()) {
            head += 1;
            let (_, length) = first[pair(left, right)];
            for (column, before) in before.iter().enumerate() {
                for one in &before[left] {
                    for other in &before[right] {
                        if one != other && first[pair(*one, *other)].1 == 0 {
                            first[pair(*one, *other)] = (column as u32, length + 1);
                            queue.push((*one, *other));
                        }
                    }
                }
            }
        }
        Pairs { machine, first }
    }

    fn length(&self, left: usize, right: usize) -> u32 {
        self.first[pair(left, right)].1
    }

    fn word(&self, mut left: usize, mut right: usize) -> Word {
        let mut word = Vec::new();
        loop {
            let (column, length) = self.first[pair(left, right)];
            word.push(column);
            let (Some(one), Some(other)) =
                (self.machine.row(left)[column as usize], self.machine.row(right)[column as usize])
            else {
                return word;
            };
            if length <= 1 {
                return word;
            }
            (left, right) = (one.target, other.target);
        }
    }
}

/// By column and state: the states that the input leads from.
fn predecessors(machine: &Fsm) -> Vec<Vec<Vec<usize>>> {
    let mut before = vec![vec![Vec::new(); machine.states()]; machine.inputs().len()];
    for state in 0..machine.states() {
        for (column, next) in machine.row(state).iter().enumerate() {
            if let Some(next) = next {
                before[column][next.target].push(state);
            }
        }
    }
    before
}

/// A word with what each state answers to it, as far as it specifies an answer.
pub(super) struct Probe {
    pub(super) word: Word,
    /// By state, a number of its answers: most states answer alike, and are compared without looking at the answers.
    kind: Vec<usize>,
    /// The answers by their numbers.
    answers: Vec<Vec<AnswerId>>,
}

impl Probe {
    fn new(machine: &Fsm, word: Word) -> Probe {
        let mut numbers: FxHashMap<Vec<AnswerId>, usize> = FxHashMap::default();
        let (mut kind, mut kinds) = (Vec::with_capacity(machine.states()), Vec::new());
        for start in 0..machine.states() {
            let mut state = start;
            let mut answers = Vec::new();
            for column in &word {
                let Some(next) = machine.row(state)[*column as usize] else { break };
                answers.push(next.answer);
                state = next.target;
            }
            let number = *numbers.entry(answers).or_insert_with_key(|answers| {
                kinds.push(answers.clone());
                kinds.len() - 1
            });
            kind.push(number);
        }
        Probe { word, kind, answers: kinds }
    }

    /// How many inputs of the word two states need to show that they differ; nothing if they do not show it.
    pub(super) fn separates(&self, left: usize, right: usize) -> Option<usize> {
        let (left, right) = (self.kind[left], self.kind[right]);
        if left == right {
            return None;
        }
        let both = self.answers[left].iter().zip(&self.answers[right]);
        both.into_iter().position(|(left, right)| left != right).map(|at| at + 1)
    }

    /// How many inputs of the word a state specifies.
    pub(super) fn specified(&self, state: usize) -> usize {
        self.answers[self.kind[state]].len()
    }
}

/// A characterisation set: words among which every two states find one that separates them.
///
/// Pairs that are hardest to separate choose first, since their words tend to separate others too; words that the rest
/// makes superfluous are dropped at the end. The words that separate most come first.
pub(super) fn characterise(machine: &Fsm) -> Result<Vec<Probe>, SuiteError> {
    let states = machine.states();
    if states > MOST_STATES {
        return Err(SuiteError::TooManyStates { states, limit: MOST_STATES });
    }
    let table = Pairs::of(machine);
    if let Some((first, second)) = pairs(states).find(|(left, right)| table.length(*left, *right) == 0) {
        let class = machine.equivalence();
        return Err(match class[first] == class[second] {
            true => SuiteError::NotMinimal { first, second },
            false => SuiteError::NotSeparable { first, second },
        });
    }
    let mut pending: Vec<(usize, usize)> = pairs(states).collect();
    pending.sort_by_key(|(left, right)| Reverse(table.length(*left, *right)));
    let mut probes = Vec::new();
    while let Some((left, right)) = pending.first() {
        let probe = Probe::new(machine, table.word(*left, *right));
        pending.retain(|(left, right)| probe.separates(*left, *right).is_none());
        probes.push(probe);
    }
    drop_superfluous(&mut probes, states);
    Ok(in_order_of_use(probes, states))
}

/// Drops each probe whose pairs are all separated by others, later ones first: they were chosen for few pairs.
fn drop_superfluous(probes: &mut Vec<Probe>, states: usize) {
    if probes.len().saturating_mul(states * states) > MOST_COMPARISONS {
        return;
    }
    let mut separated = vec![0_u32; states * states.saturating_sub(1) / 2];
    for probe in probes.iter() {
        for (left, right) in pairs(states) {
            separated[pair(left, right)] += u32::from(probe.separates(left, right).is_some());
        }
    }
    for number in (0..probes.len()).rev() {
        let probe = &probes[number];
        let own = || pairs(states).filter(|(left, right)| probe.separates(*left, *right).is_some());
        if own().all(|(left, right)| separated[pair(left, right)] > 1) {
            for (left, right) in own() {
                separated[pair(left, right)] -= 1;
            }
            probes.remove(number);
        }
    }
}

/// Orders probes so that each is the one that separates most pairs that those before it do not; the shorter one first
/// where that is the same.
fn in_order_of_use(mut probes: Vec<Probe>, states: usize) -> Vec<Probe> {
    if probes.len().saturating_mul(states * states) > MOST_COMPARISONS {
        return probes;
    }
    let mut pending: Vec<(usize, usize)> = pairs(states).collect();
    let mut ordered = Vec::with_capacity(probes.len());
    while !probes.is_empty() {
        let gain = |probe: &Probe| {
            pending.iter().filter(|(left, right)| probe.separates(*left, *right).is_some()).count()
        };
        let key = |number: &usize| {
            let probe = &probes[*number];
            (Reverse(gain(probe)), probe.word.len(), *number)
        };
        let Some(best) = (0..probes.len()).min_by_key(key) else { break };
        let probe = probes.remove(best);
        pending.retain(|(left, right)| probe.separates(*left, *right).is_none());
        ordered.push(probe);
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fsm::tests::{coffee, machine};

    #[test]
    fn shortest_words_tell_the_states_of_the_coffee_machine_apart() {
        let coffee = coffee();
        let table = Pairs::of(&coffee);
        assert_eq!(table.word(0, 2), [2]);
        assert_eq!(table.word(1, 2), [2]);
        assert_eq!(table.word(0, 1), [0, 2]);
        let words: Vec<Word> = characterise(&coffee).unwrap().into_iter().map(|probe| probe.word).collect();
        assert_eq!(words, [vec![2], vec![0, 2]]);
    }

    #[test]
    fn equivalent_states_are_named() {
        let machine = machine(&[[(0, 1), (0, 2)], [(1, 2), (0, 0)], [(1, 1), (0, 0)]]);
        let error = characterise(&machine).err();
        assert_eq!(error, Some(SuiteError::NotMinimal { first: 1, second: 2 }));
    }

    #[test]
    fn states_that_differ_only_in_what_they_specify_are_not_separable() {
        let partial = machine(&[[(0, 1), (0, 0)], [(0, 1), (-1, 0)]]);
        let error = characterise(&partial).err();
        assert_eq!(error, Some(SuiteError::NotSeparable { first: 0, second: 1 }));
        assert!(characterise(&partial.completed(AnswerId(7))).is_ok());
    }

    #[test]
    fn too_many_states_are_not_compared() {
        let row = |state: usize| vec![Some(crate::Next { answer: AnswerId(state as u32), target: 0 })];
        let large = Fsm::new(0, vec![crate::InputId(0)], (0..=MOST_STATES).map(row).collect()).unwrap();
        let error = characterise(&large).err();
        assert_eq!(error, Some(SuiteError::TooManyStates { states: MOST_STATES + 1, limit: MOST_STATES }));
    }
}
