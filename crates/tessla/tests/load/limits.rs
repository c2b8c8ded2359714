//! Hostile specifications give a clear error soon, or are loaded.

use std::fmt::Write;

use super::{assert_fault, faults, spec};

fn chain(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "{}", line(number));
        text
    })
}

#[test]
fn long_chains_of_definitions_are_loaded_in_any_order() {
    let up = chain(3_000, |n| format!("def a{} = a{n} + 1", n + 1));
    let down = chain(3_000, |n| format!("def a{} = a{} + 1", 3_000 - n, 2_999 - n));
    for definitions in [up, down] {
        let spec = spec(&format!("in x: Events[Int]\n{definitions}def a0 = x\nout a3000 as y"));
        assert_eq!(spec.streams.len(), 3_001);
    }
    let endless = chain(30_000, |n| format!("def a{} = a{n} + 1", n + 1));
    let found = faults(&format!("in x: Events[Int]\n{endless}def a0 = x\nout a30000 as y"));
    assert_eq!(found.iter().map(|(code, _)| *code).collect::<Vec<_>>(), ["too-deep"]);
}

#[test]
fn types_that_double_are_refused() {
    let aliases = chain(60, |n| format!("type A{} = (A{n}, A{n})", n + 1));
    let found = faults(&format!("type A0 = Int\n{aliases}in x: Events[A60]\nout x"));
    assert!(found.iter().all(|(code, _)| *code == "type-too-large") && !found.is_empty(), "{found:?}");
    let pairs = chain(60, |n| format!("def a{} = (a{n}, a{n})", n + 1));
    let found = faults(&format!("def a0 = 1\n{pairs}out a60"));
    assert!(found.iter().all(|(code, _)| *code == "type-too-large") && !found.is_empty(), "{found:?}");
    let text = "def f[T](n: Int, x: T): Int = if n == 0 then 0 else f(n - 1, (x, x))\nout f(3, 1)";
    assert_fault(text, "type-too-large", "f");
}

#[test]
fn values_that_double_stay_small() {
    let streams = chain(100, |n| format!("def a{} = a{n} + a{n}", n + 1));
    assert_eq!(spec(&format!("in x: Events[Int]\n{streams}def a0 = x\nout a100 as y")).streams.len(), 101);
    let locals = chain(100, |n| format!("  def b{} = if b{n} > 0 then b{n} / b{n} else 1", n + 1));
    let text = format!(
        "in x: Events[Int]\nliftable def f(n: Int): Int = {{\n{locals}  def b0 = n\n  b100\n}}\nout f(x)"
    );
    assert!(spec(&text).code.len() < 20_000);
}

#[test]
fn macros_that_double_are_refused() {
    let text = "in x: Events[Int]
def f(n: Int, s: Events[Int]): Events[Int] = static if n == 0 then s else f(n - 1, s + 1) + f(n - 1, s + 2)
out f(40, x)";
    let found = faults(text);
    assert_eq!(found.iter().map(|(code, _)| *code).collect::<Vec<_>>(), ["expansion-too-large"]);
}

#[test]
fn texts_with_thousands_of_parts_are_loaded() {
    spec(&format!("in x: Events[Int]\nout \"{}\" as y", "$x ".repeat(2_000)));
}

#[test]
fn many_outputs_are_loaded() {
    let text =
        chain(500, |n| format!("def a{n} = if x > {n} && x < {} then x + {n} else x - {n}\nout a{n}", n + 9));
    assert_eq!(spec(&format!("in x: Events[Int]\n{text}")).outputs.len(), 500);
}

#[test]
fn hostile_numbers_are_refused() {
    assert_fault(&format!("out {}", "9".repeat(40_000)), "invalid-literal", &"9".repeat(40_000));
    // What takes too long to compute now is left to the run.
    spec("def f(n: Int): Int = f(n + 1)\nout f(0) as y");
    spec("out 1 << 100000000 as y");
}
