//! The file in which the counterexamples of a file of properties are kept.
//!
//! `.lydian/FILE.ml.failures` beside the file; the variable `LYDIAN_FAILURES` names another folder, or none if it is empty. What
//! cannot be read is left alone, and what cannot be written is a warning: neither changes a verdict or an exit code.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use lydian_diagnostic::{Diagnostic, Severity};
use lydian_property::Kept;

use crate::output;

/// The folder beside a file.
const FOLDER: &str = ".lydian";

/// The variable that names another folder, as in the library for Rust programs.
const VARIABLE: &str = "LYDIAN_FAILURES";

/// A file that Lydian keeps is smaller by far; a larger one is something else.
const MOST_BYTES: u64 = 4 << 20;

/// The longest name that a path is turned into.
const LONGEST_NAME: usize = 150;

/// Where counterexamples are kept, and those that are kept there.
pub(crate) struct KeptFile {
    /// The file; none if nothing shall be kept or what is there cannot be read.
    path: Option<PathBuf>,
    /// The file of properties, without its folder.
    subject: String,
    before: Kept,
    /// What is to be kept from now on.
    pub(crate) kept: Kept,
}

impl KeptFile {
    /// Keeps nothing.
    pub(crate) fn none() -> KeptFile {
        let (before, kept) = (Kept::default(), Kept::default());
        KeptFile { path: None, subject: String::new(), before, kept }
    }

    /// Reads what is kept for a file; the diagnostic says why nothing can be.
    pub(crate) fn open(file: &Path) -> (KeptFile, Option<Diagnostic>) {
        let Some(path) = place(file, std::env::var_os(VARIABLE)) else { return (KeptFile::none(), None) };
        match read(&path) {
            Ok(text) => {
                let kept = Kept::parse(&text);
                let subject = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                (KeptFile { path: Some(path), subject, before: kept.clone(), kept }, None)
            }
            Err(error) => (KeptFile::none(), Some(cannot_keep(&path, "read", &error))),
        }
    }

    /// Whether anything is kept at all.
    pub(crate) fn is_used(&self) -> bool {
        self.path.is_some()
    }

    /// Writes what is to be kept, if that is something new. The diagnostic says why it cannot be written.
    pub(crate) fn save(&self) -> Option<Diagnostic> {
        let path = self.path.as_ref().filter(|_| self.kept != self.before)?;
        let written = match self.kept.text(&self.subject) {
            Some(text) => path
                .parent()
                .map_or(Ok(()), fs::create_dir_all)
                .and_then(|()| output::replace(path, text.as_bytes())),
            None => fs::remove_file(path).map(|()| {
                // The folder goes with its last file; other files keep it.
                let _ = path.parent().filter(|folder| folder.ends_with(FOLDER)).map(fs::remove_dir);
            }),
        };
        written.err().map(|error| cannot_keep(path, "written", &error))
    }
}

/// The file in which the counterexamples of a file are kept.
fn place(file: &Path, folder: Option<OsString>) -> Option<PathBuf> {
    let Some(folder) = folder else {
        let mut name = file.file_name()?.to_owned();
        name.push(".failures");
        return Some(file.with_file_name(FOLDER).join(name));
    };
    if folder.is_empty() {
        return None;
    }
    let letters = file.to_string_lossy();
    let letters = letters.trim_start_matches("./").chars();
    let name: Vec<char> =
        letters.map(|char| if char.is_alphanumeric() || "._".contains(char) { char } else { '-' }).collect();
    // Long names are told apart by their ends, where the file stands.
    let name: String = name[name.len().saturating_sub(LONGEST_NAME)..].iter().collect();
    Some(PathBuf::from(folder).join(name + ".failures"))
}

/// The text of a file; none if there is no file.
fn read(path: &Path) -> io::Result<String> {
    // A link would let whoever made it choose what is read here, and written later.
    let is_link = |path: &Path| fs::symlink_metadata(path).is_ok_and(|data| data.is_symlink());
    if path.parent().filter(|folder| folder.ends_with(FOLDER)).is_some_and(is_link) {
        return Err(io::Error::other("its folder is a symbolic link"));
    }
    match fs::symlink_metadata(path) {
        Ok(data) if data.is_symlink() => return Err(io::Error::other("it is a symbolic link")),
        Ok(data) if !data.is_file() => return Err(io::Error::other("it is not a file")),
        Ok(data) if data.len() > MOST_BYTES => return Err(io::Error::other("it is too large")),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(String::new()),
        Err(error) => return Err(error),
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES).read_to_end(&mut bytes)?;
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not text"))
}

fn cannot_keep(path: &Path, what: &str, error: &io::Error) -> Diagnostic {
    let message = format!("counterexamples are not kept: `{}` cannot be {what}: {error}", path.display());
    let mut warning = Diagnostic::without_place("cannot-keep", message)
        .hint("--no-keep keeps nothing; LYDIAN_FAILURES names another folder");
    warning.severity = Severity::Warning;
    warning
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counterexamples_are_kept_beside_their_file() {
        let kept = |file: &str| place(Path::new(file), None);
        assert_eq!(kept("a.ml"), Some(PathBuf::from(".lydian/a.ml.failures")));
        assert_eq!(kept("x/y/a.ml"), Some(PathBuf::from("x/y/.lydian/a.ml.failures")));
    }

    #[test]
    fn the_variable_names_another_folder_or_none() {
        let kept = |file: &str| place(Path::new(file), Some("/kept".into()));
        assert_eq!(kept("./x/a b.ml"), Some(PathBuf::from("/kept/x-a-b.ml.failures")));
        assert_eq!(kept("../x/../../a.ml"), Some(PathBuf::from("/kept/..-x-..-..-a.ml.failures")));
        assert_eq!(kept(&"é".repeat(400)).map(|path| path.to_string_lossy().chars().count()), Some(165));
        assert_eq!(place(Path::new("a.ml"), Some("".into())), None);
    }
}
