//! The private working directory of a run: files put in before, files read back afterwards.
//! Names never leave it, neither by `..` nor by a link that the program made.

use std::ffi::CString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Component, Path, PathBuf};

use super::sys;

/// The working directory of one run.
pub struct WorkDirectory {
    descriptor: OwnedFd,
    /// Where it lies, if it lies on disk and has to be removed.
    place: Option<PathBuf>,
}

impl WorkDirectory {
    /// One that lives in memory and vanishes with the run.
    pub fn in_memory(descriptor: OwnedFd) -> WorkDirectory {
        WorkDirectory { descriptor, place: None }
    }

    /// A new one on disk.
    pub fn on_disk(place: PathBuf) -> io::Result<WorkDirectory> {
        use std::os::unix::fs::DirBuilderExt;
        std::fs::DirBuilder::new().mode(0o700).create(&place)?;
        let descriptor = OwnedFd::from(File::open(&place)?);
        Ok(WorkDirectory { descriptor, place: Some(place) })
    }

    /// Writes a file, with the directories on its way.
    pub fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let path = Path::new(name);
        for parent in path.ancestors().skip(1).collect::<Vec<_>>().into_iter().rev() {
            if parent != Path::new("") {
                sys::make_directory_below(&self.descriptor, &c_path(parent)?)?;
            }
        }
        let flags = libc::O_WRONLY | libc::O_CREAT | libc::O_TRUNC;
        File::from(sys::open_below(&self.descriptor, &c_path(path)?, flags, 0o644)?).write_all(bytes)
    }

    /// Reads a regular file of at most `limit` bytes; `None` for anything else.
    pub fn read(&self, name: &str, limit: u64) -> Option<Vec<u8>> {
        // A named pipe must not make us wait.
        let flags = libc::O_RDONLY | libc::O_NONBLOCK | libc::O_NOCTTY;
        let descriptor = sys::open_below(&self.descriptor, &c_path(Path::new(name)).ok()?, flags, 0).ok()?;
        sys::regular_size(&descriptor).filter(|size| *size <= limit)?;
        let mut bytes = Vec::new();
        File::from(descriptor).take(limit + 1).read_to_end(&mut bytes).ok()?;
        (bytes.len() as u64 <= limit).then_some(bytes)
    }

    /// Copies the files and directories below a directory to `target`, but for one name; links and the like are left out.
    pub fn copy_out(&self, name: &str, target: &Path, but: &str) -> io::Result<()> {
        copy_files(&self.open_directory(Path::new(name))?, target, but)
    }

    /// The files and links that lie outside of one directory, sorted.
    pub fn list(&self, but: &str) -> Vec<String> {
        let mut found = Vec::new();
        let mut open = vec![PathBuf::new()];
        while let Some(folder) = open.pop() {
            let shown = if folder == Path::new("") { Path::new(".") } else { &folder };
            let Ok(directory) = self.open_directory(shown) else { continue };
            for entry in std::fs::read_dir(path_of(&directory)).into_iter().flatten().flatten() {
                let name = folder.join(entry.file_name());
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() && name != Path::new(but) => open.push(name),
                    Ok(kind) if !kind.is_dir() => found.push(name.to_string_lossy().into_owned()),
                    _ => {}
                }
            }
        }
        found.sort();
        found
    }

    fn open_directory(&self, name: &Path) -> io::Result<OwnedFd> {
        sys::open_below(&self.descriptor, &c_path(name)?, libc::O_RDONLY | libc::O_DIRECTORY, 0)
    }

    /// Bytes that the files on disk take; `None` in memory, where the kernel sees to the limit.
    pub fn size_on_disk(&self) -> Option<u64> {
        self.place.as_deref().map(|place| size_of_files(place, &mut 0))
    }
}

impl Drop for WorkDirectory {
    fn drop(&mut self) {
        if let Some(place) = &self.place {
            crate::place::remove(place);
        }
    }
}

fn path_of(directory: &OwnedFd) -> String {
    format!("/proc/self/fd/{}", directory.as_raw_fd())
}

fn copy_files(directory: &OwnedFd, target: &Path, but: &str) -> io::Result<()> {
    for entry in std::fs::read_dir(path_of(directory))? {
        let entry = entry?;
        let (name, kind) = (entry.file_name(), entry.file_type()?);
        let to = target.join(&name);
        if name == but || !kind.is_dir() && !kind.is_file() {
            continue;
        }
        // Nothing runs any more that could change it meanwhile; still no link is followed.
        let flags = libc::O_RDONLY | libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_NOCTTY;
        let found = sys::open_below(directory, &c_path(Path::new(&name))?, flags, 0)?;
        if kind.is_dir() {
            std::fs::create_dir(&to)?;
            copy_files(&found, &to, but)?;
        } else {
            copy_file(File::from(found), &to)?;
        }
    }
    Ok(())
}

fn copy_file(mut from: File, to: &Path) -> io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt;
    // Which of them are programs cannot be told everywhere: a build may not be able to change that.
    let mut copy = File::options().write(true).create_new(true).mode(0o755).open(to)?;
    io::copy(&mut from, &mut copy).map(|_| ())
}

/// Whether a name stays inside the working directory.
pub fn is_inside(name: &str) -> bool {
    let path = Path::new(name);
    !name.is_empty()
        && !name.contains('\0')
        && !name.ends_with('/')
        && path.components().all(|part| matches!(part, Component::Normal(_)))
}

fn c_path(path: &Path) -> io::Result<CString> {
    sys::c_string(path.as_os_str().as_encoded_bytes())
}

/// Bytes on disk below a directory; stops counting after enough files to call it full.
fn size_of_files(directory: &Path, seen: &mut usize) -> u64 {
    use std::os::unix::fs::MetadataExt;
    const TOO_MANY_FILES: usize = 8192;
    let Ok(entries) = std::fs::read_dir(directory) else { return 0 };
    let mut total = 0;
    for entry in entries.flatten() {
        *seen += 1;
        if *seen > TOO_MANY_FILES {
            return u64::MAX;
        }
        let Ok(metadata) = entry.metadata() else { continue };
        total += metadata.blocks() * 512;
        if metadata.is_dir() {
            let below = size_of_files(&entry.path(), seen);
            total = u64::saturating_add(total, below);
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_leave_the_directory_are_refused() {
        for name in ["", "/etc/passwd", "..", "a/../../b", "a/", ".", "a\0b"] {
            assert!(!is_inside(name), "{name:?}");
        }
        for name in ["a", "a/b.txt", ".hidden", "..."] {
            assert!(is_inside(name), "{name:?}");
        }
    }
}
