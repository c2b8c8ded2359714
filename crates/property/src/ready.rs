//! A file of properties that is ready to run: its code, and its definitions computed once.

use std::collections::BTreeMap;
use std::sync::Arc;

use lydian_core::{ConId, Datum, IntMode, Value, Var};
use lydian_diagnostic::{Diagnostic, Span};
use lydian_eval::{
    self as eval, Branches, Extent, Limits, Machine, Meter, NoValue, Noted, Outcome, Resource, World,
};
use lydian_term::Model;
use lydian_verdict::grouped;

use crate::load::Properties;

/// What the definitions of a file may use: with what a call and a word really take, this is most of a gigabyte.
const DEFINITIONS: Limits = Limits { steps: 20_000_000, stack: 3_200_000, words: 30_000_000 };

/// What one run of a property may use.
pub(crate) const RUN: Limits = Limits { steps: 2_000_000, stack: 400_000, words: 20_000_000 };

/// Properties that are ready to run.
pub struct Ready<'p> {
    /// The properties.
    pub properties: &'p Properties,
    code: eval::Ready,
    /// For each entry, the definitions that it can reach and that hold something that changes. Where there are some, all
    /// definitions are computed anew for each run.
    state: BTreeMap<Arc<str>, Vec<String>>,
}

/// How a run of a property ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Ended {
    /// It holds.
    Holds,
    /// It does not.
    Fails,
    /// The property is not about this input.
    Rejected,
    /// It raised an exception.
    Raised(Datum),
    /// It did not end within its limits.
    Unfinished(Resource),
    /// It was interrupted, or needs what the evaluator does not have.
    Undecided(String),
}

impl Ended {
    /// Whether the run shows that the property does not hold.
    pub fn refutes(&self) -> bool {
        matches!(self, Ended::Fails | Ended::Raised(_))
    }
}

/// What a run did that used up a resource, in words that follow its name.
pub(crate) fn beyond(resource: Resource) -> String {
    match resource {
        Resource::Steps => format!("gives no result within {} steps", grouped(RUN.steps)),
        Resource::Stack => {
            format!("nests calls too deeply: more than {} values on the stack", grouped(RUN.stack as u64))
        }
        Resource::Words => format!("needs more than {} words of memory", grouped(RUN.words)),
        Resource::Time => "was interrupted".into(),
    }
}

/// What a run noted.
pub(crate) type Notes = Vec<(Noted, Datum)>;

impl<'p> Ready<'p> {
    /// Computes the definitions.
    pub fn new(properties: &'p Properties) -> Result<Ready<'p>, Box<Diagnostic>> {
        let source = &properties.source;
        let program = &properties.program;
        let code = eval::Ready::new(IntMode::OCAML, &[program], Extent::All(DEFINITIONS));
        let code = code.map_err(|unready| {
            let line = unready.line_in(&source.name).unwrap_or(1);
            let span = Span::new(source, source.line(line));
            let why = unready.explain(|exception| lydian_ocaml::show(exception, &program.types));
            Box::new(Diagnostic::error("definition-fails", span, why))
        })?;
        let mut ready = Ready { properties, code, state: BTreeMap::new() };
        let entries = properties.properties.iter().map(|property| property.entry.clone());
        ready.state = entries.map(|entry| (entry.clone(), ready.reachable_state(&entry))).collect();
        Ok(ready)
    }

    /// What changes from one run of a property to the next, by the names of the definitions that hold it: then a run from the
    /// start does not show all that can happen. What cannot be reached from the property does not matter.
    pub fn state_of(&self, entry: &str) -> &[String] {
        self.state.get(entry).map_or(&[], Vec::as_slice)
    }

    fn reachable_state(&self, entry: &str) -> Vec<String> {
        let program = &self.properties.program;
        let Some(export) = program.export(entry) else { return Vec::new() };
        let changes = |var: Var| self.code.value_of(0, var).is_some_and(Value::holds_mutable_data);
        let reached = program.reachable([export.var]).into_iter().map(|(var, _)| var);
        reached.filter(|var| changes(*var)).map(|var| self.name_of(var)).collect()
    }

    /// What a user calls a definition.
    fn name_of(&self, var: Var) -> String {
        let program = &self.properties.program;
        let exported = program.exports.iter().find(|export| export.var == var).map(|export| &export.name);
        match exported.or_else(|| program.var_name(var).filter(|_| program.is_own(var))) {
            Some(name) => format!("`{name}`"),
            None => "the library".to_owned(),
        }
    }

    /// A machine in which nothing is defined yet.
    pub(crate) fn machine<'i, 'w, 'v>(&'i self, world: &'v mut World<'w>) -> Machine<'i, 'w, 'v> {
        Machine::new(self.code.image(), world)
    }

    /// Puts the definitions in place and gives the function of a property.
    pub(crate) fn enter(&self, machine: &mut Machine<'_, '_, '_>, name: &str) -> Result<Value, Outcome> {
        match self.state.get(name) {
            Some(state) if state.is_empty() => self.code.put_into(machine, 0),
            _ => match self.code.run_again(machine, 0) {
                Outcome::Returned(_) => {}
                other => return Err(other),
            },
        }
        machine
            .global(self.code.id(0), name)
            .ok_or_else(|| Outcome::Unsupported(format!("`{name}` has no value")))
    }

    /// The value of a definition.
    pub(crate) fn value_of(&self, name: &str) -> Result<Datum, NoValue> {
        self.code.concretely(0, DEFINITIONS, |world| {
            let value = self.enter(&mut self.machine(world), name).or_else(Outcome::returned);
            match value {
                Ok(value) => Ok(world.close(&value, &Model::new())),
                Err(stop) => Err(NoValue::of_stop(&stop, world)),
            }
        })
    }
}

