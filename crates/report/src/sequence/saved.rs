//! Reads the cases of a suite back from its JSON document, so that a saved suite can be run again.
//! Only what a run needs is asked for (`version`, `suite`, and the `input` of every step): a suite can be written by hand.
//! Reading never panics: a file that is no suite gives a sentence that says what is wrong with it.

use lydian_verdict::{SequenceCase, SequenceStep};
use serde::{Deserialize, Serialize};

use crate::json::JSON_VERSION;

/// What the field `suite` says.
pub(super) const SUITE: &str = "lydian model";

/// What a saved suite holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedSequences {
    /// The model that it was made for, as its user named it then.
    pub subject: Option<String>,
    /// What a system was to be held to.
    pub conformance: Option<String>,
    /// The cases.
    pub cases: Vec<SequenceCase>,
}

/// The cases that a JSON document holds, or what is wrong with the document.
///
/// ```
/// let document = r#"{ "version": 1, "suite": "lydian model", "cases": [ { "steps": [ { "input": "Dime" } ] } ] }"#;
/// let saved = lydian_report::read_sequence_suite(document).unwrap();
/// assert_eq!(saved.cases[0].steps[0].input, "Dime");
/// ```
pub fn read_sequence_suite(text: &str) -> Result<SavedSequences, String> {
    let no_suite = |error: serde_json::Error| format!("this is no saved suite of sequences: {error}");
    let head: HeadJson = serde_json::from_str(text).map_err(no_suite)?;
    if head.version != JSON_VERSION {
        let version = head.version;
        return Err(format!(
            "this suite has version {version}, but this Lydian reads version {JSON_VERSION}"
        ));
    }
    match head.suite.as_str() {
        Some(SUITE) => {}
        Some(other) => return Err(format!("this suite is for `{other}`, not for `{SUITE}`")),
        None => return Err(format!("this suite is not for `{SUITE}`")),
    }
    let document: SavedJson = serde_json::from_str(text).map_err(no_suite)?;
    Ok(SavedSequences {
        subject: document.model,
        conformance: document.conformance,
        cases: document.cases.into_iter().map(SequenceCase::from).collect(),
    })
}

/// What is looked at first, so that a document of another kind is told by its kind.
#[derive(Deserialize)]
struct HeadJson {
    version: u32,
    suite: serde_json::Value,
}

#[derive(Deserialize)]
struct SavedJson {
    model: Option<String>,
    conformance: Option<String>,
    cases: Vec<CaseJson>,
}

/// A case in the document.
#[derive(Serialize, Deserialize)]
pub(super) struct CaseJson {
    #[serde(default)]
    number: usize,
    #[serde(default)]
    initial: Option<String>,
    #[serde(default)]
    pattern: Vec<String>,
    #[serde(default)]
    condition: Vec<String>,
    steps: Vec<StepJson>,
}

#[derive(Serialize, Deserialize)]
struct StepJson {
    input: String,
    #[serde(default)]
    allowed: Vec<String>,
    #[serde(default)]
    refused: bool,
}

impl From<(usize, &SequenceCase)> for CaseJson {
    fn from((number, case): (usize, &SequenceCase)) -> CaseJson {
        let step = |step: &SequenceStep| {
            let SequenceStep { input, allowed, refused } = step.clone();
            StepJson { input, allowed, refused }
        };
        CaseJson {
            number: number + 1,
            initial: case.initial.clone(),
            pattern: case.pattern.clone(),
            condition: case.condition.clone(),
            steps: case.steps.iter().map(step).collect(),
        }
    }
}

impl From<CaseJson> for SequenceCase {
    fn from(case: CaseJson) -> SequenceCase {
        let step = |StepJson { input, allowed, refused }: StepJson| SequenceStep { input, allowed, refused };
        SequenceCase {
            initial: case.initial,
            pattern: case.pattern,
            condition: case.condition,
            steps: case.steps.into_iter().map(step).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::sample::suite;
    use crate::sequence::sequence_suite_to_json;

    #[test]
    fn a_saved_suite_reads_back() {
        let saved = read_sequence_suite(&sequence_suite_to_json(&suite())).unwrap();
        assert_eq!(saved.cases, suite().cases);
        assert_eq!(saved.subject.as_deref(), Some("bank.ml"));
        assert_eq!(saved.conformance.as_deref(), Some("inclusion"));
    }

    #[test]
    fn a_file_that_is_no_suite_says_so() {
        let deep = format!(r#"{{"version": 1, "suite": "lydian model", "cases": {}"#, "[".repeat(100_000));
        let without_input = r#"{"version": 1, "suite": "lydian model", "cases": [{"steps": [{}]}]}"#;
        for text in ["", "[]", "{\"version\": 1}", "\u{0}", &deep, without_input] {
            let message = read_sequence_suite(text).expect_err("not a suite");
            assert!(message.starts_with("this is no saved suite of sequences: "), "{message}");
        }
    }

    #[test]
    fn a_suite_of_another_kind_or_version_is_refused() {
        let text = sequence_suite_to_json(&suite());
        let other = text.replace("\"lydian model\"", "\"lydian stream\"");
        assert_eq!(
            read_sequence_suite(&other).unwrap_err(),
            "this suite is for `lydian stream`, not for `lydian model`"
        );
        assert!(read_sequence_suite(&text.replace("\"version\": 1", "\"version\": 9")).is_err());
        let compared = r#"{"version": 1, "suite": {"cases": []}}"#;
        assert_eq!(read_sequence_suite(compared).unwrap_err(), "this suite is not for `lydian model`");
    }
}
