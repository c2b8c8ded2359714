//! The programs that a command line names: one command, or several files with a way to build and run them.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use lydian_diagnostic::Diagnostic;

use crate::arguments::CheckArguments;

/// A program to test.
pub(crate) struct Named {
    /// What the user calls it.
    pub(crate) name: String,
    /// How it is run, or why it cannot be.
    pub(crate) command: Result<Vec<OsString>, Diagnostic>,
    /// What it must be able to read beside the current directory: itself, wherever it lies.
    pub(crate) readable: Vec<PathBuf>,
    /// Where a built program is, to be removed at the end.
    _built: Option<Built>,
}

impl Named {
    /// A command that is run as it is.
    pub(crate) fn command(command: &[OsString]) -> Named {
        let words: Vec<_> = command.iter().map(|word| word.to_string_lossy()).collect();
        let readable = command.iter().filter_map(|word| place(Path::new(word))).collect();
        Named { name: words.join(" "), command: Ok(command.to_vec()), readable, _built: None }
    }
}

/// A folder for a built program.
struct Built(PathBuf);

impl Drop for Built {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The programs of a command line.
pub(crate) fn find(arguments: &CheckArguments) -> Result<Vec<Named>, Vec<Diagnostic>> {
    if !arguments.command.is_empty() {
        if !arguments.submissions.is_empty() || arguments.run.is_some() {
            let message = "a command after `--` and submissions cannot be tested in one run";
            let hint = "name the submissions, and say how they are run with --run 'python3 {}'";
            return Err(vec![Diagnostic::without_place("two-kinds-of-programs", message).hint(hint)]);
        }
        return Ok(vec![Named::command(&arguments.command)]);
    }
    if arguments.submissions.is_empty() {
        let message = "no program is named";
        let hint = "put the command behind `--`: lydian console check spec.console -- python3 program.py";
        return Err(vec![Diagnostic::without_place("no-program", message).hint(hint)]);
    }
    let how = How { build: arguments.build.as_deref(), run: arguments.run.as_deref() };
    Ok(arguments.submissions.iter().map(|path| submission(path, how)).collect())
}

/// The folder of a file that a command names, with the modules beside it; or a folder that it names.
fn place(word: &Path) -> Option<PathBuf> {
    let path = word.canonicalize().ok()?;
    let folder = if path.is_dir() { &path } else { path.parent()? };
    // A word such as `/` is an operator more often than a folder.
    folder.parent().is_some().then(|| folder.to_owned())
}

/// How files become programs.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct How<'a> {
    /// The command that builds one: `{}` is its file, `{out}` the file to make.
    pub(crate) build: Option<&'a str>,
    /// The command that runs one.
    pub(crate) run: Option<&'a str>,
}

/// The program of a file.
pub(crate) fn submission(path: &Path, how: How<'_>) -> Named {
    let name = path.display().to_string();
    let shown = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let refuse = |diagnostic| {
        let readable = Vec::new();
        Named { name: name.clone(), command: Err(diagnostic), readable, _built: None }
    };
    if !path.exists() {
        let message = format!("`{name}` does not exist");
        return refuse(Diagnostic::without_place("file-not-found", message).hint("check the path"));
    }
    let mut built = None;
    let mut out = OsString::new();
    if let Some(build) = how.build {
        let folder = match temporary_folder() {
            Ok(folder) => folder,
            Err(error) => {
                let message = format!("there is no place for built programs: {error}");
                return refuse(Diagnostic::without_place("cannot-write", message));
            }
        };
        out = folder.0.join("program").into_os_string();
        built = Some(folder);
        if let Err(diagnostic) = run_build(build, shown.as_os_str(), &out, &name) {
            return refuse(diagnostic);
        }
    }
    let mut readable = vec![shown.clone()];
    readable.extend(built.as_ref().map(|built| built.0.clone()));
    let command = match (how.run, &built) {
        (Some(run), _) => fill(run, shown.as_os_str(), &out),
        (None, Some(_)) => vec![out],
        (None, None) => vec![shown.into_os_string()],
    };
    Named { name, command: Ok(command), readable, _built: built }
}

fn temporary_folder() -> std::io::Result<Built> {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("lydian-build-{}-{number}", std::process::id()));
    std::fs::create_dir(&folder)?;
    Ok(Built(folder))
}

fn run_build(build: &str, file: &OsStr, out: &OsStr, name: &str) -> Result<(), Diagnostic> {
    let words = fill(build, file, out);
    let failed = |message: String| {
        let hint = "run the build command by hand to see what it needs";
        Err(Diagnostic::without_place("build-fails", message).hint(hint))
    };
    let Some((program, rest)) = words.split_first() else {
        return failed("the build command is empty".into());
    };
    match Command::new(program).args(rest).stdin(Stdio::null()).output() {
        Err(error) => failed(format!("`{}` cannot be run: {error}", program.to_string_lossy())),
        Ok(done) if done.status.success() => Ok(()),
        Ok(done) => {
            let said = String::from_utf8_lossy(&done.stderr);
            let first: Vec<&str> = said.lines().take(5).collect();
            failed(format!("`{name}` cannot be built:\n{}", first.join("\n")))
        }
    }
}

/// A command with its file and its product filled in; words are separated by blanks, quotes keep them together.
fn fill(command: &str, file: &OsStr, out: &OsStr) -> Vec<OsString> {
    split(command)
        .into_iter()
        .map(|word| match word.as_str() {
            "{}" => file.to_owned(),
            "{out}" => out.to_owned(),
            other => {
                let text = other.replace("{out}", &out.to_string_lossy());
                OsString::from(text.replace("{}", &file.to_string_lossy()))
            }
        })
        .collect()
}

fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for character in command.chars() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(character),
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, _) if character.is_whitespace() => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_command_are_kept_together_by_quotes() {
        assert_eq!(split("gcc '{}'  -o \"a b\""), ["gcc", "{}", "-o", "a b"]);
        assert_eq!(fill("run {} {out}.x", OsStr::new("p q"), OsStr::new("o")), ["run", "p q", "o.x"]);
    }
}
