//! Thin, safe wrappers of the system calls that the standard library lacks.
//! Every descriptor is owned and closes on exec; an error is the `io::Error` of the call.
//! This file and the launcher hold all unsafe code of the crate.

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::time::Duration;

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

/// Two ends of a connection that keeps the bounds of messages.
pub fn message_pair() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut ends = [0; 2];
    let kind = libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC;
    // SAFETY: `ends` has room for both descriptors.
    check(unsafe { libc::socketpair(libc::AF_UNIX, kind, 0, ends.as_mut_ptr()) } as _)?;
    Ok((owned(ends[0] as _), owned(ends[1] as _)))
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

/// Makes closing a connection reset it, so that neither side keeps its port busy afterwards.
pub fn abort_on_close(connection: &std::net::TcpStream) {
    let linger = libc::linger { l_onoff: 1, l_linger: 0 };
    let size = size_of::<libc::linger>() as libc::socklen_t;
    // SAFETY: the structure is complete and outlives the call. Without it the port is free a minute later.
    unsafe {
        let value = (&raw const linger).cast();
        libc::setsockopt(connection.as_raw_fd(), libc::SOL_SOCKET, libc::SO_LINGER, value, size);
    }
}

/// Device, inode and, for a device file, its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Identity {
    /// The file system.
    pub device: u64,
    /// The file in it.
    pub inode: u64,
    /// The device that a device file stands for.
    pub stands_for: u64,
}

fn identity(stat: &libc::stat) -> Identity {
    Identity { device: stat.st_dev, inode: stat.st_ino, stands_for: stat.st_rdev }
}

/// What an open descriptor refers to.
pub fn identity_of(fd: &OwnedFd) -> io::Result<Identity> {
    // SAFETY: an all-zero stat is a valid value, and fstat fills it in.
    let mut stat: libc::stat = unsafe { std::mem::zeroed() };
    // SAFETY: as above.
    check(unsafe { libc::fstat(fd.as_raw_fd(), &mut stat) } as _)?;
    Ok(identity(&stat))
}

/// What a path refers to, links followed.
pub fn identity_at(path: &CStr) -> io::Result<Identity> {
    // SAFETY: an all-zero stat is a valid value, and stat fills it in.
    let mut stat: libc::stat = unsafe { std::mem::zeroed() };
    // SAFETY: as above; the path ends in a zero byte.
    check(unsafe { libc::stat(path.as_ptr(), &mut stat) } as _)?;
    Ok(identity(&stat))
}

/// Copies memory of another process; the number of bytes that could be copied.
pub fn read_memory(process: i32, address: u64, buffer: &mut [u8]) -> io::Result<usize> {
    let local = libc::iovec { iov_base: buffer.as_mut_ptr().cast(), iov_len: buffer.len() };
    let remote = libc::iovec { iov_base: address as *mut _, iov_len: buffer.len() };
    // SAFETY: the local range is writable; the kernel checks the remote one.
    check(unsafe { libc::process_vm_readv(process, &local, 1, &remote, 1, 0) } as _)
        .map(|count| count as usize)
}

/// A descriptor for a process.
pub fn pidfd_open(process: i32) -> io::Result<OwnedFd> {
    // SAFETY: a plain call.
    check(unsafe { libc::syscall(libc::SYS_pidfd_open, process, 0) }).map(owned)
}

/// A copy of a descriptor of another process.
pub fn pidfd_getfd(process: &OwnedFd, fd: i32) -> io::Result<OwnedFd> {
    // SAFETY: a plain call.
    check(unsafe { libc::syscall(libc::SYS_pidfd_getfd, process.as_raw_fd(), fd, 0) }).map(owned)
}

/// Kills the process that the descriptor stands for.
pub fn pidfd_kill(process: &OwnedFd) {
    // SAFETY: a plain call; no signal information is passed.
    unsafe {
        libc::syscall(libc::SYS_pidfd_send_signal, process.as_raw_fd(), libc::SIGKILL, 0, 0);
    }
}

