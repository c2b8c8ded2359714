//! A reference and a submission in one image, ready to run on the same inputs.

use std::rc::Rc;
use std::sync::Arc;

use lydian_core::{
    ArgLabel, ConId, ConstructorDecl, Datum, IntMode, Program, Shapes, TypeBody, TypeTable, Value,
};
use lydian_eval::{Extent, Failure, LinkError, Machine, Outcome, ProgramId, Ready, Universe, Unready, World};
use lydian_explore::Session;
use lydian_solver::Chain;

use crate::called::Onlooker;
use crate::entry::Entry;
use crate::helpers::Helpers;
use crate::sequence::Sequence;
use crate::staged::stage;
use crate::through::Through;
use crate::twins::sees_sharing;
use crate::{Floats, Functions, field_order};

/// Which of the two programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Reference,
    Submission,
}

impl Side {
    /// Both, in the order in which they stand.
    const ALL: [Side; 2] = [Side::Reference, Side::Submission];
}

/// Both programs, compiled.
pub(crate) struct Pair {
    /// The reference, then the submission.
    ready: Ready,
    pub(crate) entry: Entry,
    pub(crate) int_mode: IntMode,
    /// What functions that are inputs do.
    pub(crate) functions: Functions,
    /// How far apart floating-point results may be.
    pub(crate) floats: Floats,
    /// The condition on the inputs.
    pub(crate) condition: Option<String>,
    /// Whether both declare the constructors of their types in the same order.
    same_order: bool,
    /// Which functions beside the entry play the same part.
    pub(crate) helpers: Helpers,
    /// How calls of the entry are looked at.
    pub(crate) onlooker: Onlooker,
    /// After how many of its arguments the entry of a side may do something already; each number once.
    pub(crate) stages: Vec<usize>,
    /// How a test calls the entry.
    pub(crate) sequence: Sequence,
    /// Whether it can matter that two parts of the inputs are one.
    pub(crate) sees_sharing: bool,
    /// Whether calls of the entry of a side can reach data that can be changed and stay.
    keeps: [bool; 2],
}

/// What stopped a pair from being made.
#[derive(Debug)]
pub(crate) enum Broken {
    /// The program needs what the evaluator does not have.
    Link(Side, LinkError),
    /// The definitions of the program fail before or at what the entry needs; in words.
    Definitions(Side, String),
}

impl Pair {
    pub(crate) fn new(reference: &Program, submission: &Program, mut entry: Entry) -> Result<Pair, Broken> {
        let mut own = entry.renaming.applied_to(submission);
        if let Some(orders) = &entry.own.fields {
            field_order::keep(own.get_or_insert_with(|| submission.clone()), orders);
        }
        let submission = own.as_ref().unwrap_or(submission);
        let same_order = same_order(&reference.types, &submission.types);
        entry.own.sorts |= !same_order || entry.own.fields.is_some();
        let programs = [reference, submission];
        let broken = |side: Side, failure: &Failure| {
            Broken::Definitions(side, in_words(failure, &programs[side as usize].types))
        };
        let ready = Ready::new(reference.int_mode, &programs, Extent::AsFarAsTheyGo).map_err(|unready| {
            let side = Side::ALL[unready.program()];
            match &unready {
                Unready::Link(_, error) => Broken::Link(side, error.clone()),
                Unready::Definitions(_, failure) => broken(side, failure),
            }
        })?;
        for side in Side::ALL {
            let export = programs[side as usize].export(entry.called());
            let is_defined = export.is_none_or(|export| ready.defines(side as usize, export.var));
            if let Some(first) = ready.failures(side as usize).first().filter(|_| !is_defined) {
                return Err(broken(side, first));
            }
        }
        let ids = Side::ALL.map(|side| ready.id(side as usize));
        let onlooker = Onlooker::new(ready.image(), [(reference, ids[0]), (submission, ids[1])], &entry);
        let arity = entry.args.len();
        let mut stages: Vec<usize> =
            programs.iter().filter_map(|program| stage(program, entry.called(), arity)).collect();
        stages.dedup();
        let sees_sharing = programs.iter().any(|program| sees_sharing(program, entry.called()));
        let keeps = Side::ALL.map(|side| {
            let program = programs[side as usize];
            let maker = entry.through.as_ref().and_then(|through| through.maker());
            let called = [Some(entry.called()), maker].into_iter().flatten();
            let called = called.filter_map(|name| Some(program.export(name)?.var));
            let holds = |var| ready.value_of(side as usize, var).is_some_and(Value::holds_mutable_data);
            ready.has_state(side as usize) && program.reachable(called).into_iter().any(|(var, _)| holds(var))
        });
        Ok(Pair {
            sees_sharing,
            keeps,
            stages,
            sequence: Sequence::ONE,
            entry,
            int_mode: reference.int_mode,
            functions: Functions::Total,
            floats: Floats::default(),
            condition: None,
            same_order,
            ready,
            onlooker,
            helpers: Helpers::new(reference, submission),
        })
    }

