//! The report of a suite of sequences for programs: one JSON document.
//! The types here and in `saved` (which reads it) are the schema; `docs/src/json.md` is its page.

use lydian_verdict::{LengthCount, SequenceSuite, Verdict};
use serde::Serialize;
use serde_json::{Map, Value};

use super::saved::{CaseJson, SUITE};
use super::words;
use crate::json::{DiagnosticJson, JSON_VERSION, ReasonJson, statistics_map, write_document};

/// A suite as a JSON document, with all its cases.
pub fn sequence_suite_to_json(suite: &SequenceSuite) -> String {
    let mut bytes = Vec::new();
    write_document(&mut bytes, &SuiteJson::from(suite)).expect("memory can be written to");
    String::from_utf8(bytes).expect("JSON is UTF-8")
}

#[derive(Serialize)]
struct SuiteJson<'s> {
    version: u32,
    suite: &'static str,
    model: &'s str,
    method: &'s str,
    conformance: &'s str,
    verdict: &'static str,
    exit_code: u8,
    summary: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<Vec<ReasonJson>>,
    diagnostics: Vec<DiagnosticJson>,
    counts: CountsJson,
    lengths: Vec<LengthJson>,
    cases: Vec<CaseJson>,
    hypotheses: &'s [String],
    coverage: Vec<CoverageJson<'s>>,
    effort: Map<String, Value>,
}

#[derive(Serialize)]
struct CountsJson {
    cases: usize,
    inputs: u64,
}

#[derive(Serialize)]
struct LengthJson {
    length: usize,
    cases: u64,
    infeasible: u64,
    refused: u64,
    unknown: u64,
}

#[derive(Serialize)]
struct CoverageJson<'s> {
    label: &'s str,
    text: &'s str,
}

impl<'s> From<&'s SequenceSuite> for SuiteJson<'s> {
    fn from(suite: &'s SequenceSuite) -> SuiteJson<'s> {
        let reasons = match &suite.verdict {
            Verdict::Unknown(undecided) => Some(undecided.reasons.iter().map(ReasonJson::from).collect()),
            _ => None,
        };
        let diagnostics = match &suite.verdict {
            Verdict::Invalid(diagnostics) => diagnostics.iter().map(DiagnosticJson::from).collect(),
            _ => Vec::new(),
        };
        SuiteJson {
            version: JSON_VERSION,
            suite: SUITE,
            model: &suite.subject,
            method: &suite.method,
            conformance: &suite.conformance,
            verdict: suite.verdict.kind().word(),
            exit_code: suite.verdict.exit_code(),
            summary: words::summary(suite),
            reasons,
            diagnostics,
            counts: CountsJson { cases: suite.cases.len(), inputs: suite.inputs() },
            lengths: suite.lengths.iter().map(LengthJson::from).collect(),
            cases: suite.cases.iter().enumerate().map(CaseJson::from).collect(),
            hypotheses: &suite.hypotheses,
            coverage: suite
                .coverage
                .iter()
                .map(|detail| CoverageJson { label: &detail.label, text: &detail.text })
                .collect(),
            effort: statistics_map(&suite.effort),
        }
    }
}

impl From<&LengthCount> for LengthJson {
    fn from(count: &LengthCount) -> LengthJson {
        let LengthCount { length, cases, infeasible, refused, unknown } = *count;
        LengthJson { length, cases, infeasible, refused, unknown }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sequence::sample::suite;

    #[test]
    fn a_suite_has_its_counts_and_its_cases() {
        let document: Value = serde_json::from_str(&sequence_suite_to_json(&suite())).expect("JSON");
        assert_eq!(document["suite"], "lydian model");
        assert_eq!(document["exit_code"], 0);
        assert_eq!(document["counts"], json!({"cases": 2, "inputs": 3}));
        let second = json!({"length": 2, "cases": 4077, "infeasible": 1, "refused": 0, "unknown": 0});
        assert_eq!(document["lengths"][1], second);
        let refused = json!({"input": "Withdraw 3", "allowed": [], "refused": true});
        let case = json!({
            "number": 2, "initial": null, "pattern": [], "condition": [], "steps": [refused]
        });
        assert_eq!(document["cases"][1], case);
        assert_eq!(document["coverage"][0]["text"], "3 of 3 inputs");
        assert_eq!(document["effort"]["solver questions"], 1204);
        assert_eq!(document.get("reasons"), None);
    }
}
