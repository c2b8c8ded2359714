//! Where reports and complaints go.
//! A report file is written beside its place and renamed when it is whole, so a run that fails leaves the old one. An input, or
//! a file that is not a report, is never overwritten. A reader that closes its pipe ends the command without a word.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lydian_diagnostic::Diagnostic;
use lydian_report::{Color, render_diagnostics, stderr};
use lydian_verdict::{Verdict, VerdictKind};

use crate::INVALID;

/// The exit code of a command whose reader went away, as a shell gives it for the signal.
const READER_GONE: i32 = 141;

/// The number of cores.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Shows diagnostics on standard error.
pub(crate) fn complain(diagnostics: &[Diagnostic], color: Color) {
    // If standard error is gone, nobody is there to read it.
    let _ = stderr(color).write_all(render_diagnostics(diagnostics).as_bytes());
}

/// The exit code of a command that could not begin because of these faults.
pub(crate) fn code_of(faults: Vec<Diagnostic>) -> u8 {
    Verdict::of_faults(faults).exit_code()
}

/// Ends the command if something could not be written: quietly if the reader went away, else with a message.
pub(crate) fn or_quit<T>(result: io::Result<T>) -> T {
    match result {
        Ok(value) => value,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(READER_GONE),
        Err(error) => {
            let failed =
                Diagnostic::without_place("cannot-write", format!("the output cannot be written: {error}"));
            complain(&[failed], Color::Auto);
            std::process::exit(i32::from(INVALID));
        }
    }
}

/// A file that is written as a whole, at the end.
#[derive(Debug, Clone)]
pub(crate) struct OutputFile {
    path: PathBuf,
    /// What is there already and no ordinary file, such as `/dev/null` or a pipe that somebody reads.
    special: Option<Arc<File>>,
    written: Arc<Mutex<Vec<u8>>>,
}

impl OutputFile {
    /// A file at `path`, unless that would destroy something: one of `inputs`, or what `is_ours` does not know.
    pub(crate) fn at(
        path: &Path,
        inputs: &[&Path],
        is_ours: fn(&[u8]) -> bool,
    ) -> Result<OutputFile, Box<Diagnostic>> {
        let shown = path.display();
        let refuse = |code, message: String, hint: &str| {
            Err(Box::new(Diagnostic::without_place(code, message).hint(hint.to_owned())))
        };
        if path.is_dir() {
            return refuse(
                "would-overwrite",
                format!("`{shown}` is a directory, not a file"),
                "name a file in it with --output",
            );
        }
        if inputs.iter().any(|input| same_file(input, path)) {
            return refuse(
                "would-overwrite",
                format!("`{shown}` is one of the inputs and is not overwritten"),
                "choose another file with --output",
            );
        }
        // What is no ordinary file, such as /dev/null, holds nothing that could be lost.
        if path.is_file() {
            match fs::read(path) {
                Ok(present) if present.is_empty() || is_ours(&present) => {}
                _ => {
                    return refuse(
                        "would-overwrite",
                        format!("`{shown}` exists and Lydian did not write it"),
                        "choose another file, or remove this one first",
                    );
                }
            }
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return refuse(
                "cannot-write",
                format!("there is no directory `{}` to write to", folder.display()),
                &format!("mkdir -p {}", folder.display()),
            );
        }
        let special = match path.exists() && !path.is_file() {
            true => match open_special(path) {
                Ok(file) => Some(Arc::new(file)),
                Err(error) => {
                    return refuse(
                        "cannot-write",
                        format!("`{shown}` cannot be written: {error}"),
                        "a named pipe needs a reader before the command begins; or choose a file",
                    );
                }
            },
            false => None,
        };
        Ok(OutputFile { path: path.to_owned(), special, written: Arc::default() })
    }

    fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        // Bytes are whole after every write, also if a thread that wrote some is gone.
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts the file in its place, without colours.
    pub(crate) fn finish(&self) -> Result<(), Box<Diagnostic>> {
        let bytes = anstream::adapter::strip_bytes(&self.bytes()).into_vec();
        let written = match &self.special {
            Some(file) => write_special(file, &bytes),
            None => replace(&self.path, &bytes),
        };
        written.map_err(|error| {
            let message = format!("`{}` cannot be written: {error}", self.path.display());
            Box::new(Diagnostic::without_place("cannot-write", message))
        })
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Opens what is no ordinary file. A pipe that nobody reads is an error at once: opened in the usual way it would wait for a reader for ever.
fn open_special(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK | libc::O_NOCTTY);
    options.open(path).map_err(|error| match error.raw_os_error() {
        #[cfg(unix)]
        Some(libc::ENXIO) => io::Error::other("nobody reads it"),
        _ => error,
    })
}

/// Writes to what does not wait by itself; a reader may take its time.
fn write_special(mut file: &File, mut bytes: &[u8]) -> io::Result<()> {
    const PAUSE: std::time::Duration = std::time::Duration::from_millis(5);
    while !bytes.is_empty() {
        match file.write(bytes) {
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => std::thread::sleep(PAUSE),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Writes a file beside its place and puts it there when it is whole.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(name);
    let result = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if result.is_err() {
        // The message is about the first failure; a part that stays is litter.
        let _ = fs::remove_file(&beside);
    }
    result
}

/// Whether two paths lead to one file.
pub(crate) fn same_file(left: &Path, right: &Path) -> bool {
    match (left.canonicalize(), right.canonicalize()) {
        (Ok(left), Ok(right)) => left == right,
        _ => false,
    }
}

/// Whether these bytes are a report of ours, in any form.
pub(crate) fn is_report(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let has = |start: &str, mark: &str| text.starts_with(start) && text.contains(mark);
    if has("{\n  \"version\": ", "")
        || has("<!DOCTYPE html>", "<th>Subject</th><th>Verdict</th>")
        || has("<?xml ", "<testsuites name=\"lydian\"")
    {
        return true;
    }
    // A text report begins with a subject and its verdict, or with the counts of a run over nothing.
    let line = text.lines().next().unwrap_or_default();
    let verdict = line.rsplit_once(": ").map_or("", |(_, verdict)| verdict);
    VerdictKind::ALL.iter().any(|kind| verdict.starts_with(kind.word()))
        || line.contains(": mismatched: ")
        || line == "0 in all: nothing was judged"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_known_and_other_files_are_not() {
        for report in
            ["a.ml: refuted\n", "a b.ml: mismatched: `f` has another type\n", "{\n  \"version\": 1,"]
        {
            assert!(is_report(report.as_bytes()), "{report}");
        }
        for other in ["let x = 1\n", "My thesis\n", "{\"a\": 1}", "\u{0}", "<!DOCTYPE html>\n<p>Home"] {
            assert!(!is_report(other.as_bytes()), "{other}");
        }
    }
}
