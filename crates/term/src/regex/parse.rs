//! Reads the notation of regular expressions.
//! `.` `[...]` `[^...]` `*` `+` `?` `{m,n}` `|` `( )` `\d` `\w` `\s` (and `\D` `\W` `\S`), `\n` `\t` `\r`, `\xHH`; any
//! other character with a backslash before it is itself. A character of several bytes is those bytes in a row. The
//! depth of groups is bounded, so the reader may call itself.

use super::{ByteSet, RegexPart};

type Parsed<T> = Result<T, (usize, String)>;

/// Groups nest at most that deeply.
const DEEPEST: u32 = 100;
/// A part is repeated at most so often by number.
const MOST_REPEATS: u32 = 1_000;
/// An expression has at most that many bytes.
const LONGEST: usize = 10_000;

pub(super) fn parse(text: &[u8]) -> Parsed<RegexPart> {
    if text.len() > LONGEST {
        return Err((LONGEST, format!("a regular expression has at most {LONGEST} bytes")));
    }
    let mut reader = Reader { text, place: 0, depth: 0 };
    let whole = reader.choice()?;
    match reader.peek() {
        None => Ok(whole),
        Some(_) => Err(reader.error("`)` closes nothing; write `\\)` for the character")),
    }
}

struct Reader<'t> {
    text: &'t [u8],
    place: usize,
    depth: u32,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.place).copied()
    }

    fn take(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.place += 1;
        Some(byte)
    }

    fn take_if(&mut self, wanted: u8) -> bool {
        let found = self.peek() == Some(wanted);
        self.place += usize::from(found);
        found
    }

    fn error(&self, message: &str) -> (usize, String) {
        (self.place, message.to_owned())
    }

    fn choice(&mut self) -> Parsed<RegexPart> {
        let mut alternatives = vec![self.sequence()?];
        while self.take_if(b'|') {
            alternatives.push(self.sequence()?);
        }
        Ok(if alternatives.len() == 1 { alternatives.remove(0) } else { RegexPart::Choice(alternatives) })
    }

    fn sequence(&mut self) -> Parsed<RegexPart> {
        let mut parts = Vec::new();
        while !matches!(self.peek(), None | Some(b'|' | b')')) {
            parts.push(self.repeated()?);
        }
        Ok(match parts.len() {
            0 => RegexPart::Empty,
            1 => parts.remove(0),
            _ => RegexPart::Sequence(parts),
        })
    }

    fn repeated(&mut self) -> Parsed<RegexPart> {
        let part = self.atom()?;
        let Some((least, most)) = self.quantifier()? else { return Ok(part) };
        if matches!(self.peek(), Some(b'*' | b'+' | b'?' | b'{')) {
            return Err(self.error("what is repeated already is repeated again; put `( )` around it"));
        }
        Ok(RegexPart::Repeat(Box::new(part), least, most))
    }

    fn quantifier(&mut self) -> Parsed<Option<(u32, Option<u32>)>> {
        let bounds = match self.peek() {
            Some(b'*') => (0, None),
            Some(b'+') => (1, None),
            Some(b'?') => (0, Some(1)),
            Some(b'{') => return self.counts().map(Some),
            _ => return Ok(None),
        };
        self.place += 1;
        Ok(Some(bounds))
    }

    /// `{m}`, `{m,}`, `{,n}` or `{m,n}`.
    fn counts(&mut self) -> Parsed<(u32, Option<u32>)> {
        let start = self.place;
        self.place += 1;
        let least = self.number()?;
        let comma = self.take_if(b',');
        let most = if comma { self.number()? } else { least };
        if !self.take_if(b'}') || (least.is_none() && most.is_none()) {
            return Err((
                start,
                "after `{` come numbers as in `{2,5}`; write `\\{` for the character".to_owned(),
            ));
        }
        let least = least.unwrap_or(0);
        if most.is_some_and(|most| most < least) {
            return Err((start, "the first number of `{m,n}` is the smaller one".to_owned()));
        }
        Ok((least, most))
    }

    fn number(&mut self) -> Parsed<Option<u32>> {
        let start = self.place;
        let mut value: Option<u32> = None;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            let next = value.unwrap_or(0).saturating_mul(10).saturating_add(u32::from(digit - b'0'));
            if next > MOST_REPEATS {
                return Err((start, format!("a part can be repeated at most {MOST_REPEATS} times")));
            }
            value = Some(next);
            self.place += 1;
        }
        Ok(value)
    }

    fn atom(&mut self) -> Parsed<RegexPart> {
        let start = self.place;
        match self.take() {
            None => Err(self.error("an expression is missing here")),
            Some(b'(') => self.group(start),
            Some(b'[') => self.class(start).map(RegexPart::Byte),
            Some(b'.') => Ok(RegexPart::Byte(ByteSet::of(b'\n').complement())),
            Some(b'\\') => self.escape(start).map(RegexPart::Byte),
            Some(byte @ (b'*' | b'+' | b'?' | b'{')) => {
                let shown = char::from(byte);
                Err((start, format!("`{shown}` repeats nothing; write `\\{shown}` for the character")))
            }
            Some(byte @ (b'^' | b'$')) => {
                let shown = char::from(byte);
                let message = format!(
                    "a text matches as a whole, without `{shown}`; write `\\{shown}` for the character"
                );
                Err((start, message))
            }
            Some(byte) => Ok(self.character(byte)),
        }
    }

    /// A character and the bytes that belong to it.
    fn character(&mut self, first: u8) -> RegexPart {
        let more = match first {
            0xC2..=0xDF => 1,
            0xE0..=0xEF => 2,
            0xF0..=0xF4 => 3,
            _ => 0,
        };
        let rest = self.text.get(self.place..self.place + more).unwrap_or_default();
        if more == 0 || rest.is_empty() || !rest.iter().all(|byte| matches!(byte, 0x80..=0xBF)) {
            return RegexPart::Byte(ByteSet::of(first));
        }
        self.place += more;
        let bytes = std::iter::once(&first).chain(rest);
        RegexPart::Sequence(bytes.map(|byte| RegexPart::Byte(ByteSet::of(*byte))).collect())
    }

    fn group(&mut self, start: usize) -> Parsed<RegexPart> {
        if self.peek() == Some(b'?') {
            return Err((start, "groups that start with `(?` are not known; write `( )`".to_owned()));
        }
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err((start, format!("groups nest at most {DEEPEST} deep")));
        }
        let inner = self.choice()?;
        self.depth -= 1;
        if !self.take_if(b')') {
            return Err((start, "`(` is not closed".to_owned()));
        }
        Ok(inner)
    }

    /// What follows a backslash, outside of brackets and inside.
    fn escape(&mut self, start: usize) -> Parsed<ByteSet> {
        let Some(byte) = self.take() else { return Err((start, "`\\` is the last character".to_owned())) };
        Ok(match byte {
            b'd' => digits(),
            b'D' => digits().complement(),
            b'w' => word_characters(),
            b'W' => word_characters().complement(),
            b's' => blanks(),
            b'S' => blanks().complement(),
            b'n' => ByteSet::of(b'\n'),
            b't' => ByteSet::of(b'\t'),
            b'r' => ByteSet::of(b'\r'),
            b'x' => {
                let digit = |byte: u8| char::from(byte).to_digit(16);
                match (self.take().and_then(digit), self.take().and_then(digit)) {
                    (Some(high), Some(low)) => ByteSet::of((high * 16 + low) as u8),
                    _ => return Err((start, "after `\\x` come two hexadecimal digits".to_owned())),
                }
            }
            byte if byte.is_ascii_alphanumeric() => {
                return Err((start, format!("`\\{}` is not known", char::from(byte))));
            }
            byte => ByteSet::of(byte),
        })
    }

    /// What follows an opening bracket.
    fn class(&mut self, start: usize) -> Parsed<ByteSet> {
        let negated = self.take_if(b'^');
        let mut set = ByteSet::EMPTY;
        let first = self.place;
        loop {
            let place = self.place;
            match self.peek() {
                None => return Err((start, "`[` is not closed".to_owned())),
                // A bracket at the start is a character, since a set of nothing is of no use.
                Some(b']') if place > first => break,
                Some(_) => {}
            }
            let from = self.class_character()?;
            let is_range = self.peek() == Some(b'-') && self.text.get(self.place + 1) != Some(&b']');
            if !is_range {
                set = set.union(&from);
                continue;
            }
            self.place += 1;
            if self.peek().is_none() {
                return Err((start, "`[` is not closed".to_owned()));
            }
            let to = self.class_character()?;
            match (single(&from), single(&to)) {
                (Some(from), Some(to)) if from <= to => set = set.union(&ByteSet::range(from, to)),
                (Some(_), Some(_)) => return Err((place, "the range ends before it starts".to_owned())),
                _ => return Err((place, "a range goes from one character to another".to_owned())),
            }
        }
        self.place += 1;
        Ok(if negated { set.complement() } else { set })
    }

    fn class_character(&mut self) -> Parsed<ByteSet> {
        let start = self.place;
        match self.take() {
            Some(b'\\') => self.escape(start),
            Some(byte) if byte.is_ascii() => Ok(ByteSet::of(byte)),
            _ => Err((start, "only ASCII characters can stand between `[` and `]`; use `|`".to_owned())),
        }
    }
}

