//! The root that a run sees: a file system in memory with the system's directories, a few devices and settings, the run's own
//! processes, and what the run was given, all read-only but for its working directory. Nothing else exists there.
//! In: the mount point, which is also the path of the working directory, and what is opened. The calling process must have a
//! mount namespace of its own, whose file systems are read-only already; afterwards it stands in the new root and the old one is gone.

use std::ffi::CStr;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};

use super::confine::{mount, mount_memory};
use super::message::Request;
use super::opened::{DEVICES, Opened};
use super::sys::{c_string, check};

/// Directories of the root that hold nothing of the machine.
pub const OWN: &[&str] = &["/etc", "/proc", "/dev"];

/// Where a run finds an empty directory in memory beside its working directory: programs write temporary files to the first one, and
/// semaphores and shared memory of the library are files in the second one.
const SCRATCH: [&str; 2] = ["/tmp", "/dev/shm"];

/// Those of them that this run has: whoever opens the machine's gets that.
pub fn scratch(opened: &Opened) -> Vec<&'static str> {
    let is_own = |place: &&str| !opened.whole.iter().any(|path| Path::new(place).starts_with(path));
    SCRATCH.into_iter().filter(is_own).collect()
}

/// Links below `/dev` that programs rely on.
const DEVICE_LINKS: &[(&str, &str)] = &[
    ("fd", "/proc/self/fd"),
    ("stdin", "/proc/self/fd/0"),
    ("stdout", "/proc/self/fd/1"),
    ("stderr", "/proc/self/fd/2"),
];

/// Bytes and files of the root itself; what is mounted into it does not count.
const SIZE: &str = "size=16m,nr_inodes=65536,mode=755";

type Step<T> = Result<T, (&'static str, io::Error)>;

/// Builds the root of a run and enters it.
pub fn enter(place: &Path, request: &Request, opened: &Opened) -> Step<()> {
    let at = c_path(place).map_err(|error| ("reading the request", error))?;
    mount(c"tmpfs", &at, libc::MS_NOSUID | libc::MS_NODEV, Some(&c_string(SIZE).unwrap_or_default()))
        .and_then(|()| change(&at, libc::MS_UNBINDABLE))
        .map_err(|error| ("making its root", error))?;
    let root = Root { place };
    // What is given to a run may lie below these, so they come first.
    root.empty(request, opened).map_err(|error| ("making a directory for temporary files", error))?;
    root.lay(opened).map_err(|error| ("laying out its root", error))?;
    root.devices(request).map_err(|error| ("laying out its devices", error))?;
    // Whoever opens all settings of the machine gets those.
    if !opened.whole.iter().any(|path| Path::new("/etc").starts_with(path)) {
        root.settings().map_err(|error| ("writing its settings", error))?;
    }
    root.processes().map_err(|error| ("showing its processes", error))?;
    root.work(request).map_err(|error| ("making the working directory", error))?;
    let flags = libc::MS_REMOUNT | libc::MS_BIND | libc::MS_RDONLY | libc::MS_NOSUID | libc::MS_NODEV;
    change(&at, flags).and_then(|()| pivot(&at)).map_err(|error| ("entering its root", error))
}

struct Root<'a> {
    place: &'a Path,
}

