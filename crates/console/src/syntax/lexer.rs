//! Tokens of a specification, read on demand from a place in its text.
//! In: the text, a place, and where to stop. Out: the token that starts there, with what is wrong inside of it. Reading is
//! pure: a token can be read any number of times, and the parser reports its trouble once, when it goes past it. Takes
//! time linear in the token and in what is skipped before it. Regular expressions and OCaml blocks are read on request
//! only, because the same characters mean other things elsewhere.

use std::ops::Range;

/// The reserved words, in alphabetical order.
pub(super) const WORDS: &[&str] = &[
    "all",
    "and",
    "any",
    "arguments",
    "by",
    "count",
    "decorated",
    "div",
    "else",
    "enum",
    "environment",
    "except",
    "exists",
    "exit",
    "false",
    "file",
    "for",
    "forall",
    "glued",
    "if",
    "import",
    "in",
    "loop",
    "malformed",
    "may",
    "maybe",
    "merge",
    "mod",
    "not",
    "nothing",
    "ocaml",
    "or",
    "param",
    "quot",
    "read",
    "rem",
    "repeat",
    "result",
    "retry",
    "saying",
    "silently",
    "some",
    "stop",
    "then",
    "true",
    "until",
    "var",
    "where",
    "while",
    "write",
];

/// Longer ones come before those that they start with.
const SYMBOLS: &[&str] = &[
    "++", "..", "<=", ">=", "<>", "!=", "==", "&&", "||", ":=", "(", ")", "[", "]", "{", "}", ",", ";", ":",
    ".", "=", "<", ">", "!", "+", "-", "*", "/",
];

/// Numbers with more digits are refused.
const DIGITS: usize = 10_000;

/// What sort of token it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name that is not reserved.
    Name,
    /// A reserved word.
    Word(&'static str),
    /// A whole number.
    Number,
    /// A number with decimal places.
    Decimal,
    /// A text in quotes.
    Text,
    /// A character in single quotes.
    Char,
    /// Punctuation.
    Symbol(&'static str),
    /// A character that means nothing here.
    Unknown,
    /// The end of what is read.
    End,
}

/// What is wrong inside of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The closing quote is missing.
    UnclosedText,
    /// The `{` at this place of a text is not closed.
    UnclosedHole(usize),
    /// Quotes as a word processor makes them.
    TypographicQuotes,
    /// `1_000`, `1'000`, `1,000`.
    ThousandsSeparator,
    /// `3x`.
    LettersAfterNumber,
    /// More digits than are read.
    TooManyDigits,
    /// `'` without a character and another `'` after it.
    UnclosedChar,
    /// `'abc'`.
    TextInSingleQuotes,
    /// A character of more than one byte.
    WideChar,
    /// A character that means nothing here.
    UnknownCharacter(char),
}

/// A token.
#[derive(Debug, Clone)]
pub(super) struct Token {
    /// Its sort.
    pub kind: Kind,
    /// Its place.
    pub at: Range<usize>,
    /// The place of what is between the quotes, for texts and characters.
    pub inner: Range<usize>,
    /// What is wrong inside of it.
    pub trouble: Option<Trouble>,
}

impl Token {
    fn new(kind: Kind, at: Range<usize>) -> Token {
        Token { kind, inner: at.clone(), at, trouble: None }
    }

    fn with(mut self, inner: Range<usize>, trouble: Option<Trouble>) -> Token {
        self.inner = inner;
        self.trouble = trouble;
        self
    }
}

/// Reads tokens from a text up to a limit.
#[derive(Debug, Clone)]
pub(super) struct Lexer<'a> {
    /// The whole text.
    pub text: &'a str,
    /// Where reading ends.
    pub limit: usize,
    /// Whether it reads between the braces of a text, where no comment can stand.
    pub in_text: bool,
}

