//! Primitives on integers of 32 and 64 bits.
//! They are held as the integers that they stand for, whatever the mode of the program's own integers; a nativeint is
//! an int64. Where a result does not fit, whoever watches is told; the operations that are called unwatched work on words.

use lydian_core::{ConId, IntMode, Value};
use lydian_term::{Int, TermId, Terms};

use super::convert::{read_as, string_of_int};
use super::float::{note_truncation, truncate};
use super::{Builtin, exactly, int};
use crate::arithmetic::{self, wrap_i64};
use crate::world::{Stop, World};

pub(super) const TABLE: &[Builtin] = &[
    Builtin { name: "int32_of_int", arity: 1, run: |world, args| narrow(world, args, 32) },
    Builtin { name: "int32_of_result", arity: 1, run: of_result },
    Builtin { name: "int32_to_int", arity: 1, run: same },
    Builtin { name: "int64_of_int", arity: 1, run: |world, args| narrow(world, args, 64) },
    Builtin { name: "int64_to_int", arity: 1, run: to_int },
    Builtin {
        name: "int64_add",
        arity: 2,
        run: |world, args| watched(world, args, (i128::wrapping_add, Terms::add), arithmetic::add),
    },
    Builtin {
        name: "int64_sub",
        arity: 2,
        run: |world, args| watched(world, args, (i128::wrapping_sub, Terms::sub), arithmetic::sub),
    },
    Builtin {
        name: "int64_mul",
        arity: 2,
        run: |world, args| watched(world, args, (i128::wrapping_mul, Terms::mul), arithmetic::mul),
    },
    Builtin {
        name: "int64_div",
        arity: 2,
        run: |world, args| division(world, args, (i128::wrapping_div, Terms::tdiv), arithmetic::div),
    },
    Builtin {
        name: "int64_rem",
        arity: 2,
        run: |world, args| division(world, args, (i128::wrapping_rem, Terms::tmod), arithmetic::rem),
    },
    Builtin {
        name: "int64_sub_unwatched",
        arity: 2,
        run: |world, args| wrapping(world, args, i64::wrapping_sub, Terms::sub),
    },
    Builtin {
        name: "int64_mul_unwatched",
        arity: 2,
        run: |world, args| wrapping(world, args, i64::wrapping_mul, Terms::mul),
    },
    Builtin { name: "int64_and", arity: 2, run: int::and },
    Builtin { name: "int64_or", arity: 2, run: int::or },
    Builtin { name: "int64_xor", arity: 2, run: int::xor },
    Builtin { name: "int64_shift_left", arity: 2, run: |world, args| int::shift_left(world, args, LONG) },
    Builtin { name: "int64_shift_right", arity: 2, run: |world, args| int::shift_right(world, args, LONG) },
    Builtin {
        name: "int64_shift_right_logical",
        arity: 2,
        run: |world, args| int::shift_right_logical(world, args, LONG),
    },
    Builtin { name: "int64_of_float", arity: 1, run: of_float },
    Builtin { name: "int64_to_float", arity: 1, run: to_float },
    Builtin {
        name: "int64_of_string",
        arity: 1,
        run: |world, args| read_as(world, args, LONG, "Int64.of_string"),
    },
    Builtin { name: "int64_to_string", arity: 1, run: string_of_int },
    Builtin { name: "int64_bits_of_float", arity: 1, run: bits_of_float },
    Builtin { name: "int64_float_of_bits", arity: 1, run: float_of_bits },
];

const LONG: IntMode = IntMode::Wrapping(64);

fn same(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [value] = exactly(args)?;
    world.look(value)
}

fn to_int(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    match world.int_mode {
        IntMode::Wrapping(bits) => narrow(world, args, bits),
        IntMode::Unbounded => same(world, args),
    }
}

fn narrow(world: &mut World<'_>, args: &[Value], bits: u32) -> Result<Value, Stop> {
    if bits == 64 && world.sized_unbounded {
        return same(world, args);
    }
    let [value] = exactly(args)?;
    match world.look(value)? {
        Value::Int(known) => Ok(Value::Int(wrap_i64(known, bits))),
        other => {
            let term = world.int_term(&other)?;
            let wrapped = world.terms.wrap(bits, term);
            Ok(world.int_value(wrapped))
        }
    }
}

fn wrapping(
    world: &mut World<'_>,
    args: &[Value],
    known: fn(i64, i64) -> i64,
    terms: fn(&mut Terms, TermId, TermId) -> TermId,
) -> Result<Value, Stop> {
    let [a, b] = exactly(args)?;
    if let (Value::Int(x), Value::Int(y)) = (a, b) {
        return Ok(Value::Int(known(*x, *y)));
    }
    let (x, y) = (world.int_term(a)?, world.int_term(b)?);
    let exact = terms(world.terms, x, y);
    let wrapped = world.terms.wrap(64, exact);
    Ok(world.int_value(wrapped))
}

/// An operation on known integers of 64 bits, none of whose exact results is too large, and on terms.
type Exact = (fn(i128, i128) -> i128, fn(&mut Terms, TermId, TermId) -> TermId);

