//! Every translation of a specification satisfies it: translated, built and checked with the real command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn lydian(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lydian"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("lydian runs")
}

fn run(folder: &Path, words: &[&str]) -> Output {
    Command::new(words[0]).current_dir(folder).args(&words[1..]).output().expect("the compiler runs")
}

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("lydian-translate-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The example specifications; of several values of a parameter only the first is kept.
fn scripts() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../console/tests/scripts");
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the scripts") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a script");
        let text = text.replace("= 7, 42", "= 7").replace("= [1, 3], [5]", "= [1, 3]");
        found.push((path.file_stem().expect("a name").to_string_lossy().into_owned(), text));
    }
    found.sort();
    assert!(found.len() >= 12, "{} scripts", found.len());
    found
}

/// Translates, builds and checks all examples; gives the names of those that are refused.
fn check_all(language: &str, extension: &str, build: &[&str], command: &[&str]) -> Vec<String> {
    let folder = Folder::new(language);
    let mut refused = Vec::new();
    for (name, text) in scripts() {
        let spec = format!("{name}.console");
        fs::write(folder.0.join(&spec), text).expect("a file");
        let translated = lydian(&folder.0, &["console", "translate", &spec, "--to", language]);
        if !translated.status.success() {
            let said = String::from_utf8_lossy(&translated.stderr).into_owned();
            assert!(said.contains("not-translatable"), "{name}: {said}");
            refused.push(name);
            continue;
        }
        let program = format!("program.{extension}");
        fs::write(folder.0.join(&program), &translated.stdout).expect("a file");
        if !build.is_empty() {
            let built = run(&folder.0, build);
            let said = String::from_utf8_lossy(&built.stderr).into_owned();
            assert!(built.status.success() && said.is_empty(), "{name}: {said}");
        }
        let absolute = folder.0.join(command[command.len() - 1]).to_string_lossy().into_owned();
        let mut arguments = vec!["console", "check", &spec, "--rounds", "5", "--per-path", "3"];
        arguments.extend(["--wrong-values", "1", "--tests", "60", "--budget", "300s", "--"]);
        arguments.extend(&command[..command.len() - 1]);
        arguments.push(&absolute);
        let checked = lydian(&folder.0, &arguments);
        let said = String::from_utf8_lossy(&checked.stdout).into_owned();
        let program = String::from_utf8_lossy(&translated.stdout);
        assert!(checked.status.success() && said.contains("passed"), "{name}:\n{said}\n{program}");
    }
    refused
}

#[test]
fn translations_to_python_satisfy_their_specifications() {
    assert_eq!(check_all("python", "py", &[], &["python3", "program.py"]), ["own-functions"]);
}

#[test]
fn translations_to_c_satisfy_their_specifications() {
    let build = ["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "program.c", "-o", "program"];
    assert_eq!(check_all("c", "c", &build, &["program"]), ["letters", "lists-of-texts", "own-functions"]);
}

#[test]
fn translations_to_ocaml_satisfy_their_specifications() {
    let build = ["ocamlopt", "program.ml", "-o", "program"];
    assert_eq!(check_all("ocaml", "ml", &build, &["program"]), [""; 0]);
}
