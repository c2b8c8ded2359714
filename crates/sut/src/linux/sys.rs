//! Thin, safe wrappers of the system calls that the standard library lacks.
//! Every descriptor is owned and closes on exec; an error is the `io::Error` of the call.
//! These files and the launcher hold all unsafe code of the crate.

mod files;
mod processes;
mod sockets;
mod terminal;

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::time::Duration;

pub use files::{
    Identity, c_string, identity_at, identity_of, make_directory_below, open_below, regular_size,
};
pub use processes::{go_on, pidfd_getfd, pidfd_kill, pidfd_open, read_memory, stop};
pub use sockets::{abort_on_close, message_pair, receive, send};
pub use terminal::{make_canonical, make_raw, open_slave, open_terminal};

/// Turns the -1 of a system call into its error.
pub fn check(result: libc::c_long) -> io::Result<libc::c_long> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

fn owned(fd: libc::c_long) -> OwnedFd {
    // SAFETY: the caller has just got this descriptor from the kernel and gives it to nobody else.
    unsafe { OwnedFd::from_raw_fd(fd as RawFd) }
}

/// Read end and write end of a pipe.
pub fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut ends = [0; 2];
    // SAFETY: `ends` has room for both descriptors.
    check(unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) } as _)?;
    Ok((owned(ends[0] as _), owned(ends[1] as _)))
}

/// Closes every descriptor from `first` on but the one to keep, whoever opened it.
pub fn close_from(first: RawFd, keep: Option<&OwnedFd>) -> io::Result<()> {
    let close = |from: u32, to: u32| match from <= to {
        // SAFETY: a plain call; the caller says that nobody uses these descriptors any more.
        true => check(unsafe { libc::syscall(libc::SYS_close_range, from, to, 0) }).map(|_| ()),
        false => Ok(()),
    };
    let kept = keep.map(|kept| kept.as_raw_fd()).filter(|kept| *kept >= first);
    let closed = match kept {
        Some(kept) => close(first as u32, kept as u32 - 1).and_then(|()| close(kept as u32 + 1, u32::MAX)),
        None => close(first as u32, u32::MAX),
    };
    if closed.is_ok() {
        return Ok(());
    }
    // Kernels before 5.9, and containers that refuse calls that they do not know: one by one.
    for fd in open_descriptors()?.into_iter().filter(|fd| *fd >= first && Some(*fd) != kept) {
        // SAFETY: as above; a number that is not open any more is refused by the kernel.
        unsafe { libc::close(fd) };
    }
    Ok(())
}

/// The numbers of all open descriptors; one of them was only needed to find them.
fn open_descriptors() -> io::Result<Vec<RawFd>> {
    let entries = std::fs::read_dir("/proc/self/fd")?;
    Ok(entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect())
}

/// Makes reads and writes of a descriptor return at once.
pub fn set_nonblocking(fd: &OwnedFd) -> io::Result<()> {
    // SAFETY: plain calls on an open descriptor.
    let flags = check(unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_GETFL) } as _)?;
    // SAFETY: as above.
    check(unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_SETFL, flags as i32 | libc::O_NONBLOCK) } as _)?;
    Ok(())
}

/// Whether reads of a descriptor return at once.
pub fn is_nonblocking(fd: &OwnedFd) -> bool {
    has_flag(fd, libc::O_NONBLOCK)
}

/// Whether a signal is sent when a descriptor can be read.
pub fn sends_signals(fd: &OwnedFd) -> bool {
    has_flag(fd, libc::O_ASYNC)
}

fn has_flag(fd: &OwnedFd, flag: i32) -> bool {
    // SAFETY: a plain call on an open descriptor.
    let flags = unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_GETFL) };
    flags >= 0 && flags & flag != 0
}

/// Reads into `buffer`; `None` if nothing is there yet.
pub fn read(fd: &OwnedFd, buffer: &mut [u8]) -> io::Result<Option<usize>> {
    // SAFETY: the buffer is writable for its length.
    let got = unsafe { libc::read(fd.as_raw_fd(), buffer.as_mut_ptr().cast(), buffer.len()) };
    would_block(got)
}

