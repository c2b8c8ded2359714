//! Integers without bound: programs for machine integers in an unbounded image, primitives on large integers, numbers
//! that grow without end, and the watch for results that a machine word would not hold.

#![allow(clippy::unwrap_used, reason = "functions of a test may fail where they stand, like the test itself")]

use std::rc::Rc;

use lydian_core::read::read_program;
use lydian_core::{ConId, Datum, IntMode, Shapes, TypeTable, Value};
use lydian_eval::builtins::{self, lookup};
use lydian_eval::{
    Cut, Decider, ImageBuilder, Limits, LinkError, Machine, Meter, NoUnknowns, Outcome, Resource, Stop,
    Universe, Watch, World,
};
use lydian_term::{Constant, Int, Model, TermId, Terms};

fn big(digits: &str) -> Value {
    Value::int(digits.parse().unwrap())
}

fn shown(value: &Value) -> String {
    match value {
        Value::Int(int) => int.to_string(),
        Value::Big(int) => int.to_string(),
        Value::Bool(known) => known.to_string(),
        other => match other.as_known_str() {
            Some(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            None => format!("{other:?}"),
        },
    }
}

fn in_world<T>(decider: &mut dyn Decider, limits: Limits, work: impl FnOnce(&mut World<'_>) -> T) -> T {
    let mut terms = Terms::new();
    let mut universe = Universe::new(Shapes::new(TypeTable::default()));
    work(&mut World::new(&mut terms, &mut universe, decider, Meter::new(limits), IntMode::Unbounded))
}

fn run(name: &str, args: &[Value]) -> Result<Value, Stop> {
    in_world(&mut NoUnknowns::default(), Limits::default(), |world| (lookup(name).unwrap().run)(world, args))
}

fn result(name: &str, args: &[Value]) -> String {
    match run(name, args) {
        Ok(value) => shown(&value),
        Err(Stop::Raise(Value::Block(block))) => format!("{} {}", block.con.name(), shown(&block.fields[0])),
        Err(Stop::Raise(Value::Constant(con))) => con.name().to_owned(),
        Err(other) => format!("{other:?}"),
    }
}

/// A program that says its integers wrap at 63 bits, run where they do not.
fn call(program: &str, args: &[Value], watch: Option<Watch>) -> (Result<Datum, String>, Option<Watch>) {
    let text = format!("core 1\nintegers wrapping 63\n\n{program}\n");
    let program = read_program(&text).expect("the program is well-formed");
    let mut builder = ImageBuilder::new(IntMode::Unbounded);
    let id = builder.add(&program).unwrap();
    let image = builder.finish();
    in_world(&mut NoUnknowns::default(), Limits::default(), |world| {
        world.watch = watch;
        let mut machine = Machine::new(&image, world);
        machine.define(id);
        let main = machine.global(id, "main").expect("main is exported");
        let outcome = machine.call(&main, args);
        drop(machine);
        let closed = match outcome {
            Outcome::Returned(value) => Ok(world.close(&value, &Model::new())),
            Outcome::Exhausted(resource) => Err(format!("exhausted {resource:?}")),
            other => Err(format!("{other:?}")),
        };
        (closed, world.watch.take())
    })
}

const FACTORIAL: &str = "let rec factorial/0 = fun factorial(n/1) ->
  if %equal(n/1, 0) then 1 else %int_mul(n/1, factorial/0(%int_sub(n/1, 1)))
export main = factorial/0 : int -> int";

#[test]
fn a_program_for_machine_integers_runs_without_wrapping() {
    let (value, _) = call(FACTORIAL, &[Value::Int(30)], None);
    assert_eq!(value, Ok(Datum::Int("265252859812191058636308480000000".parse().unwrap())));
}

#[test]
fn a_program_of_unbounded_integers_is_not_linked_where_they_wrap() {
    let program = read_program(&format!("core 1\nintegers unbounded\n\n{FACTORIAL}\n")).unwrap();
    assert!(matches!(ImageBuilder::new(IntMode::OCAML).add(&program), Err(LinkError(_))));
    assert!(ImageBuilder::new(IntMode::Unbounded).add(&program).is_ok());
}

#[test]
fn division_comparison_and_equality_of_large_integers() {
    let program = "let f/0 = fun f(a/1, b/2) ->
  (%int_div(a/1, b/2), %int_mod(a/1, b/2), %equal(a/1, b/2), %less(a/1, b/2), %same(a/1, %int_add(a/1, 0)))
export main = f/0 : int -> int -> (int * int * bool * bool * bool)";
    let number = |digits: &str| Datum::Int(digits.parse().unwrap());
    let args = [big("-100000000000000000000000000000000000007"), big("10000000000000000000000")];
    let (value, _) = call(program, &args, None);
    let Ok(Datum::Construct(_, _, parts)) = value else { panic!("{value:?}") };
    let expected = [
        number("-10000000000000000"),
        number("-7"),
        Datum::Bool(false),
        Datum::Bool(true),
        Datum::Bool(true),
    ];
    assert_eq!(parts, expected);
}

#[test]
fn a_large_integer_is_found_by_a_pattern() {
    let program =
        "let f/0 = fun f(a/1) -> match a/1 at \"\":1:1 with | 100000000000000000000 -> 1 | _ -> 0 end
export main = f/0 : int -> int";
    assert_eq!(call(program, &[big("100000000000000000000")], None).0, Ok(Datum::Int(1.into())));
    assert_eq!(call(program, &[big("100000000000000000001")], None).0, Ok(Datum::Int(0.into())));
}

/// The numbers are those of Python.
#[test]
fn primitives_compute_with_large_integers() {
    let (a, b) = (big("265252859812191058636308480000000"), big("-15511210043330985984000000"));
    for (name, args, expected) in [
        ("string_of_int", vec![a.clone()], "265252859812191058636308480000000"),
        ("int_of_string", vec![Value::str("-15511210043330985984000000")], "-15511210043330985984000000"),
        ("int_of_string", vec![Value::str("0xffffffffffffffffffff")], "1208925819614629174706175"),
        ("int_of_string", vec![Value::str("1e5")], "Failure int_of_string"),
        ("int_neg", vec![b.clone()], "15511210043330985984000000"),
        ("int_neg", vec![Value::Int(i64::MIN)], "9223372036854775808"),
        ("int_floor_div", vec![a.clone(), b.clone()], "-17100720"),
        ("int_floor_mod", vec![b.clone(), Value::Int(1000007)], "86473"),
        ("int_mul_term", vec![b.clone(), b.clone()], "240597637008332048087335626345604448256000000000000"),
        ("int_and", vec![a.clone(), b.clone()], "265252854955237122647970189148160"),
        ("int_or", vec![a.clone(), b.clone()], "-10654256107342647693148160"),
        ("int_xor", vec![a.clone(), Value::Int(-1)], "-265252859812191058636308480000001"),
        ("int_shift_left", vec![Value::Int(-3), Value::Int(100)], "-3802951800684688204490109616128"),
        ("int_shift_right", vec![b.clone(), Value::Int(10)], "-15147666057940416000000"),
        ("int_shift_right_logical", vec![a.clone(), Value::Int(10)], "259035995910342830699520000000"),
        ("int_shift_right_logical", vec![Value::Int(-1), Value::Int(1)], "4611686018427387903"),
        ("int_shift_right_logical", vec![Value::Int(-5), Value::Int(3)], "1152921504606846975"),
        ("int_shift_right_logical", vec![Value::Int(-5), Value::Int(0)], "-5"),
        ("int_shift_right_logical", vec![b.clone(), Value::Int(70)], "0"),
        ("compare", vec![a.clone(), b.clone()], "1"),
        ("compare", vec![Value::Int(3), a.clone()], "-1"),
        ("compare", vec![a.clone(), big("265252859812191058636308480000000")], "0"),
        ("compare_equal", vec![a.clone(), Value::Int(0)], "false"),
        (
            "less_strict",
            vec![Value::tuple([a.clone(), b.clone()]), Value::tuple([a.clone(), a.clone()])],
            "true",
        ),
        ("equal_strict", vec![a.clone(), big("265252859812191058636308480000000")], "true"),
        ("int64_of_int", vec![a.clone()], "-8764578968847253504"),
        ("int32_of_int", vec![a.clone()], "1409286144"),
        ("array_make", vec![a.clone(), Value::Int(0)], "Invalid_argument Array.make"),
        ("string_get", vec![Value::str("abc"), a.clone()], "Invalid_argument index out of bounds"),
        (
            "string_sub",
            vec![Value::str("abc"), Value::Int(0), b.clone()],
            "Invalid_argument String.sub / Bytes.sub",
        ),
        ("int_floor_div", vec![a.clone(), Value::Int(0)], "Division_by_zero"),
    ] {
        assert_eq!(result(name, &args), expected, "{name} {args:?}");
    }
    let float = run("float_of_int", std::slice::from_ref(&a));
    assert!(matches!(float, Ok(Value::Float(x)) if x == 265252859812191058636308480000000.0));
}

#[test]
fn equal_large_integers_have_one_hash() {
    let hash = |value: Value| {
        let counts = [Value::Int(10), Value::Int(100), Value::Int(0)];
        result("seeded_hash_param", &[&counts[..], &[value]].concat())
    };
    let list = |digits: &str| Value::list([big(digits), Value::Int(1)]);
    assert_eq!(hash(list("99999999999999999999")), hash(list("99999999999999999999")));
    assert_ne!(hash(list("99999999999999999999")), hash(list("99999999999999999998")));
}

#[test]
fn shifts_of_unknown_integers_have_the_values_of_known_ones() {
    let samples =
        ["0", "1", "-1", "-5", "12345678901234567890123", "-12345678901234567890123", "-4611686018427387905"];
    in_world(&mut NoUnknowns::default(), Limits::default(), |world| {
        let x = world.terms.fresh_int("x", None, None);
        for name in ["int_shift_left", "int_shift_right", "int_shift_right_logical"] {
            for amount in [0, 1, 62, 63, 70] {
                let symbolic =
                    (lookup(name).unwrap().run)(world, &[Value::SymInt(x), Value::Int(amount)]).unwrap();
                let term = world.int_term(&symbolic).unwrap();
                for sample in samples {
                    let mut model = Model::new();
                    model.insert(world.terms.var_id(x).unwrap(), sample.parse::<Int>().unwrap());
                    let Some(Constant::Int(got)) = world.terms.evaluate(term, &model) else {
                        panic!("{name}")
                    };
                    let expected = result(name, &[big(sample), Value::Int(amount)]);
                    assert_eq!(got.to_string(), expected, "{name} {sample} {amount}");
                }
            }
        }
    });
}

#[test]
fn numbers_that_grow_without_end_run_out_of_memory_soon() {
    let squares = "let rec f/0 = fun f(x/1) -> f/0(%int_mul(x/1, x/1))
export main = f/0 : int -> int";
    let expected = Err(format!("exhausted {:?}", Resource::Words));
    assert_eq!(call(squares, &[Value::Int(3)], None).0, expected);
    let shift = run("int_shift_left", &[Value::Int(1), Value::Int(4_000_000_000)]);
    assert!(matches!(shift, Err(Stop::Exhausted(Resource::Words))));
}

#[test]
fn coefficients_that_grow_without_end_run_out_of_memory_soon() {
    in_world(&mut NoUnknowns::default(), Limits::default(), |world| {
        let x = world.terms.fresh_int("x", None, None);
        let product = lookup("int_mul_term").unwrap().run;
        let mut value = product(world, &[Value::SymInt(x), Value::Int(3)]).unwrap();
        for _ in 0..200 {
            match product(world, &[value.clone(), value]) {
                Ok(square) => value = square,
                Err(stop) => return assert!(matches!(stop, Stop::Exhausted(_)), "{stop:?}"),
            }
        }
        panic!("200 squarings passed");
    });
}

#[test]
fn the_watch_sees_known_results_that_do_not_fit() {
    for (argument, overflows) in [(20, false), (21, true)] {
        let (_, watch) = call(FACTORIAL, &[Value::Int(argument)], Some(Watch::new(63)));
        let watch = watch.unwrap();
        assert_eq!(watch.overflowed, overflows, "{argument}!");
        assert!(watch.seen.is_empty() && !watch.incomplete);
    }
    let (_, watch) = call(FACTORIAL, &[Value::Int(13)], Some(Watch::new(32)));
    assert!(watch.unwrap().overflowed);
}

#[test]
fn the_watch_keeps_unknown_results_once_each() {
    in_world(&mut NoUnknowns::default(), Limits::default(), |world| {
        world.watch = Some(Watch::new(63));
        let x = world.terms.fresh_int("x", None, None);
        let digit = world.terms.fresh_int("d", Some(Int::from(0)), Some(Int::from(9)));
        let negated = lookup("int_neg").unwrap().run;
        let product = lookup("int_mul_term").unwrap().run;
        let first = negated(world, &[Value::SymInt(x)]).unwrap();
        negated(world, &[Value::SymInt(x)]).unwrap();
        let second = product(world, &[Value::SymInt(x), Value::SymInt(x)]).unwrap();
        // The square of a digit fits in any case.
        product(world, &[Value::SymInt(digit), Value::SymInt(digit)]).unwrap();
        let expected = [world.int_term(&first).unwrap(), world.int_term(&second).unwrap()];
        let watch = world.watch.take().unwrap();
        assert_eq!(watch.seen, expected);
        assert!(!watch.overflowed);
    });
}

#[test]
fn the_watch_keeps_ten_thousand_results_and_says_that_there_were_more() {
    in_world(&mut NoUnknowns::default(), Limits::default(), |world| {
        world.watch = Some(Watch::new(63));
        let x = world.terms.fresh_int("x", None, None);
        let product = lookup("int_mul_term").unwrap().run;
        for factor in 2..10_100 {
            product(world, &[Value::SymInt(x), Value::Int(factor)]).unwrap();
        }
        let watch = world.watch.take().unwrap();
        assert_eq!(watch.seen.len(), 10_000);
        assert!(watch.incomplete);
    });
}

/// Answers yes, and proposes what no machine integer can be.
struct Extreme;

impl Decider for Extreme {
    fn branch(&mut self, _: &mut Terms, _: TermId) -> Result<bool, Cut> {
        Ok(true)
    }

    fn choose(&mut self, costs: &[u32]) -> Result<usize, Cut> {
        Ok(costs.len() - 1)
    }

    fn propose(&mut self, terms: &mut Terms, term: TermId) -> Result<Constant, Cut> {
        Ok(match Constant::default_of(terms.sort(term)) {
            Constant::Int(_) => Constant::Int(Int::power_of_two(100)),
            other => other,
        })
    }
}

#[test]
fn no_primitive_panics_on_large_integers() {
    let limits = Limits { steps: 20_000, stack: 1_000, words: 1_000_000 };
    for name in builtins::names() {
        let builtin = lookup(name).unwrap();
        for code in 0..7usize.pow(builtin.arity) {
            in_world(&mut Extreme, limits, |world| {
                let x = world.terms.fresh_int("x", None, None);
                let hostile = [
                    Value::Big(Rc::new(Int::power_of_two(200))),
                    Value::Big(Rc::new(-Int::power_of_two(64))),
                    Value::Int(i64::MIN),
                    Value::SymInt(x),
                    Value::str("99999999999999999999"),
                    Value::list([big("99999999999999999999")]),
                    Value::Constant(ConId::NIL),
                ];
                let digits = (0..builtin.arity).map(|place| code / 7usize.pow(place) % 7);
                let args: Vec<Value> = digits.map(|digit| hostile[digit].clone()).collect();
                let _ = (builtin.run)(world, &args);
            });
        }
    }
}
