//! What became of some mutants, as a line of a table.

use lydian_verdict::{Verdict, VerdictKind};

use super::Judged;
use super::harness::Tested;
use crate::compare::percentile;

/// Counts, and what must be looked at.
#[derive(Debug, Default)]
pub(super) struct Row {
    mutants: u64,
    pub(super) refuted: u64,
    proved: u64,
    passed: u64,
    remarked: u64,
    unknown: u64,
    invalid: u64,
    mismatched: u64,
    /// Not refuted, but real OCaml finds a difference.
    pub(super) missed: Vec<String>,
    /// Told as a remark only, and real OCaml finds a difference: what the rules leave out.
    pub(super) only_remarked: Vec<String>,
    /// Proved, but real OCaml finds a difference.
    pub(super) wrong_proofs: Vec<String>,
    /// Refuted, but real OCaml sees no difference.
    pub(super) false_alarms: Vec<String>,
    /// Refuted, and random tests find a difference, too.
    pub(super) found_at_random: u64,
    /// Refuted, but random tests find nothing.
    pub(super) hidden: Vec<String>,
    /// Not tested although wanted.
    pub(super) untested: Vec<String>,
    times: Vec<f64>,
    sizes: Vec<u64>,
    seconds: f64,
}

pub(super) const HEADING: &str = "reference         mutants refuted proved passed remarked unknown invalid mismatched missed \
                                  false-alarms median-ms  p95-ms  max-ms size-median size-p95 size-max  cpu-s";

impl Row {
    /// Counts a mutant.
    pub(super) fn note(&mut self, reference: &str, judged: &Judged) {
        let judgement = &judged.judgement;
        self.mutants += 1;
        self.seconds += judgement.seconds;
        let is_remarked = !judgement.remarks.is_empty();
        match judgement.verdict.kind() {
            VerdictKind::Refuted => self.refuted += 1,
            VerdictKind::Proved | VerdictKind::Passed if is_remarked => self.remarked += 1,
            VerdictKind::Proved => self.proved += 1,
            VerdictKind::Passed => self.passed += 1,
            VerdictKind::Unknown | VerdictKind::Vacuous => self.unknown += 1,
            VerdictKind::Invalid => self.invalid += 1,
            VerdictKind::Mismatched => self.mismatched += 1,
        }
        if let Verdict::Refuted(refutation) = &judgement.verdict {
            self.times.push(judgement.seconds);
            self.sizes.push(refutation.case.size);
        }
        let line = judged.source.position(judged.mutant.span.start).0;
        let name = format!("{reference}, line {line}: {}", judged.mutant.description);
        if let Some(said) = &judged.false_alarm {
            self.false_alarms.push(format!("{name}: {said}"));
        }
        let Some(tested) = &judged.tested else { return };
        let verdict = judgement.verdict.kind();
        let told = format!("{name} ({}): {}", verdict.word(), told(tested));
        match tested {
            Tested::Differs { .. } if verdict == VerdictKind::Refuted => self.found_at_random += 1,
            Tested::Same { .. } if verdict == VerdictKind::Refuted => self.hidden.push(told),
            Tested::Differs { .. } if is_remarked => self.only_remarked.push(told),
            Tested::Differs { .. } if verdict == VerdictKind::Proved => self.wrong_proofs.push(told),
            Tested::Differs { .. } => self.missed.push(told),
            Tested::Failed(_) => self.untested.push(told),
            Tested::Same { .. } => {}
        }
    }

    /// Adds another row.
    pub(super) fn add(&mut self, row: Row) {
        self.mutants += row.mutants;
        self.refuted += row.refuted;
        self.proved += row.proved;
        self.passed += row.passed;
        self.remarked += row.remarked;
        self.unknown += row.unknown;
        self.invalid += row.invalid;
        self.mismatched += row.mismatched;
        self.missed.extend(row.missed);
        self.only_remarked.extend(row.only_remarked);
        self.wrong_proofs.extend(row.wrong_proofs);
        self.false_alarms.extend(row.false_alarms);
        self.untested.extend(row.untested);
        self.found_at_random += row.found_at_random;
        self.hidden.extend(row.hidden);
        self.times.extend(row.times);
        self.sizes.extend(row.sizes);
        self.seconds += row.seconds;
    }

    /// The row as a line under the heading.
    pub(super) fn line(&self, name: &str) -> String {
        let mut times = self.times.clone();
        times.sort_by(f64::total_cmp);
        let mut sizes = self.sizes.clone();
        sizes.sort_unstable();
        let time = |share: f64| {
            percentile(&times, share).map_or("-".to_owned(), |value| format!("{:.1}", value * 1e3))
        };
        let size = |share: f64| percentile(&sizes, share).map_or("-".to_owned(), |value| value.to_string());
        format!(
            "{name:<17} {:>7} {:>7} {:>6} {:>6} {:>8} {:>7} {:>7} {:>10} {:>6} {:>12} {:>9} {:>7} {:>7} {:>11} {:>8} {:>8} {:>6.1}",
            self.mutants,
            self.refuted,
            self.proved,
            self.passed,
            self.remarked,
            self.unknown,
            self.invalid,
            self.mismatched,
            self.missed.len() + self.wrong_proofs.len(),
            self.false_alarms.len(),
            time(0.5),
            time(0.95),
            time(1.0),
            size(0.5),
            size(0.95),
            size(1.0),
            self.seconds,
        )
    }
}

/// What random tests say, in words.
pub(super) fn told(tested: &Tested) -> String {
    match tested {
        Tested::Differs { tests, call, expected, actual } => {
            format!("test {tests}: {call}: expected {expected}, got {actual}")
        }
        Tested::Same { tests, outside } => format!("the same in {tests} tests, {outside} of them outside"),
        Tested::Failed(why) => format!("failed: {}", why.lines().last().unwrap_or("")),
    }
}
