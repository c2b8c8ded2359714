//! The attack on one property: small inputs in order of size, a few at random, unknown inputs by solving, more at random.
//!
//! A domain that is finite and enumerated to its end, or a search whose every path was followed, is a proof. Inputs that the
//! property rejects count neither as tests nor as a pass.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Instant;

use lydian_core::{ConId, Datum, IntMode, ShapeId, Shapes, Value, shrink};
use lydian_enumerate::{Constants, Enumerator, Pool};
use lydian_eval::{Limits, Machine, Meter, Outcome, Resource, Stop, World};
use lydian_explore::{Bounds, Path, Sampler, Search, Session};
use lydian_ocaml::Builders;
use lydian_solver::{Budget, Chain, Hints};
use lydian_verdict::grouped;

use crate::load::Property;
use crate::place::Place;
use crate::ready::{Concrete, Ended, Notes, OUTSIDE, RUN, Ready, concretely};
use crate::tell::{call, readable};
use crate::values;

/// How a property is checked.
#[derive(Debug, Clone)]
pub struct Checking {
    /// Tests of the enumeration; rejected inputs do not count, but at most ten times as many are tried.
    pub tests: u64,
    /// Work of the search.
    pub work: u64,
    /// Inputs that are drawn at random.
    pub samples: u64,
    /// The seed: it decides which of a size class that is too large are tried, and what is drawn.
    pub seed: u64,
    /// When to stop.
    pub deadline: Option<Instant>,
}

/// A pass ends after so many runs that do not end, and one more for every fifty that do: each takes long.
const MOST_UNFINISHED: u64 = 5;

/// How often a label was seen, and what was demanded.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Labels {
    /// Tests with each label.
    pub seen: BTreeMap<String, u64>,
    /// For each class that shall be covered: the percentage that is demanded, and the tests in it.
    pub demanded: BTreeMap<String, (u64, u64)>,
}

/// Inputs on which a property does not hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// The inputs; terms where only operations can make values.
    pub inputs: Vec<Datum>,
    /// The inputs as they are written.
    pub shown: Vec<Datum>,
    /// What happened.
    pub ended: Ended,
    /// The two sides of a comparison that failed, if the property shows them.
    pub sides: Option<(Datum, Datum)>,
    /// Tests before it.
    pub after: u64,
    /// Where it stands among all inputs, if it was enumerated.
    pub place: Option<Place>,
}

/// Inputs on which a run of a property did not end.
#[derive(Debug, Clone, PartialEq)]
pub struct Unfinished {
    /// The inputs of the first such run; none if they are not known.
    pub inputs: Option<Vec<Datum>>,
    /// What the run used up.
    pub resource: Resource,
    /// How many runs did not end.
    pub runs: u64,
}

/// What came of it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Checked {
    /// The smallest counterexample.
    pub failure: Option<Failure>,
    /// Tests: inputs that were not rejected.
    pub tests: u64,
    /// Inputs that were rejected.
    pub rejected: u64,
    /// Inputs that are none of the test's: its generator does not give them.
    pub outside: u64,
    /// The size up to which all inputs over the chosen basic values were tried.
    pub enumerated: Option<u32>,
    /// Whether the domain is finite and was enumerated to its end.
    pub exhausted: bool,
    /// Paths of the search, those among them that are not rejected, and questions to the solver.
    pub paths: u64,
    /// Paths that end in a verdict of the property.
    pub relevant: u64,
    /// Questions to the solver.
    pub questions: u64,
    /// All inputs below this size are covered by solving.
    pub covered_below: Option<u32>,
    /// Whether the search followed every path: the property holds for all inputs.
    pub proved: bool,
    /// Inputs drawn at random that were not rejected.
    pub samples: u64,
    /// Labels of the enumerated tests.
    pub labels: Labels,
    /// The first witness of an existential quantifier.
    pub witness: Option<Datum>,
    /// What could not be decided.
    pub undecided: Option<String>,
    /// Runs that did not end within their limits.
    pub unfinished: Option<Unfinished>,
    /// Whether nothing but such runs was seen, so that nothing else was tried.
    pub given_up: bool,
    /// No inputs are smaller than this.
    pub smallest: u32,
    /// Whether time ran out.
    pub interrupted: bool,
    /// Whether some argument has a type without values.
    pub no_values: bool,
}

/// Checks properties of one file.
pub struct Checker<'r> {
    ready: &'r Ready<'r>,
}

/// The number under which tests of QCheck note their inputs.
const MADE: i64 = 5;

/// Sizes beyond this are not enumerated.
const LARGEST: u32 = 60;

/// Where the smallest inputs are larger than that, so many sizes are enumerated.
const BEYOND_SMALLEST: u32 = 10;

/// Inputs that are all larger than this are not tried at all.
const TOO_LARGE: u32 = 10_000;

/// So many inputs are drawn at random before anything is solved: where solving is slow, they find what is common.
const EARLY_SAMPLES: u64 = 240;

/// What a question may cost, and how many may stay undecided, once a counterexample is known and only a smaller one is missing.
const LATER_QUESTION: u32 = 10_000;
const LATER_UNDECIDED: u64 = 10;

