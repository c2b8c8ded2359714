//! A reference and a submission in one image, ready to run on the same inputs.

use std::rc::Rc;
use std::sync::Arc;

use lydian_core::{ArgLabel, Datum, IntMode, Program, Shapes, TypeTable, Value};
use lydian_eval::{Image, ImageBuilder, LinkError, Machine, Outcome, ProgramId, Universe, World};
use lydian_explore::Session;
use lydian_solver::Chain;

use crate::Functions;
use crate::called::Onlooker;
use crate::definitions::{Definitions, Failure};
use crate::entry::Entry;
use crate::staged::works_in_stages;

/// Which of the two programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Reference,
    Submission,
}

/// Both programs, compiled.
pub(crate) struct Pair {
    image: Image,
    ids: [ProgramId; 2],
    types: [Rc<TypeTable>; 2],
    definitions: [Definitions; 2],
    pub(crate) entry: Entry,
    pub(crate) int_mode: IntMode,
    /// What functions that are inputs do.
    pub(crate) functions: Functions,
    /// Whether both declare the constructors of their types in the same order.
    same_order: bool,
    /// How calls of the entry are looked at.
    pub(crate) onlooker: Onlooker,
    /// Whether the entry of a side may do something before it has all its arguments.
    pub(crate) works_in_stages: bool,
}

/// What stopped a pair from being made.
#[derive(Debug)]
pub(crate) enum Broken {
    /// The program needs what the evaluator does not have.
    Link(Side, LinkError),
    /// The definitions of the program fail before or at what the entry needs.
    Definitions(Side, Failure),
}

impl Pair {
    pub(crate) fn new(reference: &Program, submission: &Program, entry: Entry) -> Result<Pair, Broken> {
        let renamed = entry.renaming.applied_to(submission);
        let submission = renamed.as_ref().unwrap_or(submission);
        let mut builder = ImageBuilder::new(reference.int_mode);
        let first = builder.add(reference).map_err(|error| Broken::Link(Side::Reference, error))?;
        let second = builder.add(submission).map_err(|error| Broken::Link(Side::Submission, error))?;
        let image = builder.finish();
        let define = |side: Side, id, program: &Program| {
            let broken = |failure| Broken::Definitions(side, failure);
            let definitions = Definitions::run(&image, id, program).map_err(broken)?;
            match definitions.failures.first() {
                Some(first) if !definitions.defines(program, &entry.name) => Err(broken(first.clone())),
                _ => Ok(definitions),
            }
        };
        let definitions =
            [define(Side::Reference, first, reference)?, define(Side::Submission, second, submission)?];
        let onlooker = Onlooker::new(&image, [(reference, first), (submission, second)], &entry);
        let arity = entry.args.len();
        let works_in_stages =
            [reference, submission].iter().any(|program| works_in_stages(program, &entry.name, arity));
        Ok(Pair {
            works_in_stages,
            ids: [first, second],
            types: [Rc::new(reference.types.clone()), Rc::new(submission.types.clone())],
            definitions,
            entry,
            int_mode: reference.int_mode,
            functions: Functions::Total,
            same_order: same_order(&reference.types, &submission.types),
            image,
            onlooker,
        })
    }

    /// What failed at the top level of one side.
    pub(crate) fn failures(&self, side: Side) -> &[Failure] {
        &self.definitions[side as usize].failures
    }

    /// Whether a program keeps mutable data between calls: then one call from the start does not show all it can do.
    pub(crate) fn has_state(&self) -> bool {
        self.definitions.iter().any(Definitions::are_state)
    }

    pub(crate) fn id(&self, side: Side) -> ProgramId {
        self.ids[side as usize]
    }

    pub(crate) fn types(&self, side: Side) -> &Rc<TypeTable> {
        &self.types[side as usize]
    }

    /// Runs something with the definitions of one side in place.
    pub(crate) fn run_with<R>(
        &self,
        side: Side,
        world: &mut World<'_>,
        body: impl FnOnce(&mut Machine<'_, '_, '_>, &Value) -> R,
    ) -> R
    where
        R: From<Outcome>,
    {
        if !self.same_order {
            world.declarations = Some(self.types[side as usize].clone());
        }
        let mut machine = Machine::new(&self.image, world);
        let id = self.ids[side as usize];
        match self.definitions[side as usize].put_into(&mut machine, &self.image, id) {
            Outcome::Returned(_) => {}
            other => return R::from(other),
        }
        match machine.global(id, &self.entry.name) {
            Some(entry) => body(&mut machine, &entry),
            None => R::from(Outcome::Unsupported(format!("{} has no value", self.entry.name))),
        }
    }

    /// A universe over the reference's types.
    pub(crate) fn universe(&self) -> Universe {
        let types = (*self.types[0]).clone();
        Universe::new(match self.functions {
            Functions::Total => Shapes::of_total_functions(types),
            Functions::Raising => Shapes::new(types),
        })
    }

    /// A fresh session for a search over the inputs.
    pub(crate) fn session(&self) -> Session {
        Session::new(self.universe().shapes, self.int_mode, Chain::new())
    }

    /// The call as the user writes it.
    pub(crate) fn arguments(&self, inputs: &[Datum]) -> Vec<String> {
        inputs
            .iter()
            .zip(&self.entry.labels)
            .map(|(input, label)| {
                let shown = lydian_ocaml::show_argument(input, &self.types[0]);
                match label {
                    ArgLabel::Positional => shown,
                    ArgLabel::Labelled(name) => format!("~{name}:{shown}"),
                    ArgLabel::Optional(name) => format!("?{name}:{shown}"),
                }
            })
            .collect()
    }
}

/// Whether comparison of constructors means the same in both programs.
fn same_order(reference: &TypeTable, submission: &TypeTable) -> bool {
    reference.iter().all(|decl| match submission.get(&decl.path) {
        None => true,
        Some(other) => Arc::ptr_eq(decl, other) || decl.body == other.body,
    })
}
