//! Programs that are ready to run: their code in one image, and the values of their definitions, computed once.
//! In: Core programs. Out: machines with the definitions in place, the functions that a run enters, and what failed.
//! Every program has its own part of the globals, so that several stand side by side in one machine.

use std::rc::Rc;

use lydian_core::{Datum, IntMode, Program, Shapes, TypeTable, Value, Var};
use lydian_term::Terms;

use crate::define::{Definitions, Extent, Failure};
use crate::{
    Image, ImageBuilder, Limits, LinkError, Machine, Meter, NoUnknowns, Outcome, ProgramId, Universe, World,
};

/// Programs that are ready to run. They stay in their thread.
pub struct Ready {
    image: Image,
    programs: Vec<Defined>,
}

struct Defined {
    id: ProgramId,
    types: Rc<TypeTable>,
    definitions: Definitions,
}

/// Why programs are not ready, and which of them it is, by its place among them.
#[derive(Debug, Clone)]
pub enum Unready {
    /// It needs what the evaluator does not have.
    Link(usize, LinkError),
    /// Its definitions fail.
    Definitions(usize, Failure),
}

impl Unready {
    /// The program that is not ready.
    pub fn program(&self) -> usize {
        match self {
            Unready::Link(program, _) | Unready::Definitions(program, _) => *program,
        }
    }

    /// The line of a file in which a definition fails, if it is one of that file's.
    pub fn line_in(&self, file: &str) -> Option<u32> {
        match self {
            Unready::Link(..) => None,
            Unready::Definitions(_, failure) => {
                failure.place.as_ref().filter(|place| &*place.file == file).map(|place| place.line)
            }
        }
    }

    /// What is wrong, in words; `show` writes an exception as the user does.
    pub fn explain(&self, show: impl FnOnce(&Datum) -> String) -> String {
        match self {
            Unready::Link(_, error) => error.0.clone(),
            Unready::Definitions(_, failure) => format!("a definition {}", failure.how.in_words(show)),
        }
    }
}

impl Ready {
    /// Compiles programs into one image and runs their definitions.
    pub fn new(int_mode: IntMode, programs: &[&Program], extent: Extent) -> Result<Ready, Unready> {
        let mut builder = ImageBuilder::new(int_mode);
        let mut ids = Vec::with_capacity(programs.len());
        for (number, program) in programs.iter().enumerate() {
            ids.push(builder.add(program).map_err(|error| Unready::Link(number, error))?);
        }
        let image = builder.finish();
        let mut defined = Vec::with_capacity(programs.len());
        for (number, (program, id)) in programs.iter().zip(ids).enumerate() {
            let definitions = Definitions::run(&image, id, program, extent)
                .map_err(|failure| Unready::Definitions(number, failure))?;
            defined.push(Defined { id, types: Rc::new(program.types.clone()), definitions });
        }
        Ok(Ready { image, programs: defined })
    }

    /// The code.
    pub fn image(&self) -> &Image {
        &self.image
    }

    /// The number of a program in the image.
    pub fn id(&self, program: usize) -> ProgramId {
        self.programs[program].id
    }

    /// The declarations of a program.
    pub fn types(&self, program: usize) -> &Rc<TypeTable> {
        &self.programs[program].types
    }

    /// What of a program's definitions failed and was left out.
    pub fn failures(&self, program: usize) -> &[Failure] {
        &self.programs[program].definitions.failures
    }

    /// Whether a variable has its value although something failed.
    pub fn defines(&self, program: usize, var: Var) -> bool {
        !self.programs[program].definitions.undefined.contains(&var)
    }

    /// Whether the definitions of a program hold mutable data: then a run can change what the next one sees.
    pub fn has_state(&self, program: usize) -> bool {
        self.programs[program].definitions.are_state
    }

    /// The value of an offered name of a program.
    pub fn value(&self, program: usize, name: &str) -> Option<&Value> {
        self.value_at(program, self.image.global(self.id(program), name)?)
    }

    /// The value of a variable of a program.
    pub fn value_of(&self, program: usize, var: Var) -> Option<&Value> {
        self.value_at(program, self.image.global_of(self.id(program), var)?)
    }

    fn value_at(&self, program: usize, global: u32) -> Option<&Value> {
        let first = self.image.part_of(self.id(program)).start;
        self.programs[program].definitions.values.get(global as usize - first)
    }

    /// A machine with the definitions of all programs in place. Mutable data are the same in all such machines.
    pub fn machine<'i, 'w, 'v>(&'i self, world: &'v mut World<'w>) -> Machine<'i, 'w, 'v> {
        let mut machine = Machine::new(&self.image, world);
        for program in 0..self.programs.len() {
            self.put_into(&mut machine, program);
        }
        machine
    }

    /// Gives a machine the values of a program's definitions.
    pub fn put_into(&self, machine: &mut Machine<'_, '_, '_>, program: usize) {
        let Defined { id, definitions, .. } = &self.programs[program];
        machine.put_globals(self.image.part_of(*id).start, &definitions.values);
    }

    /// Gives a machine the values of a program's definitions, with mutable data of its own if they hold any.
    pub fn put_afresh(&self, machine: &mut Machine<'_, '_, '_>, program: usize) -> Outcome {
        if self.has_state(program) {
            return self.run_again(machine, program);
        }
        self.put_into(machine, program);
        Outcome::Returned(Value::Unit)
    }

    /// Runs the definitions of a program again in a machine, which has mutable data of its own then.
    pub fn run_again(&self, machine: &mut Machine<'_, '_, '_>, program: usize) -> Outcome {
        let Defined { id, definitions, .. } = &self.programs[program];
        definitions.run_again(machine, &self.image, *id)
    }

    /// A universe over the types of a program.
    pub fn universe(&self, program: usize) -> Universe {
        Universe::new(Shapes::new((**self.types(program)).clone()))
    }

    /// Runs something in a world without unknowns, whose types are those of a program.
    pub fn concretely<R>(&self, program: usize, limits: Limits, body: impl FnOnce(&mut World<'_>) -> R) -> R {
        let mut terms = Terms::new();
        let mut universe = self.universe(program);
        let mut decider = NoUnknowns::default();
        let meter = Meter::new(limits);
        body(&mut World::new(&mut terms, &mut universe, &mut decider, meter, self.image.int_mode))
    }
}
