//! The directory that a suite is written to.
//! A directory that holds anything but an earlier suite is left alone. Files are put in their place one by one, each as a
//! whole; cases of an earlier suite that are no longer made are removed at the end.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use lydian_diagnostic::Diagnostic;
use lydian_report::{suite_to_html, suite_to_json};
use lydian_stream::write::{Rows, csv, expected, grid, trace};
use lydian_verdict::TraceSuite;
use lydian_words::visible;

use crate::output::OutputFile;

/// The document that marks a directory as ours.
const DOCUMENT: &str = "suite.json";

/// How it begins.
const START: &str = "{\n  \"version\": 1,\n  \"suite\": \"lydian stream\",";

/// A directory for a suite.
pub(crate) struct Folder {
    path: PathBuf,
    /// The files of an earlier suite.
    present: Vec<String>,
}

impl Folder {
    /// The directory at a path, if one is asked for; the error is one that must not be written to.
    pub(crate) fn of(path: Option<&Path>) -> Result<Option<Folder>, Box<Diagnostic>> {
        let Some(path) = path else { return Ok(None) };
        let shown = path.display();
        let refuse = |message: String, hint: &str| {
            Err(Box::new(Diagnostic::without_place("would-overwrite", message).hint(hint)))
        };
        if !path.exists() {
            return Ok(Some(Folder { path: path.to_owned(), present: Vec::new() }));
        }
        if !path.is_dir() {
            return refuse(
                format!("`{shown}` is a file; a suite needs a directory"),
                "name a new directory with --output",
            );
        }
        let entries = fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let entries = entries.map_err(|error| {
            let message = format!("the directory `{shown}` cannot be read: {error}");
            Box::new(Diagnostic::without_place("cannot-write", message))
        })?;
        let mut present: Vec<String> = Vec::new();
        for entry in entries {
            let name = entry.file_name().to_string_lossy().into_owned();
            if !is_name(&name) || !entry.path().is_file() {
                return refuse(
                    format!("the directory `{shown}` has other files, such as `{name}`"),
                    "name a new directory, or an empty one, with --output",
                );
            }
            present.push(name);
        }
        let ours = || fs::read(path.join(DOCUMENT)).is_ok_and(|bytes| bytes.starts_with(START.as_bytes()));
        if !present.is_empty() && !ours() {
            return refuse(
                format!("the directory `{shown}` has files that Lydian did not write"),
                "name a new directory, or an empty one, with --output",
            );
        }
        present.sort();
        Ok(Some(Folder { path: path.to_owned(), present }))
    }

    /// Writes a suite and says what was written.
    pub(crate) fn write(&self, suite: &TraceSuite) -> Result<String, Box<Diagnostic>> {
        let shown = self.path.display();
        if let Err(error) = fs::create_dir_all(&self.path) {
            let message = format!("the directory `{shown}` cannot be made: {error}");
            return Err(Box::new(Diagnostic::without_place("cannot-write", message)));
        }
        let files = files(suite);
        for (name, text) in &files {
            // What stands there is ours: the directory was looked at before.
            let mut file = OutputFile::at(&self.path.join(name), &[], |_| true)?;
            crate::output::or_quit(file.write_all(text.as_bytes()));
            file.finish()?;
        }
        for old in self.present.iter().filter(|old| !files.iter().any(|(name, _)| name == *old)) {
            // A case that stays would be run as if it belonged to the suite.
            if let Err(error) = fs::remove_file(self.path.join(old)) {
                let message = format!("`{old}` of an earlier suite in `{shown}` cannot be removed: {error}");
                return Err(Box::new(Diagnostic::without_place("cannot-write", message)));
            }
        }
        let cases = match suite.cases.len() {
            1 => "1 case".to_owned(),
            count => format!("{count} cases"),
        };
        let reports = "grid.txt, suite.html, suite.json";
        Ok(match suite.cases.len() {
            0 => format!("wrote {reports} to {}", visible(&shown.to_string())),
            _ => {
                let shown = shown.to_string();
                format!("wrote {cases} (.trace, .expected, .csv), {reports} to {}", visible(&shown))
            }
        })
    }
}

/// All files of a suite, the document last: without it the others are not taken for a suite.
fn files(suite: &TraceSuite) -> Vec<(String, String)> {
    let digits = suite.cases.len().to_string().len().max(2);
    let mut files = Vec::new();
    let mut grids = String::new();
    for (number, case) in suite.cases.iter().enumerate() {
        let stem = format!("case-{:0digits$}", number + 1);
        files.push((format!("{stem}.trace"), trace(suite, case)));
        files.push((format!("{stem}.expected"), expected(suite, case)));
        files.push((format!("{stem}.csv"), csv(suite, case)));
        let gap = if number == 0 { "" } else { "\n" };
        grids.push_str(&format!("{gap}# case {}\n{}", number + 1, grid(suite, case, Rows::Named)));
    }
    files.push(("grid.txt".to_owned(), grids));
    files.push(("suite.html".to_owned(), suite_to_html(suite)));
    files.push((DOCUMENT.to_owned(), suite_to_json(suite)));
    files
}

/// Whether a suite may have a file of this name.
fn is_name(name: &str) -> bool {
    if matches!(name, "grid.txt" | "suite.html" | DOCUMENT) {
        return true;
    }
    let Some((stem, extension)) = name.rsplit_once('.') else { return false };
    let digits = stem.strip_prefix("case-").unwrap_or("");
    matches!(extension, "trace" | "expected" | "csv")
        && digits.len() >= 2
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_a_suite_are_known() {
        for name in ["case-01.trace", "case-123.expected", "case-07.csv", "suite.json", "grid.txt"] {
            assert!(is_name(name), "{name}");
        }
        for name in ["case-1.trace", "case-.csv", "case-01.txt", "thesis.md", "case-0x.csv", ".git"] {
            assert!(!is_name(name), "{name}");
        }
    }
}
