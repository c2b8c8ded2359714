//! What is run, within which limits, and what comes back; the same on every system.
//! These are plain values: nothing here starts a process.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// How to start this crate's launcher: a command that must end in a call of [`launcher_main`](crate::launcher_main).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launcher {
    /// The program to start; usually the running one.
    pub command: PathBuf,
    /// What makes it call `launcher_main`, such as a hidden argument.
    pub arguments: Vec<OsString>,
}

/// The word that makes a launcher start programs without any layer of confinement.
pub(crate) const UNCONFINED: &str = "--unconfined";

impl Launcher {
    /// The same, whose programs can do all that the caller can. Their limits hold, and their requests for input are seen.
    #[must_use]
    pub fn unconfined(mut self) -> Launcher {
        self.arguments.push(UNCONFINED.into());
        self
    }
}

/// Stands in an argument of a [`Program`] for the path of its working directory, which nobody knows before it starts.
/// No argument that a user types can have it.
pub const WORK_DIRECTORY: &str = "\0";

/// A console program and what it finds when it starts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// The directory of the program: relative paths of the command are resolved there, and it is readable, not writable.
    /// Without one they are resolved in the current directory, of which only files that the command names are readable.
    pub directory: Option<PathBuf>,
    /// Added to a minimal environment.
    pub environment: Vec<(OsString, OsString)>,
    /// Files of the private working directory; names are relative and stay inside it.
    pub files: Vec<(String, Vec<u8>)>,
    /// Files of the working directory to read back afterwards.
    pub collect: Vec<String>,
    /// What standard input and output are.
    pub terminal: Terminal,
}

/// What a program finds as its standard input and output.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Terminal {
    /// What the profile of the command's language says.
    #[default]
    Auto,
    /// Pipes.
    Pipe,
    /// A pseudo terminal without echo and without translation of line breaks.
    Pty,
}

/// How requests for input are seen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Tracing {
    /// By notification where the kernel has it, otherwise by polling.
    #[default]
    Auto,
    /// By looking at what each thread waits for. Exact as well, but it costs more.
    Polling,
}

/// What one run may use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Time on the clock, counted only while the program could run. One that computes all the time may use so much
    /// processor time before it is out of time, and ten times as long by the clock.
    pub wall: Duration,
    /// Processor time of all its processes together.
    pub cpu: Duration,
    /// Bytes of memory.
    pub memory: u64,
    /// Processes at a time; threads may be sixteen times as many.
    pub processes: u64,
    /// Bytes written to standard output, and as many to standard error.
    pub output: u64,
    /// Bytes of one file; all files together may take four times as much.
    pub file_size: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            wall: Duration::from_secs(10),
            cpu: Duration::from_secs(5),
            memory: 1 << 30,
            processes: 64,
            output: 1 << 20,
            file_size: 16 << 20,
        }
    }
}

/// What a program did up to a request for input or its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// What it wrote to standard output since the last turn.
    pub output: Vec<u8>,
    /// What it wrote to standard error since the last turn.
    pub errors: Vec<u8>,
    /// Why the turn is over.
    pub pause: Pause,
    /// While one thread or process asked for input, another one slept or was at work for so long that it was not waited for: it might
    /// have had something to say in this turn.
    pub unsettled: bool,
    /// It is over, and since it was last given something it had looked for input in vain without waiting for it: with a line it might
    /// have done something else. Where looks cannot be seen, it may have.
    pub looked: bool,
}

/// Why a turn is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pause {
    /// The program asked for input and there is none.
    WaitsForInput,
    /// The program is over.
    Ended(End),
}

/// How a program ended. A program ends when its first process does; what it left running is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// It returned this exit code.
    Exited(i32),
    /// It died of this signal.
    Signalled(i32),
    /// It neither asked for input nor ended in the given time.
    TimedOut {
        /// It was blocked or asleep rather than computing.
        idle: bool,
    },
    /// It used up its processor time.
    CpuLimit,
    /// It wrote more than it may.
    OutputLimit,
    /// It used more memory than it may.
    MemoryLimit,
    /// It had more processes or threads than it may.
    ProcessLimit,
    /// It filled its working directory.
    DiskLimit,
    /// It asked again and again whether there is input, without waiting for it, so that nobody knows when it wants some.
    Polled,
    /// The run could not be followed any further; this is no fault of the program.
    Lost,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Exited(code) => write!(f, "ended with exit code {code}"),
            End::Signalled(signal) => match signal_name(*signal) {
                Some(name) => write!(f, "died of signal {signal} ({name})"),
                None => write!(f, "died of signal {signal}"),
            },
            End::TimedOut { idle: true } => f.write_str("ran out of time while doing nothing"),
            End::TimedOut { idle: false } => f.write_str("ran out of time while computing"),
            End::CpuLimit => f.write_str("used up its processor time"),
            End::OutputLimit => f.write_str("wrote too much"),
            End::MemoryLimit => f.write_str("used too much memory"),
            End::ProcessLimit => f.write_str("started too many processes"),
            End::DiskLimit => f.write_str("wrote too much to files"),
            End::Polled => f.write_str("asked again and again for input without waiting"),
            End::Lost => f.write_str("could not be followed to its end"),
        }
    }
}

/// The names of the signals that programs die of, with their numbers on Linux.
fn signal_name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        1 => "hangup",
        2 => "interrupt",
        3 => "quit",
        4 => "illegal instruction",
        6 => "abort",
        7 => "bus error",
        8 => "arithmetic error",
        9 => "kill",
        11 => "invalid memory access",
        13 => "broken pipe",
        14 => "alarm",
        15 => "termination",
        25 => "file too large",
        31 => "forbidden system call",
        _ => return None,
    })
}

/// What is left of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    /// The files to collect, in the order asked for; `None` where there is no such regular file or it is too large.
    pub files: Vec<(String, Option<Vec<u8>>)>,
    /// Processor time of all its processes.
    pub cpu: Duration,
    /// Time on the clock in which it could run.
    pub wall: Duration,
    /// Largest resident memory of one of its processes, in bytes.
    pub peak_memory: u64,
}

/// One mechanism that confines or traces programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layer {
    /// Its name.
    pub name: &'static str,
    /// Whether this system has it.
    pub active: bool,
    /// What it does, or what is weaker without it.
    pub note: String,
}
