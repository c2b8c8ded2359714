//! Without a solver commands say so and end with 3, and claim nothing that they did not see.

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
        .env("LYDIAN_Z3", "none")
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

/// A stream specification with something to look for.
const STREAM: &str = "in x: Events[Int]\ndef big := x > 100\nout big\n";

#[test]
fn commands_that_do_nothing_without_a_solver_do_not_begin() {
    for command in [
        &["stream", "generate", "big.tessla"][..],
        &["stream", "mutate", "big.tessla"],
        &["stream", "check", "big.tessla", "--", "cat"],
    ] {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("no-solver-nothing");
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("big.tessla"), STREAM).expect("a file can be written");
        let output = lydian("no-solver-nothing", command);
        let (told, errors) = texts(&output);
        assert_eq!(output.status.code(), Some(3), "{command:?}: {told}{errors}");
        assert!(errors.contains("no Z3 library was found"), "{command:?}: {errors}");
    }
}

#[test]
fn a_chosen_solver_that_does_not_load_is_an_error() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("no-solver-chosen");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("id.ml"), "let id x = x + 0\n").expect("a file can be written");
    fs::write(folder.join("other.ml"), "let id x = x\n").expect("a file can be written");
    fs::write(folder.join("text.so"), "no library\n").expect("a file can be written");
    for (chosen, why) in [
        ("nowhere.so", "there is no file `nowhere.so`"),
        ("./text.so", "`./text.so` cannot be used: "),
        (".", "there is no library in `.`"),
    ] {
        let run = |arguments: &[&str]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_lydian"));
            command.args(arguments).current_dir(&folder).env("NO_COLOR", "1").env("LYDIAN_Z3", chosen);
            command.output().expect("the command runs")
        };
        let output = run(&["compare", "id.ml", "other.ml"]);
        assert_eq!(output.status.code(), Some(3), "{chosen}: {:?}", texts(&output));
        assert!(texts(&output).1.contains(why), "{chosen}: {:?}", texts(&output));
        assert!(run(&["explain"]).status.success(), "{chosen}");
    }
}
