//! Transition tours: sequences that use every transition, with as little repetition as possible.
//! This is the Chinese postman's problem for a graph with resets: a closed walk through all transitions that may also jump from
//! any state to the initial one. Which transitions are repeated and where it jumps is a flow of least cost (`flow`); the walk
//! is then an Euler circuit (Hierholzer). The sum of inputs and resets, a reset counting as much as the caller says, is the
//! least possible.

use super::{Sequence, SuiteError, SuiteLimits, Word, spelled, without_prefixes};
use crate::Fsm;

mod flow;

use flow::Flow;

/// Sequences that use every transition of every state that can be reached.
///
/// The number of inputs, plus `reset_cost` for each sequence after the first, is the least possible: with a high cost there
/// are few long sequences, with cost 0 many short ones. A tour shows every wrong answer in a system that takes the right
/// transitions; a wrong target may stay hidden.
pub fn transition_tour(
    machine: &Fsm,
    reset_cost: u32,
    limits: SuiteLimits,
) -> Result<Vec<Sequence>, SuiteError> {
    let states = machine.reachable();
    let mut graph = Graph::of(machine, &states, reset_cost);
    if graph.inputs == 0 {
        return Ok(Vec::new());
    }
    // What must be used at least is counted before work starts, what is repeated before sequences are made.
    limits.admit(1, graph.inputs)?;
    graph.balance(limits);
    let (sequences, inputs) = graph.size();
    limits.admit(sequences, inputs)?;
    Ok(spelled(machine, without_prefixes(graph.walk(machine.initial()))))
}

/// What an arc stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Act {
    Input(u32),
    Reset,
    /// The end of the tour, from anywhere.
    End,
    /// From the end back to where it starts: makes the tour a circuit.
    Begin,
}

struct Arc {
    from: usize,
    to: usize,
    act: Act,
    /// How often the tour uses it.
    uses: u64,
}

/// The states of a machine, and one node more for the end of the tour.
struct Graph {
    end: usize,
    reset_cost: u32,
    /// Sorted by where they start.
    arcs: Vec<Arc>,
    /// The number of transitions.
    inputs: u64,
}

impl Graph {
    fn of(machine: &Fsm, states: &[usize], reset_cost: u32) -> Graph {
        let end = machine.states();
        let mut arcs = Vec::new();
        let mut inputs = 0;
        let mut states = states.to_vec();
        states.sort_unstable();
        for from in states {
            for (column, next) in machine.row(from).iter().enumerate() {
                let Some(next) = next else { continue };
                arcs.push(Arc { from, to: next.target, act: Act::Input(column as u32), uses: 1 });
                inputs += 1;
            }
            if from != machine.initial() {
                arcs.push(Arc { from, to: machine.initial(), act: Act::Reset, uses: 0 });
            }
            arcs.push(Arc { from, to: end, act: Act::End, uses: 0 });
        }
        arcs.push(Arc { from: end, to: machine.initial(), act: Act::Begin, uses: 1 });
        Graph { end, reset_cost, arcs, inputs }
    }

    /// Repeats arcs so that every node is left as often as it is entered. Stops before that if more is repeated than the limits
    /// allow: then the inputs or the resets so far are above their limit.
    fn balance(&mut self, limits: SuiteLimits) {
        let mut flow = Flow::new(self.end + 1);
        let mut arc_of = Vec::new();
        for (number, arc) in self.arcs.iter().enumerate() {
            for _ in 0..arc.uses {
                flow.supply(arc.to, 1);
                flow.supply(arc.from, -1);
            }
            let cost = match arc.act {
                Act::Input(_) => 1,
                Act::Reset => i64::from(self.reset_cost),
                Act::End => 0,
                Act::Begin => continue,
            };
            if arc.from != arc.to {
                flow.arc(arc.from, arc.to, cost);
                arc_of.push(number);
            }
        }
        let resets = limits.sequences.saturating_mul(u64::from(self.reset_cost));
        let sent = flow.solve(limits.inputs.saturating_add(resets));
        for (sent, number) in sent.into_iter().zip(arc_of) {
            self.arcs[number].uses += sent;
        }
    }

    /// How many sequences the walk falls into, and how many inputs these have.
    fn size(&self) -> (u64, u64) {
        let (mut sequences, mut inputs) = (1, 0);
        for arc in &self.arcs {
            match arc.act {
                Act::Input(_) => inputs += arc.uses,
                Act::Reset => sequences += arc.uses,
                Act::End | Act::Begin => {}
            }
        }
        (sequences, inputs)
    }

