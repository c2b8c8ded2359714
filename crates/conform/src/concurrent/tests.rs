//! Law: a history is explained exactly if one of all its orders is, tried one by one.

use super::*;
use crate::{AnswerId, Random, Reactions, StateId};

/// A register of two bits with a counter: every reaction is known, and some inputs have two.
struct Cell {
    cells: Vec<Vec<Reactions>>,
}

impl Specification for Cell {
    fn initial(&mut self) -> Result<Vec<StateId>, Trouble> {
        Ok(vec![StateId(0)])
    }

    fn reactions(&mut self, state: StateId, input: InputId) -> Result<&Reactions, Trouble> {
        Ok(&self.cells[state.0 as usize][input.0 as usize])
    }
}

const STATES: usize = 4;
const INPUTS: usize = 3;
const ANSWERS: usize = 3;

fn machine(random: &mut Random) -> Cell {
    let mut cell = || {
        let count = 1 + usize::from(random.below(4) == 0);
        let mut edges: Vec<crate::Edge> = Vec::new();
        for _ in 0..count {
            let edge = crate::Edge {
                answer: AnswerId(random.below(ANSWERS) as u32),
                target: StateId(random.below(STATES) as u32),
            };
            if !edges.contains(&edge) {
                edges.push(edge);
            }
        }
        Reactions::All(edges)
    };
    Cell { cells: (0..STATES).map(|_| (0..INPUTS).map(|_| cell()).collect()).collect() }
}

/// A history of up to three sessions with up to six calls, whose times overlap; answers are those of some order, or one is changed.
fn history(random: &mut Random, spec: &mut Cell) -> Vec<Vec<Call>> {
    let mut sessions: Vec<Vec<Call>> = vec![Vec::new(); 1 + random.below(3)];
    let mut ends = vec![0; sessions.len()];
    let mut state = StateId(0);
    let mut now = 0;
    for _ in 0..1 + random.below(6) {
        // The calls take effect one after the other, at the moments 10, 20, ...; each is made before and returns behind that.
        let session = random.below(sessions.len());
        now += 10;
        let input = InputId(random.below(INPUTS) as u32);
        let edges = spec.cells[state.0 as usize][input.0 as usize].listed().to_vec();
        let edge = edges[random.below(edges.len())];
        let early = random.below(25) as u64;
        let called: u64 = ends[session].max(u64::saturating_sub(now, early));
        now = now.max(called);
        let returned = now + random.below(25) as u64;
        ends[session] = returned + 1;
        state = edge.target;
        let observed = (random.below(12) > 0).then_some(Observed::Answer(edge.answer));
        sessions[session].push(Call { input, observed, called, returned });
        if sessions[session].last().is_some_and(|call| call.observed.is_none()) {
            // A session whose call never returned makes no other.
            break;
        }
    }
    if random.below(2) == 0 {
        let session = random.below(sessions.len());
        let place = random.below(sessions[session].len().max(1));
        if let Some(call) = sessions[session].get_mut(place)
            && call.observed.is_some()
        {
            call.observed = Some(Observed::Answer(AnswerId(random.below(ANSWERS) as u32)));
        }
    }
    sessions
}

/// Tries all orders of all calls, one by one.
fn tried(spec: &Cell, consistency: Consistency, sessions: &[Vec<Call>]) -> bool {
    let calls: Vec<(usize, usize)> = sessions
        .iter()
        .enumerate()
        .flat_map(|(session, calls)| (0..calls.len()).map(move |at| (session, at)))
        .collect();
    let mut order = Vec::new();
    permuted(&calls, &mut order, &mut |order| {
        let of = |index: usize| {
            let (session, at): (usize, usize) = order[index];
            &sessions[session][at]
        };
        for later in 0..order.len() {
            for earlier in 0..later {
                let ((first, at), (second, behind)) = (order[earlier], order[later]);
                if first == second && at > behind {
                    return false;
                }
                let real = consistency == Consistency::Linearizable && of(later).observed.is_some();
                if real && of(later).returned < of(earlier).called {
                    return false;
                }
            }
        }
        allowed(spec, order.iter().map(|(session, at)| &sessions[*session][*at]).collect(), StateId(0))
    })
}

/// Whether calls one after the other can be answered like this; one without an answer may be left out.
fn allowed(spec: &Cell, calls: Vec<&Call>, state: StateId) -> bool {
    let Some((call, rest)) = calls.split_first() else { return true };
    if call.observed.is_none() && allowed(spec, rest.to_vec(), state) {
        return true;
    }
    spec.cells[state.0 as usize][call.input.0 as usize].listed().iter().any(|edge| {
        let fits = call.observed.as_ref().is_none_or(|seen| *seen == Observed::Answer(edge.answer));
        fits && allowed(spec, rest.to_vec(), edge.target)
    })
}

/// Whether an order, given by session and place, is right.
type IsRight<'r> = dyn FnMut(&[(usize, usize)]) -> bool + 'r;

fn permuted(rest: &[(usize, usize)], order: &mut Vec<(usize, usize)>, is_right: &mut IsRight<'_>) -> bool {
    if rest.is_empty() {
        return is_right(order);
    }
    (0..rest.len()).any(|index| {
        let mut left = rest.to_vec();
        order.push(left.remove(index));
        let found = permuted(&left, order, is_right);
        order.pop();
        found
    })
}

#[test]
fn a_history_is_explained_exactly_if_one_of_all_its_orders_is() {
    let mut random = Random::new(7);
    let mut counts = [[0; 2]; 2];
    for _ in 0..10_000 {
        let mut spec = machine(&mut random);
        let sessions = history(&mut random, &mut spec);
        for (index, consistency) in
            [Consistency::Linearizable, Consistency::Sequential].into_iter().enumerate()
        {
            let start = StateSet::new([StateId(0)]);
            let found = ordered(&mut spec, Conformance::Inclusion, consistency, &start, &sessions)
                .expect("a finite machine replies");
            let is_explained = matches!(found, Ordered::Yes(_));
            assert_eq!(is_explained, tried(&spec, consistency, &sessions), "{consistency:?}: {sessions:?}");
            counts[index][usize::from(is_explained)] += 1;
        }
    }
    // Both verdicts occur often, and more histories are sequentially consistent than linearizable.
    assert!(counts.iter().flatten().all(|count| *count > 500), "{counts:?}");
    assert!(counts[1][1] > counts[0][1], "{counts:?}");
}
