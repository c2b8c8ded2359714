//! Memory of a run counted by the kernel as a whole: private and shared pages, files in memory, page tables, buffers of sockets.
//! In: a limit and the holder of the run. Out: whether the kernel had to kill for memory. Where no group may be made (an ordinary user
//! without delegation, a container), there is none, and `tree` sums up what can be seen instead.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How the names of groups begin; the process that made one and a number follow.
const PREFIX: &str = "lydian-";

/// Two versions of the same thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

/// Where groups can be made.
#[derive(Debug, Clone)]
struct Base {
    path: PathBuf,
    version: Version,
}

/// The group of one run; removed with the value, which must be dropped after the run is over.
#[derive(Debug)]
pub struct Group {
    path: PathBuf,
    version: Version,
}

impl Group {
    /// A group with a limit in bytes, if one can be made here.
    pub fn new(limit: u64) -> Option<Group> {
        let base = base()?;
        Group::below(base, limit)
    }

    fn below(base: &Base, limit: u64) -> Option<Group> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = base.path.join(format!("{PREFIX}{}-{number}", std::process::id()));
        std::fs::create_dir(&path).ok()?;
        let group = Group { path, version: base.version };
        let (most, with_swap) = match base.version {
            Version::One => ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes"),
            Version::Two => ("memory.max", "memory.swap.max"),
        };
        std::fs::write(group.path.join(most), limit.to_string()).ok()?;
        // Where swapping is not counted, there is no such file.
        let swap = if base.version == Version::One { limit } else { 0 };
        let _ = std::fs::write(group.path.join(with_swap), swap.to_string());
        if base.version == Version::One {
            // Buffers of connections are counted apart, and only where a limit is set.
            let _ =
                std::fs::write(group.path.join("memory.kmem.tcp.limit_in_bytes"), (limit / 8).to_string());
        }
        Some(group)
    }

    /// Puts a process into it; what it starts from then on belongs to it, too.
    pub fn add(&self, process: i32) -> std::io::Result<()> {
        std::fs::write(self.path.join("cgroup.procs"), process.to_string())
    }

    /// Whether buffers of network connections are part of what it counts.
    pub fn counts_network(&self) -> bool {
        self.version == Version::Two
    }

    /// Whether a process was killed because the group took too much.
    pub fn has_killed(&self) -> bool {
        let file = match self.version {
            Version::One => "memory.oom_control",
            Version::Two => "memory.events",
        };
        let text = std::fs::read_to_string(self.path.join(file)).unwrap_or_default();
        text.lines().any(|line| line.strip_prefix("oom_kill ").is_some_and(|count| count.trim() != "0"))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // A process that has just ended may still be on its way out.
        for _ in 0..20 {
            if std::fs::remove_dir(&self.path).is_ok() || !self.path.exists() {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Looked for once: a group that can be made at the first attempt can be made later.
fn base() -> Option<&'static Base> {
    static BASE: OnceLock<Option<Base>> = OnceLock::new();
    BASE.get_or_init(|| {
        let groups = std::fs::read_to_string("/proc/self/cgroup").ok()?;
        let mounts = std::fs::read_to_string("/proc/self/mountinfo").ok()?;
        let found =
            candidates(&groups, &mounts).into_iter().find(|base| Group::below(base, 1 << 30).is_some());
        if let Some(base) = &found {
            sweep(&base.path);
        }
        found
    })
    .as_ref()
}

/// The directories of our own groups that count memory, by what the kernel tells of groups and mounts.
fn candidates(groups: &str, mounts: &str) -> Vec<Base> {
    let own = |wanted: &str| {
        groups.lines().find_map(|line| {
            let (_, rest) = line.split_once(':')?;
            let (controllers, path) = rest.split_once(':')?;
            controllers.split(',').any(|name| name == wanted).then(|| path.trim_start_matches('/').to_owned())
        })
    };
    let mounted = |kind: &str, option: &str| {
        mounts.lines().find_map(|line| {
            let (place, source) = line.split_once(" - ")?;
            let mut words = source.split(' ');
            let is_it = words.next() == Some(kind)
                && words
                    .nth(1)
                    .is_some_and(|options| option.is_empty() || options.split(',').any(|it| it == option));
            is_it.then(|| place.split(' ').nth(4).map(PathBuf::from)).flatten()
        })
    };
    let mut found = Vec::new();
    if let (Some(place), Some(own)) = (mounted("cgroup2", ""), own("")) {
        // A group with processes in it cannot share out memory, but the topmost one can.
        for path in [place.join(own), place.clone()] {
            let shared = std::fs::read_to_string(path.join("cgroup.subtree_control")).unwrap_or_default();
            if shared.split_whitespace().any(|name| name == "memory") {
                found.push(Base { path, version: Version::Two });
            }
        }
    }
    if let (Some(place), Some(own)) = (mounted("cgroup", "memory"), own("memory")) {
        found.push(Base { path: place.join(own), version: Version::One });
    }
    found
}

/// Removes groups of processes that are gone.
fn sweep(base: &Path) {
    for entry in std::fs::read_dir(base).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner =
            name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split('-').next()?.parse::<u32>().ok());
        if owner.is_some_and(|owner| !Path::new(&format!("/proc/{owner}")).exists()) {
            let _ = std::fs::remove_dir(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_group_is_found_below_the_mount_that_counts_memory() {
        let groups = "4:memory:/user/me\n1:cpu,cpuacct:/\n0::/\n";
        let mounts = "30 20 0:26 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu,cpuacct\n\
            31 20 0:27 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory\n";
        let found = candidates(groups, mounts);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].path, Path::new("/sys/fs/cgroup/memory/user/me"));
        assert_eq!(found[0].version, Version::One);
        assert!(candidates("0::/\n", "").is_empty());
    }
}
