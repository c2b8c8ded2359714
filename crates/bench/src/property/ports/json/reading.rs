//! The reading of JSON, with its seeded bugs. Wherever the OCaml file raises `Wrong`, this gives nothing.

use super::{Bug, Fields, Json};

/// The value that a text stands for, if that is all of it.
pub(super) fn parse(bug: Bug, text: &str) -> Option<Json> {
    let text: Vec<char> = text.chars().collect();
    let (value, after) = Reader { bug, text: &text }.value(0)?;
    (after == text.len()).then_some(value)
}

struct Reader<'t> {
    bug: Bug,
    text: &'t [char],
}

impl Reader<'_> {
    fn peek(&self, at: usize) -> char {
        self.text.get(at).copied().unwrap_or('\0')
    }

    fn expect(&self, char: char, at: usize) -> Option<usize> {
        (self.peek(at) == char).then_some(at + 1)
    }

    fn word(&self, expected: &str, at: usize) -> Option<usize> {
        let found = self.text.get(at..at + expected.len())?;
        found.iter().copied().eq(expected.chars()).then_some(at + expected.len())
    }

    fn digits(&self, mut at: usize) -> (i64, usize) {
        let least = if self.bug == Bug::ZeroNotRead { '1' } else { '0' };
        let mut number = 0i64;
        while (least..='9').contains(&self.peek(at)) {
            let digit = i64::from(self.peek(at) as u32) - i64::from('0' as u32);
            let before = if self.bug == Bug::DigitsAdded { number } else { number.wrapping_mul(10) };
            number = before.wrapping_add(digit);
            at += 1;
        }
        (number, at)
    }

    fn number(&self, at: usize) -> (i64, usize) {
        match self.peek(at) {
            '-' => {
                let (size, after) = self.digits(at + 1);
                (if self.bug == Bug::MinusForgotten { size } else { size.wrapping_neg() }, after)
            }
            _ => self.digits(at),
        }
    }

    /// The rest of a string, up to its closing quote.
    fn characters(&self, mut at: usize) -> Option<(String, usize)> {
        let mut chars: Vec<(char, bool)> = Vec::new();
        loop {
            match self.peek(at) {
                '"' => break,
                '\\' => {
                    let char = match self.peek(at + 1) {
                        'n' if self.bug != Bug::NewlineReadAsLetter => '\n',
                        't' if self.bug == Bug::TabReadAsReturn => '\r',
                        't' => '\t',
                        other => other,
                    };
                    chars.push((char, true));
                    at += 2;
                }
                _ if at >= self.text.len() => return None,
                char => {
                    chars.push((char, self.bug != Bug::CharactersReversed));
                    at += 1;
                }
            }
        }
        // From the last to the first, as they are put together; one that is not first goes to the end.
        let mut text = std::collections::VecDeque::new();
        for (char, is_first) in chars.into_iter().rev() {
            if is_first { text.push_front(char) } else { text.push_back(char) }
        }
        Some((text.into_iter().collect(), at + 1))
    }

    fn value(&self, at: usize) -> Option<(Json, usize)> {
        match self.peek(at) {
            'n' => Some((Json::Null, self.word("null", at)?)),
            't' => Some((Json::Bool(true), self.word("true", at)?)),
            'f' => Some((Json::Bool(false), self.word("false", at)?)),
            '"' => self.characters(at + 1).map(|(chars, after)| (Json::String(chars), after)),
            '[' if self.peek(at + 1) == ']' => {
                let after = if self.bug == Bug::EmptyListNotRead { at + 1 } else { at + 2 };
                Some((Json::List(Vec::new()), after))
            }
            '[' => self.items(at + 1).map(|(values, after)| (Json::List(values), after)),
            '{' if self.peek(at + 1) == '}' => Some((Json::Object(Vec::new()), at + 2)),
            '{' => self.fields(at + 1).map(|(fields, after)| (Json::Object(fields), after)),
            '-' | '0'..='9' => {
                let (number, after) = self.number(at);
                Some((Json::Number(number), after))
            }
            _ => None,
        }
    }

    fn items(&self, at: usize) -> Option<(Vec<Json>, usize)> {
        let (first, after) = self.value(at)?;
        if self.peek(after) != ',' {
            return Some((vec![first], self.expect(']', after)?));
        }
        let (mut rest, after) = self.items(after + 1)?;
        let place = if self.bug == Bug::ItemsReversed { rest.len() } else { 0 };
        rest.insert(place, first);
        Some((rest, after))
    }

    fn fields(&self, at: usize) -> Option<(Fields, usize)> {
        let (key, after) = self.characters(self.expect('"', at)?)?;
        let (first, after) = self.value(self.expect(':', after)?)?;
        if self.peek(after) != ',' {
            return Some((vec![(key, first)], self.expect('}', after)?));
        }
        let (mut rest, after) = self.fields(after + 1)?;
        match self.bug {
            Bug::FieldsReversed => rest.push((key, first)),
            Bug::OneFieldOnly => rest = vec![(key, first)],
            _ => rest.insert(0, (key, first)),
        }
        Some((rest, after))
    }
}
