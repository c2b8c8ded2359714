//! Automatic lifting, in the order in which it is tried.

use lydian_tessla::spec::{Operand, Operator, Shortcut};

use super::{assert_fault, lines, output, spec};

#[test]
fn liftable_functions_on_streams_become_signal_lifts() {
    let found = lines(&spec("in x: Events[Int]\nin y: Events[Int]\nout x + y as z"));
    assert_eq!(found[2], "def s2 : Events[Int] = slift(s0, s1, lifted_0)");
}

#[test]
fn constants_are_part_of_the_lifted_function() {
    let spec = spec("in x: Events[Int]\ndef k = 2 + 1\nout x * k as z");
    assert_eq!(lines(&spec)[1], "def s1 : Events[Int] = slift(s0, lifted_0)");
    let shortcut =
        Shortcut { primitive: "mul", operands: vec![Operand::Parameter(0), Operand::Int(3.into())] };
    assert_eq!(spec.functions[0].shortcut, Some(shortcut));
}

#[test]
fn streams_that_are_constants_are_constants_too() {
    let spec =
        spec("in x: Events[Int]\ndef scale(s: Events[Int], by: Events[Int]) = s * by\nout scale(x, 5) as z");
    assert!(matches!(&output(&spec, "z").operator, Operator::SignalLift(streams, _) if streams.len() == 1));
    assert_eq!(spec.streams.len(), 2);
}

#[test]
fn a_value_is_a_constant_stream_where_a_stream_is_expected() {
    let found = lines(&spec("in x: Events[Int]\nout merge(x, 0) as z\nout 7 as seven"));
    assert_eq!(
        found[1..4],
        [
            "def s1 : Events[Int] = nil",
            "def s2 : Events[Int] = default(s1, lifted_0)",
            "def s3 : Events[Int] = merge(s0, s2)",
        ]
    );
    assert_eq!(found[5], "def s5 : Events[Int] = default(s4, lifted_1)");
}

#[test]
fn a_liftable_function_is_a_function_on_streams() {
    let text = "in x: Events[Int]
liftable def inc(n: Int) = n + 1
def other = inc
def twice(f: (Events[Int]) => Events[Int]) = f(f(x))
out twice(inc) as a
out twice(other) as b
out other(x) as c";
    assert_eq!(spec(text).streams.len(), 6);
    let plain = "in x: Events[Int]\ndef inc(n: Int) = n + 1\ndef f(g: (Events[Int]) => Events[Int]) = g(x)\nout f(inc)";
    assert_fault(plain, "type-mismatch", "inc");
}

#[test]
fn members_of_streams_of_records_are_streams() {
    let spec = spec("in p: Events[{x: Int, y: (Int, Bool)}]\nout p.y._2 as b");
    assert_eq!(output(&spec, "b").ty.to_string(), "Bool");
    assert_eq!(spec.streams.len(), 3);
}

#[test]
fn conditions_on_streams_are_lifted_and_tolerate_errors_in_the_branch_not_taken() {
    let spec = spec("in x: Events[Int]\nin y: Events[Int]\nout if y == 0 then 0 else x / y as z");
    let Operator::SignalLift(streams, function) = &output(&spec, "z").operator else { panic!("no lift") };
    assert_eq!(streams.len(), 2);
    let tolerant = spec.functions[function.0 as usize].tolerant.as_ref().expect("a tolerant function");
    assert_eq!(tolerant.lazy, [false, true]);
    assert!(spec.program.export(&tolerant.global).is_some());
    assert!(spec.code.contains("Lazy.force"), "{}", spec.code);
}

#[test]
fn static_conditions_choose_between_streams() {
    let text = "in x: Events[Int]\ndef f(c: Bool) = static if c then x + 1 else last(x, x)\nout f(true) as a\nout f(1 > 2) as b";
    let spec = spec(text);
    assert!(matches!(output(&spec, "a").operator, Operator::SignalLift(..)));
    assert!(matches!(output(&spec, "b").operator, Operator::Last(..)));
    assert_fault(
        "in x: Events[Int]\nin b: Events[Bool]\nout static if b then x else x",
        "type-mismatch",
        "b",
    );
    let endless = "in x: Events[Int]\ndef f(n: Int): Bool = f(n)\nout static if f(1) then x else x";
    assert_fault(endless, "condition-not-static", "f(1)");
}

#[test]
fn texts_with_streams_in_them_are_streams() {
    let spec = spec(
        "in x: Events[Int]\nin f: Events[Float]\nout \"x is $x, ${f +. 1.0}\" as t\nout f\"$f%5.2f\" as u",
    );
    assert_eq!(output(&spec, "t").ty.to_string(), "String");
    assert_eq!(output(&spec, "u").ty.to_string(), "String");
    assert_fault("in x: Events[Int]\nout f\"$x%5.2f\"", "type-mismatch", "x");
}
