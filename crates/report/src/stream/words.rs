//! What all reports of a suite say in the same words.

use lydian_diagnostic::Span;
use lydian_verdict::{
    DeadState, GoalState, Measure, TraceCase, TraceEvent, TraceGoal, TraceSuite, Verdict, grouped,
};

/// What happens at one moment of a case.
pub(super) struct Row<'s> {
    pub(super) time: &'s str,
    pub(super) inputs: Vec<String>,
    pub(super) outputs: Vec<String>,
    /// The goals that are first met then, numbered from 1, ascending.
    pub(super) goals: Vec<usize>,
}

/// A case, moment by moment.
pub(super) fn rows(suite: &TraceSuite, number: usize) -> Vec<Row<'_>> {
    let case = &suite.cases[number];
    let mut rows: Vec<Row<'_>> = case
        .times
        .iter()
        .map(|time| Row { time, inputs: Vec::new(), outputs: Vec::new(), goals: Vec::new() })
        .collect();
    let failing = |event: &&TraceEvent| !matches!(event.value, lydian_verdict::TraceValue::Error(_));
    for event in suite.inputs(case) {
        rows[event.moment].inputs.push(suite.event_text(event));
    }
    for event in suite.outputs(case).filter(failing) {
        rows[event.moment].outputs.push(suite.event_text(event));
    }
    for (goal, moment) in suite.new_goals(number) {
        rows[moment].goals.push(goal + 1);
    }
    rows
}