/// Stops a process.
pub fn stop(process: i32) {
    // SAFETY: a plain call.
    unsafe { libc::kill(process, libc::SIGSTOP) };
}

/// Lets a stopped process go on.
pub fn go_on(process: i32) {
    // SAFETY: a plain call.
    unsafe { libc::kill(process, libc::SIGCONT) };
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

/// A new pseudo terminal: the master, and a way to open its slave.
pub fn open_terminal() -> io::Result<OwnedFd> {
    // SAFETY: plain calls on a descriptor that was just opened.
    unsafe {
        let master = owned(check(libc::posix_openpt(libc::O_RDWR | libc::O_NOCTTY | libc::O_CLOEXEC) as _)?);
        check(libc::grantpt(master.as_raw_fd()) as _)?;
        check(libc::unlockpt(master.as_raw_fd()) as _)?;
        Ok(master)
    }
}

/// Opens the slave of a pseudo terminal anew.
pub fn open_slave(master: &OwnedFd, nonblocking: bool) -> io::Result<OwnedFd> {
    let flags =
        libc::O_RDWR | libc::O_NOCTTY | libc::O_CLOEXEC | if nonblocking { libc::O_NONBLOCK } else { 0 };
    // SAFETY: the request takes its flags by value.
    check(unsafe { libc::ioctl(master.as_raw_fd(), libc::TIOCGPTPEER, flags) } as _).map(owned)
}

/// Lets bytes pass unchanged in both directions, without echo and without signals from keys.
pub fn make_raw(terminal: &OwnedFd) -> io::Result<()> {
    change_terminal(terminal, |settings| {
        settings.c_iflag = 0;
        settings.c_oflag = 0;
        settings.c_lflag = 0;
        settings.c_cc[libc::VMIN] = 1;
        settings.c_cc[libc::VTIME] = 0;
    })
}

/// Takes lines as a whole, so that the character 4 means the end of the input.
pub fn make_canonical(terminal: &OwnedFd) -> io::Result<()> {
    change_terminal(terminal, |settings| {
        settings.c_lflag |= libc::ICANON;
        settings.c_cc[libc::VEOF] = 4;
    })
}

fn change_terminal(terminal: &OwnedFd, change: impl FnOnce(&mut libc::termios)) -> io::Result<()> {
    // SAFETY: an all-zero termios is a valid value, and tcgetattr fills it in.
    unsafe {
        let mut settings: libc::termios = std::mem::zeroed();
        check(libc::tcgetattr(terminal.as_raw_fd(), &mut settings) as _)?;
        change(&mut settings);
        check(libc::tcsetattr(terminal.as_raw_fd(), libc::TCSANOW, &settings) as _)?;
    }
    Ok(())
}

/// Opens a file below a directory without following a link anywhere on the way.
pub fn open_below(directory: &OwnedFd, name: &CStr, flags: i32, mode: u32) -> io::Result<OwnedFd> {
    // SAFETY: an all-zero open_how is a valid value.
    let mut how: libc::open_how = unsafe { std::mem::zeroed() };
    how.flags = (flags | libc::O_CLOEXEC) as u64;
    how.mode = u64::from(mode);
    how.resolve = libc::RESOLVE_BENEATH | libc::RESOLVE_NO_SYMLINKS;
    let size = size_of::<libc::open_how>();
    // SAFETY: the structure and the name outlive the call.
    check(unsafe { libc::syscall(libc::SYS_openat2, directory.as_raw_fd(), name.as_ptr(), &how, size) })
        .map(owned)
}

/// Makes a directory below another one; it may exist.
pub fn make_directory_below(directory: &OwnedFd, name: &CStr) -> io::Result<()> {
    // SAFETY: the name ends in a zero byte.
    match check(unsafe { libc::mkdirat(directory.as_raw_fd(), name.as_ptr(), 0o700) } as _) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        other => other.map(|_| ()),
    }
}

