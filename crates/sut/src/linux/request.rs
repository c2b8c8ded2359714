//! Says whether a system call waits for standard input.
//! In: a call and the memory and descriptors of its process. Out: how it waits, or `None`.
//! Standard input is known by what it is, not by its number; a call that would return at once does not wait.

use std::collections::HashSet;
use std::ffi::CString;
use std::os::fd::OwnedFd;
use std::time::Duration;

use super::notify::Call;
use super::streams::Streams;
use super::sys::{self, Watch};

/// How a call waits for standard input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// It reads.
    Read,
    /// It waits until something can be read.
    Readiness,
    /// It waits for that, but only for a moment: it may have other things to do, such as a timer that runs out.
    Glance,
}

/// A time-out from which on a program is taken to wait for its input and not to glance at it.
const GLANCE: Duration = Duration::from_secs(1);

const POLLIN: i16 = libc::POLLIN | libc::POLLRDNORM | libc::POLLPRI;
const ARMED: u32 = (libc::EPOLLIN | libc::EPOLLRDNORM) as u32;
/// How deep sets of `epoll` may lie in each other; the kernel allows no more.
const DEEPEST_SETS: u32 = 5;
/// Descriptors that we look at in one call; more than any console program waits for.
const MOST_DESCRIPTORS: u64 = 4096;

/// How `call` waits for the standard input that `streams` feed, if it does.
pub fn wait_for_input(call: &Call, streams: &Streams) -> Option<Wait> {
    let [first, second, third, fourth, fifth, _] = call.arguments;
    let reads = |fd: u64| {
        (is_input(call.thread, fd as i32, streams) && !streams.reads_return_at_once()).then_some(Wait::Read)
    };
    match call.number {
        libc::SYS_read if third == 0 => None,
        libc::SYS_read | libc::SYS_readv | libc::SYS_preadv2 | libc::SYS_splice | libc::SYS_tee => {
            reads(first)
        }
        libc::SYS_sendfile => reads(second),
        libc::SYS_ppoll => time_at(call, third, 1).filter(|_| poll_waits(call, streams)),
        libc::SYS_pselect6 => time_at(call, fifth, 1).filter(|_| select_waits(call, streams)),
        libc::SYS_epoll_pwait => milliseconds(fourth).filter(|_| epoll_waits(call, streams)),
        libc::SYS_epoll_pwait2 => time_at(call, fourth, 1).filter(|_| epoll_waits(call, streams)),
        libc::SYS_epoll_ctl => registration_waits(call, streams).then_some(Wait::Readiness),
        #[cfg(target_arch = "x86_64")]
        libc::SYS_poll => milliseconds(third).filter(|_| poll_waits(call, streams)),
        #[cfg(target_arch = "x86_64")]
        libc::SYS_select => time_at(call, fifth, 1000).filter(|_| select_waits(call, streams)),
        #[cfg(target_arch = "x86_64")]
        libc::SYS_epoll_wait => milliseconds(fourth).filter(|_| epoll_waits(call, streams)),
        _ => None,
    }
}

/// Whether `call` looks for standard input without waiting for it.
pub fn polls_input(call: &Call, streams: &Streams) -> bool {
    let [first, _, third, fourth, fifth, _] = call.arguments;
    let no_time = |address: u64, unit: u64| address != 0 && time_at(call, address, unit).is_none();
    match call.number {
        libc::SYS_read | libc::SYS_readv | libc::SYS_preadv2 => {
            streams.reads_return_at_once() && is_input(call.thread, first as i32, streams)
        }
        libc::SYS_ioctl => is_input(call.thread, first as i32, streams),
        libc::SYS_ppoll => no_time(third, 1) && poll_waits(call, streams),
        libc::SYS_pselect6 => no_time(fifth, 1) && select_waits(call, streams),
        libc::SYS_epoll_pwait => fourth as i32 == 0 && epoll_waits(call, streams),
        #[cfg(target_arch = "x86_64")]
        libc::SYS_poll => third as i32 == 0 && poll_waits(call, streams),
        #[cfg(target_arch = "x86_64")]
        libc::SYS_select => no_time(fifth, 1000) && select_waits(call, streams),
        #[cfg(target_arch = "x86_64")]
        libc::SYS_epoll_wait => fourth as i32 == 0 && epoll_waits(call, streams),
        _ => false,
    }
}

