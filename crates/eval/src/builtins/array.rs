//! Primitives on arrays.
//! A position that is unknown is asked to be inside and then settled, as elements can be of any type.

use std::cell::RefCell;
use std::rc::Rc;

use lydian_core::Value;

use super::{Builtin, exactly, out_of_bounds, pay, position_within, settled_length};
use crate::world::{Stop, World, ill_typed};

pub(super) const TABLE: &[Builtin] = &[
    Builtin { name: "array_make", arity: 2, run: make },
    Builtin { name: "array_length", arity: 1, run: length },
    Builtin { name: "array_get", arity: 2, run: get },
    Builtin { name: "array_set", arity: 3, run: set },
];

/// `Sys.max_array_length` on 64 bits.
const LONGEST: i64 = 18_014_398_509_481_983;

fn elements(world: &mut World<'_>, value: &Value) -> Result<Rc<RefCell<Vec<Value>>>, Stop> {
    match world.look(value)? {
        Value::Array(elements) => Ok(elements),
        other => Err(ill_typed("array", &other)),
    }
}

fn make(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [count, fill] = exactly(args)?;
    let count = settled_length(world, count, LONGEST, "Array.make")?;
    pay(world, count.saturating_mul(std::mem::size_of::<Value>()))?;
    Ok(Value::Array(Rc::new(RefCell::new(vec![fill.clone(); count]))))
}

fn length(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [array] = exactly(args)?;
    let length = elements(world, array)?.borrow().len();
    Ok(Value::Int(length as i64))
}

fn get(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [array, position] = exactly(args)?;
    if let (Value::Array(elements), Value::Int(position)) = (array, position) {
        let found = usize::try_from(*position).ok().and_then(|at| elements.borrow().get(at).cloned());
        return found.ok_or_else(out_of_bounds);
    }
    let elements = elements(world, array)?;
    let length = elements.borrow().len();
    let position = position_within(world, position, length)?;
    let found = elements.borrow().get(position).cloned();
    found.ok_or_else(out_of_bounds)
}

fn set(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [array, position, value] = exactly(args)?;
    let elements = elements(world, array)?;
    let length = elements.borrow().len();
    let position = position_within(world, position, length)?;
    // The old element is dropped after the borrow has ended: it may hold the array itself.
    let old = match elements.borrow_mut().get_mut(position) {
        Some(place) => std::mem::replace(place, value.clone()),
        None => return Err(out_of_bounds()),
    };
    drop(old);
    Ok(Value::Unit)
}

#[cfg(test)]
mod tests {
    use lydian_term::Constant;

    use super::super::testing::{Script, in_world, int, raised, run, run_in};
    use super::*;

    #[test]
    fn arrays_are_made_set_and_read() {
        let array = run("array_make", &[Value::Int(3), Value::Int(7)]).unwrap();
        run("array_set", &[array.clone(), Value::Int(2), Value::Int(8)]).unwrap();
        assert_eq!(int("array_get", &[array.clone(), Value::Int(2)]), 8);
        assert_eq!(int("array_length", std::slice::from_ref(&array)), 3);
        assert_eq!(raised("array_get", &[array.clone(), Value::Int(3)]).1, "index out of bounds");
        assert_eq!(raised("array_set", &[array, Value::Int(-1), Value::Unit]).1, "index out of bounds");
    }

    #[test]
    fn impossible_lengths_raise_and_huge_ones_exhaust() {
        for count in [-1, LONGEST + 1] {
            assert_eq!(raised("array_make", &[Value::Int(count), Value::Unit]).1, "Array.make");
        }
        assert!(matches!(run("array_make", &[Value::Int(LONGEST), Value::Unit]), Err(Stop::Exhausted(_))));
    }

    #[test]
    fn an_unknown_position_is_asked_to_be_inside_and_settled() {
        let mut script = Script {
            answers: vec![true, true],
            proposals: vec![Constant::Int(1.into())],
            ..Script::default()
        };
        in_world(&mut script, |world| {
            let array = run_in(world, "array_make", &[Value::Int(2), Value::Int(5)]).unwrap();
            let position = world.terms.fresh_int("i", None, None);
            let found = run_in(world, "array_get", &[array, Value::SymInt(position)]);
            assert!(matches!(found, Ok(Value::Int(5))));
        });
        assert_eq!(script.asked.len(), 2);
    }
}
