//! Ways to the states that walks have seen: the shortest ones known, so that a walk can begin where others hardly came.
//! A state is the first one of a set; where the specification leaves a choice, a way need not lead to its state again.

use rustc_hash::FxHashMap;

use crate::random::Random;
use crate::{InputId, StateId};

/// States that are remembered.
const MOST: usize = 20_000;

/// States among which the rarest is chosen.
const COMPARED: usize = 8;

/// The states that walks have seen.
#[derive(Debug, Default)]
pub(super) struct Ways {
    places: Vec<Place>,
    by_state: FxHashMap<StateId, usize>,
    /// How often walks came to states that look so.
    visits: FxHashMap<u32, u32>,
    /// Where the walk is, if that is remembered, and what it gives there.
    here: Option<usize>,
    given: Option<InputId>,
}

#[derive(Debug)]
struct Place {
    /// The place before it and the input that leads here; nothing at a start.
    from: Option<(usize, InputId)>,
    depth: usize,
    look: u32,
}

impl Ways {
    /// Begins at a start.
    pub(super) fn begin(&mut self) {
        (self.here, self.given) = (None, None);
    }

    /// Notes that the walk is in a state.
    pub(super) fn arrive(&mut self, state: StateId, look: u32) {
        *self.visits.entry(look).or_insert(0) += 1;
        let from = match (self.here, self.given) {
            (Some(here), Some(input)) => Some((here, input)),
            // A way that is not remembered leads nowhere.
            (None, Some(_)) => return,
            _ => None,
        };
        let depth = from.map_or(0, |(before, _)| self.places[before].depth + 1);
        let known = self.by_state.get(&state).copied();
        self.here = known.or_else(|| {
            (self.places.len() < MOST).then(|| {
                self.places.push(Place { from, depth, look });
                self.by_state.insert(state, self.places.len() - 1);
                self.places.len() - 1
            })
        });
        if let Some(here) = self.here {
            let place = &mut self.places[here];
            // What is nearer to a start stays nearer than what is reached through it: ways have no loops.
            if depth < place.depth {
                (place.from, place.depth) = (from, depth);
            }
        }
    }

    /// Notes what is given where the walk is.
    pub(super) fn leave(&mut self, input: InputId) {
        self.given = Some(input);
    }

    /// The way to a state that looks as few did, the last input first, of at most so many inputs.
    pub(super) fn to_rare(&self, longest: usize, random: &mut Random) -> Vec<InputId> {
        let drawn = (0..COMPARED).filter_map(|_| {
            let index = random.below(self.places.len());
            self.places.get(index).filter(|place| place.depth <= longest)
        });
        let mut place = drawn.min_by_key(|place| self.visits.get(&place.look).copied().unwrap_or(0));
        let mut way = Vec::new();
        while let Some((before, input)) = place.and_then(|place| place.from) {
            way.push(input);
            place = self.places.get(before);
        }
        way
    }
}
