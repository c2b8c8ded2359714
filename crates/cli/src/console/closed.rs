//! Programs that fail because a file is closed to them: whoever asked has to open it, and nobody is refuted by that.
//! In: a refutation with what the program said, and what it could read. Out: an error that names the file and the option; a remark
//! where only its words make one think of that. What the program is judged by is closed on purpose and excuses nothing.

use std::path::PathBuf;

use lydian_diagnostic::Diagnostic;
use lydian_verdict::{Judgement, Remark, Verdict};

use super::reading::Reading;
use crate::shell::quoted;

/// What languages say when they may not open something or do not find it.
const MISSES: &[&str] = &[
    "ermission denied",
    "PermissionError",
    "EACCES",
    "ModuleNotFoundError",
    "Cannot find module",
    "Could not find or load main class",
    "NoClassDefFoundError",
    "Can't locate ",
    "cannot load such file",
];

/// What they say where a file that was not given to them is not even there.
const ABSENT: &[&str] = &["o such file or directory", "FileNotFoundError", "NoSuchFileException", "ENOENT"];

/// How a run is shown that ended by a failure.
const ENDED: &[&str] = &["ended with exit code", "died of signal", "endete mit Rückgabewert", "stürzte ab"];

/// What they say where nothing can be written.
const READ_ONLY: &[&str] = &["ead-only file system", "EROFS"];

/// The words of the system's own sentence name no file.
const PHRASE: &[&str] = &["No", "no", "such", "file", "or", "directory"];

/// How Python names a module that it does not find.
const MODULE: &str = "No module named '";

/// How Java names a class that it does not find.
const CLASS: &str = "find or load main class ";

/// Looks at a refutation: did the program end because it may not read a file that lies there for it?
pub(crate) fn reconsider(judgement: &mut Judgement, reading: &Reading) {
    let Verdict::Refuted(refutation) = &judgement.verdict else { return };
    if reading.is_unconfined() {
        return;
    }
    let texts: Vec<&str> = refutation.details.iter().map(|detail| detail.text.as_str()).collect();
    let lines = || texts.iter().flat_map(|text| text.lines());
    if !lines().any(|line| misses(line) || is_absent(line) || is_read_only(line)) {
        return;
    }
    let has_ended = lines().any(|line| ENDED.iter().any(|words| line.contains(words)));
    let closed = || {
        let path = lines().find_map(|line| closed_file(line, reading))?;
        let shown = shown(path);
        let message = format!("`{}` ends because `{shown}` is closed to it", judgement.subject);
        Some((message, format!("open it with --readable {}", quoted(&shown))))
    };
    let elsewhere = || {
        let (name, path) = lines().find_map(|line| file_elsewhere(line, reading))?;
        let shown = shown(path);
        let message =
            format!("`{}` ends because there is no `{name}` in its working directory", judgement.subject);
        Some((message, format!("each run finds a copy there with --with {}", quoted(&shown))))
    };
    let unwritable = || {
        let line = lines().find(|line| is_read_only(line))?;
        let place = paths_in(line).find(|path| path.is_absolute());
        let place = place.map_or("where it wants to".to_owned(), |path| format!("`{}`", path.display()));
        let message = format!("`{}` ends because it may not write {place}", judgement.subject);
        let hint = "a run writes in its working directory, which is its home as well, and in /tmp; \
                    --unconfined runs it without confinement";
        Some((message, hint.to_owned()))
    };
    match closed().or_else(elsewhere).or_else(unwritable).filter(|_| has_ended) {
        Some((message, hint)) => {
            let fault = Diagnostic::without_place("closed-file", message).hint(hint);
            judgement.verdict = Verdict::Invalid(vec![fault]);
        }
        None if !lines().any(misses) => {
            if has_ended && lines().any(is_absent) {
                let text = "each run begins in an empty directory; --with FILE puts a copy of a file there";
                judgement.remarks.push(Remark::new("closed-files", text));
            }
        }
        None => {
            let text = "a program reads the system, itself and, as a command behind `--`, the directory it is in; \
                        --readable PATH opens more";
            judgement.remarks.push(Remark::new("closed-files", text));
        }
    }
}

/// A file as the user would name it.
fn shown(path: PathBuf) -> String {
    let path = path.canonicalize().unwrap_or(path);
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).unwrap_or_default();
    path.strip_prefix(here).unwrap_or(&path).display().to_string()
}

fn misses(line: &str) -> bool {
    MISSES.iter().any(|words| line.contains(words))
}

fn is_read_only(line: &str) -> bool {
    READ_ONLY.iter().any(|words| line.contains(words))
}

fn is_absent(line: &str) -> bool {
    ABSENT.iter().any(|words| line.contains(words))
}

/// A file that a line complains of, if it is there, near the program, and closed.
fn closed_file(line: &str, reading: &Reading) -> Option<PathBuf> {
    if !misses(line) && !is_absent(line) {
        return None;
    }
    if let Some((_, rest)) = line.split_once(MODULE) {
        let module = rest.split(['\'', '.']).next()?;
        let candidates = reading
            .near()
            .iter()
            .flat_map(|folder| [format!("{module}.py"), module.into()].map(|name| folder.join(name)));
        return candidates.into_iter().find(|path| reading.is_closed(path));
    }
    if let Some((_, rest)) = line.split_once(CLASS) {
        let class = rest.split_whitespace().next()?.replace('.', "/") + ".class";
        return reading.near().iter().map(|folder| folder.join(&class)).find(|path| reading.is_closed(path));
    }
    paths_in(line).filter(|path| path.is_absolute()).find(|path| reading.is_closed(path))
}

/// A name that a line does not find in the working directory, with the file near the program that it may mean.
fn file_elsewhere(line: &str, reading: &Reading) -> Option<(String, PathBuf)> {
    if !is_absent(line) {
        return None;
    }
    let plain = |path: &PathBuf| {
        let mut parts = path.components();
        matches!((parts.next(), parts.next()), (Some(std::path::Component::Normal(_)), None))
    };
    let near = |name: PathBuf| {
        let path =
            reading.near().iter().map(|folder| folder.join(&name)).find(|path| reading.may_be_given(path))?;
        Some((name.display().to_string(), path))
    };
    paths_in(line).filter(plain).find_map(near)
}

/// What may be paths among the words of a line.
fn paths_in(line: &str) -> impl Iterator<Item = PathBuf> {
    let words = line.split(|letter: char| letter.is_whitespace() || "'\"`,;()[]".contains(letter));
    words.filter(|word| !PHRASE.contains(word)).map(|word| PathBuf::from(word.trim_end_matches([':', '.'])))
}
