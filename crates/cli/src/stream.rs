//! `lydian stream`: runs stream specifications on traces and shows what they consist of.

mod cases;
mod check;
mod compile;
mod core;
mod folder;
mod generate;
mod mutate;
mod picture;
mod record;
mod run;
mod spec;
mod telling;

use crate::arguments::StreamCommand;

/// Runs the command and gives its exit code.
pub(crate) fn run(command: &StreamCommand) -> u8 {
    match command {
        StreamCommand::Run(arguments) => run::run(arguments),
        StreamCommand::Record(arguments) => record::run(arguments),
        StreamCommand::Generate(arguments) => generate::run(arguments),
        StreamCommand::Check(arguments) => check::run(arguments),
        StreamCommand::Mutate(arguments) => mutate::run(arguments),
        StreamCommand::Compile(arguments) => compile::run(arguments),
        StreamCommand::Core(arguments) => core::run(arguments),
    }
}
