//! Closed values in the terms of TeSSLa: what events carry, as people write them.
//! In: values of a run with their type. Out: data that prints as the language's own interpreter prints it, compares as the
//! program compares, and becomes a value of a run again. Sets and maps are ascending and hold nothing twice.

mod convert;
mod float;

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use lydian_term::Int;

use crate::types::{field_order, is_tuple};

pub use float::show_float;

/// A closed value. `()` is the record without fields, a tuple the record of `_1`, `_2`, ...
#[derive(Debug, Clone)]
pub enum Data {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(Int),
    /// A floating-point number.
    Float(f64),
    /// A text.
    String(Arc<str>),
    /// `None`.
    None,
    /// `Some(x)`.
    Some(Box<Data>),
    /// A list.
    List(Vec<Data>),
    /// A set; make it with [`Data::set`].
    Set(Vec<Data>),
    /// A map; make it with [`Data::map`].
    Map(Vec<(Data, Data)>),
    /// A record; make it with [`Data::record`].
    Record(Vec<(Arc<str>, Data)>),
}

impl Data {
    /// `()`.
    pub const UNIT: Data = Data::Record(Vec::new());

    /// A set of these elements.
    ///
    /// ```
    /// use lydian_tessla::data::Data;
    /// let set = Data::set([3, 1, 3].map(|n: i64| Data::Int(n.into())).to_vec());
    /// assert_eq!(set.to_string(), "Set(1, 3)");
    /// ```
    pub fn set(mut elements: Vec<Data>) -> Data {
        elements.sort();
        elements.dedup();
        Data::Set(elements)
    }

    /// A map of these entries; of two with the same key the later one counts.
    pub fn map(entries: Vec<(Data, Data)>) -> Data {
        let mut kept: Vec<(Data, Data)> = Vec::with_capacity(entries.len());
        let mut entries: Vec<(usize, (Data, Data))> = entries.into_iter().enumerate().collect();
        entries.sort_by(|(i, (a, _)), (j, (b, _))| a.cmp(b).then(i.cmp(j)));
        for (_, (key, value)) in entries {
            match kept.last_mut() {
                Some((last, old)) if *last == key => *old = value,
                _ => kept.push((key, value)),
            }
        }
        Data::Map(kept)
    }

    /// A record of these fields, in any order.
    pub fn record(mut fields: Vec<(Arc<str>, Data)>) -> Data {
        fields.sort_by(|(a, _), (b, _)| field_order(a, b));
        Data::Record(fields)
    }

    /// A tuple.
    pub fn tuple(parts: Vec<Data>) -> Data {
        let named = parts.into_iter().enumerate();
        Data::Record(named.map(|(index, part)| (format!("_{}", index + 1).into(), part)).collect())
    }

    /// The value as it is read back: texts are quoted, floats have the notation of the language.
    ///
    /// ```
    /// use lydian_tessla::data::Data;
    /// let text = Data::Some(Box::new(Data::String("5 \"$\"".into())));
    /// assert_eq!(text.to_string(), "Some(5 \"$\")");
    /// assert_eq!(text.source(), r#"Some("5 \"\$\"")"#);
    /// ```
    pub fn source(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, Notation::Source);
        out
    }

    fn write(&self, out: &mut String, notation: Notation) {
        match self {
            Data::Bool(known) => out.push_str(if *known { "true" } else { "false" }),
            Data::Int(int) => out.push_str(&int.to_string()),
            Data::Float(float) if notation == Notation::Source => out.push_str(&float::source(*float)),
            Data::Float(float) => out.push_str(&show_float(*float)),
            Data::String(text) if notation == Notation::Source => quote(text, out),
            Data::String(text) => out.push_str(text),
            Data::None => out.push_str("None"),
            Data::Some(inner) => {
                out.push_str("Some(");
                inner.write(out, notation);
                out.push(')');
            }
            Data::List(elements) => write_all("List(", elements, out, notation),
            Data::Set(elements) => write_all("Set(", elements, out, notation),
            Data::Map(entries) => {
                out.push_str("Map(");
                for (index, (key, value)) in entries.iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    key.write(out, notation);
                    out.push_str(" -> ");
                    value.write(out, notation);
                }
                out.push(')');
            }
            Data::Record(fields) => write_record(fields, out, notation),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Notation {
    Shown,
    Source,
}

fn write_all(open: &str, elements: &[Data], out: &mut String, notation: Notation) {
    out.push_str(open);
    for (index, element) in elements.iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        element.write(out, notation);
    }
    out.push(')');
}

