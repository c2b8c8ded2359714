//! Failures that are kept between runs, and the one case that is to be replayed.
//!
//! The variable `LYDIAN_REPLAY` holds `name:size:index`. Failures are kept in one file for each property,
//! `lydian/<package>/<name>.failures` in the target directory in which the test program lies (or `<package>/<name>.failures` in the
//! directory that `LYDIAN_FAILURES` names), one `size:index` in a line: packages that share the directory share no file.
//! A file that cannot be read or written is no reason for a test to fail: it is passed over.

use std::ffi::OsString;
use std::path::PathBuf;
use std::{env, fs};

use crate::Count;

/// The variable that asks for one case of one property.
const REPLAY: &str = "LYDIAN_REPLAY";
/// The variable that names the directory in which failures are kept; if it is empty, none are.
const FAILURES: &str = "LYDIAN_FAILURES";
/// The variable with the name of the package whose tests run.
const PACKAGE: &str = "CARGO_PKG_NAME";
/// The most failures that are kept for a property.
const MOST: usize = 20;

/// A size and an index.
pub(crate) type Place = (usize, Count);

/// The case of this property that is to be replayed, or why nobody knows whether one is.
pub(crate) fn asked_for(name: &str) -> Option<Result<Place, String>> {
    let asked = env::var_os(REPLAY).filter(|asked| !asked.is_empty())?;
    replayed(&asked.to_string_lossy(), name)
}

fn replayed(asked: &str, name: &str) -> Option<Result<Place, String>> {
    // Names have colons as well.
    let mut colons = asked.rmatch_indices(':').map(|(at, _)| at);
    let case = colons.nth(1).and_then(|at| Some((&asked[..at], place(&asked[at + 1..])?)));
    match case {
        Some((named, place)) => (named.trim_start() == name).then_some(Ok(place)),
        None => Some(Err(format!("{REPLAY}='{asked}' names no case: it must be `name:size:index`"))),
    }
}

fn place(text: &str) -> Option<Place> {
    let (size, index) = text.trim().split_once(':')?;
    Some((size.parse().ok()?, index.parse().ok()?))
}

/// The failures that are kept for a property.
pub(crate) fn failures(name: &str) -> Vec<Place> {
    let text = file(name).and_then(|file| fs::read_to_string(file).ok()).unwrap_or_default();
    text.lines().filter_map(place).take(MOST).collect()
}

/// Keeps these failures and no others.
pub(crate) fn keep(name: &str, failures: &[Place]) {
    let Some(file) = file(name) else { return };
    if failures.is_empty() {
        // Most often there is nothing to remove.
        let _ = fs::remove_file(file);
        return;
    }
    let lines: String = failures.iter().take(MOST).map(|(size, index)| format!("{size}:{index}\n")).collect();
    if let Some(folder) = file.parent() {
        let _ = fs::create_dir_all(folder);
    }
    let _ = fs::write(file, lines);
}

fn file(name: &str) -> Option<PathBuf> {
    let letters = name.chars().map(|char| if char.is_alphanumeric() || char == '_' { char } else { '-' });
    let name: String = letters.collect();
    // Long names are told apart by their ends, where the function stands.
    let start = name.char_indices().rev().nth(150).map_or(0, |(start, _)| start);
    Some(folder()?.join(package()?).join(format!("{}.failures", &name[start..])))
}

/// What tells the package of the test program from others: its name, as Cargo and nextest say it, and without them the file name of
/// the program, in which Cargo puts a number that depends on the package.
fn package() -> Option<OsString> {
    match env::var_os(PACKAGE).filter(|package| !package.is_empty()) {
        Some(package) => Some(package),
        None => Some(env::current_exe().ok()?.file_stem()?.to_owned()),
    }
}

fn folder() -> Option<PathBuf> {
    if let Some(folder) = env::var_os(FAILURES) {
        return (!folder.is_empty()).then(|| PathBuf::from(folder));
    }
    let program = env::current_exe().ok()?;
    // Cargo marks the directory that it may delete.
    let target = program.ancestors().skip(1).find(|folder| folder.join("CACHEDIR.TAG").exists())?;
    Some(target.join("lydian"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_to_replay_is_that_of_the_property_with_the_name() {
        assert_eq!(replayed("a::b:3:17", "a::b"), Some(Ok((3, Count::from(17)))));
        assert_eq!(replayed("a::b:1:2:3:17", "a::b:1:2"), Some(Ok((3, Count::from(17)))));
        assert_eq!(replayed("a::b:1:2:3:17", "a::b"), None);
        assert_eq!(replayed("a::b:3:17", "a"), None);
        assert_eq!(replayed("a::bc:3:17", "a::b"), None);
    }

    #[test]
    fn what_names_no_case_is_an_error_for_every_property() {
        for asked in ["a::b:3:x", "a::b:3:", "a::b:-1:0", "a::b", "3:4", "é", ":"] {
            let error = replayed(asked, "other").unwrap().unwrap_err();
            assert_eq!(error, format!("LYDIAN_REPLAY='{asked}' names no case: it must be `name:size:index`"));
        }
    }

    #[test]
    fn a_case_to_replay_can_have_an_index_of_any_length() {
        let index = "7".repeat(100);
        let place = replayed(&format!("a::b:300:{index}"), "a::b").unwrap();
        assert_eq!(place.ok().map(|(size, index)| (size, index.to_string())), Some((300, index)));
    }
}
