//! What the unit tests of primitives share: worlds to run one primitive in.

use lydian_core::{ConId, IntMode, Shapes, Type, TypeTable, Value};
use lydian_term::{Constant, TermId, Terms};

use crate::decide::{Cut, Decider, NoUnknowns};
use crate::meter::{Limits, Meter};
use crate::unknown::Universe;
use crate::world::{Stop, World};

/// Answers from a script and keeps the conditions it was asked.
#[derive(Debug, Default)]
pub(crate) struct Script {
    pub(crate) answers: Vec<bool>,
    pub(crate) proposals: Vec<Constant>,
    pub(crate) asked: Vec<TermId>,
}

impl Decider for Script {
    fn branch(&mut self, _: &mut Terms, condition: TermId) -> Result<bool, Cut> {
        self.asked.push(condition);
        if self.answers.is_empty() { Err(Cut) } else { Ok(self.answers.remove(0)) }
    }

    fn choose(&mut self, _: &[u32]) -> Result<usize, Cut> {
        Ok(0)
    }

    fn propose(&mut self, _: &mut Terms, _: TermId) -> Result<Constant, Cut> {
        if self.proposals.is_empty() { Err(Cut) } else { Ok(self.proposals.remove(0)) }
    }
}

/// Runs something in a world whose questions are answered by a script.
pub(crate) fn in_world<T>(script: &mut Script, work: impl FnOnce(&mut World<'_>) -> T) -> T {
    with(script, work)
}

fn with<T>(decider: &mut dyn Decider, work: impl FnOnce(&mut World<'_>) -> T) -> T {
    let mut terms = Terms::new();
    let mut universe = Universe::new(Shapes::new(TypeTable::default()));
    let meter = Meter::new(Limits::default());
    work(&mut World::new(&mut terms, &mut universe, decider, meter, IntMode::OCAML))
}

/// Runs a primitive by its name on known values.
pub(super) fn run(name: &str, args: &[Value]) -> Result<Value, Stop> {
    with(&mut NoUnknowns::default(), |world| run_in(world, name, args))
}

/// Runs a primitive by its name in a world.
pub(crate) fn run_in(world: &mut World<'_>, name: &str, args: &[Value]) -> Result<Value, Stop> {
    let builtin = super::lookup(name).unwrap_or_else(|| panic!("no primitive `{name}`"));
    assert_eq!(builtin.arity as usize, args.len(), "arity of {name}");
    (builtin.run)(world, args)
}

/// The integer that a primitive gives.
pub(super) fn int(name: &str, args: &[Value]) -> i64 {
    match run(name, args) {
        Ok(Value::Int(int)) => int,
        other => panic!("{name} gave {other:?}"),
    }
}

/// The string that a primitive gives.
pub(super) fn text(name: &str, args: &[Value]) -> String {
    match run(name, args) {
        Ok(value) => match value.as_known_str() {
            Some(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            None => panic!("{name} gave {value:?}"),
        },
        other => panic!("{name} gave {other:?}"),
    }
}

/// The exception that a primitive raises, with its message.
pub(super) fn raised(name: &str, args: &[Value]) -> (ConId, String) {
    match run(name, args) {
        Err(Stop::Raise(Value::Block(block))) => {
            let message = block.fields[0].as_known_str().unwrap_or_default();
            (block.con, String::from_utf8_lossy(message).into_owned())
        }
        Err(Stop::Raise(Value::Constant(con))) => (con, String::new()),
        other => panic!("{name} gave {other:?}"),
    }
}

/// An unknown value of a type.
pub(super) fn hole(world: &mut World<'_>, ty: &Type) -> Value {
    let shape = world.universe.shapes.intern(ty);
    world.holes.fresh(shape)
}
