//! The way into the network that only a run has: the launcher lives there and hands out sockets, over which we connect from here.
//! In: an address, as the run sees it. Out: a connection, or the error of the kernel. A socket belongs to the network that it was made
//! in, whoever uses it, so that nobody has to enter that network and no right is needed for it.

use std::fmt;
use std::io;
use std::net::{SocketAddr, TcpStream};
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::message;
use super::runner::{PATIENCE, Server};
use super::sys::{self, Watch, check};

/// Settings of that network: every port is for everybody, and connections hold little, whether they were accepted or not.
const SETTINGS: [(&str, &str); 4] = [
    ("ipv4/ip_unprivileged_port_start", "0"),
    ("ipv4/tcp_rmem", "4096 65536 131072"),
    ("ipv4/tcp_wmem", "4096 16384 131072"),
    ("core/somaxconn", "16"),
];

/// The network of one launcher's runs.
#[derive(Clone)]
pub(crate) struct Gate(pub(super) Arc<Server>);

impl fmt::Debug for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Gate")
    }
}

impl Gate {
    /// Connects to an address there within the given time.
    pub fn connect(&self, place: &SocketAddr, wait: Duration) -> io::Result<TcpStream> {
        let socket = self.socket(place.is_ipv6())?;
        sys::set_nonblocking(&socket)?;
        match start_connecting(&socket, place) {
            Err(error) if error.raw_os_error() == Some(libc::EINPROGRESS) => {
                let mut watches = [Watch::writable(&socket)];
                sys::poll(&mut watches, Some(wait))?;
                if !watches[0].ready() {
                    return Err(io::ErrorKind::TimedOut.into());
                }
            }
            other => other?,
        }
        let connection = TcpStream::from(socket);
        if let Some(error) = connection.take_error()? {
            return Err(error);
        }
        connection.set_nonblocking(false)?;
        Ok(connection)
    }

    /// A new socket of that network.
    fn socket(&self, v6: bool) -> io::Result<OwnedFd> {
        let (ours, theirs) = sys::message_pair()?;
        sys::send(self.0.socket()?, &[message::SOCKET, u8::from(v6)], &[theirs.as_fd()])?;
        drop(theirs);
        let mut watches = [Watch::readable(&ours)];
        sys::poll(&mut watches, Some(PATIENCE))?;
        let answer = if watches[0].ready() { sys::receive(&ours, 16)?.1 } else { Vec::new() };
        answer.into_iter().next().ok_or_else(|| io::Error::other("the launcher hands out no socket"))
    }
}

/// The launcher's side: makes a socket and hands it over; without one the other side sees the end.
pub(super) fn hand_out(v6: bool, asker: &OwnedFd) {
    let family = if v6 { libc::AF_INET6 } else { libc::AF_INET };
    // SAFETY: a plain call; the descriptor is new and ours.
    let made = check(unsafe { libc::socket(family, libc::SOCK_STREAM | libc::SOCK_CLOEXEC, 0) } as _)
        // SAFETY: as above.
        .map(|fd| unsafe { OwnedFd::from_raw_fd(fd as i32) });
    if let Ok(socket) = made {
        drop(sys::send(asker, &[message::SOCKET], &[socket.as_fd()]));
    }
}

/// Switches on the device over which a network without others reaches itself, and lets programs have every port of it.
pub(super) fn open_loopback() -> io::Result<()> {
    // Where the kernel does not let a network have a setting of its own, the machine's holds.
    for (name, value) in SETTINGS {
        let _ = std::fs::write(Path::new("/proc/sys/net").join(name), value);
    }
    // SAFETY: an all-zero request is a valid value; its name ends in a zero byte, and the kernel reads no more than its size.
    unsafe {
        let socket = check(libc::socket(libc::AF_INET, libc::SOCK_DGRAM | libc::SOCK_CLOEXEC, 0) as _)?;
        let socket = OwnedFd::from_raw_fd(socket as i32);
        let mut request: libc::ifreq = std::mem::zeroed();
        request.ifr_name[0] = b'l' as libc::c_char;
        request.ifr_name[1] = b'o' as libc::c_char;
        request.ifr_ifru.ifru_flags = (libc::IFF_UP | libc::IFF_RUNNING) as libc::c_short;
        check(libc::ioctl(socket.as_raw_fd(), libc::SIOCSIFFLAGS as _, &request) as _)?;
    }
    Ok(())
}

fn start_connecting(socket: &OwnedFd, place: &SocketAddr) -> io::Result<()> {
    // SAFETY: both forms of an address are complete, and their sizes are right; all-zero ones are valid values.
    let result = unsafe {
        match place {
            SocketAddr::V4(place) => {
                let mut address: libc::sockaddr_in = std::mem::zeroed();
                address.sin_family = libc::AF_INET as _;
                address.sin_port = place.port().to_be();
                address.sin_addr.s_addr = u32::from_ne_bytes(place.ip().octets());
                let size = size_of::<libc::sockaddr_in>() as libc::socklen_t;
                libc::connect(socket.as_raw_fd(), (&raw const address).cast(), size)
            }
            SocketAddr::V6(place) => {
                let mut address: libc::sockaddr_in6 = std::mem::zeroed();
                address.sin6_family = libc::AF_INET6 as _;
                address.sin6_port = place.port().to_be();
                address.sin6_addr.s6_addr = place.ip().octets();
                address.sin6_scope_id = place.scope_id();
                let size = size_of::<libc::sockaddr_in6>() as libc::socklen_t;
                libc::connect(socket.as_raw_fd(), (&raw const address).cast(), size)
            }
        }
    };
    check(result as _).map(|_| ())
}
