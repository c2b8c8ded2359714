//! A confined program that stays up, with a thread that looks after it.
//! In: a program. Out: descriptors to talk over, the end of what it wrote to its other streams, how it ended.
//! The thread answers the calls that start processes, empties the streams that nobody else reads and looks at the
//! limits; the one who talks pays for nothing of that. Dropping the value leaves no process of it alive.

use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::holder::{Holder, Tasks};
use super::message;
use super::notify::Listener;
use super::runner::{Launched, Runner};
use super::shared::Shared as SharedMemory;
use super::streams::ProgramEnds;
use super::sys::{self, Watch};
use crate::link::tail::Tail;
use crate::{End, Limits, Program, StartError, StartErrorKind, Terminal};

/// How often the use of resources is looked at.
const TICK: Duration = Duration::from_millis(25);
/// Reads of one stream in a row, so that a flood there does not keep us from the limits.
const READS_IN_A_ROW: usize = 16;

/// What the streams of a program are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Streams {
    /// The caller talks over standard input and output.
    Talk,
    /// Nobody does: the input is empty, the output is kept as a tail.
    Log,
}

/// A program that stays up.
pub(crate) struct Live {
    /// Our ends of its input and output, for `Streams::Talk`, until they are taken.
    ends: Option<(OwnedFd, OwnedFd)>,
    /// Our own copies of the streams that are kept, to look at what has arrived.
    logs: [Option<OwnedFd>; 2],
    control: OwnedFd,
    shared: Arc<Shared>,
    keeper: Option<JoinHandle<()>>,
}

struct Shared {
    state: Mutex<State>,
    ended: Condvar,
    /// Nothing new may be started any more.
    stopping: AtomicBool,
}

#[derive(Default)]
struct State {
    end: Option<End>,
    tail: Tail,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Takes in what waits in a stream that is kept; whether more can come.
    fn pull(&self, log: &OwnedFd) -> bool {
        let mut buffer = [0; 4096];
        // Two of us may read, and what is read first stands first.
        let mut state = self.state();
        for _ in 0..READS_IN_A_ROW {
            match sys::read(log, &mut buffer) {
                Ok(Some(0)) | Err(_) => return false,
                Ok(Some(count)) => state.tail.push(&buffer[..count]),
                Ok(None) => break,
            }
        }
        true
    }
}

impl Live {
    /// Starts a program. When this returns, it has been executed.
    pub fn start(runner: &Runner, program: &Program, streams: Streams) -> Result<Live, StartError> {
        let (ours, launched) = runner.start_untraced(program, |_| match (streams, program.terminal) {
            (Streams::Talk, Terminal::Pty) => Ours::terminal(),
            (Streams::Talk, _) => Ours::pipes(),
            (Streams::Log, _) => Ours::log(),
        })?;
        let failed = |error: std::io::Error| StartError::new(StartErrorKind::System, error.to_string());
        let control = launched.holder.control.try_clone().map_err(failed)?;
        let shared = Arc::new(Shared {
            state: Mutex::new(State::default()),
            ended: Condvar::new(),
            stopping: AtomicBool::new(false),
        });
        let Launched { holder, listener } = launched;
        let [errors, output] =
            ours.logs.each_ref().map(|log| log.as_ref().map(OwnedFd::try_clone).transpose());
        let logs = [errors.map_err(failed)?, output.map_err(failed)?];
        let keeper = Keeper {
            holder,
            listener,
            logs: ours.logs,
            tasks: Tasks::new(),
            shared_memory: SharedMemory::default(),
            limits: runner.limits().clone(),
            shared: shared.clone(),
        };
        let thread = std::thread::Builder::new().name("lydian-keeper".to_owned()).stack_size(256 << 10);
        let keeper = thread.spawn(lydian_budget::shared(move || keeper.keep())).map_err(failed)?;
        Ok(Live { ends: ours.talk, logs, control, shared, keeper: Some(keeper) })
    }

    /// The descriptors of its input and output; once.
    pub fn take_ends(&mut self) -> Option<(OwnedFd, OwnedFd)> {
        self.ends.take()
    }

    /// How it ended; waits for that at most so long.
    pub fn end(&self, wait: Duration) -> Option<End> {
        let deadline = Instant::now() + wait;
        let mut state = self.shared.state();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if state.end.is_some() || left.is_zero() {
                return state.end;
            }
            let woken = self.shared.ended.wait_timeout(state, left);
            state = woken.unwrap_or_else(|poisoned| poisoned.into_inner()).0;
        }
    }

    /// The end of what it wrote to the streams that are kept. What it had written before this is asked is in it, whether the keeper
    /// had the time to read it or not.
    pub fn tail(&self) -> Vec<u8> {
        for log in self.logs.iter().flatten() {
            self.shared.pull(log);
        }
        self.shared.state().tail.bytes()
    }

    /// Gives the order to kill it and does not wait; dropping the value does.
    pub fn kill(&self) {
        self.shared.stopping.store(true, Ordering::Release);
        // If it has ended already, there is nobody to hear this.
        let _ = sys::send(&self.control, &[message::KILL], &[]);
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.kill();
        if let Some(keeper) = self.keeper.take() {
            let _ = keeper.join();
        }
    }
}

