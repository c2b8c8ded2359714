//! The syntax of closed values in OCaml's notation, before types.
//! In: any bytes. Out: a flat arena of nodes with their places, or where and what was expected. Nesting is bounded, and no
//! input makes it panic. What a node means is left to `read`, which knows the type.

use std::ops::Range;

/// How deep parentheses, brackets and constructors may nest.
pub(super) const DEEPEST: usize = 2000;

/// A node of the arena, by its position.
pub(super) type NodeId = usize;

/// One expression.
#[derive(Debug)]
pub(super) struct Node<'t> {
    /// Where it stands.
    pub span: Range<usize>,
    /// What it is.
    pub kind: Kind<'t>,
}

/// What an expression is.
#[derive(Debug)]
pub(super) enum Kind<'t> {
    /// `()`.
    Unit,
    /// An integer; `None` if it is beyond 63 bits.
    Int(Option<i64>),
    /// A number with a point or an exponent.
    Float(f64),
    /// A character.
    Char(u8),
    /// A string.
    Str(Vec<u8>),
    /// A name that begins with a small letter, with the modules before it: `true`, `Float.nan`.
    Name(&'t [u8]),
    /// A constructor or tag (with its backtick), the modules before it, and its argument.
    Construct(&'t [u8], &'t [u8], Option<NodeId>),
    /// A function of the library with its argument: `lazy x`, `ref x`, `Bytes.of_string x`.
    Apply(&'t [u8], NodeId),
    /// `a, b`.
    Tuple(Vec<NodeId>),
    /// `[a; b]`.
    List(Vec<NodeId>),
    /// `a :: b :: rest`: at least one element, and the rest.
    Cons(Vec<NodeId>, NodeId),
    /// `[|a; b|]`.
    Array(Vec<NodeId>),
    /// `{a = x; b = y}`, the names without their modules.
    Record(Vec<(&'t [u8], NodeId)>),
    /// `{0}` in a template.
    Hole(usize),
}

/// Why a text is no value.
#[derive(Debug)]
pub(super) struct Fault {
    /// The offset of what is wrong.
    pub at: usize,
    /// What kind of fault it is.
    pub what: What,
    /// What would have been right, in further words that stand behind the place; may be empty.
    pub more: String,
}

/// What is wrong at a place.
#[derive(Debug)]
pub(super) enum What {
    /// This should stand there instead.
    Expected(String),
    /// This is wrong with what stands there.
    Wrong(String),
}

impl Fault {
    /// Something else should stand at an offset.
    pub fn expected(at: usize, what: impl Into<String>) -> Fault {
        Fault { at, what: What::Expected(what.into()), more: String::new() }
    }

    /// Something is wrong with what stands at an offset.
    pub fn wrong(at: usize, message: impl Into<String>) -> Fault {
        Fault { at, what: What::Wrong(message.into()), more: String::new() }
    }

    /// The same with further words.
    pub fn more(self, more: impl Into<String>) -> Fault {
        Fault { more: more.into(), ..self }
    }
}

/// A parser at a place of a text.
pub(super) struct Parser<'t> {
    text: &'t [u8],
    at: usize,
    depth: usize,
    /// Whether `{0}` is a hole, as in a template.
    has_holes: bool,
    /// The nodes made so far.
    pub nodes: Vec<Node<'t>>,
}

impl<'t> Parser<'t> {
    /// At the beginning of a text.
    pub fn new(text: &'t [u8]) -> Parser<'t> {
        Parser { text, at: 0, depth: 0, has_holes: false, nodes: Vec::new() }
    }

    /// At the beginning of a text in which `{0}`, `{1}`, ... are holes.
    pub fn of_template(text: &'t [u8]) -> Parser<'t> {
        Parser { has_holes: true, ..Parser::new(text) }
    }

    /// The offset of the next thing that is not blank.
    pub fn place(&mut self) -> usize {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
        self.at
    }

    /// Whether nothing but blanks is left.
    pub fn is_at_end(&mut self) -> bool {
        self.place() == self.text.len()
    }

    /// Passes over these bytes, if they come next.
    pub fn accept(&mut self, expected: &[u8]) -> bool {
        let place = self.place();
        let found = self.text[place..].starts_with(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    /// A whole expression: a tuple without parentheses may stand here.
    pub fn expression(&mut self) -> Result<NodeId, Fault> {
        let start = self.place();
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Fault::wrong(start, format!("the value is nested more than {DEEPEST} deep")));
        }
        let first = self.chain()?;
        let node = if self.accept(b",") {
            let mut parts = vec![first];
            loop {
                parts.push(self.chain()?);
                if !self.accept(b",") {
                    break;
                }
            }
            self.add(start, Kind::Tuple(parts))
        } else {
            first
        };
        self.depth -= 1;
        Ok(node)
    }

    /// Elements joined by `::`, or one expression without them.
    fn chain(&mut self) -> Result<NodeId, Fault> {
        let start = self.place();
        let first = self.application()?;
        if !self.accept(b"::") {
            return Ok(first);
        }
        let mut elements = vec![first];
        loop {
            let next = self.application()?;
            if !self.accept(b"::") {
                return Ok(self.add(start, Kind::Cons(elements, next)));
            }
            elements.push(next);
        }
    }

    /// A constructor or function with its argument, or an atom.
    fn application(&mut self) -> Result<NodeId, Fault> {
        let start = self.place();
        let kind = match self.peek() {
            Some(b'-' | b'+' | b'~' | b'0'..=b'9') => self.number()?,
            Some(b'"') => Kind::Str(self.string()?),
            Some(b'\'') => Kind::Char(self.character()?),
            Some(b'(') if self.text[self.at..].starts_with(b"(::)") => {
                self.at += 4;
                Kind::Construct(b"", b"::", self.argument()?)
            }
            Some(b'(') => {
                self.at += 1;
                if !self.accept(b")") {
                    let inner = self.expression()?;
                    self.need(b")")?;
                    return Ok(inner);
                }
                Kind::Unit
            }
            Some(b'[') if self.text[self.at..].starts_with(b"[|") => {
                self.at += 2;
                Kind::Array(self.elements(b"|]")?)
            }
            Some(b'[') => {
                self.at += 1;
                Kind::List(self.elements(b"]")?)
            }
            Some(b'{') => self.record()?,
            Some(b'`') => {
                self.at += 1;
                self.word()?;
                let name = &self.text[start..self.at];
                Kind::Construct(b"", name, self.argument()?)
            }
            Some(byte) if is_letter(byte) => {
                let modules = self.at;
                if self.opens_module() {
                    return self.application();
                }
                self.at = modules;
                self.named()?
            }
            _ => return Err(Fault::expected(start, "a value")),
        };
        Ok(self.add(start, kind))
    }

    /// Passes over the modules in front of a list or of parentheses: `L.[1; 2]`, `L.(1 :: Nil)`.
    fn opens_module(&mut self) -> bool {
        if !self.peek().is_some_and(|byte| byte.is_ascii_uppercase()) || self.path().is_err() {
            return false;
        }
        let opens = matches!(self.text.get(self.at..self.at + 2), Some(b".[" | b".("));
        self.at += usize::from(opens);
        opens
    }

    /// A path and what it is applied to.
    fn named(&mut self) -> Result<Kind<'t>, Fault> {
        let path = self.path()?;
        let (modules, name) = match path.iter().rposition(|byte| *byte == b'.') {
            Some(dot) => (&path[..dot], &path[dot + 1..]),
            None => (&path[..0], path),
        };
        if name.first().is_some_and(u8::is_ascii_uppercase) {
            return Ok(Kind::Construct(modules, name, self.argument()?));
        }
        if matches!(path, b"lazy" | b"ref" | b"Bytes.of_string") {
            let Some(argument) = self.argument()? else {
                return Err(Fault::expected(self.place(), "a value"));
            };
            return Ok(Kind::Apply(path, argument));
        }
        Ok(Kind::Name(path))
    }

    /// The argument of what was just read, if one follows. A negative number needs no parentheses: there is nothing else
    /// that a minus could mean here, and systems print their numbers without them.
    fn argument(&mut self) -> Result<Option<NodeId>, Fault> {
        let start = self.place();
        let follows = match self.peek() {
            Some(b'"' | b'\'' | b'(' | b'[' | b'{' | b'`' | b'0'..=b'9' | b'-' | b'~') => true,
            Some(byte) => is_letter(byte),
            None => false,
        };
        if !follows {
            return Ok(None);
        }
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Fault::wrong(start, format!("the value is nested more than {DEEPEST} deep")));
        }
        let argument = self.application()?;
        self.depth -= 1;
        Ok(Some(argument))
    }

    /// Expressions between semicolons, up to a closing bracket.
    fn elements(&mut self, close: &[u8]) -> Result<Vec<NodeId>, Fault> {
        let mut elements = Vec::new();
        loop {
            if self.accept(close) {
                return Ok(elements);
            }
            elements.push(self.expression()?);
            if !self.accept(b";") {
                self.need(close)?;
                return Ok(elements);
            }
        }
    }

    fn record(&mut self) -> Result<Kind<'t>, Fault> {
        self.at += 1;
        if self.has_holes && self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return self.hole();
        }
        let mut fields = Vec::new();
        loop {
            if self.accept(b"}") {
                return Ok(Kind::Record(fields));
            }
            let start = self.place();
            if !self.peek().is_some_and(is_letter) {
                return Err(Fault::expected(start, "the name of a field"));
            }
            let path = self.path()?;
            let name = path.rsplit(|byte| *byte == b'.').next().unwrap_or(path);
            self.need(b"=")?;
            fields.push((name, self.expression()?));
            if !self.accept(b";") {
                self.need(b"}")?;
                return Ok(Kind::Record(fields));
            }
        }
    }

    /// The number of a hole, behind its brace.
    fn hole(&mut self) -> Result<Kind<'t>, Fault> {
        let start = self.at;
        self.digits(10);
        let number =
            decimal(&self.text[start..self.at], false).and_then(|number| usize::try_from(number).ok());
        self.need(b"}")?;
        number.map(Kind::Hole).ok_or_else(|| Fault::wrong(start, "this number is too large"))
    }

    /// Words joined by dots. A redefined module is told apart by a number: `M/2.A`.
    fn path(&mut self) -> Result<&'t [u8], Fault> {
        let start = self.at;
        loop {
            self.word()?;
            let mut end = self.at;
            if self.peek() == Some(b'/') {
                end += 1;
                while self.text.get(end).is_some_and(u8::is_ascii_digit) {
                    end += 1;
                }
            }
            let more =
                self.text.get(end) == Some(&b'.') && self.text.get(end + 1).copied().is_some_and(is_letter);
            if !more {
                return Ok(&self.text[start..self.at]);
            }
            self.at = end + 1;
        }
    }

    fn word(&mut self) -> Result<(), Fault> {
        let start = self.at;
        while self.peek().is_some_and(|byte| is_letter(byte) || byte.is_ascii_digit() || byte == b'\'') {
            self.at += 1;
        }
        if self.at == start { Err(Fault::expected(start, "a name")) } else { Ok(()) }
    }

    fn number(&mut self) -> Result<Kind<'t>, Fault> {
        let start = self.at;
        if self.peek() == Some(b'~') {
            self.at += 1;
        }
        let negative = self.peek() == Some(b'-');
        if matches!(self.peek(), Some(b'-' | b'+')) {
            self.at += 1;
            if self.peek() == Some(b'.') {
                self.at += 1;
            }
        }
        self.place();
        let digits = self.at;
        if !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(Fault::expected(start, "a value"));
        }
        let radix = match (self.peek(), self.text.get(self.at + 1)) {
            (Some(b'0'), Some(b'x' | b'X')) => 16,
            (Some(b'0'), Some(b'o' | b'O')) => 8,
            (Some(b'0'), Some(b'b' | b'B')) => 2,
            _ => 10,
        };
        if radix != 10 {
            self.at += 2;
            let start = self.at;
            self.digits(radix);
            return Ok(Kind::Int(masked(&self.text[start..self.at], radix, negative)));
        }
        self.digits(10);
        let mut is_float = false;
        if self.peek() == Some(b'.') {
            is_float = true;
            self.at += 1;
            self.digits(10);
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            is_float = true;
            self.at += 1;
            if matches!(self.peek(), Some(b'-' | b'+')) {
                self.at += 1;
            }
            self.digits(10);
        }
        let text = &self.text[digits..self.at];
        if !is_float {
            return Ok(Kind::Int(decimal(text, negative)));
        }
        let text: String = text.iter().filter(|byte| **byte != b'_').map(|byte| char::from(*byte)).collect();
        match text.parse::<f64>() {
            Ok(float) => Ok(Kind::Float(if negative { -float } else { float })),
            Err(_) => Err(Fault::expected(start, "a number")),
        }
    }

    fn digits(&mut self, radix: u32) {
        while self.peek().is_some_and(|byte| char::from(byte).is_digit(radix) || byte == b'_') {
            self.at += 1;
        }
    }

    fn string(&mut self) -> Result<Vec<u8>, Fault> {
        let start = self.at;
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            match self.next() {
                None => return Err(Fault::wrong(start, "this string has no end")),
                Some(b'"') => return Ok(bytes),
                Some(b'\\') => self.string_escape(&mut bytes)?,
                Some(byte) => bytes.push(byte),
            }
        }
    }

    fn string_escape(&mut self, bytes: &mut Vec<u8>) -> Result<(), Fault> {
        match self.peek() {
            Some(b'\n' | b'\r') => {
                // A backslash at the end of a line leaves out the break and the blanks that follow.
                while self.peek().is_some_and(|byte| matches!(byte, b'\n' | b'\r' | b' ' | b'\t')) {
                    self.at += 1;
                }
            }
            Some(b'u') => {
                let start = self.at - 1;
                let rest = &self.text[self.at..];
                let close = rest.iter().take(10).position(|byte| *byte == b'}');
                let code = close
                    .filter(|_| rest.get(1) == Some(&b'{'))
                    .and_then(|close| std::str::from_utf8(&rest[2..close]).ok())
                    .and_then(|digits| u32::from_str_radix(digits, 16).ok())
                    .and_then(char::from_u32);
                let (Some(code), Some(close)) = (code, close) else { return Err(bad_escape(start)) };
                bytes.extend_from_slice(code.encode_utf8(&mut [0; 4]).as_bytes());
                self.at += close + 1;
            }
            _ => bytes.push(self.escape()?),
        }
        Ok(())
    }

    /// What follows a backslash, for one byte.
    fn escape(&mut self) -> Result<u8, Fault> {
        let start = self.at - 1;
        let (digits, radix) = match self.next() {
            Some(b'n') => return Ok(b'\n'),
            Some(b't') => return Ok(b'\t'),
            Some(b'r') => return Ok(b'\r'),
            Some(b'b') => return Ok(8),
            Some(byte @ (b'\\' | b'"' | b'\'' | b' ')) => return Ok(byte),
            Some(b'x') => (2, 16),
            Some(b'o') => (3, 8),
            Some(b'0'..=b'9') => {
                self.at -= 1;
                (3, 10)
            }
            _ => return Err(bad_escape(start)),
        };
        let mut code = 0;
        for _ in 0..digits {
            let digit = self.next().and_then(|byte| char::from(byte).to_digit(radix));
            code = code * radix + digit.ok_or_else(|| bad_escape(start))?;
        }
        u8::try_from(code).map_err(|_| bad_escape(start))
    }

    fn character(&mut self) -> Result<u8, Fault> {
        let start = self.at;
        self.at += 1;
        let byte = match self.next() {
            Some(b'\\') => self.escape()?,
            Some(b'\'') | None => return Err(Fault::expected(start, "a character")),
            Some(byte) => byte,
        };
        if self.next() != Some(b'\'') {
            return Err(Fault::wrong(start, "a character is one byte between quotes"));
        }
        Ok(byte)
    }

    fn need(&mut self, expected: &[u8]) -> Result<(), Fault> {
        if self.accept(expected) {
            return Ok(());
        }
        Err(Fault::expected(self.at, format!("`{}`", String::from_utf8_lossy(expected))))
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn add(&mut self, start: usize, kind: Kind<'t>) -> NodeId {
        self.nodes.push(Node { span: start..self.at, kind });
        self.nodes.len() - 1
    }
}

