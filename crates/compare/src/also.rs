//! A class helps itself: what refutes one submission is tried on every other one that nothing else refutes.
//! The cases are tried in order of their size and then of their text, so neither the order of the files nor the number of threads matters,
//! and one submission alone with these cases given gets the same verdict.

use lydian_verdict::{Case, Verdict};

use crate::differ::{Fuel, examine_closed};
use crate::judge::{Judged, paired};
use crate::replay::replay;
use crate::through::Loadable;
use crate::{Counterexample, Options, wording};

/// The label of where the inputs come from.
const FROM: &str = "found";

/// A case to try, and the same as data where it was found in this run.
#[derive(Debug, Clone)]
pub(crate) struct Also {
    case: Case,
    found: Option<Counterexample>,
}

/// The cases that are given and those of refutations, the smallest first, each once.
pub(crate) fn collect<'j>(judged: impl Iterator<Item = &'j Judged>, options: &Options) -> Vec<Also> {
    let mut all: Vec<Also> =
        options.also.iter().map(|case| Also { case: case.clone(), found: None }).collect();
    for one in judged {
        if let (Verdict::Refuted(refutation), Some(found)) = (&one.judgement.verdict, &one.counterexample) {
            all.push(Also { case: refutation.case.clone(), found: Some(found.clone()) });
        }
    }
    all.sort_by_key(|also| (also.case.size, also.case.call(), also.found.is_none()));
    all.dedup_by_key(|also| also.case.call());
    all
}

/// Whether cases of others could still change what is said of an entry.
pub(crate) fn is_open(judged: &Judged) -> bool {
    judged.rows().iter().any(is_open_row)
}

/// The same for one entry.
pub(crate) fn is_open_row(judged: &Judged) -> bool {
    matches!(judged.judgement.verdict, Verdict::Passed(_) | Verdict::Unknown(_))
        && judged.judgement.entry.is_some()
}

/// The refutation by the first case that refutes, if one does.
pub(crate) fn refuted_by(
    cases: &[Also],
    judged: &Judged,
    reference: Loadable<'_>,
    submission: Loadable<'_>,
    options: &Options,
) -> Option<Judged> {
    let name = judged.judgement.entry.as_deref()?;
    let applied = wording::applied_name(name);
    // A program over a module is called by one of its operations.
    let is_about = |also: &&Also| {
        also.case.entry == applied || also.found.as_ref().is_some_and(|found| found.entry == name)
    };
    let cases: Vec<&Also> = cases.iter().filter(is_about).collect();
    if cases.is_empty() {
        return None;
    }
    let named = Options { entries: options.entries.only(name), ..options.clone() };
    let mut pair = paired(reference, submission, &named).ok()?;
    let mut session = pair.session();
    cases.into_iter().find_map(|also| {
        // A quick look at the data leaves only few calls to be run from their texts.
        if let Some(found) = also.found.as_ref().filter(|found| !found.is_beside) {
            pair.sequence = found.sequence;
            let (terms, universe) = (&mut session.terms, &mut session.universe);
            if !examine_closed(&pair, terms, universe, &found.inputs, &Fuel::QUICK, options).differs() {
                return None;
            }
        }
        let mut judgement = replay(reference.source, submission.source, &also.case.call(), options);
        let Verdict::Refuted(refutation) = &mut judgement.verdict else { return None };
        **refutation = (**refutation)
            .clone()
            .detail(FROM, "by a case that was given or that refutes another submission");
        judgement.entry = Some(name.to_owned());
        judgement.statistics = judged.judgement.statistics.clone();
        judgement.seconds += judged.judgement.seconds;
        judgement.diagnostics = judged.judgement.diagnostics.clone();
        Some(Judged { judgement, counterexample: also.found.clone(), entries: Vec::new() })
    })
}
