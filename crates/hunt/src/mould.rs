//! Moulds: shapes of inputs whose numbers are solved for.
//! A precondition that held on solved inputs says how such inputs look. Parts of them, put together, make larger shapes; the constructors
//! of such a shape stay as they are, its integers, characters and truth values are unknowns, and a search by depth finds values with which
//! the precondition holds, one condition after the other, and then the ways in which they can differ.

use std::hash::{Hash, Hasher};

use lydian_core::{Datum, Mutability, Shape, ShapeId};
use lydian_eval::BasicShapes;
use lydian_explore::{Bounds, Search, Session};
use lydian_solver::Budget;
use lydian_term::Int;
use rustc_hash::{FxHashSet, FxHasher};

use crate::change::{Place, part_at, part_at_mut};
use crate::draw::{Drawing, Used};
use crate::question::{Came, Followed, Found, Question, Settled};
use crate::random::Random;

/// The work on one mould.
const WORK: u64 = 40_000;

/// Questions that may stay undecided in one mould.
const UNDECIDED: u64 = 10;

/// After so many paths more than there are basic values, a mould in which nothing held is given up.
const PATIENCE: u64 = 24;

/// So many ways in which the values of one mould can differ are followed.
const MOST_HELD: u64 = 6;

/// What came of a mould.
pub(crate) struct Cast<W> {
    /// Inputs that fail.
    pub(crate) found: Option<Found<W>>,
    /// The first inputs on which all is as it should be.
    pub(crate) held: Option<Vec<Datum>>,
    /// Paths on which it is.
    pub(crate) paths: u64,
    /// The work that was done.
    pub(crate) work: u64,
}

/// Follows the paths through one mould.
pub(crate) fn cast<Q: Question>(
    question: &mut Q,
    session: &mut Session,
    template: &[Datum],
    budget: &Budget,
) -> Cast<Q::Witness> {
    let basic = BasicShapes::of(&mut session.universe);
    // All sides wait at the same level, so the newest has its turn first: the condition that failed last.
    let bounds = Bounds {
        work: WORK,
        undecided: UNDECIDED,
        question: budget.clone(),
        free_forks: u32::MAX,
        size: u32::MAX,
        ..Bounds::default()
    };
    let mut search = Search::new(bounds, 0);
    let meter = question.meter();
    let patience = PATIENCE + 4 * template.iter().map(basic_values).sum::<u64>();
    let mut cast = Cast { found: None, held: None, paths: 0, work: 0 };
    let mut followed = 0;
    while let Some(path) = search.next(session, &meter, |world| {
        let args: Vec<_> = template.iter().map(|datum| world.plant_open(datum, &basic)).collect();
        let ran = question.run(world, &args);
        let complete = ran.complete;
        (Followed { args, ran }, complete)
    }) {
        search.charge(path.result.ran.steps);
        followed += 1;
        match path.result.ran.came {
            Came::Held => {
                cast.paths += 1;
                if cast.held.is_none() {
                    let inputs = session.close(path.holes.clone(), &path.result.args, &path.model);
                    cast.held = Some(inputs);
                }
            }
            Came::Failed => match question.settle(session, &mut search, &path) {
                Settled::Found(found) => {
                    cast.found = Some(found);
                    break;
                }
                Settled::Stop => break,
                Settled::Nothing => {}
            },
            Came::Rejected | Came::Outside | Came::Open => {}
        }
        if cast.paths >= MOST_HELD || (cast.paths == 0 && followed > patience) {
            break;
        }
    }
    cast.work = search.counts().work;
    cast
}

/// How many values are unknown in a mould.
fn basic_values(datum: &Datum) -> u64 {
    match datum {
        Datum::Int(_) | Datum::Char(_) | Datum::Bool(_) => 1,
        Datum::Construct(_, _, parts) => parts.iter().map(basic_values).sum(),
        _ => 0,
    }
}