/// Ascending numbers, with runs of three or more as ranges: `1, 3–6, 9`.
pub(super) fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|left, right| left + 1 == *right);
    let shown = runs.map(|run| match run {
        [first, _, .., last] => format!("{first}–{last}"),
        short => short.iter().map(usize::to_string).collect::<Vec<_>>().join(", "),
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// The verdict in a sentence or more.
pub(super) fn summary(suite: &TraceSuite) -> Vec<String> {
    match &suite.verdict {
        Verdict::Proved(bounds) | Verdict::Passed(bounds) => vec![bounds.text.clone()],
        Verdict::Unknown(undecided) => {
            let counts = suite.counts();
            let mut lines = Vec::new();
            if !suite.goals.is_empty() && !suite.cases.is_empty() {
                let unreachable = match counts.unreachable {
                    0 => String::new(),
                    count => format!(", {count} proved unreachable"),
                };
                lines.push(format!(
                    "{}: {} of {} goals covered{unreachable}",
                    cases(suite.cases.len()),
                    counts.covered,
                    suite.goals.len()
                ));
            } else if let Some(covered) = &undecided.covered {
                lines.push(covered.text.clone());
            }
            lines.extend(undecided.reasons.iter().map(|reason| reason.text.clone()));
            lines
        }
        Verdict::Vacuous(why) => vec![why.clone()],
        Verdict::Invalid(_) | Verdict::Refuted(_) | Verdict::Mismatched(_) => Vec::new(),
    }
}

/// A number of cases.
pub(super) fn cases(count: usize) -> String {
    if count == 1 { "1 case".to_owned() } else { format!("{} cases", grouped(count as u64)) }
}

/// How many moments a case has.
pub(super) fn moments(case: &TraceCase) -> String {
    match case.times.len() {
        0 => "in which nothing happens".to_owned(),
        1 => "1 moment".to_owned(),
        count => format!("{} moments", grouped(count as u64)),
    }
}

/// What becomes of a case at its end, if that is worth a sentence.
pub(super) fn remarks(case: &TraceCase) -> Vec<String> {
    let mut remarks = Vec::new();
    if let Some(failure) = &case.failure {
        remarks.push(format!("the run ends with an error: {failure}"));
    }
    if let Some(time) = &case.progress {
        remarks.push(format!("time goes on up to {time} without further inputs"));
    }
    if case.pending {
        remarks.push("a timer still runs at the end".to_owned());
    }
    remarks
}

/// What became of a goal, in a few words.
pub(super) fn state(suite: &TraceSuite, goal: &TraceGoal) -> String {
    match &goal.state {
        GoalState::Covered { case, moment } => {
            format!("case {} at {}", case + 1, suite.cases[*case].times[*moment])
        }
        GoalState::Unreachable { slots: 1 } => "proved unreachable (induction over 1 slot)".to_owned(),
        GoalState::Unreachable { slots } => format!("proved unreachable (induction over {slots} slots)"),
        GoalState::Unknown { why } => format!("unknown: {why}"),
    }
}

/// A use of a macro that is longer than this is cut.
const LONGEST_USE: usize = 40;

/// A goal in a few words, with the definitions that lead to it.
pub(super) fn goal_text(goal: &TraceGoal) -> String {
    if goal.within.is_empty() {
        return goal.text.clone();
    }
    let within: Vec<String> = goal.within.iter().map(|name| cut(name, LONGEST_USE)).collect();
    format!("{} (in {})", goal.text, within.join(" > "))
}

/// A text on one line, cut where it is longer than so many characters.
pub(super) fn cut(text: &str, longest: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= longest {
        return line;
    }
    line.chars().take(longest.saturating_sub(1)).chain(['…']).collect()
}

/// Line and column, with the file if there are several.
pub(super) fn place(suite: &TraceSuite, span: &Span) -> String {
    let (line, column) = span.source.position(span.range.start);
    match suite.files.len() {
        0 | 1 => format!("{line}:{column}"),
        _ => format!("{}:{line}:{column}", span.source.name),
    }
}

/// A dead state, for somebody who wants to know whether that is a fault.
pub(super) fn dead_state(suite: &TraceSuite, dead: &DeadState) -> String {
    let case = &suite.cases[dead.case];
    let met = suite.counts().covered;
    let mut then: Vec<String> = Vec::new();
    for event in suite.inputs(case).chain(suite.outputs(case)) {
        let text = suite.event_text(event);
        if event.moment == dead.moment && !then.contains(&text) {
            then.push(text);
        }
    }
    let then = if then.is_empty() { String::new() } else { format!(" ({})", then.join(", ")) };
    let lost = if dead.lost.len() == met && met > 1 {
        format!("all {met} goals that the suite meets are")
    } else {
        let are = if dead.lost.len() == 1 { "is" } else { "are" };
        format!("{} of the {met} goals that the suite meets {are}", dead.lost.len())
    };
    let mut text = format!("after {}{then} in case {}", case.times[dead.moment], dead.case + 1);
    if !dead.silent.is_empty() {
        let silent: Vec<&str> =
            dead.silent.iter().map(|stream| suite.streams[*stream].name.as_str()).collect();
        text.push_str(&format!(", no further event on {} is possible, whatever comes in", silent.join(", ")));
    }
    format!("{text}: {lost} out of reach for ever (proved)")
}

/// What the work took, on one line.
pub(super) fn effort(suite: &TraceSuite) -> String {
    let shown = suite.effort.iter().filter_map(|(name, measure)| match measure {
        Measure::Count(count) => Some(format!("{name}: {}", grouped(count))),
        Measure::Seconds(_) => None,
    });
    shown.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::sample::suite;

    #[test]
    fn a_dead_state_says_what_happened_what_stays_silent_and_what_is_lost() {
        let suite = suite();
        assert_eq!(
            dead_state(&suite, &suite.dead[0]),
            "after 2 (a = -1, s = \"<b>\") in case 1, no further event on z is possible, whatever comes in: \
             1 of the 2 goals that the suite meets is out of reach for ever (proved)"
        );
    }

    #[test]
    fn goals_say_where_they_are_met_or_why_not() {
        let suite = suite();
        let states: Vec<String> = suite.goals.iter().map(|goal| state(&suite, goal)).collect();
        assert_eq!(
            states,
            [
                "case 1 at 0",
                "case 1 at 2",
                "proved unreachable (induction over 1 slot)",
                "unknown: not found within 40 slots"
            ]
        );
    }

    #[test]
    fn long_uses_of_macros_are_cut() {
        let mut goal = suite().goals[0].clone();
        goal.within = vec!["z".into(), "x".repeat(50)];
        let text = goal_text(&goal);
        assert!(text.ends_with(&format!("(in z > {}…)", "x".repeat(39))), "{text}");
        assert_eq!(cut("a\n  b", 40), "a b");
    }

    #[test]
    fn numbers_in_a_row_are_a_range() {
        assert_eq!(ranges(&[1, 3, 4, 5, 6, 9, 10]), "1, 3–6, 9, 10");
        assert_eq!(ranges(&[]), "");
        assert_eq!(ranges(&[7]), "7");
    }

    #[test]
    fn a_place_has_its_file_only_among_several() {
        let mut suite = suite();
        assert_eq!(place(&suite, &suite.goals[0].span), "2:20");
        suite.files.push(lydian_diagnostic::Source::new("y.tessla", ""));
        assert_eq!(place(&suite, &suite.goals[0].span), "x.tessla:2:20");
    }
}
