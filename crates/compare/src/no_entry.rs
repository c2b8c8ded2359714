//! What is said where nothing can be compared: there is no entry, or its program does not run.

use std::sync::Arc;

use lydian_core::Program;
use lydian_diagnostic::{Diagnostic, Source};
use lydian_ocaml::show_type;
use lydian_verdict::{Cause, Judgement, Mismatch, Remark, Verdict};

use crate::Options;
use crate::entries::Entries;
use crate::entry::{EntryTypes, NoEntry, is_function};
use crate::pair::{Broken, Side};

/// A verdict that ends the work before anything is run.
#[derive(Debug, Clone)]
pub(crate) struct Stopped {
    /// The entry, where there is one.
    entry: Option<String>,
    pub(crate) verdict: Verdict,
    remarks: Vec<Remark>,
}

impl Stopped {
    /// A verdict about an entry.
    pub(crate) fn at(entry: &str, verdict: Verdict) -> Box<Stopped> {
        Box::new(Stopped { entry: Some(entry.to_owned()), verdict, remarks: Vec::new() })
    }

    pub(crate) fn judgement(self, subject: String) -> Judgement {
        let mut judgement = Judgement::new(subject, self.verdict);
        judgement.entry = self.entry;
        judgement.remarks = self.remarks;
        judgement
    }
}

/// The verdict where the two programs have no entry in common.
pub(crate) fn without_entry(
    no_entry: NoEntry,
    reference: &Program,
    submission: &Program,
    options: &Options,
) -> Box<Stopped> {
    let invalid = |message: String, hint: &str| {
        let diagnostic = Diagnostic::without_place("no-entry", message).hint(hint);
        Box::new(Stopped { entry: None, verdict: Verdict::Invalid(vec![diagnostic]), remarks: Vec::new() })
    };
    match no_entry {
        NoEntry::Differs { name, types } => {
            let actual =
                described(show_type(&types.actual, &submission.types), &types, reference, submission);
            let expected = show_type(&types.expected, &reference.types);
            let mismatch = Mismatch { entry: name, expected, actual: Some(actual) };
            mismatched(mismatch, reference, submission, options)
        }
        NoEntry::Missing { name, expected } => {
            let expected = show_type(&expected, &reference.types);
            mismatched(Mismatch { entry: name, expected, actual: None }, reference, submission, options)
        }
        NoEntry::NotInReference(name) => invalid(
            format!("the reference does not define `{name}`"),
            "give the name of a function of the reference with --entry NAME",
        ),
        NoEntry::Abstract { name, path } => {
            let text = format!(
                "`{name}` is about the type `{path}`, which the interface leaves abstract: its values are not compared by their inside"
            );
            Stopped::at(&name, Verdict::unknown(Cause::Unsupported, text))
        }
        NoEntry::NoFunction => invalid(
            "the reference defines no function that could be compared".to_owned(),
            "the last function of the reference is what is compared; constants are compared with --entry NAME or --all",
        ),
    }
}

/// A mismatch; where the entry was not named and there are others, a remark says how it was chosen.
fn mismatched(
    mismatch: Mismatch,
    reference: &Program,
    submission: &Program,
    options: &Options,
) -> Box<Stopped> {
    let name = mismatch.entry.clone();
    let mut stopped = Stopped::at(&name, Verdict::Mismatched(mismatch));
    if !matches!(options.entries, Entries::Last) || options.observer.is_some() {
        return stopped;
    }
    let mut others: Vec<&str> = Vec::new();
    for export in reference.exports.iter().rev() {
        let both = reference.export(&export.name).is_some_and(|own| is_function(reference, &own.ty))
            && submission.export(&export.name).is_some_and(|other| is_function(submission, &other.ty));
        if both && *export.name != name && !others.contains(&&*export.name) {
            others.push(&export.name);
        }
    }
    if let Some(other) = others.first() {
        let text = format!(
            "`{name}` is the last function of the reference; `--entry {other}` compares another one that both define"
        );
        stopped.remarks.push(Remark::new("entry", text));
    }
    stopped
}

/// The submission's type; where it reads the same as the reference's, what is declared differently.
fn described(actual: String, types: &EntryTypes, reference: &Program, submission: &Program) -> String {
    if actual != show_type(&types.expected, &reference.types) {
        return actual;
    }
    let other: Vec<&str> = submission
        .types
        .iter()
        .filter(|decl| reference.types.get(&decl.path).is_some_and(|known| known.body != decl.body))
        .map(|decl| &*decl.path)
        .collect();
    match other.first() {
        Some(first) => format!("{actual}, where the type {first} is declared differently"),
        None => actual,
    }
}

/// The verdict where one of the programs cannot be run.
pub(crate) fn without_pair(broken: Broken, entry: &str, source: &Arc<Source>) -> Box<Stopped> {
    let whose = |side: Side| match side {
        Side::Reference => "the reference".to_owned(),
        Side::Submission => format!("`{}`", source.name),
    };
    let verdict = match broken {
        Broken::Link(side, error) => {
            let text = format!("{} cannot be run: {}", whose(side), error.0);
            Verdict::unknown(Cause::Unsupported, text)
        }
        Broken::Definitions(side, why) => Verdict::Invalid(vec![
            Diagnostic::without_place(
                "definition-fails",
                format!("`{entry}` of {} has no value: {why}", whose(side)),
            )
            .hint("remove or mend what is evaluated at the top level of the file"),
        ]),
    };
    Stopped::at(entry, verdict)
}
