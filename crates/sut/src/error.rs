//! Why a program could not be started, as data and as a diagnostic.

use std::fmt;

use lydian_diagnostic::{Diagnostic, Severity};

/// Why a program could not be started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartError {
    /// The kind of fault.
    pub kind: StartErrorKind,
    /// One line that names the command or file.
    pub message: String,
}

/// The kinds of [`StartError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartErrorKind {
    /// There is no such command.
    NotFound,
    /// It is there but cannot be executed.
    NotExecutable,
    /// A file for the working directory has a name that leaves it, or the command is empty or too long.
    BadProgram,
    /// The machine refuses: no processes, descriptors or launcher.
    System,
}

impl StartError {
    pub(crate) fn new(kind: StartErrorKind, message: impl Into<String>) -> StartError {
        StartError { kind, message: message.into() }
    }

    /// The error as a diagnostic about the command.
    pub fn diagnostic(&self) -> Diagnostic {
        let (code, hint) = match self.kind {
            StartErrorKind::NotFound => {
                ("program-not-found", "give the path of a program, or the name of one in PATH")
            }
            StartErrorKind::NotExecutable => (
                "program-not-executable",
                "make it executable with `chmod +x`, or name its interpreter first",
            ),
            StartErrorKind::BadProgram => {
                ("program-not-startable", "use file names that stay inside the working directory")
            }
            StartErrorKind::System => {
                ("program-not-startable", "`lydian doctor` shows what this machine allows")
            }
        };
        Diagnostic {
            code,
            severity: Severity::Error,
            span: None,
            message: self.message.clone(),
            labels: Vec::new(),
            hints: vec![hint.to_owned()],
        }
    }
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for StartError {}
