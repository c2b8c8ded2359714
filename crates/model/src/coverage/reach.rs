//! How branches that were not taken can be taken.
//!
//! If all inputs are known, the states are walked through in the order of their distance: the first way to a branch is a
//! shortest one, and if the walk ends, what it did not take nothing takes. Otherwise sequences of unknown inputs are solved,
//! shorter ones first, and each that is found is run on known data before it is believed.

use lydian_budget::Deadline;
use lydian_conform::{InputId, StateId};
use lydian_core::{Datum, Value};
use lydian_diagnostic::Diagnostic;
use lydian_eval::Stop;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Beside, BranchCoverage, Covering};
use crate::load::Init;
use crate::mutate::Given;
use crate::prepare::Prepared;
use crate::symbolic::{Reaction, Running, Symbolic};

/// How a branch can be taken.
#[derive(Debug, Clone, PartialEq)]
pub enum Reachable {
    /// By this sequence; by none that is shorter, if the sequences of the search were all there are.
    By(Given),
    /// By no sequence of any length.
    Never,
    /// By no sequence up to this length.
    NotUpTo(usize),
    /// Only by an answer that the model then does not allow, as far as is known.
    OnlyRejecting,
    /// Nothing is known.
    Undecided,
}

/// How branches are looked for.
#[derive(Debug, Clone)]
pub struct Reaching {
    /// The length of sequences of unknown inputs.
    pub length: usize,
    /// Work that may be spent on them, for each length.
    pub work: u64,
    /// States that are walked through with known inputs.
    pub most_states: usize,
    /// When to stop.
    pub deadline: Option<Deadline>,
}

impl Reaching {
    fn is_late(&self) -> bool {
        self.deadline.is_some_and(Deadline::passed)
    }
}

/// Ways to branches, by the numbers of the branches.
type Ways = FxHashMap<usize, Given>;

impl Covering<'_> {
    /// Finds out how the branches that were not taken can be.
    pub fn reach(&self, coverage: &mut BranchCoverage, reaching: &Reaching) -> Result<(), Box<Diagnostic>> {
        let missing = |coverage: &BranchCoverage| -> Vec<usize> {
            let branches = coverage.branches.iter().enumerate();
            branches.filter(|(_, branch)| !branch.hit).map(|(number, _)| number).collect()
        };
        let wanted = missing(coverage);
        if wanted.is_empty() {
            return Ok(());
        }
        let (known, walked) = self.beside(|beside| {
            let complete = beside.model.alphabet().is_ok_and(|alphabet| alphabet.complete);
            let walked = complete.then(|| walk(beside, &wanted, reaching));
            (complete, walked)
        })?;
        let mut solved = Solved::default();
        let mut walked = walked.unwrap_or_default();
        let enough = walked.complete || walked.depth >= reaching.length;
        if !enough && walked.ways.len() < wanted.len() {
            let left = wanted.iter().copied().filter(|number| !walked.ways.contains_key(number)).collect();
            solved = self.solve(left, reaching)?;
            let left: Vec<usize> =
                wanted.iter().copied().filter(|number| !solved.ways.contains_key(number)).collect();
            if !known && !left.is_empty() {
                walked = self.beside(|beside| walk(beside, &left, reaching))?;
                (walked.complete, walked.depth) = (false, 0);
            }
        }
        for number in wanted {
            let way = walked.ways.remove(&number).or_else(|| solved.ways.remove(&number));
            let length = walked.depth.max(if solved.unsure.contains(&number) { 0 } else { solved.length });
            coverage.branches[number].reachable = Some(match way {
                Some(way) => Reachable::By(way),
                None if walked.complete => Reachable::Never,
                None if solved.rejecting.contains(&number) => Reachable::OnlyRejecting,
                None if length > 0 => Reachable::NotUpTo(length),
                None => Reachable::Undecided,
            });
        }
        Ok(())
    }

    /// Looks for branches by sequences of unknown inputs.
    fn solve(&self, mut wanted: FxHashSet<usize>, reaching: &Reaching) -> Result<Solved, Box<Diagnostic>> {
        let prepared = Prepared::new(&self.noting)?;
        let mut solved = Solved::default();
        for length in 1..=reaching.length {
            let mut symbolic = Symbolic::without_purpose(&prepared, reaching.deadline);
            let mut search = symbolic.search(length, reaching.work);
            let mut exact = true;
            while let Some(path) = symbolic.next_inputs(&mut search, length, follow) {
                if path.put_off {
                    continue;
                }
                let (inputs, result, approximate) = path.result;
                exact &= !approximate;
                let Ok(followed) = result else {
                    exact = false;
                    continue;
                };
                let new = followed.notes.iter().copied().filter(|number| wanted.contains(number));
                let new: Vec<usize> = new.collect();
                if new.is_empty() {
                    continue;
                }
                if followed.rejecting {
                    solved.rejecting.extend(new);
                    continue;
                }
                let model = symbolic.small_model(&path.conditions, &path.model);
                let mut values = vec![followed.initial];
                values.extend(inputs.into_iter().take(followed.inputs));
                let data = symbolic.close(path.holes, &values, &model);
                let way = self.way(data);
                let taken = self.measure(std::slice::from_ref(&way))?;
                for number in new {
                    if taken.branches[number].hit {
                        wanted.remove(&number);
                        solved.ways.insert(number, way.clone());
                    } else {
                        solved.unsure.insert(number);
                    }
                }
                if wanted.is_empty() {
                    return Ok(solved);
                }
            }
            if !search.is_exhausted() || !exact || reaching.is_late() {
                return Ok(solved);
            }
            solved.length = length;
        }
        Ok(solved)
    }

    /// A sequence out of an initial state and inputs.
    fn way(&self, mut data: Vec<Datum>) -> Given {
        let inputs = data.split_off(1.min(data.len()));
        let initial = data.pop().filter(|_| self.model.init != Init::One);
        Given { initial, inputs }
    }
}

