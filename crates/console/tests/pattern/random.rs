//! Random patterns and texts.

use lydian_console::pattern::{Output, Pattern, Step};

use crate::{decimal, decorated, number};

/// Draws patterns, and texts near them.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    pub fn text(&mut self, longest: usize) -> Vec<u8> {
        let length = self.below(longest + 1);
        (0..length).map(|_| self.pick(b"177a-- ..,\n0")).collect()
    }

    pub fn pattern(&mut self, depth: usize) -> Pattern {
        match self.below(if depth == 0 { 11 } else { 18 }) {
            0..=2 => Pattern::Text(self.text(2)),
            3 | 4 => number(self.pick(&["7", "1", "17", "-7", "-1", "0"])),
            5 => decimal(self.pick(&["7.0", "1.7", "-0.0", "1.70", "-7.00"])),
            6 => Pattern::Any,
            7 => {
                let texts = self.pick(&[&["7"][..], &["a"], &["17", "a"], &["77"], &["-1", "1a1"]]);
                Pattern::AnyWithout(texts.iter().map(|text| text.as_bytes().to_vec()).collect())
            }
            8 => Pattern::Some,
            9 => Pattern::Places(self.pick(&["7.0", "1.7", "0.0", "-1.70", "7"]).into()),
            10 => {
                // A point at the beginning has no rule in the reference.
                let bounds = [
                    ("1", "1.7"),
                    ("1.07", "1.7"),
                    ("-7", "-1"),
                    ("7", "177"),
                    ("1", "10.7"),
                    ("-17.7", "-1.1"),
                ];
                let (low, high) = self.pick(&bounds);
                Pattern::Near { shown: "near".into(), low: low.into(), high: high.into() }
            }
            11 => decorated(self.pattern(depth - 1)),
            12 => Pattern::Columns(self.patterns(depth)),
            13..=15 => Pattern::Sequence(self.patterns(depth)),
            _ => Pattern::Either(self.patterns(depth)),
        }
    }

    pub fn patterns(&mut self, depth: usize) -> Vec<Pattern> {
        (0..self.below(4)).map(|_| self.pattern(depth - 1)).collect()
    }

    pub fn step(&mut self) -> Step {
        let outputs = self.below(4);
        let output =
            |random: &mut Random| Output { optional: random.below(3) == 0, pattern: random.pattern(2) };
        Step { outputs: (0..outputs).map(|_| output(self)).collect() }
    }

    /// A text that the pattern allows but for the conditions on numbers, if there is one.
    pub fn member(&mut self, pattern: &Pattern) -> Vec<u8> {
        match pattern {
            Pattern::Text(text) => text.clone(),
            Pattern::Number(number)
            | Pattern::Decimal(number)
            | Pattern::Rounded(number)
            | Pattern::Places(number) => number.clone().into_bytes(),
            Pattern::Near { low, high, .. } => {
                self.pick(&[&**low, &**high, "1", "-1", "7", "1.1", "17.7", ".7"]).as_bytes().to_vec()
            }
            Pattern::Columns(parts) => {
                let pad = self.pick(&[" ", "  ", "\t", " ", "\n", ""]);
                let parts: Vec<Vec<u8>> = parts.iter().map(|part| self.member(part)).collect();
                parts.join(pad.as_bytes())
            }
            Pattern::Any | Pattern::AnyWithout(_) => self.text(2),
            Pattern::Tolerant(_, inside) => self.member(inside),
            Pattern::Some => [self.text(1), vec![self.pick(b"7a-")], self.text(1)].concat(),
            Pattern::Decorated(inside) => [self.member(&Pattern::Some), self.member(inside)].concat(),
            Pattern::Sequence(parts) => parts.iter().flat_map(|part| self.member(part)).collect(),
            Pattern::Either(alternatives) if alternatives.is_empty() => Vec::new(),
            Pattern::Either(alternatives) => {
                let index = self.below(alternatives.len());
                self.member(&alternatives[index])
            }
        }
    }

    /// A text near those that the step allows.
    pub fn written(&mut self, step: &Step) -> Vec<u8> {
        let mut written = Vec::new();
        for output in &step.outputs {
            if !output.optional || self.below(2) == 0 {
                written.extend(self.member(&output.pattern));
                if self.below(2) == 0 {
                    written.push(b'\n');
                }
            }
        }
        for _ in 0..self.below(3) {
            let place = self.below(written.len() + 1);
            let removed = self.below(2).min(written.len() - place);
            written.splice(place..place + removed, self.text(1));
        }
        written.truncate(11);
        written
    }
}
