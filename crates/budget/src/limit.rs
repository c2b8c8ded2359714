//! The deadline of the thread, for phases that have no options of their own to carry one: reading a file, inferring types.
//! They ask `is_over` now and then, end with a diagnostic, and the door makes that an unknown verdict.

use std::cell::Cell;

use crate::Deadline;

thread_local!(static LIMIT: Cell<Option<Deadline>> = const { Cell::new(None) });

/// Does the work under a deadline.
pub fn under<R>(deadline: Option<Deadline>, work: impl FnOnce() -> R) -> R {
    let _restore = Restore(LIMIT.replace(deadline));
    work()
}

/// Whether the deadline that the work of this thread is under has passed. Costs as little as a look at the clock.
pub fn is_over() -> bool {
    LIMIT.get().is_some_and(Deadline::passed)
}

pub(crate) fn current() -> Option<Deadline> {
    LIMIT.get()
}

struct Restore(Option<Deadline>);

impl Drop for Restore {
    fn drop(&mut self) {
        LIMIT.set(self.0);
    }
}
