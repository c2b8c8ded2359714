//! A few seconds of fuzzing in every run of the tests, and that findings are found at all.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Seconds after which no new batch is begun; a slow machine reads fewer inputs, not for longer.
const SECONDS: &str = "10";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn fuzz(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lydian-fuzz"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("findings");
    command.arg("--root").arg(root()).arg("--findings").arg(folder).args(arguments);
    command.output().expect("the fuzzer runs")
}

#[test]
fn no_reader_breaks_on_a_few_thousand_inputs() {
    let output = fuzz(&["--inputs", "2800", "--seed", "7", "--seconds", SECONDS]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("| all |"), "{said}");
}

#[test]
fn an_input_that_takes_too_much_is_a_finding_that_can_be_read_again() {
    // No process does with so little, so every input is too large.
    let output = fuzz(&["--inputs", "1", "--seed", "1", "--reader", "core", "--memory", "1"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let (file, fault) = said.lines().next().and_then(|line| line.split_once(": ")).expect("a finding");
    assert!(fault.ends_with("MiB of memory"), "{said}");
    let saved = std::fs::read(file).expect("the input is saved");
    assert_eq!(saved, fuzz(&["--seed", "1", "--reader", "core", "--show", "0"]).stdout);
    let told = std::fs::read_to_string(Path::new(file).with_extension("txt")).expect("a text beside it");
    assert!(told.contains("--reader core --replay "), "{told}");
    assert!(fuzz(&["--reader", "core", "--replay", file]).status.success());
}
