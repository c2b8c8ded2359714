//! Directories of our own among the temporary files: private, removed with the value, and removed by the next one if we were killed.
//! Invariant: as long as a directory is used, it is locked; one that nobody has locked was left behind. The lock is the kernel's and
//! goes away with the process, however that ends.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

#[cfg(target_os = "linux")]
mod mounts;

/// How the names of such directories begin; sixteen hexadecimal digits follow.
const PREFIX: &str = "lydian-";
#[cfg(target_os = "linux")]
const DIGITS: usize = 16;
/// A name that is taken is as good as impossible, so a few attempts are enough.
const ATTEMPTS: usize = 8;

/// A private directory, removed with the value.
#[derive(Debug)]
pub struct Place {
    path: PathBuf,
    _lock: Option<File>,
}

impl Place {
    /// A new one. Removes those that killed processes of the same user have left behind.
    pub fn new() -> io::Result<Place> {
        let parent = std::path::absolute(std::env::temp_dir())?;
        sweep(&parent);
        let mut last = io::Error::other("no name is free");
        for _ in 0..ATTEMPTS {
            let path = parent.join(format!("{PREFIX}{:016x}", random()));
            match make_private(&path).and_then(|()| lock(&path)) {
                Ok(Some(_lock)) => return Ok(Place { path, _lock }),
                // Somebody swept it away before it was locked.
                Ok(None) => {}
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        remove(&self.path);
    }
}

fn random() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    // Keys of hash tables are random in each process and differ from one to the next.
    std::collections::hash_map::RandomState::new().build_hasher().finish()
}

/// Makes a directory that nobody else on the machine can read.
fn make_private(path: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Locks a directory that was just made; inner `None` where directories cannot be locked, outer if it is gone meanwhile.
#[cfg(target_os = "linux")]
fn lock(path: &Path) -> io::Result<Option<Option<File>>> {
    use std::os::unix::fs::MetadataExt;
    let locked = match File::open(path) {
        Ok(directory) => directory,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    if locked.try_lock().is_err() {
        return Ok(None);
    }
    let ours = locked.metadata()?.ino();
    Ok(path.metadata().is_ok_and(|there| there.ino() == ours).then_some(Some(locked)))
}

#[cfg(not(target_os = "linux"))]
fn lock(_: &Path) -> io::Result<Option<Option<File>>> {
    Ok(Some(None))
}

/// Removes what was left behind.
#[cfg(target_os = "linux")]
fn sweep(parent: &Path) {
    use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
    let is_ours = |name: &str| {
        name.strip_prefix(PREFIX)
            .is_some_and(|rest| rest.len() == DIGITS && rest.bytes().all(|byte| byte.is_ascii_hexdigit()))
    };
    let user = own_user();
    for entry in std::fs::read_dir(parent).into_iter().flatten().flatten() {
        if !entry.file_name().to_str().is_some_and(is_ours) {
            continue;
        }
        // No link is followed, nobody else's directory is touched.
        let flags = libc::O_NOFOLLOW | libc::O_DIRECTORY;
        let Ok(directory) = File::options().read(true).custom_flags(flags).open(entry.path()) else {
            continue;
        };
        let same_user = directory.metadata().is_ok_and(|metadata| metadata.uid() == user);
        if same_user && directory.try_lock().is_ok() {
            remove(&entry.path());
        }
    }
}

#[cfg(target_os = "linux")]
fn own_user() -> u32 {
    // SAFETY: a plain call.
    unsafe { libc::geteuid() }
}

#[cfg(not(target_os = "linux"))]
fn sweep(_: &Path) {}

/// Removes a directory with all in it; a program may have taken rights from directories that it made there. What a program has mounted there
/// is somebody else's, perhaps the whole disk: it is detached, and where that does not succeed nothing is removed.
pub(crate) fn remove(path: &Path) {
    if !mounts::detach_in(path) {
        return;
    }
    if std::fs::remove_dir_all(path).is_err() {
        #[cfg(unix)]
        give_rights_back(path, 0);
        let _ = std::fs::remove_dir_all(path);
    }
}

#[cfg(unix)]
fn give_rights_back(directory: &Path, depth: usize) {
    use std::os::unix::fs::PermissionsExt;
    let _ = std::fs::set_permissions(directory, std::fs::Permissions::from_mode(0o700));
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        if depth < 64 && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            give_rights_back(&entry.path(), depth + 1);
        }
    }
}

/// Elsewhere no program under test can mount anything.
#[cfg(not(target_os = "linux"))]
mod mounts {
    pub(super) fn detach_in(_: &std::path::Path) -> bool {
        true
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_behind_is_removed_and_what_lives_stays() {
        let alive = Place::new().unwrap();
        let name = |text: &str| std::env::temp_dir().join(format!("{PREFIX}{text}"));
        let left = name(&format!("{:016x}", random()));
        std::fs::create_dir_all(left.join("run-0/locked")).unwrap();
        std::fs::set_permissions(left.join("run-0"), std::os::unix::fs::PermissionsExt::from_mode(0o000))
            .unwrap();
        let link = name(&format!("{:016x}", random()));
        std::os::unix::fs::symlink(alive.path(), &link).unwrap();
        let other = name(&format!("mine-{:016x}", random()));
        std::fs::create_dir(&other).unwrap();
        let next = Place::new().unwrap();
        assert!(!left.exists());
        assert!(alive.path().is_dir() && next.path().is_dir() && other.is_dir() && link.is_dir());
        std::fs::remove_file(link).unwrap();
        std::fs::remove_dir(other).unwrap();
        let path = next.path().to_owned();
        drop(next);
        assert!(!path.exists());
    }
}
