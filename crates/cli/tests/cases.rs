//! Runs the Markdown cases and the transcripts of the documents against the real command, one trial for each file.

use std::path::Path;
use std::process::ExitCode;

use lydian_cases::{Area, Treatment, run_suite};

fn main() -> ExitCode {
    let second = second_solver();
    // Neither the solver nor the number of threads changes a result, so one run with another of both shows it for each.
    let compare = [
        second.clone().argument("--jobs").argument("4"),
        Treatment::new("symbolic").argument("--strategy").argument("symbolic"),
    ];
    // Two programs at a time are what most machines run anyway: one at a time shows that the order does not matter.
    let console = [second.clone().behind(2).argument("--jobs").argument("1")];
    let areas = [
        Area::new("compare", compare),
        Area::new("console", console),
        Area::new("stream", [second.clone()]),
        Area::new("model", [second.clone()]),
        Area::new("property", [second.clone()]),
        Area::new("command-line", [second.clone()]),
        Area::new("regression", [second]),
    ];
    run_suite(Path::new(env!("CARGO_BIN_EXE_lydian")), &areas)
}

/// With another version of Z3, where the environment says where it is: `./test` does.
fn second_solver() -> Treatment {
    let treatment = Treatment::new("second-solver");
    match std::env::var("LYDIAN_Z3_SECOND") {
        Ok(library) => treatment.variable("LYDIAN_Z3", &library),
        Err(_) => treatment.impossible(),
    }
}
