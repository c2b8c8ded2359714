//! All that a specification can reach: states in order of their distance, every transition once.

use rustc_hash::FxHashMap;

use crate::{AnswerId, InputId, Reactions, Specification, StateId, Trouble};

/// A transition between places in [`Reached::states`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transition {
    /// From this place.
    pub from: usize,
    /// With this input.
    pub input: InputId,
    /// Seen as this.
    pub answer: AnswerId,
    /// To this place.
    pub to: usize,
}

/// What can be reached.
#[derive(Debug, Clone, Default)]
pub struct Reached {
    /// The states, nearest first; the initial ones at the beginning.
    pub states: Vec<StateId>,
    /// How many of them are initial.
    pub initial: usize,
    /// How each state was reached first: from where, and by which transition.
    pub parents: Vec<Option<usize>>,
    /// The transitions.
    pub transitions: Vec<Transition>,
    /// States and inputs, as places, for which nothing is specified.
    pub refused: Vec<(usize, InputId)>,
    /// Whether these are all states, and all reactions are listed.
    pub complete: bool,
    /// The first state and input for which the specification gave no reply.
    pub trouble: Option<(usize, InputId, Trouble)>,
}

impl Reached {
    /// The inputs and answers of a shortest way to a state.
    pub fn way_to(&self, place: usize) -> Vec<(InputId, AnswerId)> {
        let mut way = Vec::new();
        let mut place = place;
        while let Some(index) = self.parents[place] {
            let transition = self.transitions[index];
            way.push((transition.input, transition.answer));
            place = transition.from;
        }
        way.reverse();
        way
    }

    /// The distance of a state from the initial ones.
    pub fn depth(&self, place: usize) -> usize {
        self.way_to(place).len()
    }
}

/// Explores a specification with these inputs, up to so many states; `go_on` is asked now and then whether to.
pub fn reach<S: Specification + ?Sized>(
    spec: &mut S,
    inputs: &[InputId],
    most_states: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Reached, Trouble> {
    let mut reached = Reached { complete: true, ..Reached::default() };
    let mut places: FxHashMap<StateId, usize> = FxHashMap::default();
    for state in spec.initial()? {
        if places.insert(state, reached.states.len()).is_none() {
            reached.states.push(state);
            reached.parents.push(None);
        }
    }
    reached.initial = reached.states.len();
    let mut place = 0;
    while place < reached.states.len() {
        if !go_on() {
            reached.complete = false;
            break;
        }
        let state = reached.states[place];
        for input in inputs {
            let edges = match spec.reactions(state, *input) {
                Ok(Reactions::All(edges)) => edges,
                Ok(Reactions::Some(edges)) => {
                    reached.complete = false;
                    edges
                }
                Err(trouble) => {
                    reached.complete = false;
                    if reached.trouble.is_none() {
                        reached.trouble = Some((place, *input, trouble));
                    }
                    continue;
                }
            };
            if edges.is_empty() {
                reached.refused.push((place, *input));
            }
            for edge in edges {
                let next = reached.states.len();
                let to = match places.get(&edge.target) {
                    Some(to) => *to,
                    None if next >= most_states => {
                        reached.complete = false;
                        continue;
                    }
                    None => {
                        places.insert(edge.target, next);
                        reached.states.push(edge.target);
                        reached.parents.push(Some(reached.transitions.len()));
                        next
                    }
                };
                reached.transitions.push(Transition { from: place, input: *input, answer: edge.answer, to });
            }
        }
        place += 1;
    }
    Ok(reached)
}
