//! Other processes: their memory, their descriptors, signals to them.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd};

use super::{check, owned};

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
