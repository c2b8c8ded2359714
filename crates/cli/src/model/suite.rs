//! The suite that a command line asks for.

use std::time::Duration;

use lydian_budget::Deadline;
use lydian_core::Datum;
use lydian_diagnostic::{Diagnostic, Source};
use lydian_model::{Method, Model, SuiteRequest};

use crate::arguments::{MethodArgument, SequenceArguments};

/// Work that the search for paths may take: far more than the clock lets it.
const WORK: u64 = 2_000_000_000;

/// The length of paths, and of walks, unless the user says otherwise.
const USUAL_PATHS: usize = 3;
const USUAL_WALKS: usize = 50;

/// How many walks there are unless the user says otherwise; and for a system that is slow to start.
pub(crate) const USUAL_COUNT: usize = 100;
pub(crate) const SLOW_COUNT: usize = 30;

/// A longer argument is quoted in part.
const MOST_QUOTED: usize = 80;

/// The request of a command line.
pub(crate) fn request(
    arguments: &SequenceArguments,
    model: &Model,
    method: MethodArgument,
    seed: u64,
    budget: Duration,
) -> Result<SuiteRequest, Vec<Diagnostic>> {
    let usual = if method == MethodArgument::Walk { USUAL_WALKS } else { USUAL_PATHS };
    let longest = arguments.length.map_or(usual, |length| length as usize);
    let shortest = if arguments.exact { longest } else { 1 };
    let given = arguments.given.iter().map(|text| sequence(model, text)).collect::<Result<_, _>>()?;
    Ok(SuiteRequest {
        method: match method {
            MethodArgument::Paths => Method::Paths,
            MethodArgument::Tour => Method::Tour,
            MethodArgument::W => Method::W,
            MethodArgument::Wp => Method::Wp,
            MethodArgument::Hsi => Method::Hsi,
            MethodArgument::Walk => Method::Walk,
            MethodArgument::Given => Method::Given,
        },
        conformance: arguments.conformance(),
        lengths: shortest..=longest,
        extra: arguments.extra,
        walks: arguments.sequences.unwrap_or(USUAL_COUNT),
        seed,
        given,
        deadline: Some(Deadline::after(budget)),
        work: WORK,
    })
}

/// The length of walks.
pub(crate) fn walk_length(arguments: &SequenceArguments) -> usize {
    arguments.length.map_or(USUAL_WALKS, |length| length as usize)
}

/// A sequence of inputs in the user's notation.
pub(crate) fn sequence(model: &Model, text: &str) -> Result<Vec<Datum>, Vec<Diagnostic>> {
    lydian_ocaml::read_values(text, &model.input, &model.program.types).map_err(|why| {
        let shown: String = text.chars().take(MOST_QUOTED).collect();
        let dots = if shown.len() < text.len() { "..." } else { "" };
        let message = format!("`{shown}{dots}` is no sequence of inputs: {why}");
        vec![
            Diagnostic::without_place("inputs-do-not-fit", message)
                .hint("write inputs as in the model, with `;` between them"),
        ]
    })
}

/// The number of the line in which a place lies.
pub(crate) fn line_of(source: &Source, at: usize) -> usize {
    source.text.as_bytes().iter().take(at).filter(|byte| **byte == b'\n').count() + 1
}
