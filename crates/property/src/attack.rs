//! The passes over one property: small inputs in order of size, unknown inputs by solving, larger ones at random.
//! Each pass adds to what was found so far; what fails is run on known inputs before it counts, and made simpler at the end.

use std::ops::Range;

use lydian_budget::Deadline;
use lydian_core::{ConId, Datum, IntMode, ShapeId, Value, shrink};
use lydian_enumerate::{Constants, Enumerator, Pool};
use lydian_eval::{Machine, Meter, Outcome, Resource, Stop, World};
use lydian_explore::{Bounds, Path, Sampler, Search, Session};
use lydian_solver::{Budget, Chain, Hints};

use crate::check::{Checked, Checker, Checking, Failure, MOST_UNFINISHED, largest_size};
use crate::load::Property;
use crate::place::Place;
use crate::ready::{Concrete, Ended, OUTSIDE};
use crate::values;

/// What a question may cost, and how many may stay undecided, once a counterexample is known and only a smaller one is missing.
const LATER_QUESTION: u32 = 10_000;
const LATER_UNDECIDED: u64 = 10;

/// What a question about texts costs, in units of work.
const TEXT_QUESTION: u64 = 20_000;

/// How often a random counterexample is tried while it is made smaller.
const TRIES: u32 = 3_000;

/// One property and how it is attacked.
pub(crate) struct Attack<'a> {
    pub(crate) checker: &'a Checker<'a>,
    pub(crate) property: &'a Property,
    pub(crate) checking: &'a Checking,
    pub(crate) constants: Constants,
}

