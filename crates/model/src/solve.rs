//! Solutions of a function of the model: arguments on which it says yes.
//! In: known arguments and types of unknown ones. Out: all of them, smallest first, or as many as were asked for. An
//! unknown that the function leaves open is settled on one value after the other.

use std::rc::Rc;

use lydian_core::{ConId, IntMode, ShapeId, Shapes, Text, Type, Value};
use lydian_eval::{Meter, Stop, World};
use lydian_explore::{Bounds, Search, Session};
use lydian_solver::Chain;

use crate::prepare::{CALL, Prepared};

/// An argument of a question.
#[derive(Debug, Clone)]
pub(crate) enum Argument {
    Known(Value),
    Unknown(ShapeId),
}

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Solutions {
    /// For each solution the values of the unknown arguments, then the result.
    pub(crate) found: Vec<Vec<Value>>,
    /// Whether there are no others.
    pub(crate) complete: bool,
}

/// Asks questions about a model.
pub(crate) struct Solving {
    pub(crate) session: Session,
}

impl Solving {
    pub(crate) fn new(prepared: &Prepared<'_>) -> Solving {
        let shapes = Shapes::new(prepared.model.program.types.clone());
        Solving { session: Session::new(shapes, IntMode::OCAML, Chain::new()) }
    }

    /// An unknown argument of a type.
    pub(crate) fn unknown(&mut self, ty: &Type) -> Argument {
        Argument::Unknown(self.session.universe.shapes.intern(ty))
    }

    /// The arguments on which a function gives `true`, or a list that is not empty; at most so many.
    pub(crate) fn solutions(
        &mut self,
        prepared: &Prepared<'_>,
        function: &Value,
        args: &[Argument],
        most: usize,
    ) -> Solutions {
        let smallest = args.iter().map(|arg| match arg {
            Argument::Known(_) => 0,
            Argument::Unknown(shape) => self.session.universe.shapes.min_size(*shape).unwrap_or(0),
        });
        let mut search = Search::new(Bounds::default(), smallest.sum());
        let meter = Meter::new(CALL);
        let mut solutions = Solutions::default();
        let mut approximate = false;
        while let Some(path) = search.next(&mut self.session, &meter, |world| {
            let result = solution(prepared, world, function, args);
            approximate |= world.approximate;
            let complete = matches!(result, Ok(_) | Err(Stop::Raise(_)));
            (result, complete)
        }) {
            if let Ok(Some(found)) = path.result {
                if solutions.found.len() == most {
                    return solutions;
                }
                solutions.found.push(found);
            }
        }
        solutions.complete = search.is_exhausted() && !approximate;
        solutions
    }
}

fn solution(
    prepared: &Prepared<'_>,
    world: &mut World<'_>,
    function: &Value,
    args: &[Argument],
) -> Result<Option<Vec<Value>>, Stop> {
    let mut unknown = Vec::new();
    let args: Vec<Value> = args
        .iter()
        .map(|arg| match arg {
            Argument::Known(value) => value.clone(),
            Argument::Unknown(shape) => {
                let hole = world.holes.fresh(*shape);
                unknown.push(hole.clone());
                hole
            }
        })
        .collect();
    let mut machine = prepared.machine(world);
    let result = machine.call(function, &args).returned()?;
    let result = world.look(&result)?;
    let yes = match &result {
        Value::Constant(ConId::NIL) => false,
        Value::Block(_) => true,
        other => world.truth(other)?,
    };
    if !yes {
        return Ok(None);
    }
    unknown.push(result);
    unknown.iter().map(|value| known(world, value)).collect::<Result<_, _>>().map(Some)
}

/// The value with everything unknown in it settled.
fn known(world: &mut World<'_>, value: &Value) -> Result<Value, Stop> {
    world.meter.step(1)?;
    let value = world.look(value)?;
    Ok(match &value {
        Value::SymInt(_) => Value::int(world.known_int(&value)?),
        Value::SymBool(_) => Value::Bool(world.truth(&value)?),
        Value::SymChar(_) => Value::Char(world.known_char(&value)?),
        Value::Str(text) if matches!(&**text, Text::Unknown(_)) => Value::Str(world.known_str(&value)?),
        Value::Block(block) => {
            let fields: Result<Vec<Value>, Stop> =
                block.fields.iter().map(|field| known(world, field)).collect();
            let fields = fields?.into_iter().collect();
            Value::Block(Rc::new(lydian_core::Block { con: block.con, fields }))
        }
        _ => value,
    })
}
