//! Reads text traces.

use std::io::Read;

use lydian_core::Value;
use lydian_diagnostic::Diagnostic;
use lydian_tessla::spec::Collections;

use super::lines::Lines;
use super::names::{Kind, Names};
use super::place::Line;
use super::show::read_time;
use super::value::Values;
use super::{Item, fast};
use crate::run::{Refused, Time};

/// The state of reading a text trace.
pub(super) struct Text<'s> {
    names: Names<'s>,
    values: Values,
}

/// What lines look like, for hints.
const FORM: &str = "an event is written `5: x = 3`, or `5: x` if it has no value";

impl<'s> Text<'s> {
    /// Nothing read yet.
    pub(super) fn new(names: Names<'s>, collections: Collections) -> Text<'s> {
        Text { names, values: Values::new(collections) }
    }

    /// The next item.
    pub(super) fn next_item(
        &mut self,
        lines: &mut Lines<impl Read>,
    ) -> Result<Option<Item>, Box<Diagnostic>> {
        loop {
            if !lines.fill()? {
                return Ok(None);
            }
            if let Some((item, length)) = fast::item(&mut self.names, lines.ahead()) {
                lines.take(length);
                return Ok(Some(item));
            }
            lines.advance()?;
            if let Some(item) = self.line(lines.current())? {
                return Ok(Some(item));
            }
        }
    }

    fn line(&mut self, line: Line<'_>) -> Result<Option<Item>, Box<Diagnostic>> {
        let text = line.text()?;
        let blank = text.len() - text.trim_start().len();
        if is_empty(&text[blank..]) {
            return Ok(None);
        }
        let parts = split(line, text, blank, self.names.spec.decimals)?;
        let Some(input) = self.names.find(parts.name.as_bytes()) else {
            if self.names.reject_undeclared {
                let start = text.find(parts.name).unwrap_or(0);
                let message = format!("`{}` is not an input of the specification", parts.name);
                let fault = line.fault("undeclared-input", start..start + parts.name.len(), message);
                return Err(Box::new(fault.hint(self.names.hint())));
            }
            return Ok(Some(Item::Progress { time: parts.time }));
        };
        let value = match parts.value {
            Some(at) => self.values.read(line, text, at, self.names.ty(input))?,
            None if self.names.kind(input) == Kind::Unit => Value::Unit,
            None => {
                let message = format!(
                    "`{}` has values of type {}, and none is given",
                    parts.name,
                    self.names.ty(input)
                );
                let fault = line.fault("trace-value-type", blank..text.trim_end().len(), message);
                return Err(Box::new(fault.hint(format!("write `{}: {} = VALUE`", parts.time, parts.name))));
            }
        };
        Ok(Some(Item::Event { time: parts.time, input, value }))
    }
}

/// The parts of a line.
struct Parts<'l> {
    time: Time,
    name: &'l str,
    /// Where the value begins.
    value: Option<usize>,
}

/// Whether a rest of a line says nothing.
pub(super) fn is_empty(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.is_empty() || rest.starts_with('#') || rest.starts_with("--")
}

fn split<'l>(
    line: Line<'_>,
    text: &'l str,
    from: usize,
    decimals: u32,
) -> Result<Parts<'l>, Box<Diagnostic>> {
    let fault =
        |range, message: &str, hint: &str| Err(Box::new(line.fault("trace-line", range, message).hint(hint)));
    let whole = from..text.trim_end().len();
    if text[from..].starts_with('$') {
        let fault = line.fault("trace-of-old-version", whole, "traces no longer say what a unit of time is");
        return Err(Box::new(fault.hint("remove the line and run with --base-time \"1 ms\"")));
    }
    let is_part = |byte: &u8| byte.is_ascii_digit() || decimals > 0 && *byte == b'.';
    let digits = text[from..].bytes().take_while(is_part).count();
    let after = skip(text, from + digits);
    if digits > 0 && !text[after..].starts_with(':') && is_range(&text[after..]) {
        let fault = line.fault("trace-of-old-version", whole, "ranges of times are no longer part of traces");
        return Err(Box::new(fault.hint("write one line for each time")));
    }
    if digits == 0 {
        return fault(from..from + 1, "a line of a trace begins with a time", FORM);
    }
    if !text[after..].starts_with(':') {
        return fault(after..after + 1, "after the time comes a colon", FORM);
    }
    let Some(time) = read_time(&text[from..from + digits], decimals) else {
        return fault(from..from + digits, "this is not a time", FORM);
    };
    let start = skip(text, after + 1);
    let name = &text[start..start + name_length(&text[start..])];
    if name.is_empty() {
        return fault(start..start + 1, "after the colon comes the name of a stream", FORM);
    }
    let end = skip(text, start + name.len());
    let rest = &text[end..];
    if is_empty(rest) {
        return Ok(Parts { time, name, value: None });
    }
    if !rest.starts_with('=') {
        return fault(end..end + 1, "after the name comes `=` and a value, or nothing", FORM);
    }
    let value = skip(text, end + 1);
    if is_empty(&text[value..]) {
        return fault(end..end + 1, "after `=` comes a value", FORM);
    }
    Ok(Parts { time, name, value: Some(value) })
}

/// The next place that is not blank.
fn skip(text: &str, from: usize) -> usize {
    text.len() - text[from..].trim_start().len()
}

/// A name has no blanks and ends before a sign that means something in a line.
fn name_length(text: &str) -> usize {
    let end =
        text.find(|char: char| char.is_whitespace() || matches!(char, '=' | '#' | ':' | '"' | '(' | ')'));
    end.unwrap_or(text.len())
}

/// `1 <= t <= 5: x`, `1..5: x`, `1-5: x`.
fn is_range(after: &str) -> bool {
    ["<", "..", "-", ",", "t"].iter().any(|sign| after.starts_with(sign)) && after.contains(':')
}

/// The fault of a line whose event was not taken.
pub(super) fn refused(line: Line<'_>, refused: &Refused) -> Option<Box<Diagnostic>> {
    let text = String::from_utf8_lossy(line.bytes);
    let from = text.len() - text.trim_start().len();
    let whole = from..text.trim_end().len();
    let digits = text[from..].bytes().take_while(u8::is_ascii_digit).count();
    Some(Box::new(match refused {
        Refused::Backwards { reached } => {
            let time = &text[from..from + digits];
            let message = format!("the time goes back: {time} comes after {reached}");
            let fault = line.fault("trace-time-decreases", from..from + digits, message);
            fault.hint("sort the lines by their time")
        }
        Refused::Twice => {
            let name = text[from + digits..].trim_start_matches([' ', '\t', ':']);
            let name = &name[..name_length(name)];
            let message = format!("`{name}` has two events at one time");
            let fault = line.fault("trace-event-twice", whole, message);
            fault.hint("a stream has at most one event at a time: remove one, or use a later time")
        }
        Refused::NoSuchInput | Refused::Halted(_) => return None,
    }))
}
