//! One run, followed from request to request.
//! Invariant: `turn` returns "waits" only while every byte fed so far was taken and the program asks for more; what it
//! wrote before that is in the turn. Whatever happens here, dropping the run leaves no process of it alive.

use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::message::{self, Report};
use super::notify::{Listener, Notification};
use super::request::{Wait, is_busy, wait_for_input};
use super::runner::Server;
use super::streams::Streams;
use super::sys::{self, Watch};
use super::tree::{Tree, Usage};
use super::work::WorkDirectory;
use crate::{End, Finished, Limits, Pause, Turn};

/// How often the use of resources is looked at.
const TICK: Duration = Duration::from_millis(25);
/// Shortest and longest nap between two looks when there are no notifications.
const NAPS: (Duration, Duration) = (Duration::from_micros(50), Duration::from_millis(2));
/// A program that glances at its input is taken to wait for it when it has written nothing for so long.
const QUIET: Duration = Duration::from_secs(1);
/// How long a killed run may take to vanish before its holder is killed too.
const PATIENCE: Duration = Duration::from_secs(5);
/// Clock ticks of `/proc` in a second; the same on every Linux that Rust runs on.
const TICKS_PER_SECOND: u64 = 100;
const CLONE_THREAD: u64 = libc::CLONE_THREAD as u64;
/// Threads may be this many times as many as processes: some languages start dozens.
const THREADS_PER_PROCESS: u64 = 16;

/// A program that runs.
pub struct Run {
    pub(super) parts: Parts,
    held: Vec<Held>,
    /// Threads that were given input in this turn and have not come back for more.
    served: Vec<i32>,
    ended: Option<End>,
    report: Option<Report>,
    used: Duration,
    processes: u64,
    threads: u64,
    checkpoints: [(Instant, u64); 2],
    /// How much it had written, and since when.
    quiet: (u64, Instant),
}

/// A request that stands still until there is input.
struct Held {
    id: u64,
    thread: i32,
    wait: Wait,
}

/// What `Runner` has put together for a run.
pub(super) struct Parts {
    pub holder: OwnedFd,
    pub tree: Tree,
    pub control: OwnedFd,
    pub listener: Option<Listener>,
    /// Requests for input are looked for and not announced.
    pub polls: bool,
    pub streams: Streams,
    pub work: WorkDirectory,
    pub collect: Vec<String>,
    pub limits: Limits,
    /// Keeps the launcher and the place of the working directory.
    pub _server: Arc<Server>,
}

impl Run {
    pub(super) fn new(parts: Parts) -> Run {
        let now = (Instant::now(), 0);
        Run {
            parts,
            held: Vec::new(),
            served: Vec::new(),
            ended: None,
            report: None,
            used: Duration::ZERO,
            processes: 1,
            threads: 1,
            checkpoints: [now, now],
            quiet: (0, Instant::now()),
        }
    }

    /// Runs until the program waits for input or has ended; gives all that it wrote since the last turn.
    pub fn turn(&mut self) -> Turn {
        let pause = match self.ended {
            Some(end) => Pause::Ended(end),
            None => {
                let started = Instant::now();
                let pause = self.advance(started);
                self.used += started.elapsed();
                pause
            }
        };
        if let Pause::Ended(end) = pause {
            self.ended = Some(end);
        }
        let (output, errors) = self.parts.streams.take();
        Turn { output, errors, pause }
    }

    /// Gives one line, with its line break, after a turn that waits.
    pub fn feed(&mut self, line: &[u8]) {
        self.parts.streams.feed(line);
    }

    /// Ends the input: every further read finds its end.
    pub fn close_input(&mut self) {
        self.parts.streams.close();
    }

    /// Gives the program at most this much more time on the clock.
    pub fn hurry(&mut self, most: Duration) {
        let limits = &mut self.parts.limits;
        limits.wall = limits.wall.min(self.used.saturating_add(most));
    }

    /// Kills whatever is left, removes the working directory, gives back collected files and what was used.
    pub fn finish(mut self) -> Finished {
        self.end_everything();
        let limit = self.parts.limits.file_size;
        let work = &self.parts.work;
        let files = self.parts.collect.iter().map(|name| (name.clone(), work.read(name, limit))).collect();
        let report = self.report.unwrap_or_default();
        Finished {
            files,
            cpu: Duration::from_micros(report.cpu_us),
            wall: self.used,
            peak_memory: report.peak_memory,
        }
    }