impl Lexer<'_> {
    /// The token that starts at or after `from`.
    pub fn token(&self, from: usize) -> Token {
        let start = self.skip_blanks(from);
        let rest = &self.text[start..self.limit];
        let Some(first) = rest.chars().next() else {
            return Token::new(Kind::End, start..start);
        };
        match first {
            '0'..='9' => self.number(start),
            '"' => self.quoted(start),
            '\'' => self.character(start),
            '“' | '”' | '„' | '‘' | '’' | '«' | '»' => self.typographic(start, first),
            _ if is_name_start(first) => self.name(start),
            _ => match SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
                Some(symbol) => Token::new(Kind::Symbol(symbol), start..start + symbol.len()),
                None => {
                    let at = start..start + first.len_utf8();
                    Token::new(Kind::Unknown, at.clone()).with(at, Some(Trouble::UnknownCharacter(first)))
                }
            },
        }
    }

    /// The place between the slashes of the regular expression that starts at `start`, if it is closed on its line.
    pub fn regex(&self, start: usize) -> Option<Range<usize>> {
        let bytes = self.text.as_bytes();
        let mut at = start + 1;
        while at < self.limit && bytes[at] != b'\n' {
            match bytes[at] {
                b'/' => return Some(start + 1..at),
                b'\\' if at + 1 < self.limit && bytes[at + 1] != b'\n' => at += 2,
                _ => at += 1,
            }
        }
        None
    }

    /// Where the line of `from` ends, without a carriage return.
    pub fn line_end(&self, from: usize) -> usize {
        let rest = &self.text[from..self.limit];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        from + line.trim_end_matches('\r').len()
    }

    fn skip_blanks(&self, from: usize) -> usize {
        let mut at = from;
        loop {
            let rest = &self.text[at..self.limit];
            let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
            at = self.limit - rest.trim_start_matches(blank).len();
            if self.in_text || !self.text[at..self.limit].starts_with('#') {
                return at;
            }
            let comment = &self.text[at..self.limit];
            at += comment.find('\n').unwrap_or(comment.len());
        }
    }

    fn name(&self, start: usize) -> Token {
        let end = self.name_end(start);
        let kind = match WORDS.binary_search(&&self.text[start..end]) {
            Ok(index) => Kind::Word(WORDS[index]),
            Err(_) => Kind::Name,
        };
        Token::new(kind, start..end)
    }

    fn name_end(&self, start: usize) -> usize {
        let rest = &self.text[start..self.limit];
        start + rest.find(|c| !is_name_part(c)).unwrap_or(rest.len())
    }

    fn number(&self, start: usize) -> Token {
        let mut end = self.digits_end(start);
        let mut kind = Kind::Number;
        if self.byte(end) == Some(b'.') && self.digits_end(end + 1) > end + 1 {
            end = self.digits_end(end + 1);
            kind = Kind::Decimal;
        }
        let number = Token::new(kind, start..end);
        let rest = &self.text[end..self.limit];
        let grouped = rest.find(|c: char| !matches!(c, '0'..='9' | '_' | '\'')).unwrap_or(rest.len());
        if rest.starts_with(['_', '\'']) && rest[..grouped].ends_with(|c: char| c.is_ascii_digit()) {
            return troubled_number(kind, start, end + grouped, Trouble::ThousandsSeparator);
        }
        if rest.starts_with(is_name_start) {
            return troubled_number(kind, start, self.name_end(end), Trouble::LettersAfterNumber);
        }
        if end - start > DIGITS {
            return number.with(start..end, Some(Trouble::TooManyDigits));
        }
        match self.comma_groups(start, end) {
            Some(end) => troubled_number(kind, start, end, Trouble::ThousandsSeparator),
            None => number,
        }
    }

    /// Where `1,000` ends. Only groups that start with a zero count: `{1,200}` holds two numbers.
    fn comma_groups(&self, start: usize, end: usize) -> Option<usize> {
        let group = |at: usize| self.byte(at) == Some(b',') && self.digits_end(at + 1) == at + 4;
        if end - start > 3 || !group(end) || self.byte(end + 1) != Some(b'0') {
            return None;
        }
        let mut end = end;
        while group(end) {
            end += 4;
        }
        Some(end)
    }

    fn digits_end(&self, start: usize) -> usize {
        let mut end = start;
        while self.byte(end).is_some_and(|byte| byte.is_ascii_digit()) {
            end += 1;
        }
        end
    }

    fn byte(&self, at: usize) -> Option<u8> {
        if at < self.limit { Some(self.text.as_bytes()[at]) } else { None }
    }

    fn quoted(&self, start: usize) -> Token {
        match self.text_end(start + 1, Level::Text) {
            Ok(end) => Token::new(Kind::Text, start..end).with(start + 1..end - 1, None),
            Err(hole) => {
                let end = self.line_end(start);
                let trouble = hole.map_or(Trouble::UnclosedText, Trouble::UnclosedHole);
                let line = &self.text[start + 1..end];
                let closed = hole.is_some() && line.ends_with('"');
                let inner = start + 1..end - usize::from(closed);
                Token::new(Kind::Text, start..end).with(inner, Some(trouble))
            }
        }
    }

    /// The place after the `}` that closes the hole whose first character is at `from`.
    pub fn hole_end(&self, from: usize) -> Option<usize> {
        self.text_end(from, Level::Hole { start: from - 1, braces: 0 }).ok()
    }

    /// Where a text or hole that starts before `from` ends. Texts hold holes, holes hold texts. If it does not end on
    /// this line: the place of the outermost open hole, if there is one.
    fn text_end(&self, from: usize, outermost: Level) -> Result<usize, Option<usize>> {
        let mut open = vec![outermost];
        let mut at = from;
        while let Some(level) = open.last_mut() {
            let Some(byte) = self.byte(at).filter(|byte| *byte != b'\n') else {
                return Err(open.iter().find_map(Level::hole));
            };
            at += 1;
            match (level, byte) {
                (Level::Text, b'\\') => at += usize::from(self.byte(at).is_some_and(|next| next != b'\n')),
                (Level::Text, b'"') => {
                    open.pop();
                }
                (Level::Text, b'{') => open.push(Level::Hole { start: at - 1, braces: 0 }),
                (Level::Hole { .. }, b'"') => open.push(Level::Text),
                (Level::Hole { .. }, b'\'') => at = self.after_character(at - 1).unwrap_or(at),
                (Level::Hole { braces, .. }, b'{') => *braces += 1,
                (Level::Hole { braces: 0, .. }, b'}') => {
                    open.pop();
                }
                (Level::Hole { braces, .. }, b'}') => *braces -= 1,
                _ => {}
            }
        }
        Ok(at)
    }

    /// The place after the character in single quotes at `start`; none if it is the prime of a name.
    fn after_character(&self, start: usize) -> Option<usize> {
        if self.text[..start].ends_with(is_name_part) {
            return None;
        }
        self.character_content(start).map(|inner| inner.end + 1)
    }

    /// What is between the single quotes at `start`, if it is one character or escape.
    fn character_content(&self, start: usize) -> Option<Range<usize>> {
        let rest = &self.text[start + 1..self.limit];
        let mut chars = rest.char_indices();
        let end = match chars.next()?.1 {
            '\n' | '\r' | '\'' => return None,
            '\\' => {
                chars.next().filter(|(_, escaped)| *escaped != '\n')?;
                chars.next()?.0
            }
            _ => chars.next()?.0,
        };
        rest[end..].starts_with('\'').then_some(start + 1..start + 1 + end)
    }

    fn character(&self, start: usize) -> Token {
        if let Some(inner) = self.character_content(start) {
            let wide = !self.text[inner.clone()].is_ascii();
            let trouble = wide.then_some(Trouble::WideChar);
            return Token::new(Kind::Char, start..inner.end + 1).with(inner, trouble);
        }
        let rest = &self.text[start + 1..self.limit];
        match rest.find(['\'', '\n']).filter(|end| rest[*end..].starts_with('\'')) {
            Some(length) => {
                let inner = start + 1..start + 1 + length;
                let at = start..inner.end + 1;
                Token::new(Kind::Text, at).with(inner, Some(Trouble::TextInSingleQuotes))
            }
            None => {
                let at = start..start + 1;
                Token::new(Kind::Unknown, at.clone()).with(at, Some(Trouble::UnclosedChar))
            }
        }
    }

    fn typographic(&self, start: usize, open: char) -> Token {
        let from = start + open.len_utf8();
        let rest = &self.text[from..self.limit];
        let length = rest.find(['“', '”', '‘', '’', '«', '»', '"', '\n']).unwrap_or(rest.len());
        let quote = rest[length..].chars().next().filter(|quote| *quote != '\n');
        let end = from + length + quote.map_or(0, char::len_utf8);
        Token::new(Kind::Text, start..end).with(from..from + length, Some(Trouble::TypographicQuotes))
    }
}