impl Root<'_> {
    /// Where a path of the run is while the root is being built.
    fn inside(&self, path: &Path) -> PathBuf {
        self.place.join(path.strip_prefix("/").unwrap_or(path))
    }

    fn empty(&self, request: &Request, opened: &Opened) -> io::Result<()> {
        for path in scratch(opened) {
            // A link of the machine is laid like any other one.
            if Path::new(path).symlink_metadata().is_ok_and(|found| found.is_symlink()) {
                continue;
            }
            let place = self.inside(Path::new(path));
            std::fs::create_dir_all(&place)?;
            mount_memory(&c_path(&place)?, request.file_size)?;
        }
        Ok(())
    }

    fn lay(&self, opened: &Opened) -> io::Result<()> {
        for path in &opened.listed {
            std::fs::create_dir_all(self.inside(path))?;
        }
        for path in &opened.whole {
            // The run has its own of these, and it is being built at the last one.
            let own = [Path::new("/dev"), Path::new("/proc"), self.place];
            if own.iter().any(|own| path.starts_with(own)) {
                continue;
            }
            let bound = match opened.is_of_system(path) {
                true => self.bind(path),
                false => opened.descriptor(path).and_then(|found| self.bind_open(&found, path)),
            };
            match bound {
                // It was there a moment ago, and was no link.
                Err(error) if matches!(error.raw_os_error(), Some(libc::ENOENT | libc::ELOOP)) => {}
                other => other?,
            }
        }
        for path in &opened.passed {
            std::fs::create_dir_all(self.inside(path))?;
        }
        for (link, target) in &opened.links {
            let link = self.inside(link);
            if let Some(folder) = link.parent() {
                std::fs::create_dir_all(folder)?;
            }
            // What lies in a directory that is open as a whole is there already.
            if link.symlink_metadata().is_err() {
                std::os::unix::fs::symlink(target, link)?;
            }
        }
        Ok(())
    }

    /// Shows something that is open under the name of its path.
    fn bind_open(&self, found: &OwnedFd, path: &Path) -> io::Result<()> {
        self.bind_from(Path::new(&format!("/proc/self/fd/{}", found.as_raw_fd())), path)
    }

    /// Shows a file or directory of the machine under its own name.
    fn bind(&self, path: &Path) -> io::Result<()> {
        self.bind_from(path, path)
    }

    fn bind_from(&self, source: &Path, path: &Path) -> io::Result<()> {
        let target = self.inside(path);
        if source.is_dir() {
            std::fs::create_dir_all(&target)?;
        } else {
            if let Some(folder) = target.parent() {
                std::fs::create_dir_all(folder)?;
            }
            std::fs::File::options().create(true).append(true).open(&target)?;
        }
        bind(&c_path(source)?, &c_path(&target)?)
    }

    /// The devices that a run may use, its terminal among them, and the names that programs know its streams by.
    fn devices(&self, request: &Request) -> io::Result<()> {
        for path in DEVICES.iter().map(Path::new).filter(|path| path.exists()) {
            self.bind(path)?;
        }
        if !request.terminal.is_empty() {
            self.bind(super::confine::as_path(&request.terminal))?;
        }
        for (name, target) in DEVICE_LINKS {
            std::os::unix::fs::symlink(target, self.inside(Path::new("/dev")).join(name))?;
        }
        Ok(())
    }

    /// Users and groups: those of the run, and no others of the machine.
    fn settings(&self) -> io::Result<()> {
        // SAFETY: plain calls.
        let (user, group) = unsafe { (libc::geteuid(), libc::getegid()) };
        let folder = self.inside(Path::new("/etc"));
        std::fs::create_dir_all(&folder)?;
        let mut users = String::from("root:x:0:0:root:/:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/sh\n");
        let mut groups = String::from("root:x:0:\nnogroup:x:65534:\n");
        if !matches!(user, 0 | 65534) {
            users += &format!("user:x:{user}:{group}:user:/:/bin/sh\n");
        }
        if !matches!(group, 0 | 65534) {
            groups += &format!("user:x:{group}:\n");
        }
        std::fs::write(folder.join("passwd"), users)?;
        std::fs::write(folder.join("group"), groups)
    }

    /// The processes of this namespace; a container may forbid that view, then those of the machine are seen.
    fn processes(&self) -> io::Result<()> {
        let place = self.inside(Path::new("/proc"));
        std::fs::create_dir_all(&place)?;
        let place = c_path(&place)?;
        let flags = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC | libc::MS_RDONLY;
        mount(c"proc", &place, flags, None).or_else(|_| bind(c"/proc", &place))
    }

    fn work(&self, request: &Request) -> io::Result<()> {
        let place = self.inside(super::confine::as_path(&request.work_directory));
        std::fs::create_dir_all(&place)?;
        mount_memory(&c_path(&place)?, request.disk)
    }
}

/// Makes the mount at `place` the root and lets go of the old one.
fn pivot(place: &CStr) -> io::Result<()> {
    // SAFETY: plain calls; all paths end in a zero byte. The old root is put on top of the new one and taken away from there.
    unsafe {
        check(libc::chdir(place.as_ptr()) as _)?;
        check(libc::syscall(libc::SYS_pivot_root, c".".as_ptr(), c".".as_ptr()))?;
        check(libc::umount2(c".".as_ptr(), libc::MNT_DETACH) as _)?;
        check(libc::chdir(c"/".as_ptr()) as _)?;
    }
    Ok(())
}

fn bind(from: &CStr, to: &CStr) -> io::Result<()> {
    let flags = libc::MS_BIND | libc::MS_REC;
    // SAFETY: the paths end in a zero byte; a bind takes neither a kind nor options.
    check(unsafe { libc::mount(from.as_ptr(), to.as_ptr(), std::ptr::null(), flags, std::ptr::null()) } as _)
        .map(|_| ())
}

/// Changes how a mount behaves.
fn change(place: &CStr, flags: libc::c_ulong) -> io::Result<()> {
    let nothing = std::ptr::null();
    // SAFETY: the path ends in a zero byte; a change takes neither a source nor a kind nor options.
    check(unsafe { libc::mount(nothing, place.as_ptr(), nothing, flags, nothing.cast()) } as _).map(|_| ())
}

fn c_path(path: &Path) -> io::Result<std::ffi::CString> {
    c_string(path.as_os_str().as_encoded_bytes())
}
