//! Structural equality and order, and physical equality, as OCaml has them.
//! Both walk iteratively: values can be millions of links deep. Equality of known shapes with unknown basic values is
//! one condition, not a branch for each.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::rc::Rc;

use lydian_core::tree::Tree;
use lydian_core::value::Cells;
use lydian_core::{ConId, Text, Value};

use crate::printed_floats::{self, Edges};
use crate::world::{Stop, World, ill_typed};

/// `a = b`.
pub fn equal(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Value, Stop> {
    equate(world, a, b, Sameness::Relation)
}

/// Why results are left undecided that hold functions.
pub const FUNCTIONS: &str = "the result contains functions, which cannot be compared";

/// Whether two results are the same for an observer: as `=`, but what is not a number is the same as itself, and
/// functions cannot be told apart or found equal.
pub fn agree(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Value, Stop> {
    equate(world, a, b, Sameness::Total)
}

/// Whether two results are the same for an observer who allows for rounding: as [`agree`], but floating-point numbers may be that far apart.
pub fn agree_within(
    world: &mut World<'_>,
    a: &Value,
    b: &Value,
    tolerance: &Tolerance,
) -> Result<Value, Stop> {
    equate(world, a, b, Sameness::Within(tolerance))
}

/// How far floating-point numbers may be apart to be the same: either bound is enough.
#[derive(Debug, Clone, PartialEq)]
pub struct Tolerance {
    /// The part of the larger of the two.
    pub relative: f64,
    /// Whatever their size; infinite where rounding may have lost everything but that they are finite.
    pub absolute: f64,
    /// Which numbers the two runs wrote just so; nothing where numbers in texts are no floating-point numbers.
    pub written: Option<[Edges; 2]>,
}

impl Tolerance {
    pub(crate) fn allows(&self, a: f64, b: f64) -> bool {
        let distance = (a - b).abs();
        a.is_finite()
            && b.is_finite()
            && (distance <= self.absolute || distance <= self.relative * a.abs().max(b.abs()))
    }
}

/// When two numbers are the same.
#[derive(Clone, Copy)]
enum Sameness<'a> {
    /// As `=` has it.
    Relation,
    /// What is not a number is the same as itself.
    Total,
    /// The same, with room for rounding.
    Within(&'a Tolerance),
}

fn equate(world: &mut World<'_>, a: &Value, b: &Value, sameness: Sameness<'_>) -> Result<Value, Stop> {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => return Ok(Value::Bool(x == y)),
        (Value::Constant(x), Value::Constant(y)) => return Ok(Value::Bool(x == y)),
        _ => {}
    }
    let mut conditions = Vec::new();
    // Of results, two cycles are equal if no way through both parts them: a pair that comes again says nothing new. OCaml's
    // own `=` goes on for ever, and so does ours, up to the meter.
    let mut met = HashSet::new();
    let mut work = vec![(a.clone(), b.clone())];
    while let Some((a, b)) = work.pop() {
        world.meter.step(1)?;
        if let (Value::Hole(x), Value::Hole(y)) = (&a, &b)
            && x == y
            && world.hole_arity(*x).is_none()
        {
            // The same unknown, whatever it is; only a float can differ from itself.
            if !may_hold_float(world, *x) {
                continue;
            }
        }
        let (a, b) = (world.look(&a)?, world.look(&b)?);
        if !matches!(sameness, Sameness::Relation)
            && let Some(pair) = addresses(&a, &b)
            && !met.insert(pair)
        {
            continue;
        }
        let (a, b) = alike(a, b);
        match (&a, &b) {
            (Value::Unit, Value::Unit) => {}
            (Value::Constant(x), Value::Constant(y)) => {
                if x != y {
                    return Ok(Value::Bool(false));
                }
            }
            (Value::Constant(_), Value::Block(_)) | (Value::Block(_), Value::Constant(_)) => {
                return Ok(Value::Bool(false));
            }
            (Value::Block(x), Value::Block(y)) => {
                if x.con != y.con || x.fields.len() != y.fields.len() {
                    return Ok(Value::Bool(false));
                }
                for (left, right) in x.fields.iter().zip(&y.fields).rev() {
                    work.push((left.clone(), right.clone()));
                }
            }
            (Value::Mutable(x), Value::Mutable(y)) => {
                if x.con != y.con {
                    return Ok(Value::Bool(false));
                }
                let (left, right) = (x.fields.borrow().clone(), y.fields.borrow().clone());
                work.extend(left.into_iter().zip(right).rev());
            }
            (Value::Array(x), Value::Array(y)) => {
                let (left, right) = (x.borrow(), y.borrow());
                if left.len() != right.len() {
                    return Ok(Value::Bool(false));
                }
                work.extend(left.iter().cloned().zip(right.iter().cloned()).rev());
            }
            (Value::Bool(x), Value::Bool(y)) => {
                if x != y {
                    return Ok(Value::Bool(false));
                }
            }
            (
                Value::Int(_) | Value::Big(_) | Value::Char(_),
                Value::Int(_) | Value::Big(_) | Value::Char(_),
            ) => {
                if known_order(&a, &b) != Some(Ordering::Equal) {
                    return Ok(Value::Bool(false));
                }
            }
            (Value::Float(x), Value::Float(y)) => {
                let is_same = match sameness {
                    Sameness::Relation => {
                        let (x, y) = world.compared(*x, *y);
                        x == y
                    }
                    Sameness::Total => x == y || (x.is_nan() && y.is_nan()),
                    Sameness::Within(tolerance) => {
                        x == y || (x.is_nan() && y.is_nan()) || tolerance.allows(*x, *y)
                    }
                };
                if !is_same {
                    return Ok(Value::Bool(false));
                }
            }
            (Value::Bytes(x), Value::Bytes(y)) => {
                if *x.borrow() != *y.borrow() {
                    return Ok(Value::Bool(false));
                }
            }
            (Value::Tree(x), Value::Tree(y)) => {
                if x.len() != y.len() {
                    return Ok(Value::Bool(false));
                }
                world.meter.step(x.len() as u64)?;
                push_entries(x, y, &mut work);
            }
            (Value::Str(x), Value::Str(y)) => {
                if let (Text::Known(left), Text::Known(right)) = (&**x, &**y) {
                    world.meter.step(left.len() as u64 / 64)?;
                    let is_close = || match sameness {
                        Sameness::Within(tolerance) => printed_floats::are_close(left, right, tolerance),
                        Sameness::Relation | Sameness::Total => false,
                    };
                    if left != right && !is_close() {
                        return Ok(Value::Bool(false));
                    }
                } else {
                    let (left, right) = (world.str_term(&a)?, world.str_term(&b)?);
                    conditions.push(world.terms.eq(left, right));
                }
            }
            (Value::SymBool(_) | Value::Bool(_), Value::SymBool(_) | Value::Bool(_)) => {
                let (left, right) = (world.bool_term(&a)?, world.bool_term(&b)?);
                conditions.push(world.terms.eq(left, right));
            }
            _ if is_integer(&a) && is_integer(&b) => {
                let (left, right) = (world.int_term(&a)?, world.int_term(&b)?);
                conditions.push(world.terms.eq(left, right));
            }
            _ if is_function(&a) || is_function(&b) => {
                return Err(match sameness {
                    Sameness::Relation => World::invalid_argument("compare: functional value"),
                    Sameness::Total | Sameness::Within(_) => Stop::Unsupported(FUNCTIONS.into()),
                });
            }
            (Value::Lazy(x), Value::Lazy(y)) if Rc::ptr_eq(x, y) => {}
            (Value::Lazy(_), Value::Lazy(_)) => {
                return Err(Stop::Unsupported("comparison of suspended values".into()));
            }
            _ => return Err(ill_typed("the same type on both sides of =", &a)),
        }
        // One condition that is known to be false decides.
        if let Some(last) = conditions.last()
            && world.terms.as_bool(*last) == Some(false)
        {
            return Ok(Value::Bool(false));
        }
    }
    let mut all = world.terms.bool(true);
    for condition in conditions {
        all = world.terms.and(all, condition);
    }
    Ok(world.bool_value(all))
}

/// Whether what a hole stands for can contain a floating-point number, which may differ from itself, or a function.
pub(crate) fn may_hold_float(world: &World<'_>, hole: lydian_core::HoleId) -> bool {
    use lydian_core::Shape;
    let Some(shape) = world.holes.shape(hole) else { return true };
    !matches!(
        world.universe.shapes.shape(shape),
        Shape::Int | Shape::Bool | Shape::Char | Shape::String | Shape::Unit
    ) && !world.universe.shapes.is_comparable_without_floats(shape)
}

/// `a < b`.
pub fn less(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Value, Stop> {
    let (a, b) = (world.look(a)?, world.look(b)?);
    match (&a, &b) {
        (Value::Float(x), Value::Float(y)) => {
            let (x, y) = world.compared(*x, *y);
            Ok(Value::Bool(x < y))
        }
        _ if is_integer(&a) && is_integer(&b) => {
            if let Some(order) = known_order(&a, &b) {
                return Ok(Value::Bool(order == Ordering::Less));
            }
            let (x, y) = (world.int_term(&a)?, world.int_term(&b)?);
            let term = world.terms.lt(x, y);
            Ok(world.bool_value(term))
        }
        (Value::Str(x), Value::Str(y)) => {
            if let (Text::Known(x), Text::Known(y)) = (&**x, &**y) {
                return Ok(Value::Bool(x < y));
            }
            let (x, y) = (world.str_term(&a)?, world.str_term(&b)?);
            let term = world.terms.str_lt(x, y);
            Ok(world.bool_value(term))
        }
        _ => Ok(Value::Bool(order(world, &a, &b, Mode::Relation)? == Some(Ordering::Less))),
    }
}

/// `a <= b`.
pub fn less_or_equal(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Value, Stop> {
    let (a, b) = (world.look(a)?, world.look(b)?);
    match (&a, &b) {
        (Value::Float(x), Value::Float(y)) => {
            let (x, y) = world.compared(*x, *y);
            Ok(Value::Bool(x <= y))
        }
        _ if (is_integer(&a) && is_integer(&b)) || matches!((&a, &b), (Value::Str(_), Value::Str(_))) => {
            let greater = less(world, &b, &a)?;
            Ok(match greater {
                Value::Bool(known) => Value::Bool(!known),
                other => {
                    let term = world.bool_term(&other)?;
                    let negated = world.terms.not(term);
                    world.bool_value(negated)
                }
            })
        }
        _ => Ok(Value::Bool(matches!(
            order(world, &a, &b, Mode::Relation)?,
            Some(Ordering::Less | Ordering::Equal)
        ))),
    }
}

/// `compare a b`: a total order, with -1, 0 and 1.
pub fn compare(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Value, Stop> {
    Ok(Value::Int(order_in_total(world, a, b)? as i64))
}

/// How two values are ordered by `<`; nothing if a not-a-number decides.
pub(crate) fn order_of(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Option<Ordering>, Stop> {
    order(world, a, b, Mode::Relation)
}

/// Whether a not-a-number makes values unordered (`<` and friends) or has a place in the order (`compare`).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Relation,
    Total,
}

fn order(world: &mut World<'_>, a: &Value, b: &Value, mode: Mode) -> Result<Option<Ordering>, Stop> {
    let mut work = vec![(a.clone(), b.clone())];
    while let Some((a, b)) = work.pop() {
        world.meter.step(1)?;
        if mode == Mode::Total && is_same(&a, &b) {
            continue;
        }
        let (a, b) = (world.look(&a)?, world.look(&b)?);
        if mode == Mode::Total && is_same(&a, &b) {
            continue;
        }
        let (a, b) = alike(a, b);
        let step = match (&a, &b) {
            (Value::Float(x), Value::Float(y)) => {
                let (x, y) = world.compared(*x, *y);
                match (x.partial_cmp(&y), mode) {
                    (Some(order), _) => order,
                    (None, Mode::Relation) => return Ok(None),
                    // Not-a-number is equal to itself and below everything else.
                    (None, Mode::Total) => y.is_nan().cmp(&x.is_nan()),
                }
            }
            (Value::Constant(_) | Value::Block(_), Value::Constant(_) | Value::Block(_)) => {
                let (x, y) = (con_of(&a), con_of(&b));
                if x == y {
                    if let (Value::Block(left), Value::Block(right)) = (&a, &b) {
                        let (left, right) =
                            (world.in_own_order(x, &left.fields), world.in_own_order(x, &right.fields));
                        for (left, right) in left.iter().zip(&*right).rev() {
                            work.push((left.clone(), right.clone()));
                        }
                    }
                    Ordering::Equal
                } else {
                    match (&a, &b) {
                        (Value::Constant(_), Value::Block(_)) => Ordering::Less,
                        (Value::Block(_), Value::Constant(_)) => Ordering::Greater,
                        _ => world.rank(x).cmp(&world.rank(y)),
                    }
                }
            }
            (Value::Mutable(x), Value::Mutable(y)) => {
                let (left, right) = (x.fields.borrow(), y.fields.borrow());
                let (left, right) = (world.in_own_order(x.con, &left), world.in_own_order(y.con, &right));
                work.extend(left.iter().cloned().zip(right.iter().cloned()).rev());
                Ordering::Equal
            }
            (Value::Array(x), Value::Array(y)) => {
                let (left, right) = (x.borrow(), y.borrow());
                let by_length = left.len().cmp(&right.len());
                if by_length == Ordering::Equal {
                    work.extend(left.iter().cloned().zip(right.iter().cloned()).rev());
                }
                by_length
            }
            (Value::Tree(x), Value::Tree(y)) => {
                work.push((Value::Int(x.len() as i64), Value::Int(y.len() as i64)));
                world.meter.step(x.len().min(y.len()) as u64)?;
                push_entries(x, y, &mut work);
                Ordering::Equal
            }
            (Value::Unit, Value::Unit) => Ordering::Equal,
            (Value::Bool(x), Value::Bool(y)) => x.cmp(y),
            (Value::SymBool(_) | Value::Bool(_), Value::SymBool(_) | Value::Bool(_)) => {
                world.truth(&a)?.cmp(&world.truth(&b)?)
            }
            (Value::Bytes(x), Value::Bytes(y)) => x.borrow().cmp(&y.borrow()),
            (Value::Str(x), Value::Str(y)) => match (&**x, &**y) {
                (Text::Known(x), Text::Known(y)) => x.cmp(y),
                _ => {
                    let (x, y) = (world.str_term(&a)?, world.str_term(&b)?);
                    let same = world.terms.eq(x, y);
                    if world.ask(same)? {
                        Ordering::Equal
                    } else {
                        let below = world.terms.str_lt(x, y);
                        if world.ask(below)? { Ordering::Less } else { Ordering::Greater }
                    }
                }
            },
            _ if is_integer(&a) && is_integer(&b) => match known_order(&a, &b) {
                Some(order) => order,
                None => {
                    let (x, y) = (world.int_term(&a)?, world.int_term(&b)?);
                    let same = world.terms.eq(x, y);
                    if world.ask(same)? {
                        Ordering::Equal
                    } else {
                        let below = world.terms.lt(x, y);
                        if world.ask(below)? { Ordering::Less } else { Ordering::Greater }
                    }
                }
            },
            _ if is_function(&a) || is_function(&b) => {
                return Err(World::invalid_argument("compare: functional value"));
            }
            (Value::Lazy(_), Value::Lazy(_)) => {
                return Err(Stop::Unsupported("comparison of suspended values".into()));
            }
            _ => return Err(ill_typed("the same type on both sides of a comparison", &a)),
        };
        if step != Ordering::Equal {
            return Ok(Some(step));
        }
    }
    Ok(Some(Ordering::Equal))
}

/// Adds the entries of two maps side by side, so that the first ones are looked at first.
fn push_entries(a: &Tree, b: &Tree, work: &mut Vec<(Value, Value)>) {
    let first = work.len();
    for ((key, value), (other, its)) in a.entries().zip(b.entries()) {
        work.push((key.clone(), other.clone()));
        work.push((value.clone(), its.clone()));
    }
    work[first..].reverse();
}

/// How two values are ordered by `compare`.
pub(crate) fn order_in_total(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Ordering, Stop> {
    Ok(order(world, a, b, Mode::Total)?.unwrap_or(Ordering::Greater))
}

/// `a == b`: the same object, or the same immediate value.
pub fn same(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Value, Stop> {
    if let (Value::Hole(x), Value::Hole(y)) = (a, b)
        && x == y
    {
        return Ok(Value::Bool(true));
    }
    let (a, b) = (world.look(a)?, world.look(b)?);
    if is_integer(&a) && is_integer(&b) {
        return equal(world, &a, &b);
    }
    if matches!(a, Value::SymBool(_)) || matches!(b, Value::SymBool(_)) {
        return equal(world, &a, &b);
    }
    Ok(Value::Bool(is_same(&a, &b)))
}

/// Two values in forms that can be compared. A block that was tied into a cycle (`let rec l = 1 :: l`) and the one of a
/// constructor with mutable fields have cells; beside another constructor they are seen as a block.
pub(crate) fn alike(a: Value, b: Value) -> (Value, Value) {
    match (&a, &b) {
        (Value::Mutable(x), Value::Mutable(y)) if x.con == y.con => (a, b),
        (Value::Mutable(x), Value::Mutable(y)) => (as_block(x), as_block(y)),
        (Value::Mutable(x), Value::Block(_) | Value::Constant(_)) => (as_block(x), b),
        (Value::Block(_) | Value::Constant(_), Value::Mutable(y)) => (a, as_block(y)),
        _ => (a, b),
    }
}

/// Where two blocks are, if a cycle can go through them.
fn addresses(a: &Value, b: &Value) -> Option<(usize, usize)> {
    let address = |value: &Value| match value {
        Value::Block(block) => Some(Rc::as_ptr(block) as usize),
        Value::Mutable(cells) => Some(Rc::as_ptr(cells) as usize),
        _ => None,
    };
    let tied = matches!(a, Value::Mutable(_)) || matches!(b, Value::Mutable(_));
    if tied { address(a).zip(address(b)) } else { None }
}

fn as_block(cells: &Cells) -> Value {
    Value::construct(cells.con, cells.fields.borrow().iter().cloned())
}

/// Whether two known values are one object.
pub(crate) fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Unit, Value::Unit) => true,
        (Value::Bool(x), Value::Bool(y)) => x == y,
        (Value::Char(x), Value::Char(y)) => x == y,
        (Value::Int(x), Value::Int(y)) => x == y,
        (Value::Constant(x), Value::Constant(y)) => x == y,
        (Value::Str(x), Value::Str(y)) => Rc::ptr_eq(x, y),
        (Value::Block(x), Value::Block(y)) => Rc::ptr_eq(x, y),
        (Value::Mutable(x), Value::Mutable(y)) => Rc::ptr_eq(x, y),
        // All empty arrays are one object.
        (Value::Array(x), Value::Array(y)) => {
            Rc::ptr_eq(x, y) || (x.borrow().is_empty() && y.borrow().is_empty())
        }
        (Value::Bytes(x), Value::Bytes(y)) => Rc::ptr_eq(x, y),
        (Value::Tree(x), Value::Tree(y)) => x.is_same(y),
        (Value::Closure(x), Value::Closure(y)) => {
            Rc::ptr_eq(x, y) || (x.function == y.function && Rc::ptr_eq(&x.captured, &y.captured))
        }
        (Value::Partial(x), Value::Partial(y)) => Rc::ptr_eq(x, y),
        (Value::Lazy(x), Value::Lazy(y)) => Rc::ptr_eq(x, y),
        (Value::Hole(x), Value::Hole(y)) => x == y,
        _ => false,
    }
}

pub(crate) fn con_of(value: &Value) -> ConId {
    match value {
        Value::Constant(con) => *con,
        Value::Block(block) => block.con,
        _ => ConId::TUPLE,
    }
}

pub(crate) fn is_integer(value: &Value) -> bool {
    matches!(value, Value::Int(_) | Value::Big(_) | Value::Char(_) | Value::SymInt(_) | Value::SymChar(_))
}

fn is_function(value: &Value) -> bool {
    matches!(value, Value::Closure(_) | Value::Partial(_) | Value::Hole(_))
}

pub(crate) fn known_order(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => Some(x.cmp(y)),
        (Value::Char(x), Value::Char(y)) => Some(x.cmp(y)),
        (Value::Big(x), Value::Big(y)) => Some(x.cmp(y)),
        (Value::Big(x), Value::Int(y)) => Some((**x).cmp(&lydian_term::Int::from(*y))),
        (Value::Int(x), Value::Big(y)) => Some(lydian_term::Int::from(*x).cmp(&**y)),
        _ => None,
    }
}
