//! The arguments of `lydian stream compile`.

use std::path::Path;

use clap::Args;
use lydian_stream::compile::Language;

use super::StreamSpecArguments;
use crate::arguments::{CommonArguments, ReportArguments};

/// The arguments of `lydian stream compile`.
#[derive(Debug, Args)]
#[command(
    mut_arg("budget", |arg| arg.help("The processor time that the tests may take (500ms, 30s, 2m), and ten times as much by the clock [default: 2m]")),
    mut_arg("seed", |arg| arg.help("The seed of traces at random")),
    mut_arg("output", |arg| arg.value_name("DIR").help("Write the code into this directory; a file that Lydian did not write is never overwritten")),
    mut_arg("quiet", |arg| arg.help("Only the verdict")),
)]
#[command(after_help = "Examples:
  lydian stream compile monitor.tessla --to rust --output monitor
  lydian stream compile monitor.tessla --to c --output src/monitor --name monitor
  lydian stream compile monitor.tessla --to c --no-check

The monitor has a function for each input, a callback for each output and `advance(time)`; a program around it reads and writes
traces as `lydian stream run` does. Where a compiler is found it is built and run against the interpreter: on the suite, on traces
that tell mutants from the specification, and on traces at random.

Exit codes: 0 the monitor passed, 1 it differs from the specification, 2 a mistake in the specification or the arguments, or something
that is not compiled, 3 it was not tested.")]
pub(crate) struct StreamCompileArguments {
    /// The specification.
    #[command(flatten)]
    pub(crate) spec: StreamSpecArguments,
    /// The language.
    #[arg(long, value_name = "LANGUAGE", default_value = "rust", value_parser = ["rust", "c"])]
    to: String,
    /// What the crate, or all names in C, are called [default: the name of the file].
    #[arg(long, value_name = "NAME", value_parser = parse_name)]
    name: Option<String>,
    /// Do not build and test the monitor.
    #[arg(long, help_heading = "Tests")]
    pub(crate) no_check: bool,
    /// Traces at random beside the others.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(0..=1_000_000), help_heading = "Tests")]
    pub(crate) random: u32,
    /// What all commands take.
    #[command(flatten)]
    pub(crate) common: CommonArguments,
}

impl StreamCompileArguments {
    /// The language.
    pub(crate) fn language(&self) -> Language {
        if self.to == "c" { Language::C } else { Language::Rust }
    }

    /// Where the code goes.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.common.report.output.as_deref()
    }

    /// The report, which goes to standard output.
    pub(crate) fn report(&self) -> ReportArguments {
        let mut report = self.common.report.clone();
        report.output = None;
        report
    }

    /// What the crate or all names are called.
    pub(crate) fn name(&self) -> String {
        if let Some(name) = &self.name {
            return name.clone();
        }
        let stem = self.spec.spec.file_stem().unwrap_or_default().to_string_lossy();
        let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
        let name: String = stem.chars().map(letter).collect();
        if parse_name(&name).is_ok() { name } else { format!("monitor_{name}") }
    }
}

/// Words that cannot name a crate.
const TAKEN: [&str; 8] = ["alloc", "core", "std", "test", "main", "self", "super", "crate"];

fn parse_name(text: &str) -> Result<String, String> {
    let is_name = text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && !TAKEN.contains(&text);
    if is_name { Ok(text.to_owned()) } else { Err("a name has small letters, digits and `_`".to_owned()) }
}
