//! What the tests of the console door share: the example specifications, and loading them.

#![allow(dead_code, reason = "each test uses a part")]

use std::path::PathBuf;

use lydian_console::{PathBounds, Sampling, Spec, Tests, load, syntax};
use lydian_diagnostic::{Diagnostic, Source};

/// The names and texts of all example specifications.
pub fn scripts() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of scripts")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).expect("a script"))
    };
    paths.iter().map(read).collect()
}

/// The text of one example.
pub fn script(name: &str) -> String {
    scripts().into_iter().find(|(other, _)| other == name).unwrap_or_else(|| panic!("no script {name}")).1
}

/// Loads a specification that has no faults.
pub fn spec(name: &str, text: &str) -> Vec<Spec> {
    let source = Source::new(name, text);
    let (script, found) = syntax::parse(&source);
    assert!(found.is_empty(), "{name}: {}", messages(&found));
    let (specs, found) = load(script, &|name| Err(format!("no {name}")));
    assert!(!specs.is_empty(), "{name}: {}", messages(&found));
    specs
}

/// Tests with few rounds and few values: enough to meet every statement.
pub fn tests(specs: &[Spec], rounds: u32) -> Tests<'_> {
    let bounds = PathBounds { rounds, wrong_values: 1, ..PathBounds::default() };
    Tests::new(specs, &bounds, &Sampling { per_path: 3, ..Sampling::default() })
}

fn messages(diagnostics: &[Diagnostic]) -> String {
    let show = |one: &Diagnostic| {
        let place = one.span.as_ref().map_or(String::new(), |span| format!(" at `{}`", span.text()));
        format!("{}: {}{place}", one.code, one.message)
    };
    diagnostics.iter().map(show).collect::<Vec<_>>().join("; ")
}
