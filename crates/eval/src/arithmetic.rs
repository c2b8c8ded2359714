//! Integer arithmetic in the program's mode, on known and unknown integers.
//! Known operands compute at once; otherwise the result is a term, wrapped where the mode wraps. Division asks whether
//! the divisor is zero first, so terms never divide by zero.

use lydian_core::{ConId, IntMode, Value};
use lydian_term::{Constant, Int, Node, TermId, Terms};

use crate::meter::Resource;
use crate::world::{Stop, World};

type OnTerms = fn(&mut Terms, TermId, TermId) -> TermId;

/// `a + b`.
#[inline]
pub fn add(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Value, Stop> {
    if let (Value::Int(x), Value::Int(y)) = (a, b)
        && let IntMode::Wrapping(bits) = world.int_mode
    {
        return Ok(Value::Int(kept_i64(world, [*x, *y], x.overflowing_add(*y), bits)));
    }
    binary(world, a, b, |x, y| x + y, Terms::add)
}

/// `a - b`.
#[inline]
pub fn sub(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Value, Stop> {
    if let (Value::Int(x), Value::Int(y)) = (a, b)
        && let IntMode::Wrapping(bits) = world.int_mode
    {
        return Ok(Value::Int(kept_i64(world, [*x, *y], x.overflowing_sub(*y), bits)));
    }
    binary(world, a, b, |x, y| x - y, Terms::sub)
}

/// `a * b`.
#[inline]
pub fn mul(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Value, Stop> {
    if let (Value::Int(x), Value::Int(y)) = (a, b)
        && let IntMode::Wrapping(bits) = world.int_mode
    {
        return Ok(Value::Int(kept_i64(world, [*x, *y], x.overflowing_mul(*y), bits)));
    }
    let b = linear_factor(world, a, b)?;
    binary(world, a, &b, |x, y| x * y, Terms::mul)
}

/// The second factor, settled on one value if both are unknown: a product of unknowns is beyond what a solver decides
/// within a budget, a multiple of an unknown is not.
fn linear_factor(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Value, Stop> {
    let (a, b) = (world.look(a)?, world.look(b)?);
    if let (Value::SymInt(_), Value::SymInt(term)) = (&a, &b)
        && let Constant::Int(int) = world.settle(*term)?
    {
        return Ok(Value::int(int));
    }
    Ok(b)
}

/// `a * b` as one term even if both are unknown. No solver promises to decide such a term; it is for conditions that
/// are written down, not computed.
pub fn mul_term(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Value, Stop> {
    binary(world, a, b, |x, y| x * y, Terms::mul)
}

/// `-a`.
pub fn neg(world: &mut World<'_>, a: &Value) -> Result<Value, Stop> {
    sub(world, &Value::Int(0), a)
}

/// `a / b`, rounded towards zero; raises on zero.
pub fn div(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Value, Stop> {
    division(world, a, b, Int::tdiv, Terms::tdiv)
}

/// `a mod b`, with the sign of `a`; raises on zero.
pub fn rem(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Value, Stop> {
    division(world, a, b, Int::tmod, Terms::tmod)
}

/// `a / b`, rounded down; raises on zero.
pub fn floor_div(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Value, Stop> {
    division(world, a, b, Int::floor_div, Terms::floor_div)
}

/// The remainder of [`floor_div`], with the sign of `b`; raises on zero.
pub fn floor_rem(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Value, Stop> {
    division(world, a, b, Int::floor_mod, Terms::floor_mod)
}

fn division(
    world: &mut World<'_>,
    a: &Value,
    b: &Value,
    known: fn(&Int, &Int) -> Option<Int>,
    terms: OnTerms,
) -> Result<Value, Stop> {
    if let (Some(x), Some(y)) = (known_int(a), known_int(b)) {
        pay_for(world, &x, &y)?;
        let result = known(&x, &y).ok_or_else(|| World::raise(ConId::DIVISION_BY_ZERO))?;
        return Ok(Value::int(wrapped(world, result)));
    }
    let (x, y) = (world.int_term(a)?, world.int_term(b)?);
    let zero = world.terms.int(0);
    let divides_by_zero = world.terms.eq(y, zero);
    if world.ask(divides_by_zero)? {
        return Err(World::raise(ConId::DIVISION_BY_ZERO));
    }
    // A quotient of unknowns is no easier than their product.
    let y = match (world.terms.as_int(x), world.terms.as_int(y)) {
        (None, None) if !world.keep_quotients => {
            let divisor = world.settle(y)?;
            world.terms.constant(&divisor)
        }
        _ => y,
    };
    let result = terms(world.terms, x, y);
    // The smallest integer divided by -1 is the only quotient that does not fit.
    if world.int_mode != IntMode::Unbounded
        && let Some(watch) = &mut world.watch
    {
        watch.unknown(world.terms, result);
    }
    Ok(wrap_term(world, result))
}

fn binary(
    world: &mut World<'_>,
    a: &Value,
    b: &Value,
    known: fn(Int, Int) -> Int,
    terms: OnTerms,
) -> Result<Value, Stop> {
    let unbounded = world.int_mode == IntMode::Unbounded;
    if let (Some(x), Some(y)) = (known_int(a), known_int(b)) {
        pay_for(world, &x, &y)?;
        let exact = known(x, y);
        if let (true, Some(watch)) = (unbounded, &mut world.watch) {
            watch.known(&exact);
        }
        return Ok(Value::int(wrapped(world, exact)));
    }
    let (x, y) = (world.int_term(a)?, world.int_term(b)?);
    if unbounded {
        let (left, right) = (largest_constant(world.terms, x), largest_constant(world.terms, y));
        pay_for(world, &left, &right)?;
    }
    let result = terms(world.terms, x, y);
    if let Some(watch) = &mut world.watch {
        watch.unknown(world.terms, result);
    }
    Ok(wrap_term(world, result))
}

/// No integer may have more bits than this: numbers that grow without end must end somewhere.
pub(crate) const MOST_BITS: u64 = 1 << 20;

/// Pays for an operation on two integers, in proportion to the work of a product or quotient of large ones.
fn pay_for(world: &mut World<'_>, x: &Int, y: &Int) -> Result<(), Stop> {
    if x.as_i64().is_some() && y.as_i64().is_some() {
        return Ok(());
    }
    if x.bit_length() + y.bit_length() > MOST_BITS {
        return Err(Stop::Exhausted(Resource::Words));
    }
    let (left, right) = (x.bit_length() / 64 + 1, y.bit_length() / 64 + 1);
    world.meter.allocate(left + right)?;
    world.meter.step(left * right / 64)?;
    Ok(())
}

/// The constant with the most bits at the surface of a term: products of terms multiply these.
fn largest_constant(terms: &Terms, term: TermId) -> Int {
    match terms.view(term) {
        Node::Int(value) => value.clone(),
        Node::Sum(parts, constant) => {
            let coefficients = parts.iter().map(|(coefficient, _)| coefficient);
            coefficients.chain([constant]).max_by_key(|value| value.bit_length()).cloned().unwrap_or(Int::ONE)
        }
        _ => Int::ONE,
    }
}

fn wrap_term(world: &mut World<'_>, term: TermId) -> Value {
    let term = match world.int_mode {
        IntMode::Unbounded => term,
        IntMode::Wrapping(bits) => world.terms.wrap(bits, term),
    };
    world.int_value(term)
}

/// A known result as the mode keeps it.
fn wrapped(world: &mut World<'_>, exact: Int) -> Int {
    let IntMode::Wrapping(bits) = world.int_mode else { return exact };
    let kept = exact.wrap(bits);
    if kept != exact {
        world.note_wrap();
    }
    kept
}

/// The lowest bits of a result, given with whether it left 64 bits.
#[inline]
fn kept_i64(world: &mut World<'_>, args: [i64; 2], (result, left): (i64, bool), bits: u32) -> i64 {
    let kept = wrap_i64(result, bits);
    if left || kept != result {
        world.note_wrap();
        world.note_computed(args, kept, true);
    } else if world.has_wrapped() {
        world.note_computed(args, kept, false);
    }
    kept
}

fn known_int(value: &Value) -> Option<Int> {
    match value {
        Value::Int(int) => Some(Int::from(*int)),
        Value::Big(int) => Some((**int).clone()),
        _ => None,
    }
}

/// Keeps the lowest `bits` bits of a machine integer, with their sign.
#[inline]
pub fn wrap_i64(value: i64, bits: u32) -> i64 {
    let unused = 64 - bits;
    (value << unused) >> unused
}