fn single(set: &ByteSet) -> Option<u8> {
    if set.len() == 1 { set.iter().next() } else { None }
}

fn digits() -> ByteSet {
    ByteSet::range(b'0', b'9')
}

fn word_characters() -> ByteSet {
    [ByteSet::range(b'a', b'z'), ByteSet::range(b'A', b'Z'), ByteSet::of(b'_')]
        .iter()
        .fold(digits(), |all, set| all.union(set))
}

/// The blank, and the tabulator to the carriage return.
fn blanks() -> ByteSet {
    ByteSet::of(b' ').union(&ByteSet::range(9, 13))
}

#[cfg(test)]
mod tests {
    use super::super::Regex;

    fn message(text: &str) -> (usize, String) {
        Regex::parse(text).expect_err(text)
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (text, place, word) in [
            ("a)", 1, "closes nothing"),
            ("x(a|b", 1, "not closed"),
            ("ab[c", 2, "not closed"),
            ("[a-", 0, "not closed"),
            ("*a", 0, "repeats nothing"),
            ("a|+", 2, "repeats nothing"),
            ("a**", 2, "again"),
            ("a*?", 2, "again"),
            ("a{2,1}", 1, "smaller"),
            ("a{x}", 1, "numbers"),
            ("a{}", 1, "numbers"),
            ("a{,}", 1, "numbers"),
            ("a{1001}", 2, "at most 1000"),
            ("^a", 0, "whole"),
            ("a$", 1, "whole"),
            ("(?:a)", 0, "`(?`"),
            ("\\", 0, "last"),
            ("a\\q", 1, "not known"),
            ("\\x4", 0, "hexadecimal"),
            ("[z-a]", 1, "before it starts"),
            ("[\\d-z]", 1, "from one character"),
            ("[é]", 1, "ASCII"),
        ] {
            let (offset, text_of_error) = message(text);
            assert_eq!(offset, place, "{text}: {text_of_error}");
            assert!(text_of_error.contains(word), "{text}: {text_of_error}");
        }
    }

    #[test]
    fn hostile_expressions_are_refused_at_once() {
        assert!(message(&"(".repeat(9_000)).1.contains("deep"));
        assert!(message("((a{1000}){1000}){1000}").1.contains("too large"));
        assert!(message(&"a".repeat(20_000)).1.contains("10000 bytes"));
    }

    #[test]
    fn a_character_of_several_bytes_is_repeated_as_a_whole() {
        let regex = Regex::parse("é+").unwrap();
        assert!(regex.matches("éé".as_bytes()));
        assert!(!regex.matches(b"\xc3\xa9\xa9"));
    }

    #[test]
    fn braces_and_brackets_can_be_characters() {
        assert!(Regex::parse("\\{a\\}\\/").unwrap().matches(b"{a}/"));
        assert!(Regex::parse("[]^-]+").unwrap().matches(b"]^-"));
        assert!(Regex::parse("a}]").unwrap().matches(b"a}]"));
    }
}
