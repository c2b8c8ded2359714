//! How long a live system is listened to.
//!
//! The time for which it is waited counts against the budget, so that a system that is slow or silent does not stretch it. The first answer
//! after a start may take longer, until it is known how long a start takes. Where silence ends an answer, a failure is looked at with
//! more patience; that an answer was late once makes later silences twice as long, not ten times.

use std::time::{Duration, Instant};

use lydian_budget::{Deadline, charge};
use lydian_conform::Obstacle;
use lydian_sut::link::Received;

use super::{Live, Reach};
use crate::codec::Reply;

/// So many times as long may the first answer take after a start: on a busy machine a program is not ready at once.
pub(super) const AFTER_A_START: u32 = 10;

/// How much longer than the slowest start so far a start may take.
const SLOWER_START: u32 = 3;

/// How much longer a silence is when a failure is looked at again.
const PATIENCE: u32 = 10;
const LEAST_PATIENCE: Duration = Duration::from_millis(500);

/// What is known about the time that a start takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Starting {
    /// Nothing yet.
    #[default]
    Unknown,
    /// The first answer came after at most so long.
    Took(Duration),
    /// No answer came, however long it was waited.
    Hung,
}

impl Live<'_> {
    /// How long the next answer may take.
    pub(super) fn answer_time(&self) -> Duration {
        let timeout = self.manners.timeout;
        match (self.is_fresh, self.starting) {
            (false, _) | (true, Starting::Hung) => timeout,
            (true, Starting::Unknown) => timeout.saturating_mul(AFTER_A_START),
            (true, Starting::Took(time)) => timeout.saturating_add(time.saturating_mul(SLOWER_START)),
        }
    }

    /// The answer to an input, with how long it was waited for.
    pub(super) fn receive_answer(&mut self) -> (Received, Duration) {
        let (wait, begun) = (self.answer_time(), Instant::now());
        let received = self.receive(wait);
        if std::mem::take(&mut self.is_fresh) {
            self.starting = match (&received, self.starting) {
                (Received::Silent, _) => Starting::Hung,
                (_, Starting::Took(before)) => Starting::Took(before.max(begun.elapsed())),
                _ => Starting::Took(begun.elapsed()),
            };
        }
        (received, wait)
    }

    /// The next line; HTTP has none.
    pub(super) fn receive(&mut self, wait: Duration) -> Received {
        let capped = self.capped(wait);
        let Reach::Lines(link, _) = &mut self.reach else { return Received::Silent };
        let begun = Instant::now();
        let received = link.receive(capped);
        if !capped.is_zero() {
            charge(begun.elapsed());
        }
        if let Received::Line(line) = &received {
            self.last_line.clone_from(line);
        }
        if received == Received::Silent && capped < wait {
            self.obstacle = Some(Obstacle::OutOfTime);
        }
        received
    }

    /// So much of a time as is left.
    pub(super) fn capped(&self, wait: Duration) -> Duration {
        match self.deadline {
            Some(deadline) => wait.min(deadline.left()),
            None => wait,
        }
    }

    /// After so long a wait in vain: whether it was cut short because there is no more time.
    pub(super) fn note_cut(&mut self, waited: Duration) {
        if waited < self.manners.timeout && self.deadline.is_some_and(Deadline::passed) {
            self.obstacle = Some(Obstacle::OutOfTime);
        }
    }

    /// After how much silence an answer is over.
    pub(super) fn quiet(&self) -> Duration {
        match self.is_patient {
            true => self.patience(),
            false => self.manners.quiet,
        }
    }

    fn patience(&self) -> Duration {
        (self.asked_quiet * PATIENCE).max(LEAST_PATIENCE)
    }

    /// Sets whether it is waited longer for outputs; whether that makes a difference.
    pub(super) fn set_patience(&mut self, is_patient: bool) -> bool {
        let changes = self.manners.reply == Reply::Quiet && is_patient != self.is_patient;
        self.is_patient = is_patient;
        changes
    }

    /// An answer came late: the next ones may as well.
    pub(super) fn allow_for_late_answers(&mut self) {
        self.manners.quiet = (self.manners.quiet * 2).min(self.patience());
    }
}
