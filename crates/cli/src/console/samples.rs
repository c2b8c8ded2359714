//! `lydian console samples`: sample runs for a task sheet.

use std::io::{self, Write};

use lydian_budget::{Deadline, under};
use lydian_console::{Choice, Style, samples, write_samples};
use lydian_diagnostic::Diagnostic;
use lydian_report::Color;

use super::parameters;
use crate::arguments::{SamplesArguments, StyleArgument};
use crate::output;

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &SamplesArguments) -> u8 {
    match show(arguments) {
        Ok(code) => code,
        Err(diagnostics) => {
            output::complain(&diagnostics, Color::Auto);
            output::code_of(diagnostics)
        }
    }
}

fn show(arguments: &SamplesArguments) -> Result<u8, Vec<Diagnostic>> {
    let deadline = Deadline::after(arguments.budget);
    let (specs, warnings) =
        under(Some(deadline), || parameters::load(&arguments.spec, &arguments.parameters))?;
    output::complain(&warnings, Color::Auto);
    let choice = Choice {
        number: usize::from(arguments.number),
        optional: arguments.optional,
        seed: arguments.seed,
        deadline: Some(deadline),
    };
    let found = samples(&specs, &choice).map_err(|fault| vec![*fault])?;
    let in_time = !deadline.passed();
    // What cannot be decided is not shown: there may be more than was found.
    let without_solver = found.len() < choice.number && lydian_solver::find_solver().found.is_none();
    if found.is_empty() && in_time && !without_solver {
        let message = "no short input leads through the specification";
        let hint = "`lydian console paths SPEC` shows what stands in the way";
        return Err(vec![Diagnostic::without_place("no-samples", message).hint(hint)]);
    }
    let style = match arguments.style {
        StyleArgument::Text => Style::Text,
        StyleArgument::Markdown => Style::Markdown,
        StyleArgument::Latex => Style::Latex,
    };
    if !found.is_empty() {
        output::or_quit(io::stdout().write_all(write_samples(&found, style).as_bytes()));
    }
    if without_solver {
        return Ok(crate::solver::without("so that sample runs may be missing"));
    }
    // With more time others might have been better.
    Ok(if in_time { 0 } else { super::complain_out_of_time("sample runs were looked for") })
}
