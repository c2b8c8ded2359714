//! A reference and a submission in one image, ready to run on the same inputs.

use std::rc::Rc;
use std::sync::Arc;

use lydian_core::{ArgLabel, Datum, IntMode, Program, Shapes, TypeTable, Value};
use lydian_eval::{Image, ImageBuilder, Limits, LinkError, Machine, Outcome, ProgramId, Universe, World};

use crate::entry::Entry;

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
    /// The values of the definitions; `None` for a program whose definitions hold mutable data and run anew each time.
    globals: [Option<Vec<Value>>; 2],
    pub(crate) entry: Entry,
    pub(crate) int_mode: IntMode,
    /// Whether both declare the constructors of their types in the same order.
    same_order: bool,
}

/// What stopped a pair from being made.
#[derive(Debug)]
pub(crate) enum Broken {
    /// The program needs what the evaluator does not have.
    Link(Side, LinkError),
    /// The definitions of the program do not run through.
    Definitions(Side, Box<Outcome>),
}

/// The limits of the definitions: a submission may compute something at its top level.
const DEFINITIONS: Limits = Limits { steps: 5_000_000, stack: 2_000_000, words: 200_000_000 };

impl Pair {
    pub(crate) fn new(reference: &Program, submission: &Program, entry: Entry) -> Result<Pair, Broken> {
        let mut builder = ImageBuilder::new(reference.int_mode);
        let first = builder.add(reference).map_err(|error| Broken::Link(Side::Reference, error))?;
        let second = builder.add(submission).map_err(|error| Broken::Link(Side::Submission, error))?;
        let mut pair = Pair {
            image: builder.finish(),
            ids: [first, second],
            types: [Rc::new(reference.types.clone()), Rc::new(submission.types.clone())],
            globals: [None, None],
            entry,
            int_mode: reference.int_mode,
            same_order: same_order(&reference.types, &submission.types),
        };
        for side in [Side::Reference, Side::Submission] {
            pair.run_definitions(side)?;
        }
        Ok(pair)
    }

    fn run_definitions(&mut self, side: Side) -> Result<(), Broken> {
        let (id, types) = (self.ids[side as usize], &self.types[side as usize]);
        let globals = self
            .image
            .definitions(id, types, None, DEFINITIONS, self.int_mode)
            .map_err(|undefined| Broken::Definitions(side, Box::new(undefined.outcome)))?;
        self.globals[side as usize] = (!globals.iter().any(Value::holds_mutable_data)).then_some(globals);
        Ok(())
    }

    /// Whether a program keeps mutable data between calls: then one call from the start does not show all it can do.
    pub(crate) fn has_state(&self) -> bool {
        self.globals.iter().any(Option::is_none)
    }

    pub(crate) fn id(&self, side: Side) -> ProgramId {
        self.ids[side as usize]
    }

    pub(crate) fn types(&self, side: Side) -> &Rc<TypeTable> {
        &self.types[side as usize]
    }

    /// Runs the entry of one side on arguments.
    pub(crate) fn run(&self, side: Side, world: &mut World<'_>, args: &[Value]) -> Outcome {
        self.run_with(side, world, |machine, entry| machine.call(entry, args))
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
        match &self.globals[side as usize] {
            Some(globals) => machine.set_globals(globals),
            None => match machine.define(self.ids[side as usize]) {
                Outcome::Returned(_) => {}
                other => return R::from(other),
            },
        }
        match machine.global(self.ids[side as usize], &self.entry.name) {
            Some(entry) => body(&mut machine, &entry),
            None => R::from(Outcome::Unsupported(format!("{} has no value", self.entry.name))),
        }
    }

    /// A universe over the reference's types.
    pub(crate) fn universe(&self) -> Universe {
        Universe::new(Shapes::new((*self.types[0]).clone()))
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
