//! Monitors under test: what counts as a difference, what does not, and how a difference is reported.
//! The monitors here are functions from text to text; processes are tested by the cases under `cases/stream`.

use std::cell::Cell;
use std::time::Duration;

use lydian_diagnostic::Source;
use lydian_stream::check::{
    Answer, Checking, Comparing, Expected, Judged, Mismatch, Monitor, Notes, Origin, Outcome, Suites, Test,
    Trace, USUAL, compare, judge,
};
use lydian_stream::run::Prepared;
use lydian_sut::{End, StartError};
use lydian_tessla::load;
use lydian_tessla::spec::{Collections, Options, Spec};
use lydian_verdict::{Refutation, Verdict};

/// A specification that can be run.
struct Loaded {
    spec: Spec,
    prepared: Prepared,
}

fn loaded(text: &str) -> Loaded {
    let spec = flat(text, false);
    let prepared = Prepared::new(&spec).expect("it can be run");
    Loaded { spec, prepared }
}

fn flat(text: &str, instrument: bool) -> Spec {
    let options = Options { instrument, collections: Collections::Lists, ..Options::default() };
    let (spec, diagnostics) =
        load(&Source::new("spec.tessla", text), &|_, _| Err("no files".into()), &options);
    spec.unwrap_or_else(|| panic!("{diagnostics:?}"))
}

impl Loaded {
    fn trace(&self, text: &str) -> Trace {
        Trace::read(&self.spec, text.as_bytes(), "a trace").expect("the trace can be read")
    }

    fn test(&self, text: &str) -> Test {
        Test::new(&self.spec, &self.prepared, "a trace", self.trace(text))
    }

    fn compare_with(&self, trace: &str, answer: Answer, comparing: Comparing) -> Outcome {
        let expected = Expected::of(&self.spec, &self.prepared, &self.trace(trace));
        compare(&self.spec, &expected, &answer, comparing)
    }

    fn compare(&self, trace: &str, output: &str) -> Outcome {
        self.compare_with(trace, wrote(output), Comparing::default())
    }

    /// What the interpreter writes.
    fn right(&self, trace: &str) -> String {
        let expected = Expected::of(&self.spec, &self.prepared, &self.trace(trace));
        let name = |output: usize| &self.spec.outputs[output].name;
        let lines = expected
            .events
            .iter()
            .map(|event| format!("{}: {} = {}\n", event.time, name(event.output), event.printed));
        lines.collect()
    }

    fn judge(&self, tests: Vec<Test>, monitor: impl Fn(&str) -> Answer) -> Judged {
        let (origin, checking) = (Origin::Given, Checking::default());
        judge("monitor", &self.spec, &self.prepared, tests, &origin, &Function(monitor), &checking)
    }
}

/// A monitor that is a function.
struct Function<F>(F);

impl<F: Fn(&str) -> Answer> Monitor for Function<F> {
    fn run_all(&self, traces: &[&[u8]]) -> Result<Vec<Answer>, StartError> {
        Ok(traces.iter().map(|trace| (self.0)(std::str::from_utf8(trace).expect("text"))).collect())
    }
}

fn wrote(output: &str) -> Answer {
    Answer { output: output.as_bytes().to_vec(), errors: Vec::new(), end: End::Exited(0) }
}

fn matches(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Match(_))
}

fn refutation(judged: &Judged) -> &Refutation {
    match &judged.judgement.verdict {
        Verdict::Refuted(refutation) => refutation,
        other => panic!("{other:?}"),
    }
}

const DOUBLED: &str = "in x: Events[Int]\nout x + x as doubled\nout x > 3 as large\n";

#[test]
fn the_order_of_events_at_one_time_does_not_matter() {
    let spec = loaded(DOUBLED);
    let trace = "1: x = 5\n2: x = 1\n";
    assert!(matches(
        &spec.compare(trace, "1: large = true\n1: doubled = 10\n2: doubled = 2\n2: large = false\n")
    ));
    assert!(matches(&spec.compare(
        trace,
        "01:large=true\n1 : doubled = 010\n\n# a comment\n2: doubled = 2\n2: large = false"
    )));
}

