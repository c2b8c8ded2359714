//! Starts programs: keeps one launcher and asks it for each run.
//! In: a `Program`. Out: a `Run` whose program has been executed, or the reason why not.
//! Any number of threads may start runs at the same time.

mod answers;
mod request;
mod server;
mod start;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::gate::Gate;
use super::holder::Holder;
use super::layers::notification_works;
use super::message::Notify;
use super::notify::Listener;
use super::run::{Parts, Run};
use super::streams::{ProgramEnds, Streams};
use crate::{Fixed, Launcher, Limits, Program, StartError, StartErrorKind, Terminal, Tracing};

pub(super) use server::Server;

/// How long the launcher may take for one step.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// Starts programs within limits.
pub struct Runner {
    launcher: Launcher,
    limits: Limits,
    tracing: Tracing,
    readable: Vec<PathBuf>,
    listed: Vec<PathBuf>,
    hidden: Vec<PathBuf>,
    fixed: Vec<Fixed>,
    files: Vec<(String, Vec<u8>)>,
    network: Network,
    server: Mutex<Option<Arc<Server>>>,
}

/// What programs find of the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Network {
    /// Nothing.
    None = 0,
    /// The machine's own.
    Host = 1,
    /// One of its own, without devices: for servers that are talked to.
    Own = 2,
}

impl Network {
    /// As it is told to the launcher.
    pub(super) fn from_byte(byte: u8) -> Network {
        match byte {
            1 => Network::Host,
            2 => Network::Own,
            _ => Network::None,
        }
    }
}

/// What a program is started for.
#[derive(Debug, Clone, Copy)]
struct Purpose<'a> {
    notify: Notify,
    /// Where it builds something, or nothing.
    builds_in: &'a str,
}

impl Notify {
    /// For programs whose reads nobody follows.
    fn untraced() -> Notify {
        if notification_works() { Notify::Tasks } else { Notify::Nothing }
    }
}

/// A program that has been executed.
pub(super) struct Launched {
    pub holder: Holder,
    pub listener: Option<Listener>,
}

impl Runner {
    /// A runner whose programs get these limits. The launcher is started with the first program.
    ///
    /// The environment variable `LYDIAN_TRACING=polling` does without notifications.
    pub fn new(launcher: Launcher, limits: Limits) -> Runner {
        let polling = std::env::var_os("LYDIAN_TRACING").is_some_and(|value| value == "polling");
        let tracing = if polling { Tracing::Polling } else { Tracing::Auto };
        let server = Mutex::new(None);
        let [readable, listed, hidden] = [const { Vec::new() }; 3];
        let (fixed, files, network) = (Vec::new(), Vec::new(), Network::None);
        Runner { launcher, limits, tracing, readable, listed, hidden, fixed, files, network, server }
    }

    /// The same with another way to see requests for input.
    #[must_use]
    pub fn tracing(mut self, tracing: Tracing) -> Runner {
        self.tracing = tracing;
        self
    }

    /// The same with one more file or directory that programs may read.
    #[must_use]
    pub fn allow_reading(mut self, path: PathBuf) -> Runner {
        self.readable.push(path);
        self
    }

    /// The same with one more file or directory that programs may read as long as it is what it was.
    #[must_use]
    pub fn allow_reading_only(mut self, fixed: Fixed) -> Runner {
        self.readable.push(fixed.path.clone());
        self.fixed.push(fixed);
        self
    }

    /// The same with one more directory whose entries programs may list, with those below it, but not read.
    #[must_use]
    pub fn allow_listing(mut self, directory: PathBuf) -> Runner {
        self.listed.push(directory);
        self
    }

    /// The same with a file or directory that programs may not read although it lies in a directory that they may read.
    #[must_use]
    pub fn hide(mut self, path: PathBuf) -> Runner {
        self.hidden.push(path);
        self
    }

    /// The same with one more file that programs find in their working directory. Each has a copy of its own.
    #[must_use]
    pub fn with_file(mut self, name: String, bytes: Vec<u8>) -> Runner {
        self.files.push((name, bytes));
        self
    }

    /// The files of the working directory of a program.
    fn files<'a>(&'a self, program: &'a Program) -> impl Iterator<Item = &'a (String, Vec<u8>)> {
        self.files.iter().chain(&program.files)
    }

    /// The same with another view of the network.
    #[must_use]
    pub(crate) fn network(mut self, network: Network) -> Runner {
        self.network = network;
        self
    }

    /// The way into the network that only its programs have; `None` if that is the machine's.
    pub(crate) fn gate(&self) -> Result<Option<Gate>, StartError> {
        let server = self.server()?;
        Ok((server.network == Network::Own).then(|| Gate(server)))
    }

    /// What each program may use.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Starts a program. When this returns, it has been executed.
    pub fn start(&self, program: &Program) -> Result<Run, StartError> {
        let notify = match self.tracing {
            _ if !notification_works() => Notify::Nothing,
            Tracing::Auto => Notify::All,
            Tracing::Polling => Notify::Tasks,
        };
        let limit = self.limits.output;
        let purpose = Purpose { notify, builds_in: "" };
        let (streams, launched) = self.launch(program, purpose, |terminal| match terminal {
            Terminal::Pty => Streams::terminal(limit),
            _ => Streams::pipes(limit),
        })?;
        Ok(Run::new(Parts {
            holder: launched.holder,
            listener: launched.listener,
            polls: notify != Notify::All,
            streams,
            collect: program.collect.clone(),
            limits: self.limits.clone(),
        }))
    }

    /// Starts a program that builds something in a directory of its working directory. Its input is at its end, and its reads
    /// are not followed, which makes it quicker.
    pub(crate) fn start_build(&self, program: &Program, builds_in: &str) -> Result<Run, StartError> {
        let limit = self.limits.output;
        let purpose = Purpose { notify: Notify::untraced(), builds_in };
        let (streams, launched) = self.launch(program, purpose, |_| Streams::pipes(limit))?;
        let mut run = Run::new(Parts {
            holder: launched.holder,
            listener: launched.listener,
            polls: false,
            streams,
            collect: program.collect.clone(),
            limits: self.limits.clone(),
        });
        run.close_input();
        Ok(run)
    }

    /// Starts a program on streams that the caller makes; its reads are not announced.
    pub(super) fn start_untraced<S>(
        &self,
        program: &Program,
        make: impl Fn(Terminal) -> std::io::Result<(S, ProgramEnds)>,
    ) -> Result<(S, Launched), StartError> {
        self.launch(program, Purpose { notify: Notify::untraced(), builds_in: "" }, make)
    }

    fn server(&self) -> Result<Arc<Server>, StartError> {
        let mut slot = self.server.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(server) = &*slot {
            return Ok(server.clone());
        }
        let started = match Server::start(&self.launcher, self.network) {
            // Where there are no networks of one's own, a server can only be reached over the machine's.
            Ok(server) if self.network == Network::Own && !server.hello.loopback => {
                drop(server);
                Server::start(&self.launcher, Network::Host)
            }
            other => other,
        };
        let server = started.map_err(|error| {
            let message =
                format!("the launcher `{}` does not start: {error}", self.launcher.command.display());
            StartError::new(StartErrorKind::System, message)
        })?;
        Ok(slot.insert(Arc::new(server)).clone())
    }
}
