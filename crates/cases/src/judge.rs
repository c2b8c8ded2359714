//! Judges one case in one treatment.
//! In: the file, the program, how to run it. Out: nothing, or what is wrong in words for whoever wrote the case. A case that `not-in:`
//! exempts from a treatment is run there all the same and must fail, so the list stays true.

use std::fs;
use std::path::Path;

use crate::case::{self, Case, Expected};
use crate::difference::difference;
use crate::document::{self, Block};
use crate::normalise::normalise;
use crate::run::{Treatment, run};
use crate::update::update;

/// Whether expectations are held or rewritten.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Check,
    Update,
}

impl Mode {
    /// `UPDATE=1` rewrites, but never where `CI` is set: that would be a run that cannot fail.
    pub(crate) fn from_environment() -> Mode {
        let wanted = std::env::var_os("UPDATE").is_some_and(|value| !value.is_empty() && value != "0");
        let in_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
        assert!(!(wanted && in_ci), "expectations are not rewritten where CI is set");
        if wanted { Mode::Update } else { Mode::Check }
    }
}

/// Holds the case to its output as it is, or rewrites what it expects. `treatments` are those that its `not-in:` may name.
pub(crate) fn judge_plain(
    file: &Path,
    binary: &Path,
    treatments: &[Treatment],
    mode: Mode,
) -> Result<(), String> {
    let (blocks, case) = read(file)?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    if !name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-') {
        return Err("a case is named as a fact in lower case, with `-` between words".to_owned());
    }
    let unknown =
        case.not_in.iter().find(|name| !treatments.iter().any(|known| known.name() == name.as_str()));
    if let Some(unknown) = unknown {
        return Err(format!("`not-in: {unknown}` names no treatment of this area"));
    }
    let given = run_in(file, &case, binary, &Treatment::new("plain"))?;
    match (compare(&case, &given), mode) {
        (None, _) => Ok(()),
        (Some(differs), Mode::Check) => Err(format!("{differs}\n(UPDATE=1 rewrites what is expected)")),
        (Some(_), Mode::Update) => {
            write_update(file, &blocks, &given)?;
            println!("updated {}", file.display());
            Ok(())
        }
    }
}

/// Holds the case to the same output in a treatment, or to another one if it says so.
pub(crate) fn judge_treated(file: &Path, binary: &Path, treatment: &Treatment) -> Result<(), String> {
    let (_, case) = read(file)?;
    let exempt = case.not_in.iter().any(|name| name == treatment.name());
    match compare(&case, &run_in(file, &case, binary, treatment)?) {
        Some(differs) if !exempt => Err(differs),
        None if exempt => Err(format!("gives its output: take `{}` out of `not-in`", treatment.name())),
        Some(_) | None => Ok(()),
    }
}

fn read(file: &Path) -> Result<(Vec<Block>, Case), String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let blocks = document::parse(&text)?;
    let case = case::read(&blocks)?;
    Ok((blocks, case))
}

fn run_in(file: &Path, case: &Case, binary: &Path, treatment: &Treatment) -> Result<Vec<Expected>, String> {
    let beside = if file.ends_with("case.md") { file.parent() } else { None };
    run(case, beside, binary, treatment).map_err(|error| error.to_string())
}

fn write_update(file: &Path, blocks: &[Block], given: &[Expected]) -> Result<(), String> {
    fs::write(file, document::print(&update(blocks, given))).map_err(|error| error.to_string())
}

/// What differs in the first command that differs.
fn compare(case: &Case, given: &[Expected]) -> Option<String> {
    let steps = case.steps.iter().map(|step| (step, normalised(&step.expected)));
    let ((step, expected), given) = steps.zip(given).find(|((_, expected), given)| expected != *given)?;
    let mut message = format!("`lydian {}` differs", step.arguments.join(" "));
    for (what, expected, given) in
        [("output", &expected.output, &given.output), ("errors", &expected.errors, &given.errors)]
    {
        if expected != given {
            message.push_str(&format!("\n{what}:\n{}", difference(expected, given)));
        }
    }
    if expected.exit != given.exit {
        message.push_str(&format!("\nexit: expected {}, got {}", expected.exit, given.exit));
    }
    Some(message)
}

fn normalised(expected: &Expected) -> Expected {
    Expected {
        output: normalise(&expected.output, ""),
        errors: normalise(&expected.errors, ""),
        exit: expected.exit,
    }
}