/// Whether `call`, which maps something shared, takes memory for it: anonymous memory, or a device that gives zeros.
pub fn is_shared_memory(call: &Call) -> bool {
    let zeros = || {
        let path = CString::new(format!("/proc/{}/fd/{}", call.thread, call.arguments[4] as i32)).ok()?;
        Some(sys::identity_at(&path).ok()?.stands_for == libc::makedev(1, 5))
    };
    call.arguments[3] as i32 & libc::MAP_ANONYMOUS != 0 || zeros().unwrap_or(false)
}

/// Whether a thread that is blocked in `call` goes on by itself after a time, and does so on purpose. (One that waits for input
/// at the same time is a matter of [`wait_for_input`].)
pub fn is_asleep(process: i32, call: &Call) -> bool {
    /// Runtimes sleep for some milliseconds all the time.
    const ON_PURPOSE: Duration = Duration::from_millis(10);
    /// Who waits for that long waits for something else; runtimes look after themselves every minute or so.
    const SOON: Duration = Duration::from_secs(10);
    let [_, second, third, fourth, fifth, _] = call.arguments;
    let parts = |address: u64, unit: u64| (address != 0).then(|| duration_at(call, address, unit)).flatten();
    let milliseconds = |time: u64| u64::try_from(time as i32).ok().map(Duration::from_millis);
    let time = match call.number {
        libc::SYS_nanosleep => return parts(call.arguments[0], 1).is_some_and(|time| time > ON_PURPOSE),
        libc::SYS_clock_nanosleep => return parts(third, 1).is_some_and(|time| time > ON_PURPOSE),
        // What is left of a time that ends at a moment may be short.
        libc::SYS_futex => {
            let Some(left) = futex_left(second, parts(fourth, 1)) else { return false };
            return match of_java(process, call.thread) {
                None => left <= SOON,
                // When its program ends, it waits in small steps for threads that read.
                Some(ENDS_JAVA) => left <= ON_PURPOSE,
                Some(_) => false,
            };
        }
        libc::SYS_ppoll | libc::SYS_rt_sigtimedwait => parts(third, 1),
        libc::SYS_pselect6 => parts(fifth, 1),
        libc::SYS_epoll_pwait => milliseconds(fourth),
        libc::SYS_epoll_pwait2 => parts(fourth, 1),
        #[cfg(target_arch = "x86_64")]
        libc::SYS_poll => milliseconds(third),
        #[cfg(target_arch = "x86_64")]
        libc::SYS_select => parts(fifth, 1000),
        #[cfg(target_arch = "x86_64")]
        libc::SYS_epoll_wait => milliseconds(fourth),
        _ => None,
    };
    time.is_some_and(|time| time > ON_PURPOSE && time <= SOON) && of_java(process, call.thread).is_none()
}

/// Whether a thread that is blocked in `call` stays there until another thread or process does something: no time ends the call.
pub fn waits_for_others(process: i32, call: &Call) -> bool {
    let [_, second, third, fourth, fifth, _] = call.arguments;
    let endless = match call.number {
        libc::SYS_read | libc::SYS_readv | libc::SYS_write | libc::SYS_writev => true,
        libc::SYS_wait4 | libc::SYS_waitid => true,
        // Only a signal ends these, which `hears_signals` asks about.
        libc::SYS_rt_sigsuspend => true,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_pause => true,
        libc::SYS_futex => {
            let operation = second as i32 & !(libc::FUTEX_PRIVATE_FLAG | libc::FUTEX_CLOCK_REALTIME);
            matches!(operation, libc::FUTEX_WAIT | libc::FUTEX_WAIT_BITSET | libc::FUTEX_LOCK_PI)
                && fourth == 0
        }
        libc::SYS_ppoll => third == 0,
        libc::SYS_pselect6 => fifth == 0,
        libc::SYS_epoll_pwait => (fourth as i32) < 0,
        libc::SYS_epoll_pwait2 => fourth == 0,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_poll => (third as i32) < 0,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_select => fifth == 0,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_epoll_wait => (fourth as i32) < 0,
        _ => false,
    };
    endless || of_java(process, call.thread).is_some()
}