fn bad_escape(at: usize) -> Fault {
    Fault::wrong(at, "this is no escape of OCaml")
}

/// Letters and what OCaml's newer versions and other people's modules use as letters.
fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

/// A decimal number of 63 bits.
fn decimal(digits: &[u8], negative: bool) -> Option<i64> {
    let mut value: i64 = 0;
    for byte in digits.iter().filter(|byte| **byte != b'_') {
        let digit = i64::from(byte - b'0');
        value = value.checked_mul(10)?.checked_sub(digit)?;
    }
    let value = if negative { value } else { value.checked_neg()? };
    (i64::MIN >> 1..=i64::MAX >> 1).contains(&value).then_some(value)
}

/// A number in another base: any 63 bits, the highest being the sign.
fn masked(digits: &[u8], radix: u32, negative: bool) -> Option<i64> {
    let mut value: u64 = 0;
    let mut count = 0;
    for byte in digits.iter().filter(|byte| **byte != b'_') {
        let digit = char::from(*byte).to_digit(radix)?;
        value = value.checked_mul(u64::from(radix))?.checked_add(u64::from(digit))?;
        count += 1;
    }
    if count == 0 || value >> 63 != 0 {
        return None;
    }
    let value = ((value << 1) as i64) >> 1;
    let value = if negative { value.wrapping_neg() } else { value };
    Some((value << 1) >> 1)
}
