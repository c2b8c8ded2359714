//! Traces, by two implementations that must agree: the equations of the paper, and the comparison that tests use.

mod support;

use lydian_console::{
    Action, Call, Flushing, Interpretation, Spec, Subject, TraceJudgement, accept, judge_trace, read_trace,
};
use lydian_diagnostic::Source;

fn trace(text: &str) -> Vec<Action> {
    read_trace(&Source::new("test.trace", text)).expect("a trace")
}

/// Whether the equations allow a trace if its outputs may be cut anew: what is written between two reads is one text.
fn accepted_somehow(spec: &Spec, trace: &[Action]) -> bool {
    let mut bytes: Vec<Action> = Vec::new();
    for action in trace {
        match action {
            Action::Read(_) => bytes.push(action.clone()),
            Action::Write(text) => bytes.extend(text.iter().map(|byte| Action::Write(vec![*byte]))),
        }
    }
    let joints: Vec<usize> = (1..bytes.len())
        .filter(|at| matches!((&bytes[at - 1], &bytes[*at]), (Action::Write(_), Action::Write(_))))
        .collect();
    assert!(joints.len() <= 12, "too long to try all ways: {trace:?}");
    (0..1_u32 << joints.len()).any(|cuts| {
        let mut whole: Vec<Action> = Vec::new();
        for (at, action) in bytes.iter().enumerate() {
            let joint = joints.iter().position(|joint| *joint == at);
            let glued = joint.is_some_and(|joint| cuts & (1 << joint) == 0);
            match (whole.last_mut(), action) {
                (Some(Action::Write(before)), Action::Write(text)) if glued => before.extend_from_slice(text),
                _ => whole.push(action.clone()),
            }
        }
        accept(spec, &whole).expect("an answer")
    })
}

