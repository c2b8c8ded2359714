//! What became of mutants, told as the events of a run: a judgement for each, and a line with the score behind a text.
//! A mutant that the suite misses is refuted, one that it kills has passed, one that nothing can kill is proved equivalent.

use std::time::Instant;

use lydian_report::{Format, Reporter, Verbosity};
use lydian_verdict::{Event, Judgement, Summary, Verdict};
use lydian_words::plural;

use crate::arguments::ReportArguments;
use crate::output;
use crate::report::Report;

/// How many mutants ended how.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Counts {
    pub(crate) killed: u64,
    pub(crate) missed: u64,
    pub(crate) equivalent: u64,
    pub(crate) undecided: u64,
    /// Changes that make nothing that could be run.
    pub(crate) invalid: u64,
}

impl Counts {
    /// The exit code of a run over all of them.
    fn exit_code(&self) -> u8 {
        match self {
            Counts { missed: 1.., .. } => 1,
            Counts { undecided: 1.., .. } | Counts { killed: 0, .. } => 3,
            _ => 0,
        }
    }

    /// `11 mutants, 1 sequence: 2 killed, 8 missed, 1 equivalent; the suite kills 20 %`; the suite comes in words.
    fn in_all(&self, suite: &str) -> String {
        let all = self.killed + self.missed + self.equivalent + self.undecided + self.invalid;
        let mut parts = vec![format!("{} killed", self.killed), format!("{} missed", self.missed)];
        for (count, word) in
            [(self.equivalent, "equivalent"), (self.undecided, "undecided"), (self.invalid, "invalid")]
        {
            if count > 0 {
                parts.push(format!("{count} {word}"));
            }
        }
        let score = match self.killed + self.missed {
            0 => "; no mutant is known to differ".to_owned(),
            differ => format!("; the suite kills {} %", share(self.killed, differ)),
        };
        format!("{}, {suite}: {}{score}\n", plural(all, "mutant"), parts.join(", "))
    }
}

/// A percentage; one that is not the whole is not shown as the whole.
fn share(part: u64, whole: u64) -> String {
    let tenths = part * 1000 / whole;
    match tenths % 10 {
        0 => format!("{}", tenths / 10),
        rest => format!("{}.{rest}", tenths / 10),
    }
}

/// Tells the judgements and gives the exit code. A text leaves out mutants that need no attention, unless all are asked for.
pub(crate) fn tell(
    report: &mut Report,
    arguments: &ReportArguments,
    judgements: impl IntoIterator<Item = Judgement>,
    counts: &Counts,
    suite: &str,
    started: Instant,
) -> u8 {
    let text = arguments.format() == Format::Text;
    let everything = !text || arguments.verbosity() == Verbosity::Verbose;
    let mut summary = Summary::default();
    for judgement in judgements {
        summary.record(&judgement);
        if everything || matches!(judgement.verdict, Verdict::Refuted(_) | Verdict::Unknown(_)) {
            output::or_quit(report.event(&Event::Judged(Box::new(judgement))));
        }
    }
    summary.seconds = started.elapsed().as_secs_f64();
    if everything {
        output::or_quit(report.event(&Event::Finished(summary)));
    }
    if text {
        report.append(&counts.in_all(suite));
    }
    counts.exit_code()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_that_is_not_the_whole_is_not_shown_as_the_whole() {
        let shares = [share(2, 10), share(24, 26), share(9999, 10_000), share(7, 7), share(0, 3)];
        assert_eq!(shares, ["20", "92.3", "99.9", "100", "0"]);
    }
}
