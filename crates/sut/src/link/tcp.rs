//! A link to a TCP server, in lines.
//! In: an address and, if the server is ours, its command. Out: its lines.
//! A restart ends our server with all its processes and starts it again; with somebody else's it connects again.

use std::time::Duration;

use super::lines::{Heard, Sent};
use super::server::{Server, Site};
use super::{Link, LinkError, LinkErrorKind, LinkOptions, Received};
use crate::backend::{Talk, abort_on_close};
use crate::{End, Launcher, Program};

/// A conversation with a server over one TCP connection.
pub struct TcpLink {
    talk: Option<Talk>,
    too_long: bool,
    site: Site,
    options: LinkOptions,
}

impl TcpLink {
    /// A link to `HOST:PORT`, which is not connected yet.
    pub fn new(address: &str, options: LinkOptions) -> TcpLink {
        let site = Site::new(address.to_owned(), options.start);
        TcpLink { talk: None, too_long: false, site, options }
    }

    /// The same to a server of our own, started afresh by each restart.
    #[must_use]
    pub fn serve(mut self, launcher: Launcher, program: Program) -> TcpLink {
        self.site.serve(Server::new(launcher, program, &self.options));
        self
    }

    /// Another conversation with the same server, which is not connected yet. It never starts or ends the server.
    pub fn beside(&self) -> Result<TcpLink, LinkError> {
        let (site, options) = (self.site.beside()?, self.options.clone());
        Ok(TcpLink { talk: None, too_long: false, site, options })
    }

    /// How the system came to say nothing more.
    fn ending(&self) -> String {
        self.site.end().map_or_else(|| "closed the connection".to_owned(), |end| end.to_string())
    }
}

impl Link for TcpLink {
    fn restart(&mut self) -> Result<(), LinkError> {
        self.talk = None;
        self.too_long = false;
        let connection = self.site.restart()?;
        if self.site.server().is_some() {
            // The port must be free at once for the next server; nothing that is said last matters then.
            abort_on_close(&connection);
        }
        let failed = |error: std::io::Error| LinkError::new(LinkErrorKind::Unreachable, error.to_string());
        connection.set_nodelay(true).map_err(failed)?;
        let talk = Talk::over(connection, self.options.line).map_err(failed)?;
        self.talk = Some(if self.options.uncut { talk.uncut() } else { talk });
        Ok(())
    }

    fn send(&mut self, line: &[u8]) -> Result<(), LinkError> {
        LinkError::unless_one_line(line, &self.options)?;
        if self.too_long {
            return Err(LinkError::unusable());
        }
        let Some(talk) = &mut self.talk else { return Err(LinkError::closed("has not been connected")) };
        match talk.send(line, self.options.send) {
            Sent::Whole => Ok(()),
            Sent::Unread => Err(LinkError::unread(self.options.send)),
            Sent::Broken => Err(LinkError::closed(&self.ending())),
        }
    }

    fn receive(&mut self, wait: Duration) -> Received {
        let Some(talk) = &mut self.talk else { return Received::Closed("has not been connected".to_owned()) };
        match talk.receive(wait) {
            Heard::Line(line) => Received::Line(line),
            Heard::Silence => Received::Silent,
            Heard::TooLong => {
                self.too_long = true;
                Received::TooLong
            }
            Heard::End => Received::Closed(self.ending()),
        }
    }

    fn half(&self) -> Vec<u8> {
        self.talk.as_ref().map(|talk| talk.half().to_vec()).unwrap_or_default()
    }

    fn tail(&mut self) -> Vec<u8> {
        self.site.server().map(Server::tail).unwrap_or_default()
    }

    fn end(&mut self, wait: Duration) -> Option<End> {
        self.site.end_within(wait)
    }
}
