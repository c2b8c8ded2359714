//! Values as monitors write them. The type leads, so that texts need no quotes and collections can be written in several
//! ways; what is not of the type is not read at all. Two values are the same exactly if they denote the same: sets have no
//! order, `02` is 2, and `1` is 1.0 where floating-point numbers are wanted.

use std::sync::Arc;

use lydian_term::Int;
use lydian_tessla::Type;
use lydian_tessla::data::Data;
use lydian_tessla::types::position;

/// The value that a text denotes as a value of a type; nothing if it denotes none.
pub(super) fn read(text: &str, ty: &Type) -> Option<Data> {
    let text = text.trim();
    if *ty == Type::String && !text.starts_with('"') {
        return Some(Data::String(text.into()));
    }
    let mut reader = Reader { rest: text, stops: Vec::new() };
    let data = reader.value(ty)?;
    reader.rest.trim_start().is_empty().then_some(data)
}

/// Whether two values of one type are the same, floating-point numbers up to a relative error.
pub(super) fn same(left: &Data, right: &Data, tolerance: f64) -> bool {
    let all = |left: &[Data], right: &[Data]| {
        left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right, tolerance))
    };
    match (left, right) {
        (Data::Float(left), Data::Float(right)) => {
            left == right
                || left.is_nan() && right.is_nan()
                || (left - right).abs() <= tolerance * left.abs().max(right.abs()).max(1.0)
        }
        (Data::Some(left), Data::Some(right)) => same(left, right, tolerance),
        (Data::List(left), Data::List(right)) | (Data::Set(left), Data::Set(right)) => all(left, right),
        (Data::Map(left), Data::Map(right)) => {
            left.len() == right.len()
                && left.iter().zip(right).all(|((key, value), (other_key, other_value))| {
                    same(key, other_key, tolerance) && same(value, other_value, tolerance)
                })
        }
        (Data::Record(left), Data::Record(right)) => {
            left.len() == right.len()
                && left.iter().zip(right).all(|((_, left), (_, right))| same(left, right, tolerance))
        }
        _ => left == right,
    }
}

/// No number that a monitor writes has more digits than this; reading takes time with the square of it.
const MOST_DIGITS: usize = 10_000;

struct Reader<'t> {
    rest: &'t str,
    /// What ends a text without quotes, from the outside in.
    stops: Vec<&'static [&'static str]>,
}

impl<'t> Reader<'t> {
    fn value(&mut self, ty: &Type) -> Option<Data> {
        self.rest = self.rest.trim_start();
        match ty {
            Type::Int => self.int().map(Data::Int),
            Type::Float => self.float().map(Data::Float),
            Type::Bool => match self.word() {
                "true" => Some(Data::Bool(true)),
                "false" => Some(Data::Bool(false)),
                _ => None,
            },
            Type::String => self.text().map(|text| Data::String(text.into())),
            Type::Option(part) => self.option(part),
            Type::List(part) => self.collection(|reader| reader.value(part)).map(Data::List),
            Type::Set(part) => self.collection(|reader| reader.value(part)).map(Data::set),
            Type::Map(key, part) => self.collection(|reader| reader.entry(key, part)).map(Data::map),
            Type::Record(fields) if fields.is_empty() => self.unit(),
            Type::Record(fields) => self.record(fields),
            Type::Function(..) | Type::Events(_) | Type::Parameter(_) => None,
        }
    }

    fn eat(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start();
        match rest.strip_prefix(sign) {
            Some(after) => {
                self.rest = after;
                true
            }
            None => false,
        }
    }

    fn take(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|char| !belongs(char)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn word(&mut self) -> &'t str {
        self.take(|char| char.is_alphanumeric() || char == '_')
    }

