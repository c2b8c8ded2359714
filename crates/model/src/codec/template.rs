//! Templates of messages: `PUT {0} {1}`, with the arguments of an input in the places of the numbers.
//! In: the text of a template and the arguments. Out: the bytes to send. A placeholder is `{0}`, `{name}` or either with a
//! style behind a colon, as in `{0:json}`; every other brace stands for itself, so that JSON can be written as it is.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::sync::Arc;

use lydian_core::{Datum, TypeTable};
use lydian_ocaml::{FormId, Forms, show};

use super::JsonType;
use super::names::Names;

/// A part of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    /// Text that stands for itself.
    Text(&'t str),
    /// A place for a value.
    Place(Placeholder<'t>),
}

/// A place for a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Placeholder<'t> {
    /// The number of an argument, or the name of a field.
    pub name: &'t str,
    /// What stands behind the colon; empty without one.
    pub style: &'t str,
    /// Where it stands in the template, with its braces.
    pub range: Range<usize>,
}

/// The parts of a template in order.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while let Some(offset) = text[at..].find('{') {
        let open = at + offset;
        match placeholder(text, open) {
            Some(place) => {
                if start < open {
                    pieces.push(Piece::Text(&text[start..open]));
                }
                start = place.range.end;
                at = start;
                pieces.push(Piece::Place(place));
            }
            None => at = open + 1,
        }
    }
    if start < text.len() {
        pieces.push(Piece::Text(&text[start..]));
    }
    pieces
}

/// The placeholder that begins with the brace at this offset, if one does.
fn placeholder(text: &str, open: usize) -> Option<Placeholder<'_>> {
    let inner = &text[open + 1..];
    let inner = &inner[..inner.find('}')?];
    let (name, style) = inner.split_once(':').unwrap_or((inner, ""));
    let is_word =
        |word: &str| word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'\'');
    let first = name.bytes().next()?;
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    let is_name = is_word(name) && (first.is_ascii_lowercase() || first == b'_');
    let is_styled = style.is_empty() != inner.contains(':') && is_word(style);
    let range = open..open + inner.len() + 2;
    ((is_number || is_name) && is_styled).then_some(Placeholder { name, style, range })
}

/// How an argument is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Strings and characters as they are, everything else in OCaml's notation.
    Plain,
    /// As JSON.
    Json,
    /// The same as plain, with any bytes: something else says how many they are.
    Sized,
    /// How many bytes the plain form has.
    Length,
    /// The value that the system gave with this number.
    Name,
    /// Percent-encoded, wherever it stands.
    Path,
    /// How many messages there were in this sequence, this one among them, whatever the name before it.
    Counter,
}

impl Style {
    fn of(word: &str) -> Result<Style, String> {
        Ok(match word {
            "" => Style::Plain,
            "json" => Style::Json,
            "sized" => Style::Sized,
            "length" => Style::Length,
            "name" => Style::Name,
            "path" => Style::Path,
            "counter" => Style::Counter,
            other => {
                return Err(format!(
                    "`{other}` is no way to write a value; `json`, `length`, `sized`, `path`, `name` and `counter` are"
                ));
            }
        })
    }
}

/// Where a message goes, which decides what may stand in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Carrier {
    /// A line, or the value of a header: control characters would break it.
    Line,
    /// The path of a request: everything unusual is percent-encoded.
    Path,
    /// A body: any bytes.
    Body,
}

/// A template whose placeholders are known to be arguments.
#[derive(Debug, Clone)]
pub(super) struct Message {
    pieces: Vec<Part>,
}

#[derive(Debug, Clone)]
enum Part {
    Text(String),
    Argument(usize, Style),
}

/// What arguments are written with.
#[derive(Debug, Clone)]
pub(super) struct Writing {
    /// The declarations.
    pub types: TypeTable,
    /// The forms of the arguments.
    pub forms: Arc<Forms>,
    /// The values that the system gave in this sequence.
    pub names: RefCell<Names>,
    /// The messages of this sequence.
    pub counter: Cell<u64>,
}

impl Message {
    /// A template with the position of the argument for each placeholder, or the first placeholder that means none and why.
    pub fn new(
        text: &str,
        argument: impl Fn(&str) -> Result<usize, String>,
    ) -> Result<Message, (Range<usize>, String)> {
        let mut parts = Vec::new();
        for piece in pieces(text) {
            parts.push(match piece {
                Piece::Text(text) => Part::Text(text.to_owned()),
                Piece::Place(place) => {
                    let style = Style::of(place.style).map_err(|why| (place.range.clone(), why))?;
                    let position = match style {
                        Style::Counter => 0,
                        _ => argument(place.name).map_err(|why| (place.range, why))?,
                    };
                    Part::Argument(position, style)
                }
            });
        }
        Ok(Message { pieces: parts })
    }

