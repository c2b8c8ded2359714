//! The words of a command that the user wrote as one text, such as `--build 'gcc {} -o {out}'`, and the files that they name.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// A command with its file and its product filled in; words are separated by blanks, quotes keep them together.
pub(super) fn fill(words: &[String], file: &OsStr, out: &OsStr) -> Vec<OsString> {
    words
        .iter()
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

/// Splits a command into words.
pub(super) fn split(command: &str) -> Vec<String> {
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

/// Options of compilers that are followed by a path without a blank between.
const PATH_OPTIONS: &[&str] = &["-I", "-L", "-B", "-F", "-o"];

/// A word with the paths in it made absolute, since the command runs elsewhere, and these paths: the word itself, what
/// follows an option (`-Iinclude`, `--with=include`), or a list with colons.
pub(super) fn located(word: &str) -> (String, Vec<PathBuf>) {
    let (option, rest) = match word.split_once('=') {
        Some((option, rest)) if word.starts_with('-') => (format!("{option}="), rest),
        // `-lm` names no file, whatever lies here.
        _ if word.starts_with('-') && !word.starts_with("--") && word.is_char_boundary(2) => {
            let names_a_path = PATH_OPTIONS.contains(&&word[..2]) || word[2..].contains('/');
            (word[..2].to_owned(), if names_a_path { &word[2..] } else { "" })
        }
        _ => (String::new(), word),
    };
    let mut found = Vec::new();
    let parts: Vec<String> = rest
        .split(':')
        .map(|part| match std::path::absolute(part) {
            Ok(path) if !part.is_empty() && !part.contains('{') && Path::new(part).exists() => {
                found.push(path.clone());
                path.to_str().map_or_else(|| part.to_owned(), str::to_owned)
            }
            _ => part.to_owned(),
        })
        .collect();
    match found.is_empty() {
        true => (word.to_owned(), found),
        false => (option + &parts.join(":"), found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_command_are_kept_together_by_quotes() {
        assert_eq!(split("gcc '{}'  -o \"a b\""), ["gcc", "{}", "-o", "a b"]);
        let filled = fill(&split("run {} {out}.x"), OsStr::new("p q"), OsStr::new("o"));
        assert_eq!(filled, ["run", "p q", "o.x"]);
    }

    #[test]
    fn paths_are_found_in_words_behind_options_and_in_lists() {
        // The tests of a crate run in its directory.
        let here = env!("CARGO_MANIFEST_DIR");
        for (word, shown) in [
            ("src", "{}/src"),
            ("-Isrc", "-I{}/src"),
            ("-x./src", "-x{}/src"),
            ("--with=src", "--with={}/src"),
            ("src:Cargo.toml:{out}", "{}/src:{}/Cargo.toml:{out}"),
        ] {
            let (located, found) = located(word);
            assert_eq!(located, shown.replace("{}", here));
            assert!(found.contains(&Path::new(here).join("src")));
        }
        for word in
            ["-O2", "-lsrc", "-Osrc", "-o", "", "-", "--", "{}", "nothing-here", "-std=c11", "-\u{e4}"]
        {
            assert_eq!(located(word), (word.to_owned(), Vec::new()));
        }
    }
}
