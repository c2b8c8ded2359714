//! Every option that a command accepts has an effect in that command: nobody asks for something and is silently not given it.

use std::path::Path;

#[test]
fn no_option_is_accepted_and_ignored() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let binary = Path::new(env!("CARGO_BIN_EXE_lydian"));
    let complaints = lydian_cases::judge_options(&root.join("tests/options"), &root.join("src"), binary);
    let complaints = complaints.expect("the table and the command are there");
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
