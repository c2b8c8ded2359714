//! `lydian model generate`: test sequences with what a system may answer.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use lydian_diagnostic::Diagnostic;
use lydian_report::{
    Color, Format, Verbosity, diagnostics_to_json, sequence_suite_to_html, sequence_suite_to_json,
    sequence_suite_to_junit, sequence_suite_to_text, stdout,
};
use lydian_verdict::{SequenceSuite, VerdictKind, exit_code_of_batch};

use super::{load, suite};
use crate::arguments::{MethodArgument, ModelGenerateArguments};
use crate::output::OutputFile;
use crate::{INVALID, output};

/// The time that it may take unless the user says otherwise.
const USUAL_BUDGET: Duration = Duration::from_secs(60);

/// Cases that a text shows.
const MOST_SHOWN: usize = 12;

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &ModelGenerateArguments) -> u8 {
    match generate(arguments) {
        Ok(code) => code,
        Err(diagnostics) => {
            output::complain(&diagnostics, arguments.common.color());
            if arguments.common.format() == Format::Json && arguments.common.output.is_none() {
                let document = diagnostics_to_json(&diagnostics);
                output::or_quit(stdout(Color::Never).write_all(document.as_bytes()));
            }
            INVALID
        }
    }
}

fn generate(arguments: &ModelGenerateArguments) -> Result<u8, Vec<Diagnostic>> {
    let started = Instant::now();
    let model = load::model(&arguments.model, arguments.common.color())?;
    let path: &Path = &arguments.model.model;
    let file = match &arguments.common.output {
        Some(place) => Some(OutputFile::at(place, &[path], is_suite).map_err(|fault| vec![*fault])?),
        None => None,
    };
    let usual =
        if arguments.sequences.given.is_empty() { MethodArgument::Paths } else { MethodArgument::Given };
    let method = arguments.sequences.method.unwrap_or(usual);
    let budget = arguments.common.budget(USUAL_BUDGET);
    let request = suite::request(&arguments.sequences, &model, method, arguments.common.seed, budget)?;
    let told = load::with_model(&model, |spec| {
        let suite = spec.suite(&request)?;
        let mut told = spec.tell_suite(&suite, &path.display().to_string());
        told.effort.time("time", started.elapsed());
        Ok(told)
    })?;
    let text = render(arguments, &told);
    match file {
        Some(mut file) => {
            output::or_quit(file.write_all(text.as_bytes()));
            file.finish().map_err(|fault| vec![*fault])?;
        }
        None => {
            let color = if arguments.common.format() == Format::Text {
                arguments.common.color()
            } else {
                Color::Never
            };
            output::or_quit(stdout(color).write_all(text.as_bytes()));
        }
    }
    let kind: VerdictKind = told.verdict.kind();
    Ok(exit_code_of_batch([kind]))
}

fn render(arguments: &ModelGenerateArguments, told: &SequenceSuite) -> String {
    match arguments.common.format() {
        Format::Json => sequence_suite_to_json(told),
        Format::Junit => sequence_suite_to_junit(told),
        Format::Html => sequence_suite_to_html(told),
        Format::Text => {
            let verbosity = arguments.common.verbosity();
            let most = if verbosity == Verbosity::Verbose { usize::MAX } else { MOST_SHOWN };
            sequence_suite_to_text(told, verbosity, most)
        }
    }
}

/// Whether a file holds a suite, in any of the forms.
fn is_suite(present: &[u8]) -> bool {
    output::is_report(present)
}
