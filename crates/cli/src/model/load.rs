//! The model that a command line names.

use std::path::Path;
use std::sync::Arc;

use lydian_conform::Trouble;
use lydian_diagnostic::{Diagnostic, Source};
use lydian_model::{Concrete, Model, Prepared, SharedBook, concretely, load_with};
use lydian_report::Color;

use crate::arguments::{ModelArguments, SequenceArguments};
use crate::{inputs, output};

/// Reads the model; what is worth knowing about it is told at once.
pub(crate) fn model(arguments: &ModelArguments, color: Color) -> Result<Model, Vec<Diagnostic>> {
    file(&arguments.model, arguments.init.as_deref(), color)
}

/// The same with the sequences of interest that the command line names.
pub(crate) fn model_for(
    arguments: &ModelArguments,
    sequences: &SequenceArguments,
    color: Color,
) -> Result<Model, Vec<Diagnostic>> {
    let model = model(arguments, color)?;
    match &sequences.purpose {
        Some(name) => model.with_purpose(name).map_err(|fault| vec![*fault]),
        None => Ok(model),
    }
}

/// What the command line defines behind a model.
pub(crate) fn after(init: Option<&str>) -> Vec<Arc<Source>> {
    init.map(|text| Source::new("--init", format!("let init : state = ({text})"))).into_iter().collect()
}

/// Reads the model in a file.
pub(crate) fn file(path: &Path, init: Option<&str>, color: Color) -> Result<Model, Vec<Diagnostic>> {
    let source = inputs::read(path, "the model").map_err(|fault| vec![fault])?;
    let (mut model, mut diagnostics) = load_with(&source, &after(init));
    if let Some(text) = init.filter(|_| model.is_none()) {
        // The type of states of a model over a type variable has an argument, which need not be written.
        let open = Source::new("--init", format!("let init = ({text})"));
        if let (Some(fitting), told) = load_with(&source, &[open]) {
            (model, diagnostics) = (Some(fitting), told);
        }
    }
    match model {
        Some(model) => {
            output::complain(&diagnostics, color);
            Ok(model)
        }
        None => Err(diagnostics),
    }
}

/// Runs something with a model on known values.
pub(crate) fn with_model<R>(
    model: &Model,
    body: impl FnOnce(&mut Concrete<'_, '_, '_>) -> Result<R, Trouble>,
) -> Result<R, Vec<Diagnostic>> {
    let prepared = Prepared::new(model).map_err(|fault| vec![*fault])?;
    concretely(&prepared, &SharedBook::default(), body).map_err(|trouble| vec![cannot_run(model, &trouble)])
}

/// A model that gives no reply.
pub(crate) fn cannot_run(model: &Model, trouble: &Trouble) -> Diagnostic {
    let message = format!("{}: {}", model.source.name, trouble.0);
    let diagnostic = Diagnostic::without_place("model-not-usable", message);
    match trouble.0.contains("`init` is a predicate") {
        true => diagnostic.hint("choose one with --init, or define `install` so that any can be installed"),
        false => diagnostic,
    }
}