#[test]
fn the_first_time_with_other_events_is_the_difference() {
    let spec = loaded(DOUBLED);
    let got = spec.compare("1: x = 5\n2: x = 1\n", "1: large = true\n1: doubled = 10\n2: doubled = 3\n");
    let expected = Mismatch::Events {
        time: 2.into(),
        missing: vec!["doubled = 2".into(), "large = false".into()],
        surplus: vec!["doubled = 3".into()],
    };
    assert_eq!(got, Outcome::Differ(expected));
}

#[test]
fn an_event_that_is_missing_at_the_last_time_is_a_difference() {
    let spec = loaded("in x: Events[Int]\nout delay(x, x) as late\n");
    let due = Mismatch::Events { time: 5.into(), missing: vec!["late".into()], surplus: Vec::new() };
    assert_eq!(spec.compare("2: x = 3\n5: nosuch\n", ""), Outcome::Differ(due));
    assert!(matches(&spec.compare("2: x = 3\n4: nosuch\n", "")));
}

#[test]
fn what_comes_after_the_end_of_the_trace_is_left_alone_and_counted() {
    let spec = loaded("in x: Events[Int]\nout x\nout delay(x, x) as late\n");
    let outcome = spec.compare("2: x = 3\n", "2: x = 3\n5: late\n9: x = 1\n");
    assert_eq!(outcome, Outcome::Match(Notes { late: 2, ..Notes::default() }));
}

#[test]
fn events_of_other_streams_are_left_alone_and_counted() {
    let spec = loaded(DOUBLED);
    let outcome = spec
        .compare("1: x = 5\n", "1: x = 5\n1: debug = (1, 2)\n1: debug\n1: doubled = 10\n1: large = true\n");
    let Outcome::Match(notes) = outcome else { panic!("{outcome:?}") };
    let foreign: Vec<(String, u64)> = notes.foreign.into_iter().collect();
    assert_eq!(foreign, [("debug".to_owned(), 2), ("x".to_owned(), 1)]);
}

#[test]
fn values_are_compared_by_their_type() {
    let set = loaded("in x: Events[Set[Int]]\nout x\n");
    for text in ["Set(1, 2)", "Set(2, 1)", "HashSet(02, 1)", "{2,1}", "[1, 2, 1]"] {
        assert!(matches(&set.compare("1: x = Set(1, 2)", &format!("1: x = {text}"))), "{text}");
    }
    assert!(!matches(&set.compare("1: x = Set(1, 2)", "1: x = Set(1)")));
    let float = loaded("in x: Events[Float]\nout x\n");
    for text in ["1.0", "1", "1e0", "01.00"] {
        assert!(matches(&float.compare("1: x = 1.0", &format!("1: x = {text}"))), "{text}");
    }
    assert!(!matches(&float.compare("1: x = 1.0", "1: x = 1.0000001")));
    let near = Comparing { tolerance: 1e-6, ..Comparing::default() };
    assert!(matches(&float.compare_with("1: x = 1.0", wrote("1: x = 1.0000001"), near)));
    let map = loaded("in x: Events[Map[String, (Int, Bool)]]\nout x\n");
    for text in [
        "Map(a -> (1, true), b c -> (2, false))",
        "Map(\"b c\" -> (2, false), \"a\" -> (1, true))",
        "HashMap(b c -> (2,false),a -> (1,true))",
    ] {
        let trace = "1: x = Map(\"a\" -> (1, true), \"b c\" -> (2, false))";
        assert!(matches(&map.compare(trace, &format!("1: x = {text}"))), "{text}");
    }
    let record = loaded("in x: Events[{a: Int, b: Option[Int]}]\nout x\n");
    for text in ["{a = 1, b = Some(2)}", "{b = Some(2), a = 1}", "{a: 1,b: Some( 2 )}"] {
        assert!(matches(&record.compare("1: x = {a = 1, b = Some(2)}", &format!("1: x = {text}"))), "{text}");
    }
    let unit = loaded("in x: Events[Unit]\nout x\n");
    for text in ["1: x", "1: x = ()", "1: x = {}"] {
        assert!(matches(&unit.compare("1: x", text)), "{text}");
    }
}

