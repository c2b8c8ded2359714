//! Our OCaml against the real one, on programs of our own: same output, same uncaught exception, same type errors.
//! What OCaml 4 printed is kept beside each program as `<name>.out`; `UPDATE=1` writes it anew from the `ocaml` on this
//! machine. Without one, the kept text stands in for it and the tests say so.

#[path = "differential/mistakes.rs"]
mod mistakes;
#[path = "differential/ours.rs"]
mod ours;
#[path = "differential/real.rs"]
mod real;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use mistakes::MISTAKES;

/// The directory of programs.
fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

/// The stems of the files with this extension.
fn stems(extension: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(programs()).expect("the directory of programs");
    entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect()
}

/// The names to run: all, or those that contain the text of the variable `PROGRAM`.
fn chosen() -> Vec<String> {
    let wanted = std::env::var("PROGRAM").unwrap_or_default();
    stems("ml").into_iter().filter(|name| name.contains(&wanted)).collect()
}

fn kept(name: &str) -> PathBuf {
    programs().join(format!("{name}.out"))
}

#[test]
fn programs_print_and_raise_as_in_ocaml() {
    let names = chosen();
    let mut faults = Vec::new();
    for (name, actual) in names.iter().zip(ours::run_all(&programs(), &names)) {
        let expected =
            std::fs::read(kept(name)).unwrap_or_else(|_| panic!("{name}.out is missing: UPDATE=1"));
        let expected = String::from_utf8_lossy(&expected).into_owned();
        match actual {
            Ok(actual) if actual == expected => {}
            Ok(actual) => faults.push(format!("{name}:\n{}", first_difference(&expected, &actual))),
            Err(why) => faults.push(format!("{name}: {why}")),
        }
    }
    assert!(faults.is_empty(), "{} of {} programs:\n{}", faults.len(), names.len(), faults.join("\n"));
}

#[test]
fn kept_outputs_are_what_ocaml_prints() {
    if !real::is_there() {
        println!("no `ocaml` of version 4 on this machine: the kept outputs stand in for it");
        return;
    }
    let names = chosen();
    for (name, actual) in names.iter().zip(real::run_all(&programs(), &names)) {
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(kept(name), &actual).expect("the output file");
        }
        let expected = std::fs::read(kept(name)).unwrap_or_default();
        let expected = String::from_utf8_lossy(&expected).into_owned();
        assert!(actual == expected, "{name}:\n{}", first_difference(&actual, &expected));
    }
}

#[test]
fn every_kept_output_has_its_program() {
    let programs = stems("ml");
    assert!(programs.len() >= 120, "{} programs", programs.len());
    let orphans: Vec<String> = stems("out").difference(&programs).cloned().collect();
    assert!(orphans.is_empty(), "{orphans:?}");
}

#[test]
fn mistakes_are_found_where_ocaml_finds_them() {
    let mut faults = Vec::new();
    for mistake in MISTAKES {
        match ours::place_of_mistake(mistake.source) {
            Ok(place) if place == mistake.place => {}
            other => faults
                .push(format!("{}: {other:?}, not {:?}\n{}", mistake.fact, mistake.place, mistake.source)),
        }
    }
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), MISTAKES.len(), faults.join("\n"));
}

#[test]
fn ocaml_finds_the_same_mistakes() {
    if !real::is_there() {
        println!("no `ocaml` of version 4 on this machine: the places in the table stand in for it");
        return;
    }
    let sources: Vec<&str> = MISTAKES.iter().map(|mistake| mistake.source).collect();
    let mut faults = Vec::new();
    for (mistake, place) in MISTAKES.iter().zip(real::places_of_mistakes(&sources)) {
        if place != Some(mistake.place) {
            faults.push(format!("{}: {place:?}, not {:?}", mistake.fact, mistake.place));
        }
    }
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), MISTAKES.len(), faults.join("\n"));
}

/// The first lines on which two texts differ.
fn first_difference(expected: &str, actual: &str) -> String {
    let (mut left, mut right) = (expected.split('\n'), actual.split('\n'));
    for line in 1.. {
        match (left.next(), right.next()) {
            (None, None) => break,
            (left, right) if left == right => {}
            (left, right) => {
                let show = |text: Option<&str>| text.unwrap_or("(the end)").to_owned();
                return format!("  line {line}\n    OCaml: {}\n    ours:  {}", show(left), show(right));
            }
        }
    }
    "  no difference".to_owned()
}
