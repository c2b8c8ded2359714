//! Holds every option of every command to having an effect there, one trial for each.
//! In: a folder with files and a table that says, for each option that `--help` lists, how its effect is seen (`table`). The
//! command runs with and without the option in copies of the folder; what it prints, how it ends and what it leaves
//! behind must differ. Each run without the option is made twice and must be the same, so that chance is no effect.

mod table;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::case::{Expected, Step};
use crate::run::{Folder, Treatment, copy_beside, run_step};
use crate::trial::{Check, run_checks};
use table::{Effect, Row, Sight};

/// The name of the table among the files.
const TABLE: &str = "table.txt";

/// Holds the command to the table: the `main` of a test program.
///
/// `folder` holds the table and the files, `source` the tests that the table may name.
pub fn run_options(folder: &Path, source: &Path, binary: &Path) -> ExitCode {
    let checks = checks(folder, source, binary);
    run_checks(checks.unwrap_or_else(|why| vec![Check::new("the table".to_owned(), || Err(why))]))
}

fn checks(folder: &Path, source: &Path, binary: &Path) -> Result<Vec<Check>, String> {
    let text = fs::read_to_string(folder.join(TABLE)).map_err(|error| error.to_string())?;
    let rows = table::read(&text)?;
    let (own, named) = (binary.to_owned(), rows.iter().map(|row| (row.command.clone(), row.option.clone())));
    let named: Vec<(String, String)> = named.collect();
    let mut checks =
        vec![Check::new("every option has a row and every row an option".to_owned(), move || {
            agree(&all_options(&own).map_err(|error| error.to_string())?, &named)
        })];
    let runs =
        Arc::new(Runs { folder: folder.to_owned(), binary: binary.to_owned(), known: Mutex::default() });
    checks.extend(rows.into_iter().map(|row| {
        let (runs, source) = (runs.clone(), source.to_owned());
        Check::new(format!("{} {}", row.command, row.option), move || judge(&row, &runs, &source))
    }));
    Ok(checks)
}

/// Complains about options without a row and rows without an option.
fn agree(options: &[(String, String)], rows: &[(String, String)]) -> Result<(), String> {
    let missing = options.iter().filter(|option| !rows.contains(option));
    let complaints = missing.map(|(command, option)| format!("`{command} {option}` has no row"));
    let unknown = rows.iter().filter(|row| !options.contains(row));
    let complaints: Vec<String> = complaints
        .chain(unknown.map(|(command, option)| format!("`{command} {option}` is no option")))
        .collect();
    if complaints.is_empty() { Ok(()) } else { Err(complaints.join("\n")) }
}

fn judge(row: &Row, runs: &Runs, source: &Path) -> Result<(), String> {
    let (without, with, effect) = match &row.seen {
        Sight::Runs { without, with, effect } => (without, with, *effect),
        Sight::Test(name) => {
            let there = contains(source, &format!("fn {name}()")).map_err(|error| error.to_string())?;
            return if there { Ok(()) } else { Err(format!("the test `{name}` is not there")) };
        }
    };
    let base = runs.without(without);
    let base = base.get_or_init(|| runs.look_twice(without)).as_ref().map_err(String::clone)?;
    let seen = runs.look(with)?;
    let words = with.join(" ");
    if (seen == *base) != (effect == Effect::Same) {
        let what = if effect == Effect::Same { "changes the result" } else { "has no effect" };
        return Err(format!("{what}: `{words}`\n{seen:#?}"));
    }
    if (seen.given.exit == 2) != (effect == Effect::Error) || seen.given.exit == 101 {
        return Err(format!("`{words}` ends with {}: {}", seen.given.exit, seen.given.errors));
    }
    Ok(())
}

/// Runs of the command, and what those without an option gave: many options share one.
struct Runs {
    folder: PathBuf,
    binary: PathBuf,
    known: Mutex<BTreeMap<Vec<String>, Base>>,
}

/// Whoever comes first makes the runs, and the others wait for them.
type Base = Arc<OnceLock<Result<Seen, String>>>;

impl Runs {
    fn without(&self, words: &[String]) -> Base {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(words.to_vec()).or_default().clone()
    }

    fn look_twice(&self, words: &[String]) -> Result<Seen, String> {
        let seen = self.look(words)?;
        if self.look(words)? == seen {
            return Ok(seen);
        }
        Err(format!("`{}` gives another result each time", words.join(" ")))
    }

    fn look(&self, words: &[String]) -> Result<Seen, String> {
        look(&self.folder, &self.binary, words).map_err(|error| error.to_string())
    }
}

/// Whether a Rust file below `folder` has the text.
fn contains(folder: &Path, text: &str) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let found = match path.extension() {
            _ if path.is_dir() => contains(&path, text)?,
            Some(extension) if extension == "rs" => fs::read_to_string(&path)?.contains(text),
            _ => false,
        };
        if found {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What can be seen of a run: what it prints, how it ends, what it leaves behind.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    given: Expected,
    files: Vec<(PathBuf, String)>,
}

