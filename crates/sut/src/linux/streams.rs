//! The three streams of a run: what is fed, what comes out, and whether input is left unread.
//! Invariant: after `drain`, everything that the program had written when it made its last system call is here.
//! A pipe gives that for free. A pseudo terminal moves bytes in the background, so a marker of our own is sent after
//! them and awaited.

use std::io;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use super::sys::{self, Identity, Watch};

/// Bytes that a terminal takes at once; below the kernel's buffer, so that none wait where they cannot be counted.
const TERMINAL_CHUNK: usize = 2048;
/// How long the kernel may take to move bytes through a terminal before we stop believing in it.
const TERMINAL_PATIENCE: Duration = Duration::from_secs(2);

/// Our ends of a run's streams.
pub struct Streams {
    kind: Kind,
    /// The program's standard input, kept to count unread bytes and to see whether its reads wait.
    description: OwnedFd,
    identity: Identity,
    errors: Option<OwnedFd>,
    pending: Vec<u8>,
    closed: bool,
    /// Something that is no input was made readable at its end.
    woken: bool,
    /// The terminal takes an end of input that is typed.
    types_end: bool,
    collected: Collected,
    limit: u64,
}

enum Kind {
    Pipe { input: Option<OwnedFd>, output: Option<OwnedFd> },
    Terminal { master: OwnedFd, slave: OwnedFd, marker: Vec<u8> },
}

#[derive(Default)]
struct Collected {
    output: Vec<u8>,
    errors: Vec<u8>,
    output_total: u64,
    errors_total: u64,
}

/// The ends that the program gets: input, output, errors, and the path of the terminal if it is one.
pub struct ProgramEnds {
    /// Standard input, output and error.
    pub streams: [OwnedFd; 3],
    /// The path of the terminal, or nothing.
    pub terminal: Vec<u8>,
}

impl Streams {
    /// Pipes for everything.
    pub fn pipes(limit: u64) -> io::Result<(Streams, ProgramEnds)> {
        let (program_input, input) = sys::pipe()?;
        let (output, program_output) = sys::pipe()?;
        sys::set_nonblocking(&input)?;
        sys::set_nonblocking(&output)?;
        let kind = Kind::Pipe { input: Some(input), output: Some(output) };
        Streams::with(kind, program_input, program_output, Vec::new(), limit)
    }