/// Whether a thread was stopped, and goes on when another process wants it to.
pub fn is_stopped(process: i32, thread: i32) -> bool {
    matches!(state(process, thread), Some('T' | 't'))
}

/// Whether a process has a function of its own for a signal of a timer or of its input: that may look for input at any time.
pub fn hears_signals(process: i32) -> bool {
    const TIMED: [i32; 4] = [libc::SIGALRM, libc::SIGVTALRM, libc::SIGPROF, libc::SIGIO];
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught =
        text.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigCgt:")?.trim(), 16).ok());
    caught.is_none_or(|caught| TIMED.iter().any(|signal| caught >> (signal - 1) & 1 == 1))
}

/// How long a wait at a futex still takes by itself, by its operation and time.
fn futex_left(operation: u64, time: Option<Duration>) -> Option<Duration> {
    match operation as i32 & !(libc::FUTEX_PRIVATE_FLAG | libc::FUTEX_CLOCK_REALTIME) {
        libc::FUTEX_WAIT => time,
        libc::FUTEX_WAIT_BITSET => {
            let is_real = operation as i32 & libc::FUTEX_CLOCK_REALTIME != 0;
            let clock = if is_real { libc::CLOCK_REALTIME } else { libc::CLOCK_MONOTONIC };
            Some(time?.saturating_sub(sys::time_of(clock)))
        }
        _ => None,
    }
}

/// Threads that Java's machine keeps for itself, by the beginning of their names; they wake up again and again and say nothing.
const OF_JAVA: [&str; 13] = [
    "VM Thread",
    "VM Periodic",
    "C1 Compiler",
    "C2 Compiler",
    "Sweeper thread",
    "Monitor Deflat",
    "Common-Cleaner",
    "Reference Handl",
    "Finalizer",
    "Signal Dispatch",
    "Service Thread",
    "Notification Th",
    "GC Thread",
];

/// The one of them that lets Java's machine end.
const ENDS_JAVA: &str = OF_JAVA[0];

/// Which of the threads of Java's machine this one is.
fn of_java(process: i32, thread: i32) -> Option<&'static str> {
    let name = std::fs::read_to_string(format!("/proc/{process}/task/{thread}/comm")).ok()?;
    OF_JAVA.into_iter().find(|of_java| name.starts_with(of_java))
}

/// Whether a descriptor of a thread is the standard input.
fn is_input(thread: i32, fd: i32, streams: &Streams) -> bool {
    if fd < 0 {
        return false;
    }
    let Ok(path) = CString::new(format!("/proc/{thread}/fd/{fd}")) else { return false };
    match sys::identity_at(&path) {
        Ok(identity) => streams.is_input(&identity),
        // A program file that must not be read hides its descriptors; then the number has to do.
        Err(error) => error.kind() == std::io::ErrorKind::PermissionDenied && fd == 0,
    }
}

/// How long a time-out in milliseconds waits; not at all if it is zero.
fn milliseconds(time: u64) -> Option<Wait> {
    match time as i32 {
        0 => None,
        ..0 => Some(Wait::Readiness),
        time => Some(length(Duration::from_millis(time as u64))),
    }
}

/// How long the time-out at an address waits: seconds and units of so many nanoseconds; for ever without an address.
fn time_at(call: &Call, address: u64, nanoseconds: u64) -> Option<Wait> {
    if address == 0 {
        return Some(Wait::Readiness);
    }
    let time = duration_at(call, address, nanoseconds)?;
    (!time.is_zero()).then(|| length(time))
}

