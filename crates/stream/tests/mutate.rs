//! Mutants: what is found about them agrees with runs.

use std::sync::Arc;
use std::time::Duration;

use lydian_budget::Deadline;
use lydian_diagnostic::Source;
use lydian_stream::check::{Expected, Test, Trace};
use lydian_stream::generate::Request;
use lydian_stream::mutate::{Distinction, Fate, Mutant, Scored, Scorer, distinguish, mutants, parting};
use lydian_stream::run::Prepared;
use lydian_stream::trace::{Options as TraceOptions, Played, Reader, Style, Writer, play};
use lydian_tessla::load;
use lydian_tessla::spec::{Collections, Options, Spec};

/// Small specifications of many kinds, some with parts that no output shows.
const SMALL: &[&str] = &[
    "in x: Events[Int]\nout if x > 3 then 1 else 0 as y\n",
    "in r: Events[Unit]\nout delay(const(1, r), r) as t\n",
    "in r: Events[Unit]\nin s: Events[Unit]\nout delay(const(3, r), merge(r, s)) as t\n",
    "in x: Events[Int]\ndef s: Events[Int] = default(last(s, x) + x, 0)\nout s\n",
    "in x: Events[Int]\ndef unused = x * 2 + 1\nout x > 0 && x < 10 as y\n",
    "in a: Events[Int]\nin b: Events[Int]\nout merge(a, b) as m\nout max(a, b) as n\n",
    "in x: Events[Int]\nout 10 / (x + 1) as y\n",
    "in x: Events[Int]\nout (x + 2) * (3 - x)\n",
    "in x: Events[Bool]\nin y: Events[Bool]\nout filter(x, y) as z\nout !x as n\n",
    "in x: Events[Int]\nout if x >= 5 && x <= 5 then Some(x) else None[Int] as y\n",
    "in x: Events[Int]\nout if x > 2 then 0 else 0 as y\n",
    "in x: Events[Int]\nout resetCount(x, filter(x, x == 2)) as y\n",
];

fn load_text(source: &Arc<Source>) -> Option<Spec> {
    let options = Options { collections: Collections::Lists, ..Options::default() };
    load(source, &|_, _| Err("no files".into()), &options).0
}

struct Original {
    spec: Spec,
    prepared: Prepared,
    mutants: Vec<(Mutant, Spec)>,
}

/// A specification and its mutants that are specifications.
fn original(text: &str) -> Original {
    let source = Source::new("spec.tessla", text);
    let spec = load_text(&source).unwrap_or_else(|| panic!("{text}"));
    let prepared = Prepared::new(&spec).expect("it can be run");
    let loaded = mutants(&source).into_iter().filter_map(|mutant| {
        let changed = load_text(&mutant.source)?;
        Some((mutant, changed))
    });
    Original { mutants: loaded.collect(), spec, prepared }
}

fn request() -> Request {
    Request { slots: 8, deadline: Some(Deadline::after(Duration::from_secs(20))), ..Request::default() }
}

/// Where two specifications part on a trace.
fn differ(first: &Spec, second: &Spec, trace: &Trace) -> bool {
    let run = |spec: &Spec| Expected::of(spec, &Prepared::new(spec).expect("it can be run"), trace);
    parting(&run(first), &run(second)).is_some()
}

/// What `lydian stream run` writes, and whether the run ends with an error.
fn written(spec: &Spec, trace: &str) -> (Vec<String>, bool) {
    let prepared = Prepared::new(spec).expect("it can be run");
    let options = TraceOptions { collections: Collections::Lists, ..TraceOptions::default() };
    let mut reader = Reader::new(spec, trace.as_bytes(), "trace", options);
    let mut out = Vec::new();
    let style = Style { collections: Collections::Lists, ..Style::default() };
    let played = play(spec, &prepared, &mut reader, &mut Writer::new(spec, &mut out, style));
    let played = played.expect("memory can be written to");
    assert!(!matches!(played, Played::Faulty(_)), "{played:?}");
    // An output that is named after its expression has another name in a mutant.
    let out = String::from_utf8_lossy(&out);
    let lines = out.lines().map(|line| {
        let (time, rest) = line.split_once(": ").unwrap_or((line, ""));
        let place = spec.outputs.iter().position(|output| rest.starts_with(&format!("{} = ", output.name)));
        let value = place.map_or(rest, |place| &rest[spec.outputs[place].name.len()..]);
        format!("{time} {place:?} {value}")
    });
    let mut lines: Vec<String> = lines.collect();
    lines.sort();
    (lines, matches!(played, Played::Failed(_)))
}

