//! Holds `lydian compare` to mutants of ordinary programs.
//! Each mutant is judged by itself. Real OCaml runs every counterexample, and tries what was not refuted on random inputs: a
//! difference there is a miss, and one on a proved mutant a wrong proof.

mod draw;
mod harness;
mod references;
mod row;

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use lydian_compare::{Effort, Options, judge};
use lydian_diagnostic::Source;
use lydian_ocaml::{Mutant, apply_mutant};
use lydian_verdict::{Judgement, Verdict, VerdictKind};
use serde_json::json;

use crate::compare::{brief, peak_memory, print_list};
use crate::confirm::{Real, evaluate, is_real_difference};
use crate::in_parallel::in_parallel;
use harness::{Harness, Tested};
use references::Reference;
use row::Row;

/// Mutants that are compiled together.
const BATCH: usize = 8;

/// What the comparison of mutants needs.
#[derive(Debug, clap::Args)]
pub(crate) struct MutantsArguments {
    /// Runs counterexamples with this OCaml toplevel, and the other mutants on random inputs (with `ocamlfind ocamlopt`).
    #[arg(long)]
    confirm: Option<String>,
    /// The levels of effort for each mutant.
    #[arg(long, default_value = "8")]
    effort: Effort,
    /// Only references whose name contains this.
    #[arg(long)]
    only: Option<String>,
    /// Judges every Nth mutant of each reference.
    #[arg(long, default_value_t = std::num::NonZeroUsize::MIN)]
    every: std::num::NonZeroUsize,
    /// Random tests for each mutant that is not refuted.
    #[arg(long, default_value_t = 100_000)]
    tests: u64,
    /// Tries refuted mutants on random inputs as well, and says how many of them random tests find.
    #[arg(long)]
    test_refuted: bool,
    /// Writes one line of JSON for each mutant.
    #[arg(long)]
    details: Option<PathBuf>,
    /// Threads.
    #[arg(long, default_value_t = std::thread::available_parallelism().map_or(1, |count| count.get()))]
    jobs: usize,
}

/// A mutant with all that is found out about it.
struct Judged {
    mutant: Mutant,
    source: Arc<Source>,
    judgement: Judgement,
    /// What real OCaml says to the counterexample, if it does not see the difference.
    false_alarm: Option<String>,
    tested: Option<Tested>,
}

