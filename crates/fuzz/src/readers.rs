//! Everything that reads what a user writes, each behind the same call.
//! In: bytes. Out: whether they were accepted. A reader is given the types, programs or specifications that its input is about: those are
//! made once and never change.

mod known;

use std::io;
use std::sync::Arc;

use lydian_diagnostic::Source;
use lydian_model::Prepared;
use lydian_model::codec::Wire;
use lydian_stream::check::Trace;
use lydian_stream::trace::{Format, Options, Played, Reader, Style, Writer, play};

pub(crate) use known::Known;

/// A reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub(crate) enum Kind {
    /// OCaml programs: references and submissions.
    Ocaml,
    /// OCaml interfaces.
    Interface,
    /// OCaml files with properties.
    Property,
    /// OCaml files that are models.
    Model,
    /// Specifications of console programs.
    Console,
    /// Traces of console programs.
    ConsoleTrace,
    /// Stream specifications.
    Tessla,
    /// Traces of streams, as text and as CSV.
    Trace,
    /// Wire files.
    Wire,
    /// Saved suites of console tests and of sequences.
    Suite,
    /// Saved cases.
    Case,
    /// Kept counterexamples.
    Kept,
    /// Texts behind `--replay`.
    Replay,
    /// Printed Core.
    Core,
}

impl Kind {
    /// How many inputs it gets for each one of a reader that builds programs: those are ten times as slow.
    pub(crate) fn share(self) -> u64 {
        match self {
            Kind::ConsoleTrace | Kind::Trace | Kind::Wire | Kind::Suite | Kind::Case | Kind::Core => 2,
            _ => 1,
        }
    }
}

/// Tests that a suite may have: as many as the command allows.
const MOST_TESTS: usize = 100_000;

/// Reads bytes as a reader does; whether they are accepted.
pub(crate) fn read(reader: Kind, bytes: &[u8], known: &Known) -> bool {
    let source = Source::from_bytes("input", bytes);
    match reader {
        Kind::Ocaml => lydian_ocaml::load(&source).0.is_some(),
        Kind::Interface => lydian_ocaml::load_interface(&source).0.is_some(),
        Kind::Property => lydian_property::load(&source, &[]).0.is_some(),
        Kind::Model => model(&source),
        Kind::Console => console(&source),
        Kind::ConsoleTrace => lydian_console::read_trace(&source).is_ok(),
        Kind::Tessla => {
            let absent = |_: &str, name: &str| Err(format!("there is no file `{name}`"));
            lydian_tessla::load(&source, &absent, &Default::default()).0.is_some()
        }
        Kind::Trace => trace(bytes, known),
        Kind::Wire => {
            let model = &known.model;
            let (wire, _) = Wire::read(&source, &model.input, &model.output, &model.program.types);
            wire.is_some()
        }
        Kind::Suite => suite(bytes, &source, known),
        Kind::Case => lydian_report::cases_from_json(&source.text).is_ok(),
        Kind::Kept => {
            let kept = lydian_property::Kept::parse(&source.text);
            let calls = [kept.of("prop_rev"), kept.of("prop_tree")].concat();
            lydian_property::load_calls(&known.program, &calls).is_ok()
        }
        Kind::Replay => replay(&source.text, known),
        Kind::Core => lydian_core::read::read_program(&source.text).is_ok(),
    }
}

fn model(source: &Arc<Source>) -> bool {
    let (model, _) = lydian_model::load(source);
    model.is_some_and(|model| Prepared::new(&model).is_ok())
}

fn console(source: &Arc<Source>) -> bool {
    let (script, diagnostics) = lydian_console::syntax::parse(source);
    let is_wrong =
        |diagnostics: &[lydian_diagnostic::Diagnostic]| diagnostics.iter().any(|one| one.is_error());
    if is_wrong(&diagnostics) || is_wrong(&lydian_console::well_formed(&script)) {
        return false;
    }
    !lydian_console::load(script, &|name| Err(format!("there is no file `{name}`"))).0.is_empty()
}

/// As a trace to run, as one to test with, and as CSV.
fn trace(bytes: &[u8], known: &Known) -> bool {
    let played = [Format::Text, Format::Csv].map(|format| {
        let options = Options { format, ..Options::default() };
        let mut reader = Reader::new(&known.streams, bytes, "input", options);
        let mut writer = Writer::new(&known.streams, io::sink(), Style::default());
        let played = play(&known.streams, &known.prepared, &mut reader, &mut writer);
        matches!(played, Ok(Played::Complete | Played::Stopped))
    });
    let tested = Trace::read(&known.streams_for_tests, bytes, "input").is_ok();
    tested || played.contains(&true)
}

/// As a suite of console tests, and as one of sequences, whose inputs are values of the model.
fn suite(bytes: &[u8], source: &Arc<Source>, known: &Known) -> bool {
    if lydian_report::read_console_suite(bytes, MOST_TESTS).is_ok() {
        return true;
    }
    let Ok(saved) = lydian_report::read_sequence_suite(&source.text) else { return false };
    let steps = saved.cases.iter().flat_map(|case| &case.steps);
    let types = &known.model.program.types;
    // All are read, also behind one that is wrong.
    let wrong =
        steps.filter(|step| lydian_ocaml::read_value(&step.input, &known.model.input, types).is_err());
    wrong.count() == 0
}

/// As a call of a program, as one of a property, as a place among inputs, and as a sequence of a model's inputs.
fn replay(text: &str, known: &Known) -> bool {
    let options = lydian_compare::Options { budget: Some(known.budget), ..Default::default() };
    let call = lydian_compare::check_call(&known.program, text, &options).is_ok();
    let property = lydian_property::load_calls(&known.program, &[text]).is_ok();
    let place = matches!(lydian_property::Place::parse(text), Some(Ok(_)));
    let types = &known.model.program.types;
    let sequence = lydian_ocaml::read_values(text, &known.model.input, types).is_ok();
    call || property || place || sequence
}
