//! Structural order as one condition, for callers that must not branch.
//! In: two values. Out: a truth value, unknown as one term where parts are unknown: "the first parts that differ are in
//! order". Only what no term can say (the constructor of an open hole, functions) is decided, after asking whether the
//! parts before it are equal at all, as `<` would.

use std::cmp::Ordering;

use lydian_core::{HoleId, Shape, Text, Value};
use lydian_term::TermId;

use crate::equality::{self, alike, con_of, is_integer, known_order, may_hold_float};
use crate::world::{Stop, World};

/// `a < b`.
pub fn less(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Value, Stop> {
    ordered(world, a, b, false)
}

/// `a <= b`.
pub fn less_or_equal(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Value, Stop> {
    ordered(world, a, b, true)
}

/// One pair of unknown basic values on the way from the first to the last part.
struct Step {
    below: TermId,
    equal: TermId,
}

/// What a pair of parts says about the order.
enum Parts {
    /// They are ordered so, or equal as far as is seen here; their own parts follow.
    Known(Ordering),
    /// They have no order: one is not a number.
    Unordered,
    /// Their order depends on unknowns.
    Unknown(Step),
    /// Their order must be decided.
    Undecided,
}

fn ordered(world: &mut World<'_>, a: &Value, b: &Value, if_equal: bool) -> Result<Value, Stop> {
    let mut steps: Vec<Step> = Vec::new();
    let mut work = vec![(a.clone(), b.clone())];
    let mut last = if_equal;
    while let Some((a, b)) = work.pop() {
        world.meter.step(1)?;
        let mut parts = compare_parts(world, &a, &b, &mut work)?;
        if matches!(parts, Parts::Undecided) {
            // What comes before must be equal, or this pair does not matter.
            let conditions: Vec<TermId> = steps.iter().map(|step| step.equal).collect();
            let reached = world.terms.and_all(&conditions);
            if !world.ask(reached)? {
                break;
            }
            steps.clear();
            let (left, right) = (world.look(&a)?, world.look(&b)?);
            parts = compare_parts(world, &left, &right, &mut work)?;
        }
        let order = match parts {
            Parts::Known(order) => Some(order),
            Parts::Unordered => None,
            Parts::Unknown(step) => {
                let differ = world.terms.as_bool(step.equal) == Some(false);
                steps.push(step);
                if differ {
                    break;
                }
                continue;
            }
            Parts::Undecided => equality::order_of(world, &a, &b)?,
        };
        if order != Some(Ordering::Equal) {
            last = order == Some(Ordering::Less);
            break;
        }
    }
    let mut holds = world.terms.bool(last);
    for step in steps.into_iter().rev() {
        let later = world.terms.and(step.equal, holds);
        holds = world.terms.or(step.below, later);
    }
    Ok(world.bool_value(holds))
}

/// Whether looking at a value would ask the decider.
pub(crate) fn is_undecided(world: &World<'_>, value: &Value) -> bool {
    match value {
        Value::Hole(hole) => is_open_choice(world, *hole),
        _ => false,
    }
}

fn is_open_choice(world: &World<'_>, hole: HoleId) -> bool {
    if world.holes.content(hole).is_some() {
        return false;
    }
    let Some(shape) = world.holes.shape(hole) else { return false };
    match world.universe.shapes.shape(shape) {
        Shape::Int | Shape::Bool | Shape::Char | Shape::String | Shape::Unit => false,
        Shape::Product(..) | Shape::Function(_) | Shape::Lazy(_) | Shape::Closed(_) => false,
        Shape::Variant(alternatives) => alternatives.len() != 1,
        Shape::Bytes | Shape::Float | Shape::Array(_) => true,
    }
}

/// Compares the outermost parts; parts below them go to the work list, the first one on top.
fn compare_parts(
    world: &mut World<'_>,
    a: &Value,
    b: &Value,
    work: &mut Vec<(Value, Value)>,
) -> Result<Parts, Stop> {
    if let (Value::Hole(x), Value::Hole(y)) = (a, b)
        && x == y
        && !may_hold_float(world, *x)
    {
        return Ok(Parts::Known(Ordering::Equal));
    }
    if is_undecided(world, a) || is_undecided(world, b) {
        return Ok(Parts::Undecided);
    }
    let (a, b) = alike(world.look(a)?, world.look(b)?);
    Ok(match (&a, &b) {
        (Value::Block(x), Value::Block(y)) if x.con == y.con => {
            let (left, right) = (world.in_own_order(x.con, &x.fields), world.in_own_order(y.con, &y.fields));
            work.extend(left.iter().cloned().zip(right.iter().cloned()).rev());
            Parts::Known(Ordering::Equal)
        }
        (Value::Constant(_), Value::Block(_)) => Parts::Known(Ordering::Less),
        (Value::Block(_), Value::Constant(_)) => Parts::Known(Ordering::Greater),
        (Value::Constant(_), Value::Constant(_)) | (Value::Block(_), Value::Block(_)) => {
            let (x, y) = (con_of(&a), con_of(&b));
            Parts::Known(if x == y { Ordering::Equal } else { world.rank(x).cmp(&world.rank(y)) })
        }
        (Value::Array(x), Value::Array(y)) => {
            let (left, right) = (x.borrow(), y.borrow());
            let by_length = left.len().cmp(&right.len());
            if by_length == Ordering::Equal {
                work.extend(left.iter().cloned().zip(right.iter().cloned()).rev());
            }
            Parts::Known(by_length)
        }
        (Value::Mutable(x), Value::Mutable(y)) => {
            let (left, right) = (x.fields.borrow(), y.fields.borrow());
            let (left, right) = (world.in_own_order(x.con, &left), world.in_own_order(y.con, &right));
            work.extend(left.iter().cloned().zip(right.iter().cloned()).rev());
            Parts::Known(Ordering::Equal)
        }
        (Value::Unit, Value::Unit) => Parts::Known(Ordering::Equal),
        (Value::Float(x), Value::Float(y)) => x.partial_cmp(y).map_or(Parts::Unordered, Parts::Known),
        (Value::Bool(x), Value::Bool(y)) => Parts::Known(x.cmp(y)),
        (Value::SymBool(_) | Value::Bool(_), Value::SymBool(_) | Value::Bool(_)) => {
            let (x, y) = (world.bool_term(&a)?, world.bool_term(&b)?);
            let not_x = world.terms.not(x);
            let (below, equal) = (world.terms.and(not_x, y), world.terms.eq(x, y));
            Parts::Unknown(Step { below, equal })
        }
        (Value::Str(x), Value::Str(y)) => match (&**x, &**y) {
            (Text::Known(x), Text::Known(y)) => Parts::Known(x.cmp(y)),
            _ => {
                let (x, y) = (world.str_term(&a)?, world.str_term(&b)?);
                let (below, equal) = (world.terms.str_lt(x, y), world.terms.eq(x, y));
                Parts::Unknown(Step { below, equal })
            }
        },
        _ if is_integer(&a) && is_integer(&b) => match known_order(&a, &b) {
            Some(order) => Parts::Known(order),
            None => {
                let (x, y) = (world.int_term(&a)?, world.int_term(&b)?);
                let (below, equal) = (world.terms.lt(x, y), world.terms.eq(x, y));
                Parts::Unknown(Step { below, equal })
            }
        },
        // Byte strings, and what has no order: functions, suspensions.
        _ => Parts::Undecided,
    })
}
