//! Events on their way from the library to the report.
//! Submissions that could not be read are judged invalid in their place, and each refutation gets the command that replays it.

use lydian_diagnostic::Diagnostic;
use lydian_report::Reporter;
use lydian_verdict::{Event, Judgement, Summary, Verdict};

use super::replay_command::ReplayCommand;
use crate::inputs::{Submission, Submissions};
use crate::output;

/// Passes events on.
pub(crate) struct Forward<'a> {
    submissions: &'a [Submission],
    told: usize,
    replay: ReplayCommand,
    report: &'a mut dyn Reporter,
    summary: Summary,
}

impl<'a> Forward<'a> {
    pub(crate) fn new(
        submissions: &'a Submissions,
        replay: ReplayCommand,
        report: &'a mut dyn Reporter,
    ) -> Forward<'a> {
        Forward { submissions: &submissions.all, told: 0, replay, report, summary: Summary::default() }
    }

    /// Takes one event of the library.
    pub(crate) fn event(&mut self, event: Event) {
        match event {
            Event::Started { what, .. } => {
                self.tell(&Event::Started { what, total: self.submissions.len() as u64 });
            }
            Event::Progress { done, detail, .. } => {
                let unreadable = self.submissions[..self.told].iter().filter(|known| known.source.is_err());
                let done = done + unreadable.count() as u64;
                self.tell(&Event::Progress { done, total: self.submissions.len() as u64, detail });
            }
            Event::Tentative(judgement) => self.tell(&Event::Tentative(judgement)),
            Event::Judged(mut judgement) => {
                self.tell_unreadable();
                self.replay.add_to(&mut judgement);
                self.told += 1;
                self.judged(*judgement);
            }
            Event::Finished(summary) => {
                self.tell_unreadable();
                self.summary.seconds = summary.seconds;
                let summary = self.summary.clone();
                self.tell(&Event::Finished(summary));
            }
        }
    }

    /// The exit code of the run.
    pub(crate) fn exit_code(&self) -> u8 {
        self.summary.exit_code()
    }

    /// The submissions before the next readable one.
    fn tell_unreadable(&mut self) {
        while let Some(submission) = self.submissions.get(self.told) {
            let Err(fault) = &submission.source else { break };
            self.told += 1;
            self.judged(unreadable(submission, fault));
        }
    }

    fn judged(&mut self, judgement: Judgement) {
        self.summary.record(&judgement);
        self.tell(&Event::Judged(Box::new(judgement)));
    }

    fn tell(&mut self, event: &Event) {
        output::or_quit(self.report.event(event));
    }
}

/// The judgement of a file that could not be read.
fn unreadable(submission: &Submission, fault: &Diagnostic) -> Judgement {
    Judgement::new(submission.path.display().to_string(), Verdict::Invalid(vec![fault.clone()]))
}
