//! The short way for the lines that traces mostly consist of: a small time, a known name, a plain value.
//! What is not read here is read again by `text`, which also says what is wrong; so this may give up on anything, and the
//! tests hold it to agree with `text` on what it does not give up on.

use lydian_core::Value;
use lydian_term::Int;

use super::Item;
use super::names::{Kind, Names};

/// Reads the first line of `bytes`, which ends with a line break; gives the item and the length of the line.
#[inline]
pub(super) fn item(names: &mut Names<'_>, bytes: &[u8]) -> Option<(Item, usize)> {
    if names.spec.decimals > 0 {
        return None;
    }
    let mut cursor = Cursor { bytes, at: 0 };
    let time = cursor.number()?;
    if cursor.next()? != b':' {
        return None;
    }
    cursor.skip_blanks();
    let from = cursor.at;
    while matches!(cursor.peek(), b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_') {
        cursor.at += 1;
    }
    let input = names.find(&bytes[from..cursor.at])?;
    cursor.skip_blanks();
    let kind = names.kind(input);
    let value = if cursor.peek() == b'=' {
        cursor.at += 1;
        cursor.skip_blanks();
        cursor.value(kind)?
    } else if kind == Kind::Unit {
        Value::Unit
    } else {
        return None;
    };
    cursor.skip_blanks();
    if cursor.peek() == b'\r' {
        cursor.at += 1;
    }
    (cursor.next()? == b'\n').then(|| (Item::Event { time: Int::from(time), input, value }, cursor.at))
}

struct Cursor<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Cursor<'_> {
    #[inline]
    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(b'\n')
    }

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    #[inline]
    fn skip_blanks(&mut self) {
        while matches!(self.peek(), b' ' | b'\t') {
            self.at += 1;
        }
    }

    /// Digits, as long as they surely fit.
    #[inline]
    fn number(&mut self) -> Option<i64> {
        let from = self.at;
        let mut number = 0i64;
        while self.peek().is_ascii_digit() {
            if self.at - from == 18 {
                return None;
            }
            number = number * 10 + i64::from(self.peek() - b'0');
            self.at += 1;
        }
        (self.at > from).then_some(number)
    }

    #[inline]
    fn value(&mut self, kind: Kind) -> Option<Value> {
        match kind {
            Kind::Int => {
                let negative = self.peek() == b'-';
                self.at += usize::from(negative);
                let number = self.number()?;
                Some(Value::Int(if negative { -number } else { number }))
            }
            Kind::Bool => self.word(b"true", true).or_else(|| self.word(b"false", false)),
            Kind::Unit => (self.next()? == b'(' && self.next()? == b')').then_some(Value::Unit),
            Kind::Float => self.float(),
            Kind::String => self.string(),
            Kind::Other => None,
        }
    }

    fn word(&mut self, word: &[u8], value: bool) -> Option<Value> {
        self.bytes[self.at..].starts_with(word).then(|| {
            self.at += word.len();
            Value::Bool(value)
        })
    }

    /// `-?digits.digits`.
    fn float(&mut self) -> Option<Value> {
        let from = self.at;
        self.at += usize::from(self.peek() == b'-');
        self.number()?;
        if self.next()? != b'.' {
            return None;
        }
        self.number()?;
        let text = std::str::from_utf8(&self.bytes[from..self.at]).ok()?;
        text.parse().ok().map(Value::Float)
    }

    /// Text in quotes without escapes and interpolation.
    fn string(&mut self) -> Option<Value> {
        if self.next()? != b'"' {
            return None;
        }
        let from = self.at;
        loop {
            match self.next()? {
                b'"' => break,
                b'\\' | b'$' | b'\n' | b'\r' => return None,
                _ => {}
            }
        }
        let text = &self.bytes[from..self.at - 1];
        std::str::from_utf8(text).ok()?;
        Some(Value::str(text))
    }
}
