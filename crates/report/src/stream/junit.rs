//! The report of a suite for servers that run tests: one test case for each goal.
//! A goal that is met, or proved out of reach, passes; one that is undecided is an error.

use lydian_verdict::{Bounds, Cause, Event, GoalState, Judgement, Summary, TraceSuite, Verdict};

use super::words;
use crate::junit::JunitReporter;
use crate::reporter::Reporter;

/// A suite as JUnit's XML.
pub fn suite_to_junit(suite: &TraceSuite) -> String {
    let mut bytes = Vec::new();
    let mut reporter = JunitReporter::new(&mut bytes);
    let judgements = judgements(suite);
    let mut summary = Summary::default();
    let mut tell = |event: Event| reporter.event(&event).expect("memory can be written to");
    let total = judgements.len() as u64;
    tell(Event::Started { what: format!("goals of {}", suite.subject), total });
    for judgement in judgements {
        summary.record(&judgement);
        tell(Event::Judged(Box::new(judgement)));
    }
    tell(Event::Finished(summary));
    String::from_utf8(bytes).expect("XML is UTF-8")
}

fn judgements(suite: &TraceSuite) -> Vec<Judgement> {
    let decided = suite.goals.iter().any(|goal| !matches!(goal.state, GoalState::Unknown { .. }));
    if suite.goals.is_empty() || !decided && !matches!(suite.verdict, Verdict::Passed(_)) {
        return vec![Judgement::new(&suite.subject, suite.verdict.clone())];
    }
    let judged = suite.goals.iter().enumerate().map(|(number, goal)| {
        let place = words::place(suite, &goal.span);
        let subject = format!("{} at {place}: {}", number + 1, words::goal_text(goal));
        let text = words::state(suite, goal);
        let verdict = match &goal.state {
            GoalState::Covered { .. } => Verdict::Passed(Bounds::new(text)),
            GoalState::Unreachable { .. } => Verdict::Proved(Bounds::new(text)),
            GoalState::Unknown { why } => Verdict::unknown(Cause::Budget, why.as_str()),
        };
        Judgement::new(subject, verdict)
    });
    judged.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::sample::suite;

    #[test]
    fn only_undecided_goals_are_errors() {
        let text = suite_to_junit(&suite());
        let parsed = quick_junit::Report::deserialize_from_str(&text).expect("the report is JUnit");
        assert_eq!((parsed.tests, parsed.failures, parsed.errors), (4, 0, 1), "{text}");
    }

    #[test]
    fn a_suite_without_goals_is_one_test() {
        let mut suite = suite();
        suite.goals.clear();
        suite.verdict = Verdict::Vacuous("nothing to cover".into());
        let text = suite_to_junit(&suite);
        let parsed = quick_junit::Report::deserialize_from_str(&text).expect("the report is JUnit");
        assert_eq!((parsed.tests, parsed.errors), (1, 1), "{text}");
    }
}
