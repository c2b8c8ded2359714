//! Files by what they are, and below a directory without following links.

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};

use super::{check, owned};

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
