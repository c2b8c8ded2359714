//! The search for one bug in all ways and rounds, and how tables show what came of it.

use std::time::Duration;

use super::engine::{self, Seeded};
use super::median;
use super::ports::Base;
use super::tools::{Attack, Tool};

/// The ways: the tools for Rust, and our engine last.
pub(super) const WAYS: usize = Tool::ALL.len() + 1;
/// The place of our engine.
pub(super) const ENGINE: usize = WAYS - 1;

/// What tables call a way.
pub(super) fn name(way: usize) -> &'static str {
    Tool::ALL.get(way).map_or("lydian property", |tool| tool.name())
}

/// Looks for a bug in every way, in turn, as often as there are rounds.
pub(super) fn search(
    base: &Base,
    bug: &Seeded,
    rounds: usize,
    limit: Duration,
) -> Result<[Rounds; WAYS], String> {
    let missing = || format!("{} {} is not ported", base.name, bug.name);
    let number = base.bug(bug.name).ok_or_else(missing)?;
    let law = base.law(bug.property).ok_or_else(missing)?;
    let text = bug.text(base.text)?;
    let mut ways: [Rounds; WAYS] = Default::default();
    for round in 0..rounds {
        let attack = Attack { bug: number, seed: round as u64, limit, most: u64::MAX };
        for (tool, way) in Tool::ALL.into_iter().zip(&mut ways) {
            if way.is_worth_a_round() {
                let outcome = law.attack(tool, &attack);
                way.note(outcome.cases, outcome.first, outcome.whole, outcome.size);
            }
        }
        let solved = engine::check(bug.name, &text, bug.property)?;
        if let Some(failure) = &solved.checked.failure {
            let ported = law.replay(number, &failure.inputs);
            if ported.is_none_or(|(_, verdict)| verdict != Some(false)) {
                return Err(format!("`{}` in Rust is not as in OCaml: {:?}", bug.name, failure.inputs));
            }
        }
        let ours = &mut ways[ENGINE];
        ours.note(solved.cases(), solved.size().map(|_| solved.whole), solved.whole, solved.size());
        ours.reading.push(milliseconds(solved.reading));
    }
    Ok(ways)
}

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
    /// Milliseconds in which our engine read the file.
    pub(super) reading: Vec<f64>,
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
