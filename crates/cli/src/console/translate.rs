//! `lydian console translate`: a model solution in another language.

use std::io::{self, Write};
use std::path::Path;

use lydian_console::{Language, translate};
use lydian_diagnostic::Diagnostic;
use lydian_report::Color;

use super::parameters;
use crate::arguments::{LanguageArgument, TranslateArguments};
use crate::{INVALID, inputs, output};

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &TranslateArguments) -> u8 {
    match write(arguments) {
        Ok(()) => 0,
        Err(diagnostics) => {
            output::complain(&diagnostics, Color::Auto);
            INVALID
        }
    }
}

fn write(arguments: &TranslateArguments) -> Result<(), Vec<Diagnostic>> {
    let (specs, warnings) = parameters::load(&arguments.spec, &arguments.parameters)?;
    output::complain(&warnings, Color::Auto);
    let language = match arguments.to {
        LanguageArgument::Python => Language::Python,
        LanguageArgument::C => Language::C,
        LanguageArgument::Ocaml => Language::OCaml,
        LanguageArgument::Haskell => Language::Haskell,
    };
    let folder = arguments.spec.parent().unwrap_or(Path::new("")).to_owned();
    let import =
        |name: &str| inputs::read(&folder.join(name), "the imported file").map_err(|fault| fault.message);
    let program = translate(&specs[0], language, &import).map_err(|fault| vec![*fault])?;
    output::or_quit(io::stdout().write_all(program.as_bytes()));
    Ok(())
}
