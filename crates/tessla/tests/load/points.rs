//! Points of coverage: what instrumented code notes, and that nothing else changes.

use lydian_tessla::spec::{Comparison, Condition, FailureKind, Options, PointKind, Spec};

use super::{spec, spec_with};

fn instrumented(text: &str) -> Spec {
    spec_with(text, &Options { instrument: true, ..Options::default() })
}

/// The kinds and texts of points, without the parts of conditions.
fn points(spec: &Spec) -> Vec<(String, String)> {
    let kind = |kind: &PointKind| match kind {
        PointKind::Decision(condition) => format!("decision {}", shape(condition)),
        PointKind::Boolean(condition) => format!("boolean {}", shape(condition)),
        PointKind::Part => "part".to_owned(),
        PointKind::Comparison(comparison) => format!("{comparison:?}"),
        PointKind::Failure(failure) => format!("{failure:?}"),
    };
    let all = spec.points.iter().map(|point| (kind(&point.kind), point.text.to_string()));
    all.filter(|(kind, _)| kind != "part").collect()
}

fn shape(condition: &Condition) -> String {
    match condition {
        Condition::Atom(_) => "a".to_owned(),
        Condition::Not(_, inner) => format!("!{}", shape(inner)),
        Condition::And(_, left, right) => format!("({}&{})", shape(left), shape(right)),
        Condition::Or(_, left, right) => format!("({}|{})", shape(left), shape(right)),
    }
}

const DECODER: &str = "in x: Events[Int]
in m: Events[Map[Int, Int]]
liftable def f(n: Int, o: Option[Int]): Int =
  if n >= 8 then 1 else if n >= 3 && !(n > 5) || n == 0 then getSome(o) else 10 % n
out f(x, Some(x)) as y
out Map.get(m, x) as z
out if x < 3 then x / 2 else max(x, 1) as w";

#[test]
fn decisions_comparisons_and_failures_of_the_user_are_points() {
    let found = points(&instrumented(DECODER));
    let expected = [
        ("Ge", "n >= 8"),
        ("decision a", "n >= 8"),
        ("Ge", "n >= 3"),
        ("Gt", "(n > 5)"),
        ("Eq", "n == 0"),
        ("decision ((a&!a)|a)", "n >= 3 && !(n > 5) || n == 0"),
        ("NoneHasNoValue", "getSome(o)"),
        ("DivisionByZero", "10 % n"),
        ("MissingKey", "Map.get(m, x)"),
        ("Lt", "x < 3"),
        ("decision a", "x < 3"),
    ];
    assert_eq!(found, expected.map(|(kind, text)| (kind.to_owned(), text.to_owned())));
}

#[test]
fn points_of_conditions_are_parts() {
    let spec = instrumented(DECODER);
    let mut seen = 0;
    for point in &spec.points {
        if let PointKind::Decision(condition) | PointKind::Boolean(condition) = &point.kind {
            each(condition, &mut |part| {
                assert_eq!(spec.points[part as usize].kind, PointKind::Part);
                assert!(spec.code.contains(&format!("(note {part} ")), "{}", spec.code);
                seen += 1;
            });
        }
    }
    assert_eq!(seen, 8);
}

fn each(condition: &Condition, visit: &mut dyn FnMut(u32)) {
    match condition {
        Condition::Atom(point) => visit(point.0),
        Condition::Not(point, inner) => {
            visit(point.0);
            each(inner, visit);
        }
        Condition::And(point, left, right) | Condition::Or(point, left, right) => {
            visit(point.0);
            each(left, visit);
            each(right, visit);
        }
    }
}

#[test]
fn connectives_on_streams_have_their_operands_as_parts() {
    let spec = instrumented("in b: Events[Bool]\nin x: Events[Int]\nout b && x > 3 as y");
    assert_eq!(
        points(&spec),
        [("Gt", "x > 3"), ("boolean (a&a)", "b && x > 3")]
            .map(|(kind, text)| (kind.to_owned(), text.to_owned()))
    );
    let parts: Vec<&str> =
        spec.points.iter().filter(|point| point.kind == PointKind::Part).map(|point| &*point.text).collect();
    assert_eq!(parts, ["b && x > 3", "b", "x > 3"]);
}

#[test]
fn each_expansion_of_a_macro_has_its_own_points() {
    let text = "in x: Events[Int]\ndef high(s: Events[Int], k: Int) = s > k\nout high(x, 3) as a\ndef b = high(x, 4)\nout b";
    let spec = instrumented(text);
    let within: Vec<Vec<&str>> =
        spec.points.iter().map(|point| point.within.iter().map(|name| &**name).collect()).collect();
    assert_eq!(within, [vec!["a", "high(x, 3)"], vec!["b", "high(x, 4)"]]);
    assert!(matches!(spec.points[0].kind, PointKind::Comparison(Comparison::Gt)));
}

#[test]
fn the_library_assertions_and_constants_have_no_points() {
    let text =
        "in x: Events[Int]\ndef k = if 3 > 2 then 1 else 0\n# assert exists x > 100\nout maximum(x) + k as y";
    assert!(instrumented(text).points.is_empty());
    let constant = instrumented("in x: Events[Int]\nout x / 4 as a\nout x / x as b");
    assert_eq!(points(&constant), [("DivisionByZero".to_owned(), "x / x".to_owned())]);
    assert_eq!(constant.points[0].kind, PointKind::Failure(FailureKind::DivisionByZero));
}

#[test]
fn instrumentation_changes_no_stream() {
    for text in
        [DECODER, "in x: Events[Int]\ndef r = if x > 3 && x != 5 then resetCount(x, x) else x / x\nout r"]
    {
        let (plain, noted) = (spec(text), instrumented(text));
        assert_eq!(format!("{:?}", plain.streams), format!("{:?}", noted.streams));
        assert!(plain.points.is_empty() && !plain.code.contains("note "));
        for (a, b) in plain.functions.iter().zip(&noted.functions) {
            assert_eq!((&a.params, &a.result, &a.global), (&b.params, &b.result, &b.global));
        }
    }
}
