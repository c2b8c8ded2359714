//! Text to tokens: the inverse of `print::literal`.

use crate::ConId;
use crate::read::Fault;
use lydian_term::Int;

/// A token.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Tok {
    /// A word, reserved or not.
    Word(String),
    /// A string.
    Str(Vec<u8>),
    /// A variable: its name and its number in the text.
    Var(String, u64),
    /// A constructor.
    Con(ConId),
    /// A primitive.
    Prim(String),
    Int(Int),
    Float(f64),
    Char(u8),
    TypeVar(u32),
    /// A mark such as `->`.
    Mark(&'static str),
    End,
}

/// Marks, longer ones before those that they begin with.
const MARKS: &[&str] = &[
    "->", "<-", "[|", "|]", "||", "&&", "::", "..", "(", ")", "[", "]", "{", "}", ",", ";", ":", "=", "|",
    "*", "~", "?",
];

/// More type variables than any declaration has.
const MOST_TYPE_VARIABLES: u32 = 1000;

/// All tokens with their offsets.
pub(super) fn tokens(text: &str) -> Result<Vec<(Tok, usize)>, Fault> {
    let mut lexer = Lexer { text: text.as_bytes(), position: 0 };
    let mut tokens = Vec::new();
    loop {
        while lexer.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            lexer.position += 1;
        }
        let offset = lexer.position;
        if lexer.peek().is_none() {
            return Ok(tokens);
        }
        match lexer.token() {
            Ok(token) => tokens.push((token, offset)),
            Err(message) => return Err(Fault { offset, message }),
        }
    }
}

struct Lexer<'a> {
    text: &'a [u8],
    position: usize,
}

