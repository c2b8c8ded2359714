//! The report for programs: one JSON document, written when the run is over.
//! The types here are the schema; `docs/src/json.md` is its page. A change that a reader could notice (a field gone or
//! with another meaning) raises `JSON_VERSION`; a new field does not.

use std::io::{self, Write};

use lydian_diagnostic::{Diagnostic, Label, Severity, Span};
use lydian_verdict::{
    Bounds, Detail, Event, Judgement, Measure, Mismatch, Reason, Remark, Statistics, Summary, Verdict,
};
use lydian_words::is_steering;
use serde::Serialize;
use serde_json::{Map, Number, Value};

use crate::case_file::CaseJson;
use crate::reporter::Reporter;

/// The version of the JSON form.
pub const JSON_VERSION: u32 = 1;

/// Writes the JSON document.
pub struct JsonReporter<W> {
    out: W,
    run: String,
    judgements: Vec<JudgementJson>,
}

impl<W: Write> JsonReporter<W> {
    /// A JSON report to `out`.
    pub fn new(out: W) -> JsonReporter<W> {
        JsonReporter { out, run: String::new(), judgements: Vec::new() }
    }
}

impl<W: Write> Reporter for JsonReporter<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started { what, .. } => self.run.clone_from(what),
            Event::Progress { .. } | Event::Tentative(_) => {}
            Event::Judged(judgement) => self.judgements.push(JudgementJson::from(&**judgement)),
            Event::Finished(summary) => {
                let document = RunJson {
                    version: JSON_VERSION,
                    run: &self.run,
                    judgements: &self.judgements,
                    summary: summary.into(),
                };
                write_document(&mut self.out, &document)?;
            }
        }
        Ok(())
    }
}

/// Diagnostics as a JSON document of their own, for runs that end before anything is judged.
pub fn diagnostics_to_json(diagnostics: &[Diagnostic]) -> String {
    let diagnostics: Vec<DiagnosticJson> = diagnostics.iter().map(DiagnosticJson::from).collect();
    let document = FaultsJson { version: JSON_VERSION, diagnostics };
    let mut bytes = Vec::new();
    write_document(&mut bytes, &document).expect("memory can be written to");
    String::from_utf8(bytes).expect("JSON is UTF-8")
}

pub(crate) fn write_document(out: &mut impl Write, document: &impl Serialize) -> io::Result<()> {
    out.write_all(document_text(document)?.as_bytes())?;
    out.flush()
}

/// A JSON document with a line end. It does not steer the terminal that it may be shown on: what turns the direction of text is written as an
/// escape, which means the same to every reader.
pub(crate) fn document_text(document: &impl Serialize) -> io::Result<String> {
    let pretty = serde_json::to_string_pretty(document)?;
    let mut text = String::with_capacity(pretty.len() + 1);
    for character in pretty.chars() {
        match character {
            // Between values; inside of texts it is an escape already.
            '\n' => text.push(character),
            // All of them have four digits.
            steering if is_steering(steering) => text.push_str(&format!("\\u{:04x}", u32::from(steering))),
            other => text.push(other),
        }
    }
    text.push('\n');
    Ok(text)
}

#[derive(Serialize)]
struct RunJson<'a> {
    version: u32,
    run: &'a str,
    judgements: &'a [JudgementJson],
    summary: SummaryJson,
}

#[derive(Serialize)]
struct FaultsJson {
    version: u32,
    diagnostics: Vec<DiagnosticJson>,
}

#[derive(Serialize)]
struct JudgementJson {
    subject: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<String>,
    verdict: &'static str,
    exit_code: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    same_as: Option<String>,
    #[serde(flatten)]
    carried: CarriedJson,
    /// Where several entries were judged; what is carried is then that of the worst.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    entries: Vec<JudgementJson>,
    remarks: Vec<RemarkJson>,
    diagnostics: Vec<DiagnosticJson>,
    statistics: Map<String, Value>,
    seconds: f64,
}

/// What each verdict carries: at most one of the fields besides `details`, which belongs to `case`, and `bounds`, which stands beside
/// `reasons` where something was covered before.
#[derive(Serialize, Default)]
struct CarriedJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<BoundsJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    case: Option<CaseJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<Vec<DetailJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mismatch: Option<MismatchJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<Vec<ReasonJson>>,
}

#[derive(Serialize)]
struct BoundsJson {
    text: String,
    numbers: Map<String, Value>,
}

#[derive(Serialize)]
struct DetailJson {
    label: String,
    text: String,
}

#[derive(Serialize)]
struct RemarkJson {
    kind: &'static str,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<&'static str>,
}

