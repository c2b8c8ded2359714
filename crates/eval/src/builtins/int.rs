//! Primitives on integers beyond the operations that have code of their own: bits and shifts.
//! A mask that is known is a few runs of ones, and a run is a remainder of a quotient by powers of two, so the other
//! operand may stay unknown. Shifts out of range do as OCaml does on amd64: the amount counts modulo 64.

use lydian_core::{IntMode, Value};
use lydian_term::{Int, TermId};
use num_bigint::BigInt;

use super::{Builtin, exactly};
use crate::arithmetic::{self, wrap_i64};
use crate::meter::Resource;
use crate::world::{Stop, World};

pub(super) const TABLE: &[Builtin] = &[
    Builtin { name: "int_neg", arity: 1, run: neg },
    Builtin {
        name: "int_floor_div",
        arity: 2,
        run: |world, args| binary(world, args, arithmetic::floor_div),
    },
    Builtin {
        name: "int_floor_mod",
        arity: 2,
        run: |world, args| binary(world, args, arithmetic::floor_rem),
    },
    Builtin { name: "int_mul_term", arity: 2, run: |world, args| binary(world, args, arithmetic::mul_term) },
    Builtin {
        name: "int_add_unwatched",
        arity: 2,
        run: |world, args| unwatched(world, args, arithmetic::add),
    },
    Builtin {
        name: "int_sub_unwatched",
        arity: 2,
        run: |world, args| unwatched(world, args, arithmetic::sub),
    },
    Builtin {
        name: "int_mul_unwatched",
        arity: 2,
        run: |world, args| unwatched(world, args, arithmetic::mul_term),
    },
    Builtin { name: "int_and", arity: 2, run: and },
    Builtin { name: "int_or", arity: 2, run: or },
    Builtin { name: "int_xor", arity: 2, run: xor },
    Builtin { name: "int_shift_left", arity: 2, run: |world, args| shift_left(world, args, world.int_mode) },
    Builtin {
        name: "int_shift_right",
        arity: 2,
        run: |world, args| shift_right(world, args, world.int_mode),
    },
    Builtin {
        name: "int_shift_right_logical",
        arity: 2,
        run: |world, args| shift_right_logical(world, args, world.int_mode),
    },
];

fn neg(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [a] = exactly(args)?;
    arithmetic::neg(world, a)
}

/// The same without a watch: these integers stand for something that is no machine word in anybody's program.
fn unwatched(
    world: &mut World<'_>,
    args: &[Value],
    operation: fn(&mut World<'_>, &Value, &Value) -> Result<Value, Stop>,
) -> Result<Value, Stop> {
    let watch = world.watch.take();
    let result = binary(world, args, operation);
    world.watch = watch;
    result
}

fn binary(
    world: &mut World<'_>,
    args: &[Value],
    operation: fn(&mut World<'_>, &Value, &Value) -> Result<Value, Stop>,
) -> Result<Value, Stop> {
    let [a, b] = exactly(args)?;
    let (a, b) = (world.look(a)?, world.look(b)?);
    operation(world, &a, &b)
}

pub(super) fn and(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    bitwise(world, args, Bitwise { small: |x, y| x & y, large: |x, y| x & y, masked: and_mask })
}

pub(super) fn or(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    // What both have counts once: x + mask - (x land mask).
    let masked = |world: &mut World<'_>, x: TermId, mask: i64| {
        let common = and_mask(world, x, mask);
        let mask = world.terms.int(mask);
        let sum = world.terms.add(x, mask);
        world.terms.sub(sum, common)
    };
    bitwise(world, args, Bitwise { small: |x, y| x | y, large: |x, y| x | y, masked })
}

pub(super) fn xor(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    // What both have counts not at all: x + mask - 2 (x land mask).
    let masked = |world: &mut World<'_>, x: TermId, mask: i64| {
        let common = and_mask(world, x, mask);
        let mask = world.terms.int(mask);
        let sum = world.terms.add(x, mask);
        let once = world.terms.sub(sum, common);
        world.terms.sub(once, common)
    };
    bitwise(world, args, Bitwise { small: |x, y| x ^ y, large: |x, y| x ^ y, masked })
}