/// The operation on integers of any size.
type Unbounded = fn(&mut World<'_>, &Value, &Value) -> Result<Value, Stop>;

/// A result that wraps to 64 bits, and that it did.
fn watched(
    world: &mut World<'_>,
    args: &[Value],
    (known, terms): Exact,
    unbounded: Unbounded,
) -> Result<Value, Stop> {
    let [a, b] = exactly(args)?;
    if world.sized_unbounded {
        return unbounded(world, a, b);
    }
    if let (Value::Int(x), Value::Int(y)) = (a, b) {
        let exact = known(i128::from(*x), i128::from(*y));
        let wrapped = exact as i64;
        let wraps = i128::from(wrapped) != exact;
        if let Some(watch) = &mut world.watch
            && (wraps || watch.stirred.has_begun())
        {
            watch.stirred.computed([*x, *y], wrapped, wraps);
            if wraps {
                watch.left(64);
            }
        }
        return Ok(Value::Int(wrapped));
    }
    let (x, y) = (world.int_term(a)?, world.int_term(b)?);
    let exact = terms(world.terms, x, y);
    if let Some(watch) = &mut world.watch {
        watch.unknown_of_width(world.terms, exact, 64);
    }
    let wrapped = world.terms.wrap(64, exact);
    Ok(world.int_value(wrapped))
}

fn division(
    world: &mut World<'_>,
    args: &[Value],
    exact: Exact,
    unbounded: Unbounded,
) -> Result<Value, Stop> {
    let [_, divisor] = exactly(args)?;
    let term = world.int_term(divisor)?;
    let zero = world.terms.int_const(Int::ZERO);
    let by_zero = world.terms.eq(term, zero);
    if world.ask(by_zero)? {
        return Err(World::raise(ConId::DIVISION_BY_ZERO));
    }
    watched(world, args, exact, unbounded)
}

/// What arithmetic on integers of 32 bits came to, cut back.
fn of_result(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    if world.sized_unbounded {
        return same(world, args);
    }
    let [value] = exactly(args)?;
    match (world.look(value)?, &mut world.watch) {
        (Value::Int(known), Some(watch)) => {
            let kept = wrap_i64(known, 32);
            if kept != known || watch.stirred.has_begun() {
                watch.stirred.computed([known, known], kept, kept != known);
            }
            if kept != known {
                watch.left(32);
            }
        }
        (Value::SymInt(term), Some(watch)) => watch.unknown_of_width(world.terms, term, 32),
        _ => {}
    }
    narrow(world, args, 32)
}

fn of_float(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [x] = exactly(args)?;
    let x = world.known_float(x)?;
    note_truncation(world, x, 64);
    Ok(Value::Int(truncate(x)))
}

fn to_float(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [value] = exactly(args)?;
    Ok(Value::Float(world.known_i64(value)? as f64))
}

fn bits_of_float(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [x] = exactly(args)?;
    Ok(Value::Int(world.known_float(x)?.to_bits() as i64))
}

fn float_of_bits(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [bits] = exactly(args)?;
    Ok(Value::Float(f64::from_bits(world.known_i64(bits)? as u64)))
}

#[cfg(test)]
mod tests {
    use lydian_term::{Constant, Model};

    use super::super::testing::{Script, in_world, int, raised, run_in, text};
    use super::*;

    #[test]
    fn integers_of_64_bits_wrap_at_64_bits() {
        let both = |name, x, y| int(name, &[Value::Int(x), Value::Int(y)]);
        assert_eq!(both("int64_add", i64::MAX, 1), i64::MIN);
        assert_eq!(both("int64_mul", i64::MAX, 2), -2);
        assert_eq!(both("int64_div", i64::MIN, -1), i64::MIN);
        assert_eq!(both("int64_rem", i64::MIN, -1), 0);
        assert_eq!(both("int64_shift_left", 1, 63), i64::MIN);
        assert_eq!(both("int64_shift_right_logical", -1, 1), i64::MAX);
        assert_eq!(int("int64_to_int", &[Value::Int(i64::MAX)]), -1);
        assert_eq!(int("int32_of_int", &[Value::Int(0x8000_0000)]), -0x8000_0000);
        assert_eq!(raised("int64_div", &[Value::Int(1), Value::Int(0)]).0, ConId::DIVISION_BY_ZERO);
        assert_eq!(int("int64_of_string", &[Value::str("0xffffffffffffffff")]), -1);
        assert_eq!(raised("int64_of_string", &[Value::str("9223372036854775808")]).1, "Int64.of_string");
        assert_eq!(text("int64_to_string", &[Value::Int(i64::MIN)]), "-9223372036854775808");
        assert_eq!(int("int64_of_float", &[Value::Float(f64::NAN)]), i64::MIN);
        assert_eq!(int("int64_bits_of_float", &[Value::Float(1.0)]), 0x3ff0_0000_0000_0000);
    }

    #[test]
    fn unknown_integers_of_64_bits_stay_terms() {
        in_world(&mut Script::default(), |world| {
            let term = world.terms.fresh_int("x", None, None);
            let variable = world.terms.var_id(term).unwrap();
            for name in
                ["int64_add", "int64_mul", "int64_and", "int64_shift_left", "int64_shift_right_logical"]
            {
                let result = run_in(world, name, &[Value::SymInt(term), Value::Int(3)]).unwrap();
                let result = world.int_term(&result).unwrap();
                for sample in [i64::MAX, i64::MIN, -1, 0, 12345] {
                    let mut model = Model::new();
                    model.insert(variable, Constant::Int(sample.into()));
                    let expected = int(name, &[Value::Int(sample), Value::Int(3)]);
                    let got = world.terms.evaluate(result, &model);
                    assert_eq!(got, Some(Constant::Int(expected.into())), "{name} {sample}");
                }
            }
        });
    }
}
