//! How long a program may go on without asking for input.
//! A sleeper is out of time when the clock says so. One that computes is not: a loaded machine makes it take longer. It is out
//! of time when it has used so much processor time, or after ten times as long by the clock.

use std::time::{Duration, Instant};

use super::tree::Usage;
use crate::End;

/// How many times as long by the clock a busy program may take.
const LONGEST: u32 = 10;
/// How long a busy program goes on before it is looked at again; over less time nobody tells idle from busy.
const PERIOD: Duration = Duration::from_millis(250);

/// What is left to a program. All times by the clock count only while it could run.
pub(super) struct Patience {
    /// The time by the clock at which it is looked at next.
    next: Duration,
    /// The processor time that it may have used by then.
    busy: Duration,
    /// The time by the clock that nothing exceeds.
    longest: Duration,
    /// The processor time at two points some time ago.
    checkpoints: [(Instant, Duration); 2],
}

impl Patience {
    pub fn new(wall: Duration) -> Patience {
        let now = (Instant::now(), Duration::ZERO);
        let longest = wall.saturating_mul(LONGEST);
        Patience { next: wall, busy: wall, longest, checkpoints: [now, now] }
    }

    /// After so long by the clock: how long it need not be looked at.
    pub fn left(&self, used: Duration) -> Duration {
        self.next.min(self.longest).saturating_sub(used)
    }

    /// Leaves it at most this much more.
    pub fn hurry(&mut self, used: Duration, usage: &Usage, most: Duration) {
        self.next = self.next.min(used.saturating_add(most));
        self.busy = self.busy.min(usage.cpu().saturating_add(most));
        self.longest = self.longest.min(used.saturating_add(most.saturating_mul(LONGEST)));
    }

    /// Keeps a point some time ago to tell an idle program from a busy one.
    pub fn remember(&mut self, usage: &Usage) {
        if self.checkpoints[1].0.elapsed() >= PERIOD {
            self.checkpoints = [self.checkpoints[1], (Instant::now(), usage.cpu())];
        }
    }

    /// When nothing is left by the clock: how it ends, unless it is busy and goes on.
    pub fn over(&mut self, used: Duration, usage: &Usage) -> Option<End> {
        let (since, before) = self.checkpoints[0];
        let busy = usage.cpu().saturating_sub(before);
        let idle = !usage.running && busy * 10 <= since.elapsed();
        if idle || usage.cpu() >= self.busy || used >= self.longest {
            return Some(End::TimedOut { idle });
        }
        self.next = used + PERIOD;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WALL: Duration = Duration::from_secs(10);

    fn usage(seconds: u64, running: bool) -> Usage {
        Usage { cpu_ticks: seconds * 100, running, ..Usage::default() }
    }

    #[test]
    fn a_sleeper_ends_with_the_clock() {
        let mut patience = Patience::new(WALL);
        assert_eq!(patience.left(WALL / 2), WALL / 2);
        assert!(patience.left(WALL).is_zero());
        assert_eq!(patience.over(WALL, &usage(0, false)), Some(End::TimedOut { idle: true }));
    }

    #[test]
    fn a_busy_program_goes_on_until_it_has_used_as_much() {
        let mut patience = Patience::new(WALL);
        assert_eq!(patience.over(WALL, &usage(3, true)), None);
        assert!(!patience.left(WALL).is_zero());
        assert_eq!(patience.over(WALL * 3, &usage(9, true)), None);
        assert_eq!(patience.over(WALL * 4, &usage(10, true)), Some(End::TimedOut { idle: false }));
    }

    #[test]
    fn no_program_goes_on_for_more_than_ten_times_as_long() {
        let mut patience = Patience::new(WALL);
        assert!(patience.left(WALL * 10).is_zero());
        assert_eq!(patience.over(WALL * 10, &usage(1, true)), Some(End::TimedOut { idle: false }));
    }

    #[test]
    fn a_program_in_a_hurry_has_less_of_both_clocks() {
        let mut patience = Patience::new(WALL);
        let second = Duration::from_secs(1);
        patience.hurry(second * 2, &usage(1, true), second);
        assert_eq!(patience.left(second * 2), second);
        assert_eq!(patience.over(second * 3, &usage(1, true)), None);
        assert_eq!(patience.over(second * 4, &usage(2, true)), Some(End::TimedOut { idle: false }));
        assert!(patience.left(second * 12).is_zero());
    }
}
