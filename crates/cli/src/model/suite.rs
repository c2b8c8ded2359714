//! The suite that a command line asks for.

use std::path::Path;
use std::time::Duration;

use lydian_budget::Deadline;
use lydian_core::Datum;
use lydian_diagnostic::{Diagnostic, Source};
use lydian_model::{Init, Method, Model, SuiteRequest};
use lydian_report::read_sequence_suite;

use crate::arguments::{MethodArgument, SequenceArguments};
use crate::inputs;

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
    let mut given: Vec<Vec<Datum>> =
        arguments.given.iter().map(|text| sequence(model, text)).collect::<Result<_, _>>()?;
    if let Some(path) = arguments.suite.as_deref().filter(|_| method == MethodArgument::Given) {
        for case in saved(model, path)? {
            if case.initial.is_some() && model.init == Init::Where {
                let message = format!("{}: a case starts in a state of its own", path.display());
                let hint = "choose the state with --init, and leave it out in the suite";
                return Err(vec![Diagnostic::without_place("not-a-suite", message).hint(hint)]);
            }
            given.push(case.inputs);
        }
    }
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
        data: match (arguments.data, method) {
            (Some(data), MethodArgument::Paths) => data as usize,
            (None, _) => 1,
            (Some(_), _) => return Err(vec![only_for_paths("--data")]),
        },
        reduced: match (arguments.reduce, method) {
            (true, MethodArgument::Paths) => true,
            (false, _) => false,
            (true, _) => return Err(vec![only_for_paths("--reduce")]),
        },
        walks: arguments.sequences.unwrap_or(USUAL_COUNT),
        seed,
        given,
        deadline: Some(Deadline::after(budget)),
        work: WORK,
    })
}

/// Data are chosen, and orders left out, for paths; other methods take what the alphabet has.
fn only_for_paths(option: &str) -> Diagnostic {
    let message = format!("{option} has no effect beside this --method");
    let hint = format!("{option} is about the sequences of paths; leave it out, or ask for --method paths");
    Diagnostic::without_place("option-does-not-fit", message).hint(hint)
}

/// Refuses options about paths where none are made.
pub(crate) fn wants_no_paths(arguments: &SequenceArguments) -> Result<(), Vec<Diagnostic>> {
    match (arguments.data, arguments.reduce) {
        (Some(_), _) => Err(vec![only_for_paths("--data")]),
        (None, true) => Err(vec![only_for_paths("--reduce")]),
        (None, false) => Ok(()),
    }
}

/// How sequences are made, unless they are given.
pub(crate) fn method(arguments: &SequenceArguments) -> Result<MethodArgument, Vec<Diagnostic>> {
    let is_given = !arguments.given.is_empty() || arguments.suite.is_some();
    match arguments.method {
        Some(method) if is_given && method != MethodArgument::Given => {
            let option = if arguments.suite.is_some() { "--suite" } else { "--given" };
            let message = format!("{option} has no effect beside this --method");
            let hint = "leave one of them out";
            Err(vec![Diagnostic::without_place("option-does-not-fit", message).hint(hint)])
        }
        Some(method) => Ok(method),
        None => Ok(if is_given { MethodArgument::Given } else { MethodArgument::Paths }),
    }
}

/// A case of a suite that was saved.
pub(crate) struct SavedCase {
    /// The state in which it starts, if the suite says so.
    pub(crate) initial: Option<Datum>,
    /// The inputs.
    pub(crate) inputs: Vec<Datum>,
}

/// The cases of a suite that was saved.
pub(crate) fn saved(model: &Model, path: &Path) -> Result<Vec<SavedCase>, Vec<Diagnostic>> {
    let source = inputs::read(path, "the suite").map_err(|fault| vec![fault])?;
    let fault = |why: String| {
        vec![
            Diagnostic::without_place("not-a-suite", format!("{}: {why}", path.display()))
                .hint("make one with `lydian model generate MODEL.ml --format json --output suite.json`"),
        ]
    };
    let saved = read_sequence_suite(&source.text).map_err(fault)?;
    let types = &model.program.types;
    let mut cases = Vec::new();
    for (number, case) in saved.cases.iter().enumerate() {
        let initial = match &case.initial {
            Some(text) => Some(
                lydian_ocaml::read_value(text, &model.state, types)
                    .map_err(|why| fault(format!("case {}: the initial state: {why}", number + 1)))?,
            ),
            None => None,
        };
        let mut inputs = Vec::new();
        for step in &case.steps {
            let datum = lydian_ocaml::read_value(&step.input, &model.input, types)
                .map_err(|why| fault(format!("case {}: {why}", number + 1)))?;
            inputs.push(datum);
        }
        cases.push(SavedCase { initial, inputs });
    }
    Ok(cases)
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
