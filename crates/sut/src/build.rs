//! Builds a program from somebody's source, confined like a run: a compiler that reads a hostile file is a hostile program.
//! In: a command, the files that it finds. Out: what it said, and what it made, copied to a directory of the caller.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use crate::{End, Pause, Program, Runner, StartError, Terminal};

/// Something to build.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Build {
    /// The command; [`WORK_DIRECTORY`](crate::WORK_DIRECTORY) in its words stands for the directory with the files.
    pub command: Vec<OsString>,
    /// The directory inside of its working directory that it starts in.
    pub directory: String,
    /// What it finds in its working directory; names are relative and stay inside it.
    pub files: Vec<(String, Vec<u8>)>,
    /// Added to a minimal environment.
    pub environment: Vec<(OsString, OsString)>,
    /// The directory that it writes its product to, inside of the working directory; it is made before.
    pub product: String,
    /// Where the product is copied to if the command ends with success; it must exist.
    pub target: PathBuf,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Built {
    /// How the command ended.
    pub end: End,
    /// What it wrote to standard error and then to standard output.
    pub said: Vec<u8>,
    /// The files that it left in the working directory outside of its product, which are not kept.
    pub left: Vec<String>,
    /// The working directory, which is gone: its path occurs in messages.
    pub directory: PathBuf,
}

/// Keeps an empty directory alive until the command runs.
const PLACEHOLDER: &str = ".lydian";

impl Runner {
    /// Runs a command that builds something, without input and within the limits of this runner.
    ///
    /// The inner error says why the product could not be kept.
    pub fn build(&self, build: &Build) -> Result<(Built, io::Result<()>), StartError> {
        let mut files = build.files.clone();
        for directory in [&build.product, &build.directory] {
            files.push((format!("{directory}/{PLACEHOLDER}"), Vec::new()));
        }
        let given: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
        let program = Program {
            command: build.command.clone(),
            environment: build.environment.clone(),
            files,
            terminal: Terminal::Pipe,
            ..Program::default()
        };
        let mut run = self.start_build(&program, &build.directory)?;
        let (mut output, mut said) = (Vec::new(), Vec::new());
        let end = loop {
            let turn = run.turn();
            output.extend(turn.output);
            said.extend(turn.errors);
            match turn.pause {
                Pause::Ended(end) => break end,
                // Nothing will come: a command that asks again finds the end again.
                Pause::WaitsForInput => run.close_input(),
            }
        };
        said.extend(output);
        let kept = match end {
            End::Exited(0) => run.copy_out(&build.product, &build.target, PLACEHOLDER),
            _ => Ok(()),
        };
        let left = run.list(&build.product).into_iter().filter(|name| !given.contains(name)).collect();
        let directory = run.directory();
        run.finish();
        Ok((Built { end, said, left, directory }, kept))
    }
}
