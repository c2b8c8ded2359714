//! `lydian console trace`: the generalised trace of a specification on some lines: all that may be written, turn by turn.

use std::io::{self, Write};

use lydian_console::{Expected, Misfit, Spec, Then, failed, show};
use lydian_diagnostic::Diagnostic;
use lydian_report::Color;

use super::parameters;
use crate::arguments::TraceArguments;
use crate::{INVALID, output};

/// Numbers of any width are as good as any other here.
const ANY_WIDTH: u32 = u32::MAX;

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &TraceArguments) -> u8 {
    match trace(arguments) {
        Ok(code) => code,
        Err(diagnostics) => {
            output::complain(&diagnostics, Color::Auto);
            INVALID
        }
    }
}

fn trace(arguments: &TraceArguments) -> Result<u8, Vec<Diagnostic>> {
    let (specs, warnings) = parameters::load(&arguments.spec, &arguments.parameters)?;
    output::complain(&warnings, Color::Auto);
    let lines: Vec<Vec<u8>> = arguments.inputs.iter().map(|line| line.clone().into_bytes()).collect();
    let run = of_spec(&specs[0], &lines).map_err(|fault| vec![fault])?;
    let text = run.iter().map(|step| format!("{step}\n")).collect::<String>();
    output::or_quit(io::stdout().write_all(text.as_bytes()));
    Ok(0)
}

/// Other choices of the program that are shown.
const MOST_OTHERS: usize = 20;

fn of_spec(spec: &Spec, lines: &[Vec<u8>]) -> Result<Vec<String>, Diagnostic> {
    match spec.expect(lines, ANY_WIDTH) {
        Ok(expected) => Ok(all(&expected)),
        Err(Misfit::TooFew(mut expected)) => {
            expected.then = Then::ReadsOn;
            Ok(all(&expected))
        }
        Err(Misfit::Fails(failure)) => Err(failed(spec, &failure, lines)),
        Err(misfit) => {
            let message = format!("these inputs do not fit: {}", misfit.in_words());
            Err(Diagnostic::without_place("inputs-do-not-fit", message)
                .hint("`lydian console run SPEC` shows what the specification reads"))
        }
    }
}

/// What is allowed, and what if the program chooses otherwise.
fn all(expected: &Expected) -> Vec<String> {
    let mut runs: Vec<Vec<String>> = vec![show::expected_run(expected, true)];
    for other in &expected.others {
        let run = show::expected_run(other, true);
        if !runs.contains(&run) {
            runs.push(run);
        }
    }
    let more = runs.len().saturating_sub(MOST_OTHERS + 1);
    runs.truncate(MOST_OTHERS + 1);
    let mut text = runs.remove(0);
    for run in runs {
        text.push("or, if the program chooses or computes otherwise:".to_owned());
        text.extend(run);
    }
    if more > 0 {
        text.push(format!("and {more} more"));
    }
    text
}
