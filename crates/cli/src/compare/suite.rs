//! The regression suite: OCaml assertions behind a text report, or `suite.ml` and `suite.json` in a directory.

use std::io::Write;
use std::path::Path;

use lydian_compare::{Missed, Suite, WhyMissed};
use lydian_diagnostic::Diagnostic;
use lydian_report::Format;
use serde_json::{Value, json};

use crate::arguments::CompareArguments;
use crate::output::{self, OutputFile};
use crate::report::Report;

const HEADER: &str = "(* Written by lydian compare --suite";
const JSON_START: &str = "{\n  \"version\": 1,\n  \"suite\": {";

/// A report for programs is one document, so the suite needs a place of its own.
pub(crate) fn refuse_two_documents(arguments: &CompareArguments) -> Result<(), Vec<Diagnostic>> {
    if arguments.suite.is_none() || arguments.suite_dir.is_some() || arguments.common.format() == Format::Text
    {
        return Ok(());
    }
    let message = format!("a suite cannot stand behind a report in the form `{}`", arguments.common.format);
    Err(vec![
        Diagnostic::without_place("suite-needs-directory", message)
            .hint("give it a place of its own with --suite-dir DIR"),
    ])
}

/// How many cases the suite may have, if one is wanted: in a directory of its own, as many as it needs.
pub(crate) fn most_cases(arguments: &CompareArguments) -> Option<usize> {
    let unlimited = arguments.suite_dir.as_ref().map(|_| usize::MAX);
    arguments.suite.map(|number| number.get()).or(unlimited)
}

/// The files of a suite, if it goes to files.
pub(crate) struct SuiteFiles {
    files: Option<(OutputFile, OutputFile)>,
}

impl SuiteFiles {
    /// The files that the arguments ask for; the error is a place that must not be written to.
    pub(crate) fn of(arguments: &CompareArguments, inputs: &[&Path]) -> Result<SuiteFiles, Vec<Diagnostic>> {
        let Some(folder) = &arguments.suite_dir else { return Ok(SuiteFiles { files: None }) };
        if let Err(error) = std::fs::create_dir_all(folder) {
            let message = format!("the directory `{}` cannot be made: {error}", folder.display());
            return Err(vec![Diagnostic::without_place("cannot-write", message)]);
        }
        let at = |name: &str, is_ours| {
            OutputFile::at(&folder.join(name), inputs, is_ours).map_err(|fault| vec![*fault])
        };
        let assertions = at("suite.ml", |bytes| bytes.starts_with(HEADER.as_bytes()))?;
        let document = at("suite.json", |bytes| bytes.starts_with(JSON_START.as_bytes()))?;
        Ok(SuiteFiles { files: Some((assertions, document)) })
    }

    /// Writes a suite to its files, or behind the report.
    pub(crate) fn write(
        self,
        suite: &Suite,
        arguments: &CompareArguments,
        report: &mut Report,
    ) -> Result<(), Vec<Diagnostic>> {
        let assertions = assertions(suite, arguments);
        let Some((mut ocaml, mut json)) = self.files else {
            report.append(&format!("\n{assertions}"));
            return Ok(());
        };
        output::or_quit(ocaml.write_all(assertions.as_bytes()));
        output::or_quit(json.write_all(document(suite, arguments).as_bytes()));
        ocaml.finish().and_then(|()| json.finish()).map_err(|fault| vec![*fault])
    }
}

/// The suite as OCaml that is put behind a submission.
fn assertions(suite: &Suite, arguments: &CompareArguments) -> String {
    let option = arguments.suite.map_or_else(|| "-dir".to_owned(), |number| format!(" {number}"));
    let refuted: usize = refuted_by(suite);
    let wrong = refuted + suite.missed.len();
    let mut text = format!("{HEADER}{option}. Put it behind a submission");
    if let Some(observer) = &arguments.observe {
        text.push_str(&format!(" and {}", in_comment(&observer.to_string_lossy())));
    }
    text.push_str(&format!(
        ":\n   {} {refuted} of {wrong} wrong submissions. *)\n",
        subject(suite.cases.len())
    ));
    for case in &suite.cases {
        text.push_str(&format!(
            "\n(* refutes {}{} *)\n{}\n",
            in_comment(&case.refutes.join(", ")),
            case.assertion.note.map_or_else(String::new, |note| format!("; {note}")),
            case.assertion.text
        ));
    }
    let mut told: Vec<WhyMissed> = Vec::new();
    for why in suite.missed.iter().map(|missed| missed.why) {
        if told.contains(&why) {
            continue;
        }
        told.push(why);
        let names = suite.missed.iter().filter(|missed| missed.why == why).map(|missed| &*missed.name);
        let names = in_comment(&names.collect::<Vec<&str>>().join(", "));
        text.push_str(&match why {
            WhyMissed::NoRoom => format!("\n(* no room for {names} *)\n"),
            other => format!("\n(* no case for {names}, since {} *)\n", other.in_words()),
        });
    }
    text
}

/// Text that neither ends the comment that it stands in nor opens another, nor a string in it.
fn in_comment(text: &str) -> String {
    lydian_words::visible(text).replace("*)", "* )").replace("(*", "( *").replace('"', "'")
}

fn subject(cases: usize) -> String {
    if cases == 1 { "1 case that refutes".to_owned() } else { format!("{cases} cases that refute") }
}

fn refuted_by(suite: &Suite) -> usize {
    let mut names: Vec<&String> = suite.cases.iter().flat_map(|case| &case.refutes).collect();
    names.sort();
    names.dedup();
    names.len()
}

/// The suite for programs.
fn document(suite: &Suite, arguments: &CompareArguments) -> String {
    let cases: Vec<Value> = suite
        .cases
        .iter()
        .map(|case| {
            let expected = if case.raises { "exception" } else { "value" };
            json!({
                "call": case.call,
                "expected": { expected: case.expected },
                "assertion": case.assertion.text,
                "refutes": case.refutes,
            })
        })
        .collect();
    let document = json!({
        "version": lydian_report::JSON_VERSION,
        "suite": {
            "reference": arguments.reference.to_string_lossy(),
            "cases": cases,
            "missed": suite.missed.iter().map(|missed| &missed.name).collect::<Vec<_>>(),
            "why_missed": suite.missed.iter().map(why_missed).collect::<Vec<_>>(),
        },
    });
    format!("{document:#}\n")
}

fn why_missed(missed: &Missed) -> Value {
    json!({ "submission": missed.name, "why": missed.why.in_words() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_cannot_end_a_comment() {
        assert_eq!(in_comment("a*).ml, (*b, \"c"), "a* ).ml, ( *b, 'c");
        assert_eq!(in_comment("a\n\u{202e}b"), "a\\n\\u{202e}b");
    }
}
