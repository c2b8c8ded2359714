//! A server that a link starts and ends, and how it is reached.
//! In: a command and an address. Out: a connection, or a clear error within the time for starting.
//! A server has a network of its own, or the machine's if asked for; the rest of its confinement is as for any program under test.
//! Invariant: a connection never leads to another server than ours while we own one.

use std::cell::Cell;
use std::io;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use lydian_words::seconds;

use super::{LinkError, LinkErrorKind, LinkOptions, ServerNetwork};
use crate::backend::{Gate, Live, LiveStreams, Network, abort_on_close};
use crate::{End, Launcher, Program, Runner};

/// Shortest and longest pause between two attempts to connect.
const PAUSES: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(50));
/// How long one attempt may take; a host that drops packets would take minutes.
const ATTEMPT: Duration = Duration::from_secs(2);
/// How long a server that has closed a connection may take to end before it counts as one that goes on.
const PARTING: Duration = Duration::from_millis(500);

/// A server of ours; it runs after the first restart.
pub(super) struct Server {
    live: Option<Live>,
    program: Program,
    runner: Runner,
}

impl Server {
    /// A server with this command, not started yet.
    pub fn new(launcher: Launcher, program: Program, options: &LinkOptions) -> Server {
        let network = match options.network {
            ServerNetwork::Own => Network::Own,
            ServerNetwork::Host => Network::Host,
        };
        Server { live: None, program, runner: options.runner(launcher).network(network) }
    }

    /// Ends the server with all its processes; when this returns, its port is free.
    fn stop(&mut self) {
        self.live = None;
    }

    fn start(&mut self) -> Result<(), LinkError> {
        self.live = Some(Live::start(&self.runner, &self.program, LiveStreams::Log)?);
        Ok(())
    }

    /// How it ended; waits for that at most so long.
    fn end(&self, wait: Duration) -> Option<End> {
        self.live.as_ref()?.end(wait)
    }

    /// The end of what it wrote.
    pub fn tail(&self) -> Vec<u8> {
        self.live.as_ref().map(Live::tail).unwrap_or_default()
    }
}

/// Where a system listens, and the server there if it is ours.
pub(super) struct Site {
    /// `HOST:PORT` as given.
    address: String,
    server: Option<Server>,
    /// The way into the network that only our server has, after a restart.
    gate: Option<Gate>,
    /// How long it may take until a connection is accepted.
    patience: Duration,
    /// Whether our server went on after it had closed a connection.
    goes_on: Cell<bool>,
}

impl Site {
    /// The site at an address; nothing is started or looked up yet.
    pub fn new(address: String, patience: Duration) -> Site {
        Site { address, server: None, gate: None, patience, goes_on: Cell::new(false) }
    }

    /// The same place for another connection, while the server of this one runs.
    pub fn beside(&self) -> Result<Site, LinkError> {
        let mut site = Site::new(self.address.clone(), self.patience);
        if let Some(server) = &self.server {
            site.gate = server.runner.gate()?;
        }
        Ok(site)
    }

    /// The same with a server of our own.
    pub fn serve(&mut self, server: Server) {
        self.server = Some(server);
    }

    /// The server, if it is ours.
    pub fn server(&self) -> Option<&Server> {
        self.server.as_ref()
    }

    /// Starts our server afresh, if there is one, and connects. All connections to it must have been closed before:
    /// the side that closes first keeps the port busy for a while.
    pub fn restart(&mut self) -> Result<TcpStream, LinkError> {
        if let Some(server) = &mut self.server {
            server.stop();
        }
        let mut places = self.places()?;
        if let Some(server) = &mut self.server {
            self.gate = server.runner.gate()?;
            if self.gate.is_some() {
                places.retain(|place| place.ip().is_loopback() || place.ip().is_unspecified());
                if places.is_empty() {
                    let what = "is elsewhere, and the server is in a network of its own: use localhost, or --network host";
                    return Err(self.unreachable(what));
                }
            } else if places.iter().any(|place| connect(None, place, ATTEMPT.min(self.patience)).is_ok()) {
                let message = format!("something else listens at {} already", self.address);
                return Err(LinkError::new(LinkErrorKind::Unreachable, message));
            }
            server.start()?;
        }
        self.reach(&places)
    }

    fn places(&self) -> Result<Vec<SocketAddr>, LinkError> {
        let places = self.address.to_socket_addrs().map(Vec::from_iter);
        match places {
            Ok(places) if !places.is_empty() => Ok(places),
            Ok(_) => Err(self.unreachable("has no address")),
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                Err(self.unreachable("is no address: write HOST:PORT"))
            }
            Err(error) => Err(self.unreachable(&format!("cannot be looked up: {error}"))),
        }
    }

    /// Tries until somebody accepts, our server ends or the time is over.
    fn reach(&self, places: &[SocketAddr]) -> Result<TcpStream, LinkError> {
        let deadline = Instant::now() + self.patience;
        let mut pause = PAUSES.0;
        loop {
            let mut reason = None;
            for place in places {
                let left = deadline.saturating_duration_since(Instant::now()).max(PAUSES.0);
                match connect(self.gate.as_ref(), place, left.min(ATTEMPT)) {
                    Ok(connection) => return Ok(connection),
                    Err(error) => reason = Some(error),
                }
            }
            if let Some(end) = self.server.as_ref().and_then(|server| server.end(Duration::ZERO)) {
                return Err(self.unreachable(&format!("is not served: the server {end} before it listened")));
            }
            if Instant::now() >= deadline {
                let reason = reason.map(|error| error.to_string()).unwrap_or_default();
                let waited = seconds(self.patience);
                return Err(self.unreachable(&format!("accepts no connection in {waited}: {reason}")));
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(PAUSES.1);
        }
    }

    fn unreachable(&self, what: &str) -> LinkError {
        let shown: String = self.address.chars().take(100).collect();
        LinkError::new(LinkErrorKind::Unreachable, format!("`{}` {what}", shown.escape_debug()))
    }

    /// The way into the network that only our server has.
    pub fn gate(&self) -> Option<&Gate> {
        self.gate.as_ref()
    }

    /// `HOST:PORT`.
    #[cfg(test)]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// How our server ended, if it did or is about to. One that went on after it had closed a connection is expected to do so again.
    pub fn end(&self) -> Option<End> {
        let end = self.end_within(if self.goes_on.get() { PARTING / 20 } else { PARTING });
        self.goes_on.set(end.is_none());
        end
    }

    /// How our server ended, if it does within so much time.
    pub fn end_within(&self, wait: Duration) -> Option<End> {
        self.server.as_ref().and_then(|server| server.end(wait))
    }
}

fn connect(gate: Option<&Gate>, place: &SocketAddr, wait: Duration) -> io::Result<TcpStream> {
    let connection = match gate {
        Some(gate) => gate.connect(place, wait)?,
        None => TcpStream::connect_timeout(place, wait)?,
    };
    // Where nobody listens, the kernel may choose the very port that is called, and the call reaches itself.
    if connection.local_addr()? == connection.peer_addr()? {
        abort_on_close(&connection);
        return Err(io::ErrorKind::ConnectionRefused.into());
    }
    Ok(connection)
}