/// The elements of a list.
pub(crate) fn elements(list: &Datum) -> impl Iterator<Item = &Datum> {
    let mut rest = list;
    std::iter::from_fn(move || match rest {
        Datum::Construct(ConId::CONS, _, parts) => {
            rest = parts.get(1)?;
            parts.first()
        }
        _ => None,
    })
}

/// A machine that runs properties on known inputs.
pub(crate) struct Concrete<'i, 'w, 'v> {
    ready: &'i Ready<'i>,
    machine: Machine<'i, 'w, 'v>,
    /// The property that is run, by its name.
    function: (String, Result<Value, Outcome>),
}

/// Runs something with such a machine.
pub(crate) fn concretely<R>(ready: &Ready<'_>, body: impl FnOnce(&mut Concrete<'_, '_, '_>) -> R) -> R {
    ready.code.concretely(0, RUN, |world| {
        let function = (String::new(), Err(Outcome::Cut));
        body(&mut Concrete { ready, machine: ready.machine(world), function })
    })
}

impl Concrete<'_, '_, '_> {
    /// Runs a property, with the branches that it takes noted where there is somebody to note them.
    pub(crate) fn run_noting(
        &mut self,
        property: &str,
        inputs: &[Datum],
        branches: &mut Option<Box<Branches>>,
    ) -> (Ended, Notes) {
        self.machine.world.branches = branches.take();
        let ran = self.run(property, inputs);
        *branches = self.machine.world.branches.take();
        ran
    }

    /// The steps of the last run.
    pub(crate) fn steps(&self) -> u64 {
        self.machine.world.meter.steps
    }

    /// Runs a property.
    pub(crate) fn run(&mut self, property: &str, inputs: &[Datum]) -> (Ended, Notes) {
        self.machine.world.meter = Meter::new(RUN);
        if self.function.0 != property || !self.ready.state_of(property).is_empty() {
            self.function = (property.to_owned(), self.ready.enter(&mut self.machine, property));
            self.machine.world.meter = Meter::new(RUN);
        }
        self.machine.world.notes.clear();
        let args: Vec<Value> = inputs.iter().map(|input| self.machine.world.plant(input)).collect();
        let outcome = match &self.function.1 {
            Ok(function) => self.machine.call(function, &args),
            Err(outcome) => outcome.clone(),
        };
        let model = Model::new();
        let ended = match outcome {
            Outcome::Returned(Value::Bool(true)) => Ended::Holds,
            Outcome::Returned(_) => Ended::Fails,
            Outcome::Raised(Value::Constant(con)) if con == ConId::rejected() => Ended::Rejected,
            Outcome::Raised(exception) => Ended::Raised(self.machine.world.close(&exception, &model)),
            Outcome::Exhausted(Resource::Time) | Outcome::Cut => {
                Ended::Undecided("it was interrupted".into())
            }
            Outcome::Exhausted(resource) => Ended::Unfinished(resource),
            Outcome::Unsupported(why) => Ended::Undecided(why),
        };
        let notes = std::mem::take(&mut self.machine.world.notes);
        let close = |value: &Value| self.machine.world.close(value, &model);
        let notes: Notes = notes
            .iter()
            .filter_map(|(number, value)| Noted::of(*number).map(|kind| (kind, close(value))))
            .collect();
        // A law that catches every exception must not make a counterexample of what its generator does not give.
        let outside = notes.iter().any(|(kind, _)| *kind == Noted::Outside);
        (if outside { Ended::Rejected } else { ended }, notes)
    }
}
