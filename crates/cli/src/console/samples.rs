//! `lydian console samples`: sample runs for a task sheet.

use std::io::{self, Write};

use lydian_console::{Choice, Style, samples, write_samples};
use lydian_diagnostic::Diagnostic;
use lydian_report::Color;

use super::parameters;
use crate::arguments::{SamplesArguments, StyleArgument};
use crate::{INVALID, output};

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &SamplesArguments) -> u8 {
    match show(arguments) {
        Ok(()) => 0,
        Err(diagnostics) => {
            output::complain(&diagnostics, Color::Auto);
            INVALID
        }
    }
}

fn show(arguments: &SamplesArguments) -> Result<(), Vec<Diagnostic>> {
    let (specs, warnings) = parameters::load(&arguments.spec, &arguments.parameters)?;
    output::complain(&warnings, Color::Auto);
    let choice =
        Choice { number: usize::from(arguments.number), optional: arguments.optional, seed: arguments.seed };
    let found = samples(&specs, &choice).map_err(|fault| vec![*fault])?;
    if found.is_empty() {
        let message = "no short input leads through the specification";
        let hint = "`lydian console paths SPEC` shows what stands in the way";
        return Err(vec![Diagnostic::without_place("no-samples", message).hint(hint)]);
    }
    let style = match arguments.style {
        StyleArgument::Text => Style::Text,
        StyleArgument::Markdown => Style::Markdown,
        StyleArgument::Latex => Style::Latex,
    };
    output::or_quit(io::stdout().write_all(write_samples(&found, style).as_bytes()));
    Ok(())
}