/// Where a scan through a text is.
enum Level {
    Text,
    Hole { start: usize, braces: usize },
}

impl Level {
    fn hole(&self) -> Option<usize> {
        match self {
            Level::Text => None,
            Level::Hole { start, .. } => Some(*start),
        }
    }
}

fn troubled_number(kind: Kind, start: usize, end: usize, trouble: Trouble) -> Token {
    Token::new(kind, start..end).with(start..end, Some(trouble))
}

fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '\''
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        let lexer = Lexer { text, limit: text.len(), in_text: false };
        let mut at = 0;
        let mut kinds = Vec::new();
        loop {
            let token = lexer.token(at);
            if token.kind == Kind::End {
                return kinds;
            }
            kinds.push(token.kind);
            at = token.at.end;
        }
    }

    #[test]
    fn reserved_words_are_sorted() {
        assert!(WORDS.is_sorted_by(|left, right| left < right));
    }

    #[test]
    fn no_symbol_hides_a_longer_one() {
        for (index, symbol) in SYMBOLS.iter().enumerate() {
            assert!(!SYMBOLS[index + 1..].iter().any(|later| later.starts_with(symbol)), "{symbol}");
        }
    }

    #[test]
    fn two_dots_after_a_number_are_a_range() {
        use Kind::{Decimal, Number, Symbol};
        assert_eq!(kinds("1..9"), [Number, Symbol(".."), Number]);
        assert_eq!(kinds("1.5..2.5"), [Decimal, Symbol(".."), Decimal]);
    }

    #[test]
    fn a_text_goes_on_through_the_texts_in_its_holes() {
        assert_eq!(kinds(r#""a {join(l, "}\"")} b" x"#), [Kind::Text, Kind::Name]);
        assert_eq!(kinds(r#""{x' ++ '"'}" x"#), [Kind::Text, Kind::Name]);
    }

    #[test]
    fn a_hash_in_a_text_starts_no_comment() {
        assert_eq!(kinds("\"#1\" x # y z\nw"), [Kind::Text, Kind::Name, Kind::Name]);
    }
}
