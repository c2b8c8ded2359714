//! Functions on values: what they are in the program.

use lydian_core::IntMode;
use lydian_tessla::spec::{Collections, Operand, Spec};

use super::spec;

fn shortcuts(spec: &Spec) -> Vec<Option<String>> {
    let show = |operand: &Operand| match operand {
        Operand::Parameter(number) => format!("${number}"),
        Operand::Int(int) => int.to_string(),
        Operand::Float(float) => format!("{float:?}"),
        Operand::Bool(known) => known.to_string(),
    };
    let functions = spec.functions.iter();
    functions
        .map(|function| {
            let shortcut = function.shortcut.as_ref()?;
            let operands: Vec<String> = shortcut.operands.iter().map(show).collect();
            Some(format!("{}({})", shortcut.primitive, operands.join(", ")))
        })
        .collect()
}

#[test]
fn every_function_is_a_global_of_the_program() {
    let spec = spec("in x: Events[Int]\nout fold(x, 0, (a, b) => a * 2 + b) as y\nout x == 3 as z");
    assert_eq!(spec.program.int_mode, IntMode::Unbounded);
    for function in &spec.functions {
        assert!(spec.program.export(&function.global).is_some(), "{function:?}");
    }
    assert_eq!(spec.collections(), Collections::Trees);
}

#[test]
fn one_primitive_on_parameters_and_constants_is_a_shortcut() {
    let text = "in x: Events[Int]
in f: Events[Float]
in b: Events[Bool]
def one = 1
liftable def inc(n: Int) = n + one
out inc(x) as a
out -x as c
out f *. 2.5 as d
out !b as e
out b && (x > 3) as g
out 7 % x as h
out x + x * 2 as i
out f == f as j";
    let found = shortcuts(&spec(text));
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        found,
        [
            text("add($0, 1)"),
            text("negate($0)"),
            text("fmul($0, 2.5)"),
            text("not($0)"),
            text("gt($0, 3)"),
            text("and($0, $1)"),
            text("mod(7, $0)"),
            text("mul($0, 2)"),
            text("add($0, $1)"),
            None,
        ]
    );
}

#[test]
fn local_definitions_are_computed_when_they_are_used_and_once() {
    let text = "in x: Events[Int]
liftable def f(n: Int): Int = {
  def fails = 10 / n
  def twice = fails + fails
  def safe = n + 1
  def unused = 1 / 0
  if n == 0 then safe + safe else twice
}
out f(x)";
    let code = spec(text).code;
    assert!(code.contains("lazy (10 / "), "{code}");
    assert!(!code.contains("1 / 0"), "{code}");
    assert_eq!(code.matches("10 / ").count(), 1, "{code}");
}

#[test]
fn lazy_parameters_are_suspended() {
    let text = "in x: Events[Int]
liftable def pick(n: Int, other: lazy Int): Int = if n == 0 then 0 else other
out slift1(x, (n: Int) => pick(n, 10 / n)) as y";
    let code = spec(text).code;
    assert!(code.contains("(lazy (10 / ") && code.contains("Lazy.force"), "{code}");
}

#[test]
fn constants_are_computed_when_the_specification_is_read() {
    let text = "def list = List.prepend(1, List.prepend(2, List.empty[Int]))
def set = Set.add(Set.add(Set.empty[Int], 4), 3)
def total = Set.fold(set, 0, (a: Int, b: Int) => a + b)
out list as a\nout set as b\nout total as c\nout 1 / 0 as d";
    let code = spec(text).code;
    for part in ["[1; 2]", "set_of_ascending [3; 4]", "=\n  7\n", "(1 / 0)"] {
        assert!(code.contains(part), "{part} in {code}");
    }
}

#[test]
fn large_integers_are_written_in_pieces() {
    let spec = spec("in x: Events[Int]\nout x + 123456789012345678901234567890 as y");
    assert!(spec.code.contains("lsl"), "{}", spec.code);
}

#[test]
fn a_generic_function_is_one_function_for_each_type() {
    let text = "in x: Events[Int]\nin s: Events[String]\nliftable def show[T](t: T): String = \"<$t>\"
out show(x) as a\nout show(s) as b\nout show(x + 1) as c";
    let code = spec(text).code;
    assert_eq!(code.matches("let show_").count(), 2, "{code}");
}

#[test]
fn closures_and_local_generic_functions_are_kept() {
    let text = "in x: Events[Int]
def adder(a: Int): (Int) => Int = { def add(b: Int) = a + b; add }
liftable def f(n: Int): String = {
  def show[T](t: T): String = \"[$t]\"
  String.concat(show(n), show(n > 1))
}
out slift1(x, adder(5)) as y\nout f(x) as z";
    let code = spec(text).code;
    assert!(code.contains("string_of_int") && code.contains("string_of_bool"), "{code}");
}
