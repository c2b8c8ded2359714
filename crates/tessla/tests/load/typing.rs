//! Types: inference, generics, records, what does not fit.

use lydian_tessla::Type;

use super::{assert_fault, output, spec};

#[test]
fn results_and_type_arguments_are_inferred() {
    let text = "in x: Events[Int]
def pair[A, B](a: A, b: B) = (a, b)
def apply[A, B](f: (A) => B, a: A) = f(a)
out slift1(x, (n) => apply((m) => pair(m > 1, [m]), n)) as y";
    // Brackets are no lists in TeSSLa.
    let text = text.replace("[m]", "List.prepend(m, List.empty)");
    let spec = spec(&text);
    assert_eq!(output(&spec, "y").ty.to_string(), "(Bool, List[Int])");
}

#[test]
fn the_expected_type_reaches_empty_values() {
    let text = "in x: Events[Int]
def none: Option[Int] = None
def empty: Events[Int] = nil
def grow: Events[Map[Int, Set[Int]]] = default(Map.add(last(grow, x), x, Set.empty), Map.empty)
out merge(empty, x) as a
out none as b
out grow as c";
    let spec = spec(text);
    assert_eq!(output(&spec, "c").ty.to_string(), "Map[Int, Set[Int]]");
    assert_fault("out None as n", "type-not-inferred", "None");
    assert_fault("out List.size(List.empty)", "type-not-inferred", "List.empty");
}

#[test]
fn generic_functions_are_arguments() {
    let text = "in x: Events[Int]
def map2[T, U, V](a: Option[T], b: Option[U], f: (T, U) => V) = if isSome(a) && isSome(b)
  then Some(f(getSome(a), getSome(b))) else None[V]
out slift1(x, (n: Int) => map2(Some(Set.empty[Int]), Some(n), Set.add)) as y";
    assert_eq!(output(&spec(text), "y").ty.to_string(), "Option[Set[Int]]");
}

#[test]
fn another_name_of_a_generic_definition_is_generic() {
    let text = "def put = Set.add\nin x: Events[Int]\nin s: Events[String]
out put(Set.empty[Int], x) as a\nout put(Set.empty[String], s) as b";
    let spec = spec(text);
    assert_eq!(output(&spec, "a").ty, Type::Set(std::sync::Arc::new(Type::Int)));
    assert_eq!(output(&spec, "b").ty, Type::Set(std::sync::Arc::new(Type::String)));
}

#[test]
fn aliases_of_types_have_parameters_and_are_used_before_they_are_defined() {
    let text =
        "in x: Events[Table[Int]]\ntype Table[V] = Map[String, Row[V]]\ntype Row[V] = {key: Int, value: V}
out x";
    assert_eq!(output(&spec(text), "x").ty.to_string(), "Map[String, {key: Int, value: Int}]");
    assert_fault("type A = List[A]\nin x: Events[A]\nout x", "recursive-type", "A");
    assert_fault("in x: Events[List[Int, Int]]\nout x", "type-arity", "List[Int, Int]");
    assert_fault("in x: Events[Map[Int]]\nout x", "type-arity", "Map[Int]");
}

#[test]
fn type_arguments_are_types_of_values() {
    assert_fault("in x: Events[Events[Int]]\nout x", "not-a-value-type", "Events[Int]");
    assert_fault("def f(x: Option[(Int) => Int]) = 1\nout 1", "not-a-value-type", "(Int) => Int");
    assert_fault("in x: Events[Int]\ndef id[T](a: T) = a\nout id(x)", "type-mismatch", "x");
    assert_fault("in x: Int\nout x", "type-mismatch", "Int");
}

#[test]
fn what_does_not_fit_is_told_where_it_stands() {
    assert_fault("out 1 + \"a\"", "type-mismatch", "\"a\"");
    assert_fault("def n: Int = true\nout n", "type-mismatch", "true");
    assert_fault("in x: Events[Int]\nout x && true", "type-mismatch", "x");
    assert_fault("out if 1 then 2 else 3", "type-mismatch", "1");
    assert_fault("out if true then 2 else \"\"", "type-mismatch", "\"\"");
    assert_fault(
        "in x: Events[Int]\nout lift1(x, (a: Option[Int], b: Option[Int]) => b)",
        "type-mismatch",
        "(a: Option[Int], b: Option[Int]) => b",
    );
    assert_fault("out 1(2)", "not-a-function", "1");
    assert_fault("out (1, 2)._3", "unbound-field", "_3");
    assert_fault("def f(x: Int) = x\nout f(1, 2)", "wrong-arguments", "f(1, 2)");
    assert_fault("def f(x: Int) = x\nout f(y = 1)", "wrong-arguments", "y");
    assert_fault("def f(x: Int) = x\nout f", "type-mismatch", "f");
    assert_fault("def f(x) = x\nout 1", "missing-type", "x");
    assert_fault("def f(x: Int) = extern(\"add\")\nout 1", "missing-type", "extern(\"add\")");
    assert_fault(
        "in x: Events[Int]\nliftable def f(s: Events[Int]): Events[Int] = s\nout f(x)",
        "type-mismatch",
        "f",
    );
}

#[test]
fn arguments_are_named_or_by_position() {
    let text = "in x: Events[Int]\nliftable def div(a: Int, b: Int) = a / b
out div(x, b = 2) as p\nout div(b = 2, a = x) as q\nout div(a = x, 2) as r";
    let spec = spec(text);
    let shortcuts: Vec<_> =
        spec.functions.iter().map(|function| format!("{:?}", function.shortcut)).collect();
    assert_eq!(shortcuts.len(), 3);
    assert!(shortcuts.iter().all(|shortcut| *shortcut == shortcuts[0]), "{shortcuts:#?}");
    let wrong = "def sub(a: Int, b: Int) = a - b\nout sub(b = 2, 3)";
    assert_fault(wrong, "wrong-arguments", "3");
}

#[test]
fn functions_without_parameters_are_called() {
    let text = "def foo() = 42\nout foo\nout foo() + 1 as b\nout (() => 3)() as c
def call(f: () => Int): Int = f()\nout call(foo) as d";
    let spec = spec(text);
    assert_eq!(spec.outputs.len(), 4);
    assert!(spec.code.contains("43"), "{}", spec.code);
    assert_fault("out (() => 42) + 5", "type-mismatch", "(() => 42)");
    assert_fault("def f(g: () => Int): Int = g + 1\nout f(() => 3)", "type-mismatch", "g");
    assert_fault("def f(g: () => Int): Int = g()\nout f(3)", "type-mismatch", "3");
    assert_fault("def foo = 42\nout foo()", "not-a-function", "foo");
}

#[test]
fn a_primitive_of_another_back_end_needs_a_replacement() {
    let text = "def half(x: Int): Int = extern(\"native:half\", x / 2)\nout half(8) as h";
    assert!(spec(text).code.contains('4'), "{}", spec(text).code);
    assert_fault(
        "def f(x: Int): Int = extern(\"native:f\")\nout 1",
        "unknown-extern",
        "extern(\"native:f\")",
    );
    assert_fault("in x: Events[CTF]\nout x", "unsupported-feature", "CTF");
}
