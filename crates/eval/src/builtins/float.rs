//! Primitives on floating-point numbers.
//! They are never symbolic: an unknown float is one of a few samples, an unknown integer is settled first. Which sign a
//! not-a-number has shows when it is printed; it is the one that OCaml shows on amd64 with the GNU C library.

use lydian_core::{IntMode, Value};
use num_bigint::BigInt;
use num_traits::FromPrimitive;

use super::{Builtin, exactly};
use crate::arithmetic::wrap_i64;
use crate::watch::FloatLoss;
use crate::world::{Stop, World};

pub(super) const TABLE: &[Builtin] = &[
    Builtin { name: "float_neg", arity: 1, run: |world, args| unary(world, args, |x| -x) },
    Builtin {
        name: "float_add",
        arity: 2,
        run: |world, args| binary(world, args, |x, y| x + y, FloatLoss::Large),
    },
    Builtin {
        name: "float_sub",
        arity: 2,
        run: |world, args| binary(world, args, |x, y| x - y, FloatLoss::Large),
    },
    Builtin {
        name: "float_mul",
        arity: 2,
        run: |world, args| binary(world, args, |x, y| x * y, FloatLoss::LargeOrSmall),
    },
    Builtin {
        name: "float_div",
        arity: 2,
        run: |world, args| binary(world, args, |x, y| x / y, FloatLoss::LargeOrSmall),
    },
    Builtin {
        name: "float_mod",
        arity: 2,
        run: |world, args| binary(world, args, |x, y| x % y, FloatLoss::No),
    },
    Builtin { name: "float_pow", arity: 2, run: pow },
    Builtin {
        name: "float_hypot",
        arity: 2,
        run: |world, args| binary(world, args, f64::hypot, FloatLoss::Large),
    },
    Builtin { name: "float_atan2", arity: 2, run: atan2 },
    Builtin { name: "float_copysign", arity: 2, run: copysign },
    Builtin { name: "float_fma", arity: 3, run: fma },
    Builtin { name: "float_abs", arity: 1, run: |world, args| unary(world, args, f64::abs) },
    Builtin { name: "float_sqrt", arity: 1, run: |world, args| domain(world, args, f64::sqrt, MINUS) },
    Builtin { name: "float_cbrt", arity: 1, run: |world, args| domain(world, args, f64::cbrt, MINUS) },
    Builtin { name: "float_exp", arity: 1, run: |world, args| growing(world, args, f64::exp) },
    Builtin { name: "float_exp2", arity: 1, run: |world, args| growing(world, args, f64::exp2) },
    Builtin { name: "float_expm1", arity: 1, run: |world, args| growing(world, args, f64::exp_m1) },
    Builtin { name: "float_log", arity: 1, run: |world, args| domain(world, args, f64::ln, MINUS) },
    Builtin { name: "float_log10", arity: 1, run: |world, args| domain(world, args, f64::log10, PLUS) },
    Builtin { name: "float_log2", arity: 1, run: |world, args| domain(world, args, f64::log2, MINUS) },
    Builtin { name: "float_log1p", arity: 1, run: |world, args| domain(world, args, f64::ln_1p, MINUS) },
    Builtin { name: "float_cos", arity: 1, run: |world, args| domain(world, args, f64::cos, MINUS) },
    Builtin { name: "float_sin", arity: 1, run: |world, args| domain(world, args, f64::sin, MINUS) },
    Builtin { name: "float_tan", arity: 1, run: |world, args| domain(world, args, f64::tan, MINUS) },
    Builtin { name: "float_acos", arity: 1, run: |world, args| domain(world, args, f64::acos, PLUS) },
    Builtin { name: "float_asin", arity: 1, run: |world, args| domain(world, args, f64::asin, PLUS) },
    Builtin { name: "float_atan", arity: 1, run: |world, args| domain(world, args, f64::atan, MINUS) },
    Builtin { name: "float_cosh", arity: 1, run: |world, args| growing(world, args, f64::cosh) },
    Builtin { name: "float_sinh", arity: 1, run: |world, args| growing(world, args, f64::sinh) },
    Builtin { name: "float_tanh", arity: 1, run: |world, args| domain(world, args, f64::tanh, MINUS) },
    Builtin { name: "float_acosh", arity: 1, run: |world, args| domain(world, args, acosh, MINUS) },
    Builtin { name: "float_asinh", arity: 1, run: |world, args| domain(world, args, asinh, MINUS) },
    Builtin { name: "float_atanh", arity: 1, run: |world, args| domain(world, args, atanh, MINUS) },
    Builtin { name: "float_ceil", arity: 1, run: |world, args| domain(world, args, f64::ceil, MINUS) },
    Builtin { name: "float_floor", arity: 1, run: |world, args| domain(world, args, f64::floor, MINUS) },
    Builtin { name: "float_trunc", arity: 1, run: |world, args| domain(world, args, f64::trunc, MINUS) },
    Builtin { name: "float_round", arity: 1, run: |world, args| domain(world, args, f64::round, MINUS) },
    Builtin { name: "float_ldexp", arity: 2, run: scale },
    Builtin { name: "float_of_int", arity: 1, run: of_int },
    Builtin { name: "int_of_float", arity: 1, run: to_int },
];

