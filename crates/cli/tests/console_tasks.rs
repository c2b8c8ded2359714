//! The tasks of `examples/console`: right programs pass, wrong ones are refuted, with default settings.
//! A share of them is held in every run of the tests. `TASKS=all cargo test -p lydian-cli --test console_tasks` holds all, and with
//! `UPDATE=1` it also writes the table of the book, `docs/src/console-tasks.md`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is held in every run: quick, and in languages that every machine has.
const SHARE: &[&str] = &["countdown", "even-odd", "multiples", "sides"];

/// What stands before and after the table.
const BEFORE: &str = "<!-- tasks -->\n";
const AFTER: &str = "<!-- end of tasks -->\n";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project")
}

fn page() -> PathBuf {
    root().join("docs/src/console-tasks.md")
}

/// The entries of a directory by name, in order.
fn entries(directory: &Path) -> Vec<String> {
    let found = fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut names: Vec<String> =
        found.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// What the program says of each file in a folder of a task: the verdict, and the line after it.
fn judged(task: &str, folder: &str) -> BTreeMap<String, (String, String)> {
    let task = format!("examples/console/{task}");
    let output = Command::new(env!("CARGO_BIN_EXE_lydian"))
        .args(["console", "check", &format!("{task}/task.console"), &format!("{task}/{folder}")])
        .current_dir(root())
        .output()
        .expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut found = BTreeMap::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let program = line.strip_prefix(&format!("{task}/{folder}/")).and_then(|line| line.split_once(": "));
        if let Some((program, verdict)) = program {
            let more = lines.next().unwrap_or_default().trim().to_owned();
            // What is remarked upon is right.
            let verdict = verdict.split(", ").next().unwrap_or_default();
            found.insert(program.to_owned(), (verdict.to_owned(), more));
        }
    }
    let files = entries(&root().join(&task).join(folder));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(found.keys().cloned().collect::<Vec<_>>(), files, "{task}/{folder}\n{text}{errors}");
    found
}

/// The row of a task in the table, or what is wrong with it.
fn row(task: &str) -> Result<String, String> {
    let (right, wrong) = (judged(task, "right"), judged(task, "wrong"));
    for (programs, wanted) in [(&right, "passed"), (&wrong, "refuted")] {
        for (program, (verdict, more)) in programs {
            if verdict != wanted {
                return Err(format!("{task}: {program} should be {wanted}, but is {verdict} ({more})"));
            }
        }
    }
    let covered = right.values().next().map_or("", |(_, more)| more.as_str());
    let (tests, noticed) = (covered.split("; ").next().unwrap_or_default(), score(covered));
    Ok(format!("{}{tests} | {noticed} |\n", cells(task)))
}

/// `12 of 13` typical mistakes that are noticed.
fn score(covered: &str) -> &str {
    let part = covered.split("; ").find_map(|part| part.split_once(" typical mistake"));
    part.map_or("none known", |(score, _)| score)
}

/// What the files say of a task: its name, what is asked for, and its programs.
fn cells(task: &str) -> String {
    let folder = root().join("examples/console").join(task);
    let text = fs::read_to_string(folder.join("task.console")).expect("a specification");
    let asked: Vec<&str> = text.lines().map_while(|line| line.strip_prefix('#')).map(str::trim).collect();
    let mut endings: Vec<String> = entries(&folder.join("right"))
        .iter()
        .filter_map(|name| Some(format!(".{}", name.rsplit_once('.')?.1)))
        .collect();
    endings.sort();
    endings.dedup();
    let (right, wrong) = (entries(&folder.join("right")).len(), entries(&folder.join("wrong")).len());
    format!("| `{task}` | {} | {right} (`{}`) | {wrong} | ", asked.join(" "), endings.join("` `"))
}

#[test]
fn right_programs_pass_and_wrong_ones_are_refuted() {
    let all = entries(&root().join("examples/console"));
    let everything = std::env::var("TASKS").is_ok_and(|tasks| tasks == "all");
    let mut table = String::new();
    let mut faults = Vec::new();
    for task in all.iter().filter(|task| everything || SHARE.contains(&task.as_str())) {
        match row(task) {
            Ok(row) => table.push_str(&row),
            Err(fault) => faults.push(fault),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    if everything && std::env::var_os("UPDATE").is_some() {
        let text = fs::read_to_string(page()).expect("the page");
        let (before, rest) = text.split_once(BEFORE).expect("a place for the table");
        let (_, after) = rest.split_once(AFTER).expect("the end of the table");
        let head = "| task | what is asked for | right programs | wrong ones, all refuted | tests for a right one | typical mistakes noticed |\n|---|---|---|---|---|---|\n";
        fs::write(page(), format!("{before}{BEFORE}{head}{table}{AFTER}{after}")).expect("the page");
    }
}

#[test]
fn the_table_of_the_book_has_every_task_with_its_programs() {
    let text = fs::read_to_string(page()).expect("the page");
    for task in entries(&root().join("examples/console")) {
        let folder = root().join("examples/console").join(&task);
        assert!(entries(&folder.join("right")).len() >= 3, "{task} has too few right programs");
        assert!(entries(&folder.join("wrong")).len() >= 5, "{task} has too few wrong programs");
        assert!(text.contains(&cells(&task)), "the table does not have the row\n{}", cells(&task));
    }
}
