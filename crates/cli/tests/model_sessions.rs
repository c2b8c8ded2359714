//! Holds `lydian model test --sessions` to a server that several clients share (`examples/models/sessions`): right, and with three classical
//! faults, each of which is shown with the shortest overlap. The server has a network of its own, so its port is always free.

use std::path::Path;
use std::process::{Command, Output};

fn tested(fault: &str, options: &[&str]) -> Output {
    tested_by("store.ml", fault, options)
}

fn tested_by(model: &str, fault: &str, options: &[&str]) -> Output {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/models/sessions");
    Command::new(env!("CARGO_BIN_EXE_lydian"))
        .current_dir(folder)
        .args(["model", "test", model, "--reset", "reset", "--tcp", "127.0.0.1:7010", "--timeout", "20s"])
        .args(options)
        .args(["--", "python3", "server.py", "7010", fault])
        .output()
        .expect("the command runs")
}

#[track_caller]
fn ends(output: &Output, code: i32, parts: &[&str]) {
    let text =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{text}");
    for part in parts {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
}

#[test]
fn a_right_server_passes_with_two_and_with_four_sessions() {
    ends(&tested("none", &["--sessions", "2"]), 0, &["passed", "100 of 100 plans", "(linearizable)"]);
    ends(&tested("none", &["--sessions", "4", "--sequences", "20"]), 0, &["passed", "20 of 20 plans"]);
    ends(&tested("none", &["--sessions", "2", "--consistency", "sequential"]), 0, &["(sequential)"]);
}

#[test]
fn a_lost_update_is_shown_by_two_additions_at_the_same_time() {
    ends(
        &tested("lost", &["--sessions", "2"]),
        1,
        &["inputs    Add || Add; Count\n", "Add -> Done   | Add -> Done", "Count -> Is 1", "times\n"],
    );
}

#[test]
fn a_stale_read_is_shown_without_any_overlap() {
    let output = tested("stale", &["--sessions", "2"]);
    ends(&output, 1, &["-> Done", "Read -> Is 0", "session 2"]);
    // What a session reads late is explained if only the order of each session counts.
    let replay = ["--sessions", "2", "--replay", "Write 1; - || Read", "--consistency", "sequential"];
    ends(&tested("stale", &replay), 0, &["20 of 20 plans", "40 calls"]);
    ends(&tested("stale", &["--sessions", "2", "--replay", "Write 1; - || Read"]), 1, &["refuted"]);
}

#[test]
fn a_double_pop_is_shown_by_two_pops_at_the_same_time() {
    ends(&tested("double", &["--sessions", "3"]), 1, &["Push 1; Pop || Pop", "Pop -> Is 1", "of 20 times"]);
}

#[test]
fn what_needs_one_session_is_refused_with_several() {
    ends(&tested("none", &["--sessions", "2", "--method", "w"]), 2, &["--method"]);
    ends(
        &tested("none", &["--sessions", "2", "--replay", "Add || Add || Add"]),
        2,
        &["more than 2 sessions"],
    );
    ends(&tested("none", &["--consistency", "sequential"]), 2, &["--sessions"]);
}

#[test]
fn a_reset_that_does_nothing_is_found_before_anything_is_judged() {
    ends(
        &tested("keeps", &["--sessions", "2"]),
        2,
        &["reset-does-not-reset", "the reset `reset` does not bring the system to its start"],
    );
    ends(
        &tested("none", &["--sessions", "2"]),
        0,
        &["the reset works: 3 sequences began at the start again"],
    );
}

#[test]
fn a_model_is_told_which_session_asks() {
    ends(&tested_by("login.ml", "none", &["--sessions", "3"]), 0, &["passed", "100 of 100 plans"]);
    // Clients that take turns are enough to see it: nothing overlaps in the smallest plan.
    ends(
        &tested_by("login.ml", "mixed", &["--sessions", "2"]),
        1,
        &["refuted", "inputs    - || Login \"a\"; Who\n", "Who -> You_are \"a\""],
    );
}
