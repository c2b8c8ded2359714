//! Runs the Markdown cases and the transcripts of the documents against the real command.

use std::path::Path;

use lydian_cases::{Treatment, cases_root, refuse_orphans, run_area, run_documents};

fn lydian() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_lydian"))
}

#[test]
fn compare_gives_what_its_cases_say() {
    let treatments = [
        Treatment::new("jobs").argument("--jobs").argument("4"),
        Treatment::new("symbolic").argument("--strategy").argument("symbolic"),
    ];
    run_area("compare", lydian(), &treatments);
}

#[test]
fn console_gives_what_its_cases_say() {
    // Two programs at a time are what most machines run anyway: one at a time shows that the order does not matter.
    let treatments = [Treatment::new("jobs").behind(2).argument("--jobs").argument("1")];
    run_area("console", lydian(), &treatments);
}

#[test]
fn stream_gives_what_its_cases_say() {
    run_area("stream", lydian(), &[]);
}

#[test]
fn model_gives_what_its_cases_say() {
    run_area("model", lydian(), &[]);
}

#[test]
fn property_gives_what_its_cases_say() {
    run_area("property", lydian(), &[]);
}

#[test]
fn the_command_line_gives_what_its_cases_say() {
    run_area("command-line", lydian(), &[]);
}

#[test]
fn every_case_belongs_to_an_area() {
    let areas = ["compare", "console", "stream", "model", "property", "command-line"];
    let orphans = refuse_orphans(&cases_root(), &areas).expect("the folder of cases");
    assert!(orphans.is_empty(), "{orphans:?} belong to no area");
}

#[test]
fn transcripts_in_documents_are_true() {
    run_documents(lydian());
}
