//! Facts about the checks of a suite, with the shell in the place of `lydian`: `lydian -c SCRIPT` runs a script.

use std::fs;

use super::*;
use crate::run::Treatment;

/// A project with the given files.
struct Project(PathBuf);

impl Project {
    fn new(name: &str, files: &[(&str, &str)]) -> Project {
        let folder = std::env::temp_dir().join(format!("lydian-suite-{}-{name}", std::process::id()));
        for (name, text) in files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
            fs::write(path, text).expect("a file can be written");
        }
        Project(folder)
    }

    /// The failures of the area `shell`, each with the name of its check.
    fn failures(&self, treatments: &[Treatment], mode: Mode) -> Vec<(String, String)> {
        let areas = [Area::new("shell", treatments.iter().cloned())];
        let checks = checks(&self.0, Path::new("/bin/sh"), &areas, mode);
        checks.into_iter().filter_map(|check| Some((check.name, (check.judge)().err()?))).collect()
    }

    fn names(&self, treatments: &[Treatment], mode: Mode) -> Vec<String> {
        let areas = [Area::new("shell", treatments.iter().cloned())];
        checks(&self.0, Path::new("/bin/sh"), &areas, mode).into_iter().map(|check| check.name).collect()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("the file is there")
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const LOUD_ECHO: &str =
    "The shell speaks.\n\n```command\nlydian -c 'echo hello$LOUD'\n```\n\n```output\nhello\n```\n";

fn loud() -> Treatment {
    Treatment::new("loud").variable("LOUD", "!")
}

fn quiet() -> Treatment {
    Treatment::new("quiet")
}

const SPEAKS: &str = "cases/shell/speaks.md";

const NONE: Vec<(String, String)> = Vec::new();

#[test]
fn a_check_is_named_by_its_file_and_its_treatment() {
    let project = Project::new("names", &[(SPEAKS, LOUD_ECHO), ("README.md", ""), ("docs/src/page.md", "")]);
    let documents_and_orphans = ["README.md", "docs/src/page.md", "every case belongs to an area"];
    let mut expected = vec![SPEAKS, "cases/shell/speaks.md (quiet)"];
    expected.extend(documents_and_orphans);
    assert_eq!(project.names(&[quiet()], Mode::Check), expected);
    expected.remove(1);
    assert_eq!(project.names(&[quiet()], Mode::Update), expected, "expectations are those of the plain way");
}

#[test]
fn a_case_that_gives_its_output_in_all_treatments_passes() {
    let project = Project::new("passes", &[(SPEAKS, LOUD_ECHO), ("README.md", "")]);
    assert_eq!(project.failures(&[quiet()], Mode::Check), NONE);
}

#[test]
fn a_case_that_differs_in_a_treatment_fails_there() {
    let project = Project::new("differs", &[(SPEAKS, LOUD_ECHO), ("README.md", "")]);
    let failures = project.failures(&[loud(), quiet()], Mode::Check);
    assert_eq!(failures.len(), 1, "{failures:?}");
    assert_eq!(failures[0].0, "cases/shell/speaks.md (loud)");
    assert!(failures[0].1.contains("- hello\n+ hello!"), "{failures:?}");
}

#[test]
fn a_treatment_in_not_in_may_differ_but_must_not_pass() {
    let exempt = format!("not-in: loud\n\n{LOUD_ECHO}");
    let project = Project::new("exempt", &[(SPEAKS, &exempt), ("README.md", "")]);
    assert_eq!(project.failures(&[loud()], Mode::Check), NONE);
    let misspelt = project.failures(&[quiet()], Mode::Check);
    assert!(misspelt[0].1.contains("names no treatment"), "{misspelt:?}");

    let needless = format!("not-in: quiet\n\n{LOUD_ECHO}");
    let project = Project::new("needless", &[(SPEAKS, &needless), ("README.md", "")]);
    let failures = project.failures(&[quiet()], Mode::Check);
    assert_eq!(failures[0].0, "cases/shell/speaks.md (quiet)");
    assert!(failures[0].1.contains("take `quiet` out of `not-in`"), "{failures:?}");
}

#[test]
fn a_treatment_that_is_not_possible_here_may_be_named_and_is_not_run() {
    let exempt = format!("not-in: loud\n\n{LOUD_ECHO}");
    let project = Project::new("impossible", &[(SPEAKS, &exempt), ("README.md", "")]);
    assert_eq!(project.names(&[loud().impossible()], Mode::Check)[..2], [SPEAKS, "README.md"]);
    assert_eq!(project.failures(&[loud().impossible()], Mode::Check), NONE);
}

#[test]
fn update_rewrites_what_differs_and_nothing_else() {
    let wrong = LOUD_ECHO.replace("```output\nhello", "```output\ngoodbye");
    let files = [(SPEAKS, LOUD_ECHO), ("cases/shell/wrong.md", wrong.as_str()), ("README.md", "")];
    let project = Project::new("update", &files);
    let failures = project.failures(&[], Mode::Check);
    assert_eq!(failures.len(), 1, "{failures:?}");
    assert_eq!(failures[0].0, "cases/shell/wrong.md");
    assert_eq!(project.failures(&[quiet()], Mode::Update), NONE);
    assert_eq!(
        (project.read(SPEAKS), project.read("cases/shell/wrong.md")),
        (LOUD_ECHO.into(), LOUD_ECHO.into())
    );
}

#[test]
fn an_area_without_cases_fails() {
    let project = Project::new("empty", &[("cases/shell/folder/notes.txt", ""), ("README.md", "")]);
    let failures = project.failures(&[], Mode::Check);
    assert_eq!(failures[0], ("cases/shell".to_owned(), "there is no case to run".to_owned()));
    let missing = Project::new("missing", &[("README.md", "")]);
    assert_eq!(missing.failures(&[], Mode::Check)[0].0, "cases/shell");
}

#[test]
fn a_folder_with_a_case_file_brings_its_other_files() {
    let text = "A file lies beside.\n\n```command\nlydian -c 'cat beside.txt; ls'\n```\n\n```output\nhere\nbeside.txt\n```\n";
    let files =
        [("cases/shell/fact/case.md", text), ("cases/shell/fact/beside.txt", "here\n"), ("README.md", "")];
    let project = Project::new("folder", &files);
    assert_eq!(project.names(&[], Mode::Check)[0], "cases/shell/fact/case.md");
    assert_eq!(project.failures(&[], Mode::Check), NONE);
}

#[test]
fn files_that_no_area_runs_are_refused() {
    let project = Project::new(
        "orphans",
        &[
            ("README.md", ""),
            ("cases/README.md", ""),
            ("cases/stray.md", ""),
            (SPEAKS, LOUD_ECHO),
            ("cases/shell/fact.txt", ""),
            ("cases/shell/folder/notes.txt", ""),
            ("cases/unknown/fact.md", ""),
        ],
    );
    let failures = project.failures(&[], Mode::Check);
    let cases = project.0.join("cases").display().to_string();
    let expected = ["shell/fact.txt", "shell/folder", "stray.md", "unknown"]
        .map(|name| format!("{cases}/{name} belongs to no area"));
    assert_eq!(failures, [("every case belongs to an area".to_owned(), expected.join("\n"))]);
}

#[test]
fn an_output_without_a_line_end_can_be_expected() {
    let text = "The shell speaks softly.\n\n```command\nlydian -c 'printf hello'\n```\n";
    let project = Project::new("no-line-end", &[(SPEAKS, text), ("README.md", "")]);
    assert_eq!(project.failures(&[], Mode::Update), NONE);
    assert!(project.read(SPEAKS).contains("```output\nhello\n```"));
    assert_eq!(project.failures(&[], Mode::Check), NONE);
}
