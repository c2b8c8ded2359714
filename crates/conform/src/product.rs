//! Conformance between two machines, by walking through both at once.
//!
//! A place of the walk is a set of states of the specification, those that explain what was seen, beside one state of the
//! implementation. The walk is breadth first, so the first failure has the fewest inputs; if it ends, there is none.

use rustc_hash::FxHashMap;

use crate::judge::{Conformance, Judged, StateSet, Wrong, judge};
use crate::{AnswerId, InputId, Observed, Reactions, Specification, StateId, Trouble};

/// A sequence of inputs at whose end a system is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The inputs with what was seen, the last one wrong.
    pub steps: Vec<(InputId, Observed)>,
    /// What is wrong.
    pub wrong: Wrong,
    /// The states in which the specification can be before the last input.
    pub states: StateSet,
}

impl Failure {
    /// The inputs alone.
    pub fn inputs(&self) -> Vec<InputId> {
        self.steps.iter().map(|(input, _)| *input).collect()
    }
}

/// What a walk found.
#[derive(Debug, Clone, Default)]
pub struct Compared {
    /// The shortest failure.
    pub failure: Option<Failure>,
    /// Places visited.
    pub places: usize,
    /// Answers of the implementation that were judged.
    pub judged: u64,
    /// Refusals that were demanded and seen.
    pub refusals: u64,
    /// Inputs skipped because nothing is specified for them.
    pub unspecified: u64,
    /// The first sequence after which the implementation refuses an input about which nothing is specified.
    pub not_enabled: Option<Vec<InputId>>,
    /// The number of inputs up to which everything was walked through.
    pub depth: usize,
    /// Whether everything was.
    pub complete: bool,
    /// The first question to which one of the machines gave no reply.
    pub trouble: Option<Trouble>,
}

/// States that are looked at for a refusal that may come.
const MOST_AHEAD: usize = 2_000;

struct Place {
    set: StateSet,
    state: StateId,
    parent: Option<(usize, InputId, Observed)>,
    depth: usize,
}

/// Compares an implementation with a specification on these inputs, visiting at most so many places.
pub fn compare<S: Specification + ?Sized, I: Specification + ?Sized>(
    spec: &mut S,
    implementation: &mut I,
    inputs: &[InputId],
    conformance: Conformance,
    silence: AnswerId,
    most_places: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Compared, Trouble> {
    let mut walk = Walk::begin(spec, implementation, inputs, conformance, silence, most_places)?;
    let mut next = 0;
    while next < walk.places.len() {
        if !go_on() {
            walk.compared.complete = false;
            break;
        }
        for input in inputs {
            if let Err(trouble) = walk.step(next, *input) {
                walk.compared.complete = false;
                walk.compared.trouble.get_or_insert(trouble);
            }
            if walk.compared.failure.is_some() {
                walk.compared.complete = false;
                walk.compared.places = walk.places.len();
                return Ok(walk.compared);
            }
        }
        walk.compared.depth = walk.places[next].depth;
        next += 1;
    }
    walk.compared.places = walk.places.len();
    Ok(walk.compared)
}

/// The failure that a sequence of inputs shows, if it shows one: all ways in which the implementation can answer are tried.
pub fn compare_along<S: Specification + ?Sized, I: Specification + ?Sized>(
    spec: &mut S,
    implementation: &mut I,
    inputs: &[InputId],
    conformance: Conformance,
    silence: AnswerId,
) -> Result<Option<Failure>, Trouble> {
    Ok(walk_along(spec, implementation, inputs, conformance, silence)?.failure)
}

/// The same with what was judged on the way; it is complete if no place had to be left out.
pub fn walk_along<S: Specification + ?Sized, I: Specification + ?Sized>(
    spec: &mut S,
    implementation: &mut I,
    inputs: &[InputId],
    conformance: Conformance,
    silence: AnswerId,
) -> Result<Compared, Trouble> {
    let mut walk = Walk::begin(spec, implementation, inputs, conformance, silence, MOST_ALONG)?;
    let mut from = 0;
    for input in inputs {
        // Places that were seen earlier count again with another input.
        walk.known.clear();
        let to = walk.places.len();
        for place in from..to {
            walk.step(place, *input)?;
            if walk.compared.failure.is_some() {
                return Ok(walk.compared);
            }
        }
        from = to;
    }
    Ok(walk.compared)
}

/// Whether a specification can refuse one of these inputs some time after an input; `None` if that was not found out.
///
/// The relation of deadlocks is about sequences that end with a refusal: a wrong answer matters only on the way to one.
pub fn refusal_ahead<S: Specification + ?Sized>(
    spec: &mut S,
    set: &StateSet,
    input: InputId,
    inputs: &[InputId],
) -> Result<Option<bool>, Trouble> {
    let mut ahead: Vec<StateId> = Vec::new();
    let add = |ahead: &mut Vec<StateId>, reactions: &Reactions| {
        for edge in reactions.listed() {
            if !ahead.contains(&edge.target) {
                ahead.push(edge.target);
            }
        }
    };
    for state in set.states() {
        add(&mut ahead, spec.reactions(*state, input)?);
    }
    let mut next = 0;
    while next < ahead.len().min(MOST_AHEAD) {
        for input in inputs {
            let reactions = spec.reactions(ahead[next], *input)?;
            if !reactions.is_enabled() {
                return Ok(Some(true));
            }
            add(&mut ahead, reactions);
        }
        next += 1;
    }
    Ok((next == ahead.len()).then_some(false))
}

struct Walk<'w, S: ?Sized, I: ?Sized> {
    spec: &'w mut S,
    implementation: &'w mut I,
    inputs: &'w [InputId],
    conformance: Conformance,
    silence: AnswerId,
    most_places: usize,
    places: Vec<Place>,
    known: FxHashMap<(StateSet, StateId), usize>,
    compared: Compared,
}

