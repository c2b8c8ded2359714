//! The figures of a run: for each reader how many inputs, how much time, what share was accepted, the largest time and memory.

use std::time::Duration;

use lydian_words::grouped;

use crate::measure::Cost;
use crate::name_of;
use crate::readers::Kind;

/// The figures of one reader.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tally {
    inputs: u64,
    accepted: u64,
    /// Inputs that the deadline ended.
    out_of_time: u64,
    time: Duration,
    longest: Duration,
    /// KiB.
    largest: u64,
    pub(crate) findings: u64,
}

impl Tally {
    /// Counts an input that was read.
    pub(crate) fn count(&mut self, accepted: bool, cost: Cost, deadline: Duration) {
        self.inputs += 1;
        self.accepted += u64::from(accepted);
        self.out_of_time += u64::from(cost.time >= deadline);
        self.time += cost.time;
        self.longest = self.longest.max(cost.time);
        self.largest = self.largest.max(cost.memory);
    }

    /// Counts an input that was not.
    pub(crate) fn count_finding(&mut self) {
        self.inputs += 1;
        self.findings += 1;
    }

    fn add(&mut self, other: &Tally) {
        self.inputs += other.inputs;
        self.accepted += other.accepted;
        self.out_of_time += other.out_of_time;
        self.time += other.time;
        self.longest = self.longest.max(other.longest);
        self.largest = self.largest.max(other.largest);
        self.findings += other.findings;
    }

    fn row(&self, name: &str) -> String {
        let share = 100.0 * self.accepted as f64 / self.inputs.max(1) as f64;
        format!(
            "| {name} | {} | {:.0} s | {share:.1} % | {:.3} s | {} MiB | {} | {} |",
            grouped(self.inputs),
            self.time.as_secs_f64(),
            self.longest.as_secs_f64(),
            self.largest >> 10,
            self.out_of_time,
            self.findings
        )
    }
}

/// A table of all readers, as Markdown.
pub(crate) fn table(tallies: &[(Kind, Tally)]) -> String {
    let mut lines = vec![
        "| reader | inputs | time | accepted | longest | most memory | ended by the deadline | findings |"
            .to_owned(),
        "|---|---|---|---|---|---|---|---|".to_owned(),
    ];
    let mut all = Tally::default();
    for (reader, tally) in tallies {
        lines.push(tally.row(&name_of(*reader)));
        all.add(tally);
    }
    lines.push(all.row("all"));
    lines.join("\n")
}