/// The signs of a not-a-number that comes from numbers.
const PLUS: f64 = 1.0;
const MINUS: f64 = -1.0;

fn unary(world: &mut World<'_>, args: &[Value], on: fn(f64) -> f64) -> Result<Value, Stop> {
    let [x] = exactly(args)?;
    Ok(Value::Float(on(world.known_float(x)?)))
}

/// A function that is not defined everywhere.
fn domain(world: &mut World<'_>, args: &[Value], on: fn(f64) -> f64, sign: f64) -> Result<Value, Stop> {
    let [x] = exactly(args)?;
    let x = world.known_float(x)?;
    Ok(noted(world, named(on(x), &[x], sign), &[x], FloatLoss::No))
}

/// A function whose results can be too large.
fn growing(world: &mut World<'_>, args: &[Value], on: fn(f64) -> f64) -> Result<Value, Stop> {
    let [x] = exactly(args)?;
    let x = world.known_float(x)?;
    Ok(noted(world, named(on(x), &[x], MINUS), &[x], FloatLoss::Growing))
}

fn binary(
    world: &mut World<'_>,
    args: &[Value],
    on: fn(f64, f64) -> f64,
    loss: FloatLoss,
) -> Result<Value, Stop> {
    let [x, y] = exactly(args)?;
    let (x, y) = (world.known_float(x)?, world.known_float(y)?);
    Ok(noted(world, named(on(x, y), &[x, y], MINUS), &[x, y], loss))
}

/// A result of which whoever watches takes note.
fn noted(world: &mut World<'_>, result: f64, args: &[f64], loss: FloatLoss) -> Value {
    if let Some(watch) = &mut world.watch {
        watch.float(result, args, loss);
    }
    Value::Float(result)
}

/// A not-a-number is that of the first argument that is one, or has this sign; Rust leaves it open.
fn named(result: f64, args: &[f64], sign: f64) -> f64 {
    if result.is_nan() {
        let from = args.iter().copied().find(|arg| arg.is_nan());
        from.unwrap_or_else(|| f64::NAN.copysign(sign))
    } else {
        result
    }
}

fn pow(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [base, exponent] = exactly(args)?;
    let (base, exponent) = (world.known_float(base)?, world.known_float(exponent)?);
    // An odd power of a negative not-a-number loses the sign in the C library.
    let odd = (exponent % 2.0).abs() == 1.0;
    let blamed = if odd { base.abs() } else { base };
    let power = named(base.powf(exponent), &[blamed, exponent], MINUS);
    Ok(noted(world, power, &[base, exponent], FloatLoss::LargeOrSmall))
}

