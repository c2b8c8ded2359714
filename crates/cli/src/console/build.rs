//! Builds a submission: copies it into a directory of its own and runs the user's command there, confined and within limits.
//! In: the file, the command with `{}` and `{out}`. Out: a directory with the product, or a diagnostic with the compiler's words.

use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lydian_diagnostic::Diagnostic;
use lydian_sut::{Build, Built, End, Fixed, Limits, Place, WORK_DIRECTORY};

use super::java;
use super::programs::How;
use super::words::{fill, located, split};
use crate::submitted;

/// The least that a build may use; more where a run may use more.
const WALL: Duration = Duration::from_secs(120);
const CPU: Duration = Duration::from_secs(60);
const MEMORY: u64 = 2 << 30;
const FILE_SIZE: u64 = 256 << 20;
const PROCESSES: u64 = 256;

/// Bytes of all files that are copied for a build.
const MOST_BYTES: u64 = 64 << 20;
/// Where the submission and the product are in the directory of a build.
const SOURCE: &str = "source";
const PRODUCT: &str = "out";
/// What `{out}` is called there.
pub(super) const PROGRAM: &str = "program";

/// Variables that say where compilers find headers, libraries and packages.
const VARIABLES: &[&str] = &[
    "CPATH",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
    "LIBRARY_PATH",
    "PKG_CONFIG_PATH",
    "OCAMLPATH",
    "OCAMLFIND_CONF",
    "CLASSPATH",
    "GO111MODULE",
    "GOFLAGS",
    "CGO_ENABLED",
    "SOURCE_DATE_EPOCH",
];

/// Builds a submission; gives the directory of its product.
pub(super) fn run(build: &str, path: &Path, fixed: &Fixed, how: &How<'_>) -> Result<Place, Diagnostic> {
    let name = path.display().to_string();
    let mut words = split(build);
    if words.is_empty() {
        return Err(failed("the build command is empty".into()));
    }
    // `javac` wants a public class in a file of its name, whatever a learning platform calls what was handed in.
    let renamed = java::outline(path).and_then(|outline| outline.file_name());
    let own_name = path.file_name().and_then(OsStr::to_str).unwrap_or("submission");
    let file_name = renamed.as_deref().unwrap_or(own_name);
    let mut files = Files::default();
    files.take(path, &format!("{SOURCE}/{file_name}")).map_err(|error| cannot_copy(path, &error))?;
    for (name, bytes) in how.reading.files() {
        files.give(&format!("{SOURCE}/{name}"), bytes)?;
    }
    let typed = files.take_neighbours(path, &mut words, how)?;

    let folder = Place::new().map_err(|error| {
        Diagnostic::without_place("cannot-write", format!("there is no place for built programs: {error}"))
    })?;
    let file = OsString::from(format!("{WORK_DIRECTORY}/{SOURCE}/{file_name}"));
    let out = OsString::from(format!("{WORK_DIRECTORY}/{PRODUCT}/{PROGRAM}"));
    let has_product = words.iter().any(|word| word.contains("{out}"));
    let request = Build {
        command: fill(&words, &file, &out),
        files: files.found,
        environment: VARIABLES
            .iter()
            .filter_map(|name| Some((OsString::from(name), std::env::var_os(name)?)))
            .collect(),
        directory: SOURCE.to_owned(),
        product: PRODUCT.to_owned(),
        target: folder.path().to_owned(),
    };
    let reading = how.reading.clone().of_submission(fixed, &how.all, &typed);
    let (built, kept) =
        reading.builder(limits(how.limits))?.build(&request).map_err(|error| error.diagnostic())?;
    if built.end != End::Exited(0) {
        return Err(not_built(&name, file_name, &built));
    }
    if let Err(error) = kept {
        return Err(failed(format!("what was built of `{name}` cannot be kept: {error}")));
    }
    match built.left.first() {
        Some(left) if !has_product => {
            let left = left.trim_start_matches(&format!("{SOURCE}/")).to_owned();
            let message =
                format!("the build of `{name}` makes `{left}` beside its source, which is not kept");
            let hint = "have it write to {out}, which may be a directory: javac -d {out} {}";
            Err(Diagnostic::without_place("build-fails", message).hint(hint))
        }
        _ => Ok(folder),
    }
}

