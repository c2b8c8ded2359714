//! Watches integers that have no bound for results that would not fit in a machine word.
//! A program in unbounded mode computes as mathematics does; whoever wants to know whether the same program on machine
//! integers could overflow puts a [`Watch`] into the world. What is known is judged at once; what is unknown is kept as
//! terms, for the caller to ask a solver about.

use lydian_term::{Int, Interval, TermId, Terms};
use rustc_hash::FxHashSet;

/// No more terms than this are kept.
const MOST_TERMS: usize = 10_000;

/// What additions, subtractions, negations and products came to in a run in unbounded mode.
#[derive(Debug, Clone)]
pub struct Watch {
    /// The width of the signed integers that results are measured against.
    pub bits: u32,
    /// The unknown results that may lie outside of the range, each once, in the order in which they were computed.
    pub seen: Vec<TermId>,
    /// Whether a known result lay outside of the range.
    pub overflowed: bool,
    /// Whether unknown results were left out because there were too many.
    pub incomplete: bool,
    known: FxHashSet<TermId>,
    range: Interval,
}

impl Watch {
    /// Nothing seen yet.
    pub fn new(bits: u32) -> Watch {
        Watch {
            bits,
            seen: Vec::new(),
            overflowed: false,
            incomplete: false,
            known: FxHashSet::default(),
            range: Interval::of_bits(bits),
        }
    }

    /// Takes note of a known result.
    pub(crate) fn known(&mut self, result: &Int) {
        self.overflowed |= !self.range.contains(result);
    }

    /// Takes note of an unknown result. One whose bounds keep it inside of the range needs no asking.
    pub(crate) fn unknown(&mut self, terms: &Terms, result: TermId) {
        if let Some(known) = terms.as_int(result) {
            return self.known(&known);
        }
        if terms.interval(result).is_within(&self.range) || self.known.contains(&result) {
            return;
        }
        if self.seen.len() >= MOST_TERMS {
            self.incomplete = true;
            return;
        }
        self.known.insert(result);
        self.seen.push(result);
    }
}
