//! Specifications as text: what comes out of a run, and that short ways through functions change nothing.

use lydian_core::Value;
use lydian_diagnostic::Source;
use lydian_stream::run::{InputEvent, Observe, Prepared};
use lydian_stream::trace::{Options, Played, Reader, Style, Writer, play};
use lydian_tessla::spec::Spec;

use crate::handmade::{Random, event};

fn load(text: &str) -> Spec {
    let source = Source::new("spec.tessla", text);
    let options = lydian_tessla::spec::Options::default();
    let (spec, diagnostics) = lydian_tessla::load(&source, &|_, name| Err(name.to_owned()), &options);
    spec.unwrap_or_else(|| panic!("{text}\n{diagnostics:?}"))
}

/// What a specification writes on a trace, and the code and text of what ended it.
fn run_with(text: &str, trace: &str, style: Style) -> (Vec<String>, Option<String>) {
    let spec = load(text);
    let prepared = Prepared::new(&spec).expect("a sound plan");
    let mut out = Vec::new();
    let mut reader = Reader::new(&spec, trace.as_bytes(), "trace", Options::default());
    let mut writer = Writer::new(&spec, &mut out, style);
    let played = play(&spec, &prepared, &mut reader, &mut writer).expect("memory takes everything");
    drop(writer);
    let lines = String::from_utf8(out).expect("text").lines().map(str::to_owned).collect();
    let ended = match played {
        Played::Complete => None,
        Played::Stopped => Some("stopped".to_owned()),
        Played::Failed(fault) | Played::Faulty(fault) => Some(format!("{}: {}", fault.code, fault.message)),
    };
    (lines, ended)
}

pub fn run(text: &str, trace: &str) -> (Vec<String>, Option<String>) {
    run_with(text, trace, Style::default())
}

#[test]
fn an_error_ends_the_run_when_an_output_shows_it() {
    let spec = "in x: Events[Int]\nout 6 / x as share\nout x";
    let (lines, ended) = run(spec, "1: x = 3\n2: x = 0\n3: x = 2");
    assert_eq!(lines, ["1: share = 2", "1: x = 3"]);
    assert_eq!(ended.as_deref(), Some("runtime-error: Division by zero in the output `share` (t = 2)"));
}

#[test]
fn an_error_that_nobody_looks_at_does_no_harm() {
    let trace = "1: x = 2\n1: y = 0\n2: y = 1";
    for (spec, expected) in [
        ("def z = x / y\nout time(z)", vec!["1: time(z) = 1", "2: time(z) = 2"]),
        ("def z = x / y\nout if y == 0 then -1 else z as v", vec!["1: v = -1", "2: v = 2"]),
        ("def z = x / y\nout y == 0 || z > 1 as v", vec!["1: v = true", "2: v = true"]),
        ("def z = x / y\nout y != 0 && z > 1 as v", vec!["1: v = false", "2: v = true"]),
        ("def z = x / y\nout const(7, z) as v", vec!["1: v = 7", "2: v = 7"]),
        ("def z = x / y\nout last(z, y) == z as v\nout y", vec!["1: y = 0"]),
        (
            "def z = x / y\nout lift1(z, (v: Option[Int]) => Some(isSome(v))) as v",
            vec!["1: v = true", "2: v = true"],
        ),
    ] {
        let (lines, ended) = run(&format!("in x: Events[Int]\nin y: Events[Int]\n{spec}"), trace);
        if spec.contains("last") {
            // Both sides are looked at, and the first is the error of time 1.
            assert_eq!(ended.as_deref().map(|text| text.contains("(t = 2)")), Some(true), "{spec}");
            assert_eq!(lines, expected, "{spec}");
        } else {
            assert_eq!(
                (lines, ended),
                (expected.iter().map(|line| (*line).to_owned()).collect(), None),
                "{spec}"
            );
        }
    }
}

#[test]
fn an_error_spreads_through_what_needs_it() {
    let trace = "1: x = 2\n1: y = 0";
    for spec in [
        "out x / y + 1 as v",
        "out (x / y) * 0 as v",
        "out x / y == x / y as v",
        "out if x / y == 1 then 1 else 2 as v",
        "out merge(x / y, x) as v",
        "out filter(x, x / y > 0) as v",
        "out lift1(x / y, (v: Option[Int]) => Some(getSome(v) + 1)) as v",
        "out lift1(x / y, (v: Option[Int]) => Some((getSome(v), 1))) as v",
        "out List.append(List.empty[Int], x / y) as v",
        "def second(a: Int, b: Int) = b\nout slift(x, x / y, second) as v",
        "out toString(x / y) as v",
    ] {
        let (lines, ended) = run(&format!("in x: Events[Int]\nin y: Events[Int]\n{spec}"), trace);
        let expected = "runtime-error: Division by zero in the output `v` (t = 1)";
        assert_eq!((lines, ended.as_deref()), (Vec::new(), Some(expected)), "{spec}");
    }
}