impl Attack<'_> {
    fn is_late(&self) -> bool {
        self.checking.deadline.is_some_and(Deadline::passed)
    }

    /// Small inputs in order of size: over few basic values, and over many where these make too few inputs.
    pub(crate) fn enumerate(&self, concrete: &mut Concrete<'_, '_, '_>, checked: &mut Checked) {
        let few = values::few(&self.constants);
        let through = self.enumerate_over(&few, None, concrete, checked);
        if through && checked.is_open() && checked.tests < self.checking.tests {
            self.enumerate_over(&values::many(&self.constants), Some(&few), concrete, checked);
        }
    }

    /// Small inputs over these basic values, without those that were tried; says whether there are no larger ones.
    fn enumerate_over(
        &self,
        pool: &Pool,
        tried: Option<&Pool>,
        concrete: &mut Concrete<'_, '_, '_>,
        checked: &mut Checked,
    ) -> bool {
        let mut shapes = self.checker.ready.properties.shapes();
        let roots: Vec<ShapeId> = self.property.args.iter().map(|ty| shapes.intern(ty)).collect();
        let finite = roots.iter().all(|root| shapes.is_finite(*root));
        let mut enumerator = Enumerator::of_types(&mut shapes, &self.property.args, pool);
        let last = enumerator.largest_size();
        // A finite domain that is too large to be tried whole is like any other.
        let finite = finite && last.is_some_and(|last| enumerator.count_up_to(last) <= MOST_FINITE.into());
        let most_rejected = self.checking.tests.saturating_mul(10);
        let largest = largest_size(checked.smallest);
        for size in checked.smallest..=last.unwrap_or(largest).min(largest) {
            let left = self.checking.tests.saturating_sub(checked.tests);
            let count = enumerator.count(size);
            let whole = finite || count <= (left.saturating_add(most_rejected)).into();
            let inputs: Box<dyn Iterator<Item = Vec<Datum>>> = match whole {
                true => Box::new(enumerator.of_size(size)),
                false => Box::new(enumerator.of_size_shuffled(size, self.checking.seed)),
            };
            let mut done = whole;
            for (number, inputs) in inputs.enumerate() {
                let enough = checked.tests >= self.checking.tests
                    || checked.rejected + checked.outside / 10 >= most_rejected;
                // A finite domain goes on as long as that is quick: to be through with it is a proof.
                let far = checked.tests + checked.passed_over() >= MOST_FINITE;
                if (enough && !finite) || far || self.is_late() {
                    checked.interrupted |= self.is_late();
                    done = false;
                    break;
                }
                if tried.is_some_and(|tried| inputs.iter().all(|input| values::is_made_of(input, tried))) {
                    continue;
                }
                let (ended, notes) = concrete.run(&self.property.entry, &inputs);
                checked.take(&inputs, ended, notes);
                if let Some(failure) = &mut checked.failure {
                    let place = Place::new(size, number as u64);
                    let moved = if whole { Some(place) } else { place.shuffled(&count, self.checking.seed) };
                    failure.place = moved.filter(|_| tried.is_none());
                    return false;
                }
                if checked.is_endless() {
                    checked.given_up = checked.tests + checked.passed_over() == 0;
                    return false;
                }
            }
            if !done {
                return false;
            }
            checked.enumerated = Some(size);
        }
        checked.all_tried = finite
            && last.is_some_and(|last| last <= largest)
            && checked.undecided.is_none()
            && checked.unfinished.is_none();
        checked.exhausted = checked.all_tried && checked.is_exact();
        last.is_some_and(|last| last <= largest)
    }

    /// Unknown inputs, their smallest sizes first; only those below the size of a known counterexample.
    pub(crate) fn solve(
        &self,
        concrete: &mut Concrete<'_, '_, '_>,
        known: Option<u64>,
        checked: &mut Checked,
    ) {
        let ready = self.checker.ready;
        let shapes = ready.properties.shapes();
        let mut session = Session::new(shapes, IntMode::OCAML, Chain::new());
        session.universe.floats.extend(self.constants.floats.iter().copied());
        let roots: Vec<ShapeId> =
            self.property.args.iter().map(|ty| session.universe.shapes.intern(ty)).collect();
        let mut bounds = Bounds { work: self.checking.work, ..Bounds::default() };
        bounds.size = bounds.size.max(checked.smallest.saturating_mul(2));
        bounds.text_question = TEXT_QUESTION;
        bounds.question.deadline = self.checking.deadline;
        if let Some(size) = known {
            bounds.size = bounds.size.min(u32::try_from(size.saturating_sub(1)).unwrap_or(u32::MAX));
            bounds.question.rlimit = LATER_QUESTION;
            bounds.undecided = LATER_UNDECIDED;
        }
        let mut search = Search::new(bounds, checked.smallest);
        let mut meter = Meter::new(checked.limits());
        meter.deadline = self.checking.deadline;
        let mut exact = !self.property.polymorphic && checked.is_exact();
        while let Some(path) = search.next(&mut session, &meter, |world| {
            let args: Vec<Value> = roots.iter().map(|root| world.holes.fresh(*root)).collect();
            let mut machine = Machine::new(&ready.image, world);
            let outcome = match ready.enter(&mut machine, &self.property.entry) {
                Ok(function) => machine.call(&function, &args),
                Err(outcome) => outcome,
            };
            let ended = decided(world, outcome);
            exact &= !world.approximate;
            let complete =
                matches!(ended, Some(Ended::Holds | Ended::Fails | Ended::Rejected | Ended::Raised(_)));
            ((args, ended, world.meter.steps), complete)
        }) {
            search.charge(path.result.2);
            if path.put_off {
                continue;
            }
            checked.paths += 1;
            let (_, ended, _) = &path.result;
            match ended {
                Some(Ended::Holds) => checked.relevant += 1,
                Some(ended) if ended.refutes() => {
                    checked.relevant += 1;
                    match self.confirm(&mut session, concrete, &path) {
                        Some(mut failure) => {
                            failure.after = checked.tests + checked.relevant;
                            checked.failure = Some(failure);
                            checked.questions = search.counts().questions;
                            return;
                        }
                        None => search.lose(path.size),
                    }
                }
                Some(Ended::Undecided(why)) => {
                    checked.undecided.get_or_insert_with(|| why.clone());
                }
                Some(Ended::Unfinished(resource)) => {
                    checked.unfinished(None, *resource);
                    meter.limits = checked.limits();
                }
                _ => {}
            }
            if self.is_late() {
                checked.interrupted = true;
                break;
            }
        }
        checked.interrupted |= self.is_late();
        checked.questions = search.counts().questions;
        checked.covered_below = search.covered_below().filter(|_| exact);
        checked.proved = search.is_exhausted() && exact && !checked.interrupted;
    }

    /// The inputs of a path, if the property fails on them.
    fn confirm(
        &self,
        session: &mut Session,
        concrete: &mut Concrete<'_, '_, '_>,
        path: &Path<(Vec<Value>, Option<Ended>, u64)>,
    ) -> Option<Failure> {
        let constants = &self.constants;
        let hints = Hints { ints: constants.ints.clone(), strings: constants.strings.clone() };
        let budget = Budget { rlimit: 50_000, deadline: self.checking.deadline };
        let small = session.small_model(&path.conditions, &hints, &budget);
        [small, Some(path.model.clone())].into_iter().flatten().find_map(|model| {
            let mut holes = path.holes.clone();
            holes.refresh();
            let inputs = session.close(holes, &path.result.0, &model);
            let (ended, notes) = concrete.run(&self.property.entry, &inputs);
            ended.refutes().then(|| Failure::new(inputs, ended, &notes, 0))
        })
    }

    /// Makes the inputs of a failure simpler: smallest by size does not mean that the numbers and texts in them are.
    pub(crate) fn simplify(&self, concrete: &mut Concrete<'_, '_, '_>, checked: &mut Checked) {
        let Some(failure) = &mut checked.failure else { return };
        let mut shapes = self.checker.ready.properties.shapes();
        let roots: Vec<ShapeId> = self.property.args.iter().map(|ty| shapes.intern(ty)).collect();
        let inputs = shrink(&shapes, &roots, failure.inputs.clone(), TRIES, |inputs| {
            !self.is_late() && concrete.run(&self.property.entry, inputs).0.refutes()
        });
        if inputs != failure.inputs {
            let (ended, notes) = concrete.run(&self.property.entry, &inputs);
            *failure = Failure::new(inputs, ended, &notes, failure.after);
        }
    }

    /// Larger inputs at random.
    pub(crate) fn sample(
        &self,
        concrete: &mut Concrete<'_, '_, '_>,
        numbers: Range<u64>,
        checked: &mut Checked,
    ) {
        let ready = self.checker.ready;
        let shapes = ready.properties.shapes();
        let mut session = Session::new(shapes, IntMode::OCAML, Chain::new());
        let roots: Vec<ShapeId> =
            self.property.args.iter().map(|ty| session.universe.shapes.intern(ty)).collect();
        let mut unfinished = 0;
        for number in numbers {
            if self.is_late() || unfinished >= MOST_UNFINISHED {
                return;
            }
            let seed = self.checking.seed.wrapping_mul(1_000_003).wrapping_add(number);
            let mut sampler = Sampler::new(seed, 6 + (number % 12) as u32 * 3);
            let Session { terms, universe, int_mode, .. } = &mut session;
            let meter = Meter::new(checked.limits());
            let mut world = World::new(terms, universe, &mut sampler, meter, *int_mode);
            let args: Vec<Value> = roots.iter().map(|root| world.holes.fresh(*root)).collect();
            let mut machine = Machine::new(&ready.image, &mut world);
            let outcome = match ready.enter(&mut machine, &self.property.entry) {
                Ok(function) => machine.call(&function, &args),
                Err(outcome) => outcome,
            };
            let ended = decided(&mut world, outcome);
            checked.samples += u64::from(matches!(ended, Some(Ended::Holds)));
            unfinished += u64::from(matches!(ended, Some(Ended::Unfinished(_))));
            if !ended.is_some_and(|ended| ended.refutes()) {
                continue;
            }
            world.holes.refresh();
            let holes = std::mem::take(&mut world.holes);
            drop(world);
            let model = sampler.into_model();
            let inputs = session.close(holes, &args, &model);
            if !concrete.run(&self.property.entry, &inputs).0.refutes() {
                continue;
            }
            let (ended, notes) = concrete.run(&self.property.entry, &inputs);
            let after = checked.tests + checked.relevant + checked.samples;
            checked.failure = Some(Failure::new(inputs, ended, &notes, after));
            return;
        }
    }
}

/// A finite domain is enumerated up to so many inputs.
const MOST_FINITE: u64 = 200_000;

/// What a run on unknown inputs came to; nothing if it was given up.
fn decided(world: &mut World<'_>, outcome: Outcome) -> Option<Ended> {
    // A law that catches every exception makes no test of what its generator does not give.
    if world.notes.iter().any(|(number, _)| *number == OUTSIDE) {
        return Some(Ended::Rejected);
    }
    match outcome {
        Outcome::Returned(value) => match world.truth(&value) {
            Ok(true) => Some(Ended::Holds),
            Ok(false) => Some(Ended::Fails),
            Err(Stop::Unsupported(why)) => Some(Ended::Undecided(why)),
            Err(_) => None,
        },
        Outcome::Raised(Value::Constant(con)) if con == ConId::rejected() => Some(Ended::Rejected),
        Outcome::Raised(_) => Some(Ended::Raised(Datum::Unit)),
        Outcome::Exhausted(Resource::Time) => None,
        Outcome::Exhausted(resource) => Some(Ended::Unfinished(resource)),
        Outcome::Unsupported(why) => Some(Ended::Undecided(why)),
        Outcome::Cut => None,
    }
}