/// Whether a datum can be a mould: something in it can be solved for, and nothing in it changes.
pub(crate) fn can_be_mould(inputs: &[Datum]) -> bool {
    fn is_fixed(datum: &Datum) -> bool {
        match datum {
            Datum::Construct(_, Mutability::Immutable, parts) => parts.iter().all(is_fixed),
            Datum::Construct(..) | Datum::Array(_) | Datum::Bytes(_) | Datum::Lazy(_) | Datum::Opaque(_) => {
                false
            }
            _ => true,
        }
    }
    inputs.iter().all(is_fixed) && inputs.iter().map(basic_values).sum::<u64>() > 0
}

/// Shapes on which nothing was wrong, and those that were tried: each is tried once.
#[derive(Debug, Default)]
pub(crate) struct Moulds {
    tried: FxHashSet<u64>,
    held: Vec<Vec<Datum>>,
}

/// So many shapes are kept; then new ones take the places of old ones.
const MOST_SHAPES: usize = 600;

impl Moulds {
    /// Whether a shape was not tried before; it is from now on.
    pub(crate) fn is_new(&mut self, inputs: &[Datum]) -> bool {
        let mut hasher = FxHasher::default();
        inputs.iter().for_each(|input| hash_shape(input, &mut hasher));
        self.tried.insert(hasher.finish())
    }

    /// Keeps inputs on which nothing was wrong.
    pub(crate) fn keep(&mut self, inputs: &[Datum], random: &mut Random) {
        if self.held.len() < MOST_SHAPES {
            self.held.push(inputs.to_vec());
        } else {
            self.held[random.below(MOST_SHAPES)] = inputs.to_vec();
        }
    }

    /// The smallest shapes on which nothing was wrong.
    pub(crate) fn smallest(&self, most: usize) -> Vec<Vec<Datum>> {
        let mut smallest: Vec<&Vec<Datum>> = self.held.iter().collect();
        smallest.sort_by_key(|inputs| inputs.iter().map(Datum::size).sum::<u64>());
        smallest.into_iter().take(most).cloned().collect()
    }

    pub(crate) fn pick(&self, random: &mut Random) -> Option<&Vec<Datum>> {
        random.pick(&self.held)
    }
}

/// What a mould has in common with others of its shape.
fn hash_shape(datum: &Datum, hasher: &mut FxHasher) {
    std::mem::discriminant(datum).hash(hasher);
    match datum {
        Datum::Construct(con, _, parts) => {
            con.hash(hasher);
            parts.iter().for_each(|part| hash_shape(part, hasher));
        }
        Datum::Str(text) => text.hash(hasher),
        _ => {}
    }
}

