//! Every option that a command accepts has an effect in that command: nobody asks for something and is silently not given it.
//! `cargo test -p lydian-cli --test options 'console check --flush'` looks at one.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let binary = Path::new(env!("CARGO_BIN_EXE_lydian"));
    lydian_cases::run_options(&root.join("tests/options"), &root.join("src"), binary)
}
