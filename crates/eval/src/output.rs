//! What a run has written, channel by channel.
//! Text that depends on unknowns stays a term, so that the outputs of two runs can be compared for all values at once.

use lydian_term::{TermId, Terms};

/// The text on both channels. Their texts are kept apart: which comes first between them is not remembered.
#[derive(Debug, Clone, Default)]
pub struct Output {
    /// What went to standard output.
    pub standard: Written,
    /// What went to standard error.
    pub error: Written,
}

impl Output {
    /// Forgets what was written.
    pub fn clear(&mut self) {
        *self = Output::default();
    }
}

/// The text of one channel.
#[derive(Debug, Clone, Default)]
pub struct Written {
    parts: Vec<Part>,
    bytes: usize,
    /// Whether text was dropped because there was too much of it.
    pub is_cut: bool,
}

#[derive(Debug, Clone)]
enum Part {
    Known(Vec<u8>),
    Unknown(TermId),
}

/// More text, or more parts that are unknown, than this are dropped.
const MOST_BYTES: usize = 1 << 20;
const MOST_PARTS: usize = 1_000;

impl Written {
    /// Adds known text.
    pub(crate) fn known(&mut self, text: &[u8]) {
        let room = MOST_BYTES - self.bytes;
        self.is_cut |= text.len() > room;
        let text = &text[..text.len().min(room)];
        self.bytes += text.len();
        match self.parts.last_mut() {
            _ if text.is_empty() => {}
            Some(Part::Known(last)) => last.extend_from_slice(text),
            _ => self.parts.push(Part::Known(text.to_vec())),
        }
    }

    /// Adds text that depends on unknowns.
    pub(crate) fn unknown(&mut self, text: TermId) {
        if self.parts.len() < MOST_PARTS {
            self.parts.push(Part::Unknown(text));
        } else {
            self.is_cut = true;
        }
    }

    /// Whether nothing at all was written, whatever the unknowns are. An unknown text may still be empty.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The text, if it is known.
    pub fn text(&self) -> Option<&[u8]> {
        match &self.parts[..] {
            [] => Some(&[]),
            [Part::Known(text)] => Some(text),
            _ => None,
        }
    }

    /// The text as a term.
    pub fn term(&self, terms: &mut Terms) -> TermId {
        let mut whole = terms.str(b"");
        for part in &self.parts {
            let part = match part {
                Part::Known(text) => terms.str(text),
                Part::Unknown(term) => *term,
            };
            whole = terms.concat(whole, part);
        }
        whole
    }
}
