//! Runs the Markdown cases under `cases/` against the real `lydian` command.
//! A case is a sentence of prose, its files in fences, commands, and the output that each must give. Every case runs in
//! several treatments (other arguments or environment) and is held to one expected output; `UPDATE=1` rewrites it.
//! Transcripts in the README and the book are held to the truth as well.
//! The form of a case file is described in `cases/README.md`. Knows no door: what it runs is a path to a program.
//!
//! ```no_run
//! use lydian_cases::{Area, Treatment, run_suite};
//! let binary = std::path::Path::new("target/release/lydian");
//! run_suite(binary, &[Area::new("compare", [Treatment::new("jobs").argument("--jobs").argument("4")])]);
//! ```

mod answer;
mod area;
mod case;
mod command_line;
mod difference;
mod document;
mod judge;
mod normalise;
mod options;
mod run;
mod suite;
mod transcript;
mod trial;
mod update;

pub use answer::{answer_of_case, answer_of_command};
pub use area::{Area, cases_root};
pub use options::run_options;
pub use run::Treatment;
pub use suite::run_suite;
