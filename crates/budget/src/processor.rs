//! The processor time of threads, as the system counts it. Where it does not, the clock stands in for it.

use std::time::Duration;

/// What names the processor clock of a thread to other threads; nothing where the system cannot.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ThreadClock(#[cfg(target_os = "linux")] Option<libc::clockid_t>);

impl ThreadClock {
    /// The clock of the thread that asks. It may be read for as long as the thread lives.
    #[cfg(target_os = "linux")]
    pub(crate) fn of_this_thread() -> ThreadClock {
        let mut id = 0;
        // Safety: the thread that asks is alive, and the place for the answer is ours.
        let failed = unsafe { libc::pthread_getcpuclockid(libc::pthread_self(), &mut id) };
        ThreadClock((failed == 0).then_some(id))
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn of_this_thread() -> ThreadClock {
        ThreadClock()
    }

    /// The processor time of that thread.
    pub(crate) fn read(self) -> Option<Duration> {
        #[cfg(target_os = "linux")]
        return read(self.0?);
        #[cfg(not(target_os = "linux"))]
        None
    }
}

/// The processor time of the thread that asks, since it was started.
#[cfg(unix)]
pub(crate) fn of_this_thread() -> Duration {
    read(libc::CLOCK_THREAD_CPUTIME_ID).unwrap_or_default()
}

/// Without such a clock: the time since this thread asked first.
#[cfg(not(unix))]
pub(crate) fn of_this_thread() -> Duration {
    thread_local!(static FIRST: std::time::Instant = std::time::Instant::now());
    FIRST.with(std::time::Instant::elapsed)
}

#[cfg(unix)]
fn read(clock: libc::clockid_t) -> Option<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // Safety: the place for the answer is ours; a clock that is gone is an error and no fault.
    let failed = unsafe { libc::clock_gettime(clock, &mut time) };
    (failed == 0).then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}