fn write_record(fields: &[(Arc<str>, Data)], out: &mut String, notation: Notation) {
    let tuple = is_tuple(fields.iter().map(|(name, _)| &**name));
    out.push(if tuple { '(' } else { '{' });
    for (index, (name, field)) in fields.iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        if !tuple {
            out.push_str(name);
            out.push_str(" = ");
        }
        field.write(out, notation);
    }
    out.push_str(match (tuple, fields.len()) {
        (true, 1) => ",)",
        (true, _) => ")",
        (false, _) => "}",
    });
}

/// A text as a literal of the language.
fn quote(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '$' => out.push_str("\\$"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{7}' => out.push_str("\\a"),
            other => out.push(other),
        }
    }
    out.push('"');
}

impl fmt::Display for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        self.write(&mut out, Notation::Shown);
        f.write_str(&out)
    }
}

/// The order in which sets and maps are kept; only values of one type are ever compared.
impl Ord for Data {
    fn cmp(&self, other: &Data) -> Ordering {
        match (self, other) {
            (Data::Bool(a), Data::Bool(b)) => a.cmp(b),
            (Data::Int(a), Data::Int(b)) => a.cmp(b),
            (Data::Float(a), Data::Float(b)) => float::order(*a, *b),
            (Data::String(a), Data::String(b)) => a.as_bytes().cmp(b.as_bytes()),
            (Data::Some(a), Data::Some(b)) => a.cmp(b),
            (Data::List(a), Data::List(b)) | (Data::Set(a), Data::Set(b)) => a.cmp(b),
            (Data::Map(a), Data::Map(b)) => a.cmp(b),
            (Data::Record(a), Data::Record(b)) => {
                let parts = |fields: &[(Arc<str>, Data)]| -> Vec<Data> {
                    fields.iter().map(|(_, part)| part.clone()).collect()
                };
                parts(a).cmp(&parts(b))
            }
            _ => self.rank().cmp(&other.rank()),
        }
    }
}

impl Data {
    fn rank(&self) -> u8 {
        match self {
            Data::Bool(_) => 0,
            Data::Int(_) => 1,
            Data::Float(_) => 2,
            Data::String(_) => 3,
            Data::None => 4,
            Data::Some(_) => 5,
            Data::List(_) => 6,
            Data::Set(_) => 7,
            Data::Map(_) => 8,
            Data::Record(_) => 9,
        }
    }
}

impl PartialOrd for Data {
    fn partial_cmp(&self, other: &Data) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Data {
    fn eq(&self, other: &Data) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Data {}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(n: i64) -> Data {
        Data::Int(n.into())
    }

    #[test]
    fn data_print_as_the_language_prints_them() {
        let record = Data::record(vec![("y".into(), int(2)), ("x".into(), Data::String("a b".into()))]);
        let map = Data::map(vec![(int(2), Data::None), (int(1), Data::UNIT), (int(2), Data::Bool(true))]);
        for (data, text) in [
            (Data::UNIT, "()"),
            (Data::Some(Box::new(Data::UNIT)), "Some(())"),
            (Data::List(vec![int(2), int(1)]), "List(2, 1)"),
            (Data::set(vec![int(2), int(1), int(2)]), "Set(1, 2)"),
            (map, "Map(1 -> (), 2 -> true)"),
            (Data::tuple(vec![int(1), Data::Float(1.0)]), "(1, 1.0)"),
            (Data::tuple(vec![int(1)]), "(1,)"),
            (record, "{x = a b, y = 2}"),
        ] {
            assert_eq!(data.to_string(), text);
        }
    }

    #[test]
    fn source_is_read_back() {
        assert_eq!(Data::String("a\n\"\\$x".into()).source(), r#""a\n\"\\\$x""#);
        assert_eq!(Data::Float(1e10).source(), "1.0e+10");
    }
}
