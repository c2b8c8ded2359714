//! The process that holds a run, seen from outside: what its program uses, how it ends, how it is ended.
//! In: orders over the control socket. Out: the report of the end.
//! Whatever happens here, dropping the value leaves no process of the run alive, and its directory is removed.

use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::Duration;

use super::cgroup::Group;
use super::message::{self, Report};
use super::notify::{Listener, Notification};
use super::runner::Server;
use super::sys::{self, Watch};
use super::tree::{Tree, Usage};
use super::work::WorkDirectory;
use crate::{End, Limits};

/// How long a killed run may take to vanish before its holder is killed too.
const PATIENCE: Duration = Duration::from_secs(5);
/// Threads may be this many times as many as processes: some languages start dozens.
const THREADS_PER_PROCESS: u64 = 16;
const CLONE_THREAD: u64 = libc::CLONE_THREAD as u64;

/// The holder of one run.
pub(super) struct Holder {
    pub process: OwnedFd,
    pub tree: Tree,
    pub control: OwnedFd,
    /// What it told about the end of its program.
    pub report: Option<Report>,
    /// The processor time that its budget was charged with.
    pub charged: Duration,
    pub work: WorkDirectory,
    /// What counts its memory, where the kernel does.
    pub group: Option<Group>,
    /// What the program calls its working directory.
    pub directory: std::path::PathBuf,
    /// Keeps the launcher and the place of the working directory.
    pub _server: Arc<Server>,
}

impl Holder {
    /// Reads the news on the control socket, which is always the end; `None` if the holder has gone away.
    pub fn hear_end(&mut self, limits: &Limits) -> Option<End> {
        self.read_report();
        match self.report.map(|report| end_of(&report, limits)) {
            // The kernel kills the largest; that may be the program, one that it started, or even the holder.
            Some(End::Signalled(libc::SIGKILL)) | None if self.was_too_large() => Some(End::MemoryLimit),
            other => other,
        }
    }

    /// Has the holder kill everything and tell what was used.
    pub fn kill(&mut self) {
        if self.report.is_some() || sys::send(&self.control, &[message::KILL], &[]).is_err() {
            return;
        }
        let mut watches = [Watch::readable(&self.control)];
        if sys::poll(&mut watches, Some(PATIENCE)).is_ok() && watches[0].ready() {
            self.read_report();
        }
    }

    fn read_report(&mut self) {
        if let Ok((bytes, _)) = sys::receive(&self.control, 64)
            && bytes.first() == Some(&message::ENDED)
        {
            self.report = Report::decode(&bytes[1..]).ok();
        }
        if let Some(report) = self.report {
            self.charge(Duration::from_micros(report.cpu_us));
        }
    }

    /// Returns when the holder and with it every process of the run is gone.
    pub fn end_everything(&mut self) {
        self.kill();
        for _ in 0..2 {
            let mut watches = [Watch::readable(&self.process)];
            if sys::poll(&mut watches, Some(PATIENCE)).is_ok() && watches[0].ready() {
                return;
            }
            sys::pidfd_kill(&self.process);
        }
    }

    /// Whether the kernel had to kill something of the run for memory.
    fn was_too_large(&self) -> bool {
        self.group.as_ref().is_some_and(Group::has_killed)
    }

    /// Counts what the program has used by now for what this thread works for.
    fn charge(&mut self, used: Duration) {
        lydian_budget::charge(used.saturating_sub(self.charged));
        self.charged = self.charged.max(used);
    }

    /// The limit that the run is over, by what it uses now.
    pub fn over_limit(&mut self, usage: &Usage, limits: &Limits) -> Option<End> {
        self.charge(usage.cpu());
        if usage.cpu() > limits.cpu {
            Some(End::CpuLimit)
        } else if usage.resident > limits.memory && self.tree.memory() > limits.memory || self.was_too_large()
        {
            Some(End::MemoryLimit)
        } else if usage.processes > limits.processes
            || usage.threads > limits.processes.saturating_mul(THREADS_PER_PROCESS)
        {
            Some(End::ProcessLimit)
        } else {
            let size = self.work.size_on_disk()?.saturating_add(self.tree.removed_files());
            (size > limits.file_size.saturating_mul(4)).then_some(End::DiskLimit)
        }
    }
}

impl Drop for Holder {
    fn drop(&mut self) {
        self.end_everything();
    }
}

/// Counts processes and threads before they exist, which no limit of the kernel does for root.
pub(super) struct Tasks {
    processes: u64,
    threads: u64,
}

impl Tasks {
    /// One process with one thread.
    pub fn new() -> Tasks {
        Tasks { processes: 1, threads: 1 }
    }

    /// Whether it never had more than one thread.
    pub fn is_alone(&self) -> bool {
        self.threads <= 1
    }

    /// Whether a call that was announced starts a thread (`true`) or a process; `None` for other calls.
    pub fn started_by(notification: &Notification) -> Option<bool> {
        match notification.call.number {
            libc::SYS_clone => Some(notification.call.arguments[0] & CLONE_THREAD != 0),
            #[cfg(target_arch = "x86_64")]
            libc::SYS_fork | libc::SYS_vfork => Some(false),
            _ => None,
        }
    }

    /// Lets a call that starts a process or thread go on, or fail if there are too many.
    pub fn answer(
        &mut self,
        listener: &Listener,
        notification: &Notification,
        thread: bool,
        tree: &Tree,
        limits: &Limits,
    ) {
        let most = limits.processes;
        let most_threads = most.saturating_mul(THREADS_PER_PROCESS);
        self.processes += u64::from(!thread);
        self.threads += 1;
        if self.processes > most || self.threads > most_threads {
            let usage = tree.usage();
            self.processes = usage.processes + u64::from(!thread);
            self.threads = usage.threads + 1;
        }
        if self.processes > most || self.threads > most_threads {
            self.processes -= u64::from(!thread);
            self.threads -= 1;
            listener.refuse(notification.id, libc::EAGAIN);
        } else {
            listener.carry_on(notification.id);
        }
    }
}

fn end_of(report: &Report, limits: &Limits) -> End {
    let status = report.status;
    if libc::WIFEXITED(status) {
        return End::Exited(libc::WEXITSTATUS(status));
    }
    let signal = libc::WTERMSIG(status);
    let used_up = Duration::from_micros(report.cpu_us) >= limits.cpu;
    if signal == libc::SIGXCPU || signal == libc::SIGKILL && used_up {
        return End::CpuLimit;
    }
    // An allocation that fails near the limit usually ends in one of these.
    let out_of_memory = matches!(
        signal,
        libc::SIGKILL | libc::SIGABRT | libc::SIGSEGV | libc::SIGBUS | libc::SIGTRAP | libc::SIGILL
    );
    if out_of_memory && report.peak_memory >= limits.memory / 8 * 7 {
        return End::MemoryLimit;
    }
    End::Signalled(signal)
}
