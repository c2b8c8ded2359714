//! Values of a run as text, and back.
//! What a type looks like as a Core value is said in `lydian_tessla::spec`. Reading takes literals and data by itself and
//! leaves expressions to the language; a value that is not of the input's type is a fault.

use lydian_core::{ConId, Value};
use lydian_diagnostic::Diagnostic;
use lydian_tessla::Type;
use lydian_tessla::spec::Spec;
use lydian_tessla::types::position;

use super::literal::{self, Literal, NoLiteral};
use super::place::Line;
use super::text::is_empty;

/// Whether texts are written in quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quotes {
    /// Never: as the language prints them now.
    Nowhere,
    /// Always: as it did before.
    Everywhere,
    /// Inside of data, and where the text alone would be read as something else.
    WhereNeeded,
}

/// Reads values.
#[derive(Default)]
pub(super) struct Values {}

impl Values {
    /// Reads the value at `from` to the end of the line.
    pub(super) fn read(
        &mut self,
        line: Line<'_>,
        text: &str,
        from: usize,
        spec: &Spec,
        ty: &Type,
    ) -> Result<Value, Box<Diagnostic>> {
        let _ = spec;
        match literal::read(text, from) {
            Ok((literal, end)) if is_empty(&text[end..]) => build(&literal, ty)
                .map_err(|message| Box::new(line.fault("trace-value-type", from..end, message))),
            Ok(_) | Err(NoLiteral::Expression) => {
                Err(Box::new(line.fault("trace-value", from..text.len(), "expression")))
            }
            Err(NoLiteral::Fault(range, message)) => Err(Box::new(line.fault("trace-value", range, message))),
        }
    }
}

/// The value of a type that a literal denotes, or why it denotes none.
fn build(literal: &Literal, ty: &Type) -> Result<Value, String> {
    Ok(match (literal, ty) {
        (Literal::Int(int), Type::Int) => Value::int(int.clone()),
        (Literal::Bool(known), Type::Bool) => Value::Bool(*known),
        (Literal::Float(float), Type::Float) => Value::Float(*float),
        (Literal::String(text), Type::String) => Value::str(text.as_bytes()),
        (Literal::None, Type::Option(_)) => Value::Constant(ConId::NONE),
        (Literal::Some(inner), Type::Option(part)) => Value::construct(ConId::SOME, [build(inner, part)?]),
        (Literal::List(elements), Type::List(part)) => {
            let elements =
                elements.iter().map(|element| build(element, part)).collect::<Result<Vec<_>, _>>()?;
            Value::list(elements)
        }
        (Literal::Unit, Type::Record(fields)) if fields.is_empty() => Value::Unit,
        (Literal::Tuple(parts), Type::Record(fields)) => {
            let named: Vec<(String, &Literal)> =
                parts.iter().enumerate().map(|(place, part)| (format!("_{}", place + 1), part)).collect();
            record(&named, fields, literal, ty)?
        }
        (Literal::Record(parts), Type::Record(fields)) => {
            let named: Vec<(String, &Literal)> =
                parts.iter().map(|(name, part)| (name.clone(), part)).collect();
            record(&named, fields, literal, ty)?
        }
        _ => return Err(format!("{} is not of type {ty}", short(literal))),
    })
}

fn record(
    parts: &[(String, &Literal)],
    fields: &[(std::sync::Arc<str>, Type)],
    literal: &Literal,
    ty: &Type,
) -> Result<Value, String> {
    let surplus = parts.iter().find(|(name, _)| !fields.iter().any(|(field, _)| **field == **name));
    if let Some((name, _)) = surplus {
        return Err(format!("{} is not of type {ty}: there is no `{name}` in it", short(literal)));
    }
    let mut values = Vec::with_capacity(fields.len());
    for (field, ty_of_field) in fields {
        let mut given = parts.iter().filter(|(name, _)| **name == **field);
        let Some((_, part)) = given.next() else {
            return Err(format!("{} is not of type {ty}: `{field}` is missing", short(literal)));
        };
        if given.next().is_some() {
            return Err(format!("{} has `{field}` twice", short(literal)));
        }
        values.push(build(part, ty_of_field)?);
    }
    Ok(match values.len() {
        0 => Value::Unit,
        1 => values.remove(0),
        _ => Value::tuple(values),
    })
}

/// A literal for a message.
fn short(literal: &Literal) -> String {
    let text = literal.to_string();
    if text.chars().count() <= 60 {
        return text;
    }
    text.chars().take(57).chain("...".chars()).collect()
}

/// Writes an integer.
#[inline]
pub(super) fn write_int(buffer: &mut Vec<u8>, int: &lydian_term::Int) {
    match int.as_i64() {
        Some(small) => write_i64(buffer, small),
        None => buffer.extend_from_slice(int.to_string().as_bytes()),
    }
}