    fn advance(&mut self, started: Instant) -> Pause {
        if !self.release() {
            return Pause::WaitsForInput;
        }
        self.quiet.1 = started;
        let mut next_tick = started + TICK;
        let mut nap = NAPS.0;
        loop {
            let left = self.parts.limits.wall.saturating_sub(self.used + started.elapsed());
            if left.is_zero() {
                return self.time_out();
            }
            let until_tick = next_tick.saturating_duration_since(Instant::now());
            let naps = self.parts.polls || !self.held.is_empty();
            let wait = if naps { nap.min(until_tick) } else { until_tick };
            if let Some(pause) = self.wait(wait.min(left)) {
                return pause;
            }
            if naps {
                nap = (nap * 2).min(NAPS.1);
            }
            if self.parts.polls && self.is_at_rest() || self.held_must_wait() {
                return self.pause_for_input();
            }
            if Instant::now() >= next_tick {
                next_tick = Instant::now() + TICK;
                if let Some(end) = self.over_limit() {
                    return self.stop(end);
                }
                // A thread that lost a race for the input is blocked in the kernel and not announced.
                if !self.parts.polls && self.is_at_rest() {
                    return self.pause_for_input();
                }
            }
        }
    }

    /// Waits for news and deals with it.
    fn wait(&mut self, time: Duration) -> Option<Pause> {
        let parts = &mut self.parts;
        let [output, errors, room] = parts.streams.watches();
        let listener = Watch::optional(parts.listener.as_ref().map(|listener| &listener.0));
        let mut watches = [Watch::readable(&parts.control), listener, output, errors, room];
        if sys::poll(&mut watches, Some(time)).is_err() {
            return Some(self.stop(End::Lost));
        }
        let [control, listener, output, errors, room] = watches;
        if (output.ready() || errors.ready()) && !parts.streams.pull() {
            return Some(self.stop(End::OutputLimit));
        }
        if room.ready() {
            parts.streams.hand_over();
        }
        if control.ready() {
            return Some(self.hear_end());
        }
        if listener.hung_up() {
            // The last process is gone; its end will be told.
            parts.listener = None;
        } else if listener.ready() {
            self.answer_next();
        }
        None
    }

    /// Whether requests are held and no thread is still at work on the input that it got in this turn: a second
    /// reader that was there all the time must not hide what the first one has to say.
    fn held_must_wait(&mut self) -> bool {
        if self.held.is_empty() {
            return false;
        }
        self.served.retain(|thread| is_busy(*thread));
        self.served.is_empty()
    }

    /// Deals with one notification.
    fn answer_next(&mut self) {
        let Some(listener) = &self.parts.listener else { return };
        let Ok(Some(notification)) = listener.receive() else { return };
        match notification.call.number {
            libc::SYS_clone => {
                let thread = notification.call.arguments[0] & CLONE_THREAD != 0;
                self.answer_new_task(notification, thread);
            }
            #[cfg(target_arch = "x86_64")]
            libc::SYS_fork | libc::SYS_vfork => self.answer_new_task(notification, false),
            _ => match wait_for_input(&notification.call, &self.parts.streams) {
                Some(wait) => {
                    let thread = notification.call.thread;
                    self.served.retain(|served| *served != thread);
                    self.answer_request(Held { id: notification.id, thread, wait });
                }
                None => listener.carry_on(notification.id),
            },
        }
    }

    /// Lets a read go on if there is something to read, or holds it.
    fn answer_request(&mut self, request: Held) {
        let Parts { streams, listener: Some(listener), .. } = &mut self.parts else { return };
        if streams.has_input() {
            listener.carry_on(request.id);
            self.served.push(request.thread);
        } else if streams.is_at_end() {
            match request.wait {
                Wait::Read if streams.is_terminal() => listener.give(request.id, 0),
                Wait::Read => listener.carry_on(request.id),
                Wait::Readiness | Wait::Glance => {
                    streams.wake_at_end();
                    listener.carry_on(request.id);
                }
            }
        } else if request.wait != Wait::Glance || self.is_quiet() {
            self.held.push(request);
        } else if let Some(listener) = &self.parts.listener {
            listener.carry_on(request.id);
        }
    }

    /// Whether nothing was written for a while.
    fn is_quiet(&mut self) -> bool {
        self.parts.streams.pull();
        let written = self.parts.streams.written();
        if written != self.quiet.0 {
            self.quiet = (written, Instant::now());
        }
        self.quiet.1.elapsed() >= QUIET
    }

    /// Counts processes and threads before they exist, which no limit of the kernel does for root.
    fn answer_new_task(&mut self, notification: Notification, thread: bool) {
        let most = self.parts.limits.processes;
        let most_threads = most.saturating_mul(THREADS_PER_PROCESS);
        self.processes += u64::from(!thread);
        self.threads += 1;
        if self.processes > most || self.threads > most_threads {
            let usage = self.parts.tree.usage();
            self.processes = usage.processes + u64::from(!thread);
            self.threads = usage.threads + 1;
        }
        let Some(listener) = &self.parts.listener else { return };
        if self.processes > most || self.threads > most_threads {
            self.processes -= u64::from(!thread);
            self.threads -= 1;
            listener.refuse(notification.id, libc::EAGAIN);
        } else {
            listener.carry_on(notification.id);
        }
    }

