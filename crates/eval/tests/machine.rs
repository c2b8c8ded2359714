//! The machine on programs written in Core's own text: depth, order, exceptions, closures, patterns, suspensions.

use lydian_core::read::read_program;
use lydian_core::{Datum, IntMode, Shapes, Value};
use lydian_eval::{ImageBuilder, Limits, Machine, Meter, NoUnknowns, Outcome, Resource, Universe, World};
use lydian_term::{Model, Terms};

/// Runs `main` of a program on integers and closes what comes of it.
fn run_within(text: &str, args: &[i64], limits: Limits) -> Result<Datum, String> {
    let program = read_program(&format!("core 1\nintegers wrapping 63\n\n{text}\n"))
        .expect("the program is well-formed");
    let mut builder = ImageBuilder::new(IntMode::OCAML);
    let id = builder.add(&program).map_err(|error| error.0)?;
    let image = builder.finish();
    let mut terms = Terms::new();
    let mut universe = Universe::new(Shapes::new(program.types.clone()));
    let mut decider = NoUnknowns::default();
    let mut world = World::new(&mut terms, &mut universe, &mut decider, Meter::new(limits), IntMode::OCAML);
    let mut machine = Machine::new(&image, &mut world);
    if let Outcome::Raised(_) | Outcome::Exhausted(_) = machine.define(id) {
        return Err("the definitions do not run through".into());
    }
    let main = machine.global(id, "main").expect("main is exported");
    let args: Vec<Value> = args.iter().map(|arg| Value::Int(*arg)).collect();
    let outcome = machine.call(&main, &args);
    drop(machine);
    let datum = match outcome {
        Outcome::Returned(value) => Ok(world.close(&value, &Model::new())),
        Outcome::Raised(value) => Err(format!("raised {:?}", world.close(&value, &Model::new()))),
        Outcome::Exhausted(resource) => Err(format!("exhausted {resource:?}")),
        other => Err(format!("{other:?}")),
    };
    assert!(!decider.asked, "a concrete run asks nothing");
    datum
}

fn run(text: &str, args: &[i64]) -> Result<Datum, String> {
    run_within(text, args, Limits::default())
}

fn int(value: i64) -> Result<Datum, String> {
    Ok(Datum::Int(value.into()))
}

const COUNT: &str = "let rec count/0 = fun count(n/1) ->
  if %equal(n/1, 0) then 0 else %int_add(1, count/0(%int_sub(n/1, 1)))
export main = count/0 : int -> int";

#[test]
fn recursion_a_million_deep_needs_only_memory() {
    assert_eq!(run(COUNT, &[1_000_000]), int(1_000_000));
}

#[test]
fn endless_recursion_ends_with_its_stack() {
    let limits = Limits { stack: 100_000, ..Limits::default() };
    assert_eq!(run_within(COUNT, &[-1], limits), Err(format!("exhausted {:?}", Resource::Stack)));
}

#[test]
fn an_endless_tail_call_ends_with_its_steps() {
    let text = "let rec f/0 = fun f(n/1) -> f/0(n/1)\nexport main = f/0 : int -> int";
    assert_eq!(
        run_within(text, &[1], Limits::steps(10_000)),
        Err(format!("exhausted {:?}", Resource::Steps))
    );
}

#[test]
fn tail_calls_keep_the_stack_flat() {
    let text = "let rec f/0 = fun f(n/1, sum/2) ->
  if %equal(n/1, 0) then sum/2 else f/0(%int_sub(n/1, 1), %int_add(sum/2, n/1))
let main/3 = fun main(n/4) -> f/0(n/4, 0)
export main = main/3 : int -> int";
    let limits = Limits { stack: 50, ..Limits::default() };
    assert_eq!(run_within(text, &[1000], limits), int(500_500));
}

#[test]
fn arguments_are_evaluated_from_right_to_left() {
    // Each call appends its digit to a number kept in a reference.
    let text = "let log/0 = mut ref#ref(0)
let note/1 = fun note(d/2) -> log/0[0] <- %int_add(%int_mul(log/0[0], 10), d/2); d/2
let two/3 = fun two(a/4, b/5) -> 0
let main/6 = fun main(n/7) ->
  let unused/8 = two/3(note/1(1), note/1(2)) in
  let pair/9 = (note/1(3), note/1(4)) in
  log/0[0]
export main = main/6 : int -> int";
    match run(text, &[0]) {
        Ok(datum) => assert_eq!(datum, Datum::Int(2143.into())),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn calls_with_too_few_and_too_many_arguments_meet_in_the_middle() {
    let text = "let add/0 = fun add(a/1, b/2) -> %int_add(a/1, b/2)
let curry/3 = fun curry(a/4) -> fun (b/5) -> fun (c/6) -> %int_sub(%int_sub(a/4, b/5), c/6)
let main/7 = fun main(n/8) ->
  let five/9 = add/0(5) in
  %int_add(five/9(n/8), curry/3(100, 20, 3))
export main = main/7 : int -> int";
    assert_eq!(run(text, &[1]), int(6 + 77));
}

#[test]
fn integers_wrap_at_63_bits() {
    let text = "let main/0 = fun main(n/1) -> %int_add(n/1, 1)\nexport main = main/0 : int -> int";
    assert_eq!(run(text, &[i64::MAX >> 1]), int(i64::MIN >> 1));
}

#[test]
fn mutual_recursion_reaches_siblings_through_the_closure() {
    let text = "let main/0 = fun main(n/1) ->
  let one/2 = 1 in
  let rec even/3 = fun even(k/4) -> if %equal(k/4, 0) then one/2 else odd/5(%int_sub(k/4, one/2))
  and odd/5 = fun odd(k/6) -> if %equal(k/6, 0) then 0 else even/3(%int_sub(k/6, one/2)) in
  even/3(n/1)
export main = main/0 : int -> int";
    assert_eq!(run(text, &[10]), int(1));
    assert_eq!(run(text, &[7]), int(0));
}

#[test]
fn division_by_zero_raises() {
    let text = "let main/0 = fun main(n/1) -> %int_div(1, n/1)\nexport main = main/0 : int -> int";
    assert_eq!(run(text, &[2]), int(0));
    assert!(run(text, &[0]).is_err_and(|error| error.contains("Division_by_zero")));
}