#[test]
fn texts_may_be_quoted_or_not_and_have_several_lines() {
    let spec = loaded("in x: Events[String]\nout x\n");
    for text in ["a = b", "\"a = b\""] {
        assert!(matches(&spec.compare("1: x = \"a = b\"", &format!("1: x = {text}"))), "{text}");
    }
    assert!(matches(
        &spec.compare("1: x = \"a\\n2: x = b\"\n3: x = \"c\"", "1: x = a\n2: x = b\n3: x = c\n")
    ));
    assert!(matches(&spec.compare("1: x = \"\\r\\n\\t\\a\"", "1: x = \r\n\t\u{7}\n")));
    assert!(!matches(&spec.compare("1: x = \"a\"", "1: x = A")));
}

#[test]
fn outputs_can_have_expressions_as_names() {
    let spec = loaded("in a: Events[Int]\nin b: Events[Int]\nout a == b\nout a\n");
    assert!(matches(&spec.compare("1: a = 2\n1: b = 2", "1: a == b = true\n1: a = 2\n")));
    assert!(!matches(&spec.compare("1: a = 2\n1: b = 2", "1: a == b = false\n1: a = 2\n")));
}

#[test]
fn outputs_without_time_and_name_are_compared_in_order() {
    let spec = loaded("in x: Events[Int]\n@raw out x\n@raw out x + 1 as y\nout x * 2 as z\n");
    let trace = "1: x = 5\n3: x = 7\n";
    assert!(matches(&spec.compare(trace, "6\n5\n1: z = 10\n7\n8\n3: z = 14\n")));
    let Outcome::Differ(Mismatch::Raw { time, .. }) =
        spec.compare(trace, "5\n6\n1: z = 10\n7\n9\n3: z = 14\n")
    else {
        panic!("a difference without time and name");
    };
    assert_eq!(time, 3.into());
    assert!(!matches(&spec.compare(trace, "5\n6\n1: z = 10\n7\n8\n3: z = 14\n9\n")));
}

#[test]
fn a_line_that_is_no_event_is_a_difference_of_form() {
    let spec = loaded(DOUBLED);
    let output = "monitor 1.0 starts\n1: doubled = 10\n1: large = true\n";
    let Outcome::Differ(Mismatch::Form(line)) = spec.compare("1: x = 5", output) else {
        panic!("a difference of form")
    };
    assert_eq!((line.number, &*line.text), (1, "monitor 1.0 starts"));
    let lenient = Comparing { ignore_other_lines: true, ..Comparing::default() };
    let outcome = spec.compare_with("1: x = 5", wrote(output), lenient);
    assert_eq!(outcome, Outcome::Match(Notes { other_lines: 1, ..Notes::default() }));
    let back = spec
        .compare("1: x = 5\n2: x = 1", "2: doubled = 2\n2: large = false\n1: doubled = 10\n1: large = true");
    assert!(matches!(back, Outcome::Differ(Mismatch::Backwards(_))), "{back:?}");
}

#[test]
fn hostile_output_is_only_wrong() {
    let spec = loaded("in x: Events[Int]\nin m: Events[Map[String, List[Int]]]\nout x\nout m\n");
    let deep = format!("1: m = {}", "Map(".repeat(100_000));
    let digits = format!("1: x = {}", "9".repeat(100_000));
    let times = format!("{}: x = 1", "9".repeat(100_000));
    let signs = format!("1: x = {}", "=".repeat(100_000));
    for text in [
        &*deep,
        &digits,
        &times,
        &signs,
        "1: x = \u{0}",
        ":::",
        "1:",
        "1: = ",
        "-1: x = 5",
        "1: m = Map(a -> )",
    ] {
        assert!(!matches(&spec.compare("1: x = 5", text)), "{}", &text[..text.len().min(40)]);
    }
    let bytes = Answer { output: vec![0xff; 1000], errors: Vec::new(), end: End::Exited(0) };
    assert!(!matches(&spec.compare_with("1: x = 5", bytes, Comparing::default())));
}

