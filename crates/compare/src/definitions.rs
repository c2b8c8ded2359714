//! Runs the definitions of a program as far as they go.
//! A test at the top level that fails, asks for input or never ends says something about itself, not about the functions of its
//! file: it is left out, what is defined without it is compared, and the verdict carries a remark.

use std::collections::HashSet;

use lydian_core::expr::Place;
use lydian_core::{Expr, Item, Program, Shapes, Value, Var};
use lydian_eval::{Image, Limits, Machine, Meter, NoUnknowns, Outcome, ProgramId, Resource, Universe, World};
use lydian_term::{Model, Terms};
use lydian_verdict::grouped;

/// The limits of each step: a program may compute something at its top level.
const LIMITS: Limits = Limits { steps: 5_000_000, stack: 2_000_000, words: 200_000_000 };

/// The limits of a step behind one that reached its limits: a file with many endless tests must not take minutes.
const SMALL_LIMITS: Limits = Limits { steps: 500_000, stack: 2_000_000, words: 50_000_000 };

/// What the definitions of a program gave.
pub(crate) struct Definitions {
    /// Their values; `None` if they hold mutable data and run anew for each call.
    values: Option<Vec<Value>>,
    /// The steps that no run takes: those that do not end, and those that need what a failed one would have defined.
    left_out: HashSet<usize>,
    /// The steps that raise an exception: what they do before that stays done.
    raising: HashSet<usize>,
    /// What failed, in order.
    pub(crate) failures: Vec<Failure>,
    undefined: HashSet<Var>,
}

/// A step that did not run through.
#[derive(Debug, Clone)]
pub(crate) struct Failure {
    pub(crate) place: Option<Place>,
    /// What it does instead of ending: `raises Not_found`.
    pub(crate) how: String,
}

impl Failure {
    /// `line 7 raises Not_found`, as far as the place is known.
    pub(crate) fn in_words(&self) -> String {
        match &self.place {
            Some(place) => format!("line {} {}", place.line, self.how),
            None => format!("the top level {}", self.how),
        }
    }
}

impl Definitions {
    /// Runs them; the error is a failure outside of the program's own steps.
    pub(crate) fn run(image: &Image, id: ProgramId, program: &Program) -> Result<Definitions, Failure> {
        let mut terms = Terms::new();
        let mut universe = Universe::new(Shapes::new(program.types.clone()));
        let mut decider = NoUnknowns::default();
        let mut world =
            World::new(&mut terms, &mut universe, &mut decider, Meter::new(LIMITS), image.int_mode);
        let mut machine = Machine::new(image, &mut world);
        let of_libraries = image.step_count(id) - program.items.len();
        let mut left_out = HashSet::new();
        let mut raising = HashSet::new();
        let mut failures = Vec::new();
        let mut undefined = HashSet::new();
        let mut limits = LIMITS;
        for step in 0..image.step_count(id) {
            let own = step.checked_sub(of_libraries);
            let item = own.map(|own| &program.items[own]);
            if item.is_some_and(|item| item_mentions(item, &undefined)) {
                left_out.insert(step);
                undefined.extend(item.into_iter().flat_map(defined_by));
                continue;
            }
            machine.world.meter = Meter::new(limits);
            let outcome = machine.define_step(id, step);
            if let Outcome::Returned(_) = outcome {
                continue;
            }
            if let Outcome::Exhausted(_) = outcome {
                limits = SMALL_LIMITS;
            }
            let how = how(&outcome, machine.world, program);
            let place = own.and_then(|own| program.item_places.get(own)).cloned();
            let failure = Failure { place, how };
            let Some(item) = item else { return Err(failure) };
            failures.push(failure);
            let steps = if let Outcome::Raised(_) = outcome { &mut raising } else { &mut left_out };
            steps.insert(step);
            undefined.extend(defined_by(item));
        }
        let globals = machine.globals().to_vec();
        let values = (!globals.iter().any(Value::holds_mutable_data)).then_some(globals);
        Ok(Definitions { values, left_out, raising, failures, undefined })
    }

    /// Gives a machine their values, by running them anew if they hold mutable data.
    pub(crate) fn put_into(
        &self,
        machine: &mut Machine<'_, '_, '_>,
        image: &Image,
        id: ProgramId,
    ) -> Outcome {
        if let Some(values) = &self.values {
            machine.set_globals(values);
            return Outcome::Returned(Value::Unit);
        }
        for step in (0..image.step_count(id)).filter(|step| !self.left_out.contains(step)) {
            match machine.define_step(id, step) {
                Outcome::Returned(_) => {}
                Outcome::Raised(_) if self.raising.contains(&step) => {}
                other => return other,
            }
        }
        Outcome::Returned(Value::Unit)
    }

    /// Whether they hold mutable data.
    pub(crate) fn are_state(&self) -> bool {
        self.values.is_none()
    }

    /// Whether an offered name has its value although something failed.
    pub(crate) fn defines(&self, program: &Program, name: &str) -> bool {
        program.export(name).is_none_or(|export| !self.undefined.contains(&export.var))
    }
}

/// What a step does instead of ending.
fn how(outcome: &Outcome, world: &World<'_>, program: &Program) -> String {
    match outcome {
        Outcome::Raised(exception) => {
            let exception = world.close(exception, &Model::new());
            let shown = lydian_ocaml::show(&exception, &program.types);
            match shown.as_str() {
                "End_of_file" => "raises End_of_file (there is no input to read)".to_owned(),
                _ => format!("raises {}", crate::wording::clip(&shown)),
            }
        }
        Outcome::Exhausted(Resource::Steps) => {
            format!("does not end within {} steps", grouped(world.meter.limits.steps))
        }
        Outcome::Exhausted(Resource::Stack) => "recurses too deeply".to_owned(),
        Outcome::Exhausted(_) => "needs too much memory".to_owned(),
        Outcome::Unsupported(why) => format!("cannot be run: {why}"),
        Outcome::Returned(_) | Outcome::Cut => "was given up".to_owned(),
    }
}

/// The variables that a step defines.
pub(crate) fn defined_by(item: &Item) -> Vec<Var> {
    match item {
        Item::Define(var, _) => vec![*var],
        Item::DefineRec(group) => group.iter().map(|(var, _)| *var).collect(),
        Item::Run(_) => Vec::new(),
    }
}

fn item_mentions(item: &Item, vars: &HashSet<Var>) -> bool {
    if vars.is_empty() {
        return false;
    }
    match item {
        Item::Define(_, expr) | Item::Run(expr) => mentions(expr, vars),
        Item::DefineRec(group) => group.iter().any(|(_, expr)| mentions(expr, vars)),
    }
}

/// Whether an expression uses one of the variables; every variable has a number of its own, so none is hidden.
pub(crate) fn mentions(expr: &Expr, vars: &HashSet<Var>) -> bool {
    if let Expr::Var(var) = expr {
        return vars.contains(var);
    }
    let mut found = false;
    expr.for_each_child(&mut |child| found = found || mentions(child, vars));
    found
}
