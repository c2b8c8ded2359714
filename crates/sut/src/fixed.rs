//! A file or directory that was looked at, told apart from whatever else may stand at its path later.
//! Whoever handed it in may put a link there after it was checked and before it is shown to a run; then it is not the same any more.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// Something at a path, by what it is.
#[derive(Debug, Clone)]
pub struct Fixed {
    /// Where it is, by its real path.
    pub path: PathBuf,
    #[cfg(target_os = "linux")]
    pub(crate) identity: crate::backend::Pinned,
}

impl Fixed {
    /// What lies at `path`, no link followed below the directory `given`. An error if there is a link after all.
    pub fn at(path: &Path, given: &Path) -> io::Result<Fixed> {
        #[cfg(not(target_os = "linux"))]
        let _ = given;
        Ok(Fixed {
            #[cfg(target_os = "linux")]
            identity: crate::backend::Pinned::at(path, given)?,
            // Should a link be there by now, this is another path, and something else lies there.
            path: path.canonicalize()?,
        })
    }
}

/// Opens a regular file. A link is not followed, and nothing that is put there makes the caller wait.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let file = open(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::other("it is not a regular file")),
    }
}

#[cfg(target_os = "linux")]
fn open(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_NOCTTY;
    let opened = File::options().read(true).custom_flags(flags).open(path);
    opened.map_err(|error| match error.raw_os_error() {
        Some(libc::ELOOP | libc::ENXIO) => io::Error::other("it is not a regular file"),
        _ => error,
    })
}

#[cfg(not(target_os = "linux"))]
fn open(path: &Path) -> io::Result<File> {
    match path.symlink_metadata()?.is_file() {
        true => File::open(path),
        false => Err(io::Error::other("it is not a regular file")),
    }
}
