//! Without a solver the commands about console specifications say so and end with 3, and claim nothing that they did not see.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// One path is seen without a solver. Whether a number is the product of others is nothing that can be told without one.
const SPEC: &str = "read z : int in 0..1\n\
                    if z = 0 { write \"no\" } else {\n\
                      read x : int in 2..1000\n\
                      read y : int in 2..1000\n\
                      if x * y * y = 8405 { write \"yes\" } else { write \"no\" }\n\
                    }\n";

fn lydian(name: &str, arguments: &[&str]) -> Output {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("product.console"), SPEC).expect("a file can be written");
    Command::new(env!("CARGO_BIN_EXE_lydian"))
        .args(arguments)
        .current_dir(&folder)
        .env("NO_COLOR", "1")
        .env("LYDIAN_Z3", "/nowhere")
        .output()
        .expect("the command runs")
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn commands_that_follow_paths_end_with_3_and_say_why() {
    for command in [
        &["console", "lint", "product.console"][..],
        &["console", "paths", "product.console"],
        &["console", "suite", "product.console", "--output", "product.suite.json"],
    ] {
        let output = lydian("no-solver-paths", command);
        let (told, errors) = texts(&output);
        assert_eq!(output.status.code(), Some(3), "{command:?}: {told}{errors}");
        assert!(errors.contains("no Z3 library was found"), "{command:?}: {errors}");
    }
}

#[test]
fn a_check_is_undecided_and_says_what_was_covered() {
    let program = "z = int(input()); x = z and int(input()); y = z and int(input()); print('no')";
    let command = ["console", "check", "product.console", "--", "python3", "-c", program];
    let output = lydian("no-solver-check", &command);
    let (told, errors) = texts(&output);
    assert_eq!(output.status.code(), Some(3), "{told}{errors}");
    assert!(told.contains("no Z3 library was found") && told.contains("without a mistake"), "{told}");
}

#[test]
fn nothing_is_said_where_no_solver_is_needed() {
    let output = lydian("no-solver-needed", &["console", "run", "product.console"]);
    assert!(!texts(&output).1.contains("Z3"), "{:?}", texts(&output));
}
