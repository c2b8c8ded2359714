//! Recursive definitions: through `last` and `delay`, in functions, in records, and without end.

use lydian_tessla::spec::Operator;

use super::{assert_fault, faults, output, spec};

#[test]
fn a_stream_may_use_its_own_past() {
    let spec = spec("in x: Events[Int]\ndef sum: Events[Int] = default(last(sum, x) + x, 0)\nout sum");
    let Operator::Default(step, _) = &output(&spec, "sum").operator else { panic!("no default") };
    let Operator::SignalLift(streams, _) = &spec.streams[step.0 as usize].operator else { panic!("no lift") };
    let Operator::Last(first, _) = &spec.streams[streams[0].0 as usize].operator else { panic!("no last") };
    assert_eq!(*first, spec.outputs[0].stream);
}

#[test]
fn one_written_type_in_a_cycle_is_enough() {
    let text = "in x: Events[Int]
def collect[T](value: Events[T]) = set where {
  def old = last(set, value)
  def grown: Events[Set[T]] = Set.add(old, value)
  def set = default(grown, Set.empty[T])
}
out collect(x) as s";
    assert_eq!(output(&spec(text), "s").ty.to_string(), "Set[Int]");
    let untyped = "in x: Events[Int]\ndef sum = default(last(sum, x) + x, 0)\nout sum";
    assert_fault(untyped, "missing-type", "sum");
}

#[test]
fn other_ways_to_use_oneself_have_no_end() {
    assert_fault("in x: Events[Int]\ndef s: Events[Int] = s + x\nout s", "infinite-recursion", "s");
    assert_fault("in x: Events[Int]\ndef s: Events[Int] = last(x, s)\nout s", "infinite-recursion", "s");
    assert_fault("def a: Int = b\ndef b: Int = a + 1\nout a", "infinite-recursion", "a");
    assert_fault(
        "in x: Events[Int]\ndef f(s: Events[Int]): Events[Int] = merge(s, x)\ndef t: Events[Int] = f(t)\nout t",
        "infinite-recursion",
        "t",
    );
}

#[test]
fn macros_may_close_a_cycle() {
    spec(
        "in x: Events[Int]\ndef before[A, B](a: Events[A], b: Events[B]) = last(a, b)
def s: Events[Int] = default(before(s, x) + 1, 0)\nout s",
    );
}

#[test]
fn functions_on_values_call_themselves_and_each_other() {
    let text = "in x: Events[Int]
liftable def even(n: Int): Bool = if n == 0 then true else odd(n - 1)
liftable def odd(n: Int): Bool = if n == 0 then false else even(n - 1)
def power(x: Int): (Int) => Int = {
  def times(n: Int): Int = if n <= 0 then 1 else times(n - 1) * x
  times
}
out even(x)
out slift1(x, (n: Int) => power(2)(n)) as p";
    let code = spec(text).code;
    assert!(code.contains("let rec even") && code.contains("and odd"), "{code}");
}

#[test]
fn members_of_a_record_may_use_each_other() {
    let text = "in v: Events[Int]\ndef x = (v, x._1)\ndef r = {a = 1, b = r.a + 1, c = r.b + 1}
def z = slift1(x._2, (n: Int) => { def c = (n, c._1); c })\nout x._2 as w\nout r.c as three\nout z._2 as y";
    let spec = spec(text);
    assert!(matches!(output(&spec, "w").operator, Operator::Input(0)));
    assert!(spec.code.contains("=\n  3\n"), "{}", spec.code);
    let found = faults("def x = (x._2, x._1)\nout x._1");
    assert!(found.iter().any(|(code, _)| *code == "missing-type"), "{found:?}");
}

#[test]
fn macros_without_end_are_told() {
    let text = "in x: Events[Int]\ndef f(n: Int): Events[Int] = last(f(n - 1), x)\nout f(3)";
    assert_fault(text, "expansion-too-deep", "f(n - 1)");
    let ends = "in x: Events[Int]\ndef f(n: Int): Events[Int] = static if n == 0 then x else last(f(n - 1), x)\nout f(200)";
    assert_eq!(spec(ends).streams.len(), 201);
}
