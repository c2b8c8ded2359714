//! `lydian property check --replay`: runs calls again that are given by their text, by their places, or in a file of cases.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use lydian_core::Datum;
use lydian_diagnostic::{Diagnostic, Source};
use lydian_property::{Checker, Place, Ready, load, load_calls, replayed, size_of_call};
use lydian_verdict::{Case, Door, Judgement, Verdict};

use crate::arguments::PropertyCheckArguments;

/// So much of a file with cases is read.
const MOST_BYTES: u64 = 16 << 20;

/// Runs what is asked for and judges each call.
pub(super) fn replay(
    source: &Arc<Source>,
    asked: &str,
    arguments: &PropertyCheckArguments,
) -> Result<Vec<Judgement>, Vec<Diagnostic>> {
    let seed = arguments.seed.seed;
    if let Some(cases) = read_cases(asked)? {
        let calls: Vec<String> = cases.iter().map(Case::call).collect();
        return run(source, &calls.iter().map(String::as_str).collect::<Vec<_>>(), seed);
    }
    match Place::parse(asked) {
        Some(Ok((name, place))) => at(source, name, &place, seed).map(|judgement| vec![judgement]),
        Some(Err(why)) => Err(vec![no_such_input(why)]),
        None => run(source, &[asked], seed),
    }
}

/// The cases of a file, if one is named.
fn read_cases(asked: &str) -> Result<Option<Vec<Case>>, Vec<Diagnostic>> {
    let path = Path::new(asked);
    if path.extension().is_none_or(|extension| extension != "json") {
        return Ok(None);
    }
    let fault = |message: String| {
        let hint = "save cases with `lydian property check FILE.ml --emit cases --output PATH`, or give the call itself";
        vec![Diagnostic::without_place("not-a-case", message).hint(hint)]
    };
    let mut text = String::new();
    // The file may be endless.
    crate::inputs::open(path)
        .and_then(|file| file.take(MOST_BYTES).read_to_string(&mut text))
        .map_err(|error| fault(format!("`{asked}` cannot be read: {error}")))?;
    let cases = lydian_report::cases_from_json(&text).map_err(|why| fault(format!("`{asked}`: {why}")))?;
    match cases.iter().find(|case| case.door != Door::Property) {
        Some(case) => {
            let message = format!("`{asked}` has a case of `lydian {}`, not of a property", case.door.word());
            Err(fault(message))
        }
        None => Ok(Some(cases)),
    }
}

/// Runs calls behind the file.
fn run(source: &Arc<Source>, calls: &[&str], seed: u64) -> Result<Vec<Judgement>, Vec<Diagnostic>> {
    let found = load_calls(source, calls)?;
    let ready = Ready::new(&found).map_err(|fault| vec![*fault])?;
    let checker = Checker::new(&ready);
    let judged = found.properties.iter().map(|call| {
        let begun = Instant::now();
        let checked = checker.replay(call, &[Datum::Unit]);
        let size = size_of_call(&call.name, &found.program).unwrap_or(0);
        let subject = if calls.len() == 1 { "the call" } else { &call.name };
        judgement(subject, replayed(&call.name, size, &checked, &found.program.types, seed), begun)
    });
    Ok(judged.collect())
}

/// Runs a property on the inputs at a place.
fn at(source: &Arc<Source>, name: &str, place: &Place, seed: u64) -> Result<Judgement, Vec<Diagnostic>> {
    let begun = Instant::now();
    let (found, diagnostics) = load(source, &[name.to_owned()]);
    let found = found.ok_or(diagnostics)?;
    let ready = Ready::new(&found).map_err(|fault| vec![*fault])?;
    let checker = Checker::new(&ready);
    let property = &found.properties[0];
    let inputs = checker
        .inputs_at(property, place)
        .map_err(|why| vec![no_such_input(format!("`{name}` has no such input: {why}"))])?;
    let call = checker.call(property, &inputs);
    let size = inputs.iter().map(Datum::size).sum();
    let checked = checker.replay(property, &inputs);
    Ok(judgement("the call", replayed(&call, size, &checked, &found.program.types, seed), begun))
}

fn judgement(subject: &str, verdict: Verdict, begun: Instant) -> Judgement {
    let mut judgement = Judgement::new(subject, verdict);
    judgement.seconds = begun.elapsed().as_secs_f64();
    judgement
}

fn no_such_input(message: String) -> Diagnostic {
    let hint = "a place is NAME:SIZE:INDEX, as `--verbose` shows it; a call can be given as it is written";
    Diagnostic::without_place("no-such-input", message).hint(hint)
}
