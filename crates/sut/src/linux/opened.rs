//! What a run may read, entry by entry: of the system, and of the caller's files what it was given.
//! In: the paths of a request. Out: the real paths that are open with all below them, directories of which only names are seen, and
//! the links on the way. The constructed root holds exactly this, and Landlock allows exactly this: one list for both layers.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Component, Path, PathBuf};

use super::confine::as_path;
use super::message::{self, Request};
use super::pinned::open_without_links;
use super::sys;
use crate::SYSTEM_DIRECTORIES;

/// Harmless settings: no keys, no passwords.
const SETTINGS: &[&str] = &[
    "/etc/alternatives",
    "/etc/bash.bashrc",
    "/etc/fpc.cfg",
    "/etc/hosts",
    "/etc/inputrc",
    "/etc/java-8-openjdk",
    "/etc/java-11-openjdk",
    "/etc/java-17-openjdk",
    "/etc/java-21-openjdk",
    "/etc/java-25-openjdk",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/locale.alias",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/ocamlfind.conf",
    "/etc/ocamlfind.conf.d",
    "/etc/os-release",
    "/etc/perl",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
    "/etc/terminfo",
    "/etc/timezone",
    "/sys/devices/system/cpu",
    "/var/lib/ghc",
];

/// What a run sees of the machine where it has no root of its own; a root has its own version of each, or does without.
const OF_THE_MACHINE: &[&str] =
    &["/proc", "/etc/group", "/etc/passwd", "/sys/devices/system", "/sys/fs/cgroup", "/sys/kernel/mm"];

/// Devices that a run may use.
pub const DEVICES: &[&str] =
    &["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"];

/// As many links on one way as the kernel follows.
const MOST_LINKS: usize = 40;

/// What a run may read.
#[derive(Debug, Default)]
pub struct Opened {
    /// Files and directories with all below them, sorted; none lies in another one.
    pub whole: Vec<PathBuf>,
    /// Directories whose entries have names only.
    pub listed: Vec<PathBuf>,
    /// Directories that a way goes into and out of again, by `..`.
    pub passed: Vec<PathBuf>,
    /// Links on the way to these, and what they say.
    pub links: Vec<(PathBuf, PathBuf)>,
    /// Devices and inodes of what must still be what it was.
    fixed: Vec<(PathBuf, u64, u64)>,
    /// What was looked up once for all runs, sorted.
    of_system: Vec<PathBuf>,
}

/// What every run may read of the system, looked up once for all runs of a launcher.
#[derive(Debug, Default)]
pub struct System {
    paths: Vec<PathBuf>,
    links: Vec<(PathBuf, PathBuf)>,
    passed: Vec<PathBuf>,
}

impl System {
    /// What there is of it on this machine.
    pub fn find(own_root: bool) -> System {
        let of_the_machine = if own_root { &[][..] } else { OF_THE_MACHINE };
        let mut opened = Opened::default();
        let named = [SYSTEM_DIRECTORIES, SETTINGS, of_the_machine].concat();
        let mut paths: Vec<PathBuf> =
            named.iter().filter_map(|path| opened.follow(Path::new(path))).collect();
        paths.sort();
        paths.dedup();
        System { paths, links: opened.links, passed: opened.passed }
    }
}

/// What must stay closed although it lies in a directory that is opened.
struct Hidden {
    paths: Vec<PathBuf>,
    /// Their devices and inodes: another name of the same file is hidden as well.
    identities: Vec<(u64, u64)>,
}

impl Opened {
    /// What a request opens, as the caller's file systems are now.
    pub fn by(request: &Request, system: &System) -> Opened {
        let hidden = Hidden::new(&request.hidden);
        let (links, passed) = (system.links.clone(), system.passed.clone());
        let fixed = request.fixed.iter().filter_map(|bytes| message::read_fixed(bytes).ok());
        let fixed = fixed.map(|(device, inode, path)| (as_path(&path).to_owned(), device, inode)).collect();
        let of_system = system.paths.clone();
        let mut opened = Opened { links, passed, fixed, of_system, ..Opened::default() };
        for path in &system.paths {
            opened.open(&hidden, path.clone());
        }
        for path in request.readable.iter().map(|path| as_path(path)) {
            // What is fixed has its real path; should it lead elsewhere by now, it is not what it was.
            let is_fixed = opened.fixed.iter().any(|(fixed, ..)| fixed == path);
            let real = if is_fixed { Some(path.to_owned()) } else { opened.follow(path) };
            if let Some(real) = real {
                opened.open(&hidden, real);
            }
        }
        for path in &request.listed {
            let real = opened.follow(as_path(path));
            opened.listed.extend(real.filter(|path| path.is_dir()));
        }
        opened.simplify();
        opened
    }

