//! Ctrl-C, and the signal by which schedulers end a program: the report of what is done is written, then the command ends
//! with the code that a shell gives for the signal. A second signal ends it at once.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::report;

/// Shells give a program that a signal ended this code plus the signal's number.
const BY_SIGNAL: i32 = 128;

/// Waits for signals on a thread of its own, for as long as the command runs.
#[cfg(unix)]
pub(crate) fn watch() {
    use signal_hook::consts::{SIGINT, SIGTERM};
    static ENDING: AtomicBool = AtomicBool::new(false);
    // Without the thread a signal ends the command as it does any other: there is no report then.
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]) else { return };
    let _ = std::thread::Builder::new().name("signals".into()).spawn(move || {
        for signal in signals.forever() {
            if ENDING.swap(true, Ordering::SeqCst) {
                signal_hook::low_level::exit(BY_SIGNAL + signal);
            }
            // On another thread, so that a second signal is heard while the report is written.
            let _ = std::thread::Builder::new().name("ending".into()).spawn(move || {
                report::interrupt();
                // Without what programs do at their end: the solver may be at work on another thread, and would be taken apart under it.
                signal_hook::low_level::exit(BY_SIGNAL + signal);
            });
        }
    });
}

/// Elsewhere a signal ends the command as it does any other.
#[cfg(not(unix))]
pub(crate) fn watch() {}