/// The time at an address: seconds and units of so many nanoseconds.
fn duration_at(call: &Call, address: u64, nanoseconds: u64) -> Option<Duration> {
    let mut time = [0; 16];
    sys::read_memory(call.thread, address, &mut time).ok().filter(|count| *count == 16)?;
    let [seconds, parts] = [&time[..8], &time[8..]].map(|half| half.try_into().map_or(0, u64::from_ne_bytes));
    let parts = Duration::from_nanos(parts.saturating_mul(nanoseconds));
    Some(Duration::from_secs(seconds).saturating_add(parts))
}

fn length(time: Duration) -> Wait {
    if time < GLANCE { Wait::Glance } else { Wait::Readiness }
}

fn poll_waits(call: &Call, streams: &Streams) -> bool {
    let count = call.arguments[1].min(MOST_DESCRIPTORS) as usize;
    let mut bytes = vec![0; count * 8];
    if sys::read_memory(call.thread, call.arguments[0], &mut bytes).is_err() {
        return false;
    }
    let mut waits = false;
    let mut others = Vec::new();
    for entry in bytes.chunks_exact(8) {
        let fd = i32::from_ne_bytes([entry[0], entry[1], entry[2], entry[3]]);
        let events = i16::from_ne_bytes([entry[4], entry[5]]);
        if fd < 0 || events & POLLIN == 0 {
            continue;
        }
        let is_input = is_input(call.thread, fd, streams);
        waits |= is_input || has_armed_input(call.thread, fd, streams, DEEPEST_SETS);
        // A set may hold something else that is ready.
        if !is_input {
            others.push(fd);
        }
    }
    waits && !any_ready(call.thread, &others)
}

fn select_waits(call: &Call, streams: &Streams) -> bool {
    let count = call.arguments[0].min(MOST_DESCRIPTORS) as usize;
    let mut bytes = vec![0; count.div_ceil(64) * 8];
    if call.arguments[1] == 0 || sys::read_memory(call.thread, call.arguments[1], &mut bytes).is_err() {
        return false;
    }
    let chosen = (0..count).filter(|fd| bytes[fd / 8] >> (fd % 8) & 1 == 1).map(|fd| fd as i32);
    let (inputs, others): (Vec<i32>, Vec<i32>) = chosen.partition(|fd| is_input(call.thread, *fd, streams));
    let leads_to_input = |fd: &i32| has_armed_input(call.thread, *fd, streams, DEEPEST_SETS);
    (!inputs.is_empty() || others.iter().any(leads_to_input)) && !any_ready(call.thread, &others)
}

fn epoll_waits(call: &Call, streams: &Streams) -> bool {
    let set = call.arguments[0] as i32;
    has_armed_input(call.thread, set, streams, DEEPEST_SETS) && !any_ready(call.thread, &[set])
}

/// Whether a set of `epoll` contains the standard input, or a set that does, and would tell that it can be read.
fn has_armed_input(thread: i32, set: i32, streams: &Streams, depth: u32) -> bool {
    let Ok(text) = std::fs::read_to_string(format!("/proc/{thread}/fdinfo/{set}")) else { return false };
    text.lines().any(|line| {
        let mut words = line.split_whitespace();
        let (Some("tfd:"), Some(fd), Some("events:"), Some(events)) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return false;
        };
        let armed = u32::from_str_radix(events, 16).is_ok_and(|events| events & ARMED != 0);
        let leads_to_input = |fd: i32| {
            is_input(thread, fd, streams) || depth > 0 && has_armed_input(thread, fd, streams, depth - 1)
        };
        armed && fd.parse().is_ok_and(leads_to_input)
    })
}

/// Adding the input to a set is a request only if another thread waits on that set already; otherwise the program
/// will wait by a call of its own.
fn registration_waits(call: &Call, streams: &Streams) -> bool {
    let [set, operation, fd, event, ..] = call.arguments;
    let mut events = [0; 4];
    let adds = matches!(operation as i32, libc::EPOLL_CTL_ADD | libc::EPOLL_CTL_MOD)
        && sys::read_memory(call.thread, event, &mut events).is_ok()
        && u32::from_ne_bytes(events) & ARMED != 0;
    adds && is_input(call.thread, fd as i32, streams) && another_thread_waits(call.thread, set)
}

