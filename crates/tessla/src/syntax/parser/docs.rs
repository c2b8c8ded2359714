//! Documentation: what it may stand in front of, and warnings where it documents nothing.
//! It is attached to the statement that comes next, if nothing but blanks and comments is between them.

use super::Parser;

impl Parser<'_> {
    /// Notes that what starts at a token can be documented.
    pub(super) fn documentable(&mut self, token: usize) {
        self.documented.push(token);
    }

    /// Warns of all documentation that belongs to nothing. Of several pieces in front of one statement, the last one
    /// belongs to it.
    pub(super) fn warn_of_lonely_docs(&mut self) {
        let docs = std::mem::take(&mut self.docs);
        self.documented.sort_unstable();
        for (index, doc) in docs.iter().enumerate() {
            // Lines of dashes alone divide a text and document nothing.
            let speaks =
                self.source.text[doc.at.clone()].contains(|c: char| !c.is_whitespace() && !"#-".contains(c));
            let last = docs.get(index + 1).is_none_or(|later| later.before != doc.before);
            let attached = last && self.documented.binary_search(&doc.before).is_ok();
            if speaks && !attached {
                let hint = "write `#` for a comment; documentation stands in front of definitions";
                self.warning("lonely-documentation", doc.at.clone(), "nothing to document here", hint);
            }
        }
    }
}
