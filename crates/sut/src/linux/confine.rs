//! Takes rights away from the calling process: namespaces, file systems, capabilities, limits, signals.
//! The launcher enters namespaces once for all runs; the rest is done in each run's own processes, shortly before
//! the program starts. A step that this kernel lacks is left out only where the caller is told.

use std::ffi::CStr;
use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};

use super::message::{Hello, Request};
use super::sys::{c_string, check};

/// What a run may read of the system: programs, libraries and harmless settings, but no keys, passwords or homes.
const READABLE: &[&str] = &[
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/snap",
    "/proc",
    "/sys/devices/system",
    "/sys/fs/cgroup",
    "/sys/kernel/mm",
    "/etc/alternatives",
    "/etc/bash.bashrc",
    "/etc/fpc.cfg",
    "/etc/group",
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
    "/etc/passwd",
    "/etc/perl",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
    "/etc/terminfo",
    "/etc/timezone",
];

/// Devices that a run may use.
const DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"];

/// Enters user, network and mount namespaces and makes every file system read-only, as far as the kernel lets us.
/// With `keep_network` the network stays the machine's own.
pub fn enter_namespaces(mount_point: &CStr, keep_network: bool) -> Hello {
    // SAFETY: plain calls; the process has one thread.
    let (user, group) = unsafe { (libc::geteuid(), libc::getegid()) };
    let new_network = if keep_network { 0 } else { libc::CLONE_NEWNET };
    if unshare(libc::CLONE_NEWUSER | libc::CLONE_NEWNS | new_network).is_ok() {
        let mapped = std::fs::write("/proc/self/setgroups", "deny")
            .and_then(|()| std::fs::write("/proc/self/uid_map", format!("{user} {user} 1")))
            .and_then(|()| std::fs::write("/proc/self/gid_map", format!("{group} {group} 1")));
        let mount =
            mapped.is_ok() && make_read_only().and_then(|()| mount_memory(mount_point, 1 << 20)).is_ok();
        let process = mount && process_namespace_works();
        return Hello { user: true, network: !keep_network, mount, process };
    }
    // Root in a container may be allowed these without a user namespace.
    let network = !keep_network && unshare(libc::CLONE_NEWNET).is_ok();
    let mount = unshare(libc::CLONE_NEWNS)
        .and_then(|()| make_read_only())
        .and_then(|()| mount_memory(mount_point, 1 << 20))
        .is_ok();
    Hello { user: false, network, mount, process: process_namespace_works() }
}

fn unshare(flags: i32) -> io::Result<()> {
    // SAFETY: a plain call.
    check(unsafe { libc::unshare(flags) } as _).map(|_| ())
}

/// Tries it on a process that ends at once.
fn process_namespace_works() -> bool {
    match clone_process(libc::CLONE_NEWPID | libc::CLONE_NEWIPC | libc::CLONE_NEWUTS, None) {
        // SAFETY: ends the new process without running anything else.
        Ok(0) => unsafe { libc::_exit(0) },
        Ok(_) => true,
        Err(_) => false,
    }
}

/// Like `fork`, with flags; stores a descriptor for the new process where asked for. 0 in the new process.
pub fn clone_process(flags: i32, descriptor: Option<&mut libc::c_int>) -> io::Result<libc::c_long> {
    let (flags, place) = match descriptor {
        Some(place) => (flags | libc::CLONE_PIDFD, place as *mut libc::c_int),
        None => (flags, std::ptr::null_mut()),
    };
    // SAFETY: without a stack of its own and without shared memory this is a fork. The process has one thread, so
    // the copy may go on using everything.
    check(unsafe { libc::syscall(libc::SYS_clone, (flags | libc::SIGCHLD) as libc::c_ulong, 0, place, 0, 0) })
}

fn make_read_only() -> io::Result<()> {
    #[repr(C)]
    struct Attributes {
        set: u64,
        clear: u64,
        propagation: u64,
        user_namespace: u64,
    }
    let attributes = Attributes { set: 1, clear: 0, propagation: libc::MS_PRIVATE, user_namespace: 0 };
    let size = size_of::<Attributes>();
    // SAFETY: the structure has the layout and size that the kernel expects.
    let result = unsafe {
        libc::syscall(libc::SYS_mount_setattr, -1, c"/".as_ptr(), libc::AT_RECURSIVE, &attributes, size)
    };
    check(result).map(|_| ())
}

/// Mounts a file system of `size` bytes in memory.
pub fn mount_memory(place: &CStr, size: u64) -> io::Result<()> {
    let options = c_string(format!("size={size},nr_inodes=8192,mode=700"))?;
    let flags = libc::MS_NOSUID | libc::MS_NODEV;
    mount(c"tmpfs", place, flags, Some(&options))
}

/// Mounts a view of the processes of this namespace only; a container may forbid that, then the old view stays.
pub fn mount_processes() {
    let flags = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC | libc::MS_RDONLY;
    let _ = mount(c"proc", c"/proc", flags, None);
}

fn mount(kind: &CStr, place: &CStr, flags: libc::c_ulong, options: Option<&CStr>) -> io::Result<()> {
    let options = options.map_or(std::ptr::null(), |options| options.as_ptr());
    // SAFETY: all texts end in a zero byte and outlive the call.
    check(unsafe { libc::mount(kind.as_ptr(), place.as_ptr(), kind.as_ptr(), flags, options.cast()) } as _)
        .map(|_| ())
}

