//! Paths in words: how each branch and loop of the script was decided on the way.
//! In: a path that was found. Out: for each statement on it, in the order in which they are first met, its place and what
//! was decided there, round by round.

use crate::flow::{ReadMode, Step};
use crate::paths::{PathEnd, SpecPath};
use crate::spec::Spec;

/// What was decided at one statement on a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decisions {
    /// The line of the statement, from 1.
    pub line: usize,
    /// Its first word: `while`, `if`, `read`.
    pub statement: String,
    /// Whether its condition held, each time; of a `read`, whether the value was a wanted one.
    pub taken: Vec<bool>,
}

impl std::fmt::Display for Decisions {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let words: Vec<&str> = self.taken.iter().map(|taken| self.word(*taken)).collect();
        write!(formatter, "line {} {}: {}", self.line, self.statement, words.join(" "))
    }
}

impl Decisions {
    fn word(&self, taken: bool) -> &'static str {
        match (self.statement == "read", taken) {
            (false, true) => "yes",
            (false, false) => "no",
            (true, true) => "right",
            (true, false) => "wrong",
        }
    }
}

impl Spec {
    /// The decisions of a path. Reads count where a wrong value is possible.
    pub fn decisions(&self, path: &SpecPath) -> Vec<Decisions> {
        let mut found: Vec<(usize, Decisions)> = Vec::new();
        let mut taken = path.taken.iter();
        let mut lines = path.lines.iter();
        let mut at = 0;
        loop {
            match &self.flow.steps[at] {
                Step::Branch { negated, otherwise, .. } => {
                    let Some(goes_on) = taken.next() else { break };
                    self.note(&mut found, at, goes_on != negated);
                    at = if *goes_on { at + 1 } else { *otherwise };
                }
                Step::Read(number) => {
                    let Some(line) = lines.next() else { break };
                    if let (true, Some(target)) = (line.end, self.flow.readings[*number].end) {
                        at = target;
                        continue;
                    }
                    let mode = &self.flow.readings[*number].mode;
                    if !matches!(mode, ReadMode::Assume) {
                        self.note(&mut found, at, line.valid);
                    }
                    match (line.valid, mode) {
                        (true, _) => at += 1,
                        (false, ReadMode::Retry(_)) => {}
                        (false, _) => break,
                    }
                }
                Step::Jump(target) => at = *target,
                Step::End => break,
                Step::Write(_) | Step::Assign { .. } | Step::Choose(_) | Step::Round => at += 1,
            }
        }
        found.into_iter().map(|(_, decisions)| decisions).collect()
    }

    fn note(&self, found: &mut Vec<(usize, Decisions)>, step: usize, taken: bool) {
        if let Some((_, decisions)) = found.iter_mut().find(|(other, _)| *other == step) {
            decisions.taken.push(taken);
            return;
        }
        let place = &self.flow.places[step];
        let source = &self.script.source;
        let text = source.text.get(place.start..).unwrap_or("");
        let end = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
        let (line, _) = source.position(place.start);
        found.push((step, Decisions { line, statement: text[..end].to_owned(), taken: vec![taken] }));
    }
}

impl SpecPath {
    /// How the path ends, in one word: `ends`, `stops` after a wrong value, or `fails`.
    pub fn ending(&self) -> &'static str {
        match self.end {
            PathEnd::Stopped => "stops",
            PathEnd::Fails(_) => "fails",
            _ => "ends",
        }
    }
}
