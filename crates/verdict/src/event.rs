//! What a runner tells while it works.
//! A runner emits events and knows no report; a report reads events and knows no runner. Judgements come in the order of
//! the subjects on the command line, whatever the number of threads, so reports need not sort.

use lydian_diagnostic::Diagnostic;

use crate::remark::Remark;
use crate::statistics::Statistics;
use crate::verdict::{Verdict, VerdictKind, exit_code_of_batch};

/// One thing that happened in a run.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// The run begins.
    Started {
        /// What is being done: `comparing 12 submissions with reference.ml`.
        what: String,
        /// How many subjects there are.
        total: u64,
    },
    /// The run goes on. Only for people who watch: leaving these out changes no report.
    Progress {
        /// Subjects that are done.
        done: u64,
        /// Subjects in all.
        total: u64,
        /// What is being looked at now: `submission.ml, size 7`.
        detail: String,
    },
    /// What is said about one subject unless the others change it: told as it is only if the run is ended early. In any order.
    Tentative(Box<Judgement>),
    /// One subject is judged.
    Judged(Box<Judgement>),
    /// The run is over.
    Finished(Summary),
}

/// What is said about one subject.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// The implementation as the user named it: a path, mostly.
    pub subject: String,
    /// The function that the verdict is about, where one was chosen.
    pub entry: Option<String>,
    /// The verdict; of several entries the worst.
    pub verdict: Verdict,
    /// Where several entries of the subject were judged, what is said about each of them, in order.
    pub entries: Vec<Judgement>,
    /// An earlier subject that is the same program; its verdict was taken over.
    pub same_as: Option<String>,
    /// What is true but decides nothing.
    pub remarks: Vec<Remark>,
    /// Warnings and notes that came up on the way.
    pub diagnostics: Vec<Diagnostic>,
    /// What the work took.
    pub statistics: Statistics,
    /// Wall-clock time of the judgement.
    pub seconds: f64,
}

impl Judgement {
    /// A judgement with nothing measured.
    pub fn new(subject: impl Into<String>, verdict: Verdict) -> Judgement {
        Judgement {
            subject: subject.into(),
            entry: None,
            verdict,
            entries: Vec::new(),
            same_as: None,
            remarks: Vec::new(),
            diagnostics: Vec::new(),
            statistics: Statistics::default(),
            seconds: 0.0,
        }
    }

    /// One judgement about several entries of a subject: the verdict is the worst of theirs, the first of equally bad ones.
    ///
    /// ```
    /// use lydian_verdict::{Bounds, Judgement, Verdict, VerdictKind};
    /// let passed = Judgement::new("a.ml", Verdict::Passed(Bounds::new("all inputs up to size 3")));
    /// let vacuous = Judgement::new("a.ml", Verdict::Vacuous("no input is in the domain".into()));
    /// let both = Judgement::of_entries("a.ml", vec![passed, vacuous]);
    /// assert_eq!(both.verdict.kind(), VerdictKind::Vacuous);
    /// ```
    pub fn of_entries(subject: impl Into<String>, entries: Vec<Judgement>) -> Judgement {
        let worst = entries.iter().rev().max_by_key(|entry| entry.verdict.kind().badness());
        let verdict = worst
            .map_or_else(|| Verdict::Vacuous("nothing was judged".to_owned()), |worst| worst.verdict.clone());
        let mut judgement = Judgement::new(subject, verdict);
        judgement.entry = worst.and_then(|worst| worst.entry.clone());
        for entry in &entries {
            judgement.statistics.absorb(&entry.statistics);
            judgement.seconds += entry.seconds;
        }
        judgement.entries = entries;
        judgement
    }

    /// What is said one by one: about each entry, or about the subject as a whole.
    pub fn rows(&self) -> &[Judgement] {
        if self.entries.is_empty() { std::slice::from_ref(self) } else { &self.entries }
    }

    /// The remarks on the subject and on its entries.
    pub fn remark_count(&self) -> usize {
        self.remarks.len() + self.entries.iter().map(Judgement::remark_count).sum::<usize>()
    }
}

/// A whole run in numbers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Summary {
    /// How often each verdict was given; read with [`Summary::count`].
    counts: [u64; VerdictKind::ALL.len()],
    /// How many judgements carry remarks.
    pub remarked: u64,
    /// The sum of what the judgements took.
    pub statistics: Statistics,
    /// Wall-clock time of the run.
    pub seconds: f64,
}

impl Summary {
    /// Takes one judgement into account.
    pub fn record(&mut self, judgement: &Judgement) {
        let kind = judgement.verdict.kind();
        for (index, listed) in VerdictKind::ALL.into_iter().enumerate() {
            self.counts[index] += u64::from(listed == kind);
        }
        self.remarked += u64::from(judgement.remark_count() > 0);
        self.statistics.absorb(&judgement.statistics);
    }

    /// How often this verdict was given.
    pub fn count(&self, kind: VerdictKind) -> u64 {
        self.counts().find(|(listed, _)| *listed == kind).map_or(0, |(_, count)| count)
    }

    /// All verdicts with how often they were given, in the order of [`VerdictKind::ALL`].
    pub fn counts(&self) -> impl Iterator<Item = (VerdictKind, u64)> {
        VerdictKind::ALL.into_iter().zip(self.counts)
    }

    /// How many subjects were judged.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The exit code of the run; see [`exit_code_of_batch`].
    pub fn exit_code(&self) -> u8 {
        exit_code_of_batch(self.counts().filter(|(_, count)| *count > 0).map(|(kind, _)| kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Bounds;

    #[test]
    fn a_summary_counts_verdicts_and_adds_statistics() {
        let mut judgement = Judgement::new("a.ml", Verdict::Passed(Bounds::new("all inputs up to size 3")));
        judgement.statistics.count("paths", 5);
        let mut summary = Summary::default();
        summary.record(&judgement);
        summary.record(&judgement);
        summary.record(&Judgement::new("b.ml", Verdict::Invalid(Vec::new())));
        assert_eq!(summary.count(VerdictKind::Passed), 2);
        assert_eq!(summary.count(VerdictKind::Invalid), 1);
        assert_eq!(summary.total(), 3);
        assert_eq!(summary.statistics.get("paths"), Some(crate::Measure::Count(10)));
        assert_eq!(summary.exit_code(), 2);
    }

    #[test]
    fn a_run_without_judgements_is_not_a_pass() {
        assert_eq!(Summary::default().exit_code(), 3);
    }
}
