//! Room for deep programs: work is done on a thread with a large stack, which is reserved and not used unless it is needed.

use std::io;
use std::thread::{Builder, scope};

/// Does the work on a stack of so many bytes; the error says why there is none. A panic of the work goes on in the caller.
///
/// ```
/// fn depth(n: u64) -> u64 {
///     if n == 0 { 0 } else { 1 + std::hint::black_box(depth(n - 1)) }
/// }
/// assert_eq!(lydian_core::on_deep_stack(64 << 20, || depth(100_000)).unwrap(), 100_000);
/// ```
pub fn on_deep_stack<T: Send>(bytes: usize, work: impl FnOnce() -> T + Send) -> io::Result<T> {
    scope(|scope| {
        match Builder::new().stack_size(bytes).spawn_scoped(scope, lydian_budget::shared(work))?.join() {
            Ok(result) => Ok(result),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
