//! A link whose messages end where a wire file says, on top of one that carries bytes as they are.

use std::time::{Duration, Instant};

use lydian_sut::End;
use lydian_sut::link::{Link, LinkError, LinkErrorKind, Received};

use crate::codec::Framing;

/// Bytes of one message.
const LONGEST: usize = 1 << 20;

/// A link in messages; what it carries must be uncut.
pub struct Framed {
    link: Box<dyn Link>,
    framing: Framing,
    /// What has come and was not asked for.
    held: Vec<u8>,
    is_lost: bool,
}

impl Framed {
    /// Cuts what a link carries.
    pub fn new(link: Box<dyn Link>, framing: Framing) -> Framed {
        Framed { link, framing, held: Vec::new(), is_lost: false }
    }
}

impl Link for Framed {
    fn restart(&mut self) -> Result<(), LinkError> {
        self.held.clear();
        self.is_lost = false;
        self.link.restart()
    }

    fn send(&mut self, message: &[u8]) -> Result<(), LinkError> {
        match self.framing.outgoing(message) {
            Ok(bytes) => self.link.send(&bytes),
            Err(message) => Err(LinkError { kind: LinkErrorKind::BadMessage, message }),
        }
    }

    fn receive(&mut self, wait: Duration) -> Received {
        let deadline = Instant::now() + wait;
        loop {
            if self.is_lost {
                return Received::TooLong;
            }
            if let Some(whole) = self.framing.first(&self.held) {
                self.held.drain(..whole.length);
                return Received::Line(whole.text);
            }
            self.is_lost = self.held.len() > LONGEST;
            match self.link.receive(deadline.saturating_duration_since(Instant::now())) {
                Received::Line(bytes) => self.held.extend_from_slice(&bytes),
                // What has come of a message that is not whole is no message; it is there for whoever asks for the half.
                other => return other,
            }
        }
    }

    fn half(&self) -> Vec<u8> {
        self.held.clone()
    }

    fn tail(&mut self) -> Vec<u8> {
        self.link.tail()
    }

    fn end(&mut self, wait: Duration) -> Option<End> {
        self.link.end(wait)
    }
}
