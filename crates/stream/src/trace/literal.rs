//! Values as they stand in traces, written down: literals and data, but no expressions.
//! In: a text and where the value begins. Out: the value and where it ends; or that this is not just a value, which leaves
//! it to the language proper; or what is wrong with it. Nesting is bounded.

use std::fmt;
use std::ops::Range;

use lydian_term::Int;

/// A value, as written.
#[derive(Debug, Clone, PartialEq)]
pub enum Literal {
    /// `()`.
    Unit,
    /// `true`, `false`.
    Bool(bool),
    /// `-3`, `0x1f`.
    Int(Int),
    /// `2.5`, `1e9`, `NaN`, `Infinity`.
    Float(f64),
    /// `"text"`.
    String(String),
    /// `None`.
    None,
    /// `Some(1)`.
    Some(Box<Literal>),
    /// `List(1, 2)`.
    List(Vec<Literal>),
    /// `Set(1, 2)`.
    Set(Vec<Literal>),
    /// `Map(1 -> 2)`.
    Map(Vec<(Literal, Literal)>),
    /// `(1, 2)`.
    Tuple(Vec<Literal>),
    /// `{x = 1}`.
    Record(Vec<(String, Literal)>),
}

/// Why a text is not a literal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NoLiteral {
    /// It may be an expression.
    Expression,
    /// It is no value at all.
    Fault(Range<usize>, String),
}

/// Values nest at most so deeply.
pub const DEEPEST: usize = 200;

