//! Values as they stand in traces, written down: literals and data, but no expressions.
//! In: a text and where the value begins. Out: the value and where it ends; or that this is not just a value, which leaves
//! it to the language proper; or what is wrong with it. Nesting is bounded.

use std::ops::Range;
use std::sync::Arc;

use lydian_term::Int;
use lydian_tessla::data::Data;

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
pub(super) fn read(text: &str, from: usize) -> Result<(Data, usize), NoLiteral> {
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

    fn value(&mut self) -> Result<Data, NoLiteral> {
        self.skip_blanks();
        if self.depth >= DEEPEST {
            let message = format!("values nest at most {DEEPEST} deep");
            return Err(NoLiteral::Fault(self.at..self.at + 1, message));
        }
        self.depth += 1;
        let value = match self.rest().bytes().next() {
            Some(b'"') => self.string().map(|text| Data::String(text.into())),
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

    fn word(&mut self) -> Result<Data, NoLiteral> {
        let word = self.name();
        match word {
            "true" => Ok(Data::Bool(true)),
            "false" => Ok(Data::Bool(false)),
            "None" => Ok(Data::None),
            "NaN" => Ok(Data::Float(f64::NAN)),
            "Infinity" => Ok(Data::Float(f64::INFINITY)),
            _ if !self.rest().starts_with('(') => Err(NoLiteral::Expression),
            "Some" => {
                self.at += 1;
                let inner = self.value()?;
                if self.eat(")") { Ok(Data::Some(Box::new(inner))) } else { Err(NoLiteral::Expression) }
            }
            "List" => self.data(Reader::value).map(Data::List),
            "Set" | "HashSet" => self.data(Reader::value).map(Data::set),
            "Map" | "HashMap" => self.data(Reader::entry).map(Data::map),
            _ => Err(NoLiteral::Expression),
        }
    }

    fn entry(&mut self) -> Result<(Data, Data), NoLiteral> {
        let key = self.value()?;
        if !self.eat("->") {
            if self.rest().starts_with([',', ')']) {
                let message = "between a key and its value stands `->`";
                return Err(NoLiteral::Fault(self.at..self.at + 1, message.into()));
            }
            return Err(NoLiteral::Expression);
        }
        Ok((key, self.value()?))
    }

    /// Elements in parentheses, with commas between them.
    fn data<T>(&mut self, element: fn(&mut Self) -> Result<T, NoLiteral>) -> Result<Vec<T>, NoLiteral> {
        self.at += 1;
        let mut elements = Vec::new();
        while !self.eat(")") {
            if !elements.is_empty() && !self.eat(",") {
                return Err(NoLiteral::Expression);
            }
            elements.push(element(self)?);
        }
        Ok(elements)
    }

    fn parenthesis(&mut self) -> Result<Data, NoLiteral> {
        self.at += 1;
        if self.eat(")") {
            return Ok(Data::UNIT);
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
                return Ok(Data::tuple(parts));
            }
            parts.push(self.value()?);
            if self.eat(")") {
                return Ok(Data::tuple(parts));
            }
        }
    }

    fn record(&mut self, open: usize) -> Result<Data, NoLiteral> {
        self.at += open;
        let mut fields: Vec<(Arc<str>, Data)> = Vec::new();
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
            fields.push((name.into(), self.value()?));
        }
        Ok(Data::record(fields))
    }

    fn number(&mut self) -> Result<Data, NoLiteral> {
        let from = self.at;
        let negative = self.rest().starts_with('-');
        self.at += usize::from(negative);
        if self.rest().starts_with("Infinity") {
            self.at += "Infinity".len();
            return Ok(Data::Float(f64::NEG_INFINITY));
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
            return text.parse().map(Data::Float).map_err(|_| NoLiteral::Expression);
        }
        text.parse().map(Data::Int).map_err(|_| NoLiteral::Expression)
    }

    fn digits(&mut self) -> usize {
        let count = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        self.at += count;
        count
    }

    fn hexadecimal(&mut self, negative: bool) -> Result<Data, NoLiteral> {
        self.at += 2;
        let digits = self.name();
        // Longer ones are left to the language, which has a limit for literals.
        if digits.is_empty() || digits.len() > 30 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(NoLiteral::Expression);
        }
        let number = i128::from_str_radix(digits, 16).map_err(|_| NoLiteral::Expression)?;
        Ok(Data::Int(Int::from(if negative { -number } else { number })))
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