    /// What failed at the top level of one side.
    pub(crate) fn failures(&self, side: Side) -> &[Failure] {
        self.ready.failures(side as usize)
    }

    /// Whether a program keeps mutable data between calls: then one call from the start does not show all it can do.
    pub(crate) fn has_state(&self) -> bool {
        Side::ALL.iter().any(|side| self.keeps(*side))
    }

    /// Whether one of the programs does, by what its entry can reach.
    pub(crate) fn keeps(&self, side: Side) -> bool {
        self.keeps[side as usize]
    }

    pub(crate) fn id(&self, side: Side) -> ProgramId {
        self.ready.id(side as usize)
    }

    pub(crate) fn types(&self, side: Side) -> &Rc<TypeTable> {
        self.ready.types(side as usize)
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
        world.field_orders = match side {
            Side::Reference => None,
            Side::Submission => self.entry.own.fields.clone().map(Rc::new),
        };
        if !self.same_order {
            world.declarations = Some(self.types(side).clone());
        }
        let mut machine = Machine::new(self.ready.image(), world);
        match self.ready.put_afresh(&mut machine, side as usize) {
            Outcome::Returned(_) => {}
            other => return R::from(other),
        }
        match machine.global(self.id(side), self.entry.called()) {
            Some(entry) => body(&mut machine, &entry),
            None => R::from(Outcome::Unsupported(format!("{} has no value", self.entry.name))),
        }
    }

    /// A universe over the reference's types.
    pub(crate) fn universe(&self) -> Universe {
        let types = (**self.types(Side::Reference)).clone();
        Universe::new(match self.functions {
            Functions::Total => Shapes::of_total_functions(types),
            Functions::Raising => Shapes::new(types),
        })
    }

    /// Whether inputs can hold one object in two places and a program can tell.
    pub(crate) fn may_share(&self) -> bool {
        let mut shapes = self.universe().shapes;
        let roots: Vec<_> = self.entry.args.iter().map(|ty| shapes.intern(ty)).collect();
        self.sees_sharing && shapes.may_share(&roots)
    }

    /// A fresh session for a search over the inputs.
    pub(crate) fn session(&self) -> Session {
        Session::new(self.universe().shapes, self.int_mode, Chain::new())
    }

    /// The calls of a test as the user writes them: the function and its arguments.
    pub(crate) fn written_call(&self, sequence: Sequence, inputs: &[Datum]) -> (String, Vec<String>) {
        if let (Some(through), [observation]) = (&self.entry.through, inputs)
            && let Through::Observations(observations, _) = &**through
            && let Some(call) = observations.call(observation, self.types(Side::Reference))
        {
            return call;
        }
        let arguments = self.arguments(sequence, inputs);
        match self.entry.through.as_deref() {
            Some(Through::Noted(noted)) => (noted.call(&arguments), Vec::new()),
            _ => (crate::wording::applied_name(&self.entry.name), arguments),
        }
    }