/// Writes as much of `bytes` as fits; `None` if nothing fits now.
pub fn write(fd: &OwnedFd, bytes: &[u8]) -> io::Result<Option<usize>> {
    // SAFETY: the bytes are readable for their length.
    let put = unsafe { libc::write(fd.as_raw_fd(), bytes.as_ptr().cast(), bytes.len()) };
    would_block(put)
}

fn would_block(result: isize) -> io::Result<Option<usize>> {
    match check(result as _) {
        Ok(count) => Ok(Some(count as usize)),
        Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// How many bytes wait to be read.
pub fn readable_bytes(fd: &OwnedFd) -> usize {
    let mut count: libc::c_int = 0;
    // SAFETY: FIONREAD stores one int.
    let result = unsafe { libc::ioctl(fd.as_raw_fd(), libc::FIONREAD, &mut count) };
    if result < 0 { 0 } else { count.max(0) as usize }
}

/// One descriptor to wait for; `ready` is filled in by [`poll`].
#[repr(transparent)]
pub struct Watch {
    entry: libc::pollfd,
}

impl Watch {
    /// Waits until something can be read.
    pub fn readable(fd: &OwnedFd) -> Watch {
        Watch { entry: libc::pollfd { fd: fd.as_raw_fd(), events: libc::POLLIN, revents: 0 } }
    }

    /// Waits until something can be written.
    pub fn writable(fd: &OwnedFd) -> Watch {
        Watch { entry: libc::pollfd { fd: fd.as_raw_fd(), events: libc::POLLOUT, revents: 0 } }
    }

    /// Waits until something can be read, if there is a descriptor.
    pub fn optional(fd: Option<&OwnedFd>) -> Watch {
        let fd = fd.map_or(-1, |fd| fd.as_raw_fd());
        Watch { entry: libc::pollfd { fd, events: libc::POLLIN, revents: 0 } }
    }

    /// Something happened, be it an error or the end.
    pub fn ready(&self) -> bool {
        self.entry.revents != 0
    }

    /// Only the end happened: the other side is gone and left nothing to read.
    pub fn hung_up(&self) -> bool {
        self.entry.revents & (libc::POLLHUP | libc::POLLERR) != 0 && self.entry.revents & libc::POLLIN == 0
    }
}

/// Waits until a descriptor is ready or the time is over.
pub fn poll(watches: &mut [Watch], timeout: Option<Duration>) -> io::Result<()> {
    let time = timeout.map(|timeout| libc::timespec {
        tv_sec: timeout.as_secs().min(1 << 30) as _,
        tv_nsec: timeout.subsec_nanos() as _,
    });
    let time = time.as_ref().map_or(std::ptr::null(), |time| time as *const _);
    // SAFETY: `Watch` is a pollfd and nothing else; the time outlives the call.
    let result =
        unsafe { libc::ppoll(watches.as_mut_ptr().cast(), watches.len() as _, time, std::ptr::null()) };
    match check(result as _) {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => {
            watches.iter_mut().for_each(|watch| watch.entry.revents = 0);
            Ok(())
        }
        other => other.map(|_| ()),
    }
}

/// What a clock shows.
pub fn time_of(clock: libc::clockid_t) -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the kernel writes one structure.
    unsafe { libc::clock_gettime(clock, &mut time) };
    Duration::new(time.tv_sec.max(0) as u64, time.tv_nsec.max(0) as u32)
}

/// Bytes of a page of memory.
pub fn page_size() -> u64 {
    // SAFETY: a plain call.
    unsafe { libc::sysconf(libc::_SC_PAGESIZE) }.max(1) as u64
}

/// Random bytes for names and markers.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // SAFETY: the buffer is writable for its length; requests of this size are never cut short.
    unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), N, 0) };
    bytes
}
