//! Makes one trial of each case in each treatment and of each document.
//! A trial has the name of its file, with the treatment behind it: `cases/compare/fact.md (symbolic)`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::area::{Area, orphans, project_root};
use crate::judge::{Mode, judge_plain, judge_treated};
use crate::transcript::{documents, judge_document};
use crate::trial::{Check, run_checks};

/// Runs the cases of all areas and the transcripts of the documents: the `main` of a test program.
///
/// `UPDATE=1` in the environment rewrites expectations (never together with `CI`), and then only the plain way is run.
pub fn run_suite(binary: &Path, areas: &[Area]) -> ExitCode {
    let checks = checks(&project_root(), binary, areas, Mode::from_environment());
    run_checks(checks)
}

fn checks(root: &Path, binary: &Path, areas: &[Area], mode: Mode) -> Vec<Check> {
    let cases = root.join("cases");
    let mut checks = Vec::new();
    for area in areas {
        match area.files(&cases) {
            Ok(files) => checks.extend(files.iter().flat_map(|file| of_case(root, binary, area, file, mode))),
            Err(why) => checks.push(Check::new(format!("cases/{}", area.name), || Err(why))),
        }
    }
    checks.extend(documents(root).into_iter().map(|document| {
        let (root, binary) = (root.to_owned(), binary.to_owned());
        Check::new(name_of(&root, &document), move || judge_document(&document, &root, &binary, mode))
    }));
    let areas = areas.to_vec();
    checks.push(Check::new("every case belongs to an area".to_owned(), move || {
        let orphans = orphans(&cases, &areas).map_err(|error| error.to_string())?;
        let lines: Vec<String> =
            orphans.iter().map(|path| format!("{} belongs to no area", path.display())).collect();
        if lines.is_empty() { Ok(()) } else { Err(lines.join("\n")) }
    }));
    checks
}

/// One check of the case as it is, and one in each treatment unless expectations are being rewritten.
fn of_case(root: &Path, binary: &Path, area: &Area, file: &Path, mode: Mode) -> Vec<Check> {
    let own = || -> (PathBuf, PathBuf) { (file.to_owned(), binary.to_owned()) };
    let name = name_of(root, file);
    let ((plain, command), treatments) = (own(), area.treatments.clone());
    let mut checks = vec![Check::new(name.clone(), move || judge_plain(&plain, &command, &treatments, mode))];
    if mode == Mode::Check {
        let possible = area.treatments.iter().filter(|treatment| treatment.is_possible()).cloned();
        checks.extend(possible.map(|treatment| {
            let (file, binary) = own();
            Check::new(format!("{name} ({})", treatment.name()), move || {
                judge_treated(&file, &binary, &treatment)
            })
        }));
    }
    checks
}

/// The path of a file in the project.
fn name_of(root: &Path, file: &Path) -> String {
    file.strip_prefix(root).unwrap_or(file).display().to_string()
}

#[cfg(test)]
mod tests;
