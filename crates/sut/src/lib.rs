//! Runs a console program, confined, and tells exactly when it waits for input.
//! In: a command, the files it finds, its limits. Out: one `Turn` for each request for input, then how it ended.
//! A request is seen by the kernel (a system call on standard input), never guessed from silence; what the program
//! wrote before it belongs to the turn. Nothing that a run starts survives it.
//! Leaves to others what the output means. `link` talks to systems that stay up, where nobody asks when they wait.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod portable;

#[cfg(target_os = "linux")]
use linux as backend;
#[cfg(not(target_os = "linux"))]
use portable as backend;

mod build;
mod command;
mod error;
mod fixed;
mod installation;
pub mod link;
mod place;
mod profile;
mod program;
mod shim;

pub use build::{Build, Built};
pub use error::{StartError, StartErrorKind};
pub use fixed::{Fixed, open_regular};
pub use installation::{SYSTEM_DIRECTORIES, Toolchain, toolchains};
#[cfg(target_os = "linux")]
pub use linux::{Run, Runner, launcher_main, layers};
pub use place::Place;
#[cfg(not(target_os = "linux"))]
pub use portable::{Run, Runner, launcher_main, layers};
pub use profile::{Profile, profile};
pub use program::{
    End, Finished, Launcher, Layer, Limits, Pause, Program, Terminal, Tracing, Turn, WORK_DIRECTORY,
};
