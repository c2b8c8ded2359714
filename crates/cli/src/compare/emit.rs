//! What lies between two phases, printed instead of the report.

use std::io::Write;
use std::sync::Arc;

use lydian_diagnostic::{Diagnostic, Source};
use lydian_report::stdout;

use super::Work;
use crate::INVALID;
use crate::arguments::{CompareArguments, EmitArgument};
use crate::output::{self, OutputFile};

const STACK: usize = 256 << 20;

/// The most paths that are printed for one submission.
const MOST_PATHS: usize = 1_000;

/// Prints the paths of the search over each submission: as conditions, or as SMT-LIB scripts.
pub(crate) fn emit_paths(work: &Work, arguments: &CompareArguments) -> Result<u8, Vec<Diagnostic>> {
    let mut text = String::new();
    let mut code = 0;
    for submission in &work.submissions.all {
        let paths = submission.source.as_ref().map_err(|fault| vec![fault.clone()]).and_then(|source| {
            text.push_str(&format!("; {}\n", source.name));
            lydian_compare::explore_paths(&work.reference, source, &work.options, MOST_PATHS)
        });
        match paths {
            Ok(paths) => {
                for (index, path) in paths.iter().enumerate() {
                    text.push_str(&format!("\n; path {}: {}, {}\n", index + 1, path.finding, path.call));
                    match arguments.emit {
                        Some(EmitArgument::Smt) => text.push_str(&path.smt),
                        _ => path.conditions.iter().for_each(|condition| {
                            text.push_str(condition);
                            text.push('\n');
                        }),
                    }
                }
            }
            Err(diagnostics) => {
                code = INVALID;
                output::complain(&diagnostics, arguments.common.color());
            }
        }
    }
    write(&text, arguments, work)?;
    Ok(code)
}

/// Prints the Core of the reference and of each submission, in order, each with the observer behind it.
pub(crate) fn emit_core(work: &Work, arguments: &CompareArguments) -> Result<u8, Vec<Diagnostic>> {
    let mut text = String::new();
    let mut code = 0;
    let submissions = work.submissions.all.iter().map(|submission| submission.source.as_ref());
    for source in std::iter::once(Ok(&work.reference)).chain(submissions) {
        let diagnostics = match source {
            Err(fault) => vec![fault.clone()],
            Ok(source) => {
                let (program, diagnostics) = core_of(source, work.options.observer.as_ref())?;
                if let Some(program) = &program {
                    text.push_str(if text.is_empty() { "" } else { "\n" });
                    text.push_str(program);
                }
                diagnostics
            }
        };
        code = if diagnostics.iter().any(Diagnostic::is_error) { INVALID } else { code };
        output::complain(&diagnostics, arguments.common.color());
    }
    write(&text, arguments, work)?;
    Ok(code)
}

/// The Core of one program as text; deeply nested programs need a deep stack in the front end.
fn core_of(
    source: &Arc<Source>,
    observer: Option<&Arc<Source>>,
) -> Result<(Option<String>, Vec<Diagnostic>), Vec<Diagnostic>> {
    let options = lydian_ocaml::Options { after: observer.into_iter().cloned().collect() };
    let load = || {
        let (program, diagnostics) = lydian_ocaml::load_with(source, &options);
        (program.map(|program| lydian_core::print::print_program(&program)), diagnostics)
    };
    std::thread::scope(|scope| {
        match std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, lydian_budget::shared(load))
            .map(|thread| thread.join())
        {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => {
                let message = format!("no thread can be started: {error}");
                Err(vec![Diagnostic::without_place("out-of-resources", message)])
            }
        }
    })
}

fn write(text: &str, arguments: &CompareArguments, work: &Work) -> Result<(), Vec<Diagnostic>> {
    let Some(path) = &arguments.common.output else {
        output::or_quit(stdout(arguments.common.color()).write_all(text.as_bytes()));
        return Ok(());
    };
    let inputs = work.input_paths(arguments);
    let mut file = OutputFile::at(path, &inputs, is_core).map_err(|fault| vec![*fault])?;
    output::or_quit(file.write_all(text.as_bytes()));
    file.finish().map_err(|fault| vec![*fault])
}

fn is_core(bytes: &[u8]) -> bool {
    bytes.starts_with(b"core ")
}
