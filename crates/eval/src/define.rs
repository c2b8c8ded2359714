//! Runs the definitions of a program once, in a world of their own, so that many runs can start from their values.

use lydian_core::{Datum, IntMode, Shapes, TypeTable, Value};
use lydian_term::{Model, Terms};

use crate::{Image, Limits, Machine, Meter, NoUnknowns, Outcome, ProgramId, Universe, World};

/// Definitions that have no values.
#[derive(Debug, Clone)]
pub struct Undefined {
    /// How they ended.
    pub outcome: Outcome,
    /// The exception, if one was raised.
    pub exception: Option<Datum>,
}

impl Undefined {
    /// What went wrong, in words; `show` writes an exception as the user does.
    pub fn explain(&self, show: impl FnOnce(&Datum) -> String) -> String {
        match (&self.outcome, &self.exception) {
            (_, Some(exception)) => format!("the definitions raise {}", show(exception)),
            (Outcome::Exhausted(resource), _) => {
                format!("the definitions do not end within their limits ({resource:?})")
            }
            (Outcome::Unsupported(why), _) => why.clone(),
            _ => "the definitions look at something unknown".into(),
        }
    }
}

impl Image {
    /// The values of all globals after the definitions of a program; `earlier` are those of programs that were run before.
    pub fn definitions(
        &self,
        program: ProgramId,
        types: &TypeTable,
        earlier: Option<&[Value]>,
        limits: Limits,
        int_mode: IntMode,
    ) -> Result<Vec<Value>, Undefined> {
        let mut terms = Terms::new();
        let mut universe = Universe::new(Shapes::new(types.clone()));
        let mut decider = NoUnknowns::default();
        let mut world = World::new(&mut terms, &mut universe, &mut decider, Meter::new(limits), int_mode);
        let mut machine = Machine::new(self, &mut world);
        if let Some(earlier) = earlier {
            machine.set_globals(earlier);
        }
        let outcome = machine.define(program);
        let globals = machine.globals().to_vec();
        match &outcome {
            Outcome::Returned(_) => Ok(globals),
            Outcome::Raised(exception) => {
                let exception = Some(world.close(exception, &Model::new()));
                Err(Undefined { outcome, exception })
            }
            _ => Err(Undefined { outcome, exception: None }),
        }
    }
}