#[test]
fn errors_say_what_is_wrong() {
    for (spec, message) in [
        ("out x % 0 as v", "Division by zero"),
        ("out getSome(if x > 0 then None[Int] else Some(x)) as v", "Cannot get the value of None"),
        ("out Map.get(Map.empty[Int, Int], x) as v", "The key is not in the map"),
        ("out List.get(List.empty[Int], x) as v", "The index is outside of the list"),
    ] {
        let (_, ended) = run(&format!("in x: Events[Int]\n{spec}"), "1: x = 1");
        assert_eq!(ended, Some(format!("runtime-error: {message} in the output `v` (t = 1)")), "{spec}");
    }
}

#[test]
fn a_function_without_end_is_an_error_of_its_stream() {
    let spec = "def f(x: Int): Int = if x == 0 then 0 else f(x + 1)\nliftable def g(x: Int): Int = f(x)\n\
                in x: Events[Int]\nout x\nout g(x) as v";
    let (lines, ended) = run(spec, "1: x = 0\n2: x = 1\n3: x = 0");
    assert_eq!(lines, ["1: x = 0", "1: v = 0", "2: x = 1"]);
    assert_eq!(
        ended.as_deref(),
        Some("runtime-error: The computation took too many steps in the output `v` (t = 2)")
    );
}

#[test]
fn time_zero_is_a_step_without_input() {
    let (lines, _) = run("in x: Events[Int]\nout 42 as c\nout default(x, 1) as d\nout count(x) as n", "");
    assert_eq!(lines, ["0: c = 42", "0: d = 1", "0: n = 0"]);
}

#[test]
fn timers_fire_between_inputs_and_an_undeclared_stream_lets_time_pass() {
    let spec = "out period(10) as tick\nin x: Events[Int]\nout x";
    let ticks = |trace: &str| run(spec, trace).0;
    assert_eq!(ticks("25: x = 1"), ["0: tick = ()", "10: tick = ()", "20: tick = ()", "25: x = 1"]);
    assert_eq!(ticks("9: nosuch"), ["0: tick = ()"]);
    assert_eq!(ticks("10: nosuch = 5"), ["0: tick = ()", "10: tick = ()"]);
}

#[test]
fn a_run_stops_where_it_is_asked_to() {
    let spec = "in x: Events[Int]\nout x\nout filter(x, x > 2) as large\nout x + 1 as next";
    let trace = "1: x = 1\n2: x = 3\n3: x = 4";
    let (lines, ended) = run_with(spec, trace, Style { most: Some(3), ..Style::default() });
    assert_eq!((lines.len(), ended.as_deref()), (3, Some("stopped")));
    let (lines, ended) = run_with(spec, trace, Style { stop_on: Some(1), ..Style::default() });
    assert_eq!(ended.as_deref(), Some("stopped"));
    assert_eq!(lines, ["1: x = 1", "1: next = 2", "2: x = 3", "2: large = 3", "2: next = 4"]);
}

#[test]
fn raw_outputs_are_written_without_time_and_name() {
    let (lines, _) = run("in x: Events[Int]\n@raw out \"got ${x}\" as text\nout x", "1: x = 5");
    assert_eq!(lines, ["got 5", "1: x = 5"]);
}

#[test]
fn values_in_traces_may_be_expressions() {
    let spec =
        "in x: Events[Int]\nin s: Events[String]\nin m: Events[Map[Int, Set[Int]]]\nout x\nout s\nout m";
    let trace = "1: x = if 1 < 2 then 3 * 4 else 5 # comment\n2: s = \"${2 + 40}!\"\n\
                 3: m = HashMap(2 -> HashSet(3, 1), 1 -> Set())\n4: m = Map.empty[Int, Set[Int]]";
    let (lines, ended) = run(spec, trace);
    assert_eq!(lines, ["1: x = 12", "2: s = 42!", "3: m = Map(1 -> Set(), 2 -> Set(1, 3))", "4: m = Map()"]);
    assert_eq!(ended, None);
    for (value, code) in [("y", "unknown-name"), ("1 / 0", "not-a-constant"), ("\"a\" + 1", "type-mismatch")]
    {
        let (_, ended) = run(spec, &format!("1: x = {value}"));
        assert!(ended.as_ref().is_some_and(|ended| ended.starts_with(code)), "{value}: {ended:?}");
    }
    assert_eq!(run(spec, &format!("1: x = 0{}", " + 1".repeat(100))).0, ["1: x = 100"]);
    for (length, code) in [(10_000, "too-deep"), (100_000, "trace-value")] {
        let (_, ended) = run(spec, &format!("1: x = 0{}", " + 1".repeat(length)));
        assert!(ended.as_ref().is_some_and(|ended| ended.starts_with(code)), "{length}: {ended:?}");
    }
}

