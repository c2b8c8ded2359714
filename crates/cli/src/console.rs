//! `lydian console`: reads the specification, runs programs against it, and hands the judgements to the report.

mod accept;
mod build;
mod check;
pub(crate) mod closed;
mod given;
mod java;
mod launch;
mod lint;
mod parameters;
mod paths;
mod play;
pub(crate) mod profiles;
pub(crate) mod programs;
pub(crate) mod reading;
mod samples;
mod spec;
mod suite;
mod trace;
mod translate;
mod words;

use lydian_console::without_solver;
use lydian_diagnostic::Diagnostic;
use lydian_report::Color;
use lydian_sut::Launcher;
use lydian_verdict::VerdictKind;

use crate::arguments::ConsoleCommand;
use crate::output;

/// Says so if branches are undecided because there is no solver; the exit code that follows from it.
fn complain_without_solver(undecided: u64) -> u8 {
    match without_solver(undecided) {
        Some(why) => {
            output::complain(&[Diagnostic::without_place("no-solver", why)], Color::Auto);
            VerdictKind::Unknown.exit_code()
        }
        None => 0,
    }
}

/// Says that the time was up before all was looked at.
fn complain_out_of_time(phase: &str) -> u8 {
    let message = format!("the time was up while {phase}");
    let late = Diagnostic::without_place("out-of-time", message).hint("give it more time with --budget");
    let late = vec![late];
    output::complain(&late, Color::Auto);
    output::code_of(late)
}

/// The word that makes the command the launcher of a program under test.
pub(crate) const LAUNCH: &str = "__launch";

/// This command as the launcher of programs under test.
pub(crate) fn launcher() -> Result<Launcher, Diagnostic> {
    let command = std::env::current_exe().map_err(|error| {
        let message = format!("Lydian does not find itself: {error}");
        Diagnostic::without_place("program-not-startable", message)
    })?;
    Ok(Launcher { command, arguments: vec![LAUNCH.into()] })
}

/// Runs the command and gives its exit code.
pub(crate) fn run(command: &ConsoleCommand) -> u8 {
    match command {
        ConsoleCommand::Check(arguments) => check::run(arguments),
        ConsoleCommand::Run(arguments) => play::run(arguments),
        ConsoleCommand::Samples(arguments) => samples::run(arguments),
        ConsoleCommand::Paths(arguments) => paths::run(arguments),
        ConsoleCommand::Suite(arguments) => suite::run(arguments),
        ConsoleCommand::Lint(arguments) => lint::run(arguments),
        ConsoleCommand::Trace(arguments) => trace::run(arguments),
        ConsoleCommand::Accept(arguments) => accept::run(arguments),
        ConsoleCommand::Translate(arguments) => translate::run(arguments),
    }
}