/// What a question about texts costs, in units of work.
const TEXT_QUESTION: u64 = 20_000;

/// The share of its steps that a run has after another one did not end.
const SHORT: u64 = 20;

/// How often a random counterexample is tried while it is made smaller.
const TRIES: u32 = 3_000;

impl<'r> Checker<'r> {
    /// A checker.
    pub fn new(ready: &'r Ready<'r>) -> Checker<'r> {
        Checker { ready }
    }

    /// Attacks a property.
    pub fn check(&self, property: &Property, checking: &Checking) -> Checked {
        let mut checked = Checked::default();
        match self.smallest_size(property) {
            None => checked.no_values = true,
            Some(size) if size > TOO_LARGE => {
                checked.undecided =
                    Some(format!("the smallest inputs have more than {} parts", grouped(TOO_LARGE.into())));
            }
            Some(size) => checked.smallest = size,
        }
        if checked.no_values || checked.undecided.is_some() {
            return checked;
        }
        concretely(self.ready, |concrete| {
            let attack = Attack { checker: self, property, checking, constants: self.constants(property) };
            let early = checking.samples.min(EARLY_SAMPLES);
            attack.enumerate(concrete, &mut checked);
            if checked.is_open() {
                attack.sample(concrete, 0..early, &mut checked);
                attack.simplify(concrete, &mut checked);
                // What was drawn at random is told only if solving finds nothing smaller.
                let drawn = checked.failure.take();
                attack.solve(concrete, drawn.as_ref().map(Failure::size), &mut checked);
                checked.failure = checked.failure.take().or(drawn);
            }
            if checked.is_open() {
                attack.sample(concrete, early..checking.samples, &mut checked);
            }
            attack.simplify(concrete, &mut checked);
        });
        self.show(&mut checked);
        checked
    }

    /// The constants in what a property leads to; what makes values of terms has none of interest.
    fn constants(&self, property: &Property) -> Constants {
        let program = &self.ready.properties.program;
        let mut constants = Constants::default();
        if let Some(export) = program.export(&property.entry) {
            let makes = |var| program.var_name(var).is_some_and(|name| Builders::is_maker(name));
            constants.add_reachable(program, export.var, makes);
        }
        constants
    }

    /// The size of the smallest inputs; nothing if there are none.
    fn smallest_size(&self, property: &Property) -> Option<u32> {
        let mut shapes = Shapes::new(self.ready.properties.program.types.clone());
        let roots: Vec<ShapeId> = property.args.iter().map(|ty| shapes.intern(ty)).collect();
        roots.into_iter().try_fold(0u32, |sum, root| Some(sum.saturating_add(shapes.min_size(root)?)))
    }

    /// Puts the inputs of a failure into the form in which they are written.
    fn show(&self, checked: &mut Checked) {
        let properties = self.ready.properties;
        let types = &properties.program.types;
        let written = |input: &Datum| properties.written(input, types);
        if let Some(failure) = &mut checked.failure {
            failure.shown = failure.shown.iter().map(written).collect();
        }
        if let Some(unfinished) = &mut checked.unfinished {
            unfinished.inputs.iter_mut().flatten().for_each(|input| *input = written(input));
        }
    }

    /// The inputs of a property at a place of the enumeration, or what is wrong with the place.
    pub fn inputs_at(&self, property: &Property, place: &Place) -> Result<Vec<Datum>, String> {
        let largest = match self.smallest_size(property) {
            None => return Err("an argument is of a type without values".to_owned()),
            Some(size) if size > TOO_LARGE => return Err("the smallest inputs are too large".to_owned()),
            Some(size) => largest_size(size),
        };
        let mut shapes = Shapes::new(self.ready.properties.program.types.clone());
        let pool = values::few(&self.constants(property));
        place.inputs(&mut Enumerator::of_types(&mut shapes, &property.args, &pool), largest)
    }

    /// A call of a property on inputs, as a user writes it.
    pub fn call(&self, property: &Property, inputs: &[Datum]) -> String {
        let properties = self.ready.properties;
        let types = &properties.program.types;
        let shown: Vec<Datum> = inputs.iter().map(|input| properties.written(input, types)).collect();
        call(property, &shown, types)
    }

    /// Runs a property on given inputs.
    pub fn replay(&self, property: &Property, inputs: &[Datum]) -> Checked {
        let mut checked = Checked::default();
        concretely(self.ready, |concrete| {
            let (ended, notes) = concrete.run(&property.entry, inputs);
            checked.take(inputs, ended, notes);
        });
        self.show(&mut checked);
        checked
    }
}

impl Failure {
    fn new(inputs: Vec<Datum>, ended: Ended, notes: &Notes, after: u64) -> Failure {
        // What a generator makes of what was drawn is the input that a user knows.
        let made = notes.iter().rev().find(|(number, _)| *number == MADE);
        let shown = made.map_or_else(|| inputs.clone(), |(_, value)| vec![value.clone()]);
        Failure { shown, inputs, ended, sides: sides(notes), after, place: None }
    }

    /// The size of the inputs.
    pub fn size(&self) -> u64 {
        self.inputs.iter().map(Datum::size).sum()
    }
}

