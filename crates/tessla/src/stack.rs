//! Room for deep trees and long chains of definitions.

const STACK_BYTES: usize = 1 << 30;

/// Does the work on a large stack; gives back why there is none.
pub(crate) fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, std::io::Error> {
    lydian_core::on_deep_stack(STACK_BYTES, work)
}
