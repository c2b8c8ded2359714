//! A specification with the values that the command line gives its parameters.

use std::path::Path;

use lydian_console::Spec;
use lydian_diagnostic::Diagnostic;

use super::spec::{self, Loading};
use crate::arguments::ParameterArguments;
use crate::inputs;

/// The specification of a command line, once for each choice of the parameters that are left open, and warnings about it.
pub(crate) fn load(
    path: &Path,
    arguments: &ParameterArguments,
) -> Result<(Vec<Spec>, Vec<Diagnostic>), Vec<Diagnostic>> {
    load_by(path, arguments, lydian_console::load)
}

/// The same, loaded in a given way.
pub(crate) fn load_by(
    path: &Path,
    arguments: &ParameterArguments,
    loading: Loading,
) -> Result<(Vec<Spec>, Vec<Diagnostic>), Vec<Diagnostic>> {
    let (specs, warnings) = spec::load_by(path, arguments.task.as_deref(), loading)?;
    if arguments.parameters.is_empty() {
        return Ok((specs, warnings));
    }
    let source = lydian_console::set_parameters(&specs[0].script, &arguments.parameters)
        .map_err(|fault| vec![fault])?;
    let before = specs[0].script.declarations.len();
    let select =
        |script| lydian_console::select_task(script, arguments.task.as_deref()).map_err(|fault| vec![*fault]);
    let (script, mut diagnostics) = lydian_console::syntax::parse(&source);
    let now = select(script.clone()).map_or(0, |script| script.declarations.len());
    if now != before && !diagnostics.iter().any(Diagnostic::is_error) {
        let message = "a value of a parameter is more than a value";
        return Err(vec![Diagnostic::without_place("parameter-value", message).hint("give one value")]);
    }
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    let script = select(script)?;
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let import =
        |name: &str| inputs::read(&folder.join(name), "the imported file").map_err(|fault| fault.message);
    let (specs, found) = loading(script, &import);
    diagnostics.extend(found);
    if specs.is_empty() { Err(diagnostics) } else { Ok((specs, warnings)) }
}