impl Checked {
    /// Whether there is something to do still.
    fn is_open(&self) -> bool {
        self.failure.is_none() && !self.exhausted && !self.proved && !self.interrupted && !self.given_up
    }

    /// Counts a run on known inputs.
    fn take(&mut self, inputs: &[Datum], ended: Ended, notes: Notes) {
        match &ended {
            Ended::Rejected => {
                let outside = notes.iter().any(|(number, _)| *number == OUTSIDE);
                *(if outside { &mut self.outside } else { &mut self.rejected }) += 1;
                return;
            }
            Ended::Undecided(why) => {
                self.undecided.get_or_insert_with(|| why.clone());
                return;
            }
            Ended::Unfinished(resource) => return self.unfinished(Some(inputs), *resource),
            _ => {}
        }
        self.tests += 1;
        for (number, datum) in &notes {
            self.note(*number, datum);
        }
        if ended.refutes() && self.failure.is_none() {
            let after = self.tests;
            self.failure = Some(Failure::new(inputs.to_vec(), ended, &notes, after));
        }
    }

    /// Inputs that were tried without a test.
    fn passed_over(&self) -> u64 {
        self.rejected + self.outside
    }

    /// Counts a run that did not end.
    fn unfinished(&mut self, inputs: Option<&[Datum]>, resource: Resource) {
        let inputs = inputs.map(<[Datum]>::to_vec);
        self.unfinished.get_or_insert(Unfinished { inputs, resource, runs: 0 }).runs += 1;
    }

    /// What a run on unknown inputs may use. Once a run did not end there is no pass to be had, only a counterexample.
    fn limits(&self) -> Limits {
        let share = if self.unfinished.is_some() { SHORT } else { 1 };
        Limits { steps: RUN.steps / share, ..RUN }
    }

    /// Whether so many runs did not end that more of them are a waste of time.
    fn is_endless(&self) -> bool {
        let runs = self.unfinished.as_ref().map_or(0, |unfinished| unfinished.runs);
        runs >= MOST_UNFINISHED + (self.tests + self.rejected) / 50
    }

    fn note(&mut self, number: i64, datum: &Datum) {
        match (number, datum) {
            (1, Datum::Str(text)) => {
                let text = readable(text);
                *self.labels.seen.entry(text).or_insert(0) += 1;
            }
            (2, Datum::Construct(_, _, parts)) => {
                if let [Datum::Str(text), Datum::Int(percent), Datum::Bool(inside)] = &parts[..] {
                    let text = readable(text);
                    let percent = percent.as_i64().and_then(|int| u64::try_from(int).ok()).unwrap_or(0);
                    let entry = self.labels.demanded.entry(text).or_insert((percent, 0));
                    entry.1 += u64::from(*inside);
                }
            }
            (4, witness) => {
                self.witness.get_or_insert_with(|| witness.clone());
            }
            _ => {}
        }
    }
}

/// The largest size that is enumerated.
fn largest_size(smallest: u32) -> u32 {
    LARGEST.max(smallest.saturating_add(BEYOND_SMALLEST))
}

/// The last pair of sides that was noted.
fn sides(notes: &Notes) -> Option<(Datum, Datum)> {
    notes.iter().rev().find_map(|(number, datum)| match (number, datum) {
        (3, Datum::Construct(_, _, parts)) if parts.len() == 2 => Some((parts[0].clone(), parts[1].clone())),
        _ => None,
    })
}

struct Attack<'a> {
    checker: &'a Checker<'a>,
    property: &'a Property,
    checking: &'a Checking,
    constants: Constants,
}

impl Attack<'_> {
    fn is_late(&self) -> bool {
        self.checking.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Small inputs in order of size: over few basic values, and over many where these make too few inputs.
    fn enumerate(&self, concrete: &mut Concrete<'_, '_, '_>, checked: &mut Checked) {
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
        let mut shapes = Shapes::new(self.checker.ready.properties.program.types.clone());
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
        checked.exhausted = finite
            && !self.checker.ready.has_state()
            && !self.property.partial
            && last.is_some_and(|last| last <= largest)
            && checked.undecided.is_none()
            && checked.unfinished.is_none();
        last.is_some_and(|last| last <= largest)
    }

    /// Unknown inputs, their smallest sizes first; only those below the size of a known counterexample.
    fn solve(&self, concrete: &mut Concrete<'_, '_, '_>, known: Option<u64>, checked: &mut Checked) {
        let ready = self.checker.ready;
        let shapes = Shapes::new(ready.properties.program.types.clone());
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
        let mut exact = !self.property.polymorphic && !self.property.partial && !ready.has_state();
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
    fn simplify(&self, concrete: &mut Concrete<'_, '_, '_>, checked: &mut Checked) {
        let Some(failure) = &mut checked.failure else { return };
        let mut shapes = Shapes::new(self.checker.ready.properties.program.types.clone());
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
    fn sample(&self, concrete: &mut Concrete<'_, '_, '_>, numbers: Range<u64>, checked: &mut Checked) {
        let ready = self.checker.ready;
        let shapes = Shapes::new(ready.properties.program.types.clone());
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
