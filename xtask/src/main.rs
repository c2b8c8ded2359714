//! Project chores: `cargo xtask ci`, `cargo xtask tidy`, `cargo xtask docs`.
//! `ci` is what `./test` runs once everything is set up. `tidy` is an ordinary test of this crate as well. No dependencies,
//! so that the chores build in a second.

mod ci;
mod docs;
mod project;
mod tidy;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  ci     format, lints, tidy, documentation and all tests; what asks the solver also with $LYDIAN_Z3_SECOND
  tidy   what the compiler cannot check: crate edges, module heads, lengths, pages, links
  docs   check the links of the book, and build it if mdbook is installed";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = project::root();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["ci"] => ci::run(&root),
        ["tidy"] => tidy::run(&root),
        ["docs"] => docs::run(&root),
        _ => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}
