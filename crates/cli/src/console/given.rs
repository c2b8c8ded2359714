//! The files of a task that every run gets a copy of (`--with`).
//! In: paths that the user names. Out: their names and bytes, read once; what is no file, too large or named twice is an error.

use std::io::Read;
use std::path::{Path, PathBuf};

use lydian_diagnostic::Diagnostic;

use crate::submitted;

/// Bytes of all of them: each run copies them.
const MOST_BYTES: u64 = 16 << 20;

/// A name in the working directory, and what the file holds.
pub(crate) type GivenFile = (String, Vec<u8>);

/// What was read.
#[derive(Debug, Default)]
pub(super) struct Given {
    /// The files in the order in which they were named.
    pub(super) files: Vec<GivenFile>,
    bytes: u64,
}

impl Given {
    /// Reads the files at these paths.
    pub(super) fn read(paths: &[PathBuf]) -> Result<Given, Diagnostic> {
        paths.iter().try_fold(Given::default(), |given, path| given.and(path))
    }

    fn and(mut self, path: &Path) -> Result<Given, Diagnostic> {
        let shown = path.display();
        let fault = |code, message: String, hint: &str| {
            Err(Diagnostic::without_place(code, message).hint(hint.to_owned()))
        };
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            return fault("file-not-found", format!("`{shown}` names no file"), "name a file with --with");
        };
        if !path.exists() {
            return fault(
                "file-not-found",
                format!("there is no file `{shown}` to be given"),
                "check the path",
            );
        }
        if path.is_dir() {
            let hint = "name the files in it, or open it where it is with --readable";
            return fault("not-a-file", format!("`{shown}` is a directory, not a file"), hint);
        }
        if let Some(what) = submitted::special_at(path) {
            return fault(
                "not-a-file",
                format!("`{shown}` is {what}, not a file"),
                "name a file with --with",
            );
        }
        if self.files.iter().any(|(other, _)| other == name) {
            let message = format!("two files with the name `{name}` cannot be in one directory");
            return fault("file-named-twice", message, "leave one of them out, or give it another name");
        }
        let bytes = match read(path, MOST_BYTES - self.bytes) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => {
                let message = format!(
                    "`{shown}` is too large: each run gets a copy of at most {} MiB in all",
                    MOST_BYTES >> 20
                );
                let hint = "open it where it is with --readable, which copies nothing";
                return fault("file-too-large", message, hint);
            }
            Err(error) => {
                return fault(
                    "file-unreadable",
                    format!("`{shown}` cannot be read: {error}"),
                    "check the file",
                );
            }
        };
        self.bytes += bytes.len() as u64;
        self.files.push((name.to_owned(), bytes));
        Ok(self)
    }
}

/// The bytes of a file; nothing if there are more than these.
fn read(path: &Path, most: u64) -> std::io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}
