//! Reading a specification with what it imports.

use std::path::Path;

use lydian_budget::Deadline;
use lydian_console::{PathBounds, Sampling, Spec};
use lydian_diagnostic::Diagnostic;

use crate::arguments::{InputArguments, SpecArguments};
use crate::inputs;

/// The specification of a command line, once for each choice of its parameters, and warnings about it.
pub(crate) fn load(path: &Path) -> Result<(Vec<Spec>, Vec<Diagnostic>), Vec<Diagnostic>> {
    let source = inputs::read(path, "the specification").map_err(|fault| vec![fault])?;
    let (script, mut diagnostics) = lydian_console::syntax::parse(&source);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
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
    let (specs, found) = lydian_console::load(script, &import);
    diagnostics.extend(found);
    if specs.is_empty() { Err(diagnostics) } else { Ok((specs, diagnostics)) }
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
    Sampling {
        per_path: usize::from(arguments.per_path),
        most_tests: arguments.tests as usize,
        range: arguments.range,
        seed,
        bits: arguments.overflow.bits(),
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
