//! What all reports of a suite of sequences say in the same words.

use lydian_verdict::{LengthCount, Measure, SequenceStep, SequenceSuite, Statistics, Verdict, grouped};

use crate::facts::facts;

/// The verdict in a sentence or more; diagnostics are told elsewhere.
pub(super) fn summary(suite: &SequenceSuite) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    if matches!(suite.verdict, Verdict::Unknown(_)) && !suite.cases.is_empty() {
        lines.push(format!("{} with {}", cases(suite.cases.len() as u64), inputs(suite.inputs())));
    }
    lines.extend(facts(&suite.verdict).iter().map(|fact| fact.text.clone()));
    lines
}

/// How the suite was made, and for what.
pub(super) fn made(suite: &SequenceSuite) -> String {
    format!("method {}; conformance {}", suite.method, suite.conformance)
}

/// A number of cases.
pub(super) fn cases(count: u64) -> String {
    if count == 1 { "1 case".to_owned() } else { format!("{} cases", grouped(count)) }
}

/// A number of inputs.
pub(super) fn inputs(count: u64) -> String {
    if count == 1 { "1 input".to_owned() } else { format!("{} inputs", grouped(count)) }
}

/// What may come of an input.
pub(super) fn answer(step: &SequenceStep) -> String {
    match (step.allowed.is_empty(), step.refused) {
        (true, true) => "refused".to_owned(),
        (true, false) => "what the model allows".to_owned(),
        (false, false) => step.allowed.join(" or "),
        (false, true) => format!("{} or refused", step.allowed.join(" or ")),
    }
}

/// The table of lengths: heads, a row for each length, and the sums if there are several. Columns that are 0 throughout are
/// left out, but for the cases.
pub(super) fn lengths(suite: &SequenceSuite) -> Vec<Vec<String>> {
    if suite.lengths.is_empty() {
        return Vec::new();
    }
    type Column = (&'static str, fn(&LengthCount) -> u64);
    let columns: [Column; 4] = [
        ("cases", |count| count.cases),
        ("infeasible", |count| count.infeasible),
        ("refused", |count| count.refused),
        ("unknown", |count| count.unknown),
    ];
    let total = suite.total();
    let shown: Vec<Column> =
        columns.into_iter().filter(|(name, of)| *name == "cases" || of(&total) > 0).collect();
    let row = |name: String, count: &LengthCount| -> Vec<String> {
        [name].into_iter().chain(shown.iter().map(|(_, of)| grouped(of(count)))).collect()
    };
    let heads = ["length"].into_iter().chain(shown.iter().map(|(name, _)| *name)).map(str::to_owned);
    let mut table = vec![heads.collect()];
    table.extend(suite.lengths.iter().map(|count| row(grouped(count.length as u64), count)));
    if suite.lengths.len() > 1 {
        table.push(row("all".to_owned(), &total));
    }
    table
}

/// What the columns of the table of lengths mean, for those that need it.
pub(super) fn remarks(suite: &SequenceSuite) -> Vec<&'static str> {
    let total = suite.total();
    let remarks = [
        (total.infeasible, "infeasible: no data take the machine along such a sequence"),
        (total.refused, "refused: left aside, because an input is refused"),
        (total.unknown, "unknown: the solver did not decide whether there are data for it"),
    ];
    remarks.into_iter().filter(|(count, _)| *count > 0).map(|(_, remark)| remark).collect()
}

/// What the work took, on one line.
pub(super) fn effort(effort: &Statistics) -> String {
    let shown = effort.iter().filter_map(|(name, measure)| match measure {
        Measure::Count(count) => Some(format!("{name}: {}", grouped(count))),
        Measure::Seconds(_) => None,
    });
    shown.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::sample::suite;

    #[test]
    fn an_answer_says_what_may_come() {
        let step = |allowed: &[&str], refused| SequenceStep {
            input: "Button".into(),
            allowed: allowed.iter().copied().map(str::to_owned).collect(),
            refused,
        };
        assert_eq!(answer(&step(&["[]", "[Coffee]"], false)), "[] or [Coffee]");
        assert_eq!(answer(&step(&["[Coffee]"], true)), "[Coffee] or refused");
        assert_eq!(answer(&step(&[], true)), "refused");
        assert_eq!(answer(&step(&[], false)), "what the model allows");
    }

    #[test]
    fn columns_without_numbers_are_left_out() {
        let mut suite = suite();
        assert_eq!(lengths(&suite)[0], ["length", "cases", "infeasible"]);
        assert_eq!(lengths(&suite)[3], ["all", "4,078", "1"]);
        suite.lengths.truncate(1);
        assert_eq!(lengths(&suite), [["length", "cases"], ["1", "1"]]);
        suite.lengths.clear();
        assert!(lengths(&suite).is_empty());
    }
}