#[inline]
fn write_i64(buffer: &mut Vec<u8>, int: i64) {
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    let mut rest = int.unsigned_abs();
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if int < 0 {
        buffer.push(b'-');
    }
    buffer.extend_from_slice(&digits[at..]);
}

/// Writes a value of a type.
#[inline]
pub(super) fn write(buffer: &mut Vec<u8>, ty: &Type, value: &Value, quotes: Quotes) {
    match (ty, value) {
        (_, Value::Int(int)) => write_i64(buffer, *int),
        (_, Value::Bool(known)) => buffer.extend_from_slice(if *known { b"true" } else { b"false" }),
        (_, Value::Unit) => buffer.extend_from_slice(b"()"),
        _ => write_other(buffer, ty, value, quotes),
    }
}

fn write_other(buffer: &mut Vec<u8>, ty: &Type, value: &Value, quotes: Quotes) {
    let inner = if quotes == Quotes::WhereNeeded { Quotes::Everywhere } else { quotes };
    match (ty, value) {
        (_, Value::Big(int)) => write_int(buffer, int),
        (_, Value::Float(float)) => buffer.extend_from_slice(float_text(*float).as_bytes()),
        (_, Value::Str(_)) => write_text(buffer, value.as_known_str().unwrap_or_default(), quotes),
        (Type::Option(_), Value::Constant(_)) => buffer.extend_from_slice(b"None"),
        (Type::Option(part), Value::Block(block)) => {
            buffer.extend_from_slice(b"Some(");
            write(buffer, part, &block.fields[0], inner);
            buffer.push(b')');
        }
        (Type::List(part), list) => {
            buffer.extend_from_slice(b"List(");
            let mut rest = list;
            while let Value::Block(block) = rest {
                write(buffer, part, &block.fields[0], inner);
                rest = &block.fields[1];
                if matches!(rest, Value::Block(_)) {
                    buffer.extend_from_slice(b", ");
                }
            }
            buffer.push(b')');
        }
        (Type::Record(fields), value) => write_record(buffer, fields, value, inner),
        (_, other) => buffer.extend_from_slice(format!("{other:?}").as_bytes()),
    }
}

fn write_record(buffer: &mut Vec<u8>, fields: &[(std::sync::Arc<str>, Type)], value: &Value, quotes: Quotes) {
    let tuple = fields.iter().enumerate().all(|(place, (name, _))| position(name) == Some(place as u32 + 1));
    buffer.push(if tuple { b'(' } else { b'{' });
    for (place, (name, ty)) in fields.iter().enumerate() {
        if place > 0 {
            buffer.extend_from_slice(b", ");
        }
        if !tuple {
            buffer.extend_from_slice(name.as_bytes());
            buffer.extend_from_slice(b" = ");
        }
        match value {
            Value::Block(block) if fields.len() > 1 => write(buffer, ty, &block.fields[place], quotes),
            whole => write(buffer, ty, whole, quotes),
        }
    }
    buffer.push(if tuple { b')' } else { b'}' });
}

fn write_text(buffer: &mut Vec<u8>, text: &[u8], quotes: Quotes) {
    let plain = match quotes {
        Quotes::Nowhere => true,
        Quotes::Everywhere => false,
        Quotes::WhereNeeded => {
            !text.starts_with(b"\"") && !text.iter().any(|byte| matches!(byte, b'\n' | b'\r'))
        }
    };
    if plain {
        buffer.extend_from_slice(text);
        return;
    }
    buffer.push(b'"');
    for byte in text {
        match byte {
            b'"' | b'\\' | b'$' => buffer.extend_from_slice(&[b'\\', *byte]),
            b'\n' => buffer.extend_from_slice(b"\\n"),
            b'\r' => buffer.extend_from_slice(b"\\r"),
            b'\t' => buffer.extend_from_slice(b"\\t"),
            plain => buffer.push(*plain),
        }
    }
    buffer.push(b'"');
}

/// A floating-point number as the official interpreter writes it: the shortest digits that give the number back, with an
/// exponent below a thousandth and from ten millions on.
fn float_text(float: f64) -> String {
    if float.is_nan() {
        return "NaN".into();
    }
    if float.is_infinite() {
        return if float > 0.0 { "Infinity".into() } else { "-Infinity".into() };
    }
    let size = float.abs();
    if size == 0.0 || (1e-3..1e7).contains(&size) {
        return format!("{float:?}");
    }
    let text = format!("{float:e}");
    match text.split_once('e') {
        Some((digits, exponent)) if digits.contains('.') => format!("{digits}E{exponent}"),
        Some((digits, exponent)) => format!("{digits}.0E{exponent}"),
        None => text,
    }
}