#[test]
fn what_runs_tell_apart_is_never_proved_equivalent_and_what_is_proved_equivalent_runs_the_same() {
    let mut proved = 0;
    for text in SMALL {
        let original = original(text);
        let tests = Test::at_random(&original.spec, &original.prepared, 200, 7, None);
        assert_eq!(tests.len(), 200, "{text}");
        for (mutant, changed) in &original.mutants {
            if !matches!(distinguish(&original.spec, changed, &request()), Distinction::Same) {
                continue;
            }
            proved += 1;
            let prepared = Prepared::new(changed).expect("it can be run");
            for test in &tests {
                let found = parting(&test.expected, &Expected::of(changed, &prepared, &test.trace));
                let trace = test.trace.text(&original.spec);
                assert_eq!(found, None, "{text}: `{}` to `{}` on\n{trace}", mutant.from, mutant.to);
            }
        }
    }
    assert!(proved >= 5, "only {proved} mutants were proved equivalent");
}

#[test]
fn a_trace_that_is_found_really_tells_the_mutant_from_the_original() {
    let mut found = 0;
    for text in SMALL {
        let original = original(text);
        for (mutant, changed) in &original.mutants {
            if let Distinction::Differ(case) = distinguish(&original.spec, changed, &request()) {
                found += 1;
                let trace = Trace::of_case(&case);
                let shown = trace.text(&original.spec);
                let what = format!("{text}: `{}` to `{}` on\n{shown}", mutant.from, mutant.to);
                assert!(differ(&original.spec, changed, &trace), "{what}");
                assert_ne!(written(&original.spec, &shown), written(changed, &shown), "{what}");
            }
        }
    }
    assert!(found >= 40, "only {found} mutants were told apart");
}

#[test]
fn every_mutant_of_small_specifications_has_a_known_fate() {
    for text in SMALL {
        let original = original(text);
        let scorer = Scorer::new(&original.spec, &original.prepared, Vec::new(), None);
        let fates: Vec<Fate> =
            original.mutants.iter().map(|(_, changed)| scorer.fate(changed, &request())).collect();
        for ((mutant, _), fate) in original.mutants.iter().zip(&fates) {
            let known = matches!(fate, Fate::Missed(_) | Fate::Equivalent);
            assert!(known, "{text}: `{}` to `{}`: {fate:?}", mutant.from, mutant.to);
        }
    }
}

#[test]
fn a_suite_with_the_traces_that_were_missing_kills_all() {
    for text in SMALL {
        let original = original(text);
        let fates = |suite: Vec<Trace>| -> Vec<Fate> {
            let scorer = Scorer::new(&original.spec, &original.prepared, suite, None);
            original.mutants.iter().map(|(_, changed)| scorer.fate(changed, &request())).collect()
        };
        let missing = fates(Vec::new()).into_iter().filter_map(|fate| match fate {
            Fate::Missed(difference) => Some(difference.trace),
            _ => None,
        });
        let scored = Scored::of(&fates(missing.collect()));
        assert_eq!(scored.missed, 0, "{text}: {scored:?}");
        assert!(scored.killed > 0, "{text}");
        assert_eq!(scored.percent(), Some(100.0));
    }
}

#[test]
fn a_timer_that_cannot_be_set_is_a_difference() {
    let original = original("in r: Events[Unit]\nout r\nout delay(const(1, r), r) as t\n");
    let (_, halting) = original.mutants.iter().find(|(mutant, _)| mutant.to == "0").expect("one with 0");
    let found = distinguish(&original.spec, halting, &request());
    assert!(matches!(found, Distinction::Differ(_)), "{found:?}");
}

#[test]
fn changes_are_made_at_every_place_and_once() {
    let text = "in x: Events[Int]\ndef d = 5\nout (x + 1) * (x - d) > 3 && !(x == 2) as y # + 1\n";
    let source = Source::new("spec.tessla", text);
    let all = mutants(&source);
    let changes: Vec<(&str, &str)> = all.iter().map(|mutant| (&*mutant.from, &*mutant.to)).collect();
    for change in [
        ("5", "6"),
        ("5", "4"),
        ("+", "-"),
        ("1", "2"),
        ("1", "0"),
        ("*", "+"),
        ("-", "+"),
        (">", ">="),
        (">", "<="),
        ("3", "4"),
        ("&&", "||"),
        ("==", "!="),
        ("2", "1"),
    ] {
        assert_eq!(changes.iter().filter(|made| **made == change).count(), 1, "{change:?} in {changes:?}");
    }
    let mut texts: Vec<&str> = all.iter().map(|mutant| &*mutant.source.text).collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), all.len(), "two mutants are the same");
    assert!(texts.iter().all(|changed| *changed != text), "a mutant is the original");
}

#[test]
fn mutants_of_hostile_files_are_bounded() {
    for text in ["", "\u{0}", "in", "out ((((", &"(".repeat(10_000), &"def x = 1 + \n".repeat(100)] {
        let source = Source::new("spec.tessla", text);
        assert!(mutants(&source).len() <= 10 * text.len() + 10);
    }
}
