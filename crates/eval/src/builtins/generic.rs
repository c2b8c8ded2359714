//! Primitives on values of any type: comparison and what belongs to it.

use lydian_core::{ConId, LazyState, Text, Value};

use super::{Builtin, exactly};
use crate::equality;
use crate::noted::Noted;
use crate::world::{Stop, World, ill_typed};

pub(super) const TABLE: &[Builtin] = &[
    Builtin { name: "compare", arity: 2, run: compare },
    Builtin { name: "compare_equal", arity: 2, run: compare_equal },
    Builtin { name: "lazy_is_val", arity: 1, run: lazy_is_val },
    Builtin { name: "exit", arity: 1, run: exit },
    Builtin { name: "implies", arity: 2, run: implies },
    Builtin { name: "property_and", arity: 2, run: property_and },
    Builtin { name: "property_or", arity: 2, run: property_or },
    Builtin { name: "property_iff", arity: 2, run: property_iff },
    Builtin { name: "note", arity: 2, run: note },
    Builtin { name: "noted", arity: 1, run: noted },
    Builtin {
        name: "forget",
        arity: 1,
        run: |world, args| forget(world, args, |number| (1..=4).contains(&number)),
    },
    Builtin {
        name: "forget_labels",
        arity: 1,
        run: |world, args| forget(world, args, |number| Noted::of(number).is_some_and(Noted::is_about_input)),
    },
    Builtin { name: "unsupported", arity: 1, run: unsupported },
];

/// The conclusion where the condition holds; elsewhere the input is rejected.
fn implies(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [condition, conclusion] = exactly(args)?;
    match world.truth(condition)? {
        true => Ok(conclusion.clone()),
        false => Err(World::raise(ConId::rejected())),
    }
}

/// Whether a side of a connective was rejected: its exception stands for it.
fn is_rejected(side: &Value) -> bool {
    matches!(side, Value::Constant(con) if *con == ConId::rejected())
}

/// Both sides; the other one where one is rejected.
fn property_and(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [left, right] = exactly(args)?;
    match (is_rejected(left), is_rejected(right)) {
        (true, true) => Err(World::raise(ConId::rejected())),
        (true, false) => Ok(right.clone()),
        (false, true) => Ok(left.clone()),
        (false, false) => Ok(if world.truth(left)? { right.clone() } else { Value::Bool(false) }),
    }
}

/// One of the sides. Where one is rejected the other one must hold: that neither does would not follow in logic.
fn property_or(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [left, right] = exactly(args)?;
    let (first, second) = if is_rejected(left) { (right, left) } else { (left, right) };
    match (is_rejected(first), is_rejected(second)) {
        (true, _) => Err(World::raise(ConId::rejected())),
        (false, false) => Ok(if world.truth(first)? { Value::Bool(true) } else { second.clone() }),
        (false, true) if world.truth(first)? => Ok(Value::Bool(true)),
        (false, true) => Err(World::raise(ConId::rejected())),
    }
}

/// Both sides alike; rejected if one is.
fn property_iff(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [left, right] = exactly(args)?;
    match is_rejected(left) || is_rejected(right) {
        true => Err(World::raise(ConId::rejected())),
        false => equality::equal(world, left, right),
    }
}

/// Keeps a value under a number for whoever runs the program. Of unknowns only those are looked at that decide nothing:
/// integers and truth values, so that they are terms afterwards.
fn note(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [number, value] = exactly(args)?;
    let number = world.known_i64(number)?;
    world.meter.allocate(4)?;
    let value = match value {
        Value::Hole(hole) if world.is_basic(*hole) => world.look_into(*hole)?,
        other => other.clone(),
    };
    world.notes.push((number, value));
    Ok(Value::Unit)
}

/// How much was noted so far.
fn noted(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [_] = exactly(args)?;
    Ok(Value::Int(world.notes.len() as i64))
}

/// Drops what was noted since a mark under some of the numbers.
fn forget(world: &mut World<'_>, args: &[Value], dropped: fn(i64) -> bool) -> Result<Value, Stop> {
    let [mark] = exactly(args)?;
    let mark = usize::try_from(world.known_i64(mark)?).unwrap_or(usize::MAX);
    let mut position = 0;
    world.notes.retain(|(number, _)| {
        position += 1;
        position <= mark || !dropped(*number)
    });
    Ok(Value::Unit)
}

fn compare(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [a, b] = exactly(args)?;
    equality::compare(world, a, b)
}

/// `compare a b = 0` as one condition. It differs from `a = b` only where not-a-number meets itself, or a function
/// meets itself; both make `=` fail early, and then `compare` decides.
fn compare_equal(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [a, b] = exactly(args)?;
    let settled = match equality::equal(world, a, b) {
        Ok(Value::Bool(false)) => !parts_at_not_a_number(world, a, b)?,
        Ok(other) => return Ok(other),
        Err(Stop::Raise(_)) => false,
        Err(other) => return Err(other),
    };
    if settled {
        return Ok(Value::Bool(false));
    }
    match equality::compare(world, a, b)? {
        Value::Int(order) => Ok(Value::Bool(order == 0)),
        other => Err(ill_typed("int", &other)),
    }
}

