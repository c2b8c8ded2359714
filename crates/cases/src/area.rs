//! Runs all cases of an area in all treatments and holds each to its one output.
//! A case that `not-in:` exempts from a treatment is run there all the same and must fail, so the list stays true. An
//! area without cases fails, and a file under `cases/` that belongs to no area is refused.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::case::{self, Case, Expected};
use crate::difference::difference;
use crate::document::{self, Block};
use crate::normalise::normalise;
use crate::run::{Treatment, run};
use crate::update::update;

/// What running an area gave.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct AreaReport {
    /// How many cases there are.
    pub cases: usize,
    /// How often a case was run and held to its output.
    pub runs: usize,
    /// The files that were rewritten.
    pub updated: Vec<PathBuf>,
    /// What went wrong, by file, in alphabetical order.
    pub failures: Vec<String>,
}

/// Runs the cases of `cases/<area>` and panics with a readable list if any fails: the body of a test.
///
/// Each case runs without a treatment and then in each of `treatments`. `UPDATE=1` in the environment rewrites
/// expectations (never together with `CI`); `CASE=word` runs only the files whose name has the word.
pub fn run_area(area: &str, binary: &Path, treatments: &[Treatment]) {
    let mode = Mode::from_environment();
    let only = std::env::var("CASE").unwrap_or_default();
    let report = judge_folder(&cases_root().join(area), binary, treatments, mode, &only);
    for path in &report.updated {
        println!("updated {}", path.display());
    }
    println!("{} cases, {} runs", report.cases, report.runs);
    assert!(report.failures.is_empty(), "\n\n{}\n", report.failures.join("\n\n"));
}

/// Runs the cases of a folder and tells what happened, without rewriting anything.
pub fn judge_area(folder: &Path, binary: &Path, treatments: &[Treatment]) -> AreaReport {
    judge_folder(folder, binary, treatments, Mode::Check, "")
}

/// The folder of all cases.
pub fn cases_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases")
}

/// Files under `root` that no area of `areas` picks up; the test of the area runners asks that there be none.
pub fn refuse_orphans(root: &Path, areas: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut orphans = Vec::new();
    for path in entries(root)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && areas.contains(&name.as_str()) {
            orphans.extend(entries(&path)?.into_iter().filter(|path| case_file(path).is_none()));
        } else if name != "README.md" {
            orphans.push(path);
        }
    }
    Ok(orphans)
}

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

fn judge_folder(
    folder: &Path,
    binary: &Path,
    treatments: &[Treatment],
    mode: Mode,
    only: &str,
) -> AreaReport {
    let paths = match entries(folder) {
        Ok(paths) => paths,
        Err(error) => {
            let failures = vec![format!("{}: {error}", folder.display())];
            return AreaReport { failures, ..AreaReport::default() };
        }
    };
    let files: Vec<PathBuf> = paths
        .iter()
        .filter_map(|path| case_file(path))
        .filter(|path| path.to_string_lossy().contains(only))
        .collect();
    let results: Mutex<Vec<(usize, CaseResult)>> = Mutex::default();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(file) = files.get(index) else { break };
                    let result = judge_case(file, binary, treatments, mode);
                    results.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((index, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    results.sort_by_key(|(index, _)| *index);
    let mut report = AreaReport { cases: files.len(), ..AreaReport::default() };
    for ((_, result), file) in results.into_iter().zip(&files) {
        report.runs += result.runs;
        report.updated.extend(result.updated.then(|| file.clone()));
        report
            .failures
            .extend(result.failures.into_iter().map(|failure| format!("{}: {failure}", file.display())));
    }
    if files.is_empty() {
        report.failures.push(format!("{}: there is no case to run", folder.display()));
    }
    report
}

#[derive(Default)]
struct CaseResult {
    runs: usize,
    updated: bool,
    failures: Vec<String>,
}

fn judge_case(file: &Path, binary: &Path, treatments: &[Treatment], mode: Mode) -> CaseResult {
    let mut result = CaseResult::default();
    if let Err(failure) = judge_readable(file, binary, treatments, mode, &mut result) {
        result.failures.push(failure);
    }
    result
}

/// An error ends the case: what comes later would only repeat it.
fn judge_readable(
    file: &Path,
    binary: &Path,
    treatments: &[Treatment],
    mode: Mode,
    result: &mut CaseResult,
) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let blocks = document::parse(&text)?;
    let case = case::read(&blocks)?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    if !name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-') {
        return Err("a case is named as a fact in lower case, with `-` between words".to_owned());
    }
    let unknown =
        case.not_in.iter().find(|name| !treatments.iter().any(|known| known.name() == name.as_str()));
    if let Some(unknown) = unknown {
        return Err(format!("`not-in: {unknown}` names no treatment of this area"));
    }
    let beside = if file.ends_with("case.md") { file.parent() } else { None };
    let run_in =
        |treatment: &Treatment| run(&case, beside, binary, treatment).map_err(|error| error.to_string());

    let plain = Treatment::new("plain");
    let given = run_in(&plain)?;
    result.runs += 1;
    let differs = compare(&case, &given);
    let mut expected: Vec<Expected> = case.steps.iter().map(|step| normalised(&step.expected)).collect();
    if let Some(differs) = differs {
        if mode == Mode::Check {
            return Err(format!("{differs}\n(UPDATE=1 rewrites what is expected)"));
        }
        write_update(file, &blocks, &given)?;
        result.updated = true;
        expected = given;
    }
    for treatment in treatments {
        let given = run_in(treatment)?;
        result.runs += 1;
        let failure = compare_steps(&case, &expected, &given);
        let exempt = case.not_in.iter().any(|name| name == treatment.name());
        match (failure, exempt) {
            (Some(failure), false) => {
                result.failures.push(format!("in treatment `{}`: {failure}", treatment.name()));
            }
            (None, true) => {
                let name = treatment.name();
                result.failures.push(format!("passes in treatment `{name}`: take it out of `not-in`"));
            }
            (Some(_), true) | (None, false) => {}
        }
    }
    Ok(())
}

fn write_update(file: &Path, blocks: &[Block], given: &[Expected]) -> Result<(), String> {
    fs::write(file, document::print(&update(blocks, given))).map_err(|error| error.to_string())
}

fn compare(case: &Case, given: &[Expected]) -> Option<String> {
    let expected: Vec<Expected> = case.steps.iter().map(|step| normalised(&step.expected)).collect();
    compare_steps(case, &expected, given)
}

/// What differs in the first command that differs.
fn compare_steps(case: &Case, expected: &[Expected], given: &[Expected]) -> Option<String> {
    let steps = case.steps.iter().zip(expected).zip(given);
    let ((step, expected), given) = steps.into_iter().find(|((_, expected), given)| expected != given)?;
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

/// The case file that an entry of an area stands for: `fact.md`, or `fact/case.md` in a folder with further files.
fn case_file(path: &Path) -> Option<PathBuf> {
    if path.is_dir() {
        let inner = path.join("case.md");
        return inner.is_file().then_some(inner);
    }
    path.extension().is_some_and(|extension| extension == "md").then(|| path.to_owned())
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests;
