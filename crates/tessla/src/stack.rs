//! Room for deep trees and long chains of definitions: work is done on a thread with a large stack, which is reserved and
//! not used unless it is needed.

const STACK_BYTES: usize = 1 << 30;

/// Does the work on a large stack; gives back why there is none.
pub(crate) fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, std::io::Error> {
    std::thread::scope(|scope| {
        let handle = std::thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, lydian_budget::shared(work))?;
        match handle.join() {
            Ok(result) => Ok(result),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
