//! Programs that fail because a file is closed to them: whoever asked has to open it, and nobody is refuted by that.
//! In: a refutation with what the program said, and what it could read. Out: an error that names the file and the option; a remark
//! where only its words make one think of that. What the program is judged by is closed on purpose and excuses nothing.

use std::path::PathBuf;

use lydian_diagnostic::Diagnostic;
use lydian_verdict::{Judgement, Remark, Verdict};

use super::reading::Reading;

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

/// How Python names a module that it does not find.
const MODULE: &str = "No module named '";

/// How Java names a class that it does not find.
const CLASS: &str = "find or load main class ";

/// Looks at a refutation: did the program end because it may not read a file that lies there for it?
pub(crate) fn reconsider(judgement: &mut Judgement, reading: &Reading) {
    let Verdict::Refuted(refutation) = &judgement.verdict else { return };
    let texts: Vec<&str> = refutation.details.iter().map(|detail| detail.text.as_str()).collect();
    let lines = || texts.iter().flat_map(|text| text.lines());
    if !lines().any(|line| misses(line) || is_absent(line)) {
        return;
    }
    let has_ended =
        lines().any(|line| line.contains("ended with exit code") || line.contains("died of signal"));
    match lines().find_map(|line| closed_file(line, reading)).filter(|_| has_ended) {
        Some(path) => {
            let path = path.canonicalize().unwrap_or(path);
            let here = std::env::current_dir().and_then(|here| here.canonicalize()).unwrap_or_default();
            let shown = path.strip_prefix(here).unwrap_or(&path).display().to_string();
            let message = format!("`{}` ends because `{shown}` is closed to it", judgement.subject);
            let fault = Diagnostic::without_place("closed-file", message)
                .hint(format!("open it with --readable {}", crate::shell::quoted(&shown)));
            judgement.verdict = Verdict::Invalid(vec![fault]);
        }
        None if !lines().any(misses) => {}
        None => {
            let text = "a program reads the system, itself and, as a command behind `--`, the directory it is in; \
                        --readable PATH opens more";
            judgement.remarks.push(Remark::new("closed-files", text));
        }
    }
}

fn misses(line: &str) -> bool {
    MISSES.iter().any(|words| line.contains(words))
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
    let words = line.split(|letter: char| letter.is_whitespace() || "'\"`,;()[]".contains(letter));
    let paths = words.map(|word| PathBuf::from(word.trim_end_matches([':', '.'])));
    paths.filter(|path| path.is_absolute()).find(|path| reading.is_closed(path))
}
