//! Reading a specification with what it imports.

use std::path::Path;

use lydian_budget::Deadline;
use lydian_console::syntax::ast::Script;
use lydian_console::{Importer, PathBounds, Sampling, Spec};
use lydian_diagnostic::Diagnostic;

use crate::arguments::{InputArguments, SpecArguments};
use crate::inputs;

/// How a script is loaded: alone, or with programs that have typical mistakes, to choose tests by.
pub(crate) type Loading = fn(Script, Importer<'_>) -> (Vec<Spec>, Vec<Diagnostic>);

/// The specification of a command line, once for each choice of its parameters, and warnings about it.
pub(crate) fn load_by(
    path: &Path,
    task: Option<&str>,
    loading: Loading,
) -> Result<(Vec<Spec>, Vec<Diagnostic>), Vec<Diagnostic>> {
    let source = inputs::read(path, "the specification").map_err(|fault| vec![fault])?;
    let (script, mut diagnostics) = lydian_console::syntax::parse(&source);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    let script = lydian_console::select_task(script, task).map_err(|fault| vec![*fault])?;
    diagnostics.extend(lydian_console::well_formed(&script));
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    // Whether a value can really be missing is seen on the paths, which every command follows anyway; that a prompt can be
    // mixed up with what was written before it is how most specifications are meant.
    diagnostics.retain(|warning| !matches!(warning.code, "used-before-read" | "ambiguous-output"));
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let import =
        |name: &str| inputs::read(&folder.join(name), "the imported file").map_err(|fault| fault.message);
    let (specs, found) = loading(script, &import);
    diagnostics.extend(found);
    if specs.is_empty() { Err(diagnostics) } else { Ok((specs, diagnostics)) }
}

/// The names of the tasks of a specification; none if it cannot be read, or has none.
pub(crate) fn tasks(path: &Path) -> Vec<String> {
    let Ok(source) = inputs::read(path, "the specification") else { return Vec::new() };
    let (script, _) = lydian_console::syntax::parse(&source);
    script.tasks.into_iter().map(|task| task.name).collect()
}

/// How far paths are followed.
pub(crate) fn bounds(arguments: &SpecArguments, deadline: Option<Deadline>) -> PathBounds {
    let usual = PathBounds::default();
    PathBounds {
        rounds: arguments.rounds,
        wrong_values: arguments.wrong_values,
        work: usual.work.saturating_mul(arguments.effort),
        deadline,
        ..usual
    }
}

/// How inputs are made.
pub(crate) fn sampling(arguments: &InputArguments, seed: u64) -> Sampling {
    let usual = Sampling::default();
    Sampling {
        per_path: usize::from(arguments.per_path),
        most_tests: arguments.tests.map_or(usual.most_tests, |tests| tests as usize),
        every_path: arguments.tests.is_some(),
        range: arguments.range,
        seed,
        bits: arguments.overflow.bits(),
        naive: arguments.naive,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Only {
        #[command(flatten)]
        arguments: SpecArguments,
    }

    #[test]
    fn effort_multiplies_the_work_of_paths() {
        let work = |words: &[&str]| {
            let words = ["check", "x.console"].into_iter().chain(words.iter().copied());
            bounds(&Only::parse_from(words).arguments, None).work
        };
        assert_eq!(work(&["--effort", "3"]), 3 * work(&[]));
    }
}
