//! How a submission is built and run where the user does not say it: by the end of its name. And the submissions in a directory.
//! In: paths, and what the user says about some endings. Out: for each file its commands; for a directory its files in order.
//! A directory is never a program itself, links are not followed, and what is hidden is left alone.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use lydian_diagnostic::Diagnostic;

/// How a file becomes a program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Way {
    /// The command that builds it: `{}` is its file, `{out}` what to make.
    pub(crate) build: Option<String>,
    /// The command that runs it; without one, what was built is the program.
    pub(crate) run: Option<String>,
}

/// The usual commands: ending, build, run. `{class}` is the class of the file that can be started.
const USUAL: &[(&str, &str, &str)] = &[
    ("py", "", "python3 {}"),
    ("c", "gcc {} -o {out} -lm", ""),
    ("cpp", "g++ {} -o {out}", ""),
    ("cc", "g++ {} -o {out}", ""),
    ("java", "javac -encoding UTF-8 -d {out} {}", "java -cp {out} {class}"),
    ("hs", "ghc -v0 {} -o {out}", ""),
    ("ml", "", "ocaml {}"),
    ("rs", "rustc {} -o {out}", ""),
    ("go", "go build -o {out} {}", ""),
    ("js", "", "node {}"),
    ("sh", "", "bash {}"),
    ("pl", "", "perl {}"),
];

/// Directories that tools make and nobody hands in.
const MADE_BY_TOOLS: &[&str] = &["__pycache__", "__MACOSX", "node_modules", "target", "_build"];

/// More files than this in one directory are no submissions.
const MOST_FILES: usize = 10_000;

/// The commands for each ending.
#[derive(Debug, Clone)]
pub(crate) struct Profiles {
    ways: Vec<(String, Way)>,
}

impl Profiles {
    /// The usual ones, with those that the user gives instead: pairs of an ending and a command.
    pub(crate) fn new(builds: &[(String, String)], runs: &[(String, String)]) -> Profiles {
        let given = |command: &str| (!command.is_empty()).then(|| command.to_owned());
        let usual = USUAL
            .iter()
            .map(|(ending, build, run)| (ending.to_string(), Way { build: given(build), run: given(run) }));
        let mut profiles = Profiles { ways: usual.collect() };
        // Who says how it is built or run says all of it.
        for (ending, _) in builds.iter().chain(runs) {
            *profiles.entry(ending) = Way::default();
        }
        for (ending, command) in builds {
            profiles.entry(ending).build = given(command);
        }
        for (ending, command) in runs {
            profiles.entry(ending).run = given(command);
        }
        profiles
    }

    fn entry(&mut self, ending: &str) -> &mut Way {
        let known = self.ways.iter().position(|(other, _)| other == ending);
        let index = known.unwrap_or_else(|| {
            self.ways.push((ending.to_owned(), Way::default()));
            self.ways.len() - 1
        });
        &mut self.ways[index].1
    }

    /// How a file is built and run, if its ending says it and it does not say it itself.
    pub(crate) fn way(&self, path: &Path) -> Option<Way> {
        if says_itself(path) {
            return None;
        }
        self.by_ending(path).cloned()
    }

    fn by_ending(&self, path: &Path) -> Option<&Way> {
        let ending = path.extension()?.to_str()?;
        self.ways.iter().find(|(other, _)| other == ending).map(|(_, way)| way)
    }

    /// The files with a known ending below a directory, ordered by their paths.
    pub(crate) fn below(&self, directory: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
        let mut found = Vec::new();
        self.collect(directory, &mut found)?;
        if found.is_empty() {
            let endings: Vec<&str> = self.ways.iter().map(|(ending, _)| ending.as_str()).collect();
            let message = format!("there is no program below `{}`", directory.display());
            let hint = format!("programs are files that end in .{}", endings.join(", ."));
            return Err(Diagnostic::without_place("no-program", message).hint(hint));
        }
        found.sort();
        Ok(found)
    }

    fn collect(&self, directory: &Path, found: &mut Vec<PathBuf>) -> Result<(), Diagnostic> {
        let unreadable = |error: std::io::Error| {
            let message = format!("`{}` cannot be looked into: {error}", directory.display());
            Diagnostic::without_place("file-unreadable", message)
        };
        for entry in fs::read_dir(directory).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let kind = entry.file_type().map_err(unreadable)?;
            if name.starts_with('.') || MADE_BY_TOOLS.contains(&name.as_str()) {
                continue;
            }
            if kind.is_dir() {
                self.collect(&entry.path(), found)?;
            } else if kind.is_file() && self.by_ending(&entry.path()).is_some() {
                found.push(entry.path());
            }
            if found.len() > MOST_FILES {
                let message =
                    format!("there are more than {MOST_FILES} programs below `{}`", directory.display());
                let hint = "name the directory of one task";
                return Err(Diagnostic::without_place("too-many-programs", message).hint(hint));
            }
        }
        Ok(())
    }
}

/// Whether a file can be run as it is: it is executable and names its interpreter, or is no text.
fn says_itself(path: &Path) -> bool {
    let mut start = [0; 4];
    let read = fs::File::open(path).and_then(|mut file| file.read(&mut start)).unwrap_or(0);
    is_executable(path) && (start[..read].starts_with(b"#!") || start[..read] == *b"\x7fELF")
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|found| found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_path: &Path) -> bool {
    false
}

/// An ending with its command, as in `py=python3.12 {}`.
pub(crate) fn parse_way(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((ending, command)) if !ending.trim().is_empty() && !command.trim().is_empty() => {
            Ok((ending.trim().trim_start_matches('.').to_owned(), command.trim().to_owned()))
        }
        _ => Err("the commands for an ending are set like 'py=python3.12 {}'".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_says_how_files_of_an_ending_run_replaces_all_that_is_usual_for_them() {
        let profiles =
            Profiles::new(&[], &[("java".into(), "java {}".into()), ("lua".into(), "lua {}".into())]);
        let way = |name: &str| profiles.way(Path::new(name));
        assert_eq!(way("A.java"), Some(Way { build: None, run: Some("java {}".into()) }));
        assert_eq!(way("a.lua"), Some(Way { build: None, run: Some("lua {}".into()) }));
        assert_eq!(way("a.py"), Some(Way { build: None, run: Some("python3 {}".into()) }));
        assert_eq!(way("a.txt"), None);
        assert_eq!(parse_way(".py=python3 -O {}"), Ok(("py".into(), "python3 -O {}".into())));
        assert!(parse_way("python3 {}").is_err());
    }
}
