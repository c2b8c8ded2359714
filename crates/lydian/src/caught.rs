//! Catches panics of properties, with message and place, without a word on the terminal: a property that panics is a
//! counterexample, and a hundred of them are no news.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

thread_local! {
    /// How many calls of [`quietly`] are under way in this thread.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// The last panic in this thread.
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

static HOOK: Once = Once::new();

/// Runs a function; if it panics, says where and with what message.
pub(crate) fn quietly<R>(function: impl FnOnce() -> R) -> Result<R, String> {
    HOOK.call_once(install);
    DEPTH.set(DEPTH.get() + 1);
    let result = panic::catch_unwind(AssertUnwindSafe(function));
    DEPTH.set(DEPTH.get() - 1);
    result.map_err(|_| LAST.take().unwrap_or_else(|| "panicked".to_owned()))
}

fn install() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if DEPTH.get() == 0 {
            usual(info);
        } else {
            LAST.set(Some(told(info)));
        }
    }));
}

fn told(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let message = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let message = message.or_else(|| payload.downcast_ref::<String>().cloned());
    let message = message.unwrap_or_else(|| "a value that is no text".to_owned());
    match info.location() {
        Some(place) => format!("panicked at {place}: {message}"),
        None => format!("panicked: {message}"),
    }
}