    /// Lets held reads go on if there is input now; `false` if they still have to wait.
    fn release(&mut self) -> bool {
        self.served.clear();
        let streams = &mut self.parts.streams;
        // A reader that is not held may have taken it already.
        let handed_over = streams.hand_over();
        if self.held.is_empty() {
            return true;
        }
        if !handed_over && !streams.has_input() && !streams.is_at_end() {
            return false;
        }
        let at_end = streams.is_at_end();
        for request in std::mem::take(&mut self.held) {
            if at_end {
                self.answer_request(request);
            } else if let Some(listener) = &self.parts.listener {
                // All of them are let go, as the kernel would wake them all.
                listener.carry_on(request.id);
                self.served.push(request.thread);
            }
        }
        true
    }

    /// Whether every thread is blocked, one of them on the empty input. Looked at twice, with the output taken in
    /// between, so that what is seen belongs to one moment.
    fn is_at_rest(&mut self) -> bool {
        let streams = &mut self.parts.streams;
        if streams.has_input() {
            return false;
        }
        let Some(first) = self.parts.tree.at_rest(streams) else { return false };
        if streams.is_at_end() {
            if streams.expect_end() {
                self.parts.tree.restart_calls();
            }
            streams.type_end();
            return false;
        }
        if first.wait == Wait::Glance && !self.is_quiet() {
            return false;
        }
        let streams = &mut self.parts.streams;
        // What does not fit into the limit is seen by the next look at the streams.
        streams.drain();
        !streams.has_input() && self.parts.tree.at_rest(streams).as_ref() == Some(&first)
    }

    fn pause_for_input(&mut self) -> Pause {
        if self.parts.streams.drain() { Pause::WaitsForInput } else { self.stop(End::OutputLimit) }
    }

    /// The holder has told that the program is over, or has gone away.
    fn hear_end(&mut self) -> Pause {
        let report = match sys::receive(&self.parts.control, 64) {
            Ok((bytes, _)) if bytes.first() == Some(&message::ENDED) => Report::decode(&bytes[1..]).ok(),
            _ => None,
        };
        let Some(report) = report else { return self.stop(End::Lost) };
        self.report = Some(report);
        let end = end_of(&report, &self.parts.limits);
        let fits = self.parts.streams.drain();
        Pause::Ended(if fits { end } else { End::OutputLimit })
    }

    fn over_limit(&mut self) -> Option<End> {
        let usage = self.parts.tree.usage();
        self.remember(usage);
        let limits = &self.parts.limits;
        let limits_ticks = limits.cpu.as_millis() as u64 * TICKS_PER_SECOND / 1000;
        if usage.cpu_ticks > limits_ticks {
            Some(End::CpuLimit)
        } else if usage.resident > limits.memory && self.parts.tree.memory() > limits.memory {
            Some(End::MemoryLimit)
        } else if usage.processes > limits.processes
            || usage.threads > limits.processes.saturating_mul(THREADS_PER_PROCESS)
        {
            Some(End::ProcessLimit)
        } else {
            let size = self.parts.work.size_on_disk()?.saturating_add(self.parts.tree.removed_files());
            (size > limits.file_size.saturating_mul(4)).then_some(End::DiskLimit)
        }
    }

    /// Keeps a point some time ago to tell an idle program from a busy one.
    fn remember(&mut self, usage: Usage) {
        if self.checkpoints[1].0.elapsed() >= Duration::from_millis(250) {
            self.checkpoints = [self.checkpoints[1], (Instant::now(), usage.cpu_ticks)];
        }
    }

    fn time_out(&mut self) -> Pause {
        let usage = self.parts.tree.usage();
        let (since, ticks) = self.checkpoints[0];
        let busy = Duration::from_millis((usage.cpu_ticks.saturating_sub(ticks)) * 1000 / TICKS_PER_SECOND);
        let idle = !usage.running && busy * 10 <= since.elapsed();
        self.stop(End::TimedOut { idle })
    }

    fn stop(&mut self, end: End) -> Pause {
        self.ended = Some(end);
        self.kill();
        self.parts.streams.pull();
        Pause::Ended(end)
    }

    /// Has the holder kill everything and tell what was used.
    fn kill(&mut self) {
        let parts = &mut self.parts;
        // Without us nobody answers, so that calls that would start processes fail.
        parts.listener = None;
        self.held.clear();
        if self.report.is_some() || sys::send(&parts.control, &[message::KILL], &[]).is_err() {
            return;
        }
        let mut watches = [Watch::readable(&parts.control)];
        if sys::poll(&mut watches, Some(PATIENCE)).is_ok()
            && watches[0].ready()
            && let Ok((bytes, _)) = sys::receive(&parts.control, 64)
            && bytes.first() == Some(&message::ENDED)
        {
            self.report = Report::decode(&bytes[1..]).ok();
        }
    }

    /// Returns when the holder and with it every process of the run is gone.
    fn end_everything(&mut self) {
        self.kill();
        let holder = &self.parts.holder;
        for _ in 0..2 {
            let mut watches = [Watch::readable(holder)];
            if sys::poll(&mut watches, Some(PATIENCE)).is_ok() && watches[0].ready() {
                return;
            }
            sys::pidfd_kill(holder);
        }
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.end_everything();
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
