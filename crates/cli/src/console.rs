//! `lydian console`: reads the specification, runs programs against it, and hands the judgements to the report.

mod check;
mod programs;
mod spec;

use crate::arguments::ConsoleCommand;

/// The word that makes the command the launcher of a program under test.
pub(crate) const LAUNCH: &str = "__launch";

/// Runs the command and gives its exit code.
pub(crate) fn run(command: &ConsoleCommand) -> u8 {
    match command {
        ConsoleCommand::Check(arguments) => check::run(arguments),
    }
}