impl Lexer<'_> {
    fn peek(&self) -> Option<u8> {
        self.at(0)
    }

    fn at(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.position + ahead).copied()
    }

    fn token(&mut self) -> Result<Tok, String> {
        match self.peek() {
            Some(b'"') => {
                let bytes = self.string()?;
                match self.peek() {
                    Some(b'/' | b'#') => self.named(utf8(bytes)?),
                    _ => Ok(Tok::Str(bytes)),
                }
            }
            Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' => {
                let word = self.word();
                if word == "nan" && self.peek() == Some(b':') {
                    return self.nan_bits();
                }
                self.named(word)
            }
            Some(b'0'..=b'9') => self.number(),
            Some(b'-') if self.at(1).is_some_and(|byte| byte.is_ascii_digit()) => self.number(),
            Some(b'-') if self.text[self.position..].starts_with(b"-inf") => {
                self.position += 4;
                Ok(Tok::Float(f64::NEG_INFINITY))
            }
            Some(b'\'') => self.quote(),
            Some(b'`') => {
                self.position += 1;
                Ok(Tok::Con(ConId::intern("`", &self.name()?)))
            }
            Some(b'%') => {
                self.position += 1;
                Ok(Tok::Prim(self.name()?))
            }
            _ => {
                let rest = &self.text[self.position..];
                let mark = MARKS.iter().find(|mark| rest.starts_with(mark.as_bytes()));
                let mark = mark.ok_or("this character means nothing here")?;
                self.position += mark.len();
                Ok(Tok::Mark(mark))
            }
        }
    }

    fn word(&mut self) -> String {
        let start = self.position;
        while self
            .peek()
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\'' | b'.'))
        {
            self.position += 1;
        }
        String::from_utf8_lossy(&self.text[start..self.position]).into_owned()
    }

    /// A word or a string as a name.
    fn name(&mut self) -> Result<String, String> {
        match self.peek() {
            Some(b'"') => utf8(self.string()?),
            Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' => Ok(self.word()),
            _ => Err("a name is missing here".to_owned()),
        }
    }

    /// What a name turns out to be by the mark that follows it at once.
    fn named(&mut self, name: String) -> Result<Tok, String> {
        match self.peek() {
            Some(b'/') if self.at(1).is_some_and(|byte| byte.is_ascii_digit()) => {
                self.position += 1;
                let digits = self.digits();
                let number =
                    digits.parse().map_err(|_| "this number of a variable is too large".to_owned())?;
                Ok(Tok::Var(name, number))
            }
            Some(b'#') => {
                self.position += 1;
                Ok(Tok::Con(ConId::intern(&name, &self.name()?)))
            }
            Some(b'/') => Err("the number of a variable is missing".to_owned()),
            _ => Ok(Tok::Word(name)),
        }
    }

    fn digits(&mut self) -> String {
        let start = self.position;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.position += 1;
        }
        String::from_utf8_lossy(&self.text[start..self.position]).into_owned()
    }

    fn number(&mut self) -> Result<Tok, String> {
        let start = self.position;
        if self.peek() == Some(b'-') {
            self.position += 1;
        }
        self.digits();
        let mut is_float = false;
        if self.peek() == Some(b'.') && self.at(1).is_some_and(|byte| byte.is_ascii_digit()) {
            is_float = true;
            self.position += 1;
            self.digits();
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            is_float = true;
            self.position += 1;
            if matches!(self.peek(), Some(b'-' | b'+')) {
                self.position += 1;
            }
            self.digits();
        }
        let text = String::from_utf8_lossy(&self.text[start..self.position]);
        if is_float {
            text.parse().map(Tok::Float).map_err(|_| "this is no number".to_owned())
        } else {
            text.parse().map(Tok::Int).map_err(|_| "this is no number".to_owned())
        }
    }

    fn nan_bits(&mut self) -> Result<Tok, String> {
        self.position += 1;
        let digits = self.text.get(self.position..self.position + 16).unwrap_or_default();
        let bits = std::str::from_utf8(digits).ok().and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let float = bits.map(f64::from_bits).filter(|float| float.is_nan());
        self.position += digits.len();
        float
            .map(Tok::Float)
            .ok_or_else(|| "sixteen hexadecimal digits of a non-number are missing".to_owned())
    }

    /// A character or a type variable.
    fn quote(&mut self) -> Result<Tok, String> {
        self.position += 1;
        let closes = |lexer: &Lexer<'_>| lexer.peek() == Some(b'\'');
        match self.peek() {
            Some(b'\\') => {
                let byte = self.escape()?;
                if !closes(self) {
                    return Err("this character has no end".to_owned());
                }
                self.position += 1;
                Ok(Tok::Char(byte))
            }
            Some(byte) if self.at(1) == Some(b'\'') => {
                self.position += 2;
                Ok(Tok::Char(byte))
            }
            Some(letter) if letter.is_ascii_lowercase() => {
                self.position += 1;
                Ok(Tok::TypeVar(u32::from(letter - b'a')))
            }
            Some(digit) if digit.is_ascii_digit() => {
                let number = self.digits().parse().ok().filter(|number| *number < MOST_TYPE_VARIABLES);
                number.map(Tok::TypeVar).ok_or_else(|| "there are not so many type variables".to_owned())
            }
            _ => Err("a character or a type variable is missing after the quote".to_owned()),
        }
    }

    fn string(&mut self) -> Result<Vec<u8>, String> {
        self.position += 1;
        let mut bytes = Vec::new();
        loop {
            match self.peek() {
                None | Some(b'\n') => return Err("this string has no end".to_owned()),
                Some(b'"') => {
                    self.position += 1;
                    return Ok(bytes);
                }
                Some(b'\\') => bytes.push(self.escape()?),
                Some(byte) => {
                    self.position += 1;
                    bytes.push(byte);
                }
            }
        }
    }

    fn escape(&mut self) -> Result<u8, String> {
        let byte = match self.at(1) {
            Some(b'n') => b'\n',
            Some(b't') => b'\t',
            Some(b'r') => b'\r',
            Some(byte @ (b'\\' | b'"' | b'\'')) => byte,
            Some(b'x') => {
                let hex = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
                let digits = hex(self.at(2)).zip(hex(self.at(3)));
                let (high, low) = digits.ok_or("two hexadecimal digits are missing after \\x")?;
                self.position += 4;
                return Ok((high * 16 + low) as u8);
            }
            _ => return Err("this escape is unknown".to_owned()),
        };
        self.position += 2;
        Ok(byte)
    }
}

fn utf8(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|_| "a name must be valid UTF-8".to_owned())
}