/// Runs the benchmark; false if something was missed, wrongly refuted or wrongly proved.
pub(crate) fn run(arguments: &MutantsArguments) -> Result<bool, String> {
    let mut references = references::read()?;
    if let Some(word) = &arguments.only {
        references.retain(|reference| reference.name.contains(word.as_str()));
    }
    let mut details = match &arguments.details {
        Some(path) => Some(std::fs::File::create(path).map_err(|error| error.to_string())?),
        None => None,
    };
    println!("effort {}, {} threads, {} random tests", arguments.effort, arguments.jobs, arguments.tests);
    println!("{}", row::HEADING);
    let mut total = Row::default();
    let mut by_kind: Vec<(&'static str, Row)> = Vec::new();
    for reference in &references {
        let judged = judged(reference, arguments)?;
        let mut row = Row::default();
        for one in &judged {
            row.note(&reference.name, one);
            let word = one.mutant.kind.word();
            match by_kind.iter_mut().find(|(kind, _)| *kind == word) {
                Some((_, row)) => row.note(&reference.name, one),
                None => {
                    let mut row = Row::default();
                    row.note(&reference.name, one);
                    by_kind.push((word, row));
                }
            }
            if let Some(file) = &mut details {
                writeln!(file, "{}", detail(reference, one)).map_err(|error| error.to_string())?;
            }
        }
        println!("{}", row.line(&reference.name));
        total.add(row);
    }
    println!("{}\n", total.line("total"));
    println!("{}", row::HEADING);
    by_kind.sort_by_key(|(word, _)| *word);
    by_kind.iter().for_each(|(word, row)| println!("{}", row.line(word)));
    println!();
    print_list("not refuted, but different in random tests of real OCaml", &total.missed);
    print_list("told as a remark, and different in random tests of real OCaml", &total.only_remarked);
    print_list("proved, but different in random tests of real OCaml", &total.wrong_proofs);
    print_list("refuted, but not by real OCaml", &total.false_alarms);
    print_list("not tested", &total.untested);
    if arguments.test_refuted {
        println!("of {} refuted mutants random tests find {}", total.refuted, total.found_at_random);
        print_list("refuted, and the same in random tests", &total.hidden);
    }
    if let Some(peak) = peak_memory() {
        println!("peak memory {} MiB", peak / 1024);
    }
    Ok(total.missed.is_empty() && total.wrong_proofs.is_empty() && total.false_alarms.is_empty())
}

/// Judges and tests the mutants of a reference.
fn judged(reference: &Reference, arguments: &MutantsArguments) -> Result<Vec<Judged>, String> {
    let options = Options { effort: arguments.effort, ..Options::default() };
    let mutants: Vec<Mutant> =
        references::mutants(reference).into_iter().step_by(arguments.every.get()).collect();
    let known: Mutex<HashMap<String, Real>> = Mutex::new(HashMap::new());
    let mut judged = in_parallel(arguments.jobs, &mutants, |mutant| {
        let source = apply_mutant(&reference.source, mutant);
        let judgement = judge(&reference.source, &source, &options).judgement;
        let false_alarm = arguments
            .confirm
            .as_ref()
            .and_then(|ocaml| false_alarm(ocaml, reference, &source, &judgement, &known));
        Judged { mutant: mutant.clone(), source, judgement, false_alarm, tested: None }
    })?;
    if arguments.confirm.is_none() {
        return Ok(judged);
    }
    let is_tested = |judged: &Judged| {
        let is_refuted = judged.judgement.verdict.kind() == VerdictKind::Refuted;
        is_open(&judged.judgement) || is_refuted && arguments.test_refuted
    };
    let open: Vec<usize> = (0..judged.len()).filter(|place| is_tested(&judged[*place])).collect();
    let batches: Vec<Vec<usize>> = open.chunks(BATCH).map(<[usize]>::to_vec).collect();
    let harness = Harness::new(&reference.source, &reference.entry)?;
    let tested = in_parallel(arguments.jobs, &batches, |batch| {
        let texts: Vec<String> = batch.iter().map(|place| judged[*place].source.text.clone()).collect();
        harness.test(&texts, arguments.tests)
    })?;
    for (place, tested) in batches.concat().into_iter().zip(tested.into_iter().flatten()) {
        judged[place].tested = Some(tested);
    }
    Ok(judged)
}

/// Whether a mutant may still differ, or must not.
fn is_open(judgement: &Judgement) -> bool {
    !matches!(judgement.verdict.kind(), VerdictKind::Refuted | VerdictKind::Mismatched | VerdictKind::Invalid)
}

/// What real OCaml says to a counterexample, if it does not see the difference.
fn false_alarm(
    ocaml: &str,
    reference: &Reference,
    mutant: &Arc<Source>,
    judgement: &Judgement,
    known: &Mutex<HashMap<String, Real>>,
) -> Option<String> {
    let Verdict::Refuted(refutation) = &judgement.verdict else { return None };
    let call = with_arguments_afterwards(refutation);
    let kept = known.lock().ok().and_then(|known| known.get(&call).cloned());
    let expected = kept.unwrap_or_else(|| evaluate(ocaml, &reference.source.text, &call, 10));
    if let Ok(mut known) = known.lock() {
        known.insert(call.clone(), expected.clone());
    }
    let actual = evaluate(ocaml, &mutant.text, &call, 10);
    let differs = is_real_difference(&expected, &actual);
    (!differs).then(|| format!("{call}: {} and {}", brief(&expected), brief(&actual)))
}

/// The call; where an argument differs afterwards, with the arguments behind the result.
fn with_arguments_afterwards(refutation: &lydian_verdict::Refutation) -> String {
    let case = &refutation.case;
    let call = case.call();
    if case.written.is_some() || !refutation.details.iter().any(|detail| detail.label.contains("afterwards"))
    {
        return call;
    }
    let names: Vec<String> = (0..case.inputs.len()).map(|place| format!("lydian_argument_{place}")).collect();
    let bindings: Vec<String> =
        names.iter().zip(&case.inputs).map(|(name, input)| format!("let {name} = {input} in ")).collect();
    format!(
        "{}let result = {} {} in (result, {})",
        bindings.concat(),
        case.entry,
        names.join(" "),
        names.join(", ")
    )
}

fn detail(reference: &Reference, judged: &Judged) -> serde_json::Value {
    let judgement = &judged.judgement;
    let (text, size) = match &judgement.verdict {
        Verdict::Refuted(refutation) => {
            let case = &refutation.case;
            let text = format!("{}: expected {}, got {}", case.call(), case.expected, case.actual);
            (text, Some(case.size))
        }
        Verdict::Passed(bounds) | Verdict::Proved(bounds) => (bounds.text.clone(), None),
        Verdict::Unknown(undecided) => {
            let reasons: Vec<&str> = undecided.reasons.iter().map(|reason| &*reason.text).collect();
            (reasons.join("; "), None)
        }
        Verdict::Vacuous(why) => (why.clone(), None),
        Verdict::Invalid(diagnostics) => {
            (diagnostics.first().map_or(String::new(), |first| first.message.clone()), None)
        }
        Verdict::Mismatched(mismatch) => (mismatch.expected.clone(), None),
    };
    json!({
        "reference": reference.name, "change": judged.mutant.description, "kind": judged.mutant.kind.word(),
        "verdict": judgement.verdict.kind().word(), "text": text, "size": size, "seconds": judgement.seconds,
        "remarks": judgement.remarks.iter().map(|remark| remark.text.clone()).collect::<Vec<_>>(),
        "false_alarm": judged.false_alarm,
        "tested": judged.tested.as_ref().map(row::told),
        "source": judged.source.text,
    })
}