/// Reads the value that begins at `from`.
pub(super) fn read(text: &str, from: usize) -> Result<(Literal, usize), NoLiteral> {
    let mut reader = Reader { text, at: from, depth: 0 };
    let literal = reader.value()?;
    Ok((literal, reader.at))
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn eat(&mut self, sign: &str) -> bool {
        self.skip_blanks();
        let found = self.rest().starts_with(sign);
        self.at += if found { sign.len() } else { 0 };
        found
    }

    fn value(&mut self) -> Result<Literal, NoLiteral> {
        self.skip_blanks();
        if self.depth >= DEEPEST {
            let message = format!("values nest at most {DEEPEST} deep");
            return Err(NoLiteral::Fault(self.at..self.at + 1, message));
        }
        self.depth += 1;
        let value = match self.rest().bytes().next() {
            Some(b'"') => self.string().map(Literal::String),
            Some(b'0'..=b'9' | b'-') => self.number(),
            Some(b'(') => self.parenthesis(),
            Some(b'{') => self.record(1),
            Some(b'$') if self.rest().starts_with("${") => self.record(2),
            Some(b'a'..=b'z' | b'A'..=b'Z') => self.word(),
            _ => Err(NoLiteral::Expression),
        };
        self.depth -= 1;
        value
    }

    fn name(&mut self) -> &'t str {
        self.skip_blanks();
        let rest = self.rest();
        let end = rest.find(|char: char| !(char.is_alphanumeric() || char == '_')).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn word(&mut self) -> Result<Literal, NoLiteral> {
        let word = self.name();
        match word {
            "true" => Ok(Literal::Bool(true)),
            "false" => Ok(Literal::Bool(false)),
            "None" => Ok(Literal::None),
            "NaN" => Ok(Literal::Float(f64::NAN)),
            "Infinity" => Ok(Literal::Float(f64::INFINITY)),
            _ if !self.rest().starts_with('(') => Err(NoLiteral::Expression),
            "Some" => {
                self.at += 1;
                let inner = self.value()?;
                if self.eat(")") { Ok(Literal::Some(Box::new(inner))) } else { Err(NoLiteral::Expression) }
            }
            // These are not functions of the language: only data is written so.
            "List" => self.data(Reader::value).map(Literal::List),
            "Set" | "HashSet" => self.data(Reader::value).map(Literal::Set),
            "Map" | "HashMap" => self.data(Reader::entry).map(Literal::Map),
            _ => Err(NoLiteral::Expression),
        }
    }

    fn entry(&mut self) -> Result<(Literal, Literal), NoLiteral> {
        let key = self.value()?;
        if !self.eat("->") {
            return Err(self.fault("between a key and its value stands `->`"));
        }
        Ok((key, self.value()?))
    }

    fn fault(&self, message: &str) -> NoLiteral {
        NoLiteral::Fault(self.at..self.at + 1, message.to_owned())
    }

    /// Elements in parentheses, with commas between them.
    fn data<T>(&mut self, element: fn(&mut Self) -> Result<T, NoLiteral>) -> Result<Vec<T>, NoLiteral> {
        self.at += 1;
        let mut elements = Vec::new();
        while !self.eat(")") {
            if !elements.is_empty() && !self.eat(",") {
                return Err(self.fault("between two elements stands a comma, and after the last one `)`"));
            }
            let found = element(self);
            elements.push(found.map_err(|no| match no {
                NoLiteral::Expression => {
                    self.fault("inside of `List(...)`, `Set(...)` and `Map(...)` only values can stand")
                }
                fault => fault,
            })?);
        }
        Ok(elements)
    }

    fn parenthesis(&mut self) -> Result<Literal, NoLiteral> {
        self.at += 1;
        if self.eat(")") {
            return Ok(Literal::Unit);
        }
        let first = self.value()?;
        if self.eat(")") {
            return Ok(first);
        }
        let mut parts = vec![first];
        loop {
            if !self.eat(",") {
                return Err(NoLiteral::Expression);
            }
            if self.eat(")") {
                return Ok(Literal::Tuple(parts));
            }
            parts.push(self.value()?);
            if self.eat(")") {
                return Ok(Literal::Tuple(parts));
            }
        }
    }

    fn record(&mut self, open: usize) -> Result<Literal, NoLiteral> {
        self.at += open;
        let mut fields: Vec<(String, Literal)> = Vec::new();
        while !self.eat("}") {
            if !fields.is_empty() && !self.eat(",") {
                return Err(NoLiteral::Expression);
            }
            if self.eat("}") {
                break;
            }
            let name = self.name();
            if name.is_empty() || !(self.eat("=") || self.eat(":")) {
                return Err(NoLiteral::Expression);
            }
            fields.push((name.to_owned(), self.value()?));
        }
        Ok(if fields.is_empty() { Literal::Unit } else { Literal::Record(fields) })
    }

    fn number(&mut self) -> Result<Literal, NoLiteral> {
        let from = self.at;
        let negative = self.rest().starts_with('-');
        self.at += usize::from(negative);
        if self.rest().starts_with("Infinity") {
            self.at += "Infinity".len();
            return Ok(Literal::Float(f64::NEG_INFINITY));
        }
        if self.rest().starts_with("0x") || self.rest().starts_with("0X") {
            return self.hexadecimal(negative);
        }
        let whole = self.digits();
        let mut is_float = false;
        if whole > 0 && self.rest().starts_with('.') {
            self.at += 1;
            is_float = self.digits() > 0;
            if !is_float {
                return Err(NoLiteral::Expression);
            }
        }
        if whole > 0 && self.rest().starts_with(['e', 'E']) {
            self.at += 1;
            self.at += usize::from(self.rest().starts_with(['+', '-']));
            is_float = self.digits() > 0;
            if !is_float {
                return Err(NoLiteral::Expression);
            }
        }
        // A unit of time may follow, or any other name: that is for the language to say.
        if whole == 0 || self.rest().starts_with(|char: char| char.is_alphanumeric() || char == '_') {
            return Err(NoLiteral::Expression);
        }
        let text = &self.text[from..self.at];
        if is_float {
            return text.parse().map(Literal::Float).map_err(|_| NoLiteral::Expression);
        }
        text.parse().map(Literal::Int).map_err(|_| NoLiteral::Expression)
    }

    fn digits(&mut self) -> usize {
        let count = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        self.at += count;
        count
    }

    fn hexadecimal(&mut self, negative: bool) -> Result<Literal, NoLiteral> {
        self.at += 2;
        let digits = self.name();
        // Longer ones are left to the language, which has a limit for literals.
        if digits.is_empty() || digits.len() > 30 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(NoLiteral::Expression);
        }
        let number = i128::from_str_radix(digits, 16).map_err(|_| NoLiteral::Expression)?;
        Ok(Literal::Int(Int::from(if negative { -number } else { number })))
    }

    fn string(&mut self) -> Result<String, NoLiteral> {
        let open = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            let Some(char) = self.rest().chars().next() else {
                return Err(NoLiteral::Fault(open..self.text.len(), "this text has no closing `\"`".into()));
            };
            self.at += char.len_utf8();
            match char {
                '"' => return Ok(text),
                '$' => return Err(NoLiteral::Expression),
                '\\' => text.push(self.escape()?),
                plain => text.push(plain),
            }
        }
    }

    fn escape(&mut self) -> Result<char, NoLiteral> {
        let from = self.at - 1;
        let char = self.rest().chars().next().unwrap_or('\\');
        self.at += char.len_utf8().min(self.rest().len());
        Ok(match char {
            '\\' | '"' | '$' | '%' => char,
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'a' => '\u{7}',
            other => {
                let message = format!("there is no escape `\\{other}`");
                return Err(NoLiteral::Fault(from..self.at, message));
            }
        })
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Unit => f.write_str("()"),
            Literal::Bool(known) => write!(f, "{known}"),
            Literal::Int(int) => write!(f, "{int}"),
            Literal::Float(float) => write!(f, "{float:?}"),
            Literal::String(text) => write!(f, "{text:?}"),
            Literal::None => f.write_str("None"),
            Literal::Some(inner) => write!(f, "Some({inner})"),
            Literal::List(elements) => listed(f, "List(", elements, ")"),
            Literal::Set(elements) => listed(f, "Set(", elements, ")"),
            Literal::Tuple(elements) => listed(f, "(", elements, ")"),
            Literal::Map(entries) => {
                f.write_str("Map(")?;
                for (place, (key, value)) in entries.iter().enumerate() {
                    write!(f, "{}{key} -> {value}", if place > 0 { ", " } else { "" })?;
                }
                f.write_str(")")
            }
            Literal::Record(fields) => {
                f.write_str("{")?;
                for (place, (name, value)) in fields.iter().enumerate() {
                    write!(f, "{}{name} = {value}", if place > 0 { ", " } else { "" })?;
                }
                f.write_str("}")
            }
        }
    }
}

fn listed(f: &mut fmt::Formatter<'_>, open: &str, elements: &[Literal], close: &str) -> fmt::Result {
    f.write_str(open)?;
    for (place, element) in elements.iter().enumerate() {
        write!(f, "{}{element}", if place > 0 { ", " } else { "" })?;
    }
    f.write_str(close)
}
