//! A conversation in lines over descriptors: pipes, a terminal or a socket.
//! In: lines to send and times to wait. Out: lines, silence, the end.
//! One system call sends a line and two receive one; both sides have bounds: what is received and not asked for waits
//! in the kernel, and whoever does not read is waited for only so long.

use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use super::sys::{self, Watch};
use crate::link::lines::{Heard, Lines, Sent};

/// Both directions of a conversation.
pub(crate) struct Talk {
    /// `None` once the other side has stopped reading for good.
    input: Option<OwnedFd>,
    /// `None` after its end.
    output: Option<OwnedFd>,
    lines: Lines,
    sending: Vec<u8>,
}

impl Talk {
    /// Talks over two descriptors that return at once; `most` bytes are allowed in a line.
    pub fn new((input, output): (OwnedFd, OwnedFd), most: usize) -> Talk {
        Talk { input: Some(input), output: Some(output), lines: Lines::new(most), sending: Vec::new() }
    }

    /// Talks over a connection.
    pub fn over(connection: std::net::TcpStream, most: usize) -> std::io::Result<Talk> {
        connection.set_nonblocking(true)?;
        let output = connection.try_clone()?;
        let mut talk = Talk::new((connection.into(), output.into()), most);
        talk.lines.want_breaks();
        Ok(talk)
    }

    /// The same in messages that somebody else puts together and cuts: no line break is added or taken away.
    pub fn uncut(mut self) -> Talk {
        self.lines.leave_uncut();
        self
    }

    /// What has come of a line that is not whole.
    pub fn half(&self) -> &[u8] {
        self.lines.half()
    }

    /// Sends a line, to which the line break is added, within the given time.
    /// Meanwhile output is taken in up to its bound, so that a system that answers before it has read all can go on.
    pub fn send(&mut self, line: &[u8], wait: Duration) -> Sent {
        self.sending.clear();
        self.sending.extend_from_slice(line);
        if !self.lines.is_uncut() {
            self.sending.push(b'\n');
        }
        let mut sent = 0;
        let mut deadline = None;
        while sent < self.sending.len() {
            let Some(input) = &self.input else { return Sent::Broken };
            match sys::write(input, &self.sending[sent..]) {
                Ok(Some(count)) => sent += count,
                Ok(None) => {
                    let deadline = *deadline.get_or_insert_with(|| Instant::now() + wait);
                    let left = deadline.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return Sent::Unread;
                    }
                    self.wait_for_room(left);
                }
                Err(_) => {
                    self.input = None;
                    return Sent::Broken;
                }
            }
        }
        Sent::Whole
    }

    fn wait_for_room(&mut self, left: Duration) {
        let Some(input) = &self.input else { return };
        let output = self.output.as_ref().filter(|_| self.lines.has_room());
        let mut watches = [Watch::writable(input), Watch::optional(output)];
        if sys::poll(&mut watches, Some(left)).is_ok() && watches[1].ready() {
            self.pull();
        }
    }

    /// The next line, or what there is instead after the given time.
    pub fn receive(&mut self, wait: Duration) -> Heard {
        let mut deadline = None;
        loop {
            if let Some(heard) = self.lines.next() {
                return heard;
            }
            let Some(output) = &self.output else { return self.lines.last() };
            let left = match deadline {
                None => wait,
                Some(deadline) => Instant::saturating_duration_since(&deadline, Instant::now()),
            };
            if deadline.is_none() {
                deadline = Some(Instant::now() + wait);
            } else if left.is_zero() {
                return Heard::Silence;
            }
            if !left.is_zero() {
                let mut watches = [Watch::readable(output)];
                // If waiting fails, reading will tell why.
                let waited = sys::poll(&mut watches, Some(left));
                if waited.is_ok() && !watches[0].ready() {
                    continue;
                }
            }
            self.pull();
        }
    }

    /// Takes in what is there.
    fn pull(&mut self) {
        let Some(output) = &self.output else { return };
        match sys::read(output, self.lines.room()) {
            Ok(Some(0)) | Err(_) => self.output = None,
            Ok(Some(count)) => self.lines.took(count),
            Ok(None) => {}
        }
    }
}