impl Drawing<'_> {
    /// A shape made of parts of shapes that held: with a constructor around one of them, or with one part in the place of another.
    pub(crate) fn put_together(&mut self, inputs: &[Datum], donor: &[Datum]) -> Vec<Datum> {
        let mut inputs = inputs.to_vec();
        for _ in 0..=self.random.below(3) {
            let places: Vec<(Place, ShapeId)> = self
                .places(&inputs)
                .into_iter()
                .filter(|(_, shape)| matches!(self.shapes.shape(*shape), Shape::Variant(_)))
                .collect();
            let Some((place, shape)) = self.random.pick(&places).cloned() else { break };
            // The whole is where most can be put around.
            let (place, shape) = match places.iter().find(|(place, _)| place.len() == 1) {
                Some(whole) if self.random.once_in(3) => whole.clone(),
                _ => (place, shape),
            };
            let Some(part) = part_at(&inputs, &place).cloned() else { break };
            let new = match self.random.once_in(2) {
                true => self.around(shape, &part, &inputs, donor),
                false => {
                    let from = if self.random.once_in(3) { &inputs } else { donor };
                    self.of_same_shape(from, shape)
                }
            };
            if let (Some(new), Some(slot)) = (new, part_at_mut(&mut inputs, &place)) {
                *slot = new;
            }
        }
        inputs
    }

    /// Shapes in which one part is replaced by a smaller one of the same type, from the inputs themselves or from others; the smallest first.
    pub(crate) fn smaller_shapes(&self, inputs: &[Datum], donors: &[Vec<Datum>]) -> Vec<Vec<Datum>> {
        let is_variant = |shape: ShapeId| matches!(self.shapes.shape(shape), Shape::Variant(_));
        let mut parts: Vec<(ShapeId, Datum)> = Vec::new();
        for from in std::iter::once(inputs).chain(donors.iter().map(Vec::as_slice)) {
            for (place, shape) in self.places(from) {
                if is_variant(shape)
                    && let Some(part) = part_at(from, &place)
                    && !parts.iter().any(|(known, other)| *known == shape && is_same_shape(other, part))
                {
                    parts.push((shape, part.clone()));
                }
            }
            if parts.len() >= MOST_PARTS {
                break;
            }
        }
        let mut shapes: Vec<Vec<Datum>> = Vec::new();
        for (place, shape) in self.places(inputs).into_iter().filter(|(_, shape)| is_variant(*shape)) {
            let Some(old) = part_at(inputs, &place) else { continue };
            for (_, part) in parts.iter().filter(|(other, _)| *other == shape) {
                let mut smaller = inputs.to_vec();
                if part.size() < old.size()
                    && let Some(slot) = part_at_mut(&mut smaller, &place)
                {
                    *slot = part.clone();
                    shapes.push(smaller);
                }
            }
        }
        shapes.sort_by_key(|inputs| inputs.iter().map(Datum::size).sum::<u64>());
        shapes
    }

    /// A constructor around a part; the other parts of its type are such that held.
    fn around(&mut self, shape: ShapeId, part: &Datum, inputs: &[Datum], donor: &[Datum]) -> Option<Datum> {
        let Shape::Variant(alternatives) = self.shapes.shape(shape).clone() else { return None };
        let around: Vec<_> = alternatives.iter().filter(|other| other.args.contains(&shape)).collect();
        let chosen = self.random.pick(&around).copied()?;
        let own = chosen.args.iter().filter(|arg| **arg == shape).count();
        let mut next = self.random.below(own);
        let args: Vec<Datum> = chosen
            .args
            .iter()
            .map(|arg| {
                if *arg != shape {
                    return self.datum(*arg, 0);
                }
                let is_place_of_part = next == 0;
                next = next.wrapping_sub(1);
                // Twins fit each other: what one demands of its sibling, a copy of it has.
                if is_place_of_part || self.random.once_in(4) {
                    return part.clone();
                }
                let from = if self.random.once_in(2) { inputs } else { donor };
                self.of_same_shape(from, shape).unwrap_or_else(|| part.clone())
            })
            .collect();
        Some(Datum::Construct(chosen.con, Mutability::Immutable, args))
    }

    /// The inputs with other values for arguments that are plain integers: those that occur elsewhere, and their neighbours.
    pub(crate) fn with_other_arguments(&self, inputs: &[Datum]) -> Vec<Vec<Datum>> {
        let mut values: Vec<Int> = Used::of(inputs).ints;
        values.sort();
        values.dedup();
        let mut all: Vec<Vec<Datum>> = Vec::new();
        for (index, root) in self.roots.iter().enumerate() {
            if !matches!(self.shapes.shape(*root), Shape::Int) {
                continue;
            }
            for value in values.iter().take(MOST_ARGUMENTS) {
                for near in [value.clone(), value + &Int::from(1)] {
                    let mut other = inputs.to_vec();
                    other[index] = Datum::Int(near);
                    all.push(other);
                }
            }
        }
        all
    }
}

/// So many parts are put into other places.
const MOST_PARTS: usize = 80;

fn is_same_shape(left: &Datum, right: &Datum) -> bool {
    let hash = |datum: &Datum| {
        let mut hasher = FxHasher::default();
        hash_shape(datum, &mut hasher);
        hasher.finish()
    };
    left.size() == right.size() && hash(left) == hash(right)
}

/// So many values are tried for one argument.
const MOST_ARGUMENTS: usize = 40;
