//! When work has to end.
//! A deadline that another thread looks at counts what that thread does as well, so several threads use it up together.

use std::time::{Duration, Instant};

use crate::clock::{self, Clock};
use crate::processor::ThreadClock;

/// Against work that waits: a deadline passes after so many times its processor time by the clock.
const WALL: u32 = 10;
/// Nobody waits for longer, and every system can count it.
const LONGEST: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

/// A moment at which so much processor time has been used, or ten times as much has passed by the clock.
///
/// ```
/// use lydian_budget::Deadline;
/// use std::time::Duration;
///
/// let deadline = Deadline::after(Duration::from_secs(3600));
/// assert!(!deadline.passed());
/// assert!(deadline.within(Duration::ZERO).passed());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadline {
    clock: Clock,
    /// What the clock says when the deadline passes.
    processor: Duration,
    wall: Instant,
}

impl Deadline {
    /// After so much processor time of this thread and of what works for it, or ten times as much by the clock.
    pub fn after(budget: Duration) -> Deadline {
        Deadline::on(Clock::of_this_thread(), budget)
    }

    fn on(clock: Clock, budget: Duration) -> Deadline {
        let now = Instant::now();
        let wall = budget.saturating_mul(WALL).min(LONGEST);
        Deadline { clock, processor: clock.look(now).saturating_add(budget), wall: now + wall }
    }

    /// This deadline, or an earlier one after so much of its time.
    #[must_use]
    pub fn within(self, budget: Duration) -> Deadline {
        let soon = Deadline::on(self.clock, budget);
        let (processor, wall) = (self.processor.min(soon.processor), self.wall.min(soon.wall));
        Deadline { clock: self.clock, processor, wall }
    }

    /// This deadline, or a later one if less than so much of its time is left.
    #[must_use]
    pub fn or_at_least(self, budget: Duration) -> Deadline {
        let least = Deadline::on(self.clock, budget);
        let (processor, wall) = (self.processor.max(least.processor), self.wall.max(least.wall));
        Deadline { clock: self.clock, processor, wall }
    }

    /// A deadline for this thread alone, which has one part of what is left; the others leave it that.
    #[must_use]
    pub fn share(self, parts: usize) -> Deadline {
        let part = self.left() / u32::try_from(parts.max(1)).unwrap_or(u32::MAX);
        let clock = Clock::afresh();
        Deadline { clock, processor: clock.look(Instant::now()).saturating_add(part), wall: self.wall }
    }

    /// Whether there is no more time.
    #[inline]
    pub fn passed(self) -> bool {
        let now = Instant::now();
        now >= self.wall || self.clock.look(now) >= self.processor
    }

    /// The processor time that is left.
    pub fn left(self) -> Duration {
        let now = Instant::now();
        if now >= self.wall { Duration::ZERO } else { self.processor.saturating_sub(self.clock.look(now)) }
    }

    /// How long one may wait by the clock for something that others do.
    pub fn wait_left(self) -> Duration {
        if self.passed() { Duration::ZERO } else { self.wall.saturating_duration_since(Instant::now()) }
    }

    /// The same deadline for another thread that watches this one while it cannot look itself.
    pub fn watched(self) -> Watched {
        self.clock.look(Instant::now());
        Watched { deadline: self, thread: ThreadClock::of_this_thread(), counted: clock::counted() }
    }
}

/// A deadline of a thread that is busy with a call that knows no deadlines.
#[derive(Debug, Clone, Copy)]
pub struct Watched {
    deadline: Deadline,
    thread: ThreadClock,
    counted: Duration,
}

impl Watched {
    /// Whether the watched thread has no more time. To be asked by others while that thread lives and does not look itself;
    /// where a thread cannot see the processor time of another, only the clock ends its call.
    pub fn passed(&self) -> bool {
        let since = self.thread.read().unwrap_or_default().saturating_sub(self.counted);
        let Deadline { clock, processor, wall } = self.deadline;
        Instant::now() >= wall || clock.used().saturating_add(since) >= processor
    }
}
