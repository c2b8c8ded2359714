//! Judgements and events that the tests of several reports share.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use lydian_diagnostic::{Diagnostic, Source, Span};
use lydian_verdict::{
    Bounds, Case, Cause, Door, Event, Judgement, Mismatch, Outcome, Refutation, Remark, Summary, Verdict,
    label,
};

use crate::Reporter;

pub(crate) fn refuted() -> Judgement {
    let case = Case {
        door: Door::Compare,
        written: None,
        entry: "max".into(),
        inputs: vec!["[-1000]".into()],
        expected: Outcome::Value("-1000".into()),
        actual: Outcome::Value("-999".into()),
        size: 2,
        seed: 0,
    };
    let refutation = Refutation::new(case)
        .detail(label::PARTS, "max []\nexpected exception Failure \"empty\"\ngot -999")
        .detail(label::PASTE, "#use \"a.ml\";; max [-1000];;");
    let mut judgement = Judgement::new("a.ml", Verdict::Refuted(Box::new(refutation)));
    judgement.statistics.count("paths", 1204);
    judgement.seconds = 0.012;
    judgement
}

pub(crate) fn passed() -> Judgement {
    let bounds =
        Bounds::new("agree on all inputs up to size 9: 1,204 shapes, every integer and string in them")
            .number("size", 9)
            .number("shapes", 1204);
    let mut judgement = Judgement::new("b.ml", Verdict::Passed(bounds));
    judgement.statistics.count("paths", 7);
    let remark = Remark::new("overflow", "differs where integers overflow: max [max_int]");
    judgement.remarks.push(remark.counted_by("--integers machine"));
    judgement
}

pub(crate) fn mismatched() -> Judgement {
    let mismatch = Mismatch {
        entry: "max".into(),
        expected: "int list -> int".into(),
        actual: Some("int list -> bool".into()),
    };
    Judgement::new("c.ml", Verdict::Mismatched(mismatch))
}

pub(crate) fn invalid() -> Judgement {
    let source = Source::new("d.ml", "let rec max l = <z>\n");
    let diagnostic = Diagnostic::error("unbound-name", Span::new(&source, 17..18), "`z` is not defined");
    Judgement::new("d.ml", Verdict::Invalid(vec![diagnostic]))
}

pub(crate) fn unknown() -> Judgement {
    let verdict = Verdict::unknown(Cause::Budget, "the budget of 30 s was spent at size 7")
        .covering(Bounds::new("agree on all inputs up to size 6").number("size", 6));
    Judgement::new("e.ml", verdict)
}

/// One file with three entries, and a remark on the file.
pub(crate) fn several_entries() -> Judgement {
    let named = |entry: &str, judgement: Judgement| Judgement {
        subject: "f.ml".into(),
        entry: Some(entry.into()),
        ..judgement
    };
    let entries = vec![named("last", passed()), named("max", mismatched()), named("min", refuted())];
    let mut judgement = Judgement::of_entries("f.ml", entries);
    judgement.remarks.push(Remark::new("missing", "the reference defines `sum` as well"));
    judgement
}

/// A run over one subject of each kind.
pub(crate) fn run() -> Vec<Event> {
    run_of(vec![refuted(), passed(), mismatched(), invalid(), unknown()])
}

pub(crate) fn run_of(judgements: Vec<Judgement>) -> Vec<Event> {
    let total = judgements.len() as u64;
    let mut summary = Summary::default();
    let mut events = vec![Event::Started { what: "comparing with reference.ml".into(), total }];
    for judgement in judgements {
        summary.record(&judgement);
        events.push(Event::Judged(Box::new(judgement)));
    }
    summary.seconds = 0.5;
    events.push(Event::Finished(summary));
    events
}

/// A place to write to that can be read afterwards.
#[derive(Clone, Default)]
pub(crate) struct Written(Rc<RefCell<Vec<u8>>>);

impl Written {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.borrow().clone()).expect("reports are UTF-8")
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What a reporter writes for these events, without styles.
pub(crate) fn report<R: Reporter>(events: &[Event], make: impl FnOnce(Written) -> R) -> String {
    let written = Written::default();
    let mut reporter = make(written.clone());
    for event in events {
        reporter.event(event).expect("memory can be written to");
    }
    anstream::adapter::strip_str(&written.text()).to_string()
}
