//! The report for servers that run tests: JUnit's XML.
//! One test case for each subject, or for each of several entries of it. Refuted and mismatched are failures; invalid, unknown and vacuous are errors and not
//! `skipped`, because servers count a skipped test as a pass. Times are part of the format and kept.

use std::io::{self, Write};
use std::time::Duration;

use lydian_verdict::{Detail, Event, Judgement, Summary, Verdict, VerdictKind};
use lydian_words::visible;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::diagnostics::render_diagnostics;
use crate::facts::{facts, headline, name_of_entry, remarks};
use crate::reporter::Reporter;
use crate::terminal::clean;

/// Writes the XML document when the run is over.
pub struct JunitReporter<W> {
    out: W,
    suite: TestSuite,
}

impl<W: Write> JunitReporter<W> {
    /// A JUnit report to `out`.
    pub fn new(out: W) -> JunitReporter<W> {
        JunitReporter { out, suite: TestSuite::new("lydian") }
    }

    fn finished(&mut self, summary: &Summary) -> io::Result<()> {
        let mut report = Report::new("lydian");
        let time = duration(summary.seconds);
        let mut suite = std::mem::replace(&mut self.suite, TestSuite::new("lydian"));
        suite.set_time(time);
        report.set_time(time).add_test_suite(suite);
        report.serialize(&mut self.out).map_err(io::Error::other)?;
        self.out.flush()
    }
}

impl<W: Write> Reporter for JunitReporter<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started { what, .. } => self.suite.name = what.as_str().into(),
            Event::Progress { .. } | Event::Tentative(_) => {}
            Event::Judged(judgement) => {
                if judgement.entries.is_empty() {
                    self.suite.add_test_case(test_case(
                        judgement,
                        visible(&judgement.subject).into_owned(),
                        &[],
                    ));
                }
                for entry in &judgement.entries {
                    let name = format!("{}: {}", visible(&judgement.subject), name_of_entry(entry));
                    self.suite.add_test_case(test_case(entry, name, &remarks(judgement)));
                }
            }
            Event::Finished(summary) => self.finished(summary)?,
        }
        Ok(())
    }
}

/// One test; remarks on the subject as a whole stand in the texts of all its tests.
fn test_case(judgement: &Judgement, name: String, on_subject: &[Detail]) -> TestCase {
    // What a program wrote may turn the direction of all that follows in a browser.
    let explanation = clean(&explanation(judgement, on_subject)).into_owned();
    let kind = match judgement.verdict.kind() {
        VerdictKind::Proved | VerdictKind::Passed => None,
        VerdictKind::Refuted | VerdictKind::Mismatched => Some(NonSuccessKind::Failure),
        VerdictKind::Unknown | VerdictKind::Vacuous | VerdictKind::Invalid => Some(NonSuccessKind::Error),
    };
    let mut case = match kind {
        None => {
            let mut case = TestCase::new(name, TestCaseStatus::success());
            case.set_system_out(explanation);
            case
        }
        Some(kind) => {
            let mut status = TestCaseStatus::non_success(kind);
            status.set_message(clean(&message(judgement)).into_owned());
            status.set_type(judgement.verdict.kind().word());
            status.set_description(explanation);
            TestCase::new(name, status)
        }
    };
    case.set_classname("lydian");
    case.set_time(duration(judgement.seconds));
    case
}

/// One line: the headline, and for a refutation the case itself.
fn message(judgement: &Judgement) -> String {
    match &judgement.verdict {
        Verdict::Refuted(refutation) => {
            let case = &refutation.case;
            format!("{}: expected {}, got {}", case.call(), case.expected, case.actual)
        }
        _ => headline(judgement),
    }
}

fn explanation(judgement: &Judgement, on_subject: &[Detail]) -> String {
    let mut text = String::new();
    for fact in facts(&judgement.verdict).iter().chain(&remarks(judgement)).chain(on_subject) {
        if !fact.label.is_empty() {
            text.push_str(&fact.label);
            text.push_str(": ");
        }
        text.push_str(&fact.text);
        text.push('\n');
    }
    if let Verdict::Invalid(diagnostics) = &judgement.verdict {
        text.push_str(&anstream::adapter::strip_str(&render_diagnostics(diagnostics)).to_string());
    }
    text
}

/// A negative or endless time would be a slip of ours, and no reason to lose the report.
fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{report, run, run_of, several_entries};

    #[test]
    fn what_is_not_a_pass_is_a_failure_or_an_error() {
        let text = report(&run(), JunitReporter::new);
        let parsed = Report::deserialize_from_str(&text).expect("the report is JUnit");
        assert_eq!((parsed.tests, parsed.failures, parsed.errors), (5, 2, 2), "{text}");
    }

    #[test]
    fn remarks_are_in_the_text_of_a_test_and_fail_nothing() {
        let text = report(&run(), JunitReporter::new);
        assert!(text.contains("remark: differs where integers overflow"), "{text}");
    }

    #[test]
    fn each_of_several_entries_is_a_test() {
        let text = report(&run_of(vec![several_entries()]), JunitReporter::new);
        let parsed = Report::deserialize_from_str(&text).expect("the report is JUnit");
        assert_eq!((parsed.tests, parsed.failures, parsed.errors), (3, 2, 0), "{text}");
        assert!(text.contains("name=\"f.ml: last\""), "{text}");
        assert!(text.contains("remark: the reference defines `sum` as well"), "{text}");
    }

    #[test]
    fn a_failure_says_the_case_in_one_line() {
        let text = report(&run(), JunitReporter::new);
        assert!(text.contains("message=\"max [-1000]: expected -1000, got -999\""), "{text}");
    }

    #[test]
    fn times_that_make_no_sense_are_nought() {
        assert_eq!(duration(-1.0), Duration::ZERO);
        assert_eq!(duration(f64::NAN), Duration::ZERO);
    }
}
