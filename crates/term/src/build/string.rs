//! Operations on strings. Constants fold; positions that are known reach through concatenations of known lengths.
//! Positions and lengths follow the total operations of SMT-LIB, as [`crate::Node`] states them.

use std::sync::Arc;

use super::string_parts::Part;
use crate::{Int, Node, TermId, Terms};

/// A concatenation of more strings than this is nested instead of flattened.
const WIDEST_CONCATENATION: usize = 64;

impl Terms {
    /// One string after the other.
    pub fn concat(&mut self, a: TermId, b: TermId) -> TermId {
        self.concat_all(&[a, b])
    }

    /// All strings, one after the other.
    pub fn concat_all(&mut self, strings: &[TermId]) -> TermId {
        let width = |terms: &Terms, string: TermId| {
            if let Node::Concat(parts) = terms.view(string) { parts.len() } else { 1 }
        };
        let flat_width: usize = strings.iter().map(|string| width(self, *string)).sum();
        let mut flat: Vec<TermId> = Vec::with_capacity(strings.len());
        for string in strings {
            match self.view(*string) {
                Node::Concat(parts) if flat_width <= WIDEST_CONCATENATION => flat.extend_from_slice(parts),
                _ => flat.push(*string),
            }
        }
        let mut merged: Vec<TermId> = Vec::with_capacity(flat.len());
        let mut bytes: Vec<u8> = Vec::new();
        for string in flat {
            if let Node::Str(constant) = self.view(string) {
                bytes.extend_from_slice(constant);
                continue;
            }
            if !bytes.is_empty() {
                merged.push(self.str(&bytes));
                bytes.clear();
            }
            merged.push(string);
        }
        if !bytes.is_empty() || merged.is_empty() {
            merged.push(self.str(&bytes));
        }
        match merged.as_slice() {
            [only] => *only,
            _ => self.intern(Node::Concat(merged.into())),
        }
    }

    /// The length of a string.
    pub fn str_len(&mut self, a: TermId) -> TermId {
        match self.view(a) {
            Node::Str(bytes) => {
                let length = Int::from(bytes.len());
                self.int_const(length)
            }
            Node::FromCode(code) if self.is_code(*code) => self.int(1),
            Node::Concat(parts) => {
                let parts = parts.clone();
                let mut total = self.int(0);
                for part in parts {
                    // A nested concatenation keeps its length as a term, so the depth of this call stays at two.
                    let length = match self.view(part) {
                        Node::Concat(_) => self.intern(Node::Len(part)),
                        _ => self.str_len(part),
                    };
                    total = self.add(total, length);
                }
                total
            }
            _ => self.intern(Node::Len(a)),
        }
    }

    /// The code of the character at a position; -1 outside of the string.
    pub fn code_at(&mut self, a: TermId, position: TermId) -> TermId {
        if let Some(place) = self.as_int(position) {
            if place.is_negative() {
                return self.int(-1);
            }
            if let Node::Str(bytes) = self.view(a) {
                let code =
                    place.as_usize().and_then(|place| bytes.get(place)).map_or(-1, |byte| i64::from(*byte));
                return self.int(code);
            }
            let mut left = place.as_usize().unwrap_or(usize::MAX);
            let mut parts = self.parts_of(a);
            loop {
                match parts.front() {
                    None => return self.int(-1),
                    Some(Part::Other(_)) => break,
                    Some(Part::Char(code)) if left == 0 => return *code,
                    Some(Part::Char(_)) => left -= 1,
                    Some(Part::Bytes(bytes)) if left < bytes.len() => {
                        let code = i64::from(bytes[left]);
                        return self.int(code);
                    }
                    Some(Part::Bytes(bytes)) => left -= bytes.len(),
                }
                parts.pop_front();
            }
            let rest = self.joined(parts);
            let place = self.int_const(Int::from(left));
            return self.intern(Node::CodeAt(rest, place));
        }
        if self.as_str(a).is_some_and(<[u8]>::is_empty) {
            return self.int(-1);
        }
        self.intern(Node::CodeAt(a, position))
    }

    /// That many characters from a position on; fewer if the string ends, none if the position is outside.
    pub fn substr(&mut self, a: TermId, position: TermId, count: TermId) -> TermId {
        let empty_string = |terms: &mut Terms| terms.str(b"");
        if self.as_str(a).is_some_and(<[u8]>::is_empty) {
            return a;
        }
        let never = |bound: Option<&Int>, limit: &Int| bound.is_some_and(|bound| bound <= limit);
        if never(self.intervals[count.index()].hi.as_ref(), &Int::ZERO)
            || never(self.intervals[position.index()].hi.as_ref(), &Int::MINUS_ONE)
        {
            return empty_string(self);
        }
        let Some(start) = self.as_int(position) else {
            return self.intern(Node::Substr(a, position, count));
        };
        let Some(start) = start.as_usize() else {
            // A position beyond all memory lies outside of every string that is there.
            let is_constant = self.as_str(a).is_some();
            return if is_constant {
                empty_string(self)
            } else {
                self.intern(Node::Substr(a, position, count))
            };
        };
        if start == 0 && self.str_len(a) == count {
            return a;
        }
        let Some(wanted) = self.as_int(count).map(|count| count.as_usize().unwrap_or(usize::MAX)) else {
            return self.intern(Node::Substr(a, position, count));
        };
        match self.known_slice(a, start, wanted) {
            Some(parts) => self.joined(parts),
            None => self.intern(Node::Substr(a, position, count)),
        }
    }

