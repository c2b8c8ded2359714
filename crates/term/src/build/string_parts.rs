//! Strings as sequences of parts, so far as their lengths are known.
//! Equality of strings is decided from both ends: equal parts cancel, characters are compared one by one, and what is
//! left over is one equality between shorter strings. This settles most comparisons without a theory of strings.

use std::collections::VecDeque;

use crate::{Int, Interval, Node, TermId, Terms};

/// A part of a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Constant bytes, at least one.
    Bytes(Vec<u8>),
    /// One character whose code is a term between 0 and 255.
    Char(TermId),
    /// Anything of unknown length.
    Other(TermId),
}

/// One character at an end of a string.
enum End {
    Byte(u8),
    Char(TermId),
}

impl Terms {
    /// The parts of a string term.
    pub(super) fn parts_of(&self, string: TermId) -> VecDeque<Part> {
        match self.view(string) {
            Node::Concat(parts) => parts.iter().filter_map(|part| self.part(*part)).collect(),
            _ => self.part(string).into_iter().collect(),
        }
    }

    fn part(&self, string: TermId) -> Option<Part> {
        match self.view(string) {
            Node::Str(bytes) if bytes.is_empty() => None,
            Node::Str(bytes) => Some(Part::Bytes(bytes.to_vec())),
            Node::FromCode(code) if self.is_code(*code) => Some(Part::Char(*code)),
            _ => Some(Part::Other(string)),
        }
    }

    /// Whether an integer is certainly the code of a character.
    pub(super) fn is_code(&self, code: TermId) -> bool {
        self.intervals[code.index()].is_within(&Interval::new(0, 255))
    }

    /// The string of the parts.
    pub(super) fn joined(&mut self, parts: impl IntoIterator<Item = Part>) -> TermId {
        let terms: Vec<TermId> = parts
            .into_iter()
            .map(|part| match part {
                Part::Bytes(bytes) => self.str(&bytes),
                Part::Char(code) => self.intern(Node::FromCode(code)),
                Part::Other(term) => term,
            })
            .collect();
        self.concat_all(&terms)
    }

    /// Equality of two different string terms.
    pub(super) fn same_string(&mut self, a: TermId, b: TermId) -> TermId {
        if let (Node::Str(x), Node::Str(y)) = (self.view(a), self.view(b)) {
            return self.bool(x == y);
        }
        if let Some(decided) = self.same_written_integer(a, b) {
            return decided;
        }
        let (mut left, mut right) = (self.parts_of(a), self.parts_of(b));
        let mut conjuncts = Vec::new();
        for at_front in [true, false] {
            while let Some(condition) = self.cancel_ends(&mut left, &mut right, at_front) {
                if condition == Terms::FALSE {
                    return Terms::FALSE;
                }
                conjuncts.push(condition);
            }
        }
        let rest = self.same_rest(left, right);
        conjuncts.push(rest);
        self.and_all(&conjuncts)
    }

    /// Removes an end that both strings have and tells when these are equal; `None` if the ends cannot be compared.
    fn cancel_ends(
        &mut self,
        left: &mut VecDeque<Part>,
        right: &mut VecDeque<Part>,
        at_front: bool,
    ) -> Option<TermId> {
        let peek =
            |parts: &VecDeque<Part>| if at_front { parts.front().cloned() } else { parts.back().cloned() };
        let (x, y) = (peek(left)?, peek(right)?);
        if x == y {
            for parts in [left, right] {
                if at_front {
                    parts.pop_front()
                } else {
                    parts.pop_back()
                };
            }
            return Some(Terms::TRUE);
        }
        if let (Part::Bytes(x), Part::Bytes(y)) = (&x, &y) {
            let common = x.len().min(y.len());
            let equal = if at_front {
                x[..common] == y[..common]
            } else {
                x.ends_with(&y[y.len() - common..]) || y.ends_with(x)
            };
            drop_bytes(left, common, at_front);
            drop_bytes(right, common, at_front);
            return Some(self.bool(equal));
        }
        if matches!(x, Part::Other(_)) || matches!(y, Part::Other(_)) {
            return None;
        }
        let (x, y) = (take_end(left, at_front)?, take_end(right, at_front)?);
        let (x, y) = (self.code_of(x), self.code_of(y));
        Some(self.eq(x, y))
    }