/// An operation on bits, which is commutative, in its three forms: on machine integers, on large ones, and on a term
/// with a mask.
#[derive(Clone, Copy)]
struct Bitwise {
    small: fn(i64, i64) -> i64,
    large: fn(BigInt, BigInt) -> BigInt,
    masked: fn(&mut World<'_>, TermId, i64) -> TermId,
}

fn bitwise(world: &mut World<'_>, args: &[Value], operation: Bitwise) -> Result<Value, Stop> {
    let [a, b] = exactly(args)?;
    let (a, b) = (world.look(a)?, world.look(b)?);
    let (unknown, mask) = match (&a, &b) {
        (Value::Int(x), Value::Int(y)) => {
            let result = (operation.small)(*x, *y);
            if world.has_wrapped()
                && let Some(watch) = &mut world.watch
            {
                watch.stirred.mixed([*x, *y], result);
            }
            return Ok(Value::Int(result));
        }
        (Value::Big(_), _) | (_, Value::Big(_)) => {
            let (x, y) = (world.known_int(&a)?, world.known_int(&b)?);
            super::pay(world, ((x.bit_length() + y.bit_length()) / 8) as usize)?;
            return Ok(Value::int((operation.large)(x.to_big(), y.to_big()).into()));
        }
        (Value::Int(mask), _) => (b, *mask),
        (_, Value::Int(mask)) => (a, *mask),
        // One of the two has to be known.
        _ => {
            let mask = Value::int(world.known_int(&b)?);
            return bitwise(world, &[a, mask], operation);
        }
    };
    if runs(mask).len() > MOST_RUNS {
        let known = Value::int(world.known_int(&unknown)?);
        return bitwise(world, &[known, Value::Int(mask)], operation);
    }
    let term = world.int_term(&unknown)?;
    let result = (operation.masked)(world, term, mask);
    Ok(world.int_value(result))
}

/// Above this many runs of ones, a term would be larger than it is worth.
const MOST_RUNS: usize = 4;

/// The runs of ones in a mask, or of zeros if it is negative, as (lowest bit, count).
fn runs(mask: i64) -> Vec<(u32, u32)> {
    let mut bits = if mask < 0 { !mask } else { mask } as u64;
    let mut position = 0;
    let mut found = Vec::new();
    while bits != 0 {
        let zeros = bits.trailing_zeros();
        bits >>= zeros;
        let ones = bits.trailing_ones();
        found.push((position + zeros, ones));
        bits >>= ones;
        position += zeros + ones;
    }
    found
}

fn and_mask(world: &mut World<'_>, x: TermId, mask: i64) -> TermId {
    let mut kept = world.terms.int(0);
    for (lowest, count) in runs(mask) {
        let unit = world.terms.int_const(Int::power_of_two(lowest));
        let width = world.terms.int_const(Int::power_of_two(count));
        let shifted = world.terms.floor_div(x, unit);
        let run = world.terms.floor_mod(shifted, width);
        let run = world.terms.mul(run, unit);
        kept = world.terms.add(kept, run);
    }
    // A negative mask keeps all but the runs of its complement.
    if mask < 0 { world.terms.sub(x, kept) } else { kept }
}

pub(super) fn shift_left(world: &mut World<'_>, args: &[Value], mode: IntMode) -> Result<Value, Stop> {
    let [value, amount] = exactly(args)?;
    let (value, amount) = (world.look(value)?, shift_amount(world, amount, mode)?);
    match (&value, mode) {
        (Value::Int(value), IntMode::Wrapping(bits)) => {
            Ok(Value::Int(if amount >= bits { 0 } else { wrap_i64(value << amount, bits) }))
        }
        (_, IntMode::Wrapping(bits)) => {
            let value = world.int_term(&value)?;
            let factor = world.terms.int_const(Int::power_of_two(amount));
            let product = world.terms.mul(value, factor);
            let wrapped = world.terms.wrap(bits, product);
            Ok(world.int_value(wrapped))
        }
        (_, IntMode::Unbounded) => {
            let factor = Value::int(Int::power_of_two(amount));
            arithmetic::mul(world, &value, &factor)
        }
    }
}

pub(super) fn shift_right(world: &mut World<'_>, args: &[Value], mode: IntMode) -> Result<Value, Stop> {
    let [value, amount] = exactly(args)?;
    let (value, amount) = (world.look(value)?, shift_amount(world, amount, mode)?);
    match &value {
        Value::Int(value) => return Ok(Value::Int(value >> amount.min(63))),
        Value::Big(value) => {
            let quotient = value.floor_div(&Int::power_of_two(amount));
            return Ok(Value::int(quotient.unwrap_or_default()));
        }
        _ => {}
    }
    let value = world.int_term(&value)?;
    let divisor = world.terms.int_const(Int::power_of_two(amount));
    let result = world.terms.floor_div(value, divisor);
    Ok(world.int_value(result))
}

pub(super) fn shift_right_logical(
    world: &mut World<'_>,
    args: &[Value],
    mode: IntMode,
) -> Result<Value, Stop> {
    let [value, amount] = exactly(args)?;
    let (value, amount) = (world.look(value)?, shift_amount(world, amount, mode)?);
    if amount == 0 {
        return Ok(value);
    }
    let IntMode::Wrapping(bits) = mode else { return shift_right_unbounded(world, value, amount) };
    if amount >= bits {
        return Ok(Value::Int(0));
    }
    if let Value::Int(value) = value {
        let unsigned = (value as u64) & (u64::MAX >> (64 - bits));
        return Ok(Value::Int((unsigned >> amount) as i64));
    }
    let value = world.int_term(&value)?;
    let unsigned = if world.terms.interval(value).is_nonnegative() {
        value
    } else {
        let (zero, range) = (world.terms.int(0), world.terms.int_const(Int::power_of_two(bits)));
        let negative = world.terms.lt(value, zero);
        let raised = world.terms.add(value, range);
        world.terms.ite(negative, raised, value)
    };
    let divisor = world.terms.int_const(Int::power_of_two(amount));
    let result = world.terms.floor_div(unsigned, divisor);
    Ok(world.int_value(result))
}

/// A logical shift of an unbounded integer by at least one. A negative one has no first bit; of it the bits that OCaml
/// would have are shifted, so that programs for machine integers (`(-1) lsr 1`) mean what they mean there.
fn shift_right_unbounded(world: &mut World<'_>, value: Value, amount: u32) -> Result<Value, Stop> {
    const OCAML_BITS: u32 = 63;
    let term = match value {
        Value::Int(known) if known >= 0 => return Ok(Value::Int(known >> amount.min(63))),
        Value::Int(_) | Value::Big(_) => {
            let known = world.known_int(&value)?;
            let low = || known.floor_mod(&Int::power_of_two(OCAML_BITS)).unwrap_or_default();
            let shifted = if known.is_negative() { low() } else { known.clone() };
            let result = shifted.floor_div(&Int::power_of_two(amount));
            return Ok(Value::int(result.unwrap_or_default()));
        }
        unknown => world.int_term(&unknown)?,
    };
    let (zero, range) = (world.terms.int(0), world.terms.int_const(Int::power_of_two(OCAML_BITS)));
    let negative = world.terms.lt(term, zero);
    let low = world.terms.floor_mod(term, range);
    let shifted = world.terms.ite(negative, low, term);
    let divisor = world.terms.int_const(Int::power_of_two(amount));
    let result = world.terms.floor_div(shifted, divisor);
    Ok(world.int_value(result))
}

/// By how much to shift: settled if unknown. Unbounded integers have no width to count modulo, only a limit.
fn shift_amount(world: &mut World<'_>, amount: &Value, mode: IntMode) -> Result<u32, Stop> {
    let amount = world.known_i64(amount)?;
    match mode {
        IntMode::Wrapping(_) => Ok((amount & 63) as u32),
        IntMode::Unbounded => match u32::try_from(amount) {
            Ok(amount) if u64::from(amount) <= arithmetic::MOST_BITS => {
                super::pay(world, amount as usize / 8)?;
                Ok(amount)
            }
            Ok(_) => Err(Stop::Exhausted(Resource::Words)),
            Err(_) => Err(World::invalid_argument("shift")),
        },
    }
}

#[cfg(test)]
mod tests {
    use lydian_core::ConId;
    use lydian_term::{Constant, Model};