    /// A pseudo terminal for input and output, a pipe for errors.
    pub fn terminal(limit: u64) -> io::Result<(Streams, ProgramEnds)> {
        let master = sys::open_terminal()?;
        sys::set_nonblocking(&master)?;
        let slave = sys::open_slave(&master, true)?;
        sys::make_raw(&slave)?;
        let program = sys::open_slave(&master, false)?;
        let path = std::fs::read_link(format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&slave)))?;
        let random: [u8; 24] = sys::random();
        let marker = random.iter().map(|byte| b'a' + byte % 26).collect();
        let output = program.try_clone()?;
        let path = std::os::unix::ffi::OsStringExt::into_vec(path.into_os_string());
        Streams::with(Kind::Terminal { master, slave, marker }, program, output, path, limit)
    }

    fn with(
        kind: Kind,
        program_input: OwnedFd,
        program_output: OwnedFd,
        terminal: Vec<u8>,
        limit: u64,
    ) -> io::Result<(Streams, ProgramEnds)> {
        let (errors, program_errors) = sys::pipe()?;
        sys::set_nonblocking(&errors)?;
        let streams = Streams {
            kind,
            description: program_input.try_clone()?,
            identity: sys::identity_of(&program_input)?,
            errors: Some(errors),
            pending: Vec::new(),
            closed: false,
            woken: false,
            types_end: false,
            collected: Collected::default(),
            limit,
        };
        Ok((streams, ProgramEnds { streams: [program_input, program_output, program_errors], terminal }))
    }

    /// Whether `file` is the program's standard input under whatever name.
    pub fn is_input(&self, file: &Identity) -> bool {
        match self.kind {
            Kind::Pipe { .. } => file.device == self.identity.device && file.inode == self.identity.inode,
            // The same terminal has several names, and `/dev/tty` stands for the one that the session has.
            Kind::Terminal { .. } => {
                file.stands_for == self.identity.stands_for || file.stands_for == libc::makedev(5, 0)
            }
        }
    }

    /// Whether the program has made its input return at once when it is empty.
    pub fn reads_return_at_once(&self) -> bool {
        sys::is_nonblocking(&self.description)
    }

    /// Whether the program has asked for a signal when there is input, which is no call that could be seen.
    pub fn sends_signals(&self) -> bool {
        sys::sends_signals(&self.description)
    }

    /// Whether it is a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self.kind, Kind::Terminal { .. })
    }

    /// Whether the input has been closed and all of it was handed over.
    pub fn is_at_end(&self) -> bool {
        self.closed && self.pending.is_empty()
    }

    /// Adds input.
    pub fn feed(&mut self, bytes: &[u8]) {
        if !self.closed {
            self.pending.extend_from_slice(bytes);
        }
    }

    /// Says that there is no more input.
    pub fn close(&mut self) {
        self.closed = true;
    }

    /// Whether a read would find something now. Hands over more of the input if the program took all it had.
    pub fn has_input(&mut self) -> bool {
        if self.woken {
            return false;
        }
        if sys::readable_bytes(&self.description) > 0 {
            return true;
        }
        // A reader that is blocked takes it at once, so what can be read now does not tell.
        self.hand_over() || !self.pending.is_empty()
    }

    /// Hands over as much input as fits, and the end of it. Whether there was any.
    pub fn hand_over(&mut self) -> bool {
        let before = self.pending.len();
        match &mut self.kind {
            Kind::Pipe { input, .. } => {
                if let Some(open) = input
                    && !self.pending.is_empty()
                    && let Ok(Some(count)) = sys::write(open, &self.pending)
                {
                    self.pending.drain(..count);
                }
                if self.closed && self.pending.is_empty() {
                    *input = None;
                }
            }
            Kind::Terminal { master, slave, .. } => {
                if self.pending.is_empty() || sys::readable_bytes(&self.description) > 0 {
                    return false;
                }
                let size = self.pending.len().min(TERMINAL_CHUNK);
                if let Ok(Some(count)) = sys::write(master, &self.pending[..size]) {
                    self.pending.drain(..count);
                    arrive(slave);
                }
            }
        }
        self.pending.len() < before
    }

    /// Makes a program that waits for input to become readable see that its end is there.
    /// Only a terminal needs it: a read is answered by `Run`, but waiting needs something to be readable.
    pub fn wake_at_end(&mut self) {
        if let Kind::Terminal { master, slave, .. } = &self.kind
            && sys::readable_bytes(&self.description) == 0
        {
            self.woken = true;
            let _ = sys::write(master, b"\n");
            arrive(slave);
        }
    }

    /// Prepares a terminal for `type_end`. Whether this was the first time: then a read that has begun must begin
    /// again to understand the end.
    pub fn expect_end(&mut self) -> bool {
        let Kind::Terminal { slave, .. } = &self.kind else { return false };
        let first = !self.types_end;
        if first {
            let _ = sys::make_canonical(slave);
            self.types_end = true;
        }
        first
    }

    /// Ends the input of a terminal without help from notifications, for this read and some more, so that a program
    /// that reads on is not held up each time.
    pub fn type_end(&mut self) {
        if let Kind::Terminal { master, slave, .. } = &self.kind {
            let _ = sys::write(master, &[4; 64]);
            arrive(slave);
        }
    }

    /// What to wait for: output, errors, and room for input that did not fit.
    pub fn watches(&self) -> [Watch; 3] {
        let (output, room) = match &self.kind {
            Kind::Pipe { input, output } => {
                (Watch::optional(output.as_ref()), input.as_ref().filter(|_| !self.pending.is_empty()))
            }
            Kind::Terminal { master, .. } => (Watch::readable(master), None),
        };
        let room = room.map_or(Watch::optional(None), Watch::writable);
        [output, Watch::optional(self.errors.as_ref()), room]
    }

    /// Reads what is there; `false` if it is more than the program may write.
    pub fn pull(&mut self) -> bool {
        let output = match &mut self.kind {
            Kind::Pipe { output, .. } => {
                pull_pipe(output, &mut self.collected.output, &mut self.collected.output_total, self.limit)
            }
            Kind::Terminal { master, .. } => {
                let (bytes, total) = (&mut self.collected.output, &mut self.collected.output_total);
                pull_open(master, bytes, total, self.limit) != Pulled::TooMuch
            }
        };
        let errors = &mut self.collected;
        output && pull_pipe(&mut self.errors, &mut errors.errors, &mut errors.errors_total, self.limit)
    }

    /// Reads everything that the program had written when it made its last system call.
    pub fn drain(&mut self) -> bool {
        let Kind::Terminal { master, slave, marker } = &self.kind else { return self.pull() };
        let deadline = Instant::now() + TERMINAL_PATIENCE;
        let (bytes, total) = (&mut self.collected.output, &mut self.collected.output_total);
        let mut unsent = &marker[..];
        let mut searched = bytes.len();
        while Instant::now() < deadline {
            if !unsent.is_empty()
                && let Ok(Some(count)) = sys::write(slave, unsent)
            {
                unsent = &unsent[count..];
            }
            if pull_open(master, bytes, total, self.limit + marker.len() as u64) == Pulled::TooMuch {
                return false;
            }
            let from = searched.saturating_sub(marker.len());
            if let Some(at) = bytes[from..].windows(marker.len()).position(|window| window == marker) {
                bytes.drain(from + at..from + at + marker.len());
                *total -= marker.len() as u64;
                break;
            }
            searched = bytes.len();
            let _ = sys::poll(&mut [Watch::readable(master)], Some(Duration::from_millis(10)));
        }
        self.pull()
    }

    /// How many bytes were written so far to output and errors.
    pub fn written(&self) -> u64 {
        self.collected.output_total + self.collected.errors_total
    }

    /// Output and errors since the last call.
    pub fn take(&mut self) -> (Vec<u8>, Vec<u8>) {
        (std::mem::take(&mut self.collected.output), std::mem::take(&mut self.collected.errors))
    }
}