/// An expression over `names` of a type.
fn expression(random: &mut Random, depth: u64, ints: &[String], bools: &[String], is_bool: bool) -> String {
    let pick = |random: &mut Random, from: &[String]| from[random.below(from.len() as u64) as usize].clone();
    if depth == 0 || random.below(5) == 0 {
        return match (is_bool, random.below(4)) {
            (true, 0) => "true".into(),
            (true, _) => pick(random, bools),
            (false, 0) => ["0", "1", "2", "7", "-3", "9223372036854775807"][random.below(6) as usize].into(),
            (false, _) => pick(random, ints),
        };
    }
    let mut part = |is_bool: bool| expression(random, depth - 1, ints, bools, is_bool);
    let (a, b, p, q) = (part(false), part(false), part(true), part(true));
    match (is_bool, random.below(8)) {
        (true, 0) => format!("({p} && {q})"),
        (true, 1) => format!("({p} || {q})"),
        (true, 2) => format!("!({p})"),
        (true, 3) => format!("({a} == {b})"),
        (true, 4) => format!("({p} == {q})"),
        (true, 5) => format!("({a} >= {b})"),
        (true, _) => format!("({a} < {b})"),
        (false, 0) => format!("({a} - {b})"),
        (false, 1) => format!("({a} * {b})"),
        (false, 2) => format!("({a} / {b})"),
        (false, 3) => format!("({a} % {b})"),
        (false, 4) => format!("({a} / 3)"),
        (false, 5 | 6) => format!("(if {p} then {a} else {b})"),
        (false, _) => format!("({a} + {b})"),
    }
}

/// A specification with random functions, lifted in all ways, over the inputs `a`, `b` and `p`.
fn random_spec(random: &mut Random) -> String {
    let name = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<String>>();
    let (ints, bools) = (name(&["x", "y"]), name(&["r"]));
    let depth = 1 + random.below(4);
    let over_values = expression(random, depth, &ints, &bools, false);
    let condition = expression(random, depth, &ints, &bools, true);
    // Present arguments only are looked at; whether they are is asked where it decides.
    let (known_ints, known_bools) = (name(&["getSome(u)", "getSome(v)"]), name(&["isSome(w)"]));
    let guarded = expression(random, depth, &known_ints, &known_bools, false);
    let one_sided = expression(random, depth, &name(&["z"]), &name(&["(z > 0)"]), false);
    format!(
        "in a: Events[Int]\nin b: Events[Int]\nin p: Events[Bool]\n\
         out slift3(a, b, p, (x: Int, y: Int, r: Bool) => {over_values}) as signal\n\
         out slift3(a, b, p, (x: Int, y: Int, r: Bool) => {condition}) as condition\n\
         out filter(a, slift3(a, b, p, (x: Int, y: Int, r: Bool) => {condition})) as filtered\n\
         def f(u: Option[Int], v: Option[Int], w: Option[Bool]): Option[Int] =\n\
           if isSome(u) && isSome(v) then Some({guarded})\n\
           else if isSome(u) then u else if isNone(w) then None[Int] else Some(if getSome(w) then 1 else 2)\n\
         out lift3(a, b, p, f) as lifted\n\
         out fold(a, 1, (x: Int, z: Int) => {one_sided}) as folded\n\
         out count(b) as counted\nout sum(a) as summed\nout maximum(b) as largest\n"
    )
}

fn random_trace(random: &mut Random, length: i64) -> Vec<InputEvent> {
    let edges = [0, 1, -1, 2, 3, 100, -7, i64::MAX, i64::MIN, 1 << 40];
    let mut events = Vec::new();
    for time in 0..length {
        for input in 0..3 {
            if random.below(3) == 0 {
                continue;
            }
            let value = match input {
                2 => Value::Bool(random.below(2) == 0),
                // Mostly small numbers, so that most results are small too.
                _ if random.below(10) == 0 => Value::Int(edges[random.below(edges.len() as u64) as usize]),
                _ => Value::Int(random.below(7) as i64 - 2),
            };
            events.push(event(time, input, value));
        }
    }
    events
}

#[test]
fn short_ways_through_functions_change_nothing() {
    let mut errors = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let text = random_spec(&mut random);
        let spec = load(&text);
        let trace = random_trace(&mut random, 400);
        let shown = |prepared: Prepared| {
            let run = prepared.trace(&trace, None, Observe::AllStreams, usize::MAX);
            let events = run.events.iter().map(|event| match &event.value {
                Ok(value) => format!("{} {} {value:?}", event.time, event.index),
                Err(failure) => format!("{} {} error {failure}", event.time, event.index),
            });
            (events.collect::<Vec<String>>(), run.ending)
        };
        let short = shown(Prepared::new(&spec).expect("a sound plan"));
        let plain = shown(Prepared::plain(&spec).expect("a sound plan"));
        errors += short.0.iter().filter(|event| event.contains("error")).count();
        for (found, expected) in short.0.iter().zip(&plain.0) {
            assert_eq!(found, expected, "seed {seed}\n{text}");
        }
        assert_eq!((short.0.len(), short.1), (plain.0.len(), plain.1), "seed {seed}");
    }
    assert!(errors > 1_000, "{errors} errors are too few to show anything");
}
