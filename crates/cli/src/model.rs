//! `lydian model`: state machines given as functions, their own tests, and tests of systems against them.

mod check;
mod draw;
mod driver;
mod generate;
mod load;
mod mutate;
mod run;
mod sessions;
mod suite;
mod system;
mod test;
mod versus;

use crate::arguments::ModelCommand;

/// Runs the command and gives its exit code.
pub(crate) fn run(command: &ModelCommand) -> u8 {
    match command {
        ModelCommand::Check(arguments) => check::run(arguments),
        ModelCommand::Draw(arguments) => draw::run(arguments),
        ModelCommand::Run(arguments) => run::run(arguments),
        ModelCommand::Generate(arguments) => generate::run(arguments),
        ModelCommand::Test(arguments) => test::run(arguments),
        ModelCommand::Mutate(arguments) => mutate::run(arguments),
        ModelCommand::Driver(arguments) => driver::run(arguments),
    }
}