    use super::super::testing::{Script, in_world, int, raised, run_in};
    use super::*;

    const NAMES: [&str; 3] = ["int_and", "int_or", "int_xor"];

    #[test]
    fn bits_of_known_integers() {
        let both = |name, x, y| int(name, &[Value::Int(x), Value::Int(y)]);
        assert_eq!(both("int_and", 12, 10), 8);
        assert_eq!(both("int_or", 12, 10), 14);
        assert_eq!(both("int_xor", 12, -1), -13);
        assert_eq!(int("int_neg", &[Value::Int(-(1 << 62))]), -(1 << 62));
    }

    #[test]
    fn flooring_division_rounds_down() {
        for (a, b, quotient, rest) in
            [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1), (-6, 2, -3, 0)]
        {
            assert_eq!(int("int_floor_div", &[Value::Int(a), Value::Int(b)]), quotient, "{a} {b}");
            assert_eq!(int("int_floor_mod", &[Value::Int(a), Value::Int(b)]), rest, "{a} {b}");
        }
        let (con, _) = raised("int_floor_mod", &[Value::Int(1), Value::Int(0)]);
        assert_eq!(con, ConId::DIVISION_BY_ZERO);
    }

    #[test]
    fn flooring_division_of_an_unknown_by_a_constant_asks_nothing() {
        let mut script = Script::default();
        in_world(&mut script, |world| {
            let x = world.terms.fresh_int("x", None, None);
            let variable = world.terms.var_id(x).unwrap();
            for name in ["int_floor_div", "int_floor_mod"] {
                for divisor in [3, -3] {
                    let result = run_in(world, name, &[Value::SymInt(x), Value::Int(divisor)]).unwrap();
                    let result = world.int_term(&result).unwrap();
                    for sample in [-7, -6, 0, 5] {
                        let mut model = Model::new();
                        model.insert(variable, sample);
                        let expected = int(name, &[Value::Int(sample.into()), Value::Int(divisor)]);
                        assert_eq!(world.terms.evaluate(result, &model), Some(expected.into()));
                    }
                }
            }
        });
        assert!(script.asked.is_empty());
    }