/// Kind and size of an open file: whether it is a regular one, and its bytes.
pub fn regular_size(fd: &OwnedFd) -> Option<u64> {
    // SAFETY: an all-zero stat is a valid value, and fstat fills it in.
    let mut stat: libc::stat = unsafe { std::mem::zeroed() };
    // SAFETY: as above.
    let result = unsafe { libc::fstat(fd.as_raw_fd(), &mut stat) };
    (result == 0 && stat.st_mode & libc::S_IFMT == libc::S_IFREG).then_some(stat.st_size as u64)
}

/// A text as the kernel wants it; a zero byte inside is an error.
pub fn c_string(text: impl Into<Vec<u8>>) -> io::Result<CString> {
    CString::new(text).map_err(|_| io::Error::new(io::ErrorKind::InvalidInput, "a zero byte in a name"))
}

/// Sends one message with descriptors.
pub fn send(socket: &OwnedFd, bytes: &[u8], descriptors: &[BorrowedFd<'_>]) -> io::Result<()> {
    let part = libc::iovec { iov_base: bytes.as_ptr() as *mut _, iov_len: bytes.len() };
    let mut control = [0u64; 16];
    // SAFETY: an all-zero msghdr is a valid value. The control buffer is aligned and has room for eight descriptors,
    // and the pointers outlive the call.
    unsafe {
        let mut message: libc::msghdr = std::mem::zeroed();
        message.msg_iov = &part as *const _ as *mut _;
        message.msg_iovlen = 1;
        if !descriptors.is_empty() {
            assert!(descriptors.len() <= 8, "a message carries at most eight descriptors");
            let size = size_of_val(descriptors) as u32;
            message.msg_control = control.as_mut_ptr().cast();
            message.msg_controllen = libc::CMSG_SPACE(size) as _;
            let header = libc::CMSG_FIRSTHDR(&message);
            (*header).cmsg_level = libc::SOL_SOCKET;
            (*header).cmsg_type = libc::SCM_RIGHTS;
            (*header).cmsg_len = libc::CMSG_LEN(size) as _;
            let target: *mut RawFd = libc::CMSG_DATA(header).cast();
            for (at, descriptor) in descriptors.iter().enumerate() {
                target.add(at).write_unaligned(descriptor.as_raw_fd());
            }
        }
        loop {
            match check(libc::sendmsg(socket.as_raw_fd(), &message, libc::MSG_NOSIGNAL) as _) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => return other.map(|_| ()),
            }
        }
    }
}

/// Receives one message with its descriptors; empty at the end of the connection.
pub fn receive(socket: &OwnedFd, limit: usize) -> io::Result<(Vec<u8>, Vec<OwnedFd>)> {
    let mut bytes = vec![0; limit];
    let part = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: bytes.len() };
    let mut control = [0u64; 16];
    let mut descriptors = Vec::new();
    // SAFETY: as in `send`; the kernel writes no more control data than there is room for, and each descriptor
    // in it is new and ours.
    let count = unsafe {
        let mut message: libc::msghdr = std::mem::zeroed();
        message.msg_iov = &part as *const _ as *mut _;
        message.msg_iovlen = 1;
        message.msg_control = control.as_mut_ptr().cast();
        message.msg_controllen = size_of_val(&control) as _;
        let count = loop {
            match check(libc::recvmsg(socket.as_raw_fd(), &mut message, libc::MSG_CMSG_CLOEXEC) as _) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => break other?,
            }
        };
        let mut header = libc::CMSG_FIRSTHDR(&message);
        while !header.is_null() {
            if (*header).cmsg_level == libc::SOL_SOCKET && (*header).cmsg_type == libc::SCM_RIGHTS {
                let size = (*header).cmsg_len as usize - libc::CMSG_LEN(0) as usize;
                let source: *const RawFd = libc::CMSG_DATA(header).cast();
                for at in 0..size / size_of::<RawFd>() {
                    descriptors.push(owned(source.add(at).read_unaligned() as _));
                }
            }
            header = libc::CMSG_NXTHDR(&message, header);
        }
        count as usize
    };
    bytes.truncate(count);
    Ok((bytes, descriptors))
}
