//! Whether a command has the solver that it needs.
//! A solver that the user chose and that cannot be used is an error: going on without it would say less than was asked for, in silence.
//! Commands that can do nothing without one say so before they begin. What others leave undecided for want of one, they tell themselves.

use lydian_diagnostic::Diagnostic;
use lydian_report::Color;
use lydian_solver::{CHOICE_HINT, INSTALL_HINT, SOLVER, chosen_solver_fault, find_solver};
use lydian_verdict::VerdictKind;

use crate::arguments::{Command, ConsoleCommand, ModelCommand, StreamCommand};
use crate::output;

/// How a command uses the solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Not at all.
    Never,
    /// If there are questions.
    Maybe,
    /// For whatever it does.
    Always,
}

/// Complains about a solver that is missing; the error is the exit code.
pub(crate) fn check(command: &Command) -> Result<(), u8> {
    let needed = use_of(command);
    if needed == Use::Never {
        return Ok(());
    }
    if let Some(why) = chosen_solver_fault() {
        return Err(complain(Diagnostic::without_place("no-solver", why).hint(CHOICE_HINT)));
    }
    match needed {
        Use::Always if find_solver().found.is_none() => {
            Err(without("and nothing can be looked for without it"))
        }
        _ => Ok(()),
    }
}

/// Says that there is no solver, and what that means; the exit code.
pub(crate) fn without(meaning: &str) -> u8 {
    let message = format!("no {SOLVER} library was found, {meaning}");
    complain(Diagnostic::without_place("no-solver", message).hint(INSTALL_HINT))
}

fn complain(fault: Diagnostic) -> u8 {
    output::complain(&[fault], Color::Auto);
    VerdictKind::Unknown.exit_code()
}

fn use_of(command: &Command) -> Use {
    match command {
        Command::Doctor | Command::Explain(_) => Use::Never,
        Command::Console(
            ConsoleCommand::Run(_) | ConsoleCommand::Accept(_) | ConsoleCommand::Translate(_),
        ) => Use::Never,
        Command::Stream(StreamCommand::Run(_) | StreamCommand::Core(_)) => Use::Never,
        Command::Stream(StreamCommand::Generate(_)) => Use::Always,
        Command::Stream(StreamCommand::Mutate(_)) => Use::Always,
        // Traces that are given need no solver.
        Command::Stream(StreamCommand::Check(arguments)) if !arguments.suite.criteria().is_empty() => {
            Use::Always
        }
        Command::Model(ModelCommand::Draw(_)) => Use::Never,
        Command::Compare(_) | Command::Console(_) | Command::Stream(_) | Command::Model(_) => Use::Maybe,
        Command::Property(_) => Use::Maybe,
    }
}
