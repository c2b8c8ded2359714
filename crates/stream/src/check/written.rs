//! What a monitor writes, line by line: events of outputs, events of other streams, and lines that are no events.
//! Nothing is judged here. Names of outputs can be whole expressions (`a == b`), so known names are looked for first.

use std::collections::BTreeMap;

use lydian_tessla::spec::Spec;
use rustc_hash::FxHashSet;

use super::expected::Expected;
use crate::run::Time;
use crate::trace::{read_time, show_time};

/// What a monitor wrote.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Written {
    /// The events of outputs, in the order of lines.
    pub events: Vec<WrittenEvent>,
    /// The events of streams that are no outputs, by name with their number.
    pub foreign: BTreeMap<String, u64>,
    /// The lines that are no events. Where outputs are written without time and name, these are among them.
    pub others: Vec<OtherLine>,
    /// The first line whose time is before that of an earlier one.
    pub backwards: Option<OtherLine>,
}

/// An event of an output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenEvent {
    /// When.
    pub time: Time,
    /// The name of the output.
    pub name: String,
    /// Its value as it was written; nothing is written of a unit.
    pub value: Option<String>,
}

impl WrittenEvent {
    /// The event without its time.
    pub fn text(&self) -> String {
        match &self.value {
            None => self.name.clone(),
            Some(value) => format!("{} = {value}", self.name),
        }
    }
}

/// A line that is no event, or not in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherLine {
    /// Its number, from 1.
    pub number: usize,
    /// What it says.
    pub text: String,
    /// The time of the last event before it.
    pub after: Time,
}

/// A time has at most this many digits: reading it takes time with the square of them.
const MOST_DIGITS: usize = 1_000;

impl Written {
    /// Reads what a monitor wrote. Texts with line breaks are recognised by what is expected.
    pub fn read(spec: &Spec, output: &[u8], expected: &Expected) -> Written {
        let text = String::from_utf8_lossy(output);
        let outputs = spec.outputs.iter().filter(|output| !output.raw);
        let names: FxHashSet<&str> = outputs.map(|output| &*output.name).collect();
        let longest = names.iter().map(|name| name.len()).max().unwrap_or(0);
        let long = LongEvents::of(spec, expected);
        let mut written = Written::default();
        let mut reached = Time::ZERO;
        let mut rest = &*text;
        let mut number = 0;
        while !rest.is_empty() {
            number += 1;
            if let Some((event, length)) = long.at(rest) {
                number += rest[..length].matches('\n').count() - 1;
                rest = &rest[length..];
                written.events.push(event);
                continue;
            }
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            rest = after;
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') || line.starts_with("--") {
                continue;
            }
            let other = |after: &Time| OtherLine { number, text: line.to_owned(), after: after.clone() };
            let Some((time, event)) = split_time(line, spec.decimals) else {
                written.others.push(other(&reached));
                continue;
            };
            match split_event(event, &names, longest) {
                Some((name, value)) => {
                    let (name, value) = (name.to_owned(), value.map(str::to_owned));
                    written.events.push(WrittenEvent { time: time.clone(), name, value });
                }
                None => match foreign_name(event) {
                    Some(name) => *written.foreign.entry(name.to_owned()).or_default() += 1,
                    None => {
                        written.others.push(other(&reached));
                        continue;
                    }
                },
            }
            if time < reached && written.backwards.is_none() {
                written.backwards = Some(other(&reached));
            }
            reached = reached.max(time);
        }
        written
    }
}

/// Expected events that take several lines when a monitor prints texts as they are.
struct LongEvents {
    events: Vec<(String, WrittenEvent)>,
}

impl LongEvents {
    fn of(spec: &Spec, expected: &Expected) -> LongEvents {
        let long = expected.events.iter().filter_map(|event| {
            let output = &spec.outputs[event.output];
            let time = show_time(&event.time, spec.decimals);
            let text = format!("{time}: {} = {}", output.name, event.printed);
            let found = WrittenEvent {
                time: event.time.clone(),
                name: output.name.to_string(),
                value: Some(event.printed.clone()),
            };
            (!output.raw && text.contains('\n')).then_some((text, found))
        });
        LongEvents { events: long.collect() }
    }

    /// The event with which a text begins, and its length with the line break.
    fn at(&self, text: &str) -> Option<(WrittenEvent, usize)> {
        self.events.iter().find_map(|(long, event)| {
            let after = text.strip_prefix(&**long)?;
            let whole = after.is_empty() || after.starts_with('\n');
            whole.then(|| (event.clone(), long.len() + usize::from(!after.is_empty())))
        })
    }
}

/// The time of a line, and what comes after the colon. Zeros at the end of a fraction say nothing.
fn split_time(line: &str, decimals: u32) -> Option<(Time, &str)> {
    let end = line.find(|char: char| !char.is_ascii_digit() && char != '.').unwrap_or(line.len());
    let (time, after) = line.split_at(end);
    let after = after.trim_start().strip_prefix(':')?;
    if time.len() > MOST_DIGITS {
        return None;
    }
    let time = match time.split_once('.') {
        Some((whole, part)) if part.bytes().all(|byte| byte == b'0') && !part.is_empty() => whole,
        Some(_) => time.trim_end_matches('0'),
        None => time,
    };
    Some((read_time(time, decimals)?, after.trim()))
}

/// The name of an output and the value, if this is one; of several names the longest.
fn split_event<'l>(
    event: &'l str,
    names: &FxHashSet<&str>,
    longest: usize,
) -> Option<(&'l str, Option<&'l str>)> {
    if names.contains(event) {
        return Some((event, None));
    }
    let mut found = None;
    for (at, _) in event.match_indices('=') {
        let name = event[..at].trim_end();
        if name.len() > longest {
            break;
        }
        if names.contains(name) {
            found = Some((name, Some(event[at + 1..].trim())));
        }
    }
    found
}

/// The name of a stream that is no output, if this looks like its event.
fn foreign_name(event: &str) -> Option<&str> {
    let name = match event.split_once(" = ") {
        Some((name, _)) => name.trim_end(),
        None => {
            let name = event.split('=').next().unwrap_or(event).trim_end();
            if name.contains(char::is_whitespace) {
                return None;
            }
            name
        }
    };
    (!name.is_empty()).then_some(name)
}
