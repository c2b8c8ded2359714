//! Live links to systems under test: a process that answers lines, a TCP server, an HTTP server.
//! In: lines or requests, and how long to wait. Out: lines or answers, silence, or how the system ended.
//! A link reports what happened and decides nothing: silence is a fact about the given time, never a verdict.
//! Every system that a link starts is confined (`docs/src/sandbox.md`), and all its processes end with a restart or
//! with the link. Nothing that a system does makes a link wait or take memory without bound.

mod carry;
mod cookies;
mod http;
pub(crate) mod lines;
mod process;
mod server;
pub(crate) mod tail;
mod tcp;

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use lydian_diagnostic::{Diagnostic, Severity};
use lydian_words::seconds;

use crate::{End, Launcher, Limits, Runner, StartError, StartErrorKind};

pub use http::{HttpAnswer, HttpLink, HttpTrouble};
pub use process::ProcessLink;
pub use tcp::TcpLink;

/// A conversation in lines with a system that stays up. It begins with the first [`restart`](Link::restart).
pub trait Link {
    /// Makes the system start afresh, whatever state it is in, and forgets all that it said.
    fn restart(&mut self) -> Result<(), LinkError>;

    /// Sends one line; the line break is added. An uncut link sends the bytes as they are.
    fn send(&mut self, line: &[u8]) -> Result<(), LinkError>;

    /// The next line. Waits for it at most so long; with no time at all, only looks.
    fn receive(&mut self, wait: Duration) -> Received;

    /// What has come of a message that is not whole. After silence or the end that is the half of one.
    fn half(&self) -> Vec<u8> {
        Vec::new()
    }

    /// The last 2 KiB that the system wrote where nobody listens: standard error, and a server's standard output.
    fn tail(&mut self) -> Vec<u8>;

    /// How the process that the link started has ended, if it has within so much time; nothing of a system of somebody else.
    fn end(&mut self, wait: Duration) -> Option<End>;
}

/// What was received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Received {
    /// A line, without its break (`\n` or `\r\n`); at the end of the output of a process also one that has none. Of an uncut link, some bytes.
    Line(Vec<u8>),
    /// Nothing, or no whole line, in the given time.
    Silent,
    /// There will be nothing more; how it came to that, such as `ended with exit code 1`.
    Closed(String),
    /// A line is longer than allowed; the link is of no use until the next restart.
    TooLong,
}

/// What a link and the system behind it may use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkOptions {
    /// Limits of a system that the link starts, from one restart to the next. Time on the clock is not limited here,
    /// nor is the amount of output: what nobody asks for is not taken in.
    pub limits: Limits,
    /// Bytes of one line, or of the body of an HTTP answer.
    pub line: usize,
    /// How long the system may leave a line unread before sending it fails.
    pub send: Duration,
    /// How long a server may take until it accepts a connection.
    pub start: Duration,
    /// What a system that the link starts can read beside the files that its command names.
    pub readable: Vec<PathBuf>,
    /// Directories whose entries it can list.
    pub listed: Vec<PathBuf>,
    /// What it cannot read although it lies in one of these.
    pub hidden: Vec<PathBuf>,
    /// Files that it finds in its working directory, by name.
    pub files: Vec<(String, Vec<u8>)>,
    /// What a system that the link starts finds of the network.
    pub network: ServerNetwork,
    /// Whether bytes are sent and received as they are, and the caller knows where a message ends.
    pub uncut: bool,
}

/// What a system finds of the network.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ServerNetwork {
    /// For a server one of its own in which nothing else is, where the machine has that; for a process none.
    #[default]
    Own,
    /// The machine's.
    Host,
}

impl LinkOptions {
    /// Who starts the system.
    fn runner(&self, launcher: Launcher) -> Runner {
        let runner = Runner::new(launcher, self.limits.clone());
        let runner = self.readable.iter().cloned().fold(runner, Runner::allow_reading);
        let runner = self.listed.iter().cloned().fold(runner, Runner::allow_listing);
        let runner = self.hidden.iter().cloned().fold(runner, Runner::hide);
        self.files.iter().cloned().fold(runner, |runner, (name, bytes)| runner.with_file(name, bytes))
    }
}

impl Default for LinkOptions {
    fn default() -> LinkOptions {
        LinkOptions {
            // One process may answer all questions of a long session.
            limits: Limits { cpu: Duration::from_secs(60), ..Limits::default() },
            line: 1 << 20,
            send: Duration::from_secs(5),
            start: Duration::from_secs(10),
            readable: Vec::new(),
            listed: Vec::new(),
            hidden: Vec::new(),
            files: Vec::new(),
            network: ServerNetwork::Own,
            uncut: false,
        }
    }
}

/// Why a link could not be made or used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkError {
    /// The kind of fault.
    pub kind: LinkErrorKind,
    /// One line that names the system or what it did.
    pub message: String,
}

/// The kinds of [`LinkError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkErrorKind {
    /// The command could not be started.
    Start(StartErrorKind),
    /// Nobody answers at the address, or somebody else does.
    Unreachable,
    /// The system does not read what is sent.
    Unread,
    /// The system has ended or closed the connection, or was never started.
    Closed,
    /// After a line that was too long the link is of no use.
    Unusable,
    /// What was to be sent is not one line.
    BadMessage,
}

impl LinkError {
    pub(crate) fn new(kind: LinkErrorKind, message: impl Into<String>) -> LinkError {
        LinkError { kind, message: message.into() }
    }

    /// The error as a diagnostic about the system.
    pub fn diagnostic(&self) -> Diagnostic {
        let (code, hint) = match self.kind {
            LinkErrorKind::Start(kind) => return StartError::new(kind, &*self.message).diagnostic(),
            LinkErrorKind::Unreachable => (
                "system-unreachable",
                "see that the server listens at this address and that nothing else does",
            ),
            LinkErrorKind::BadMessage => {
                ("message-not-one-line", "encode each input as text without line breaks")
            }
            LinkErrorKind::Unread | LinkErrorKind::Closed | LinkErrorKind::Unusable => {
                ("system-lost", "try the same lines by hand: each is answered before the next one is sent")
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

    fn closed(how: &str) -> LinkError {
        LinkError::new(LinkErrorKind::Closed, format!("the system {how}"))
    }

    /// Nothing can be sent after a line that was too long.
    fn unusable() -> LinkError {
        LinkError::new(LinkErrorKind::Unusable, "the system wrote a line that is too long")
    }

    /// A message must be one line, or the answers would get out of step.
    fn unless_one_line(line: &[u8], options: &LinkOptions) -> Result<(), LinkError> {
        match !options.uncut && line.contains(&b'\n') {
            true => {
                let shown = String::from_utf8_lossy(&line[..line.len().min(60)]).escape_debug().to_string();
                let message = format!("the message `{shown}` has a line break inside");
                Err(LinkError::new(LinkErrorKind::BadMessage, message))
            }
            false => Ok(()),
        }
    }

    fn unread(wait: Duration) -> LinkError {
        let message = format!("the system does not read its input (waited {})", seconds(wait));
        LinkError::new(LinkErrorKind::Unread, message)
    }
}

impl From<StartError> for LinkError {
    fn from(error: StartError) -> LinkError {
        LinkError::new(LinkErrorKind::Start(error.kind), error.message)
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LinkError {}