/// Puts limits on the calling process and its descendants.
pub fn set_limits(request: &Request) -> io::Result<()> {
    let limits = [
        (libc::RLIMIT_CORE, 0, 0),
        (libc::RLIMIT_CPU, request.cpu_seconds, request.cpu_seconds + 1),
        (libc::RLIMIT_DATA, request.memory, request.memory),
        (libc::RLIMIT_FSIZE, request.file_size, request.file_size),
        (libc::RLIMIT_NOFILE, 1024, 1024),
        (libc::RLIMIT_MEMLOCK, 64 << 10, 64 << 10),
        (libc::RLIMIT_MSGQUEUE, 0, 0),
        // Counts the threads of all runs of this launcher; the exact number is counted by the runner.
        (libc::RLIMIT_NPROC, request.tasks, request.tasks),
    ];
    for (resource, soft, hard) in limits {
        // SAFETY: the structures are complete. A hard limit that is lower already is kept.
        unsafe {
            let mut old = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            check(libc::getrlimit(resource, &mut old) as _)?;
            let hard = old.rlim_max.min(hard);
            check(libc::setrlimit(resource, &libc::rlimit { rlim_cur: hard.min(soft), rlim_max: hard }) as _)?;
        }
    }
    Ok(())
}

/// Default handlers and no blocked signals, as a program started from a shell finds them.
pub fn reset_signals() {
    // SAFETY: plain calls; numbers that cannot be changed are refused by the kernel.
    unsafe {
        for signal in 1..=64 {
            libc::signal(signal, libc::SIG_DFL);
        }
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &none, std::ptr::null_mut());
    }
}

/// Gives up all capabilities for good, also those that root would gain by executing a program.
pub fn drop_capabilities() -> io::Result<()> {
    #[repr(C)]
    struct Header {
        version: u32,
        process: i32,
    }
    let header = Header { version: 0x2008_0522, process: 0 };
    let none = [0u32; 6];
    // SAFETY: version 3 takes two sets of three words.
    unsafe {
        check(libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) as _)?;
        libc::prctl(libc::PR_CAP_AMBIENT, libc::PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
        check(libc::syscall(libc::SYS_capset, &header, none.as_ptr()))?;
    }
    Ok(())
}

/// Restricts which files can be opened: the system for reading, the working directory for everything.
/// Does nothing on a kernel without Landlock.
pub fn restrict_files(request: &Request) -> Result<(), RulesetError> {
    let abi = ABI::V6;
    let read = AccessFs::from_read(abi);
    let device = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev | AccessFs::Truncate;
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(abi))?
        .scope(Scope::from_all(abi))?;
    if !request.network {
        rules = rules.handle_access(AccessNet::from_all(abi))?;
    }
    let mut rules = rules.create()?;
    let hidden = Hidden::new(&request.hidden);
    for path in
        READABLE.iter().map(|path| path.as_bytes()).chain(request.readable.iter().map(|path| &path[..]))
    {
        rules = hidden.allow_rest(rules, &as_path(path).canonicalize().unwrap_or_default(), read)?;
    }
    for path in &request.listed {
        rules = allow(rules, as_path(path), AccessFs::ReadDir.into())?;
    }
    for path in DEVICES.iter().map(|path| path.as_bytes()).chain([&request.terminal[..]]) {
        rules = allow(rules, as_path(path), device)?;
    }
    let work = AccessFs::from_all(abi) & !(AccessFs::MakeChar | AccessFs::MakeBlock);
    allow(rules, as_path(&request.work_directory), work)?.restrict_self()?;
    Ok(())
}

/// What must stay closed although it lies in a directory that is opened. A rule of Landlock is about everything below a
/// path and takes nothing away, so such a directory is opened entry by entry.
struct Hidden {
    paths: Vec<PathBuf>,
    /// Their devices and inodes: another name of the same file is hidden as well.
    identities: Vec<(u64, u64)>,
}

impl Hidden {
    fn new(paths: &[Vec<u8>]) -> Hidden {
        let paths: Vec<PathBuf> = paths.iter().map(|path| as_path(path).to_owned()).collect();
        let identities =
            paths.iter().filter_map(|path| Some(identity(&path.symlink_metadata().ok()?))).collect();
        Hidden { paths, identities }
    }

    /// Adds rules for a path and all below it but what is hidden there. The path itself was asked for, so it is opened.
    fn allow_rest(
        &self,
        rules: RulesetCreated,
        path: &Path,
        access: landlock::BitFlags<AccessFs>,
    ) -> Result<RulesetCreated, RulesetError> {
        let is_above = |hidden: &PathBuf| hidden != path && hidden.starts_with(path);
        if !self.paths.iter().any(is_above) {
            return allow(rules, path, access);
        }
        // Languages look for modules by listing a directory; that gives names, and no content.
        let mut rules = allow(rules, path, AccessFs::ReadDir.into())?;
        for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
            let Ok(metadata) = entry.metadata() else { continue };
            let is_hidden =
                self.identities.contains(&identity(&metadata)) || self.paths.contains(&entry.path());
            // A link needs no rule: what it leads to has one, or stays closed.
            if !is_hidden && !metadata.is_symlink() {
                rules = self.allow_rest(rules, &entry.path(), access)?;
            }
        }
        Ok(rules)
    }
}

fn identity(metadata: &std::fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

/// A path as it comes in a request.
pub fn as_path(bytes: &[u8]) -> &Path {
    use std::os::unix::ffi::OsStrExt;
    Path::new(std::ffi::OsStr::from_bytes(bytes))
}

/// Adds a rule for a path; one that does not exist needs none.
fn allow(
    rules: RulesetCreated,
    path: &Path,
    access: landlock::BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    if path.as_os_str().is_empty() {
        return Ok(rules);
    }
    match PathFd::new(path) {
        Ok(place) if path.is_dir() => rules.add_rule(PathBeneath::new(place, access)),
        Ok(place) => rules.add_rule(PathBeneath::new(place, access & AccessFs::from_file(ABI::V6))),
        Err(_) => Ok(rules),
    }
}