    /// The same with another end of lines.
    pub fn with_line_end(mut self, end: &str) -> Message {
        for piece in &mut self.pieces {
            if let Part::Text(text) = piece {
                *text = text.replace('\n', end);
            }
        }
        self
    }

    /// Whether it looks different in each sequence: it has a value that the system chose, or counts messages.
    pub fn depends_on_sequence(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Part::Argument(_, Style::Name | Style::Counter)))
    }

    /// The message for these arguments.
    pub fn fill(
        &self,
        arguments: &[(&Datum, FormId)],
        writing: &Writing,
        carrier: Carrier,
    ) -> Result<Vec<u8>, String> {
        let mut message = Vec::new();
        for piece in &self.pieces {
            match piece {
                Part::Text(text) => message.extend_from_slice(text.as_bytes()),
                Part::Argument(_, Style::Counter) => {
                    message.extend_from_slice(writing.counter.get().to_string().as_bytes());
                }
                Part::Argument(position, style) => {
                    let Some((datum, form)) = arguments.get(*position) else {
                        return Err(format!("the input has no argument {position}"));
                    };
                    let (bytes, carrier) = match style {
                        Style::Json => {
                            (JsonType::of_form(&writing.forms, *form).write(datum)?.into_bytes(), carrier)
                        }
                        Style::Plain => (plain(datum, writing), carrier),
                        Style::Path => (plain(datum, writing), Carrier::Path),
                        Style::Sized => (plain(datum, writing), Carrier::Body),
                        Style::Length => (plain(datum, writing).len().to_string().into_bytes(), carrier),
                        Style::Counter => continue,
                        Style::Name => {
                            let number = match datum {
                                Datum::Int(number) => number.as_i64().unwrap_or(0),
                                _ => 0,
                            };
                            (writing.names.borrow().value(number)?.to_vec(), carrier)
                        }
                    };
                    insert(&mut message, &bytes, carrier)?;
                }
            }
        }
        Ok(message)
    }
}

/// A value as it is.
fn plain(datum: &Datum, writing: &Writing) -> Vec<u8> {
    match datum {
        Datum::Str(bytes) | Datum::Bytes(bytes) => bytes.clone(),
        Datum::Char(byte) => vec![*byte],
        other => show(other, &writing.types).into_bytes(),
    }
}

fn insert(message: &mut Vec<u8>, bytes: &[u8], carrier: Carrier) -> Result<(), String> {
    match carrier {
        Carrier::Body => message.extend_from_slice(bytes),
        Carrier::Path => {
            for byte in bytes {
                match byte {
                    b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                        message.push(*byte)
                    }
                    _ => message.extend_from_slice(format!("%{byte:02X}").as_bytes()),
                }
            }
        }
        Carrier::Line => {
            if let Some(control) = bytes.iter().find(|byte| byte.is_ascii_control()) {
                let text = lydian_words::quoted(bytes, 60);
                let what =
                    if matches!(control, b'\n' | b'\r') { "a line break" } else { "a control character" };
                return Err(format!(
                    "the string {text} contains {what}, which would break a protocol of lines; write it as {{N:json}}, or restrict the inputs of the model"
                ));
            }
            message.extend_from_slice(bytes);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_that_hold_no_placeholder_stand_for_themselves() {
        let text = r#"{"a": {0}, "b": {name:json}} {"#;
        let names: Vec<&str> = pieces(text)
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => *text,
                Piece::Place(place) => &text[place.range.clone()],
            })
            .collect();
        assert_eq!(names, [r#"{"a": "#, "{0}", r#", "b": "#, "{name:json}", "} {"]);
    }

    #[test]
    fn a_placeholder_that_means_nothing_is_told_with_its_place() {
        let only_zero = |name: &str| if name == "0" { Ok(0) } else { Err(format!("no {name}")) };
        assert!(Message::new("a {0}", only_zero).is_ok());
        assert_eq!(Message::new("a {1}", only_zero).unwrap_err(), (2..5, "no 1".to_owned()));
        assert!(Message::new("a {0:rest}", only_zero).is_err());
    }
}