fn look(folder: &Path, binary: &Path, arguments: &[String]) -> io::Result<Seen> {
    let place = Folder::create()?;
    copy_beside(folder, &place.path)?;
    let step = Step { arguments: arguments.to_vec(), stdin: String::new(), expected: Expected::default() };
    let given = run_step(&step, binary, &Treatment::new("options"), &place.path)
        .map_err(|error| io::Error::other(format!("`{}`: {error}", arguments.join(" "))))?;
    let mut files = Vec::new();
    new_files(&place.path, &place.path, folder, &mut files)?;
    Ok(Seen { given, files })
}

/// The files that were not there before, in order, with their contents.
fn new_files(at: &Path, root: &Path, before: &Path, found: &mut Vec<(PathBuf, String)>) -> io::Result<()> {
    let mut entries = fs::read_dir(at)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let name = path.strip_prefix(root).unwrap_or(&path).to_owned();
        if entry.file_type()?.is_dir() {
            new_files(&path, root, before, found)?;
        } else if !before.join(&name).exists() {
            let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
            found.push((name, crate::normalise::normalise(&text, &root.to_string_lossy())));
        }
    }
    Ok(())
}

/// Every command with every option that its help lists.
fn all_options(binary: &Path) -> io::Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    let mut waiting = vec![String::new()];
    while let Some(command) = waiting.pop() {
        let help =
            std::process::Command::new(binary).args(command.split_whitespace()).arg("--help").output()?;
        let help = String::from_utf8_lossy(&help.stdout).into_owned();
        let mut in_commands = false;
        for line in help.lines() {
            if !line.starts_with(' ') {
                in_commands = line == "Commands:";
            }
            let word = line.trim_start().split([' ', '=']).next().unwrap_or_default();
            if in_commands && line.starts_with("  ") && !line.starts_with("   ") {
                waiting.push(format!("{command} {word}").trim().to_owned());
            }
            found.extend(option_of(line).map(|option| (command.clone(), option)));
        }
    }
    found.retain(|(_, option)| option != "--help" && option != "--version");
    found.sort();
    found.dedup();
    Ok(found)
}

/// The option that a line of a help text is about: `  -q, --quiet` or `      --seed <N>`.
fn option_of(line: &str) -> Option<String> {
    let indented = line.strip_prefix("  ")?;
    let rest = match indented.as_bytes() {
        [b'-', letter, b',', b' ', ..] if letter.is_ascii_alphabetic() => &indented[4..],
        _ => indented.strip_prefix("    ")?,
    };
    let name = rest.strip_prefix("--")?;
    let end = name.find(|next: char| !(next.is_ascii_alphanumeric() || next == '-')).unwrap_or(name.len());
    (end > 0).then(|| format!("--{}", &name[..end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(command: &str, option: &str) -> (String, String) {
        (command.to_owned(), option.to_owned())
    }

    #[test]
    fn options_and_rows_must_be_the_same() {
        let options = [pair("a", "--x"), pair("a b", "--y")];
        assert_eq!(agree(&options, &options), Ok(()));
        let complaints = agree(&options, &[pair("a", "--x"), pair("a", "--y")]);
        assert_eq!(complaints, Err("`a b --y` has no row\n`a --y` is no option".to_owned()));
    }

    /// The shell stands in for the command: an option is a word of its script.
    fn judged(table: &str) -> Vec<Result<(), String>> {
        let folder = Folder::create().expect("a folder");
        let runs = Runs { folder: folder.path.clone(), binary: "/bin/sh".into(), known: Mutex::default() };
        let rows = table::read(table).expect("a table");
        rows.iter().map(|row| judge(row, &runs, &folder.path)).collect()
    }

    #[test]
    fn an_option_must_do_what_its_row_says() {
        let table = "[a]\nrun -c 'echo $0 >$1' @ file\n--said said\n";
        assert_eq!(judged(&table.replace("@ file", "name @")), [Ok(())], "a file is an effect");
        let silent = judged("[a]\nrun -c 'echo fixed' @\n--x x\n--y same: y\n");
        assert!(silent[0].as_ref().is_err_and(|why| why.starts_with("has no effect")), "{silent:?}");
        assert_eq!(silent[1], Ok(()));
        let loud = judged("[a]\nrun -c 'echo $0' @\n--x x\n--y same: y\n");
        assert_eq!(loud[0], Ok(()));
        assert!(loud[1].as_ref().is_err_and(|why| why.starts_with("changes the result")), "{loud:?}");
    }

    #[test]
    fn chance_is_no_effect() {
        let by_chance = judged("[a]\nrun -c 'echo $$' @\n--x x\n");
        assert!(by_chance[0].as_ref().is_err_and(|why| why.contains("another result each time")));
    }

    #[test]
    fn an_error_is_an_effect_only_where_it_is_said() {
        let script = "[a]\nrun -c 'test $0 != 2 || exit 2' @\n";
        let judged = judged(&format!("{script}--x 2\n--y error: 2\n"));
        assert!(judged[0].as_ref().is_err_and(|why| why.contains("ends with 2")), "{judged:?}");
        assert_eq!(judged[1], Ok(()));
    }

    #[test]
    fn options_are_found_in_help_texts() {
        assert_eq!(option_of("      --seed <N>"), Some("--seed".into()));
        assert_eq!(option_of("  -q, --quiet"), Some("--quiet".into()));
        assert_eq!(option_of("          Use --seed to choose"), None);
        assert_eq!(option_of("  lydian compare --entry insert"), None);
    }
}
