//! One run, followed from request to request.
//! Invariant: `turn` returns "waits" only while every byte fed so far was taken and the program asks for more; what it
//! wrote before that is in the turn. Whatever happens here, dropping the run leaves no process of it alive.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::holder::{Holder, Tasks};
use super::notify::Listener;
use super::patience::Patience;
use super::request::{Wait, is_busy, polls_input, wait_for_input};
use super::shared::Shared;
use super::streams::Streams;
use super::sys::{self, Watch};
use crate::{End, Finished, Limits, Pause, Turn};

/// How often the use of resources is looked at.
const TICK: Duration = Duration::from_millis(25);
/// Shortest and longest nap between two looks when there are no notifications.
const NAPS: (Duration, Duration) = (Duration::from_micros(50), Duration::from_millis(2));
/// A program that glances at its input is taken to wait for it when it has written nothing for so long.
const QUIET: Duration = Duration::from_secs(1);

/// So many looks for input in vain in a quiet second are busy waiting.
const MANY_POLLS: u32 = 20;
/// So many are, if the program then runs into a limit while it is at work.
const SOME_POLLS: u32 = 4;

/// A program that runs.
pub struct Run {
    pub(super) parts: Parts,
    held: Vec<Held>,
    /// Threads that were given input in this turn and have not come back for more.
    served: Vec<i32>,
    ended: Option<End>,
    used: Duration,
    tasks: Tasks,
    shared: Shared,
    patience: Patience,
    /// How much it had written, and since when.
    quiet: (u64, Instant),
    /// How often it looked for input in vain without waiting for it, since it was given some.
    polls: u32,
    /// A thread slept while another one waited for input, so that the run had to be given time.
    slept: bool,
    /// Since when a request is held while other threads are at work.
    held_since: Option<Instant>,
    /// A thread was not waited for that might have had something to say in this turn.
    unsettled: bool,
}

/// A request that stands still until there is input.
struct Held {
    id: u64,
    thread: i32,
    wait: Wait,
}

/// What `Runner` has put together for a run.
pub(super) struct Parts {
    pub holder: Holder,
    pub listener: Option<Listener>,
    /// Requests for input are looked for and not announced.
    pub polls: bool,
    pub streams: Streams,
    pub collect: Vec<String>,
    pub limits: Limits,
}