    fn int(&mut self) -> Option<Int> {
        let negative = self.eat("-");
        if !negative {
            self.eat("+");
        }
        let word = self.take(|char| char.is_ascii_alphanumeric());
        let number: Int = match word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
            Some(digits) if !digits.is_empty() && digits.len() <= 30 => {
                Int::from(i128::from_str_radix(digits, 16).ok()?)
            }
            Some(_) => return None,
            None if word.len() <= MOST_DIGITS && word.bytes().all(|byte| byte.is_ascii_digit()) => {
                word.parse().ok()?
            }
            None => return None,
        };
        Some(if negative { -number } else { number })
    }

    fn float(&mut self) -> Option<f64> {
        let word = self.take(|char| char.is_ascii_alphanumeric() || matches!(char, '.' | '+' | '-'));
        (word.len() <= MOST_DIGITS).then(|| word.parse().ok()).flatten()
    }

    fn unit(&mut self) -> Option<Data> {
        let written = self.eat("(") && self.eat(")") || self.eat("{") && self.eat("}");
        written.then_some(Data::UNIT)
    }

    fn option(&mut self, part: &Type) -> Option<Data> {
        match self.word() {
            "None" => Some(Data::None),
            "Some" => {
                let inner = self.between("(", &[")"], |reader| reader.value(part))?;
                Some(Data::Some(Box::new(inner)))
            }
            _ => None,
        }
    }

    /// Reads something after an opening sign and before a closing one; `stops` end a text in it.
    fn between<T>(
        &mut self,
        open: &str,
        stops: &'static [&'static str],
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        if !self.eat(open) {
            return None;
        }
        self.stops.push(stops);
        let read = read(self);
        self.stops.pop();
        let close = stops.last()?;
        if self.eat(close) { read } else { None }
    }

    /// `List(1, 2)`, `HashSet(1, 2)`, `[1, 2]`, `{1, 2}`.
    fn collection<T>(&mut self, mut element: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.word();
        let (open, stops): (&str, &'static [&'static str]) = match self.rest.chars().next()? {
            '(' => ("(", &[",", " -> ", ")"]),
            '[' => ("[", &[",", " -> ", "]"]),
            '{' => ("{", &[",", " -> ", "}"]),
            _ => return None,
        };
        self.between(open, stops, |reader| {
            let mut elements = Vec::new();
            let close = stops.last()?;
            if reader.rest.trim_start().starts_with(close) {
                return Some(elements);
            }
            loop {
                elements.push(element(reader)?);
                if !reader.eat(",") {
                    return Some(elements);
                }
            }
        })
    }

    fn entry(&mut self, key: &Type, part: &Type) -> Option<(Data, Data)> {
        let key = self.value(key)?;
        if self.eat("->") { Some((key, self.value(part)?)) } else { None }
    }

    /// `(1, 2)`, `{x = 1, y = 2}`, in any order; a tuple may be written with its names.
    fn record(&mut self, fields: &[(Arc<str>, Type)]) -> Option<Data> {
        self.eat("$");
        let mut values: Vec<Option<Data>> = vec![None; fields.len()];
        if self.rest.trim_start().starts_with('(') {
            self.between("(", &[",", ")"], |reader| {
                for (place, (name, ty)) in fields.iter().enumerate() {
                    position(name)?;
                    values[place] = Some(reader.value(ty)?);
                    if !reader.eat(",") && place + 1 < fields.len() {
                        return None;
                    }
                }
                Some(())
            })?;
        } else {
            self.between("{", &[",", "}"], |reader| {
                for written in 0..fields.len() {
                    reader.rest = reader.rest.trim_start();
                    let name = reader.word();
                    let place = fields.iter().position(|(field, _)| **field == *name)?;
                    if values[place].is_some() || !(reader.eat("=") || reader.eat(":")) {
                        return None;
                    }
                    values[place] = Some(reader.value(&fields[place].1)?);
                    if !reader.eat(",") && written + 1 < fields.len() {
                        return None;
                    }
                }
                Some(())
            })?;
        }
        let parts = fields.iter().zip(values).map(|((name, _), value)| Some((name.clone(), value?)));
        parts.collect::<Option<_>>().map(Data::Record)
    }

    /// A text in quotes, or without them up to what ends it.
    fn text(&mut self) -> Option<String> {
        if self.rest.starts_with('"') {
            return self.quoted();
        }
        let stops = self.stops.last().copied().unwrap_or_default();
        let ends = stops.iter().filter_map(|stop| self.rest.find(stop));
        let (text, rest) = self.rest.split_at(ends.min().unwrap_or(self.rest.len()));
        self.rest = rest;
        Some(text.trim_end().to_owned())
    }

    fn quoted(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut chars = self.rest.char_indices().skip(1);
        while let Some((at, char)) = chars.next() {
            match char {
                '"' => {
                    self.rest = &self.rest[at + 1..];
                    return Some(text);
                }
                '\\' => text.push(match chars.next()?.1 {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'a' => '\u{7}',
                    plain => plain,
                }),
                plain => text.push(plain),
            }
        }
        None
    }
}
