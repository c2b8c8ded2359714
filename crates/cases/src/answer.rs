//! What a case or a command gives, as one text: for those who compare it with what it gives under other circumstances.
//! Times and folders are normalised away, as in the cases.

use std::fs;
use std::path::Path;

use crate::area::cases_root;
use crate::case::{self, Expected, Step};
use crate::run::{Treatment, run, run_step};
use crate::{command_line, document};

/// What the commands of a case give; the case is named by its path below `cases/`.
pub fn answer_of_case(name: &str, binary: &Path) -> Result<String, String> {
    let file = cases_root().join(name);
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let case = case::read(&document::parse(&text)?)?;
    let beside = if file.ends_with("case.md") { file.parent() } else { None };
    let given = run(&case, beside, binary, &Treatment::new("plain")).map_err(|error| error.to_string())?;
    Ok(given.iter().map(text_of).collect())
}

/// What a command gives in the folder of the project; the line is what stands behind `lydian`.
pub fn answer_of_command(line: &str, binary: &Path) -> Result<String, String> {
    let arguments = command_line::split(line)?;
    let step = Step { arguments, stdin: String::new(), expected: Expected::default() };
    let root = cases_root().join("..");
    let root = root.canonicalize().map_err(|error| error.to_string())?;
    let given =
        run_step(&step, binary, &Treatment::new("plain"), &root).map_err(|error| error.to_string())?;
    Ok(text_of(&given))
}

fn text_of(given: &Expected) -> String {
    format!("{}{}exit code {}\n", given.output, given.errors, given.exit)
}
