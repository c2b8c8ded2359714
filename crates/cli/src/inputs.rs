//! Reads what the command line names: the reference, the observer, the submissions.
//! A directory among the submissions stands for the `.ml` files directly in it, sorted. A submission that cannot be read is
//! kept with its diagnostic, so that one bad file among 300 does not stop the others. Bytes need not be UTF-8.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use lydian_diagnostic::{Diagnostic, Severity, Source};
use lydian_ocaml::syntax::MAX_BYTES;

use crate::output::same_file;
use crate::submitted::{self, Wanted};

/// One submission.
#[derive(Debug)]
pub(crate) struct Submission {
    /// Where it is, as the user named it or as it was found.
    pub(crate) path: PathBuf,
    /// Its text, or why there is none.
    pub(crate) source: Result<Arc<Source>, Diagnostic>,
}

/// The submissions that the command line names.
#[derive(Debug)]
pub(crate) struct Submissions {
    /// In the order of the command line.
    pub(crate) all: Vec<Submission>,
    /// What is worth knowing about the choice, such as a file named twice.
    pub(crate) notes: Vec<Diagnostic>,
}

/// Reads one file that must be there.
pub(crate) fn read(path: &Path, role: &str) -> Result<Arc<Source>, Diagnostic> {
    take(path);
    read_with(path, role, open)
}

/// Opens a file that the command line names, also behind a link. What is no regular file is an error at once, even before it is
/// opened: a named pipe that nobody writes to would be waited for, and a device may do anything.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    match submitted::special_at(path) {
        Some(what) => Err(io::Error::other(format!("it is {what}, not a file"))),
        None => File::open(path),
    }
}

/// The files that Lydian itself was given to judge by, such as a specification and what it imports.
static TAKEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Notes that Lydian judges by this file: programs under test shall not read it.
pub(crate) fn take(path: &Path) {
    let mut taken = TAKEN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    taken.extend(path.canonicalize().ok());
}

/// What was taken so far.
pub(crate) fn taken() -> Vec<PathBuf> {
    TAKEN.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
}

/// Reads one file that somebody handed in: a regular one, and no link.
pub(crate) fn read_submitted(path: &Path, given: &Path) -> Result<Arc<Source>, Diagnostic> {
    submitted::check(path, given, Wanted::File)?;
    read_with(path, "the submission", submitted::open)
}

fn read_with(
    path: &Path,
    role: &str,
    open: impl FnOnce(&Path) -> io::Result<File>,
) -> Result<Arc<Source>, Diagnostic> {
    let name = path.display();
    if path.is_dir() {
        let message = format!("{role} `{name}` is a directory, not a file");
        return Err(Diagnostic::without_place("not-a-file", message)
            .hint(format!("name one file, such as {name}/reference.ml").replace("//", "/")));
    }
    if let Some(what) = submitted::special_at(path) {
        let message = format!("{role} `{name}` is {what}, not a file");
        let hint = "put what it gives into a file first: nothing else is read";
        return Err(Diagnostic::without_place("not-a-file", message).hint(hint));
    }
    let bytes = open(path).and_then(read_bytes).map_err(|error| cannot_read(path, &error))?;
    if bytes.len() > MAX_BYTES {
        let message = format!("`{name}` is larger than {} MiB, the most that Lydian reads", MAX_BYTES >> 20);
        return Err(
            Diagnostic::without_place("file-too-large", message).hint("check that this is the right file")
        );
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        let message = format!("`{name}` is empty");
        return Err(Diagnostic::without_place("empty-file", message).hint("check that the file was saved"));
    }
    Ok(Source::from_bytes(name.to_string(), &bytes))
}

/// Reads all submissions.
pub(crate) fn read_submissions(reference: &Path, named: &[PathBuf]) -> Result<Submissions, Vec<Diagnostic>> {
    let mut submissions = Submissions { all: Vec::new(), notes: Vec::new() };
    let mut faults = Vec::new();
    let mut seen: Vec<PathBuf> = Vec::new();
    // One directory may be a link. Among several names, as `submissions/*` gives them, a link comes from a student.
    let is_directory = |path: &Path| path.is_dir() && (named.len() == 1 || !path.is_symlink());
    let files = named.iter().map(PathBuf::as_path).filter(|path| !is_directory(path));
    let given = submitted::given_directory(files);
    for path in named {
        if is_directory(path) {
            match files_in(path) {
                Ok(files) if files.is_empty() => faults.push(
                    Diagnostic::without_place(
                        "no-submissions",
                        format!("there is no `.ml` file in `{}`", path.display()),
                    )
                    .hint("name the directory that has the files; directories inside it are not searched"),
                ),
                Ok(files) => {
                    for file in files {
                        submissions.add(file, path, reference, &mut seen);
                    }
                }
                Err(error) => faults.push(cannot_read(path, &error)),
            }
        } else if !path.is_symlink() && same_file(path, reference) {
            let message = format!("`{}` is the reference and cannot be a submission as well", path.display());
            faults.push(
                Diagnostic::without_place("file-named-twice", message)
                    .hint("name the reference first, then the files to judge"),
            );
        } else {
            submissions.add(path.clone(), &given, reference, &mut seen);
        }
    }
    if faults.is_empty() { Ok(submissions) } else { Err(faults) }
}

impl Submissions {
    fn add(&mut self, path: PathBuf, given: &Path, reference: &Path, seen: &mut Vec<PathBuf>) {
        if path.is_symlink() {
            let source = read_submitted(&path, given);
            self.all.push(Submission { path, source });
            return;
        }
        if same_file(&path, reference) {
            self.notes.push(note(format!("`{}` is the reference and is left out", path.display())));
            return;
        }
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        if seen.contains(&real) {
            self.notes.push(note(format!("`{}` is named twice and judged once", path.display())));
            return;
        }
        seen.push(real);
        let source = read_submitted(&path, given);
        self.all.push(Submission { path, source });
    }
}

fn note(message: String) -> Diagnostic {
    let mut note = Diagnostic::without_place("file-named-twice", message);
    note.severity = Severity::Note;
    note
}

/// What is called `.ml` directly in a directory, sorted; what is no file is refused later, not left out in silence.
fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "ml") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The bytes of a file, but not many more than could be used: the file may be endless.
fn read_bytes(file: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn cannot_read(path: &Path, error: &io::Error) -> Diagnostic {
    let name = path.display();
    match error.kind() {
        io::ErrorKind::NotFound => {
            Diagnostic::without_place("file-not-found", format!("there is no file `{name}`"))
                .hint(where_to_look(path))
        }
        io::ErrorKind::PermissionDenied => {
            Diagnostic::without_place("file-unreadable", format!("`{name}` may not be read by you"))
                .hint(format!("chmod u+r {name}"))
        }
        _ => {
            let message = format!("`{name}` cannot be read: {error}");
            Diagnostic::without_place("file-unreadable", message).hint("check the path and the disk")
        }
    }
}

/// A hint for a path that leads nowhere.
fn where_to_look(path: &Path) -> String {
    let with_extension = path.with_extension("ml");
    if path.extension().is_none() && with_extension.is_file() {
        return format!("did you mean `{}`?", with_extension.display());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match files_in(folder) {
        Err(_) => format!("there is no directory `{}` either", folder.display()),
        Ok(files) if files.is_empty() => format!("there is no `.ml` file in `{}` at all", folder.display()),
        Ok(files) => {
            let names = files.iter().filter_map(|file| file.file_name());
            let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
            let more = names.len().saturating_sub(5);
            names.truncate(5);
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            format!("`{}` has {}{more}", folder.display(), names.join(", "))
        }
    }
}
