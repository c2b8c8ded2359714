//! Says which mechanisms of confinement and tracing this machine has, for `lydian doctor`.

use std::sync::OnceLock;

use super::cgroup;
use super::sys::check;
use crate::Layer;

/// Each mechanism, whether it is in force, and a sentence.
pub fn layers() -> Vec<Layer> {
    let landlock = landlock_version();
    let namespaces = namespaces_work();
    vec![
        layer(
            "seccomp notification",
            notification_works(),
            "each request for input is announced by the kernel before it waits",
            "requests for input are found by polling, which is as exact but slower",
        ),
        layer(
            "polling",
            std::path::Path::new("/proc/self/syscall").exists(),
            "the second way to see requests for input, by what each thread waits for",
            "there is no second way to see requests for input",
        ),
        layer(
            "seccomp filter",
            seccomp_works(),
            "no network, no tracing, no new namespaces, no administration of the system",
            "programs cannot be run",
        ),
        layer(
            "landlock",
            landlock > 0,
            &format!("files outside the working directory are read-only or hidden (version {landlock})"),
            "files of the user can be read by the program",
        ),
        layer(
            "user, mount and network namespaces",
            namespaces,
            "all file systems are read-only, the working directory is in memory, there is no network device",
            "the working directory is on disk and the network is closed by the filter only",
        ),
        layer(
            "process namespace",
            namespaces,
            "a run sees its own processes only, and all of them end with it",
            "processes of a run are found and killed one by one",
        ),
        layer(
            "root of its own",
            namespaces,
            "a run finds the system, its own files and what it was given; nothing else exists",
            "other files are there and closed by Landlock: their names, sizes and dates can be seen",
        ),
        layer(
            "network of its own for servers",
            namespaces,
            "a server that is tested reaches no other port of the machine",
            "a server that is tested reaches every port of the machine",
        ),
        layer(
            "memory group",
            cgroup::works(),
            "the kernel counts all memory of a run",
            "memory is summed up every 25 ms, shared mappings when they are made; buffers of network connections do not count",
        ),
        layer("limits", true, "processor time, memory, processes, output and files are bounded", ""),
    ]
}

fn layer(name: &'static str, active: bool, with: &str, without: &str) -> Layer {
    Layer { name, active, note: if active { with } else { without }.to_owned() }
}

/// Whether the kernel announces system calls in the form that we know.
pub(super) fn notification_works() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(|| {
        const GET_NOTIFICATION_SIZES: libc::c_long = 3;
        let mut sizes = [0u16; 3];
        // SAFETY: the kernel stores three numbers of 16 bits.
        let asked =
            unsafe { libc::syscall(libc::SYS_seccomp, GET_NOTIFICATION_SIZES, 0, sizes.as_mut_ptr()) };
        asked == 0
            && usize::from(sizes[0]) == size_of::<libc::seccomp_notif>()
            && usize::from(sizes[1]) == size_of::<libc::seccomp_notif_resp>()
    })
}

fn seccomp_works() -> bool {
    const GET_ACTION_AVAILABLE: libc::c_long = 2;
    let action = libc::SECCOMP_RET_ERRNO;
    // SAFETY: the kernel reads one number of 32 bits.
    unsafe { libc::syscall(libc::SYS_seccomp, GET_ACTION_AVAILABLE, 0, &action) == 0 }
}

/// The version of Landlock; 0 if there is none.
fn landlock_version() -> i64 {
    const GET_VERSION: libc::c_long = 1;
    // SAFETY: without rules and with this flag the call only answers.
    let answer =
        unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0, GET_VERSION) };
    check(answer).unwrap_or(0)
}

/// Whether namespaces can be made, tried on a process that shares our memory and ends at once.
fn namespaces_work() -> bool {
    extern "C" fn end_at_once(_: *mut libc::c_void) -> libc::c_int {
        0
    }
    let mut stack = vec![0u128; 4096];
    let flags = libc::CLONE_VM
        | libc::CLONE_VFORK
        | libc::CLONE_NEWUSER
        | libc::CLONE_NEWPID
        | libc::CLONE_NEWNS
        | libc::CLONE_NEWNET
        | libc::SIGCHLD;
    // SAFETY: the new process runs on a stack of its own while this thread stands still, and touches nothing else.
    unsafe {
        let top = stack.as_mut_ptr().add(stack.len());
        let process = libc::clone(end_at_once, top.cast(), flags, std::ptr::null_mut());
        if process < 0 {
            return false;
        }
        libc::waitpid(process, std::ptr::null_mut(), 0);
    }
    true
}
