//! The attack on one property: small inputs in order of size, a few at random, unknown inputs by solving, more at random.
//!
//! A domain that is finite and enumerated to its end, or a search whose every path was followed, is a proof. Inputs that the
//! property rejects count neither as tests nor as a pass.

use std::collections::{BTreeMap, BTreeSet};

use lydian_budget::Deadline;
use lydian_core::{Datum, ShapeId};
use lydian_enumerate::{Constants, Enumerator};
use lydian_eval::{Limits, Noted, Resource};
use lydian_hunt::{Effort, largest_size};
use lydian_ocaml::Builders;
use lydian_verdict::grouped;

use crate::attack::Attack;
use crate::load::Property;
use crate::place::Place;
use crate::ready::{Ended, Notes, RUN, Ready, concretely};
use crate::tell::{call, readable};

/// How a property is checked.
#[derive(Debug, Clone)]
pub struct Checking {
    /// Tests of the enumeration; rejected inputs do not count, but at most ten times as many are tried.
    pub tests: u64,
    /// How many levels of searching and drawing there are.
    pub effort: Effort,
    /// Work of the search in each level.
    pub work: u64,
    /// Work on inputs that are drawn at random in each level.
    pub drawn: u64,
    /// The seed: it decides which of a size class that is too large are tried, and what is drawn.
    pub seed: u64,
    /// When to stop.
    pub deadline: Option<Deadline>,
}

impl Default for Checking {
    fn default() -> Checking {
        let effort = Effort::default();
        Checking { tests: 1_000, effort, work: 400_000, drawn: 400_000, seed: 0, deadline: None }
    }
}

/// A pass ends after so many runs that do not end, and one more for every fifty that do: each takes long.
pub(crate) const MOST_UNFINISHED: u64 = 5;

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
    pub all_tried: bool,
    /// Whether that is a proof.
    pub exhausted: bool,
    /// What can change between two calls of the property, by name: each input was tried as a first call.
    pub state: Option<String>,
    /// Whether two parts of the inputs could be one and the same value that changes; that was not tried.
    pub shared: bool,
    /// Whether there are values of an argument's type that were not tried: no operation that can be used makes them.
    pub partial: bool,
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
    /// Inputs drawn at random on which the property did not end within its limits, or could not be run.
    pub open_samples: u64,
    /// Those on which it did not end; after a few of them only little more is drawn.
    pub unfinished_samples: u64,
    /// Shapes of inputs whose values were solved for, and the paths through them on which the property holds.
    pub moulds: u64,
    /// See `moulds`.
    pub mould_paths: u64,
    /// Floating-point numbers that were tried.
    pub floats: u64,
    /// How far it was to go, and the levels that were done.
    pub effort: Effort,
    /// See `effort`.
    pub levels: u64,
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
    pub(crate) ready: &'r Ready<'r>,
}

/// Inputs that are all larger than this are not tried at all.
const TOO_LARGE: u32 = 10_000;

