//! A small suite that the tests of several reports share: patterns, a refused input, a choice of answers, odd characters.

use lydian_verdict::{
    Bounds, Detail, LengthCount, SequenceCase, SequenceStep, SequenceSuite, Statistics, Verdict,
};

/// The suite.
pub(crate) fn suite() -> SequenceSuite {
    let texts = |texts: &[&str]| -> Vec<String> { texts.iter().copied().map(str::to_owned).collect() };
    let step = |input: &str, allowed: &[&str], refused| SequenceStep {
        input: input.into(),
        allowed: texts(allowed),
        refused,
    };
    let count =
        |length, cases, infeasible| LengthCount { length, cases, infeasible, ..LengthCount::default() };
    let mut effort = Statistics::default();
    effort.count("solver questions", 1204);
    SequenceSuite {
        subject: "bank.ml".into(),
        method: "paths".into(),
        conformance: "inclusion".into(),
        verdict: Verdict::Passed(Bounds::new("all sequences of up to 2 inputs: 4,078 cases")),
        lengths: vec![count(1, 1, 0), count(2, 4077, 1)],
        cases: vec![
            SequenceCase {
                initial: Some("[((\"<a>\", 1), 0)]".into()),
                pattern: texts(&["Deposit (\"<a>\", 1, x1)", "Balance (\"<a>\", 1)"]),
                condition: texts(&["x1 >= 0", "x0 + x1 < 7"]),
                steps: vec![
                    step("Deposit (\"<a>\", 1, 0)", &["Deposit_ok"], false),
                    step("Balance (\"<a>\", 1)", &["Balance_ok 0", "Balance_ok 1"], false),
                ],
            },
            SequenceCase { steps: vec![step("Withdraw 3", &[], true)], ..SequenceCase::default() },
        ],
        hypotheses: texts(&["all data that satisfy a condition are treated alike"]),
        coverage: vec![Detail::new("constructors", "3 of 3 inputs")],
        effort,
    }
}
