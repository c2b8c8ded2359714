//! What one way of searching found over all rounds, and how tables show it.

use std::time::Duration;

use super::median;

/// A round without a counterexample twice in a row ends the rounds of a way: it would only wait for its limit again.
const MOST_MISSES: usize = 2;

/// The rounds of one way of searching for one bug.
#[derive(Debug, Clone, Default)]
pub(super) struct Rounds {
    /// Cases up to the first failure, of all rounds.
    pub(super) cases: Vec<u64>,
    /// Milliseconds to the first failure.
    pub(super) first: Vec<f64>,
    /// Milliseconds to the end, with shrinking.
    pub(super) whole: Vec<f64>,
    /// Sizes of what was reported.
    pub(super) sizes: Vec<u64>,
    misses: usize,
}

impl Rounds {
    /// Whether another round may find something.
    pub(super) fn is_worth_a_round(&self) -> bool {
        !(self.sizes.is_empty() && self.misses >= MOST_MISSES)
    }

    /// Takes a round.
    pub(super) fn note(&mut self, cases: u64, first: Option<Duration>, whole: Duration, size: Option<u64>) {
        self.cases.push(cases);
        let Some((first, size)) = first.zip(size) else {
            self.misses += 1;
            return;
        };
        self.first.push(milliseconds(first));
        self.whole.push(milliseconds(whole));
        self.sizes.push(size);
    }

    /// Whether every round found something.
    pub(super) fn always_finds(&self) -> bool {
        self.misses == 0 && !self.sizes.is_empty()
    }

    /// Whether a round found something.
    pub(super) fn finds(&self) -> bool {
        !self.sizes.is_empty()
    }

    /// The median time with shrinking.
    pub(super) fn time(&self) -> Option<f64> {
        self.finds().then(|| median(self.whole.clone()))
    }

    /// Rounds whose counterexample has this size.
    pub(super) fn of_size(&self, size: u64) -> usize {
        self.sizes.iter().filter(|other| **other == size).count()
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Milliseconds as a table shows them.
pub(super) fn shown(milliseconds: Option<f64>) -> String {
    match milliseconds {
        None => "-".to_owned(),
        Some(time) if time < 0.01 => format!("{time:.4}"),
        Some(time) if time < 1.0 => format!("{time:.3}"),
        Some(time) if time < 100.0 => format!("{time:.1}"),
        Some(time) => format!("{time:.0}"),
    }
}
