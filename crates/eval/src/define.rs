//! Runs the definitions of a program once, in a world of their own, so that many runs can start from their values.
//! A test at the top level that fails, asks for input or never ends says something about itself, not about the functions of
//! its file: where the door allows it, such a step is left out with what needs it, and the rest is defined.

use std::collections::HashSet;

use lydian_core::expr::Place;
use lydian_core::{Datum, Program, Shapes, Value, Var};
use lydian_term::Terms;

use crate::{Image, Limits, Machine, Meter, NoUnknowns, NoValue, Outcome, ProgramId, Universe, World};

/// The limits of each step of definitions that run as far as they go: a program may compute something at its top level.
const STEP: Limits = Limits { steps: 5_000_000, stack: 2_000_000, words: 200_000_000 };

/// The limits of a step behind one that reached its limits: a file with many endless tests must not take minutes.
const LATER_STEP: Limits = Limits { steps: 500_000, stack: 2_000_000, words: 50_000_000 };

/// How far definitions must run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// All of them, within these limits; the first that fails ends it.
    All(Limits),
    /// As far as they go: what fails is left out.
    AsFarAsTheyGo,
}

/// A step of the definitions that did not run through.
#[derive(Debug, Clone)]
pub struct Failure {
    /// Where it is written, if that is known.
    pub place: Option<Place>,
    /// What it does instead.
    pub how: NoValue,
}

impl Failure {
    /// `line 7 raises Not_found`, as far as the place is known.
    pub fn in_words(&self, show: impl FnOnce(&Datum) -> String) -> String {
        let how = self.how.in_words(show);
        match &self.place {
            Some(place) => format!("line {} {how}", place.line),
            None => format!("the top level {how}"),
        }
    }
}

/// What the definitions of a program gave.
pub(crate) struct Definitions {
    /// The values of the program's own part of the globals.
    pub(crate) values: Vec<Value>,
    /// Whether they hold mutable data.
    pub(crate) are_state: bool,
    /// The steps that no run takes: those that do not end, and those that need what a failed one would have defined.
    left_out: HashSet<usize>,
    /// The steps that raise an exception: what they do before that stays done.
    raising: HashSet<usize>,
    /// What failed, in order.
    pub(crate) failures: Vec<Failure>,
    /// What has no value because of that.
    pub(crate) undefined: HashSet<Var>,
}

impl Definitions {
    /// Runs them; the error is a failure that cannot be left out.
    pub(crate) fn run(
        image: &Image,
        id: ProgramId,
        program: &Program,
        extent: Extent,
    ) -> Result<Definitions, Failure> {
        let mut limits = match extent {
            Extent::All(limits) => limits,
            Extent::AsFarAsTheyGo => STEP,
        };
        let mut terms = Terms::new();
        let mut universe = Universe::new(Shapes::new(program.types.clone()));
        let mut decider = NoUnknowns::default();
        let meter = Meter::new(limits);
        let mut world = World::new(&mut terms, &mut universe, &mut decider, meter, image.int_mode);
        let mut machine = Machine::new(image, &mut world);
        let of_libraries = image.step_count(id) - program.items.len();
        let mut done = Definitions {
            values: Vec::new(),
            are_state: false,
            left_out: HashSet::new(),
            raising: HashSet::new(),
            failures: Vec::new(),
            undefined: HashSet::new(),
        };
        for step in 0..image.step_count(id) {
            let own = step.checked_sub(of_libraries);
            let item = own.map(|own| &program.items[own]);
            if let Some(item) = item.filter(|item| item.mentions(&done.undefined)) {
                done.left_out.insert(step);
                done.undefined.extend(item.defined());
                continue;
            }
            if extent == Extent::AsFarAsTheyGo {
                machine.world.meter = Meter::new(limits);
            }
            let outcome = machine.define_step(id, step);
            let Some(how) = NoValue::of(&outcome, machine.world) else { continue };
            let place = own.and_then(|own| program.item_places.get(own)).cloned();
            let failure = Failure { place, how };
            let Some(item) = item.filter(|_| extent == Extent::AsFarAsTheyGo) else { return Err(failure) };
            if let NoValue::Exhausted(..) = failure.how {
                limits = LATER_STEP;
            }
            let steps =
                if let NoValue::Raised(_) = failure.how { &mut done.raising } else { &mut done.left_out };
            steps.insert(step);
            done.failures.push(failure);
            done.undefined.extend(item.defined());
        }
        done.values = machine.globals()[image.part_of(id)].to_vec();
        done.are_state = done.values.iter().any(Value::holds_mutable_data);
        Ok(done)
    }

    /// Runs them again in a machine, so that it has mutable data of its own.
    pub(crate) fn run_again(
        &self,
        machine: &mut Machine<'_, '_, '_>,
        image: &Image,
        id: ProgramId,
    ) -> Outcome {
        for step in (0..image.step_count(id)).filter(|step| !self.left_out.contains(step)) {
            match machine.define_step(id, step) {
                Outcome::Returned(_) => {}
                Outcome::Raised(_) if self.raising.contains(&step) => {}
                other => return other,
            }
        }
        Outcome::Returned(Value::Unit)
    }
}