#[test]
fn after_an_error_of_the_specification_nothing_is_compared() {
    let spec = loaded("in x: Events[Int]\nout 10 / x as y\nout x\n");
    let trace = "1: x = 5\n2: x = 0\n3: x = 1\n";
    assert!(matches(&spec.compare(trace, "1: y = 2\n1: x = 5\n")));
    assert!(matches(&spec.compare(trace, "1: y = 2\n1: x = 5\n2: y = 99\n7: x = 8\n")));
    assert!(!matches(&spec.compare(trace, "1: y = 3\n1: x = 5\n")));
    let broken = Answer { end: End::Exited(1), ..wrote("1: y = 2\n1: x = 5\n") };
    assert!(matches(&spec.compare_with(trace, broken, Comparing::default())));
}

#[test]
fn a_monitor_that_breaks_off_is_told_apart_from_one_that_is_wrong_before() {
    let spec = loaded(DOUBLED);
    let crash = |output: &str| {
        let answer = Answer { end: End::Signalled(11), ..wrote(output) };
        spec.compare_with("1: x = 5\n2: x = 1\n", answer, Comparing::default())
    };
    let stopped = crash("1: doubled = 10\n1: large = true\n");
    assert_eq!(stopped, Outcome::Differ(Mismatch::Ended(End::Signalled(11))));
    assert!(matches!(crash("1: doubled = 11\n"), Outcome::Differ(Mismatch::Events { .. })));
    let lost = Answer { end: End::Lost, ..wrote("") };
    assert!(matches!(spec.compare_with("1: x = 5", lost, Comparing::default()), Outcome::Unknown(_)));
}

/// Specifications of many kinds; the interpreter as a monitor must pass on all that is generated for them.
const KINDS: &[&str] = &[
    DOUBLED,
    "in x: Events[Int]\nin r: Events[Unit]\nout resetCount(x, r) as n\nout delay(const(4, r), r) as t\n",
    "in x: Events[String]\nout String.concat(x, \"!\") as y\n",
    "in x: Events[Int]\nout Set.collect(x) as seen\n",
    "in x: Events[Bool]\nout if x then Some(1) else None[Int] as y\n",
    "in x: Events[Int]\nout (x, x > 0) as y\nout {a = x, b = \"t\"} as z\n",
    "in x: Events[Int]\nout 10 / x as y\n",
    "in x: Events[Float]\nout x *. 2.0 as y\n",
    "in x: Events[Int]\nin y: Events[Int]\nout x == y\nout merge(x, y) as z\n",
];

#[test]
fn the_interpreter_passes_its_own_tests() {
    for text in KINDS {
        let spec = loaded(text);
        let suites = Suites::make(&flat(text, true), &USUAL, 12, Duration::from_secs(20)).expect("a suite");
        let mut tests = Test::of_suites(&spec.spec, &spec.prepared, &suites);
        tests.extend(Test::at_random(&spec.spec, &spec.prepared, 10, 1, None));
        let judged = spec.judge(tests, |trace| wrote(&spec.right(trace)));
        assert!(matches!(judged.judgement.verdict, Verdict::Passed(_)), "{text}: {:?}", judged.judgement);
    }
}

#[test]
fn a_difference_is_shrunk_to_what_matters() {
    let spec = loaded(DOUBLED);
    let wrong = |trace: &str| {
        let seen = trace.contains("x = 100");
        let right = spec.right(trace);
        wrote(&if seen { right.replace("large = true", "large = false") } else { right })
    };
    let tests = vec![spec.test("3: x = 7\n10: x = 8\n40: x = 100\n90: x = 4\n95: x = 1\n99: end\n")];
    let judged = spec.judge(tests, wrong);
    let refutation = refutation(&judged);
    assert_eq!(refutation.text_of("trace"), Some("0: x = 100"));
    assert_eq!(refutation.text_of("expected"), Some("0: doubled = 200\n0: large = true"));
    assert_eq!(refutation.text_of("got"), Some("0: doubled = 200\n0: large = false"));
    assert_eq!(refutation.case.size, 1);
}