    /// Where a path leads; every link on the way is kept. `None` if it leads nowhere.
    fn follow(&mut self, path: &Path) -> Option<PathBuf> {
        let mut rest: VecDeque<OsString> = parts(path).collect();
        let mut real = PathBuf::from("/");
        let mut followed = 0;
        while let Some(part) = rest.pop_front() {
            if part == ".." {
                self.passed.push(real.clone());
                real.pop();
                continue;
            }
            real.push(&part);
            let Ok(target) = std::fs::read_link(&real) else { continue };
            followed += 1;
            if followed > MOST_LINKS {
                return None;
            }
            parts(&target).rev().for_each(|part| rest.push_front(part));
            self.links.push((real.clone(), target.clone()));
            if target.is_absolute() {
                real = PathBuf::from("/");
            } else {
                real.pop();
            }
        }
        real.symlink_metadata().is_ok().then_some(real)
    }

    /// Whether this belongs to the system, which nobody changes while programs are tested.
    pub fn is_of_system(&self, path: &Path) -> bool {
        self.of_system.binary_search_by(|other| other.as_path().cmp(path)).is_ok()
    }

    /// A descriptor of something at a real path: should a link be there by now, it is not followed, and what must still be what it
    /// was is compared.
    pub fn descriptor(&self, path: &Path) -> io::Result<OwnedFd> {
        let top = OwnedFd::from(std::fs::File::open("/")?);
        let below = path.strip_prefix("/").unwrap_or(path);
        let found = open_without_links(&top, if below == Path::new("") { Path::new(".") } else { below });
        let Some((_, device, inode)) = self.fixed.iter().find(|(fixed, ..)| fixed == path) else {
            return found;
        };
        let is_same = |found: &OwnedFd| {
            sys::identity_of(found)
                .is_ok_and(|identity| (identity.device, identity.inode) == (*device, *inode))
        };
        found.ok().filter(is_same).ok_or_else(|| io::Error::from_raw_os_error(libc::ESTALE))
    }

    /// An error if something is not what it was.
    pub fn check(&self) -> io::Result<()> {
        self.fixed.iter().try_for_each(|(path, ..)| self.descriptor(path).map(|_| ()))
    }

    /// Opens a real path and all below it but what is hidden there. The path itself was asked for, so it is opened.
    fn open(&mut self, hidden: &Hidden, path: PathBuf) {
        // Everything there is: taken apart, since a run's own root has other things at the same names.
        let is_everything = path.parent().is_none();
        if !is_everything && !hidden.paths.iter().any(|other| *other != path && other.starts_with(&path)) {
            self.whole.push(path);
            return;
        }
        for entry in std::fs::read_dir(&path).into_iter().flatten().flatten() {
            let Ok(metadata) = entry.metadata() else { continue };
            // A link needs no rule: what it leads to has one, or stays closed.
            if !metadata.is_symlink() && !hidden.has(&entry.path(), &metadata) {
                self.open(hidden, entry.path());
            }
        }
        self.listed.push(path);
    }

    /// Takes out what is there twice.
    fn simplify(&mut self) {
        self.whole.sort();
        self.whole.dedup_by(|later, earlier| later.starts_with(&*earlier));
        self.listed.sort();
        self.listed.dedup();
        self.passed.sort();
        self.passed.dedup();
        self.links.sort();
        self.links.dedup();
    }
}

impl Hidden {
    fn new(paths: &[Vec<u8>]) -> Hidden {
        let paths: Vec<PathBuf> = paths.iter().map(|path| as_path(path).to_owned()).collect();
        let identities =
            paths.iter().filter_map(|path| Some(identity(&path.symlink_metadata().ok()?))).collect();
        Hidden { paths, identities }
    }

    fn has(&self, path: &PathBuf, metadata: &std::fs::Metadata) -> bool {
        self.identities.contains(&identity(metadata)) || self.paths.contains(path)
    }
}

fn parts(path: &Path) -> impl DoubleEndedIterator<Item = OsString> {
    let part = |part: Component<'_>| match part {
        Component::Normal(_) | Component::ParentDir => Some(part.as_os_str().to_owned()),
        _ => None,
    };
    path.components().filter_map(part).collect::<Vec<_>>().into_iter()
}

fn identity(metadata: &std::fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_in_something_open_is_named_once() {
        let paths = ["/a/b", "/a", "/a/b/c", "/ab"].map(PathBuf::from);
        let mut opened = Opened { whole: paths.to_vec(), ..Opened::default() };
        opened.simplify();
        assert_eq!(opened.whole, ["/a", "/ab"].map(PathBuf::from));
    }

    #[test]
    fn a_way_keeps_its_links() {
        let folder = std::env::temp_dir().join(format!("lydian-opened-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("real")).unwrap();
        let folder = folder.canonicalize().unwrap();
        std::fs::write(folder.join("real/file"), "").unwrap();
        std::os::unix::fs::symlink("real", folder.join("link")).unwrap();
        std::os::unix::fs::symlink("circle", folder.join("circle")).unwrap();
        let mut opened = Opened::default();
        assert_eq!(opened.follow(&folder.join("link/file")), Some(folder.join("real/file")));
        assert_eq!(opened.follow(&folder.join("real/../link/file")), Some(folder.join("real/file")));
        assert_eq!(opened.passed, [folder.join("real")]);
        assert_eq!(opened.links.last(), Some(&(folder.join("link"), PathBuf::from("real"))));
        assert_eq!(opened.follow(&folder.join("link/../real/nothing")), None);
        assert_eq!(opened.follow(&folder.join("circle")), None);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
