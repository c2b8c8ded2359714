//! Several conversations with one system at the same time.
//!
//! The first session resets the system, or starts it; the others connect to it for each sequence. In a round, all inputs are sent before the
//! first answer is read, so that the system has them all at once.

use lydian_conform::{InputId, Observed, Obstacle, System};

use super::{Live, Message};
use crate::sessions::Together;

/// Several sessions of a live system.
pub struct LiveSessions<'l> {
    sessions: Vec<Live<'l>>,
}

impl<'l> LiveSessions<'l> {
    /// These sessions; the first one owns the system.
    pub fn new(sessions: Vec<Live<'l>>) -> LiveSessions<'l> {
        LiveSessions { sessions }
    }

    /// The session that owns the system.
    pub fn first(&mut self) -> Option<&mut Live<'l>> {
        self.sessions.first_mut()
    }
}

impl Together for LiveSessions<'_> {
    fn sessions(&self) -> usize {
        self.sessions.len()
    }

    fn begin(&mut self) -> Result<(), String> {
        self.sessions.iter_mut().try_for_each(System::reset)
    }

    fn round(&mut self, inputs: &[Option<InputId>]) -> Vec<Option<Observed>> {
        let mut sessions: Vec<_> = self.sessions.iter_mut().zip(inputs).collect();
        let unasked: Vec<Option<Observed>> =
            sessions.iter_mut().map(|(live, input)| input.and_then(|input| live.ask_only(input))).collect();
        let answers = sessions
            .into_iter()
            .zip(unasked)
            .map(|((live, input), unasked)| input.map(|_| unasked.unwrap_or_else(|| live.line_answer())));
        answers.collect()
    }

    fn obstacle(&mut self) -> Option<(usize, Obstacle)> {
        // What cannot be sent is told before time that is over.
        let mut met: Vec<(usize, Obstacle)> = Vec::new();
        for (number, live) in self.sessions.iter_mut().enumerate() {
            met.extend(live.obstacle().map(|obstacle| (number, obstacle)));
        }
        met.sort_by_key(|(_, obstacle)| matches!(obstacle, Obstacle::OutOfTime));
        met.into_iter().next()
    }
}

impl Live<'_> {
    /// Sends an input without waiting for its answer; what came of it instead, if it could not be sent.
    fn ask_only(&mut self, input: InputId) -> Option<Observed> {
        match self.encode(input) {
            Ok(Message::Line(line)) => {
                self.sent.clone_from(&line);
                self.send_input(&line)
            }
            Ok(Message::Request(_)) => Some(Observed::Refused),
            Err(why) => {
                self.obstacle = Some(Obstacle::Unsendable(why.clone()));
                Some(Observed::Broken(format!("the input cannot be sent: {why}")))
            }
        }
    }
}