/// Whether two values that are not equal meet in two not-a-numbers before they part otherwise. Asks nothing: it goes
/// only where equality has gone.
fn parts_at_not_a_number(world: &mut World<'_>, a: &Value, b: &Value) -> Result<bool, Stop> {
    let mut work = vec![(a.clone(), b.clone())];
    while let Some((a, b)) = work.pop() {
        world.meter.step(1)?;
        let (a, b) = equality::alike(filled(world, a), filled(world, b));
        match (&a, &b) {
            (Value::Float(x), Value::Float(y)) if x.is_nan() && y.is_nan() => return Ok(true),
            (Value::Float(x), Value::Float(y)) if x != y => return Ok(false),
            (Value::Constant(x), Value::Constant(y)) if x != y => return Ok(false),
            (Value::Bool(x), Value::Bool(y)) if x != y => return Ok(false),
            (Value::Int(x), Value::Int(y)) if x != y => return Ok(false),
            (Value::Char(x), Value::Char(y)) if x != y => return Ok(false),
            (Value::Str(x), Value::Str(y)) if x != y => return Ok(false),
            (Value::Bytes(x), Value::Bytes(y)) if x != y => return Ok(false),
            (Value::Block(x), Value::Block(y)) if x.con == y.con => {
                work.extend(x.fields.iter().cloned().zip(y.fields.iter().cloned()).rev());
            }
            (Value::Mutable(x), Value::Mutable(y)) if x.con == y.con => {
                let (left, right) = (x.fields.borrow(), y.fields.borrow());
                work.extend(left.iter().cloned().zip(right.iter().cloned()).rev());
            }
            (Value::Array(x), Value::Array(y)) => {
                let (left, right) = (x.borrow(), y.borrow());
                if left.len() != right.len() {
                    return Ok(false);
                }
                work.extend(left.iter().cloned().zip(right.iter().cloned()).rev());
            }
            (Value::Block(_) | Value::Constant(_), Value::Block(_) | Value::Constant(_))
            | (Value::Mutable(_), Value::Mutable(_)) => return Ok(false),
            _ => {}
        }
    }
    Ok(false)
}

/// The value behind a hole, if it is decided.
fn filled(world: &World<'_>, value: Value) -> Value {
    match &value {
        Value::Hole(hole) => world.holes.content(*hole).cloned().unwrap_or(value),
        _ => value,
    }
}

fn lazy_is_val(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [suspension] = exactly(args)?;
    match world.look(suspension)? {
        Value::Lazy(state) => Ok(Value::Bool(matches!(&*state.borrow(), LazyState::Done(_)))),
        other => Err(ill_typed("lazy", &other)),
    }
}

fn exit(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [code] = exactly(args)?;
    let code = world.known_i64(code)?;
    Err(Stop::Unsupported(format!("the program ends itself with exit code {code}")))
}

/// Ends the program with words of its own about what is missing.
fn unsupported(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [why] = exactly(args)?;
    match &*world.known_str(why)? {
        Text::Known(text) => Err(Stop::Unsupported(String::from_utf8_lossy(text).into_owned())),
        _ => Err(Stop::Unsupported("something that is not provided".into())),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Script, in_world, int, run, run_in};
    use super::*;

    fn holds(a: Value, b: Value) -> bool {
        match run("compare_equal", &[a, b]) {
            Ok(Value::Bool(holds)) => holds,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn compare_gives_minus_one_zero_or_one() {
        assert_eq!(int("compare", &[Value::Int(1), Value::Int(5)]), -1);
        assert_eq!(int("compare", &[Value::str("b"), Value::str("ab")]), 1);
        assert_eq!(int("compare", &[Value::Float(f64::NAN), Value::Float(f64::NAN)]), 0);
    }

    #[test]
    fn not_a_number_compares_equal_to_itself_wherever_it_is() {
        let nan = || Value::Float(f64::NAN);
        assert!(holds(nan(), nan()));
        assert!(holds(Value::tuple([nan(), Value::Int(1)]), Value::tuple([nan(), Value::Int(1)])));
        assert!(!holds(Value::tuple([nan(), Value::Int(1)]), Value::tuple([nan(), Value::Int(2)])));
        assert!(!holds(Value::tuple([Value::Int(1), nan()]), Value::tuple([Value::Int(2), nan()])));
        assert!(!holds(Value::Float(1.0), nan()));
        assert!(holds(Value::str("a"), Value::str("a")));
    }

    #[test]
    fn equality_of_unknowns_is_one_condition() {
        let mut script = Script::default();
        in_world(&mut script, |world| {
            let (x, y) = (world.terms.fresh_int("x", None, None), world.terms.fresh_int("y", None, None));
            let result = run_in(world, "compare_equal", &[Value::SymInt(x), Value::SymInt(y)]);
            assert!(matches!(result, Ok(Value::SymBool(_))));
        });
        assert!(script.asked.is_empty());
    }
}
