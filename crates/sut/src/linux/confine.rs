//! Takes rights away from the calling process: namespaces, file systems, capabilities, limits, signals.
//! The launcher enters namespaces once for all runs; the rest is done in each run's own processes, shortly before
//! the program starts. A step that this kernel lacks is left out only where the caller is told.

use std::ffi::CStr;
use std::io;
use std::path::Path;

use super::message::{Hello, Request};
use super::opened::Opened;
use super::runner::Network;
use super::sys::{c_string, check};
use super::{gate, root};

/// Enters user, network and mount namespaces and makes every file system read-only, as far as the kernel lets us.
pub fn enter_namespaces(mount_point: &CStr, network: Network) -> Hello {
    let keep_network = network == Network::Host;
    // SAFETY: plain calls; the process has one thread.
    let (user, group) = unsafe { (libc::geteuid(), libc::getegid()) };
    let new_network = if keep_network { 0 } else { libc::CLONE_NEWNET };
    if unshare(libc::CLONE_NEWUSER | libc::CLONE_NEWNS | new_network).is_ok() {
        let mapped = std::fs::write("/proc/self/setgroups", "deny")
            .and_then(|()| std::fs::write("/proc/self/uid_map", format!("{user} {user} 1")))
            .and_then(|()| std::fs::write("/proc/self/gid_map", format!("{group} {group} 1")));
        let loopback = network == Network::Own && gate::open_loopback().is_ok();
        let mount =
            mapped.is_ok() && make_read_only().and_then(|()| mount_memory(mount_point, 1 << 20)).is_ok();
        let Tried { process, root } = if mount { try_run(mount_point) } else { Tried::default() };
        return Hello { user: true, network: !keep_network, loopback, mount, process, root };
    }
    // Root in a container may be allowed these without a user namespace.
    let own_network = !keep_network && unshare(libc::CLONE_NEWNET).is_ok();
    let loopback = own_network && network == Network::Own && gate::open_loopback().is_ok();
    let mount = unshare(libc::CLONE_NEWNS)
        .and_then(|()| make_read_only())
        .and_then(|()| mount_memory(mount_point, 1 << 20))
        .is_ok();
    let Tried { process, root } = try_run(mount_point);
    Hello { user: false, network: own_network, loopback, mount, process, root: root && mount }
}

fn unshare(flags: i32) -> io::Result<()> {
    // SAFETY: a plain call.
    check(unsafe { libc::unshare(flags) } as _).map(|_| ())
}

/// What a process that was started like a run could do.
#[derive(Default)]
struct Tried {
    process: bool,
    root: bool,
}

/// Tries it on a process that ends at once.
fn try_run(mount_point: &CStr) -> Tried {
    let flags = libc::CLONE_NEWPID | libc::CLONE_NEWIPC | libc::CLONE_NEWUTS;
    let process = match clone_process(flags | libc::CLONE_NEWNS, None).or_else(|_| clone_process(flags, None))
    {
        Ok(process) => process,
        Err(_) => return Tried::default(),
    };
    if process == 0 {
        let request =
            Request { work_directory: mount_point.to_bytes().to_vec(), disk: 1 << 20, ..Request::default() };
        let entered = root::enter(as_path(mount_point.to_bytes()), &request, &Opened::default());
        // SAFETY: ends the new process without running anything else.
        unsafe { libc::_exit(i32::from(entered.is_err())) }
    }
    let mut status = 0;
    // SAFETY: the status is writable.
    let waited = unsafe { libc::waitpid(process as i32, &mut status, libc::__WALL) };
    Tried { process: true, root: waited == process as i32 && status == 0 }
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

/// Mounts a file system of a kind.
pub fn mount(kind: &CStr, place: &CStr, flags: libc::c_ulong, options: Option<&CStr>) -> io::Result<()> {
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

/// Nothing that is executed from now on has more rights than this process.
pub fn gain_nothing() -> io::Result<()> {
    // SAFETY: a plain call.
    check(unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) } as _).map(|_| ())
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
        libc::prctl(libc::PR_CAP_AMBIENT, libc::PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
        check(libc::syscall(libc::SYS_capset, &header, none.as_ptr()))?;
    }
    Ok(())
}

/// A path as it comes in a request.
pub fn as_path(bytes: &[u8]) -> &Path {
    use std::os::unix::ffi::OsStrExt;
    Path::new(std::ffi::OsStr::from_bytes(bytes))
}
