//! Answers that are still to come: a system says so, and must answer in the end.
//!
//! Where a wire file says `not_yet`, the answer is asked for again, or the next message is waited for, with pauses between that get longer. A
//! system that goes on saying so for longer than `finish` is wrong: a job that never ends is no answer.

use std::time::{Duration, Instant};

use lydian_budget::{Deadline, charge};
use lydian_conform::Obstacle;
use lydian_sut::link::Received;
use lydian_words::seconds;

use super::words::UNFINISHED;
use super::{Live, Reach};
use crate::codec::{NotYet, quoted};

/// The shortest and the longest pause before it is asked again.
const PAUSES: (Duration, Duration) = (Duration::from_millis(5), Duration::from_millis(200));

/// How long an answer has been asked for.
pub(super) struct Asking {
    begun: Instant,
    most: Duration,
    pause: Duration,
}

impl Asking {
    pub fn new(most: Duration) -> Asking {
        Asking { begun: Instant::now(), most, pause: PAUSES.0 }
    }

    /// What is wrong with a system that still says this.
    pub fn in_vain(&self, said: &str) -> String {
        format!("{UNFINISHED} within {}: it still says {}", seconds(self.most), quoted(said.as_bytes()))
    }

    fn left(&self) -> Duration {
        self.most.saturating_sub(self.begun.elapsed())
    }
}

impl Live<'_> {
    /// Waits for a moment before it is asked again; whether there is time for that.
    pub(super) fn may_ask_again(&mut self, asking: &mut Asking) -> bool {
        if self.deadline.is_some_and(Deadline::passed) {
            self.obstacle = Some(Obstacle::OutOfTime);
            return false;
        }
        if asking.left().is_zero() {
            return false;
        }
        let pause = asking.pause.min(asking.left());
        std::thread::sleep(pause);
        charge(pause);
        asking.pause = (asking.pause * 2).min(PAUSES.1);
        true
    }

    /// The answer behind all messages that say that it is still to come, or what is wrong.
    pub(super) fn finished(&mut self, answer: Vec<u8>) -> Result<Vec<u8>, String> {
        let mut asking = Asking::new(self.manners.finish);
        let mut answer = answer;
        loop {
            let Reach::Lines(_, codec) = &self.reach else { return Ok(answer) };
            let Some(how) = codec.unfinished(&answer) else { return Ok(answer) };
            let said = String::from_utf8_lossy(&answer).into_owned();
            let wait = match how {
                NotYet::Ask if !self.may_ask_again(&mut asking) => return Err(asking.in_vain(&said)),
                NotYet::Ask => {
                    let sent = self.sent.clone();
                    self.send(&sent)?;
                    self.manners.timeout
                }
                NotYet::Wait => asking.left(),
            };
            answer = match self.receive(wait) {
                Received::Line(answer) => answer,
                Received::Silent if how == NotYet::Wait => return Err(asking.in_vain(&said)),
                other => return Err(self.broken(other, wait)),
            };
        }
    }
}
