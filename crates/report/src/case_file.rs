//! A case as a file: written when a refutation is saved, read when it is replayed.
//! Reading never panics: a file that is not a case gives a sentence that says what is wrong with it.

use lydian_verdict::{Case, Door, Outcome};
use serde::{Deserialize, Serialize};

use crate::json::{JSON_VERSION, document_text};

/// The case as a JSON document.
pub fn case_to_json(case: &Case) -> String {
    let document = CaseFile { version: JSON_VERSION, case: case.into() };
    document_text(&document).expect("a case is plain data")
}

/// The case that a JSON document holds, or what is wrong with the document.
pub fn case_from_json(text: &str) -> Result<Case, String> {
    let document = serde_json::from_str(text).map_err(|error| format!("this is no saved case: {error}"))?;
    case_of(document)
}

/// The cases of JSON documents that stand one behind the other, as a run writes them that refutes several subjects.
pub fn cases_from_json(text: &str) -> Result<Vec<Case>, String> {
    let documents = serde_json::Deserializer::from_str(text).into_iter::<CaseFile>();
    let cases: Vec<Case> = documents
        .map(|document| case_of(document.map_err(|error| format!("this is no saved case: {error}"))?))
        .collect::<Result<_, String>>()?;
    if cases.is_empty() { Err("this is no saved case: the file is empty".to_owned()) } else { Ok(cases) }
}

fn case_of(document: CaseFile) -> Result<Case, String> {
    if document.version != JSON_VERSION {
        let version = document.version;
        return Err(format!("this case has version {version}, but this Lydian reads version {JSON_VERSION}"));
    }
    document.case.try_into()
}

#[derive(Serialize, Deserialize)]
struct CaseFile {
    version: u32,
    case: CaseJson,
}

/// The case inside a saved file and inside a report.
#[derive(Serialize, Deserialize)]
pub(crate) struct CaseJson {
    door: String,
    entry: String,
    inputs: Vec<String>,
    /// The call, where the entry and its inputs do not make it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    written: Option<String>,
    call: String,
    expected: OutcomeJson,
    actual: OutcomeJson,
    size: u64,
    seed: u64,
}

/// `{"value": "1"}`, `{"exception": "Not_found"}` or `{"no_result": 1000}`.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum OutcomeJson {
    Value(String),
    Exception(String),
    NoResult(u64),
}

impl From<&Case> for CaseJson {
    fn from(case: &Case) -> CaseJson {
        CaseJson {
            door: case.door.word().to_owned(),
            entry: case.entry.clone(),
            inputs: case.inputs.clone(),
            written: case.written.clone(),
            call: case.call(),
            expected: (&case.expected).into(),
            actual: (&case.actual).into(),
            size: case.size,
            seed: case.seed,
        }
    }
}

impl TryFrom<CaseJson> for Case {
    type Error = String;

    fn try_from(case: CaseJson) -> Result<Case, String> {
        let door = Door::from_word(&case.door)
            .ok_or_else(|| format!("this case is of kind `{}`, which Lydian does not know", case.door))?;
        Ok(Case {
            door,
            written: case.written,
            entry: case.entry,
            inputs: case.inputs,
            expected: case.expected.into(),
            actual: case.actual.into(),
            size: case.size,
            seed: case.seed,
        })
    }
}

impl From<&Outcome> for OutcomeJson {
    fn from(outcome: &Outcome) -> OutcomeJson {
        match outcome {
            Outcome::Value(value) => OutcomeJson::Value(value.clone()),
            Outcome::Exception(exception) => OutcomeJson::Exception(exception.clone()),
            Outcome::NoResult { steps } => OutcomeJson::NoResult(*steps),
        }
    }
}

impl From<OutcomeJson> for Outcome {
    fn from(outcome: OutcomeJson) -> Outcome {
        match outcome {
            OutcomeJson::Value(value) => Outcome::Value(value),
            OutcomeJson::Exception(exception) => Outcome::Exception(exception),
            OutcomeJson::NoResult(steps) => Outcome::NoResult { steps },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case() -> Case {
        Case {
            door: Door::Compare,
            written: None,
            entry: "f".into(),
            inputs: vec!["\"a\\n\"".into(), "[1; 2]".into()],
            expected: Outcome::Exception("Failure \"é\"".into()),
            actual: Outcome::NoResult { steps: 5_000_000 },
            size: 4,
            seed: u64::MAX,
        }
    }

    #[test]
    fn a_saved_case_reads_back() {
        assert_eq!(case_from_json(&case_to_json(&case())), Ok(case()));
    }

    #[test]
    fn several_saved_cases_read_back_in_order() {
        let written = Some("g 1; g 2".to_owned());
        let other = Case { entry: "g".into(), written, ..case() };
        let text = case_to_json(&case()) + &case_to_json(&other);
        assert_eq!(cases_from_json(&text), Ok(vec![case(), other]));
        assert!(cases_from_json(&(text + "{")).is_err());
    }

    #[test]
    fn a_file_that_is_no_case_says_so() {
        for text in ["", "[]", "{\"version\": 1}", "\u{0}", &"[".repeat(100_000)] {
            for message in [case_from_json(text).expect_err("no"), cases_from_json(text).expect_err("no")] {
                assert!(message.starts_with("this is no saved case"), "{message}");
            }
        }
    }

    #[test]
    fn a_case_of_another_version_or_kind_is_refused() {
        let text = case_to_json(&case());
        assert!(case_from_json(&text.replace("\"version\": 1", "\"version\": 9")).is_err());
        assert!(case_from_json(&text.replace("\"compare\"", "\"window\"")).is_err());
    }
}
