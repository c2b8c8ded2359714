//! Primitives that need no call: the evaluator's own operations, with a short way for small integers.
//! In: two values. Out: what the evaluator's operation gives; the short ways only ever skip work, and the tests hold
//! each of them to the operation that it stands for.

use lydian_core::Value;
use lydian_eval::{Stop, World, arithmetic, builtins, equality};

/// A primitive of one or two arguments; one of one argument ignores the second.
pub(super) type Native = fn(&mut World<'_>, &Value, &Value) -> Result<Value, Stop>;

/// The primitive of a name in TeSSLa's module `Operators`, if it is one that is done here.
pub(super) fn find(primitive: &str, arity: usize) -> Option<Native> {
    let (native, takes): (Native, usize) = match primitive {
        "add" => (add, 2),
        "sub" => (sub, 2),
        "mul" => (mul, 2),
        "div" => (div, 2),
        "mod" => (rem, 2),
        "negate" => (negate, 1),
        "eq" => (eq, 2),
        "neq" => (neq, 2),
        "lt" | "flt" => (lt, 2),
        "leq" | "fleq" => (leq, 2),
        "gt" | "fgt" => (gt, 2),
        "geq" | "fgeq" => (geq, 2),
        "not" => (not, 1),
        "and" => (and, 2),
        "or" => (or, 2),
        "fadd" => (fadd, 2),
        "fsub" => (fsub, 2),
        "fmul" => (fmul, 2),
        "fdiv" => (fdiv, 2),
        "fnegate" => (fnegate, 1),
        _ => return None,
    };
    (takes == arity).then_some(native)
}

macro_rules! integers {
    ($($name:ident, $checked:ident, $whole:path;)*) => {$(
        fn $name(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Value, Stop> {
            if let (Value::Int(x), Value::Int(y)) = (a, b)
                && let Some(result) = x.$checked(*y)
            {
                return Ok(Value::Int(result));
            }
            $whole(world, a, b)
        }
    )*};
}

// A division by zero, and the one quotient that overflows, fall through to the operation itself.
integers! {
    add, checked_add, arithmetic::add;
    sub, checked_sub, arithmetic::sub;
    mul, checked_mul, arithmetic::mul;
    div, checked_div, arithmetic::div;
    rem, checked_rem, arithmetic::rem;
}

fn negate(world: &mut World<'_>, a: &Value, _: &Value) -> Result<Value, Stop> {
    sub(world, &Value::Int(0), a)
}

macro_rules! comparisons {
    ($($name:ident, $op:tt, $whole:expr;)*) => {$(
        fn $name(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Value, Stop> {
            if let (Value::Int(x), Value::Int(y)) = (a, b) {
                return Ok(Value::Bool(x $op y));
            }
            $whole(world, a, b)
        }
    )*};
}

comparisons! {
    eq, ==, equality::equal;
    neq, !=, |world: &mut World<'_>, a, b| {
        let equal = equality::equal(world, a, b)?;
        not(world, &equal, &Value::Unit)
    };
    lt, <, equality::less;
    leq, <=, equality::less_or_equal;
    gt, >, |world, a, b| equality::less(world, b, a);
    geq, >=, |world, a, b| equality::less_or_equal(world, b, a);
}

fn not(world: &mut World<'_>, a: &Value, _: &Value) -> Result<Value, Stop> {
    world.truth(a).map(|known| Value::Bool(!known))
}

// The right side of these is not looked at if the left one decides; if it does not, the right one is the result.

fn and(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Value, Stop> {
    Ok(if world.truth(a)? { b.clone() } else { Value::Bool(false) })
}

fn or(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Value, Stop> {
    Ok(if world.truth(a)? { Value::Bool(true) } else { b.clone() })
}

macro_rules! floats {
    ($($name:ident, $op:tt, $builtin:literal;)*) => {$(
        fn $name(world: &mut World<'_>, a: &Value, b: &Value) -> Result<Value, Stop> {
            if let (Value::Float(x), Value::Float(y)) = (a, b) {
                return Ok(Value::Float(x $op y));
            }
            builtin(world, $builtin, &[a.clone(), b.clone()])
        }
    )*};
}

floats! {
    fadd, +, "float_add";
    fsub, -, "float_sub";
    fmul, *, "float_mul";
    fdiv, /, "float_div";
}

fn fnegate(world: &mut World<'_>, a: &Value, _: &Value) -> Result<Value, Stop> {
    match a {
        Value::Float(x) => Ok(Value::Float(-x)),
        other => builtin(world, "float_neg", std::slice::from_ref(other)),
    }
}

fn builtin(world: &mut World<'_>, name: &str, args: &[Value]) -> Result<Value, Stop> {
    match builtins::lookup(name) {
        Some(builtin) => (builtin.run)(world, args),
        None => Err(Stop::Unsupported(format!("there is no primitive {name}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lydian_core::{IntMode, Shapes, TypeTable};
    use lydian_eval::{Meter, NoUnknowns, Universe};
    use lydian_term::{Int, Terms};

    fn values() -> Vec<Value> {
        let mut integers: Vec<Int> = (-4..=4).map(Int::from).collect();
        for edge in [i64::MAX, i64::MIN, 1 << 31, 3_037_000_500] {
            integers.extend((-2i64..=2).map(|step| Int::from(edge) + Int::from(step)));
        }
        integers.push(Int::power_of_two(70));
        let floats =
            [0.0, -0.0, 1.5, -2.25, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE, 1e300];
        let mut values: Vec<Value> = integers.into_iter().map(Value::int).collect();
        values.extend(floats.map(Value::Float));
        values.extend([Value::Bool(true), Value::Bool(false), Value::str("a"), Value::str("b"), Value::Unit]);
        values
    }

    fn in_world<R>(body: impl FnOnce(&mut World<'_>) -> R) -> R {
        let mut terms = Terms::new();
        let mut universe = Universe::new(Shapes::new(TypeTable::default()));
        let mut decider = NoUnknowns::default();
        let meter = Meter::new(lydian_eval::Limits::default());
        body(&mut World::new(&mut terms, &mut universe, &mut decider, meter, IntMode::Unbounded))
    }

    /// The operation of the evaluator that a primitive stands for.
    fn evaluator(primitive: &str) -> Native {
        match primitive {
            "add" => arithmetic::add,
            "sub" => arithmetic::sub,
            "mul" => arithmetic::mul,
            "div" => arithmetic::div,
            "mod" => arithmetic::rem,
            "negate" => |world, a, _| arithmetic::neg(world, a),
            "eq" => equality::equal,
            "neq" => |world, a, b| {
                let equal = equality::equal(world, a, b)?;
                world.truth(&equal).map(|equal| Value::Bool(!equal))
            },
            "lt" | "flt" => equality::less,
            "leq" | "fleq" => equality::less_or_equal,
            "gt" | "fgt" => |world, a, b| equality::less(world, b, a),
            "geq" | "fgeq" => |world, a, b| equality::less_or_equal(world, b, a),
            "not" => |world, a, _| world.truth(a).map(|known| Value::Bool(!known)),
            "and" => |world, a, b| Ok(Value::Bool(world.truth(a)? && world.truth(b)?)),
            "or" => |world, a, b| Ok(Value::Bool(world.truth(a)? || world.truth(b)?)),
            "fadd" => |world, a, b| builtin(world, "float_add", &[a.clone(), b.clone()]),
            "fsub" => |world, a, b| builtin(world, "float_sub", &[a.clone(), b.clone()]),
            "fmul" => |world, a, b| builtin(world, "float_mul", &[a.clone(), b.clone()]),
            "fdiv" => |world, a, b| builtin(world, "float_div", &[a.clone(), b.clone()]),
            "fnegate" => |world, a, _| builtin(world, "float_neg", std::slice::from_ref(a)),
            other => panic!("`{other}` has no operation to compare with"),
        }
    }

    fn takes(primitive: &str, value: &Value) -> bool {
        match primitive {
            "not" | "and" | "or" => matches!(value, Value::Bool(_)),
            "eq" | "neq" => true,
            _ if primitive.starts_with('f') => matches!(value, Value::Float(_)),
            _ => matches!(value, Value::Int(_) | Value::Big(_)),
        }
    }

    #[test]
    fn short_ways_agree_with_the_evaluator() {
        let primitives = [
            "add", "sub", "mul", "div", "mod", "negate", "eq", "neq", "lt", "leq", "gt", "geq", "not", "and",
            "or", "fadd", "fsub", "fmul", "fdiv", "fnegate", "flt", "fleq", "fgt", "fgeq",
        ];
        let same = |a: &Value, b: &Value| std::mem::discriminant(a) == std::mem::discriminant(b);
        in_world(|world| {
            let values = values();
            let mut compared = 0;
            for primitive in primitives {
                let native = find(primitive, 2).or_else(|| find(primitive, 1)).expect("a primitive");
                let whole = evaluator(primitive);
                for a in values.iter().filter(|value| takes(primitive, value)) {
                    for b in values.iter().filter(|value| takes(primitive, value) && same(a, value)) {
                        let (short, long) = (native(world, a, b), whole(world, a, b));
                        assert_eq!(format!("{short:?}"), format!("{long:?}"), "{primitive} {a:?} {b:?}");
                        compared += 1;
                    }
                }
            }
            assert!(compared > 5_000, "{compared}");
        });
    }

    #[test]
    fn a_primitive_is_found_only_with_its_number_of_arguments() {
        assert!(find("add", 2).is_some() && find("add", 1).is_none());
        assert!(find("not", 1).is_some() && find("not", 2).is_none());
        assert!(find("ite", 3).is_none());
    }
}
