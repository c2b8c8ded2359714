//! What work costs, added up over the threads and processes that do it.
//! A thread adds what it has used since it last looked. Reading its processor time is a call into the system, so it is not
//! read again before `PAUSE` has passed: until then the thread cannot have used more than that.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::limit;
use crate::processor;

const PAUSE: Duration = Duration::from_micros(200);

/// The processor time of one piece of work in nanoseconds, however many threads do it.
/// Deadlines are copied freely, so a clock lives for ever: eight bytes for each thread that begins work of its own.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock(&'static AtomicU64);

/// What a thread works for.
#[derive(Debug, Clone, Copy)]
struct Working {
    clock: Clock,
    /// How much of the thread's processor time is counted already.
    counted: Duration,
    looked: Instant,
}

thread_local!(static WORKING: Cell<Option<Working>> = const { Cell::new(None) });

impl PartialEq for Clock {
    fn eq(&self, other: &Clock) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Clock {}

impl Clock {
    /// The clock that this thread works for, a new one if it works for none.
    pub(crate) fn of_this_thread() -> Clock {
        let clock = WORKING.get().map(|working| working.clock);
        clock.unwrap_or_else(Clock::afresh)
    }

    /// A new clock, which this thread works for from now on.
    pub(crate) fn afresh() -> Clock {
        Clock(Box::leak(Box::new(AtomicU64::new(0)))).taken_up(processor::of_this_thread())
    }

    /// This thread works for the clock from now on; so much of its time does not count there.
    fn taken_up(self, counted: Duration) -> Clock {
        WORKING.set(Some(Working { clock: self, counted, looked: Instant::now() }));
        self
    }

    /// What the work has used. This thread counts from here on as working for it, with all that it did since it last
    /// looked at any clock.
    pub(crate) fn look(self, now: Instant) -> Duration {
        let working = WORKING.get();
        if working.is_some_and(|working| working.clock == self && now.duration_since(working.looked) < PAUSE)
        {
            return self.used();
        }
        let counted = working.map_or(Duration::ZERO, |working| working.counted);
        let used = processor::of_this_thread();
        WORKING.set(Some(Working { clock: self, counted: used, looked: now }));
        self.add(used.saturating_sub(counted))
    }

    /// What is counted so far.
    pub(crate) fn used(self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }

    fn add(self, time: Duration) -> Duration {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        Duration::from_nanos(self.0.fetch_add(nanos, Ordering::Relaxed).saturating_add(nanos))
    }
}

/// How much of the processor time of this thread is counted already.
pub(crate) fn counted() -> Duration {
    WORKING.get().map_or(Duration::ZERO, |working| working.counted)
}

/// Counts the processor time of a process for what this thread works for.
pub fn charge(time: Duration) {
    Clock::of_this_thread().add(time);
}

/// Work for another thread that counts as work of this one, and is under the same limit (see [`crate::under`]).
///
/// ```
/// use lydian_budget::{Deadline, is_over, shared, under};
/// use std::time::Duration;
///
/// let passed = Deadline::after(Duration::ZERO);
/// let seen = under(Some(passed), || std::thread::scope(|scope| scope.spawn(shared(is_over)).join().unwrap()));
/// assert!(seen);
/// ```
pub fn shared<R>(work: impl FnOnce() -> R) -> impl FnOnce() -> R {
    let (clock, limit) = (Clock::of_this_thread(), limit::current());
    move || {
        let _leave = Leave(WORKING.get());
        clock.taken_up(processor::of_this_thread());
        limit::under(limit, work)
    }
}

/// Counts what the thread has used when its work ends, also by a panic.
struct Leave(Option<Working>);

impl Drop for Leave {
    fn drop(&mut self) {
        let used = processor::of_this_thread();
        if let Some(working) = WORKING.get() {
            working.clock.add(used.saturating_sub(working.counted));
        }
        WORKING.set(self.0.map(|before| Working { counted: used, ..before }));
    }
}
