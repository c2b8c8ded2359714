//! What is mounted inside of a directory of ours. A program that runs without confinement as root can bind the whole disk there, and removing the
//! directory would then remove the disk.
//! The kernel's number of a mount tells, not the number of a device: a directory of the same disk that is bound has the same device.

use std::ffi::CString;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// So often is looked again: mounts can lie on one another.
const MOST_LAYERS: usize = 32;

/// Detaches what is mounted in a directory, and says whether nothing is left of it. If it cannot be told, something may be.
pub(super) fn detach_in(directory: &Path) -> bool {
    for _ in 0..MOST_LAYERS {
        match found_in(directory) {
            Ok(mounts) if mounts.is_empty() => return true,
            Ok(mounts) => mounts.iter().for_each(|mount| detach(mount)),
            Err(error) => return error.kind() == io::ErrorKind::NotFound,
        }
    }
    false
}

/// The outermost mounts in a directory. No link is followed, and nothing that is mounted is looked into.
fn found_in(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let own = match number(directory) {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => return listed_in(directory),
        own => own?,
    };
    let mut found = Vec::new();
    let mut work = vec![directory.to_owned()];
    while let Some(directory) = work.pop() {
        for entry in readable(&directory)? {
            let entry = entry?;
            let path = entry.path();
            match number(&path) {
                Ok(number) if number != own => found.push(path),
                Ok(_) if entry.file_type()?.is_dir() => work.push(path),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(found)
}

/// The same by the table of mounts, for kernels before 5.8.
fn listed_in(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let directory = directory.canonicalize()?;
    let table = std::fs::read("/proc/thread-self/mountinfo")?;
    let places =
        table.split(|byte| *byte == b'\n').filter_map(|line| line.split(|byte| *byte == b' ').nth(4));
    let places = places.map(|place| PathBuf::from(std::ffi::OsString::from_vec(unescaped(place))));
    Ok(places.filter(|place| *place != directory && place.starts_with(&directory)).collect())
}

/// Blanks and the like stand in the table as three octal digits behind a backslash.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let (mut plain, mut rest) = (Vec::new(), text);
    while let Some((&first, behind)) = rest.split_first() {
        let digits = behind.get(..3).and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            Some(byte) if first == b'\\' => {
                plain.push(byte);
                rest = &behind[3..];
            }
            _ => {
                plain.push(first);
                rest = behind;
            }
        }
    }
    plain
}

/// The entries of a directory of ours, from which a program may have taken the right to read it.
fn readable(directory: &Path) -> io::Result<std::fs::ReadDir> {
    std::fs::read_dir(directory).or_else(|_| {
        let rights = std::os::unix::fs::PermissionsExt::from_mode(0o700);
        std::fs::set_permissions(directory, rights)?;
        std::fs::read_dir(directory)
    })
}

/// The number of the mount that a path is on.
fn number(path: &Path) -> io::Result<u64> {
    let path = CString::new(path.as_os_str().as_bytes())?;
    // SAFETY: all zeros is a value of this plain structure.
    let mut status: libc::statx = unsafe { std::mem::zeroed() };
    let flags = libc::AT_SYMLINK_NOFOLLOW | libc::AT_NO_AUTOMOUNT;
    // SAFETY: the path ends with a zero, and the structure lives as long as the call.
    let result =
        unsafe { libc::statx(libc::AT_FDCWD, path.as_ptr(), flags, libc::STATX_MNT_ID, &raw mut status) };
    if result != 0 {
        return Err(io::Error::last_os_error());
    }
    match status.stx_mask & libc::STATX_MNT_ID {
        0 => Err(io::Error::from(io::ErrorKind::Unsupported)),
        _ => Ok(status.stx_mnt_id),
    }
}

fn detach(path: &Path) {
    if let Ok(path) = CString::new(path.as_os_str().as_bytes()) {
        // SAFETY: the path ends with a zero.
        unsafe { libc::umount2(path.as_ptr(), libc::MNT_DETACH | libc::UMOUNT_NOFOLLOW) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mount(from: &Path, to: &Path, flags: libc::c_ulong) -> bool {
        let [from, to] = [from, to].map(|path| CString::new(path.as_os_str().as_bytes()).unwrap());
        // SAFETY: both paths end with a zero, and no options are given.
        unsafe { libc::mount(from.as_ptr(), to.as_ptr(), std::ptr::null(), flags, std::ptr::null()) == 0 }
    }

    #[test]
    fn what_a_program_has_mounted_is_detached_and_stays_whole() {
        let kept = super::super::Place::new().unwrap();
        std::fs::write(kept.path().join("file"), "kept").unwrap();
        let left = super::super::Place::new().unwrap();
        for inside in ["a", "deep/er/b"] {
            std::fs::create_dir_all(left.path().join(inside)).unwrap();
        }
        std::fs::write(left.path().join("one"), "").unwrap();
        // Mounts of this thread alone, and of nothing but the directory above.
        // SAFETY: a plain call; a thread may leave the mounts of the others.
        let apart = unsafe { libc::unshare(libc::CLONE_NEWNS) } == 0
            && mount(Path::new("none"), Path::new("/"), libc::MS_REC | libc::MS_PRIVATE);
        if !apart {
            println!("not tried: this user may not mount anything");
            assert!(detach_in(left.path()));
            return;
        }
        let file = kept.path().join("file");
        for (from, to) in
            [(kept.path(), "a"), (kept.path(), "a"), (kept.path(), "deep/er/b"), (&*file, "one")]
        {
            assert!(mount(from, &left.path().join(to), libc::MS_BIND));
        }
        assert_eq!(found_in(left.path()).unwrap().len(), 3);
        assert_eq!(listed_in(left.path()).unwrap().len(), 4, "with the two that lie on one another");
        super::super::remove(left.path());
        assert!(!left.path().exists());
        assert_eq!(std::fs::read(file).unwrap(), b"kept");
    }

    #[test]
    fn names_in_the_table_of_mounts_are_read_as_they_are() {
        assert_eq!(unescaped(b"/a\\040b\\134/c"), b"/a b\\/c");
    }

    #[test]
    fn a_directory_without_mounts_has_none_also_where_it_cannot_be_read() {
        let place = super::super::Place::new().unwrap();
        let closed = place.path().join("closed");
        std::fs::create_dir(&closed).unwrap();
        std::fs::set_permissions(&closed, std::os::unix::fs::PermissionsExt::from_mode(0o000)).unwrap();
        assert!(detach_in(place.path()));
        assert!(detach_in(&place.path().join("nothing")));
    }
}