#[derive(Serialize)]
struct MismatchJson {
    entry: String,
    expected: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    actual: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct ReasonJson {
    cause: &'static str,
    text: String,
}

#[derive(Serialize)]
pub(crate) struct DiagnosticJson {
    code: &'static str,
    severity: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceJson>,
    labels: Vec<LabelJson>,
    hints: Vec<String>,
}

#[derive(Serialize)]
struct LabelJson {
    place: PlaceJson,
    message: String,
}

/// Lines and columns from 1, columns in characters, bytes from 0; the end is the place after the last character.
#[derive(Serialize)]
pub(crate) struct PlaceJson {
    file: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    start_byte: usize,
    end_byte: usize,
}

#[derive(Serialize)]
struct SummaryJson {
    total: u64,
    counts: Map<String, Value>,
    remarked: u64,
    exit_code: u8,
    statistics: Map<String, Value>,
    seconds: f64,
}

impl From<&Judgement> for JudgementJson {
    fn from(judgement: &Judgement) -> JudgementJson {
        let mut diagnostics: Vec<DiagnosticJson> = Vec::new();
        if let Verdict::Invalid(faults) = &judgement.verdict {
            diagnostics.extend(faults.iter().map(DiagnosticJson::from));
        }
        diagnostics.extend(judgement.diagnostics.iter().map(DiagnosticJson::from));
        JudgementJson {
            subject: judgement.subject.clone(),
            entry: judgement.entry.clone(),
            verdict: judgement.verdict.kind().word(),
            exit_code: judgement.verdict.exit_code(),
            same_as: judgement.same_as.clone(),
            carried: (&judgement.verdict).into(),
            entries: judgement.entries.iter().map(JudgementJson::from).collect(),
            remarks: judgement.remarks.iter().map(RemarkJson::from).collect(),
            diagnostics,
            statistics: statistics_map(&judgement.statistics),
            seconds: judgement.seconds,
        }
    }
}

impl From<&Verdict> for CarriedJson {
    fn from(verdict: &Verdict) -> CarriedJson {
        let nothing = CarriedJson::default();
        match verdict {
            Verdict::Proved(bounds) | Verdict::Passed(bounds) => {
                CarriedJson { bounds: Some(bounds.into()), ..nothing }
            }
            Verdict::Refuted(refutation) => CarriedJson {
                case: Some((&refutation.case).into()),
                details: Some(refutation.details.iter().map(DetailJson::from).collect()),
                ..nothing
            },
            Verdict::Mismatched(mismatch) => CarriedJson { mismatch: Some(mismatch.into()), ..nothing },
            Verdict::Unknown(undecided) => CarriedJson {
                bounds: undecided.covered.as_ref().map(BoundsJson::from),
                reasons: Some(undecided.reasons.iter().map(ReasonJson::from).collect()),
                ..nothing
            },
            Verdict::Vacuous(why) => {
                let reason = ReasonJson { cause: "vacuous", text: why.clone() };
                CarriedJson { reasons: Some(vec![reason]), ..nothing }
            }
            Verdict::Invalid(_) => nothing,
        }
    }
}

impl From<&Bounds> for BoundsJson {
    fn from(bounds: &Bounds) -> BoundsJson {
        let numbers =
            bounds.numbers.iter().map(|(name, number)| (name.clone(), Value::from(*number))).collect();
        BoundsJson { text: bounds.text.clone(), numbers }
    }
}

impl From<&Detail> for DetailJson {
    fn from(detail: &Detail) -> DetailJson {
        DetailJson { label: detail.label.clone(), text: detail.text.clone() }
    }
}

impl From<&Remark> for RemarkJson {
    fn from(remark: &Remark) -> RemarkJson {
        RemarkJson { kind: remark.kind, text: remark.text.clone(), option: remark.option }
    }
}

impl From<&Mismatch> for MismatchJson {
    fn from(mismatch: &Mismatch) -> MismatchJson {
        let Mismatch { entry, expected, actual } = mismatch.clone();
        MismatchJson { entry, expected, actual }
    }
}

impl From<&Reason> for ReasonJson {
    fn from(reason: &Reason) -> ReasonJson {
        ReasonJson { cause: reason.cause.word(), text: reason.text.clone() }
    }
}

impl From<&Diagnostic> for DiagnosticJson {
    fn from(diagnostic: &Diagnostic) -> DiagnosticJson {
        let severity = match diagnostic.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        DiagnosticJson {
            code: diagnostic.code,
            severity,
            message: diagnostic.message.clone(),
            place: diagnostic.span.as_ref().map(PlaceJson::from),
            labels: diagnostic.labels.iter().map(LabelJson::from).collect(),
            hints: diagnostic.hints.clone(),
        }
    }
}

impl From<&Label> for LabelJson {
    fn from(label: &Label) -> LabelJson {
        LabelJson { place: (&label.span).into(), message: label.message.clone() }
    }
}

impl From<&Span> for PlaceJson {
    fn from(span: &Span) -> PlaceJson {
        let (line, column) = span.source.position(span.range.start);
        let (end_line, end_column) = span.source.position(span.range.end);
        PlaceJson {
            file: span.source.name.clone(),
            line,
            column,
            end_line,
            end_column,
            start_byte: span.range.start,
            end_byte: span.range.end,
        }
    }
}

impl From<&Summary> for SummaryJson {
    fn from(summary: &Summary) -> SummaryJson {
        SummaryJson {
            total: summary.total(),
            counts: summary.counts().map(|(kind, count)| (kind.word().to_owned(), count.into())).collect(),
            remarked: summary.remarked,
            exit_code: summary.exit_code(),
            statistics: statistics_map(&summary.statistics),
            seconds: summary.seconds,
        }
    }
}

/// Counts as whole numbers, times as seconds under a name that says so.
pub(crate) fn statistics_map(statistics: &Statistics) -> Map<String, Value> {
    let entry = |(name, measure): (&str, Measure)| match measure {
        Measure::Count(count) => (name.to_owned(), count.into()),
        Measure::Seconds(seconds) => {
            let number = Number::from_f64(seconds).map_or(Value::Null, Value::Number);
            (format!("{name} seconds"), number)
        }
    };
    statistics.iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{invalid, passed, refuted, report, run, run_of, several_entries};

    fn document(events: &[Event]) -> Value {
        serde_json::from_str(&report(events, JsonReporter::new)).expect("the report is JSON")
    }

    #[test]
    fn a_refutation_carries_its_case_and_its_details() {
        let document = document(&run_of(vec![refuted()]));
        assert_eq!(document["version"], 1);
        let judgement = &document["judgements"][0];
        assert_eq!(judgement["verdict"], "refuted");
        assert_eq!(judgement["case"]["inputs"][0], "[-1000]");
        assert_eq!(judgement["case"]["expected"]["value"], "-1000");
        assert_eq!(judgement["details"][0]["label"], "call");
        assert_eq!(judgement["statistics"]["paths"], 1204);
        assert_eq!(document["summary"]["exit_code"], 1);
    }

    #[test]
    fn a_pass_carries_its_bounds_as_text_and_numbers() {
        let document = document(&run_of(vec![passed()]));
        let bounds = &document["judgements"][0]["bounds"];
        assert_eq!(bounds["numbers"]["shapes"], 1204);
        assert!(bounds["text"].as_str().expect("a text").starts_with("agree on all inputs"));
        assert_eq!(document["judgements"][0].get("case"), None);
    }

    #[test]
    fn several_entries_stand_in_order_below_what_the_worst_carries() {
        let document = document(&run_of(vec![refuted(), several_entries()]));
        assert_eq!(document["judgements"][0].get("entries"), None);
        let judgement = &document["judgements"][1];
        assert_eq!(judgement["entry"], "min");
        assert_eq!(judgement["case"]["inputs"][0], "[-1000]");
        let entries = judgement["entries"].as_array().expect("entries");
        let verdicts: Vec<&Value> = entries.iter().map(|entry| &entry["verdict"]).collect();
        assert_eq!(verdicts, ["passed", "mismatched", "refuted"]);
        assert_eq!(document["summary"]["total"], 2);
    }

    #[test]
    fn a_diagnostic_carries_its_place_as_lines_columns_and_bytes() {
        let document = document(&run_of(vec![invalid()]));
        let place = &document["judgements"][0]["diagnostics"][0]["place"];
        assert_eq!(place["line"], 1);
        assert_eq!(place["column"], 18);
        assert_eq!(place["end_byte"], 18);
    }

    #[test]
    fn the_summary_counts_every_verdict() {
        let document = document(&run());
        assert_eq!(document["summary"]["total"], 5);
        assert_eq!(document["summary"]["counts"]["unknown"], 1);
        assert_eq!(document["summary"]["counts"]["proved"], 0);
    }

    #[test]
    fn the_same_run_gives_the_same_bytes() {
        assert_eq!(report(&run(), JsonReporter::new), report(&run(), JsonReporter::new));
    }

    #[test]
    fn faults_without_a_run_are_a_document_too() {
        let text = diagnostics_to_json(&[Diagnostic::without_place("no-such-file", "`x.ml` does not exist")]);
        let document: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(document["diagnostics"][0]["code"], "no-such-file");
    }
}
