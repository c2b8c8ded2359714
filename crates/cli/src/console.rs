//! `lydian console`: reads the specification, runs programs against it, and hands the judgements to the report.

mod accept;
mod check;
mod lint;
mod parameters;
mod paths;
mod play;
pub(crate) mod programs;
mod samples;
mod spec;
mod suite;
mod translate;

use crate::arguments::ConsoleCommand;

/// The word that makes the command the launcher of a program under test.
pub(crate) const LAUNCH: &str = "__launch";

/// Runs the command and gives its exit code.
pub(crate) fn run(command: &ConsoleCommand) -> u8 {
    match command {
        ConsoleCommand::Check(arguments) => check::run(arguments),
        ConsoleCommand::Run(arguments) => play::run(arguments),
        ConsoleCommand::Samples(arguments) => samples::run(arguments),
        ConsoleCommand::Paths(arguments) => paths::run(arguments),
        ConsoleCommand::Suite(arguments) => suite::run(arguments),
        ConsoleCommand::Lint(arguments) => lint::run(arguments),
        ConsoleCommand::Accept(arguments) => accept::run(arguments),
        ConsoleCommand::Translate(arguments) => translate::run(arguments),
    }
}
