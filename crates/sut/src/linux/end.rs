//! The end of a run, seen by the process that holds it: waits for the program or for the order to kill it, and tells what was used.
//! Invariant: when `watch` returns, nothing of the run is left alive, whatever it did to get away.

use std::io;
use std::os::fd::{FromRawFd, OwnedFd};

use super::message::Report;
use super::sys::{self, check};

/// Waits until the program ends or the runner wants it killed; then nothing of the run is left alive.
pub fn watch(program: i32, control: &OwnedFd, own_namespace: bool) -> i32 {
    let Ok(children) = child_signals() else { return 1 };
    let mut status = None;
    while status.is_none() {
        let mut watches = [sys::Watch::readable(control), sys::Watch::readable(&children)];
        if sys::poll(&mut watches, None).is_err() || watches[0].ready() {
            break;
        }
        let mut ignored = [0; 128];
        let _ = sys::read(&children, &mut ignored);
        status = collect(program, libc::WNOHANG);
    }
    // The report must not wait for processes that were left behind, so the natural end is told first.
    if let Some(status) = status {
        drop(sys::send(control, &report(status).encode(), &[]));
    }
    let killed = kill_everything(program, own_namespace);
    if status.is_none() {
        drop(sys::send(control, &report(killed.unwrap_or(libc::SIGKILL)).encode(), &[]));
    }
    0
}

fn child_signals() -> io::Result<OwnedFd> {
    // SAFETY: the set is initialised before use; the descriptor is new and ours.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        libc::sigaddset(&mut set, libc::SIGCHLD);
        let fd = check(libc::signalfd(-1, &set, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK) as _)?;
        Ok(OwnedFd::from_raw_fd(fd as i32))
    }
}

/// Collects children that have ended; the status of the program if it is among them.
fn collect(program: i32, flags: i32) -> Option<i32> {
    let mut found = None;
    loop {
        let mut status = 0;
        // SAFETY: the status is writable.
        let process = unsafe { libc::waitpid(-1, &mut status, flags | libc::__WALL) };
        if process <= 0 {
            return found;
        }
        if process == program {
            found = Some(status);
        }
    }
}

/// Kills until there is no child left. Orphans of the run become our children, so none can get away.
fn kill_everything(program: i32, own_namespace: bool) -> Option<i32> {
    let mut found = None;
    loop {
        if own_namespace {
            // SAFETY: in a namespace of its own this reaches every process but the caller, and nothing outside.
            unsafe { libc::kill(-1, libc::SIGKILL) };
        } else {
            for child in own_children() {
                // SAFETY: our children are not collected by anybody else, so the numbers are still theirs.
                unsafe { libc::kill(child, libc::SIGKILL) };
            }
        }
        // The first wait may have to wait; the others collect what has ended meanwhile.
        let mut flags = 0;
        loop {
            let mut status = 0;
            // SAFETY: the status is writable.
            let process = unsafe { libc::waitpid(-1, &mut status, flags | libc::__WALL) };
            if process == program {
                found = Some(status);
            }
            if process < 0 && io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
                return found;
            }
            if process <= 0 {
                break;
            }
            flags = libc::WNOHANG;
        }
    }
}

fn own_children() -> Vec<i32> {
    // SAFETY: a plain call.
    let own = unsafe { libc::getpid() };
    let text = std::fs::read_to_string(format!("/proc/self/task/{own}/children")).unwrap_or_default();
    text.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

fn report(status: i32) -> Report {
    // SAFETY: an all-zero rusage is a valid value, and getrusage fills it in.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage);
        usage
    };
    let micros = |time: libc::timeval| time.tv_sec as u64 * 1_000_000 + time.tv_usec as u64;
    Report {
        status,
        cpu_us: micros(usage.ru_utime) + micros(usage.ru_stime),
        peak_memory: usage.ru_maxrss as u64 * 1024,
    }
}