    #[test]
    fn flooring_division_by_an_unknown_asks_whether_it_is_zero() {
        let mut script = Script { answers: vec![true], ..Script::default() };
        in_world(&mut script, |world| {
            let (x, y) = (world.terms.fresh_int("x", None, None), world.terms.fresh_int("y", None, None));
            let result = run_in(world, "int_floor_div", &[Value::SymInt(x), Value::SymInt(y)]);
            assert!(matches!(result, Err(Stop::Raise(Value::Constant(ConId::DIVISION_BY_ZERO)))));
        });
    }

    #[test]
    fn a_product_of_unknowns_is_one_term() {
        let mut script = Script::default();
        in_world(&mut script, |world| {
            let (x, y) = (world.terms.fresh_int("x", None, None), world.terms.fresh_int("y", None, None));
            let product = run_in(world, "int_mul_term", &[Value::SymInt(x), Value::SymInt(y)]).unwrap();
            let term = world.int_term(&product).unwrap();
            let mut model = Model::new();
            model.insert(world.terms.var_id(x).unwrap(), 6);
            model.insert(world.terms.var_id(y).unwrap(), -7);
            assert_eq!(world.terms.evaluate(term, &model), Some(Constant::from(-42)));
        });
        assert!(script.asked.is_empty());
        assert_eq!(int("int_mul_term", &[Value::Int(6), Value::Int(7)]), 42);
    }

    /// The rows are what OCaml 4.13 on amd64 printed.
    #[test]
    fn shifts_do_as_ocaml_on_amd64() {
        let rows = [
            (0, 5, 5, -5, -5),
            (1, 10, 2, 4611686018427387901, -3),
            (61, 2305843009213693952, 0, 3, -1),
            (62, -4611686018427387904, 0, 1, -1),
            (63, 0, 0, 0, -1),
            (64, 5, 5, -5, -5),
            (65, 10, 2, 4611686018427387901, -3),
            (-1, 0, 0, 0, -1),
            (100, 343597383680, 0, 134217727, -1),
        ];
        for (amount, left, logical, logical_of_negative, arithmetic) in rows {
            let shift = |name, value| int(name, &[Value::Int(value), Value::Int(amount)]);
            assert_eq!(shift("int_shift_left", 5), left, "5 lsl {amount}");
            assert_eq!(shift("int_shift_right_logical", 5), logical, "5 lsr {amount}");
            assert_eq!(shift("int_shift_right_logical", -5), logical_of_negative, "-5 lsr {amount}");
            assert_eq!(shift("int_shift_right", -5), arithmetic, "-5 asr {amount}");
        }
    }

    #[test]
    fn terms_of_unknown_integers_have_the_values_of_known_ones() {
        let samples = [0, 1, -1, 5, -5, 12345, -98765, (1 << 62) - 1, -(1 << 62)];
        let masks = [0, 1, 255, -1, -8, 6, 0x0ff0_00f0, -17, 1 << 61, (1 << 62) - 1, -(1 << 62)];
        let amounts = [0, 1, 7, 61, 62, 63];
        in_world(&mut Script::default(), |world| {
            let (lo, hi) = world.int_bounds();
            let term = world.terms.fresh_int("x", lo, hi);
            let variable = world.terms.var_id(term).unwrap();
            let shifts = ["int_shift_left", "int_shift_right", "int_shift_right_logical"];
            let cases = NAMES
                .iter()
                .flat_map(|name| masks.iter().map(move |mask| (*name, *mask)))
                .chain(shifts.iter().flat_map(|name| amounts.iter().map(move |amount| (*name, *amount))));
            for (name, operand) in cases {
                let result = run_in(world, name, &[Value::SymInt(term), Value::Int(operand)]).unwrap();
                let result = world.int_term(&result).unwrap();
                for sample in samples {
                    let mut model = Model::new();
                    model.insert(variable, Constant::Int(sample.into()));
                    let expected = int(name, &[Value::Int(sample), Value::Int(operand)]);
                    let got = world.terms.evaluate(result, &model);
                    assert_eq!(got, Some(Constant::Int(expected.into())), "{name} {sample} {operand}");
                }
            }
        });
    }
}