/// Has the bytes that were typed arrive: they travel in the background, and asking for them waits until they are
/// there. A read that comes before must not look like a request.
fn arrive(slave: &OwnedFd) {
    let _ = sys::poll(&mut [Watch::readable(slave)], Some(Duration::ZERO));
}

#[derive(PartialEq, Eq)]
enum Pulled {
    Open,
    Closed,
    TooMuch,
}

fn pull_pipe(pipe: &mut Option<OwnedFd>, bytes: &mut Vec<u8>, total: &mut u64, limit: u64) -> bool {
    let Some(open) = pipe else { return true };
    match pull_open(open, bytes, total, limit) {
        Pulled::Open => true,
        Pulled::Closed => {
            *pipe = None;
            true
        }
        Pulled::TooMuch => false,
    }
}

/// Reads until nothing is there. Stops at the limit, so that an endless writer cannot keep us here.
fn pull_open(source: &OwnedFd, bytes: &mut Vec<u8>, total: &mut u64, limit: u64) -> Pulled {
    let mut buffer = [0; 16 << 10];
    loop {
        match sys::read(source, &mut buffer) {
            Ok(Some(0)) => return Pulled::Closed,
            Ok(Some(count)) => {
                let room = limit.saturating_sub(*total).min(count as u64) as usize;
                bytes.extend_from_slice(&buffer[..room]);
                *total += count as u64;
                if *total > limit {
                    return Pulled::TooMuch;
                }
            }
            Ok(None) => return Pulled::Open,
            Err(_) => return Pulled::Closed,
        }
    }
}
