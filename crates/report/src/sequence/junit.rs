//! The report of a suite of sequences for servers that run tests: one test case for each length.
//! The cases are made here and not run, so they are no tests of their own. A length passes if it is known of each of its
//! sequences whether it is a case; otherwise it is an error.

use lydian_verdict::{Bounds, Cause, Event, Judgement, LengthCount, SequenceSuite, Summary, Verdict};

use super::words;
use crate::junit::JunitReporter;
use crate::reporter::Reporter;

/// A suite as JUnit's XML.
pub fn sequence_suite_to_junit(suite: &SequenceSuite) -> String {
    let mut bytes = Vec::new();
    let mut reporter = JunitReporter::new(&mut bytes);
    let judgements = judgements(suite);
    let mut summary = Summary::default();
    let mut tell = |event: Event| reporter.event(&event).expect("memory can be written to");
    let total = judgements.len() as u64;
    tell(Event::Started { what: format!("sequences for {}", suite.subject), total });
    for judgement in judgements {
        summary.record(&judgement);
        tell(Event::Judged(Box::new(judgement)));
    }
    tell(Event::Finished(summary));
    String::from_utf8(bytes).expect("XML is UTF-8")
}

fn judgements(suite: &SequenceSuite) -> Vec<Judgement> {
    let unknown = suite.total().unknown > 0;
    // A verdict that the lengths do not show (nothing to test, an unknown cause, a fault) is a test itself.
    let shown = matches!(suite.verdict, Verdict::Passed(_) | Verdict::Proved(_))
        || matches!(suite.verdict, Verdict::Unknown(_)) && unknown;
    if suite.lengths.is_empty() || !shown {
        return vec![Judgement::new(&suite.subject, suite.verdict.clone())];
    }
    suite.lengths.iter().map(judgement).collect()
}

fn judgement(count: &LengthCount) -> Judgement {
    let mut text = words::cases(count.cases);
    for (number, word) in [(count.infeasible, "infeasible"), (count.refused, "refused")] {
        if number > 0 {
            text.push_str(&format!(", {} {word}", lydian_verdict::grouped(number)));
        }
    }
    let verdict = match count.unknown {
        0 => Verdict::Passed(Bounds::new(text)),
        unknown => {
            let unknown = lydian_verdict::grouped(unknown);
            Verdict::unknown(Cause::Solver, format!("{unknown} undecided; {text}"))
        }
    };
    Judgement::new(format!("sequences of length {}", count.length), verdict)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::sample::suite;

    fn parsed(suite: &SequenceSuite) -> (usize, usize, usize) {
        let text = sequence_suite_to_junit(suite);
        let parsed = quick_junit::Report::deserialize_from_str(&text).expect("the report is JUnit");
        (parsed.tests, parsed.failures, parsed.errors)
    }

    #[test]
    fn each_length_is_a_test() {
        assert_eq!(parsed(&suite()), (2, 0, 0));
        assert!(sequence_suite_to_junit(&suite()).contains("sequences of length 2"));
    }

    #[test]
    fn a_length_with_undecided_sequences_is_an_error() {
        let mut suite = suite();
        suite.lengths[1].unknown = 3;
        suite.verdict = Verdict::unknown(Cause::Solver, "3 sequences are undecided");
        assert_eq!(parsed(&suite), (2, 0, 1));
    }

    #[test]
    fn a_verdict_that_no_length_shows_is_a_test_itself() {
        let mut suite = suite();
        suite.verdict = Verdict::unknown(Cause::Budget, "the time is up");
        assert_eq!(parsed(&suite), (1, 0, 1));
        suite.verdict = Verdict::Vacuous("no sequence has a first input".into());
        assert_eq!(parsed(&suite), (1, 0, 1));
    }
}
