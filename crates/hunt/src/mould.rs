//! Moulds: shapes of inputs whose numbers are solved for.
//! A precondition that held on solved inputs says how such inputs look. Parts of them, put together, make larger shapes; the constructors
//! of such a shape stay as they are, its integers, characters and truth values are unknowns, and a search by depth finds values with which
//! the precondition holds, one condition after the other, and then the ways in which they can differ.

use lydian_core::{Datum, Mutability, Shape, ShapeId};
use lydian_eval::BasicShapes;
use lydian_explore::{Bounds, Search, Session};
use lydian_solver::Budget;

use crate::draw::Drawing;
use crate::question::{Came, Followed, Found, Question, Settled};

/// The work on one mould.
const WORK: u64 = 20_000;

/// Questions that may stay undecided in one mould.
const UNDECIDED: u64 = 10;

/// After so many paths more than there are basic values, a mould in which nothing held is given up.
const PATIENCE: u64 = 24;

/// So many ways in which the values of one mould can differ are followed.
const MOST_HELD: u64 = 24;

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

impl Drawing<'_> {
    /// A larger shape made of parts of shapes that held.
    pub(crate) fn grown(&mut self, roots: &[ShapeId], inputs: &[Datum], donor: &[Datum]) -> Vec<Datum> {
        let mut inputs = inputs.to_vec();
        for _ in 0..=self.random.below(2) {
            let position = self.random.below(inputs.len());
            let grown =
                self.grown_part(roots, roots[position], &inputs[position].clone(), &inputs.clone(), donor);
            inputs[position] = grown;
        }
        inputs
    }

    /// The datum with a constructor around it or around one of its parts; all parts of its own type are such that held.
    fn grown_part(
        &mut self,
        roots: &[ShapeId],
        shape: ShapeId,
        datum: &Datum,
        inputs: &[Datum],
        donor: &[Datum],
    ) -> Datum {
        let Shape::Variant(alternatives) = self.shapes.shape(shape).clone() else {
            let shapes = self.shapes.parts(shape, datum);
            let (Some(index), Datum::Construct(con, mutability, parts)) =
                ((!shapes.is_empty()).then(|| self.random.below(shapes.len())), datum)
            else {
                return datum.clone();
            };
            let mut parts = parts.clone();
            parts[index] = self.grown_part(roots, shapes[index], &parts[index].clone(), inputs, donor);
            return Datum::Construct(*con, *mutability, parts);
        };
        // Deeper inside, now and then.
        if let Datum::Construct(con, mutability, parts) = datum
            && !parts.is_empty()
            && self.random.once_in(3)
        {
            let shapes = self.shapes.parts(shape, datum);
            let index = self.random.below(shapes.len());
            let mut parts = parts.clone();
            parts[index] = self.grown_part(roots, shapes[index], &parts[index].clone(), inputs, donor);
            return Datum::Construct(*con, *mutability, parts);
        }
        let around: Vec<_> = alternatives.iter().filter(|other| other.args.contains(&shape)).collect();
        let Some(chosen) = self.random.pick(&around).copied() else { return datum.clone() };
        let mut is_first = true;
        let args: Vec<Datum> = chosen
            .args
            .iter()
            .map(|arg| {
                if *arg != shape {
                    return self.datum(*arg, 0);
                }
                // Twins fit each other: what one demands of its sibling, a copy of it has.
                if std::mem::take(&mut is_first) || self.random.once_in(3) {
                    return datum.clone();
                }
                let from = if self.random.once_in(2) { inputs } else { donor };
                self.of_same_shape(roots, from, shape).unwrap_or_else(|| datum.clone())
            })
            .collect();
        Datum::Construct(chosen.con, Mutability::Immutable, args)
    }
}
