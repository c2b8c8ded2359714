//! The `lydian` command: a thin door that reads arguments and files, calls the libraries and hands events to reports.
//! Standard output carries what was asked for, standard error what went wrong on the way and the progress. Exit codes are
//! those of `lydian_verdict`; a panic is our bug and ends with 101. A closed pipe ends the command quietly.

mod arguments;
mod bug;
mod compare;
mod console;
mod doctor;
mod explain;
mod inputs;
mod interrupt;
mod limits;
mod model;
mod mutants;
mod output;
mod property;
mod report;
mod shell;
mod solver;
mod stream;
mod submitted;
mod unconfined;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};

/// The exit code of a mistake in the input or on the command line.
const INVALID: u8 = 2;

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    // The process that confines itself and becomes a program under test: nothing else may run before it.
    if words.nth(1).is_some_and(|first| first == console::LAUNCH) {
        lydian_sut::launcher_main(words);
    }
    bug::watch();
    interrupt::watch();
    let arguments = Arguments::parse();
    if let Err(code) = solver::check(&arguments.command) {
        return ExitCode::from(code);
    }
    let run = std::panic::catch_unwind(|| match arguments.command {
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Console(command) => console::run(&command),
        Command::Stream(command) => stream::run(&command),
        Command::Model(command) => model::run(&command),
        Command::Property(command) => property::run(&command),
        Command::Doctor => doctor::run(),
        Command::Explain(arguments) => explain::run(&arguments),
    });
    match run {
        Ok(code) => ExitCode::from(code),
        Err(_) => ExitCode::from(bug::EXIT_CODE),
    }
}
