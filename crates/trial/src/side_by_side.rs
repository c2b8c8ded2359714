//! Several runs at the same time, with their results in order.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Runs each item once, at most `jobs` at the same time; the results are in the order of the items.
///
/// ```
/// assert_eq!(lydian_trial::side_by_side(3, &[1, 2, 3, 4], |item| item * item), [1, 4, 9, 16]);
/// ```
pub fn side_by_side<T: Sync, R: Send>(jobs: usize, items: &[T], run: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = jobs.clamp(1, items.len().max(1));
    if threads == 1 {
        return items.iter().map(run).collect();
    }
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else { return done };
            done.push((place, run(item)));
        }
    };
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(lydian_budget::shared(take))).collect();
        let parts =
            workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        parts.flatten().collect()
    });
    results.sort_unstable_by_key(|(place, _)| *place);
    results.into_iter().map(|(_, result)| result).collect()
}