/// What a search with unknown inputs found.
#[derive(Default)]
struct Solved {
    ways: Ways,
    /// All sequences up to this length were followed.
    length: usize,
    /// Branches that were taken only where an answer was not allowed.
    rejecting: FxHashSet<usize>,
    /// Branches that a path took, but no run on known data did.
    unsure: FxHashSet<usize>,
}

/// A sequence of unknown inputs that was followed.
struct Followed {
    initial: Value,
    /// How many inputs were given.
    inputs: usize,
    notes: Vec<usize>,
    /// Whether it ended with an answer that is not allowed.
    rejecting: bool,
}

fn follow(running: &mut Running<'_, '_, '_, '_>, inputs: &[Value]) -> Result<Followed, Stop> {
    let mut followed = Followed { initial: Value::Unit, inputs: 0, notes: Vec::new(), rejecting: false };
    let Some(mut state) = running.initial()? else { return Ok(followed) };
    followed.initial = state.clone();
    running.machine.world.notes.clear();
    for input in inputs {
        followed.inputs += 1;
        match running.react(&state, input) {
            Ok(Reaction::Next { state: next, .. }) => state = next,
            Ok(Reaction::Outside) => {
                followed.rejecting = true;
                break;
            }
            Ok(Reaction::Refused) | Err(Stop::Raise(_)) => break,
            Err(stop) => return Err(stop),
        }
    }
    let notes = std::mem::take(&mut running.machine.world.notes);
    followed.notes = notes.into_iter().filter_map(|(number, _)| usize::try_from(number).ok()).collect();
    Ok(followed)
}

/// What a walk with known inputs found.
#[derive(Default)]
struct Walked {
    ways: Ways,
    /// All sequences up to this length were followed.
    depth: usize,
    /// All sequences were.
    complete: bool,
}

struct Place {
    state: StateId,
    parent: Option<(usize, InputId)>,
    depth: usize,
}

/// Walks through the states of a model until all wanted branches are taken.
fn walk(beside: &mut Beside<'_, '_, '_, '_>, wanted: &[usize], reaching: &Reaching) -> Walked {
    let mut walked = Walked::default();
    let (Some(starts), Ok(alphabet)) = (beside.usual.clone(), beside.model.alphabet()) else {
        return walked;
    };
    let mut known: FxHashSet<StateId> = starts.iter().copied().collect();
    let mut places: Vec<Place> =
        starts.iter().map(|state| Place { state: *state, parent: None, depth: 0 }).collect();
    let mut complete = true;
    let mut place = 0;
    while place < places.len() {
        if reaching.is_late() || walked.ways.len() == wanted.len() {
            return walked;
        }
        let (state, depth) = (places[place].state, places[place].depth);
        // Everything nearer was tried with every input.
        if complete {
            walked.depth = depth;
        }
        for input in &alphabet.inputs {
            beside.hits.clear();
            let targets = beside.reaction(state, *input);
            complete &= beside.is_settled(state, *input);
            for number in wanted {
                if beside.hits.contains(number) && !walked.ways.contains_key(number) {
                    walked.ways.insert(*number, way_to(beside, &places, place, *input));
                }
            }
            for target in targets {
                if places.len() >= reaching.most_states {
                    complete &= known.contains(&target);
                } else if known.insert(target) {
                    places.push(Place { state: target, parent: Some((place, *input)), depth: depth + 1 });
                }
            }
        }
        place += 1;
    }
    walked.complete = complete;
    walked
}

fn way_to(beside: &Beside<'_, '_, '_, '_>, places: &[Place], place: usize, last: InputId) -> Given {
    let mut inputs = vec![last];
    let mut at = &places[place];
    while let Some((parent, input)) = at.parent {
        inputs.push(input);
        at = &places[parent];
    }
    inputs.reverse();
    let data = |value: &Value| beside.model.datum(value);
    let initial = match beside.model.model().init {
        Init::One => None,
        _ => Some(data(&beside.model.state_value(at.state))),
    };
    let inputs = inputs.into_iter().map(|input| data(&beside.model.input_value(input))).collect();
    Given { initial, inputs }
}
