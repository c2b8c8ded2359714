//! What is said when Lydian itself is at fault.
//! A panic anywhere, on any thread, is reported once as our bug, with what to send; `main` then ends with code 101.

use std::backtrace::Backtrace;
use std::io::{self, Write};
use std::panic::PanicHookInfo;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a bug in Lydian.
pub(crate) const EXIT_CODE: u8 = 101;

/// Replaces the usual message of a panic by ours.
pub(crate) fn watch() {
    // One panic often causes others, such as that of the thread that waits for the first; they would hide it.
    static REPORTED: AtomicBool = AtomicBool::new(false);
    std::panic::set_hook(Box::new(|panic| {
        if !REPORTED.swap(true, Ordering::SeqCst) {
            let backtrace = Backtrace::capture();
            // If standard error is gone as well, nobody is there to read it.
            let _ = io::stderr().write_all(message(panic, &backtrace).as_bytes());
        }
    }));
}

fn message(panic: &PanicHookInfo<'_>, backtrace: &Backtrace) -> String {
    let payload = panic.payload();
    let what = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a message");
    let place = panic.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
    let command: Vec<String> = std::env::args().collect();
    format!(
        "lydian: this is a bug in Lydian, not in your files.\n\
         \x20 what happened  {what}\n\
         \x20 where          {place}, version {}\n\
         \x20 command        {}\n\
         Please send us these lines, the output of `lydian doctor` and, if you may, the files. With RUST_BACKTRACE=1 the\n\
         message says more.\n{backtrace}\n",
        env!("CARGO_PKG_VERSION"),
        command.join(" "),
    )
    .replace("disabled backtrace\n", "")
}