/// The share of its steps that a run has after another one did not end.
const SHORT: u64 = 20;

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
        checked.state = self.ready.state_of(&property.entry).first().cloned();
        checked.shared = self.may_share(property);
        checked.partial = property.partial;
        checked.effort = checking.effort;
        concretely(self.ready, |concrete| {
            Attack { checker: self, property, checking, constants: self.constants(property) }
                .run(concrete, &mut checked);
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
        let mut shapes = self.ready.properties.shapes();
        let roots: Vec<ShapeId> = property.args.iter().map(|ty| shapes.intern(ty)).collect();
        roots.into_iter().try_fold(0u32, |sum, root| Some(sum.saturating_add(shapes.min_size(root)?)))
    }

    /// Whether an input can hold one value that changes in two places.
    fn may_share(&self, property: &Property) -> bool {
        let mut shapes = self.ready.properties.shapes();
        let roots: Vec<ShapeId> = property.args.iter().map(|ty| shapes.intern(ty)).collect();
        shapes.may_share(&roots)
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
        let mut shapes = self.ready.properties.shapes();
        let pool = lydian_hunt::few(&self.constants(property));
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
    pub(crate) fn new(inputs: Vec<Datum>, ended: Ended, notes: &Notes, after: u64) -> Failure {
        // What a generator makes of what was drawn is the input that a user knows.
        let made = notes.iter().rev().find(|(kind, _)| *kind == Noted::Made);
        let shown = made.map_or_else(|| inputs.clone(), |(_, value)| vec![value.clone()]);
        Failure { shown, inputs, ended, sides: sides(notes), after, place: None }
    }

    /// The size of the inputs.
    pub fn size(&self) -> u64 {
        self.inputs.iter().map(Datum::size).sum()
    }
}

impl Checked {
    /// Whether there are no other inputs than those that can be tried, and nothing else that decides what happens.
    pub(crate) fn is_exact(&self) -> bool {
        self.state.is_none() && !self.shared && !self.partial
    }

    /// Counts a run on known inputs.
    pub(crate) fn take(&mut self, inputs: &[Datum], ended: Ended, notes: Notes) {
        match &ended {
            Ended::Rejected => {
                let outside = notes.iter().any(|(kind, _)| *kind == Noted::Outside);
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
        self.take_notes(&notes);
        if ended.refutes() && self.failure.is_none() {
            let after = self.tests;
            self.failure = Some(Failure::new(inputs.to_vec(), ended, &notes, after));
        }
    }

    /// Inputs that were tried without a test.
    pub(crate) fn passed_over(&self) -> u64 {
        self.rejected + self.outside
    }

    /// Counts a run that did not end.
    pub(crate) fn unfinished(&mut self, inputs: Option<&[Datum]>, resource: Resource) {
        let inputs = inputs.map(<[Datum]>::to_vec);
        self.unfinished.get_or_insert(Unfinished { inputs, resource, runs: 0 }).runs += 1;
    }

    /// What a run on unknown inputs may use. Once a run did not end there is no pass to be had, only a counterexample.
    pub(crate) fn limits(&self) -> Limits {
        let share = if self.unfinished.is_some() { SHORT } else { 1 };
        Limits { steps: RUN.steps / share, ..RUN }
    }

    /// Whether so many runs did not end that more of them are a waste of time.
    pub(crate) fn is_endless(&self) -> bool {
        let runs = self.unfinished.as_ref().map_or(0, |unfinished| unfinished.runs);
        runs >= MOST_UNFINISHED + (self.tests + self.rejected) / 50
    }

    /// Counts what a test noted: a label once, however often it was noted; a class that is demanded once as well, if a condition
    /// held, and with the greatest of its percentages.
    fn take_notes(&mut self, notes: &Notes) {
        let mut labels = BTreeSet::new();
        let mut inside: BTreeMap<String, bool> = BTreeMap::new();
        for (kind, datum) in notes {
            match (kind, datum) {
                (Noted::Label, Datum::Str(text)) => _ = labels.insert(readable(text)),
                (Noted::Demand, Datum::Construct(_, _, parts)) => {
                    if let [Datum::Str(text), Datum::Int(percent), Datum::Bool(holds)] = &parts[..] {
                        let text = readable(text);
                        let percent = percent.as_i64().and_then(|int| u64::try_from(int).ok()).unwrap_or(0);
                        *inside.entry(text.clone()).or_default() |= *holds;
                        let demanded = &mut self.labels.demanded.entry(text).or_default().0;
                        *demanded = percent.max(*demanded);
                    }
                }
                (Noted::Witness, witness) => _ = self.witness.get_or_insert_with(|| witness.clone()),
                _ => {}
            }
        }
        for label in labels {
            *self.labels.seen.entry(label).or_default() += 1;
        }
        for (text, inside) in inside {
            self.labels.demanded.entry(text).or_default().1 += u64::from(inside);
        }
    }
}

/// The last pair of sides that was noted.
fn sides(notes: &Notes) -> Option<(Datum, Datum)> {
    notes.iter().rev().find_map(|(kind, datum)| match (kind, datum) {
        (Noted::Sides, Datum::Construct(_, _, parts)) if parts.len() == 2 => {
            Some((parts[0].clone(), parts[1].clone()))
        }
        _ => None,
    })
}