    /// A slice of a string whose parts up to the end of the slice have known lengths.
    fn known_slice(&self, a: TermId, start: usize, wanted: usize) -> Option<Vec<Part>> {
        let (mut skip, mut left) = (start, wanted);
        let mut slice = Vec::new();
        for part in self.parts_of(a) {
            if left == 0 {
                break;
            }
            match part {
                Part::Other(_) => return None,
                Part::Char(_) if skip > 0 => skip -= 1,
                Part::Char(code) => {
                    slice.push(Part::Char(code));
                    left -= 1;
                }
                Part::Bytes(bytes) => {
                    let from = skip.min(bytes.len());
                    let until = from + left.min(bytes.len() - from);
                    skip -= from;
                    left -= until - from;
                    slice.push(Part::Bytes(bytes[from..until].to_vec()));
                }
            }
        }
        Some(slice)
    }

    /// The first position, from the third term on, at which the second string occurs in the first; -1 if there is none.
    pub fn index_of(&mut self, a: TermId, needle: TermId, from: TermId) -> TermId {
        if let (Node::Str(hay), Node::Str(needle), Node::Int(from)) =
            (self.view(a), self.view(needle), self.view(from))
        {
            let found = crate::evaluate::index_of(hay, needle, from);
            return self.int_const(found);
        }
        self.intern(Node::IndexOf(a, needle, from))
    }

    /// Whether the first string contains the second.
    pub fn contains(&mut self, a: TermId, needle: TermId) -> TermId {
        match (self.view(a), self.view(needle)) {
            (_, Node::Str(needle)) if needle.is_empty() => Terms::TRUE,
            (Node::Str(hay), Node::Str(needle)) => self.bool(crate::evaluate::find(hay, needle, 0).is_some()),
            (Node::Str(hay), _) if hay.is_empty() => self.eq(a, needle),
            (Node::Concat(parts), _) if parts.contains(&needle) => Terms::TRUE,
            _ if a == needle => Terms::TRUE,
            _ => self.intern(Node::Contains(a, needle)),
        }
    }

    /// Whether the first string is a prefix of the second.
    pub fn prefix_of(&mut self, prefix: TermId, a: TermId) -> TermId {
        self.affix(prefix, a, true)
    }

    /// Whether the first string is a suffix of the second.
    pub fn suffix_of(&mut self, suffix: TermId, a: TermId) -> TermId {
        self.affix(suffix, a, false)
    }

    fn affix(&mut self, affix: TermId, a: TermId, at_front: bool) -> TermId {
        match (self.view(affix), self.view(a)) {
            (Node::Str(affix), _) if affix.is_empty() => Terms::TRUE,
            (Node::Str(affix), Node::Str(whole)) => {
                let holds = if at_front { whole.starts_with(affix) } else { whole.ends_with(affix) };
                self.bool(holds)
            }
            (_, Node::Str(whole)) if whole.is_empty() => self.eq(affix, a),
            (_, Node::Concat(parts)) if at_front && parts.first() == Some(&affix) => Terms::TRUE,
            (_, Node::Concat(parts)) if !at_front && parts.last() == Some(&affix) => Terms::TRUE,
            _ if affix == a => Terms::TRUE,
            _ if at_front => self.intern(Node::PrefixOf(affix, a)),
            _ => self.intern(Node::SuffixOf(affix, a)),
        }
    }

    /// Whether the first string comes before the second in the bytewise order.
    pub fn str_lt(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.view(a), self.view(b)) {
            _ if a == b => Terms::FALSE,
            (Node::Str(x), Node::Str(y)) => self.bool(x < y),
            (_, Node::Str(y)) if y.is_empty() => Terms::FALSE,
            (Node::Str(x), _) if x.is_empty() => {
                let empty = self.eq(a, b);
                self.not(empty)
            }
            (Node::FromCode(x), Node::FromCode(y)) if self.is_code(*x) && self.is_code(*y) => {
                let (x, y) = (*x, *y);
                self.lt(x, y)
            }
            _ => self.intern(Node::StrLt(a, b)),
        }
    }

    /// Whether the first string comes before the second in the bytewise order or equals it.
    pub fn str_le(&mut self, a: TermId, b: TermId) -> TermId {
        let after = self.str_lt(b, a);
        self.not(after)
    }

    /// The string of one character with that code; empty if the code is not in 0 to 255.
    pub fn from_code(&mut self, code: TermId) -> TermId {
        if let Some(value) = self.as_int(code) {
            let byte = value.as_i64().and_then(|value| u8::try_from(value).ok());
            return self.str(byte.as_slice());
        }
        self.intern(Node::FromCode(code))
    }

    /// An integer in decimal digits, with a minus sign if it is negative.
    pub fn from_int(&mut self, a: TermId) -> TermId {
        if let Some(value) = self.int_ref(a) {
            let text = value.to_string();
            return self.str(text.as_bytes());
        }
        self.intern(Node::FromInt(a))
    }

    /// The number that a non-empty string of decimal digits denotes; -1 for any other string.
    pub fn to_int(&mut self, a: TermId) -> TermId {
        match self.view(a) {
            Node::Str(text) => {
                let text: Arc<[u8]> = text.clone();
                self.int_const(crate::evaluate::digits_to_int(&text))
            }
            Node::FromInt(number) if self.intervals[number.index()].is_nonnegative() => *number,
            _ => self.intern(Node::ToInt(a)),
        }
    }
}
