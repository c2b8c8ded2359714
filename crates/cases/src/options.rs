//! Holds every option of every command to having an effect there.
//! In: a folder with files and a table that says, for each option that `--help` lists, how its effect is seen. Out: complaints. The
//! command runs with and without the option in copies of the folder; what it prints, how it ends and what it leaves
//! behind must differ. Each run without the option is made twice and must be the same, so that chance is no effect.
//!
//! A section of the table is a command; its first line is a run of it, with `@` where options go in:
//!
//! ```text
//! [compare]
//! run compare @ reference.ml submission.ml
//! --entry --entry double
//! --suite-dir [--suite 3] --suite-dir out
//! --replay {compare @ reference.ml other.ml} --replay 'f 1'
//! --jobs same: --jobs 3
//! ```
//!
//! `[...]` adds words to both runs, `{...}` is another run to begin with, and `same:` holds an option that only changes speed to
//! changing nothing. `error:` says that the effect is an error (exit code 2). `elsewhere: NAME` names the test of the command that shows an effect which takes too long to see.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::case::{Expected, Step};
use crate::command_line;
use crate::run::{Folder, Treatment, copy_beside, run_step};

/// The name of the table among the files.
const TABLE: &str = "table.txt";

/// How the effect of one option is seen.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    command: String,
    option: String,
    seen: Sight,
}

/// What the option does to a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// It gives another result.
    Other,
    /// Nothing but speed.
    Same,
    /// An error.
    Error,
}

/// Where one looks.
#[derive(Debug, PartialEq, Eq)]
enum Sight {
    /// At two runs.
    Runs { without: Vec<String>, with: Vec<String>, effect: Effect },
    /// At a test with this name.
    Test(String),
}

/// What is wrong: options without an effect or a row, rows without an option, and runs that differ by chance.
///
/// `folder` holds the table and the files, `source` the tests that the table may name.
pub fn judge_options(folder: &Path, source: &Path, binary: &Path) -> io::Result<Vec<String>> {
    let text = fs::read_to_string(folder.join(TABLE))?;
    let rows = match read(&text) {
        Ok(rows) => rows,
        Err(complaint) => return Ok(vec![complaint]),
    };
    let mut complaints = Vec::new();
    let options = all_options(binary)?;
    for (command, option) in &options {
        if !rows.iter().any(|row| row.command == *command && row.option == *option) {
            complaints.push(format!("`{command} {option}` has no row"));
        }
    }
    for row in &rows {
        if !options.iter().any(|(command, option)| row.command == *command && row.option == *option) {
            complaints.push(format!("`{} {}` is no option", row.command, row.option));
        }
    }
    let mut known: BTreeMap<&[String], Seen> = BTreeMap::new();
    for row in &rows {
        let (command, option) = (&row.command, &row.option);
        let (without, with, effect) = match &row.seen {
            Sight::Runs { without, with, effect } => (without.as_slice(), with, *effect),
            Sight::Test(name) if contains(source, &format!("fn {name}()"))? => continue,
            Sight::Test(name) => {
                complaints.push(format!("`{command} {option}` names the test `{name}`, which is not there"));
                continue;
            }
        };
        if !known.contains_key(without) {
            let seen = look(folder, binary, without)?;
            if look(folder, binary, without)? != seen {
                complaints.push(format!("`{}` gives another result each time", without.join(" ")));
            }
            known.insert(without, seen);
        }
        let seen = look(folder, binary, with)?;
        if (seen == known[without]) != (effect == Effect::Same) {
            let what = if effect == Effect::Same { "changes the result" } else { "has no effect" };
            complaints.push(format!("`{command} {option}` {what}: `{}`\n{seen:#?}", with.join(" ")));
        }
        if (seen.given.exit == 2) != (effect == Effect::Error) || seen.given.exit == 101 {
            complaints.push(format!(
                "`{}` ends with {}: {}",
                with.join(" "),
                seen.given.exit,
                seen.given.errors
            ));
        }
    }
    Ok(complaints)
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

fn read(text: &str) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    let mut command = String::new();
    let mut run: Option<String> = None;
    for (number, line) in text.lines().enumerate() {
        let complain = |what: &str| Err(format!("line {} of the table: {what}", number + 1));
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            command = name.to_owned();
            run = None;
        } else if let Some(words) = line.strip_prefix("run ") {
            run = Some(words.to_owned());
        } else {
            let Some((option, rest)) = line.split_once(' ') else {
                return complain("an option needs words");
            };
            let mut rest = rest.trim();
            if let Some(name) = rest.strip_prefix("elsewhere: ") {
                let seen = Sight::Test(name.to_owned());
                rows.push(Row { command: command.clone(), option: option.to_owned(), seen });
                continue;
            }
            let mut effect = Effect::Other;
            for (mark, named) in [("same: ", Effect::Same), ("error: ", Effect::Error)] {
                if let Some(behind) = rest.strip_prefix(mark) {
                    (rest, effect) = (behind.trim(), named);
                }
            }
            let mut base = run.clone();
            if let Some((own, behind)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
                base = Some(own.to_owned());
                rest = behind.trim();
            }
            let mut both = "";
            if let Some((more, behind)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
                (both, rest) = (more, behind.trim());
            }
            let Some(base) = base.filter(|base| base.contains('@')) else {
                return complain("there is no run with an `@` for it");
            };
            let words = |added: &str| command_line::split(&base.replace('@', added));
            match (words(both), words(&format!("{both} {rest}"))) {
                (Ok(without), Ok(with)) => rows.push(Row {
                    command: command.clone(),
                    option: option.to_owned(),
                    seen: Sight::Runs { without, with, effect },
                }),
                (Err(what), _) | (_, Err(what)) => return complain(&what),
            }
        }
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn a_row_is_two_runs_that_differ_by_the_option() {
        let table = "[a b]\nrun a b @ f.ml\n--x [--y 1] --x 2\n--z {a b @ g.ml} --z\n--j same: --j 3\n--e elsewhere: t\n";
        let seen: Vec<Sight> = read(table).expect("a table").into_iter().map(|row| row.seen).collect();
        let runs = |without: &str, with: &str, effect| Sight::Runs {
            without: words(without),
            with: words(with),
            effect,
        };
        let expected = [
            runs("a b --y 1 f.ml", "a b --y 1 --x 2 f.ml", Effect::Other),
            runs("a b g.ml", "a b --z g.ml", Effect::Other),
            runs("a b f.ml", "a b --j 3 f.ml", Effect::Same),
            Sight::Test("t".into()),
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_table_without_a_place_for_options_is_refused() {
        assert!(read("[a]\nrun a f.ml\n--x --x 2\n").is_err());
        assert!(read("[a]\n--x --x 2\n").is_err());
    }

    #[test]
    fn options_are_found_in_help_texts() {
        assert_eq!(option_of("      --seed <N>"), Some("--seed".into()));
        assert_eq!(option_of("  -q, --quiet"), Some("--quiet".into()));
        assert_eq!(option_of("          Use --seed to choose"), None);
        assert_eq!(option_of("  lydian compare --entry insert"), None);
    }
}
