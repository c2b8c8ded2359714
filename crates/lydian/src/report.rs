//! What a check found, as data and as text.

use std::collections::BTreeMap;
use std::fmt;

use crate::Count;
use crate::property::{Cover, Outcome};

/// What is claimed about a property.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// It holds for all arguments: there are finitely many, and all were tried.
    Proved,
    /// It holds for all that were tried.
    Passed,
    /// It does not hold.
    Refuted(Box<Counterexample>),
    /// Nothing was tested: every case was rejected by a precondition, or there are none.
    Vacuous,
    /// Something was left undecided, or tests of a demanded kind are missing; the text says what.
    Unknown(String),
}

/// Arguments for which a property does not hold. There are no smaller ones, unless these were kept or replayed: then no others
/// were tried.
#[derive(Debug, Clone, PartialEq)]
pub struct Counterexample {
    /// The sum of the sizes of all arguments.
    pub size: usize,
    /// The place among all arguments of this size.
    pub index: Count,
    /// Each argument, as `Debug` shows it.
    pub arguments: Vec<String>,
    /// What comparisons and notes of the property tell.
    pub notes: Vec<String>,
    /// Where the property panicked and with what message, if it did.
    pub panic: Option<String>,
    /// Whether it was found in an earlier run and tried first in this one.
    pub kept: bool,
}

/// Why a check that proves nothing stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// After the number of tests that was asked for.
    Tests,
    /// At the largest size that was asked for.
    Size,
    /// After too many cases that a precondition rejected.
    Rejections,
    /// When the time was over.
    Time,
    /// After the one case that was to be replayed.
    Replay,
    /// There was no further case.
    Exhausted,
    /// At a counterexample.
    Refuted,
}

/// The outcome of a check, with its numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The property's name.
    pub name: String,
    /// What is claimed.
    pub verdict: Verdict,
    /// Tests that were not rejected.
    pub tests: u64,
    /// Cases that a precondition rejected.
    pub rejected: u64,
    /// All arguments up to this size were tried.
    pub covered_size: Option<usize>,
    /// Why it stopped.
    pub stopped: Stopped,
    /// How many tests have a label.
    pub labels: BTreeMap<String, u64>,
    /// Kinds of tests of which a share was demanded: the share in percent that was, and how many tests are of the kind.
    pub coverage: BTreeMap<String, (f64, u64)>,
    /// The first few values that `exists` found.
    pub witnesses: Vec<String>,
}

impl Report {
    /// Whether the property holds for all arguments.
    pub fn is_proved(&self) -> bool {
        self.verdict == Verdict::Proved
    }

    /// Whether a test may go on: the property is proved or passed.
    pub fn is_ok(&self) -> bool {
        matches!(self.verdict, Verdict::Proved | Verdict::Passed)
    }

    /// The counterexample, if the property is refuted.
    pub fn counterexample(&self) -> Option<&Counterexample> {
        match &self.verdict {
            Verdict::Refuted(counterexample) => Some(counterexample),
            _ => None,
        }
    }

    /// What `LYDIAN_REPLAY` must be set to, to run the counterexample alone.
    pub fn replay(&self) -> Option<String> {
        let found = self.counterexample()?;
        Some(format!("{}:{}:{}", self.name, found.size, found.index))
    }

    pub(crate) fn new(name: &str) -> Report {
        Report {
            name: name.to_owned(),
            verdict: Verdict::Vacuous,
            tests: 0,
            rejected: 0,
            covered_size: None,
            stopped: Stopped::Exhausted,
            labels: BTreeMap::new(),
            coverage: BTreeMap::new(),
            witnesses: Vec::new(),
        }
    }

    /// Counts what the operators of one test ask for: the test, once for each label, however often they ask.
    pub(crate) fn count(&mut self, mut labels: Vec<String>, covers: Vec<Cover>) {
        labels.sort_unstable();
        labels.dedup();
        for label in labels {
            *self.labels.entry(label).or_insert(0) += 1;
        }
        let mut hits = BTreeMap::new();
        for Cover { label, percent, hit } in covers {
            let (demanded, _) = self.coverage.entry(label.clone()).or_insert((percent, 0));
            // Of several demands the greatest counts, and one that is no number is never met.
            if percent > *demanded || percent.is_nan() {
                *demanded = percent;
            }
            *hits.entry(label).or_insert(false) |= hit;
        }
        for (label, hit) in hits {
            if let Some((_, count)) = self.coverage.get_mut(&label) {
                *count += u64::from(hit);
            }
        }
    }

    /// The first kind of tests of which there are too few.
    pub(crate) fn uncovered(&self) -> Option<String> {
        self.coverage.iter().find_map(|(label, (percent, hits))| {
            let share = percentage(*hits, self.tests);
            (share < *percent || percent.is_nan())
                .then(|| format!("`{label}` is {share:.1} % of the tests; {percent} % are demanded"))
        })
    }
}

fn percentage(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { name, tests, rejected, .. } = self;
        match &self.verdict {
            Verdict::Proved => write!(f, "{name}: proved by all {tests} cases")?,
            Verdict::Passed => {
                write!(f, "{name}: passed {tests} tests")?;
                if let Some(size) = self.covered_size {
                    write!(f, ", all up to size {size} among them")?;
                }
                match self.stopped {
                    Stopped::Time => write!(f, ", stopped by the clock")?,
                    Stopped::Rejections => write!(f, ", stopped since too many cases were rejected")?,
                    _ => {}
                }
            }
            Verdict::Refuted(found) => write!(f, "{name}: refuted\n{found}")?,
            Verdict::Vacuous => write!(f, "{name}: vacuous, nothing was tested")?,
            Verdict::Unknown(why) => write!(f, "{name}: undecided after {tests} tests: {why}")?,
        }
        if *rejected > 0 {
            write!(f, "\n  {rejected} cases rejected by a precondition")?;
        }
        for (label, count) in &self.labels {
            write!(f, "\n  {:5.1} % {label}", percentage(*count, *tests))?;
        }
        for (label, (percent, count)) in &self.coverage {
            write!(f, "\n  {:5.1} % {label} ({percent} % demanded)", percentage(*count, *tests))?;
        }
        match self.replay() {
            Some(replay) => write!(f, "\n  replay: LYDIAN_REPLAY='{replay}' cargo test"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kept = if self.kept { ", kept from an earlier run" } else { "" };
        write!(f, "  counterexample (size {}, index {}{kept}):", self.size, self.index)?;
        for (place, argument) in self.arguments.iter().enumerate() {
            write!(f, "\n    argument {}: {argument}", place + 1)?;
        }
        for note in self.notes.iter().chain(&self.panic) {
            write!(f, "\n  {}", note.replace('\n', "\n  "))?;
        }
        Ok(())
    }
}

impl Outcome {
    /// Whether it counts as a test.
    pub(crate) fn is_test(self) -> bool {
        self != Outcome::Rejected
    }
}
