//! Ends a call of Z3 that lasts too long.
//! The budget of a question counts work, but what Z3 counts is not always what takes the time. One thread looks at the
//! calls under way a few times a second, at the processor time of the threads that made them, and interrupts those whose
//! deadline has passed. It decides no verdict: an interrupted question is unknown.

use std::sync::{Mutex, MutexGuard, Once};
use std::time::Duration;

use lydian_budget::{Deadline, Watched};

use super::api::Context;

/// How often calls are looked at.
const PERIOD: Duration = Duration::from_millis(100);

type Interrupt = unsafe extern "C" fn(Context);

struct Call {
    number: u64,
    until: Watched,
    context: Context,
    interrupt: Interrupt,
}

// Safety: the context is used for nothing but interrupting it, which Z3 allows from any thread, and only while the call
// that owns it is registered.
unsafe impl Send for Call {}

struct Calls {
    next: u64,
    under_way: Vec<Call>,
}

static CALLS: Mutex<Calls> = Mutex::new(Calls { next: 0, under_way: Vec::new() });

/// Makes a call into Z3 that is interrupted when the deadline has passed.
pub(super) fn guarded<R>(
    interrupt: Interrupt,
    context: Context,
    until: Deadline,
    call: impl FnOnce() -> R,
) -> R {
    static STARTED: Once = Once::new();
    // Without the thread calls are only bounded by their work, as they are without a deadline.
    STARTED.call_once(|| drop(std::thread::Builder::new().name("solver watchdog".into()).spawn(watch)));
    let number = {
        let mut calls = calls();
        calls.next += 1;
        let number = calls.next;
        calls.under_way.push(Call { number, until: until.watched(), context, interrupt });
        number
    };
    let result = call();
    calls().under_way.retain(|call| call.number != number);
    result
}

fn watch() {
    loop {
        std::thread::sleep(PERIOD);
        for call in calls().under_way.iter().filter(|call| call.until.passed()) {
            // Safety: the call is registered, so its context is alive.
            unsafe { (call.interrupt)(call.context) };
        }
    }
}

fn calls() -> MutexGuard<'static, Calls> {
    CALLS.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
