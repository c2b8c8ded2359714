//! Facts about running an area, with the shell in the place of `lydian`: `lydian -c SCRIPT` runs a script.

use super::*;

struct Area(PathBuf);

impl Area {
    fn new(name: &str, files: &[(&str, &str)]) -> Area {
        let folder = std::env::temp_dir().join(format!("lydian-area-{}-{name}", std::process::id()));
        for (name, text) in files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
            fs::write(path, text).expect("a file can be written");
        }
        fs::create_dir_all(&folder).expect("a folder can be made");
        Area(folder)
    }

    fn judge(&self, treatments: &[Treatment], mode: Mode) -> AreaReport {
        judge_folder(&self.0, Path::new("/bin/sh"), treatments, mode, "")
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("the file is there")
    }
}

impl Drop for Area {
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

#[test]
fn a_case_that_gives_its_output_in_all_treatments_passes() {
    let area = Area::new("passes", &[("speaks.md", LOUD_ECHO)]);
    let report = area.judge(&[quiet()], Mode::Check);
    assert_eq!((report.cases, report.runs, report.failures.len()), (1, 2, 0), "{report:?}");
}

#[test]
fn a_case_that_differs_in_a_treatment_fails() {
    let area = Area::new("differs", &[("speaks.md", LOUD_ECHO)]);
    let report = area.judge(&[loud()], Mode::Check);
    assert!(report.failures[0].contains("in treatment `loud`"), "{report:?}");
    assert!(report.failures[0].contains("- hello\n+ hello!"), "{report:?}");
}

#[test]
fn a_treatment_in_not_in_may_differ_but_must_not_pass() {
    let exempt = format!("not-in: loud\n\n{LOUD_ECHO}");
    let area = Area::new("exempt", &[("speaks.md", &exempt)]);
    assert_eq!(area.judge(&[loud()], Mode::Check).failures, Vec::<String>::new());

    let needless = Area::new("needless", &[("speaks.md", &format!("not-in: quiet\n\n{LOUD_ECHO}"))]);
    let report = needless.judge(&[quiet()], Mode::Check);
    assert!(report.failures[0].contains("take it out of `not-in`"), "{report:?}");

    let misspelt = area.judge(&[quiet()], Mode::Check);
    assert!(misspelt.failures[0].contains("names no treatment"), "{misspelt:?}");
}

#[test]
fn update_rewrites_what_differs_and_nothing_else() {
    let wrong = LOUD_ECHO.replace("```output\nhello", "```output\ngoodbye");
    let area = Area::new("update", &[("right.md", LOUD_ECHO), ("wrong.md", &wrong)]);
    assert_eq!(area.judge(&[], Mode::Check).failures.len(), 1);
    let report = area.judge(&[quiet()], Mode::Update);
    assert_eq!(report.failures, Vec::<String>::new());
    assert_eq!(report.updated, [area.0.join("wrong.md")]);
    assert_eq!(area.read("wrong.md"), LOUD_ECHO);
}

#[test]
fn an_area_without_cases_fails() {
    let area = Area::new("empty", &[]);
    assert!(area.judge(&[], Mode::Check).failures[0].contains("no case to run"));
    let missing = judge_area(&area.0.join("missing"), Path::new("/bin/sh"), &[]);
    assert_eq!(missing.failures.len(), 1);
}

#[test]
fn a_folder_with_a_case_file_brings_its_other_files() {
    let text = "A file lies beside.\n\n```command\nlydian -c 'cat beside.txt; ls'\n```\n\n```output\nhere\nbeside.txt\n```\n";
    let area = Area::new("folder", &[("fact/case.md", text), ("fact/beside.txt", "here\n")]);
    assert_eq!(area.judge(&[], Mode::Check).failures, Vec::<String>::new());
}

#[test]
fn files_that_no_area_runs_are_orphans() {
    let area = Area::new(
        "orphans",
        &[
            ("README.md", ""),
            ("stray.md", ""),
            ("compare/fact.md", ""),
            ("compare/fact.txt", ""),
            ("compare/folder/notes.txt", ""),
            ("unknown/fact.md", ""),
        ],
    );
    let orphans = refuse_orphans(&area.0, &["compare"]).expect("the folder can be read");
    let names: Vec<String> = orphans
        .iter()
        .map(|path| path.strip_prefix(&area.0).expect("inside").display().to_string())
        .collect();
    assert_eq!(names, ["compare/fact.txt", "compare/folder", "stray.md", "unknown"]);
}

#[test]
fn an_output_without_a_line_end_can_be_expected() {
    let text = "The shell speaks softly.\n\n```command\nlydian -c 'printf hello'\n```\n";
    let area = Area::new("no-line-end", &[("softly.md", text)]);
    assert_eq!(area.judge(&[], Mode::Update).updated.len(), 1);
    assert_eq!(area.judge(&[], Mode::Check).failures, Vec::<String>::new());
}