impl Run {
    pub(super) fn new(parts: Parts) -> Run {
        let patience = Patience::new(parts.limits.wall);
        Run {
            parts,
            held: Vec::new(),
            served: Vec::new(),
            ended: None,
            used: Duration::ZERO,
            tasks: Tasks::new(),
            shared: Shared::default(),
            patience,
            quiet: (0, Instant::now()),
            polls: 0,
            slept: false,
            held_since: None,
            unsettled: false,
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
        let unsettled = std::mem::take(&mut self.unsettled) && pause == Pause::WaitsForInput;
        let looked = matches!(pause, Pause::Ended(end) if self.has_looked(end));
        Turn { output, errors, pause, unsettled, looked }
    }

    /// Gives one line, with its line break, after a turn that waits.
    pub fn feed(&mut self, line: &[u8]) {
        self.polls = 0;
        self.parts.streams.feed(line);
    }

    /// Ends the input: every further read finds its end.
    pub fn close_input(&mut self) {
        self.polls = 0;
        self.parts.streams.close();
    }

    /// Gives the program at most this much more time.
    pub fn hurry(&mut self, most: Duration) {
        self.patience.hurry(self.used, &self.parts.holder.tree.usage(), most);
    }

    /// Kills whatever is left, removes the working directory, gives back collected files and what was used.
    pub fn finish(mut self) -> Finished {
        self.end_everything();
        let limit = self.parts.limits.file_size;
        let work = &self.parts.holder.work;
        let files = self.parts.collect.iter().map(|name| (name.clone(), work.read(name, limit))).collect();
        let report = self.parts.holder.report.unwrap_or_default();
        Finished {
            files,
            cpu: Duration::from_micros(report.cpu_us),
            wall: self.used,
            peak_memory: report.peak_memory,
        }
    }

    /// What the program calls its working directory.
    pub(crate) fn directory(&self) -> PathBuf {
        self.parts.holder.directory.clone()
    }

    /// Ends the program and copies what a directory of its working directory holds to `target`, but for one name.
    pub(crate) fn copy_out(&mut self, name: &str, target: &Path, but: &str) -> io::Result<()> {
        self.end_everything();
        self.parts.holder.work.copy_out(name, target, but)
    }

    /// Ends the program and names the files of its working directory that lie outside of `but`.
    pub(crate) fn list(&mut self, but: &str) -> Vec<String> {
        self.end_everything();
        self.parts.holder.work.list(but)
    }

    fn advance(&mut self, started: Instant) -> Pause {
        if !self.release() {
            return Pause::WaitsForInput;
        }
        self.quiet.1 = started;
        let mut next_tick = started + TICK;
        let mut nap = NAPS.0;
        loop {
            let used = self.used + started.elapsed();
            if self.patience.left(used).is_zero()
                && let Some(end) = self.patience.over(used, &self.parts.holder.tree.usage())
            {
                return self.stop(end);
            }
            let left = self.patience.left(used);
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
                if self.polls >= MANY_POLLS && self.is_quiet() {
                    return self.stop(End::Polled);
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
        let mut watches = [Watch::readable(&parts.holder.control), listener, output, errors, room];
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
        if !self.served.is_empty() || self.tasks.is_alone() {
            return self.served.is_empty();
        }
        // A thread that only reads has passed the line on, and another one has to say something about it. One that has been at
        // work for long does something else.
        let since = *self.held_since.get_or_insert_with(Instant::now);
        if self.is_at_rest() {
            return true;
        }
        self.unsettled = since.elapsed() >= QUIET * 2;
        self.unsettled
    }

    /// Deals with one notification.
    fn answer_next(&mut self) {
        let Some(listener) = &self.parts.listener else { return };
        let Ok(Some(notification)) = listener.receive() else { return };
        if self.shared.answer(listener, &notification, &self.parts.holder.tree, &self.parts.limits) {
            return;
        }
        if let Some(thread) = Tasks::started_by(&notification) {
            let Parts { holder, limits, .. } = &self.parts;
            self.tasks.answer(listener, &notification, thread, &holder.tree, limits);
            return;
        }
        match wait_for_input(&notification.call, &self.parts.streams) {
            Some(wait) => {
                let thread = notification.call.thread;
                self.served.retain(|served| *served != thread);
                self.answer_request(Held { id: notification.id, thread, wait });
            }
            None => {
                let streams = &mut self.parts.streams;
                // Who looks for the end of a terminal's input does not see it.
                let is_told = streams.is_at_end() && !streams.is_terminal();
                // What the call is given is read before it goes on: then it may be gone.
                let looks = polls_input(&notification.call, streams) && !streams.has_input() && !is_told;
                listener.carry_on(notification.id);
                self.polls += u32::from(looks);
            }
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

    /// Lets held reads go on if there is input now; `false` if they still have to wait.
    fn release(&mut self) -> bool {
        self.served.clear();
        self.held_since = None;
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
        let Some(first) = self.parts.holder.tree.at_rest(streams) else { return false };
        if streams.is_at_end() {
            if streams.expect_end() {
                self.parts.holder.tree.restart_calls();
            }
            streams.type_end();
            return false;
        }
        if (first.wait == Wait::Glance || first.sleeps) && !self.is_quiet() {
            self.slept |= first.sleeps;
            return false;
        }
        let streams = &mut self.parts.streams;
        // What does not fit into the limit is seen by the next look at the streams.
        streams.drain();
        let is_at_rest =
            !streams.has_input() && self.parts.holder.tree.at_rest(streams).as_ref() == Some(&first);
        // A thread whose call waits for us to look at it seems to be blocked in that call.
        if !is_at_rest || self.is_asked() {
            return false;
        }
        self.unsettled |= first.sleeps;
        true
    }

    /// Whether a call was announced that nobody has looked at yet.
    fn is_asked(&self) -> bool {
        let Some(listener) = &self.parts.listener else { return false };
        let mut watches = [Watch::readable(&listener.0)];
        sys::poll(&mut watches, Some(Duration::ZERO)).is_ok() && watches[0].ready()
    }

    fn pause_for_input(&mut self) -> Pause {
        if self.parts.streams.drain() { Pause::WaitsForInput } else { self.stop(End::OutputLimit) }
    }

    /// The holder has told that the program is over, or has gone away.
    fn hear_end(&mut self) -> Pause {
        let Parts { holder, limits, streams, .. } = &mut self.parts;
        let Some(end) = holder.hear_end(limits) else { return self.stop(End::Lost) };
        let end = if streams.drain() { end } else { End::OutputLimit };
        Pause::Ended(self.unless_polled(end))
    }

    fn over_limit(&mut self) -> Option<End> {
        let usage = self.parts.holder.tree.usage();
        self.patience.remember(&usage);
        self.parts.holder.over_limit(&usage, &self.parts.limits)
    }

    /// What looks for input in vain until it runs into a limit is not known to do anything wrong. One that has looked once and
    /// then idles may be about to look again.
    fn unless_polled(&self, end: End) -> End {
        let streams = &self.parts.streams;
        let looks = match end {
            End::TimedOut { idle: true } => self.polls > 0 || self.may_look(),
            End::TimedOut { .. } | End::CpuLimit | End::OutputLimit => self.polls >= SOME_POLLS,
            _ => return end,
        };
        let unseen = self.parts.polls && streams.reads_return_at_once();
        if looks || unseen || self.slept || streams.sends_signals() { End::Polled } else { end }
    }

    /// Where looks are not announced: whether an idle program may look for input that it was not given. One whose threads all
    /// wait for each other does not.
    fn may_look(&self) -> bool {
        self.parts.polls && !self.parts.streams.is_at_end() && self.parts.holder.tree.may_wake()
    }

    /// Whether a program that ended so may have done what it did because it had looked for input in vain.
    fn has_looked(&self, end: End) -> bool {
        if !self.parts.polls {
            return self.polls > 0;
        }
        let works = matches!(end, End::TimedOut { idle: false } | End::CpuLimit | End::OutputLimit);
        let streams = &self.parts.streams;
        !streams.is_at_end() && (works || streams.reads_return_at_once())
    }

    fn stop(&mut self, end: End) -> Pause {
        let end = self.unless_polled(end);
        self.ended = Some(end);
        self.kill();
        self.parts.streams.pull();
        Pause::Ended(end)
    }

    fn kill(&mut self) {
        // Without us nobody answers, so that calls that would start processes fail.
        self.parts.listener = None;
        self.held.clear();
        self.parts.holder.kill();
    }

    /// Returns when every process of the run is gone.
    fn end_everything(&mut self) {
        self.kill();
        self.parts.holder.end_everything();
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.end_everything();
    }
}
