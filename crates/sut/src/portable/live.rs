//! A program that stays up, where nothing confines it: it is started and killed, its descendants are not.
//! In: a program. Out: its streams to talk over, the end of what it wrote elsewhere, how it ended.

use std::io::Read;
use std::net::TcpStream;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use super::Runner;
use crate::command::resolve;
use crate::link::tail::Tail;
use crate::{End, Program, StartError, StartErrorKind};

/// How often it is looked whether a program has ended.
const NAP: Duration = Duration::from_millis(2);

/// What the streams of a program are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LiveStreams {
    /// The caller talks over standard input and output.
    Talk,
    /// Nobody does: the input is empty, the output is kept as a tail.
    Log,
}

/// What programs find of the network: always all of it here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Network {
    /// The machine's own.
    Host,
    /// The machine's own, too.
    Own,
}

/// The way into a network of a program's own: there is none here.
#[derive(Debug, Clone)]
pub(crate) enum Gate {}

impl Gate {
    /// Never called.
    pub fn connect(&self, _: &std::net::SocketAddr, _: Duration) -> std::io::Result<TcpStream> {
        match *self {}
    }
}

/// A program that stays up.
pub(crate) struct Live {
    ends: Option<(ChildStdin, ChildStdout)>,
    child: Mutex<Child>,
    tail: Arc<Mutex<Tail>>,
}

impl Live {
    /// Starts a program.
    pub fn start(runner: &Runner, program: &Program, streams: LiveStreams) -> Result<Live, StartError> {
        let resolved = resolve(program, &runner.limits)?;
        let input = if streams == LiveStreams::Talk { Stdio::piped() } else { Stdio::null() };
        let mut child = Command::new(&resolved.path)
            .args(&resolved.arguments[1..])
            .envs(resolved.environment)
            .stdin(input)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| StartError::new(StartErrorKind::System, error.to_string()))?;
        let tail = Arc::new(Mutex::new(Tail::default()));
        if let Some(errors) = child.stderr.take() {
            keep(errors, tail.clone());
        }
        let ends = match (streams, child.stdin.take(), child.stdout.take()) {
            (LiveStreams::Talk, Some(input), Some(output)) => Some((input, output)),
            (_, _, output) => {
                output.into_iter().for_each(|output| keep(output, tail.clone()));
                None
            }
        };
        Ok(Live { ends, child: Mutex::new(child), tail })
    }

    /// Its input and output; once.
    pub fn take_ends(&mut self) -> Option<(ChildStdin, ChildStdout)> {
        self.ends.take()
    }

    /// How it ended; waits for that at most so long.
    pub fn end(&self, wait: Duration) -> Option<End> {
        let deadline = Instant::now() + wait;
        loop {
            match self.child().try_wait() {
                Ok(Some(status)) => return Some(status.code().map_or(End::Lost, End::Exited)),
                Ok(None) if Instant::now() >= deadline => return None,
                Ok(None) => {}
                Err(_) => return Some(End::Lost),
            }
            std::thread::sleep(NAP);
        }
    }

    /// The end of what it wrote to the streams that are kept.
    pub fn tail(&self) -> Vec<u8> {
        self.tail.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).bytes()
    }

    /// Kills it.
    pub fn kill(&self) {
        let _ = self.child().kill();
    }

    fn child(&self) -> MutexGuard<'_, Child> {
        self.child.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.kill();
        let _ = self.child().wait();
    }
}

/// Keeps the end of a stream until it is over.
fn keep(mut stream: impl Read + Send + 'static, tail: Arc<Mutex<Tail>>) {
    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = stream.read(&mut buffer) {
            tail.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(&buffer[..count]);
        }
    });
}

/// Closing a connection closes it in the usual way here.
pub(crate) fn abort_on_close(_connection: &TcpStream) {}
