//! Messages with descriptors over sockets, and how connections are closed.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};

use super::{check, owned};

/// Two ends of a connection that keeps the bounds of messages.
pub fn message_pair() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut ends = [0; 2];
    let kind = libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC;
    // SAFETY: `ends` has room for both descriptors.
    check(unsafe { libc::socketpair(libc::AF_UNIX, kind, 0, ends.as_mut_ptr()) } as _)?;
    Ok((owned(ends[0] as _), owned(ends[1] as _)))
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
