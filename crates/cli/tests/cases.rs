//! Runs the Markdown cases and the transcripts of the documents against the real command, one trial for each file.

use std::path::Path;
use std::process::ExitCode;

use lydian_cases::{Area, Treatment, run_suite};

fn main() -> ExitCode {
    let compare = [
        Treatment::new("jobs").argument("--jobs").argument("4"),
        Treatment::new("symbolic").argument("--strategy").argument("symbolic"),
    ];
    // Two programs at a time are what most machines run anyway: one at a time shows that the order does not matter.
    let console = [Treatment::new("jobs").behind(2).argument("--jobs").argument("1")];
    let areas = [
        Area::new("compare", compare),
        Area::new("console", console),
        Area::new("stream", []),
        Area::new("model", []),
        Area::new("property", []),
        Area::new("command-line", []),
    ];
    run_suite(Path::new(env!("CARGO_BIN_EXE_lydian")), &areas)
}
