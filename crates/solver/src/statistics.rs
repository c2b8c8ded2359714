//! What the layers have done: how many questions each answered, how, and in what time.
//! Times are for people to read; nothing is decided by them.

use std::fmt;
use std::time::{Duration, Instant};

use crate::Answer;

/// The work of one layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LayerStatistics {
    /// Questions that reached the layer.
    pub asked: u64,
    /// Questions that it answered itself as satisfiable.
    pub sat: u64,
    /// Questions that it answered itself as unsatisfiable.
    pub unsat: u64,
    /// Questions that it answered itself as unknown.
    pub unknown: u64,
    /// Answers that came from memory: equal questions, models that still fit, known contradictions.
    pub hits: u64,
    /// Time spent in the layer itself.
    pub time: Duration,
}

impl LayerStatistics {
    /// Questions that the layer answered itself.
    pub fn answered(&self) -> u64 {
        self.sat + self.unsat + self.unknown
    }

    fn add(&mut self, other: &LayerStatistics) {
        self.asked += other.asked;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.hits += other.hits;
        self.time += other.time;
    }

    /// Notes that a question came in at that moment and is passed on now.
    pub(crate) fn passed_on(&mut self, since: Instant) {
        self.asked += 1;
        self.time += since.elapsed();
    }

    /// Notes that a question came in at that moment and is answered now.
    pub(crate) fn answered_now(&mut self, since: Instant, answer: Answer) -> Answer {
        self.asked += 1;
        self.time += since.elapsed();
        match &answer {
            Answer::Sat(_) => self.sat += 1,
            Answer::Unsat => self.unsat += 1,
            Answer::Unknown(_) => self.unknown += 1,
        }
        answer
    }
}

/// The work of all layers, in the order in which a question passes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Name and work of each layer.
    pub layers: Vec<(&'static str, LayerStatistics)>,
}

impl Statistics {
    /// Adds the work of another chain, layer by layer.
    pub fn add(&mut self, other: &Statistics) {
        for (name, work) in &other.layers {
            match self.layers.iter_mut().find(|(known, _)| known == name) {
                Some((_, total)) => total.add(work),
                None => self.layers.push((name, work.clone())),
            }
        }
    }

    /// How many questions simple rules and memory could not answer: what it costs to ask.
    pub fn hard_questions(&self) -> u64 {
        ["products", "small world", "tighten", "z3"]
            .into_iter()
            .filter_map(|name| self.layer(name))
            .map(LayerStatistics::answered)
            .sum()
    }

    /// The work of the layer with this name.
    pub fn layer(&self, name: &str) -> Option<&LayerStatistics> {
        self.layers.iter().find(|(known, _)| *known == name).map(|(_, work)| work)
    }

    /// Puts a layer in front of those behind it.
    pub(crate) fn behind(name: &'static str, own: &LayerStatistics, rest: Statistics) -> Statistics {
        let mut all = Statistics { layers: vec![(name, own.clone())] };
        all.add(&rest);
        all
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<12} {:>9} {:>9} {:>9} {:>9} {:>9} {:>10}",
            "layer", "asked", "sat", "unsat", "unknown", "hits", "ms"
        )?;
        for (name, work) in &self.layers {
            let milliseconds = work.time.as_secs_f64() * 1000.0;
            writeln!(
                f,
                "{name:<12} {:>9} {:>9} {:>9} {:>9} {:>9} {milliseconds:>10.2}",
                work.asked, work.sat, work.unsat, work.unknown, work.hits
            )?;
        }
        Ok(())
    }
}
