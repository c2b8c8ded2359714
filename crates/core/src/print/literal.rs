//! How names and constants are written; the reader's lexer is the inverse.
//! Every byte has a printed form, floats print exactly, and a name that could be taken for something else is quoted.

use std::fmt::Write;

use crate::{ConId, Literal};

/// Words that mean something in the text of Core, so that a name spelt like one is quoted.
pub(crate) const RESERVED: &[&str] = &[
    "_",
    "abstract",
    "and",
    "array",
    "as",
    "at",
    "bool",
    "bytes",
    "char",
    "core",
    "do",
    "done",
    "downto",
    "else",
    "end",
    "exn",
    "export",
    "false",
    "float",
    "for",
    "fun",
    "if",
    "in",
    "inf",
    "int",
    "integers",
    "lazy",
    "let",
    "library",
    "list",
    "match",
    "mut",
    "mutable",
    "nan",
    "of",
    "rec",
    "run",
    "string",
    "then",
    "to",
    "true",
    "try",
    "tuple",
    "type",
    "unbounded",
    "unit",
    "when",
    "while",
    "with",
    "wrapping",
];

/// Whether the lexer reads this as one word.
fn is_word(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\'' | b'.'))
}

/// A name that stands alone.
pub(crate) fn name(name: &str) -> String {
    if is_word(name) && !RESERVED.contains(&name) { name.to_owned() } else { quoted(name.as_bytes()) }
}

/// A name next to a mark that shows what it is, so that reserved words are no danger.
pub(crate) fn marked_name(name: &str) -> String {
    if is_word(name) { name.to_owned() } else { quoted(name.as_bytes()) }
}

/// A constructor with the path of its type.
pub(crate) fn constructor(con: ConId) -> String {
    match con.type_path() {
        "`" => format!("`{}", marked_name(con.name())),
        path => format!("{}#{}", marked_name(path), marked_name(con.name())),
    }
}

/// A string in quotes.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + 2);
    text.push('"');
    for byte in bytes {
        match byte {
            b'"' => text.push_str("\\\""),
            _ => push_byte(&mut text, *byte),
        }
    }
    text.push('"');
    text
}

/// A character in quotes.
pub(crate) fn character(byte: u8) -> String {
    let mut text = String::from("'");
    match byte {
        b'\'' => text.push_str("\\'"),
        _ => push_byte(&mut text, byte),
    }
    text.push('\'');
    text
}

fn push_byte(text: &mut String, byte: u8) {
    match byte {
        b'\\' => text.push_str("\\\\"),
        b'\n' => text.push_str("\\n"),
        b'\t' => text.push_str("\\t"),
        b'\r' => text.push_str("\\r"),
        b' '..=b'~' => text.push(char::from(byte)),
        _ => {
            // Writing to a string cannot fail.
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
}

/// A floating-point number, exactly: the shortest digits that give it back, or the bits of an unusual non-number.
pub(crate) fn float(float: f64) -> String {
    if float.is_nan() {
        let bits = float.to_bits();
        if bits == f64::NAN.to_bits() { "nan".to_owned() } else { format!("nan:{bits:016x}") }
    } else {
        format!("{float:?}")
    }
}

/// A constant.
pub(crate) fn literal(literal: &Literal) -> String {
    match literal {
        Literal::Unit => "()".to_owned(),
        Literal::Bool(bool) => bool.to_string(),
        Literal::Int(int) => int.to_string(),
        Literal::Char(byte) => character(*byte),
        Literal::String(bytes) => quoted(bytes),
        Literal::Float(number) => float(*number),
    }
}