fn atan2(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [y, x] = exactly(args)?;
    let (y, x) = (world.known_float(y)?, world.known_float(x)?);
    Ok(Value::Float(named(y.atan2(x), &[x, y], MINUS)))
}

fn copysign(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [size, sign] = exactly(args)?;
    let (size, sign) = (world.known_float(size)?, world.known_float(sign)?);
    Ok(Value::Float(size.copysign(sign)))
}

fn fma(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [a, b, c] = exactly(args)?;
    let (a, b, c) = (world.known_float(a)?, world.known_float(b)?, world.known_float(c)?);
    Ok(noted(world, named(a.mul_add(b, c), &[a, b, c], MINUS), &[a, b, c], FloatLoss::Large))
}

fn scale(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [x, exponent] = exactly(args)?;
    let x = world.known_float(x)?;
    let exponent = world.known_i64(exponent)?;
    Ok(noted(world, named(ldexp(x, exponent), &[x], MINUS), &[x], FloatLoss::LargeOrSmall))
}

fn of_int(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [int] = exactly(args)?;
    let float = match world.look(int)? {
        Value::Int(known) => known as f64,
        other => world.known_int(&other)?.to_f64(),
    };
    Ok(noted(world, float, &[], FloatLoss::No))
}

fn to_int(world: &mut World<'_>, args: &[Value]) -> Result<Value, Stop> {
    let [x] = exactly(args)?;
    let x = world.known_float(x)?;
    if world.sized_unbounded && !x.is_finite() {
        return Err(Stop::Unsupported("no integer of any size is infinite or not a number".into()));
    }
    match world.int_mode {
        IntMode::Wrapping(bits) => {
            note_truncation(world, x, bits);
            Ok(Value::Int(wrap_i64(truncate(x), bits)))
        }
        IntMode::Unbounded => Ok(Value::int(BigInt::from_f64(x.trunc()).unwrap_or_default().into())),
    }
}

/// Takes note that the integer part of a number does not fit: what OCaml makes of it is not specified.
pub(super) fn note_truncation(world: &mut World<'_>, x: f64, bits: u32) {
    let bound = power(i64::from(bits) - 1);
    if !(-bound..bound).contains(&x.trunc())
        && let Some(watch) = &mut world.watch
    {
        watch.left(bits);
    }
}

/// The integer part in 64 bits; the least integer where there is none, as the processor says.
pub(super) fn truncate(x: f64) -> i64 {
    // The bounds are powers of two, so they are exact floats.
    if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&x) { x as i64 } else { i64::MIN }
}

/// `x * 2^exponent`, rounded once.
pub(super) fn ldexp(x: f64, exponent: i64) -> f64 {
    // No float survives more than this in either direction.
    let mut left = exponent.clamp(-2200, 2200);
    let mut result = x;
    while left > 1023 {
        result *= power(1023);
        left -= 1023;
    }
    // On the way down the number keeps all its bits until the last step: 53 more than the least normal exponent.
    while left < -1022 {
        result *= power(-1022 + 53);
        left += 1022 - 53;
    }
    result * power(left)
}