#[test]
fn the_case_with_the_fewest_events_decides() {
    let spec = loaded(DOUBLED);
    let checking = Checking { shrinking: 0, ..Checking::default() };
    let tests =
        vec![spec.test("1: x = 1\n2: x = 2\n"), spec.test("5: x = 9\n"), spec.test("1: x = 4\n2: x = 4\n")];
    let monitor = Function(|_: &str| wrote(""));
    let judged = judge("m", &spec.spec, &spec.prepared, tests, &Origin::Given, &monitor, &checking);
    assert_eq!(refutation(&judged).text_of("trace"), Some("5: x = 9"));
}

#[test]
fn shrinking_keeps_what_the_author_asserts() {
    let spec = loaded("in x: Events[Int]\nin y: Events[Int]\nout x\n# assert all x > 5\n# assert some y\n");
    let judged = spec.judge(vec![spec.test("1: x = 9\n4: y = 30\n5: x = 8\n6: x = 9\n")], |_| wrote(""));
    let trace = refutation(&judged).text_of("trace").expect("a trace");
    // Without any x nothing would be wrong, without y the assertion would not hold.
    assert_eq!(trace, "0: x = 6\n1: y = 0");
}

#[test]
fn a_monitor_that_does_not_always_do_the_same_is_not_refuted() {
    let spec = loaded(DOUBLED);
    let runs = Cell::new(0);
    let judged = spec.judge(vec![spec.test("1: x = 9\n")], |trace| {
        runs.set(runs.get() + 1);
        wrote(&if runs.get() == 1 { String::new() } else { spec.right(trace) })
    });
    let Verdict::Unknown(undecided) = &judged.judgement.verdict else { panic!("{:?}", judged.judgement) };
    assert!(undecided.reasons[0].text.contains("does not always do the same"), "{undecided:?}");
    let judged = spec.judge(vec![spec.test("1: x = 9\n")], |_| {
        runs.set(runs.get() + 1);
        wrote(&format!("1: doubled = {}\n1: large = true\n", runs.get()))
    });
    assert!(matches!(judged.judgement.verdict, Verdict::Unknown(_)), "{:?}", judged.judgement);
}

#[test]
fn tests_without_any_expected_event_are_vacuous() {
    let spec = loaded("in x: Events[Int]\nout filter(x, x > 10) as large\n");
    let judged = spec.judge(vec![spec.test("1: x = 9\n")], |_| wrote(""));
    assert!(matches!(judged.judgement.verdict, Verdict::Vacuous(_)), "{:?}", judged.judgement);
    let judged = spec.judge(Vec::new(), |_| wrote(""));
    assert!(matches!(judged.judgement.verdict, Verdict::Vacuous(_)), "{:?}", judged.judgement);
    let judged = spec.judge(vec![spec.test("1: x = 9\n")], |_| wrote("1: large = 9\n"));
    assert!(matches!(judged.judgement.verdict, Verdict::Refuted(_)), "{:?}", judged.judgement);
}

#[test]
fn a_trace_in_a_wrong_order_is_refused() {
    let spec = loaded(DOUBLED);
    let read = |text: &str| Trace::read(&spec.spec, text.as_bytes(), "t").map_err(|fault| fault.code);
    assert_eq!(read("2: x = 1\n1: x = 1\n").err(), Some("trace-time-decreases"));
    assert_eq!(read("2: x = 1\n2: y = 5\n2: x = 1\n").err(), Some("trace-event-twice"));
    assert_eq!(read("2: x = true\n").err(), Some("trace-value-type"));
}

#[test]
fn a_trace_is_written_as_it_is_read() {
    let spec = loaded("in s: Events[Set[String]]\nin u: Events[Unit]\nout s\nout u\n");
    let text = "1: s = Set(\"a\\n\", \"b\\$\")\n4: u\n7: end_of_trace\n";
    assert_eq!(spec.trace(text).text(&spec.spec), text);
}