    /// The Euler circuit from the end to the end, cut where it is reset.
    fn walk(mut self, initial: usize) -> Vec<Word> {
        let first: Vec<usize> =
            (0..=self.end).map(|node| self.arcs.partition_point(|arc| arc.from < node)).collect();
        let mut at = first.clone();
        let mut stack: Vec<(usize, Act)> = vec![(initial, Act::Begin)];
        let mut reversed = Vec::new();
        while let Some((node, act)) = stack.last().copied() {
            let last = first.get(node + 1).copied().unwrap_or(self.arcs.len());
            while at[node] < last && self.arcs[at[node]].uses == 0 {
                at[node] += 1;
            }
            let next = self.arcs[at[node]..last].first_mut().filter(|arc| arc.act != Act::Begin);
            match next {
                Some(arc) => {
                    arc.uses -= 1;
                    stack.push((arc.to, arc.act));
                }
                None => {
                    stack.pop();
                    reversed.push(act);
                }
            }
        }
        let mut words = vec![Vec::new()];
        for act in reversed.into_iter().rev() {
            match (act, words.last_mut()) {
                (Act::Input(column), Some(word)) => word.push(column),
                (Act::Reset, _) => words.push(Vec::new()),
                _ => {}
            }
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::laws::random;
    use super::*;
    use crate::fsm::tests::{coffee, machine};
    use crate::{InputId, Random};

    fn cost(sequences: &[Sequence], reset_cost: u32) -> u64 {
        let inputs: usize = sequences.iter().map(Vec::len).sum();
        inputs as u64 + u64::from(reset_cost) * (sequences.len().max(1) - 1) as u64
    }

    /// The transitions that sequences use, as a set of bits.
    fn used(machine: &Fsm, sequences: &[Sequence]) -> u64 {
        let mut used = 0;
        for sequence in sequences {
            let mut state = machine.initial();
            for input in sequence {
                used |= 1 << (state * machine.inputs().len() + input.0 as usize);
                state = machine.next(state, *input).unwrap().target;
            }
        }
        used
    }

    fn all(machine: &Fsm) -> u64 {
        let mut all = 0;
        for state in machine.reachable() {
            for (column, next) in machine.row(state).iter().enumerate() {
                all |= u64::from(next.is_some()) << (state * machine.inputs().len() + column);
            }
        }
        all
    }

    /// The least cost of using all transitions, by Dijkstra's search over states and transitions used so far.
    fn least(machine: &Fsm, reset_cost: u32) -> u64 {
        let mut open = BTreeMap::from([((0_u64, machine.initial(), 0_u64), ())]);
        let mut closed = std::collections::BTreeSet::new();
        while let Some(((cost, state, used), ())) = open.pop_first() {
            if used == all(machine) {
                return cost;
            }
            if !closed.insert((state, used)) {
                continue;
            }
            open.insert((cost + u64::from(reset_cost), machine.initial(), used), ());
            for (column, next) in machine.row(state).iter().enumerate() {
                if let Some(next) = next {
                    let used = used | 1 << (state * machine.inputs().len() + column);
                    open.insert((cost + 1, next.target, used), ());
                }
            }
        }
        unreachable!("all transitions can be reached")
    }

    #[test]
    fn tours_of_small_machines_use_every_transition_at_the_least_cost() {
        let mut chance = Random::new(7);
        for round in 0..300 {
            let open = if round % 3 == 0 { 25 } else { 0 };
            let machine = random(&mut chance, 1 + round % 4, 2, 2, open);
            for reset_cost in [0, 1, 3, 20] {
                let tour = transition_tour(&machine, reset_cost, SuiteLimits::default()).unwrap();
                assert_eq!(used(&machine, &tour), all(&machine), "{machine:?}");
                assert_eq!(cost(&tour, reset_cost), least(&machine, reset_cost), "{machine:?} {tour:?}");
            }
        }
    }

    #[test]
    fn the_coffee_machine_is_toured_without_repetition() {
        let tour = transition_tour(&coffee(), 5, SuiteLimits::default()).unwrap();
        assert_eq!(tour.len(), 1);
        assert_eq!(tour[0].len(), 9);
    }

    #[test]
    fn states_without_return_are_toured_by_resets() {
        let fork = machine(&[[(0, 1), (0, 2)], [(-1, 0), (0, 1)], [(-1, 0), (-1, 0)]]);
        let tour = transition_tour(&fork, 9, SuiteLimits::default()).unwrap();
        let [a, b] = [InputId(0), InputId(1)];
        assert_eq!(tour, [vec![b], vec![a, b]]);
        let silent = machine(&[[(-1, 0), (-1, 0)]]);
        assert!(transition_tour(&silent, 1, SuiteLimits::default()).unwrap().is_empty());
    }

    #[test]
    fn a_tour_is_counted_before_it_is_made() {
        let limits = SuiteLimits { sequences: 1, inputs: 8 };
        let error = transition_tour(&coffee(), 5, limits).unwrap_err();
        assert_eq!(error, SuiteError::TooLarge { sequences: 1, inputs: 9, limits });
    }

    /// A counter that goes up, down, and by its third input where that is said.
    fn counter(states: usize, third: impl Fn(usize) -> usize) -> Fsm {
        let row = |state: usize| {
            let to = |target| Some(crate::Next { answer: crate::AnswerId(0), target });
            vec![to((state + 1).min(states - 1)), to(state.saturating_sub(1)), to(third(state))]
        };
        Fsm::new(0, (0..3).map(InputId).collect(), (0..states).map(row).collect()).unwrap()
    }

    #[test]
    fn a_large_counter_is_toured_without_repetition() {
        let tour = transition_tour(&counter(20_000, |state| state), 10, SuiteLimits::default()).unwrap();
        assert_eq!(tour.iter().map(Vec::len).sum::<usize>(), 60_000);
    }

    #[test]
    fn a_tour_that_repeats_too_much_is_given_up() {
        let limits = SuiteLimits { sequences: 1_000, inputs: 200_000 };
        let error = transition_tour(&counter(20_000, |_| 0), 1, limits).unwrap_err();
        assert!(matches!(error, SuiteError::TooLarge { inputs: 200_001.., .. }), "{error}");
    }
}