    fn code_of(&mut self, end: End) -> TermId {
        match end {
            End::Byte(byte) => self.int(i64::from(byte)),
            End::Char(code) => code,
        }
    }

    fn same_rest(&mut self, left: VecDeque<Part>, right: VecDeque<Part>) -> TermId {
        let is_longer = |parts: &VecDeque<Part>| parts.iter().any(|part| !matches!(part, Part::Other(_)));
        if (left.is_empty() && is_longer(&right)) || (right.is_empty() && is_longer(&left)) {
            return Terms::FALSE;
        }
        if left.is_empty() || right.is_empty() {
            // Parts that together are empty are empty one by one.
            let empty = self.str(b"");
            let mut conjuncts = Vec::new();
            for part in left.into_iter().chain(right) {
                let term = self.joined([part]);
                conjuncts.push(if term == empty { Terms::TRUE } else { self.same_atoms(term, empty) });
            }
            return self.and_all(&conjuncts);
        }
        let (left, right) = (self.joined(left), self.joined(right));
        self.same_atoms(left, right)
    }

    fn same_atoms(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return Terms::TRUE;
        }
        if let Some(decided) = self.same_written_integer(a, b) {
            return decided;
        }
        for (choice, other) in [(a, b), (b, a)] {
            // A choice between constants compared with a constant is decided by its condition.
            if let Node::Ite(condition, then, otherwise) = self.view(choice)
                && let (Node::Str(then), Node::Str(otherwise), Node::Str(other)) =
                    (self.view(*then), self.view(*otherwise), self.view(other))
            {
                let (condition, then, otherwise) = (*condition, then == other, otherwise == other);
                let (then, otherwise) = (self.bool(then), self.bool(otherwise));
                return self.ite(condition, then, otherwise);
            }
        }
        self.intern(Node::Same(a.min(b), a.max(b)))
    }

    /// Integers written out are equal if and only if they are.
    fn same_written_integer(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match (self.view(a), self.view(b)) {
            (Node::FromInt(x), Node::FromInt(y)) => {
                let (x, y) = (*x, *y);
                Some(self.eq(x, y))
            }
            (Node::FromInt(number), Node::Str(text)) | (Node::Str(text), Node::FromInt(number)) => {
                let (number, value) = (*number, written_integer(text));
                let Some(value) = value else { return Some(Terms::FALSE) };
                let value = self.int_const(value);
                Some(self.eq(number, value))
            }
            _ => None,
        }
    }
}

/// The integer whose canonical decimal form the text is.
fn written_integer(text: &[u8]) -> Option<Int> {
    let text = std::str::from_utf8(text).ok()?;
    let value: Int = text.parse().ok()?;
    (value.to_string() == text).then_some(value)
}

fn drop_bytes(parts: &mut VecDeque<Part>, count: usize, at_front: bool) {
    let part = if at_front { parts.front_mut() } else { parts.back_mut() };
    let Some(Part::Bytes(bytes)) = part else { return };
    if at_front {
        bytes.drain(..count);
    } else {
        bytes.truncate(bytes.len() - count);
    }
    if bytes.is_empty() {
        if at_front {
            parts.pop_front()
        } else {
            parts.pop_back()
        };
    }
}

fn take_end(parts: &mut VecDeque<Part>, at_front: bool) -> Option<End> {
    let part = if at_front { parts.front() } else { parts.back() };
    match part? {
        Part::Bytes(bytes) => {
            let byte = if at_front { *bytes.first()? } else { *bytes.last()? };
            drop_bytes(parts, 1, at_front);
            Some(End::Byte(byte))
        }
        Part::Char(code) => {
            let code = *code;
            if at_front {
                parts.pop_front()
            } else {
                parts.pop_back()
            };
            Some(End::Char(code))
        }
        Part::Other(_) => None,
    }
}
