//! Inputs, outputs, assertions and goals.

use lydian_tessla::spec::Operator;
use lydian_tessla::syntax::ast::{PragmaKind, Quantifier};

use super::{assert_fault, faults, lines, output_names, spec};

#[test]
fn outputs_are_called_as_they_are_written() {
    let spec = spec("in x: Events[Int]\nout x + 1\nout x as y\n@raw\nout x * 2");
    assert_eq!(output_names(&spec), ["x + 1", "y", "x * 2"].map(Into::into));
    assert_eq!(spec.outputs.iter().map(|output| output.raw).collect::<Vec<_>>(), [false, false, true]);
}

#[test]
fn all_streams_of_the_top_level_are_written_with_a_star() {
    let text = "in x: Events[Int]
def k = 3
def f(n: Int) = n
def y = x + k
def g[T](s: Events[T]) = s
def r = {s = y, n = 1}
out *";
    assert_eq!(output_names(&spec(text)), ["x", "y", "r.n", "r.s"].map(Into::into));
}

#[test]
fn records_with_streams_in_them_are_split() {
    let text = "in x: Events[Int]\ndef o = {a = {b = x, c = {d = 34}}, e = 12}\nout o";
    let spec = spec(text);
    assert_eq!(output_names(&spec), ["o.a.b", "o.a.c", "o.e"].map(Into::into));
    assert_eq!(spec.streams[spec.outputs[1].stream.0 as usize].ty.to_string(), "{d: Int}");
}

#[test]
fn equal_names_are_warned_of() {
    assert_eq!(faults("out 1 as a\nout 2 as a"), [("duplicate-output", "a".to_owned())]);
    assert_eq!(faults("out 42\nout 42"), [("duplicate-output", "42".to_owned())]);
}

#[test]
fn only_what_is_needed_is_kept_but_all_inputs_are() {
    let spec = spec("in x: Events[Int]\nin unused: Events[Bool]\ndef dead = x * 3\nout x + 1 as y");
    assert_eq!(spec.inputs.len(), 2);
    assert_eq!(spec.streams.len(), 3);
    assert_eq!(spec.functions.len(), 1);
}

#[test]
fn pragmas_become_constraints() {
    let text = "in x: Events[Int]
# assert all x != last(x, x)
# assert empty x
# goal x > 5
# goal x + 1
# goal some x > 6
out x";
    let spec = spec(text);
    let found: Vec<_> = spec.constraints.iter().map(|one| (one.kind, one.quantifier, &*one.text)).collect();
    assert_eq!(
        found,
        [
            (PragmaKind::Assert, Quantifier::All, "x != last(x, x)"),
            (PragmaKind::Assert, Quantifier::Empty, "x"),
            (PragmaKind::Goal, Quantifier::Exists, "x > 5"),
            (PragmaKind::Goal, Quantifier::Some, "x + 1"),
            (PragmaKind::Goal, Quantifier::Some, "x > 6"),
        ]
    );
    assert_eq!(spec.outputs.len(), 1);
    assert!(matches!(spec.streams[spec.constraints[1].stream.0 as usize].operator, Operator::Input(0)));
    assert_fault("in x: Events[Int]\n# assert all x\nout x", "type-mismatch", "x");
    assert_fault("in x: Events[Int]\n# assert some y\nout x", "unknown-name", "y");
}

#[test]
fn streams_have_the_names_and_places_of_the_user() {
    let text = "in x: Events[Int]\ndef total = sum(x)\nout total + 1 as y";
    let spec = spec(text);
    let total =
        spec.streams.iter().find(|stream| stream.name.as_deref() == Some("total")).expect("the stream");
    assert_eq!(spec.files.span(total.at).text(), "sum(x)");
    assert!(!total.written);
    let y = &spec.streams[spec.outputs[0].stream.0 as usize];
    assert_eq!((y.name.as_deref(), y.written), (None, true));
    assert!(lines(&spec).iter().any(|line| line.contains("/*total*/")), "{}", spec.print());
}
