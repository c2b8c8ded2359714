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