/// Our ends of the streams of a program.
struct Ours {
    talk: Option<(OwnedFd, OwnedFd)>,
    logs: [Option<OwnedFd>; 2],
}

impl Ours {
    fn pipes() -> std::io::Result<(Ours, ProgramEnds)> {
        let (program_input, input) = sys::pipe()?;
        let (output, program_output) = sys::pipe()?;
        sys::set_nonblocking(&input)?;
        sys::set_nonblocking(&output)?;
        let (errors, program_errors) = log_pipe()?;
        let streams = [program_input, program_output, program_errors];
        Ok((
            Ours { talk: Some((input, output)), logs: [Some(errors), None] },
            ProgramEnds { streams, terminal: Vec::new() },
        ))
    }

    fn terminal() -> std::io::Result<(Ours, ProgramEnds)> {
        let master = sys::open_terminal()?;
        sys::set_nonblocking(&master)?;
        let slave = sys::open_slave(&master, false)?;
        sys::make_raw(&slave)?;
        let path = std::fs::read_link(format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&slave)))?;
        let terminal = std::os::unix::ffi::OsStringExt::into_vec(path.into_os_string());
        let (errors, program_errors) = log_pipe()?;
        let streams = [slave.try_clone()?, slave, program_errors];
        let talk = Some((master.try_clone()?, master));
        Ok((Ours { talk, logs: [Some(errors), None] }, ProgramEnds { streams, terminal }))
    }

    fn log() -> std::io::Result<(Ours, ProgramEnds)> {
        let input = std::fs::File::open("/dev/null")?;
        let (output, program_output) = log_pipe()?;
        let (errors, program_errors) = log_pipe()?;
        let streams = [input.into(), program_output, program_errors];
        Ok((
            Ours { talk: None, logs: [Some(errors), Some(output)] },
            ProgramEnds { streams, terminal: Vec::new() },
        ))
    }
}

fn log_pipe() -> std::io::Result<(OwnedFd, OwnedFd)> {
    let (ours, theirs) = sys::pipe()?;
    sys::set_nonblocking(&ours)?;
    Ok((ours, theirs))
}

/// The thread's side.
struct Keeper {
    holder: Holder,
    listener: Option<Listener>,
    logs: [Option<OwnedFd>; 2],
    tasks: Tasks,
    shared_memory: SharedMemory,
    limits: Limits,
    shared: Arc<Shared>,
}

impl Keeper {
    /// Looks after the program until it has ended.
    fn keep(mut self) {
        let mut next_tick = Instant::now() + TICK;
        let end = loop {
            if let Some(end) = self.wait(next_tick.saturating_duration_since(Instant::now())) {
                break end;
            }
            if Instant::now() >= next_tick {
                next_tick = Instant::now() + TICK;
                if let Some(end) = self.holder.over_limit(&self.holder.tree.usage(), &self.limits) {
                    break end;
                }
            }
        };
        self.shared.stopping.store(true, Ordering::Release);
        self.listener = None;
        self.pull_logs();
        // Whoever is told of the end may rely on it: nothing of the program is left.
        self.holder.end_everything();
        self.pull_logs();
        self.shared.state().end = Some(end);
        self.shared.ended.notify_all();
    }

    /// Waits for news and deals with it; the end, if it came.
    fn wait(&mut self, time: Duration) -> Option<End> {
        let listener = Watch::optional(self.listener.as_ref().map(|listener| &listener.0));
        let [errors, output] = self.logs.each_ref().map(|log| Watch::optional(log.as_ref()));
        let mut watches = [Watch::readable(&self.holder.control), listener, errors, output];
        if sys::poll(&mut watches, Some(time)).is_err() {
            return Some(End::Lost);
        }
        let [control, listener, errors, output] = watches;
        if errors.ready() || output.ready() {
            self.pull_logs();
        }
        if control.ready() {
            return Some(self.holder.hear_end(&self.limits).unwrap_or(End::Lost));
        }
        if listener.hung_up() {
            // The last process is gone; its end will be told.
            self.listener = None;
        } else if listener.ready() {
            self.answer_next();
        }
        None
    }

    fn answer_next(&mut self) {
        let Some(listener) = &self.listener else { return };
        let Ok(Some(notification)) = listener.receive() else { return };
        if self.shared_memory.answer(listener, &notification, &self.holder.tree, &self.limits) {
            return;
        }
        match Tasks::started_by(&notification) {
            Some(_) if self.shared.stopping.load(Ordering::Acquire) => {
                listener.refuse(notification.id, libc::EAGAIN);
            }
            Some(thread) => {
                self.tasks.answer(listener, &notification, thread, &self.holder.tree, &self.limits);
            }
            None => listener.carry_on(notification.id),
        }
    }

    fn pull_logs(&mut self) {
        for log in &mut self.logs {
            if log.as_ref().is_some_and(|open| !self.shared.pull(open)) {
                *log = None;
            }
        }
    }
}
