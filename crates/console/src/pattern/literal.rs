//! Fixed texts, searched from many starting places at the same time.
//! In: the bytes of the output, one by one, and the places where the text may begin. Out: where it ends. The search is
//! Knuth, Morris and Pratt's, held to the allowed places: constant time for each byte, however periodic the text is.

use std::collections::VecDeque;

/// A fixed text of at least two bytes.
#[derive(Debug, Clone)]
pub(crate) struct Literal {
    /// The text.
    pub(crate) bytes: Vec<u8>,
    /// For each length, how long the longest proper border of the beginning of this length is.
    borders: Vec<u32>,
}

impl Literal {
    /// Prepares a text for the search.
    pub(crate) fn new(bytes: Vec<u8>) -> Literal {
        let mut borders = vec![0u32; bytes.len() + 1];
        let mut border = 0usize;
        for length in 1..bytes.len() {
            while border > 0 && bytes[border] != bytes[length] {
                border = borders[border] as usize;
            }
            if bytes[border] == bytes[length] {
                border += 1;
            }
            borders[length + 1] = border as u32;
        }
        Literal { bytes, borders }
    }
}

/// The occurrences of one literal that are still possible.
///
/// If there are starting places at all, the first one has matched up to here, `matched` bytes. Later ones may have failed
/// already; that is found out when they become the first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Search {
    starts: VecDeque<usize>,
    matched: usize,
}

impl Search {
    /// Whether the text may have begun somewhere.
    pub(crate) fn is_alive(&self) -> bool {
        !self.starts.is_empty()
    }

    /// Lets the text begin at `position`, whose byte must be its first one.
    pub(crate) fn begin(&mut self, position: usize) {
        if self.starts.back() != Some(&position) {
            if self.starts.is_empty() {
                self.matched = 0;
            }
            self.starts.push_back(position);
        }
    }

    /// Consumes the byte at `position`; whether an occurrence ends after it.
    pub(crate) fn advance(&mut self, literal: &Literal, position: usize, byte: u8) -> bool {
        while self.is_alive() && literal.bytes[self.matched] != byte {
            self.starts.pop_front();
            self.fall_back(literal, position);
        }
        if !self.is_alive() {
            return false;
        }
        self.matched += 1;
        let ends = self.matched == literal.bytes.len();
        if ends {
            self.starts.pop_front();
            self.fall_back(literal, position + 1);
        }
        ends
    }

    /// Makes the next starting place that has matched everything before `position` the first.
    fn fall_back(&mut self, literal: &Literal, position: usize) {
        while self.is_alive() {
            self.matched = literal.borders[self.matched] as usize;
            let start = position - self.matched;
            while self.starts.front().is_some_and(|&first| first < start) {
                self.starts.pop_front();
            }
            if self.starts.front() == Some(&start) {
                return;
            }
        }
    }

    /// How much of the text each possible occurrence has matched before `position`, longest first.
    pub(crate) fn progress(&self, literal: &Literal, position: usize) -> Vec<usize> {
        let mut lengths = Vec::new();
        let mut matched = self.matched;
        while self.is_alive() && matched > 0 {
            if self.starts.binary_search(&(position - matched)).is_ok() {
                lengths.push(matched);
            }
            matched = literal.borders[matched] as usize;
        }
        lengths
    }
}
