//! What one input cost: processor time, and the most memory that the process had meanwhile.

use std::fs;
use std::time::Duration;

use lydian_budget::{Deadline, under};

/// Longer than any run.
const EVER: Duration = Duration::from_secs(1_000_000);

/// What reading an input came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cost {
    /// Processor time, of all threads that worked for it.
    pub(crate) time: Duration,
    /// The most resident memory in KiB while it was read; zero where the system does not say.
    pub(crate) memory: u64,
}

/// Does some work under a deadline and says what it cost.
pub(crate) fn cost_of<R>(deadline: Duration, work: impl FnOnce() -> R) -> (R, Cost) {
    // What was the most so far is forgotten: the next figure is that of this work.
    let _ = fs::write("/proc/self/clear_refs", "5");
    let since = Deadline::after(EVER);
    let result = under(Some(Deadline::after(deadline)), work);
    let time = EVER.saturating_sub(since.left());
    (result, Cost { time, memory: memory("self", "VmHWM:").unwrap_or(0) })
}

/// A line of what the system says about the memory of a process, in KiB.
pub(crate) fn memory(process: &str, line: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let found = status.lines().find_map(|text| text.strip_prefix(line))?;
    found.split_whitespace().next()?.parse().ok()
}

/// The processor time that a process has used, in hundredths of a second.
pub(crate) fn ticks(process: &str) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program stands in parentheses and may hold anything; the times are the 12th and 13th field behind it.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    Some(fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn memory_that_is_given_back_is_seen() {
        let (_, cost) = cost_of(Duration::from_secs(9), || std::hint::black_box(vec![1_u8; 100 << 20]).len());
        assert!(cost.memory > 100 << 10, "{cost:?}");
        let (_, cost) = cost_of(Duration::from_secs(9), || ());
        assert!(cost.memory < 100 << 10, "{cost:?}");
        assert!(ticks("self").is_some());
    }
}
