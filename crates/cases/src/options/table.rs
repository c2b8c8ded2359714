//! The table that says how the effect of each option is seen.
//! In: its text. Out: a row for each option of each command, or a sentence about the line that is no row.
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

use crate::command_line;

/// How the effect of one option is seen.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) command: String,
    pub(super) option: String,
    pub(super) seen: Sight,
}

/// What the option does to a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// It gives another result.
    Other,
    /// Nothing but speed.
    Same,
    /// An error.
    Error,
}

/// Where one looks.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// At two runs.
    Runs { without: Vec<String>, with: Vec<String>, effect: Effect },
    /// At a test with this name.
    Test(String),
}

/// Reads a table.
pub(super) fn read(text: &str) -> Result<Vec<Row>, String> {
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
}