fn another_thread_waits(thread: i32, set: u64) -> bool {
    let Some(process) = process_of(thread) else { return false };
    let Ok(tasks) = std::fs::read_dir(format!("/proc/{process}/task")) else { return false };
    let waits = |task: std::fs::DirEntry| {
        let name = task.file_name();
        let other: i32 = name.to_str()?.parse().ok().filter(|other| *other != thread)?;
        let call = parked_call(process, other)?;
        let is_wait = match call.number {
            libc::SYS_epoll_pwait | libc::SYS_epoll_pwait2 => true,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_epoll_wait => true,
            _ => false,
        };
        (is_wait && call.arguments[0] == set).then_some(())
    };
    tasks.flatten().any(|task| waits(task).is_some())
}

/// The call that a thread is blocked in; `None` if it runs or is blocked elsewhere.
pub fn parked_call(process: i32, thread: i32) -> Option<Call> {
    let text = std::fs::read_to_string(format!("/proc/{process}/task/{thread}/syscall")).ok()?;
    let mut words = text.split_whitespace();
    let number: i64 = words.next()?.parse().ok().filter(|number| *number >= 0)?;
    let mut arguments = [0; 6];
    for argument in &mut arguments {
        *argument = u64::from_str_radix(words.next()?.strip_prefix("0x")?, 16).ok()?;
    }
    Some(Call { thread, number, arguments })
}

/// Whether a thread is doing something: neither blocked in a call nor gone.
pub fn is_busy(thread: i32) -> bool {
    process_of(thread)
        .is_some_and(|process| parked_call(process, thread).is_none() && !has_ended(process, thread))
}

/// Whether a thread has ended and only waits to be collected.
pub fn has_ended(process: i32, thread: i32) -> bool {
    matches!(state(process, thread), None | Some('Z' | 'X'))
}

/// Whether the kernel is at work for a thread that is blocked in `call`: it reads from a disk, for instance. Who starts a process
/// and waits until that executes something looks the same, and is as idle as that process.
pub fn is_served(process: i32, call: &Call) -> bool {
    let starts = match call.number {
        libc::SYS_clone | libc::SYS_clone3 => true,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_vfork => true,
        _ => false,
    };
    !starts && state(process, call.thread) == Some('D')
}

/// The letter that the kernel has for what a thread is doing; nothing if there is no such thread.
fn state(process: i32, thread: i32) -> Option<char> {
    let text = std::fs::read_to_string(format!("/proc/{process}/task/{thread}/stat")).ok()?;
    text.rsplit_once(')').and_then(|(_, rest)| rest.trim_start().chars().next())
}

/// The process that a thread belongs to.
fn process_of(thread: i32) -> Option<i32> {
    let text = std::fs::read_to_string(format!("/proc/{thread}/status")).ok()?;
    text.lines().find_map(|line| line.strip_prefix("Tgid:"))?.trim().parse().ok()
}

/// Whether one of these descriptors of a process is ready, so that waiting for them all would return at once.
fn any_ready(thread: i32, descriptors: &[i32]) -> bool {
    if descriptors.is_empty() {
        return false;
    }
    let Some(process) = process_of(thread).and_then(|process| sys::pidfd_open(process).ok()) else {
        return false;
    };
    let unique: HashSet<&i32> = descriptors.iter().collect();
    let copies: Vec<OwnedFd> =
        unique.into_iter().filter_map(|fd| sys::pidfd_getfd(&process, *fd).ok()).collect();
    let mut watches: Vec<Watch> = copies.iter().map(Watch::readable).collect();
    sys::poll(&mut watches, Some(Duration::ZERO)).is_ok() && watches.iter().any(Watch::ready)
}
