//! Primitives on mutable strings.
//! Their contents are always known: an unknown string or character is settled when it is put into one.

use std::cell::RefCell;
use std::rc::Rc;

use lydian_core::{Text, Value};

use super::string::character_at;
use super::{Builtin, exactly, out_of_bounds, pay, position_within};
use crate::world::{Stop, World, ill_typed};

pub(super) const TABLE: &[Builtin] = &[
    Builtin { name: "bytes_make", arity: 2, run: make },
    Builtin { name: "bytes_length", arity: 1, run: length },
    Builtin { name: "bytes_get", arity: 2, run: get },
    Builtin { name: "bytes_set", arity: 3, run: set },
    Builtin { name: "bytes_of_string", arity: 1, run: of_string },
    Builtin { name: "bytes_to_string", arity: 1, run: to_string },
];

/// `Sys.max_string_length` on 64 bits.
const LONGEST: i64 = 144_115_188_075_855_863;

fn contents(world: &mut World<'_>, value: &Value) -> Result<Rc<RefCell<Vec<u8>>>, Stop> {
    match world.look(value)? {
        Value::Bytes(bytes) => Ok(bytes),
        other => Err(ill_typed("bytes", &other)),
    }
}

fn make(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [count, fill] = exactly(args)?;
    let count = super::settled_length(world, count, LONGEST, "Bytes.create")?;
    let fill = world.known_char(fill)?;
    pay(world, count)?;
    Ok(Value::Bytes(Rc::new(RefCell::new(vec![fill; count]))))
}

fn length(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [bytes] = exactly(args)?;
    let length = contents(world, bytes)?.borrow().len();
    Ok(Value::Int(length as i64))
}

fn get(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [bytes, position] = exactly(args)?;
    let bytes = contents(world, bytes)?;
    match world.look(position)? {
        Value::Int(position) => {
            let found = usize::try_from(position).ok().and_then(|at| bytes.borrow().get(at).copied());
            found.map(Value::Char).ok_or_else(out_of_bounds)
        }
        unknown => {
            let position = world.int_term(&unknown)?;
            pay(world, bytes.borrow().len())?;
            let string = world.terms.str(&bytes.borrow());
            character_at(world, string, position)
        }
    }
}

fn set(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [bytes, position, character] = exactly(args)?;
    let bytes = contents(world, bytes)?;
    let length = bytes.borrow().len();
    let position = position_within(world, position, length)?;
    let character = world.known_char(character)?;
    match bytes.borrow_mut().get_mut(position) {
        Some(place) => *place = character,
        None => return Err(out_of_bounds()),
    }
    Ok(Value::Unit)
}

fn of_string(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [string] = exactly(args)?;
    let text = world.known_str(string)?;
    let copy = match &*text {
        Text::Known(bytes) => {
            pay(world, bytes.len())?;
            bytes.clone()
        }
        Text::Unknown(_) => return Err(Stop::Unsupported("a string that could not be settled".into())),
    };
    Ok(Value::Bytes(Rc::new(RefCell::new(copy))))
}

fn to_string(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [bytes] = exactly(args)?;
    let bytes = contents(world, bytes)?;
    pay(world, bytes.borrow().len())?;
    let copy = bytes.borrow().clone();
    Ok(Value::str(copy))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{int, raised, run, text};
    use super::*;

    #[test]
    fn bytes_are_made_set_and_read() {
        let bytes = run("bytes_make", &[Value::Int(3), Value::Char(b'x')]).unwrap();
        run("bytes_set", &[bytes.clone(), Value::Int(1), Value::Char(b'y')]).unwrap();
        assert!(matches!(run("bytes_get", &[bytes.clone(), Value::Int(1)]), Ok(Value::Char(b'y'))));
        assert_eq!(int("bytes_length", std::slice::from_ref(&bytes)), 3);
        assert_eq!(text("bytes_to_string", std::slice::from_ref(&bytes)), "xyx");
        assert_eq!(raised("bytes_get", &[bytes.clone(), Value::Int(3)]).1, "index out of bounds");
        assert_eq!(raised("bytes_set", &[bytes, Value::Int(-1), Value::Char(0)]).1, "index out of bounds");
    }

    #[test]
    fn a_copy_is_another_object() {
        let original = Value::str("ab");
        let bytes = run("bytes_of_string", std::slice::from_ref(&original)).unwrap();
        run("bytes_set", &[bytes, Value::Int(0), Value::Char(b'z')]).unwrap();
        assert_eq!(original.as_known_str(), Some(&b"ab"[..]));
    }

    #[test]
    fn impossible_lengths_raise_and_huge_ones_exhaust() {
        for count in [-1, i64::MAX >> 1] {
            assert_eq!(raised("bytes_make", &[Value::Int(count), Value::Char(0)]).1, "Bytes.create");
        }
        let huge = run("bytes_make", &[Value::Int(1 << 50), Value::Char(0)]);
        assert!(matches!(huge, Err(Stop::Exhausted(_))));
    }
}