/// Places that one sequence can lead through.
const MOST_ALONG: usize = 100_000;

impl<'w, S: Specification + ?Sized, I: Specification + ?Sized> Walk<'w, S, I> {
    /// A walk at its start.
    fn begin(
        spec: &'w mut S,
        implementation: &'w mut I,
        inputs: &'w [InputId],
        conformance: Conformance,
        silence: AnswerId,
        most_places: usize,
    ) -> Result<Walk<'w, S, I>, Trouble> {
        let start = StateSet::new(spec.initial()?);
        let mut walk = Walk {
            spec,
            implementation,
            inputs,
            conformance,
            silence,
            most_places,
            places: Vec::new(),
            known: FxHashMap::default(),
            compared: Compared { complete: true, ..Compared::default() },
        };
        for state in walk.implementation.initial()? {
            walk.enter(start.clone(), state, None, 0);
        }
        Ok(walk)
    }

    fn enter(
        &mut self,
        set: StateSet,
        state: StateId,
        parent: Option<(usize, InputId, Observed)>,
        depth: usize,
    ) {
        if self.known.contains_key(&(set.clone(), state)) {
            return;
        }
        if self.places.len() >= self.most_places {
            self.compared.complete = false;
            return;
        }
        self.known.insert((set.clone(), state), self.places.len());
        self.places.push(Place { set, state, parent, depth });
    }

    fn step(&mut self, place: usize, input: InputId) -> Result<(), Trouble> {
        let (set, state, depth) =
            (self.places[place].set.clone(), self.places[place].state, self.places[place].depth);
        let reactions = self.implementation.reactions(state, input)?;
        // Of answers that are only partly listed, those that are can be judged.
        self.compared.complete &= matches!(reactions, Reactions::All(_));
        let mut seen: Vec<(Observed, Option<StateId>)> = reactions
            .listed()
            .iter()
            .map(|edge| (Observed::Answer(edge.answer), Some(edge.target)))
            .collect();
        if !reactions.is_enabled() {
            seen.push(match self.conformance {
                // A system that takes every input swallows it.
                Conformance::Ioco => (Observed::Answer(self.silence), Some(state)),
                _ => (Observed::Refused, None),
            });
        }
        for (observed, target) in seen {
            match judge(self.spec, self.conformance, &set, input, &observed)? {
                Judged::Allowed(next) => {
                    self.compared.judged += 1;
                    self.enter(next, target.unwrap_or(state), Some((place, input, observed)), depth + 1);
                }
                Judged::RightlyRefused => {
                    self.compared.judged += 1;
                    self.compared.refusals += 1;
                }
                Judged::Unspecified => {
                    self.compared.unspecified += 1;
                    if observed == Observed::Refused && self.compared.not_enabled.is_none() {
                        let mut way: Vec<InputId> =
                            self.way(place).into_iter().map(|(input, _)| input).collect();
                        way.push(input);
                        self.compared.not_enabled = Some(way);
                    }
                    break;
                }
                // The deadlock relation is about sequences that end with a refusal.
                Judged::Wrong(Wrong::Answer | Wrong::Refused)
                    if self.conformance == Conformance::Deadlock && !self.matters(&set, input)? => {}
                Judged::Wrong(wrong) => {
                    self.compared.judged += 1;
                    let mut steps = self.way(place);
                    steps.push((input, observed));
                    self.compared.failure = Some(Failure { steps, wrong, states: set });
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Whether a wrong answer matters to the relation of deadlocks.
    fn matters(&mut self, set: &StateSet, input: InputId) -> Result<bool, Trouble> {
        let ahead = refusal_ahead(self.spec, set, input, self.inputs)?;
        // What lies further ahead is not known.
        self.compared.complete &= ahead.is_some();
        Ok(ahead == Some(true))
    }

    fn way(&self, place: usize) -> Vec<(InputId, Observed)> {
        let mut way = Vec::new();
        let mut place = place;
        while let Some((from, input, observed)) = &self.places[place].parent {
            way.push((*input, observed.clone()));
            place = *from;
        }
        way.reverse();
        way
    }
}
