//! Patterns of answers: `VALUE {0}`, or a JSON object with places in it.
//! In: a message and, for each place, the type of what stands there. Out: the parts as data, or nothing if the message looks
//! different. A pattern that is a JSON object is compared by structure: blanks, the order of keys and further keys do not
//! count. Every other pattern is compared as text.

mod line;
mod structure;
mod wildcard;

use std::ops::Range;
use std::sync::Arc;

use lydian_core::Datum;
use lydian_ocaml::{FormId, Forms};

use line::Line;
pub(super) use line::Special;
use structure::Structure;
pub use wildcard::Wildcard;

/// What a message looks like.
#[derive(Debug, Clone)]
pub(super) enum Pattern {
    /// A text.
    Line(Line),
    /// A JSON object.
    Structure(Structure),
}

/// Why a message does not fit.
#[derive(Debug, PartialEq)]
pub(super) enum Misfit {
    /// It looks different.
    Different,
    /// It looks right, but what stands in a place is no value of its type.
    NoValue(String),
}

impl Pattern {
    /// A pattern whose places have the types that `form_of` gives by number (`None`: nobody asks for the place), or the first
    /// place that cannot be and why.
    pub fn new(
        text: &str,
        forms: &Arc<Forms>,
        form_of: &dyn Fn(usize) -> Option<FormId>,
    ) -> Result<Pattern, (Range<usize>, String)> {
        match Structure::new(text, forms, form_of) {
            Some(structure) => structure.map(Pattern::Structure),
            None => Line::new(text, forms, form_of).map(Pattern::Line),
        }
    }

    /// The parts of a message by number.
    pub fn read(&self, message: &[u8]) -> Result<Vec<(usize, Datum)>, Misfit> {
        match self {
            Pattern::Line(line) => line.read(message),
            Pattern::Structure(structure) => structure.read(message),
        }
    }

    /// The places whose text means something only with what is known besides.
    pub fn special(&self) -> Vec<(usize, Special)> {
        match self {
            Pattern::Line(line) => line.special().collect(),
            Pattern::Structure(structure) => structure.special(),
        }
    }

    /// The one message that fits, if there is only one.
    pub fn literal(&self) -> Option<Vec<u8>> {
        match self {
            Pattern::Line(line) => line.literal(),
            Pattern::Structure(_) => None,
        }
    }

    /// Whether every message that fits another pattern surely fits this one; `false` if that is not obvious.
    pub fn covers(&self, other: &Pattern) -> bool {
        match (self, other) {
            (Pattern::Line(left), Pattern::Line(right)) => left.covers(right),
            (Pattern::Line(left), Pattern::Structure(_)) => left.is_anything(),
            (Pattern::Structure(left), Pattern::Structure(right)) => left.covers(right),
            (Pattern::Structure(_), Pattern::Line(_)) => false,
        }
    }
}