/// Two to a power within the normal exponents.
fn power(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

const HUGE: f64 = 268_435_456.0;

// The inverse hyperbolic functions are computed as C libraries do, case by case, so that the last digit agrees.

fn acosh(x: f64) -> f64 {
    if x < 1.0 {
        f64::NAN
    } else if x == 1.0 {
        0.0
    } else if x >= HUGE {
        x.ln() + std::f64::consts::LN_2
    } else if x > 2.0 {
        (2.0 * x - 1.0 / (x + (x * x - 1.0).sqrt())).ln()
    } else {
        let above = x - 1.0;
        (above + (2.0 * above + above * above).sqrt()).ln_1p()
    }
}

fn asinh(x: f64) -> f64 {
    let size = x.abs();
    if size < 1.0 / HUGE || !x.is_finite() {
        return x;
    }
    let result = if size > HUGE {
        size.ln() + std::f64::consts::LN_2
    } else if size > 2.0 {
        (2.0 * size + 1.0 / ((size * size + 1.0).sqrt() + size)).ln()
    } else {
        let square = size * size;
        (size + square / (1.0 + (1.0 + square).sqrt())).ln_1p()
    };
    result.copysign(x)
}

fn atanh(x: f64) -> f64 {
    let size = x.abs();
    if size > 1.0 {
        return f64::NAN;
    }
    if size < 1.0 / HUGE {
        return x;
    }
    let twice = size + size;
    let result = if size < 0.5 {
        0.5 * (twice + twice * size / (1.0 - size)).ln_1p()
    } else {
        0.5 * (twice / (1.0 - size)).ln_1p()
    };
    result.copysign(x)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{int, run};
    use super::*;

    fn float(name: &str, args: &[f64]) -> f64 {
        let args: Vec<Value> = args.iter().map(|arg| Value::Float(*arg)).collect();
        match run(name, &args) {
            Ok(Value::Float(result)) => result,
            other => panic!("{name} gave {other:?}"),
        }
    }

    #[test]
    fn arithmetic_is_ieee() {
        assert_eq!(float("float_add", &[0.1, 0.2]), 0.1 + 0.2);
        assert_eq!(float("float_div", &[1.0, 0.0]), f64::INFINITY);
        assert_eq!(float("float_mod", &[-7.5, 2.0]), -1.5);
        assert_eq!(float("float_round", &[-2.5]), -3.0);
        assert_eq!(float("float_hypot", &[3.0, 4.0]), 5.0);
        assert_eq!(float("float_fma", &[2.0, 3.0, 4.0]), 10.0);
    }

    #[test]
    fn the_sign_of_not_a_number_is_that_of_amd64() {
        let minus = f64::NAN.copysign(-1.0);
        assert!(float("float_div", &[0.0, 0.0]).is_sign_negative());
        assert!(float("float_sqrt", &[-1.0]).is_sign_negative());
        assert!(float("float_log10", &[-1.0]).is_sign_positive());
        assert!(float("float_acos", &[2.0]).is_sign_positive());
        assert!(float("float_add", &[f64::NAN, minus]).is_sign_positive());
        assert!(float("float_add", &[minus, f64::NAN]).is_sign_negative());
        assert!(float("float_neg", &[f64::NAN]).is_sign_negative());
    }

    #[test]
    fn integers_of_floats_wrap_as_the_processor_does() {
        let rows = [
            (f64::NAN, 0),
            (f64::INFINITY, 0),
            (1e30, 0),
            (-1e30, 0),
            (4611686018427387904.0, -4611686018427387904),
            (9223372036854775807.0, 0),
            (1.9, 1),
            (-1.9, -1),
            (6e18, -3223372036854775808),
        ];
        for (x, expected) in rows {
            assert_eq!(int("int_of_float", &[Value::Float(x)]), expected, "{x}");
        }
    }

    #[test]
    fn scaling_rounds_once() {
        assert_eq!(ldexp(1.0, -1074), 5e-324);
        assert_eq!(ldexp(1.5, -1075), 5e-324);
        assert_eq!(ldexp(1.0, -1075), 0.0);
        assert_eq!(ldexp(f64::from_bits(1), 1074 + 1023), power(1023));
        assert_eq!(ldexp(f64::MAX, -2099), 0.0);
        assert_eq!(ldexp(1.0, 1024), f64::INFINITY);
        assert_eq!(ldexp(1.0, i64::MIN), 0.0);
        assert_eq!(ldexp(-0.0, i64::MAX).to_bits(), (-0.0f64).to_bits());
        // One more than half of the last place: two roundings would go to even.
        assert_eq!(ldexp(f64::from_bits(0x3ff8_0000_0000_0001), -1074), 1e-323);
    }
}
