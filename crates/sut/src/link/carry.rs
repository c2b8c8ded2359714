//! HTTP over connections into a network that only the server has.
//! In: who connects, and where to. Out: what the HTTP client asks of a connection: bytes out, bytes in, each within a time.

use std::fmt;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use ureq::Error;
use ureq::unversioned::transport::{
    Buffers, ConnectionDetails, Connector, LazyBuffers, NextTimeout, Transport,
};

use crate::backend::Gate;

/// Connects to one address of a network.
#[derive(Debug)]
pub(super) struct Carrier {
    pub gate: Gate,
    pub place: SocketAddr,
}

impl Connector for Carrier {
    type Out = Carried;

    fn connect(&self, details: &ConnectionDetails<'_>, _: Option<()>) -> Result<Option<Carried>, Error> {
        let wait: Duration = *details.timeout.after;
        let stream = match self.gate.connect(&self.place, wait) {
            Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                return Err(Error::Timeout(details.timeout.reason));
            }
            other => other?,
        };
        stream.set_nodelay(true)?;
        let config = details.config;
        Ok(Some(Carried {
            stream,
            buffers: LazyBuffers::new(config.input_buffer_size(), config.output_buffer_size()),
        }))
    }
}

/// One connection.
pub(super) struct Carried {
    stream: TcpStream,
    buffers: LazyBuffers,
}

impl fmt::Debug for Carried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Carried")
    }
}

impl Transport for Carried {
    fn buffers(&mut self) -> &mut dyn Buffers {
        &mut self.buffers
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        self.stream.set_write_timeout(limit(&timeout))?;
        let sent = self.stream.write_all(&self.buffers.output()[..amount]);
        sent.map_err(|error| late(error, &timeout))
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        self.stream.set_read_timeout(limit(&timeout))?;
        let got = loop {
            match self.stream.read(self.buffers.input_append_buf()) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other.map_err(|error| late(error, &timeout))?,
            }
        };
        self.buffers.input_appended(got);
        Ok(got > 0)
    }

    /// Whether it can be used for the next request: nothing came unasked, and it was not closed.
    fn is_open(&mut self) -> bool {
        let quiet = self.stream.set_nonblocking(true).is_ok()
            && self.stream.peek(&mut [0]).is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock);
        quiet && self.stream.set_nonblocking(false).is_ok()
    }
}

/// A time that the kernel takes: not none at all, and not for ever.
fn limit(timeout: &NextTimeout) -> Option<Duration> {
    const LONGEST: Duration = Duration::from_secs(1 << 20);
    Some((*timeout.after).clamp(Duration::from_millis(1), LONGEST))
}

fn late(error: io::Error, timeout: &NextTimeout) -> Error {
    match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => Error::Timeout(timeout.reason),
        _ => Error::Io(error),
    }
}