fn limits(run: &Limits) -> Limits {
    Limits {
        wall: run.wall.max(WALL),
        cpu: run.cpu.max(CPU),
        memory: run.memory.max(MEMORY),
        processes: PROCESSES,
        file_size: FILE_SIZE,
        ..Limits::default()
    }
}

fn failed(message: String) -> Diagnostic {
    Diagnostic::without_place("build-fails", message)
        .hint("run the build command by hand to see what it needs")
}

/// A command that did not succeed, with its first words.
fn not_built(name: &str, file_name: &str, built: &Built) -> Diagnostic {
    let place = built.directory.display().to_string();
    let said = String::from_utf8_lossy(&built.said)
        .replace(&format!("{place}/{SOURCE}/{file_name}"), name)
        .replace(&format!("{place}/{SOURCE}/"), "")
        .replace(&format!("{place}/"), "");
    let first = telling(&said);
    let how = match built.end {
        End::Exited(_) => String::new(),
        end => format!("\nthe command {end}"),
    };
    let fault = failed(format!("`{name}` cannot be built:\n{first}{how}"));
    let misses = ["ermission denied", "o such file", "not found", "Unbound module", "Could not find"];
    match misses.iter().any(|words| said.contains(words)) {
        true => fault.hint("a build finds the system, the submission and what --readable PATH names"),
        false => fault,
    }
}

/// How many lines of a compiler are shown that does not name an error.
const MOST_LINES: usize = 5;

/// The first error of a compiler, on one line: notes and the way to an included file stand before it, and the rest often follows from it.
fn telling(said: &str) -> String {
    let lines: Vec<&str> = said.lines().map(str::trim_end).filter(|line| !line.trim().is_empty()).collect();
    let names =
        ["error:", "Error:", "error[", "undefined reference", "multiple definition", "cannot find -l"];
    let is_error = |line: &&str| {
        let named = names.iter().any(|name| line.starts_with(name) || line.contains(&format!(" {name}")));
        named && !line.contains("collect2")
    };
    let Some(at) = lines.iter().position(is_error) else {
        // Go names the package before its errors, which are not called so.
        let said = lines.into_iter().filter(|line| !line.starts_with("# "));
        return said.take(MOST_LINES).collect::<Vec<_>>().join("\n");
    };
    let mut error = lines[at].trim().to_owned();
    // Where the words stand on the next line, as in Haskell.
    if error.ends_with(':') || error.ends_with(']') {
        error = format!("{error} {}", lines.get(at + 1).map_or("", |line| line.trim()));
    }
    // Where the place stands on a line of its own: before the error, as in OCaml, or behind it, as in Rust.
    if let Some(place) = lines[..at]
        .iter()
        .rev()
        .find(|line| line.starts_with("File \""))
        .filter(|_| error.starts_with("Error:"))
    {
        return format!("{place} {error}");
    }
    match lines.get(at + 1).and_then(|line| line.trim_start().strip_prefix("--> ")) {
        Some(place) => format!("{place}: {error}"),
        None => error,
    }
}

fn cannot_copy(path: &Path, error: &std::io::Error) -> Diagnostic {
    let message = format!("`{}` cannot be read: {error}", path.display());
    Diagnostic::without_place("file-unreadable", message)
}

/// Files for the directory of a build.
#[derive(Default)]
struct Files {
    found: Vec<(String, Vec<u8>)>,
    /// Where each was taken from.
    origins: Vec<(String, PathBuf)>,
    bytes: u64,
}

impl Files {
    /// Takes a file, or all files below a directory; links and the like are left out.
    fn take(&mut self, path: &Path, name: &str) -> std::io::Result<()> {
        if self.found.iter().any(|(other, _)| other == name) {
            return Ok(());
        }
        if std::fs::symlink_metadata(path)?.is_dir() {
            for entry in std::fs::read_dir(path)? {
                let entry = entry?;
                let kind = entry.file_type()?;
                let below = entry.file_name();
                let Some(below) = below.to_str().filter(|_| kind.is_dir() || kind.is_file()) else {
                    continue;
                };
                self.take(&entry.path(), &format!("{name}/{below}"))?;
            }
            return Ok(());
        }
        let mut bytes = Vec::new();
        submitted::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
        self.bytes += bytes.len() as u64;
        if self.bytes > MOST_BYTES {
            return Err(std::io::Error::other(format!("more than {} MiB are too many", MOST_BYTES >> 20)));
        }
        self.found.push((name.to_owned(), bytes));
        self.origins.push((name.to_owned(), path.canonicalize()?));
        Ok(())
    }

