//! Work on many items with some threads, each with a stack for deep programs; results in the order of the items.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Deeply nested programs need a deep stack in the front end.
const STACK: usize = 256 << 20;

/// Applies a function to all items with this many threads.
pub(crate) fn in_parallel<T: Sync, R: Send>(
    jobs: usize,
    items: &[T],
    body: impl Fn(&T) -> R + Sync,
) -> Result<Vec<R>, String> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<R>>> = Mutex::new(items.iter().map(|_| None).collect());
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, items.len().max(1)) {
            let work = || {
                while let Some((index, item)) = Some(next.fetch_add(1, Ordering::Relaxed))
                    .and_then(|index| Some((index, items.get(index)?)))
                {
                    let result = body(item);
                    if let Ok(mut results) = results.lock() {
                        results[index] = Some(result);
                    }
                }
            };
            let started = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            started.map_err(|error| format!("no thread could be started: {error}"))?;
        }
        Ok::<(), String>(())
    })?;
    let results = results.into_inner().map_err(|_| "a thread ended early".to_owned())?;
    Ok(results.into_iter().flatten().collect())
}