fn compared(spec: &Spec, trace: &[Action]) -> bool {
    match judge_trace(std::slice::from_ref(spec), trace, Flushing::Strict) {
        TraceJudgement::Accepted { .. } => true,
        TraceJudgement::Rejected { .. } => false,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_equations_and_the_comparison_agree_on_all_short_traces() {
    // Numbers are written with blanks around them, so that two of them never make a third.
    let specs = [
        "read x : int in 1..2 write \"a\" may write \"b\" write \"a\"",
        "read x : int in 1..1 else retry may write \"a\" write \"b\" or \"a\"",
        "read x : int in 1..1 else stop saying \"a\" may write \"b\" may write \"b\" write \"b\"",
        "loop { may write \"a\" read x : int in 1..2 if x = 2 { exit } write \"b\" } write any, \"a\"",
        "while length(x.all) < 2 { may write any read x : int in 1..2 } write \"a\"",
        "repeat { read x : int in 1..2 else retry silently may write some } until x = 1 may write \"b\"",
    ];
    let alphabet = [
        Action::Write(b"a".into()),
        Action::Write(b"b\n".into()),
        Action::Read(b"1".into()),
        Action::Read(b"2".into()),
    ];
    let mut accepted = 0;
    for text in specs {
        let specs = support::spec(text, text);
        for length in 0..=5 {
            for number in 0..alphabet.len().pow(length) {
                let mut rest = number;
                let mut trace = Vec::new();
                for _ in 0..length {
                    trace.push(alphabet[rest % alphabet.len()].clone());
                    rest /= alphabet.len();
                }
                let by_comparison = compared(&specs[0], &trace);
                assert_eq!(accepted_somehow(&specs[0], &trace), by_comparison, "{text}: {trace:?}");
                accepted += u32::from(by_comparison);
            }
        }
    }
    assert!(accepted > 30, "only {accepted} traces are allowed");
}

#[test]
fn the_equations_accept_what_interpretations_do() {
    for (name, text) in support::scripts() {
        for spec in support::spec(&name, &text) {
            let mut tests = support::tests(std::slice::from_ref(&spec), 4);
            let interpretation = Interpretation::enumerate(&spec, 1).remove(0);
            for number in 0..30 {
                let Some(test) = tests.get(number).cloned() else { break };
                let actual = interpretation.run(&Call::default(), &test.lines).expect("a run");
                let mut trace = Vec::new();
                let lines = |text: &[u8]| -> Vec<Action> {
                    text.split_inclusive(|byte| *byte == b'\n')
                        .map(|line| Action::Write(line.to_vec()))
                        .collect()
                };
                for (written, line) in &actual.turns {
                    trace.extend(lines(written));
                    trace.push(Action::Read(line.clone()));
                }
                trace.extend(lines(&actual.last));
                assert!(compared(&spec, &trace), "{name}: {trace:?}");
                assert!(accept(&spec, &trace).expect("an answer"), "{name}: {trace:?}");
                // One action less is never allowed by the one and not by the other.
                for missing in 0..trace.len() {
                    let mut shorter = trace.clone();
                    let left_out = shorter.remove(missing);
                    if matches!(left_out, Action::Read(_)) {
                        assert!(
                            !accept(&spec, &shorter).expect("an answer") || compared(&spec, &shorter),
                            "{name}: {shorter:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn optional_outputs_are_tried_both_ways() {
    // The paper's example: only one way to read it is right.
    let text = "read x : int may write x may write x write x";
    let specs = support::spec("optional", text);
    for (written, allowed) in [(0, false), (1, true), (2, true), (3, true), (4, false)] {
        let trace = trace(&format!("< 1\n{}", "> 1\n".repeat(written)));
        assert_eq!(accept(&specs[0], &trace).expect("an answer"), allowed, "{written}");
        assert_eq!(compared(&specs[0], &trace), allowed, "{written}");
    }
}

#[test]
fn a_wrong_input_is_an_input_mismatch() {
    let specs = support::spec("small", "read x : int in 1..3 write x");
    let TraceJudgement::Rejected { found, words, .. } =
        judge_trace(&specs, &trace("< 4\n> 4\n"), Flushing::Strict)
    else {
        panic!("it is not allowed");
    };
    assert_eq!(found.difference.kind.word(), "input");
    assert_eq!(words, "`4` is not a value that is ever sent there.");
}

#[test]
fn a_trace_that_ends_early_or_late_is_told_apart() {
    let specs = support::spec("two", "read x : int read y : int write x + y");
    let word = |text: &str| match judge_trace(&specs, &trace(text), Flushing::Strict) {
        TraceJudgement::Rejected { found, .. } => found.difference.kind.word(),
        TraceJudgement::Accepted { .. } => "accepted",
        other => panic!("{other:?}"),
    };
    assert_eq!(word("< 1\n< 2\n> 3\nend"), "accepted");
    assert_eq!(word("< 1"), "alignment");
    assert_eq!(word("< 1\n< 2"), "alignment");
    assert_eq!(word("< 1\n< 2\n> 3\n< 4"), "termination");
    assert_eq!(word("< 1\n< 2\n> 4"), "output");
}

#[test]
fn one_of_several_instances_must_allow_a_trace() {
    let text = support::script("high-low");
    let specs = support::spec("high-low", &text);
    let judged = judge_trace(&specs, &trace("< 42\n> right after 1 guesses\n"), Flushing::Strict);
    assert!(matches!(judged, TraceJudgement::Accepted { instance: 1, remark: None }), "{judged:?}");
    let judged =
        judge_trace(&specs, &trace("< 41\n> too high\n< 42\n> right after 2 guesses\n"), Flushing::Strict);
    assert!(matches!(judged, TraceJudgement::Rejected { .. }), "{judged:?}");
}

#[test]
fn faults_in_a_trace_point_at_their_line() {
    for (text, place) in [("< 1\nhello\n", "hello"), ("end\n> x\n", "> x"), (" < 1", " < 1")] {
        let fault = read_trace(&Source::new("bad.trace", text)).expect_err("a fault");
        assert_eq!((fault.code, fault.span.expect("a place").text()), ("trace-syntax", place));
    }
    assert_eq!(
        trace("# nothing\n\n>\r\n<\n>|  a\n"),
        [Action::Write(b"\n".into()), Action::Read(b"".into()), Action::Write(b" a".into())]
    );
}

#[test]
fn a_trace_that_is_too_long_is_unknown_and_nobodys_mistake() {
    let specs = support::spec("sum-of-n", &support::script("sum-of-n"));
    let long = format!("< 50000\n{}> 50000\n", "< 1\n".repeat(50_000));
    let judged = judge_trace(&specs, &trace(&long), Flushing::Strict);
    assert!(matches!(&judged, TraceJudgement::Unknown(why) if why.contains("too long")), "{judged:?}");
}