    /// Adds a file that was read before; an error if there is another one of that name.
    fn give(&mut self, name: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        if self.found.iter().any(|(other, _)| other == name) {
            let name = name.trim_start_matches(&format!("{SOURCE}/"));
            let message = format!("`{name}` of --with would take the place of a file that was handed in");
            return Err(Diagnostic::without_place("file-named-twice", message).hint("give it another name"));
        }
        self.found.push((name.to_owned(), bytes.to_vec()));
        Ok(())
    }

    /// Takes what shall lie beside the submission: what `--readable` names there, and sources that the command names, since some
    /// compilers write beside their sources. Makes the other paths of the command absolute and gives them.
    fn take_neighbours(
        &mut self,
        path: &Path,
        words: &mut [String],
        how: &How<'_>,
    ) -> Result<Vec<PathBuf>, Diagnostic> {
        let folder =
            path.parent().map(|folder| folder.join(".")).and_then(|folder| folder.canonicalize().ok());
        for extra in how.extra.iter().filter_map(|extra| extra.canonicalize().ok()) {
            let below =
                folder.as_ref().and_then(|folder| extra.strip_prefix(folder).ok()).and_then(Path::to_str);
            if let Some(below) = below.filter(|below| !below.is_empty()) {
                self.take(&extra, &format!("{SOURCE}/{below}"))
                    .map_err(|error| cannot_copy(&extra, &error))?;
            }
        }
        let mut typed = Vec::new();
        for (place, word) in words.iter_mut().enumerate() {
            let named = Path::new(word.as_str());
            let is_source = place > 0
                && named.is_file()
                && named.extension().is_some_and(|extension| {
                    Some(extension) == path.extension() || extension == "mli" || extension == "hs"
                });
            let name = named.file_name().and_then(OsStr::to_str).filter(|_| is_source);
            let name = name.map(|name| format!("{SOURCE}/{name}"));
            let real = named.canonicalize().unwrap_or_default();
            let is_other =
                |(other, origin): &(String, PathBuf)| Some(other) == name.as_ref() && *origin != real;
            let is_free = !self.origins.iter().any(is_other);
            match name.filter(|_| is_free) {
                Some(name) => {
                    self.take(&real, &name).map_err(|error| cannot_copy(&real, &error))?;
                    *word = format!("{WORK_DIRECTORY}/{name}");
                }
                None if place > 0 || word.contains('/') => {
                    let (absolute, found) = located(word);
                    *word = absolute;
                    typed.extend(found);
                }
                None => {}
            }
        }
        Ok(typed)
    }
}

#[cfg(test)]
mod tests {
    use super::telling;

    #[test]
    fn of_a_compiler_the_first_error_is_told() {
        let gcc = "In file included from a.c:1:\na.h: In function 'f':\na.h:2:3: note: here\na.h:3:1: warning: unused\na.h:4:5: error: 'x' undeclared\n    4 | x\na.h:5:1: error: more";
        assert_eq!(telling(gcc), "a.h:4:5: error: 'x' undeclared");
        let linker = "/usr/bin/ld: /tmp/a.o: in function `main':\na.c:(.text+0x9): undefined reference to `f'\ncollect2: error: ld returned 1 exit status";
        assert_eq!(telling(linker), "a.c:(.text+0x9): undefined reference to `f'");
        let ocaml =
            "File \"a.ml\", line 2, characters 8-9:\n2 | let y = x\n            ^\nError: Unbound value x";
        assert_eq!(telling(ocaml), "File \"a.ml\", line 2, characters 8-9: Error: Unbound value x");
        let rust = "warning: unused variable\n --> a.rs:1:1\nerror[E0425]: cannot find value `x`\n --> a.rs:2:5\n  |";
        assert_eq!(telling(rust), "a.rs:2:5: error[E0425]: cannot find value `x`");
        let haskell = "a.hs:3:5: error:\n    Variable not in scope: x";
        assert_eq!(telling(haskell), "a.hs:3:5: error: Variable not in scope: x");
        assert_eq!(telling("# command-line-arguments\n./a.go:4:2: undefined: y"), "./a.go:4:2: undefined: y");
        assert_eq!(telling("there is no return\nnone"), "there is no return\nnone");
    }
}
