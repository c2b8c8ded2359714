//! `lydian property`: logical properties given as functions.

mod check;
mod kept_file;
mod replay;

use crate::arguments::PropertyCommand;

/// Runs the command and gives its exit code.
pub(crate) fn run(command: &PropertyCommand) -> u8 {
    match command {
        PropertyCommand::Check(arguments) => check::run(arguments),
    }
}
