//! What lies at a path, found without following links, and whether it is still the same later.
//! The descriptor that is kept keeps the inode: as long as it is open, nothing else can get its number.

use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::Arc;

use super::sys::{self, c_string};

/// A file or directory, by device and inode.
#[derive(Debug, Clone)]
pub(crate) struct Pinned {
    pub device: u64,
    pub inode: u64,
    _descriptor: Arc<OwnedFd>,
}

impl Pinned {
    /// What lies at `path`, no link followed below the directory `given`.
    pub fn at(path: &Path, given: &Path) -> io::Result<Pinned> {
        let below = path.strip_prefix(given).unwrap_or(path);
        let is_here = below == path || given == Path::new("");
        let top = OwnedFd::from(std::fs::File::open(if is_here { Path::new(".") } else { given })?);
        let found = match open_without_links(&top, below) {
            // A path that leads out of the directory was written by the user.
            Err(error) if error.raw_os_error() == Some(libc::EXDEV) => {
                let folder = path.parent().map(|folder| folder.join(".")).unwrap_or_default();
                let name = path.file_name().ok_or(io::ErrorKind::NotFound)?;
                open_without_links(&OwnedFd::from(std::fs::File::open(folder)?), Path::new(name))?
            }
            other => other?,
        };
        let identity = sys::identity_of(&found)?;
        Ok(Pinned { device: identity.device, inode: identity.inode, _descriptor: Arc::new(found) })
    }
}

/// Something below a directory, for looking at and mounting; a link anywhere on the way or at its end is an error.
pub(super) fn open_without_links(top: &OwnedFd, below: &Path) -> io::Result<OwnedFd> {
    let name = c_string(below.as_os_str().as_encoded_bytes())?;
    // Without `O_NOFOLLOW`, under which a link itself would be opened.
    sys::open_below(top, &name, libc::O_PATH, 0)
}