    /// Whether functions among the inputs note how they are called.
    pub(crate) fn is_noted(&self) -> bool {
        matches!(self.entry.through.as_deref(), Some(Through::Noted(_)))
    }

    /// Whether its inputs are calls of several functions one after the other.
    pub(crate) fn is_in_a_row(&self) -> bool {
        match self.entry.through.as_deref() {
            Some(Through::Observations(observations, _)) => observations.in_a_row,
            _ => false,
        }
    }

    /// An input of a test as the user writes it.
    pub(crate) fn shown_input(&self, place: usize, input: &Datum) -> Datum {
        match self.input_types().get(place) {
            Some(ty) => self.shown(&self.onlooker.contents.written(input, ty)),
            None => self.shown(input),
        }
    }

    /// A result, or an input, as the user writes it.
    pub(crate) fn shown(&self, datum: &Datum) -> Datum {
        match &self.entry.through {
            Some(through) => through.shown(datum, self.types(Side::Reference)),
            None => datum.clone(),
        }
    }

    /// A result of the entry as the user writes it.
    pub(crate) fn shown_result(&self, datum: &Datum) -> Datum {
        self.shown(&self.onlooker.written(&self.entry, datum))
    }

    /// The values that arguments are made to; where they are values already, there is nothing to be made.
    pub(crate) fn made(
        &self,
        machine: &mut Machine<'_, '_, '_>,
        side: Side,
        args: &[Value],
    ) -> Option<Result<Vec<Value>, Outcome>> {
        let (maker, taken) = self.entry.through.as_ref()?.making()?;
        let maker = machine.global(self.id(side), maker)?;
        let (terms, handed_on) = args.split_at(taken.min(args.len()));
        Some(match machine.call(&maker, terms) {
            Outcome::Returned(Value::Block(block)) => {
                Ok(block.fields.iter().skip(1).chain(handed_on).cloned().collect())
            }
            Outcome::Returned(_) => Err(Outcome::Cut),
            other => Err(other),
        })
    }

    /// The arguments of all calls as the user writes them.
    pub(crate) fn arguments(&self, sequence: Sequence, inputs: &[Datum]) -> Vec<String> {
        let types = sequence.types(&self.entry.args);
        inputs
            .iter()
            .zip(self.input_labels(sequence))
            .enumerate()
            .map(|(place, (input, label))| {
                let input = match types.get(place) {
                    Some(ty) => self.onlooker.contents.written(input, ty),
                    None => input.clone(),
                };
                let shown = lydian_ocaml::show_argument(&self.shown(&input), self.types(Side::Reference));
                match label {
                    ArgLabel::Positional => shown,
                    ArgLabel::Labelled(name) => format!("~{name}:{shown}"),
                    ArgLabel::Optional(name) => format!("?{name}:{shown}"),
                }
            })
            .collect()
    }
}

/// What a failing line does.
pub(crate) fn in_words(failure: &Failure, types: &TypeTable) -> String {
    failure.in_words(|exception| crate::wording::clip(&lydian_ocaml::show(exception, types)))
}

/// Whether comparison of constructors means the same in both programs.
fn same_order(reference: &TypeTable, submission: &TypeTable) -> bool {
    reference.iter().all(|decl| match submission.get(&decl.path) {
        None => true,
        Some(other) => match (&decl.body, &other.body) {
            (TypeBody::Variant(own), TypeBody::Variant(others)) => {
                let order = |constructors: &[ConstructorDecl]| -> Vec<(ConId, bool)> {
                    constructors
                        .iter()
                        .map(|constructor| (constructor.con, constructor.args.is_empty()))
                        .collect()
                };
                Arc::ptr_eq(decl, other) || order(own) == order(others)
            }
            _ => true,
        },
    })
}
