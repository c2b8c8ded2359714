//! Writes the events of a run as a trace.
//! Each event is written as soon as it is told, into a buffer that the caller flushes when input may have to be waited
//! for. The writer ends the run at an erroneous event, at a number of events, or after the first event of a stream.

use std::io::{self, Write};
use std::ops::ControlFlow;

use lydian_core::Value;
use lydian_tessla::Type;
use lydian_tessla::spec::{Collections, Spec};

use super::Format;
use super::seen::{MOST_SEEN, Seen};
use super::show::{self, Quotes};
use crate::run::{Failure, Sink, Time};

/// How events are written, and when writing ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// The form.
    pub format: Format,
    /// Whether texts are in quotes, as versions of the language before 1.2 print them.
    pub quoted_strings: bool,
    /// How the specification represents sets and maps.
    pub collections: Collections,
    /// After how many events to end.
    pub most: Option<u64>,
    /// The output after whose first event to end, by its place; all events of that time are still written.
    pub stop_on: Option<usize>,
}

/// An erroneous event of an output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Erroneous {
    /// When.
    pub time: Time,
    /// The output, by its place.
    pub output: usize,
    /// Why.
    pub failure: Failure,
}

/// Writes events.
pub struct Writer<'s, W> {
    out: W,
    /// How many digits times have after the point.
    decimals: u32,
    columns: Vec<Column<'s>>,
    style: Style,
    buffer: Vec<u8>,
    written: u64,
    stopping: bool,
    /// The row of CSV that is being filled.
    row: Vec<Option<Vec<u8>>>,
    has_header: bool,
    erroneous: Option<Erroneous>,
    failed: Option<io::Error>,
    /// The events for a picture, if one is wanted, and the number of those that were left out.
    seen: Option<(Vec<Seen>, u64)>,
    inputs: Vec<&'s Type>,
}

struct Column<'s> {
    name: &'s str,
    /// What stands between the time and the value; nothing of a raw output.
    label: Option<Vec<u8>>,
    ty: &'s Type,
}

/// A buffer with more bytes than this is handed on.
const FULL: usize = 1 << 16;

impl<'s, W: Write> Writer<'s, W> {
    /// A writer for the outputs of a specification.
    pub fn new(spec: &'s Spec, out: W, style: Style) -> Writer<'s, W> {
        let columns: Vec<Column<'s>> = spec
            .outputs
            .iter()
            .map(|output| Column {
                name: &output.name,
                label: (!output.raw).then(|| format!(": {} = ", output.name).into_bytes()),
                ty: &spec.streams[output.stream.0 as usize].ty,
            })
            .collect();
        Writer {
            out,
            decimals: spec.decimals,
            row: vec![None; columns.len()],
            columns,
            style,
            buffer: Vec::with_capacity(FULL + 4096),
            written: 0,
            stopping: false,
            has_header: false,
            erroneous: None,
            failed: None,
            seen: None,
            inputs: spec.inputs.iter().map(|input| &spec.streams[input.stream.0 as usize].ty).collect(),
        }
    }

    /// The same, which keeps what it sees for a picture.
    #[must_use]
    pub fn keeping(mut self) -> Writer<'s, W> {
        self.seen = Some((Vec::new(), 0));
        self
    }

    /// What was kept, and how many events were left out because they are too many.
    pub fn seen(&mut self) -> (Vec<Seen>, u64) {
        self.seen.take().unwrap_or_default()
    }

    /// Whether events are kept.
    pub(super) fn keeps(&self) -> bool {
        self.seen.is_some()
    }

    /// An input had an event.
    pub(super) fn saw_input(&mut self, time: &Time, index: usize, value: &Value) {
        let seen = Seen::new(time, (false, index), self.inputs[index], value, self.style.collections);
        self.keep(seen);
    }

    fn keep(&mut self, event: Seen) {
        match &mut self.seen {
            Some((seen, _)) if seen.len() < MOST_SEEN => seen.push(event),
            Some((_, left_out)) => *left_out += 1,
            None => {}
        }
    }

    /// Hands on everything that was written.
    pub fn flush(&mut self) -> io::Result<()> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        if !self.buffer.is_empty() {
            self.out.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        self.out.flush()
    }

    /// Ends the output: a CSV trace has its header even if nothing happened.
    pub fn finish(&mut self) -> io::Result<()> {
        if self.style.format == Format::Csv {
            self.header();
        }
        self.flush()
    }

    /// How many events were written.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// The erroneous event that ended the run, if one did.
    pub fn erroneous(&self) -> Option<&Erroneous> {
        self.erroneous.as_ref()
    }

    fn hand_on(&mut self) -> ControlFlow<()> {
        if self.buffer.len() >= FULL {
            let result = self.out.write_all(&self.buffer);
            self.buffer.clear();
            if let Err(error) = result {
                self.failed = Some(error);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    fn header(&mut self) {
        if self.has_header {
            return;
        }
        self.has_header = true;
        self.buffer.extend_from_slice(b"ts");
        for column in &self.columns {
            self.buffer.push(b',');
            cell(&mut self.buffer, column.name.as_bytes());
        }
        self.buffer.push(b'\n');
    }

    fn write_row(&mut self, time: &Time) {
        if self.row.iter().all(Option::is_none) {
            return;
        }
        self.header();
        show::write_time(&mut self.buffer, time, self.decimals);
        for content in &mut self.row {
            self.buffer.push(b',');
            if let Some(content) = content.take() {
                cell(&mut self.buffer, &content);
            }
        }
        self.buffer.push(b'\n');
    }
}

impl<W: Write> Sink for Writer<'_, W> {
    #[inline]
    fn event(&mut self, time: &Time, index: usize, value: Result<&Value, &Failure>) -> ControlFlow<()> {
        let value = match value {
            Ok(value) => value,
            Err(failure) => {
                self.write_row(time);
                if self.keeps() {
                    let text = Err(failure.message.to_string());
                    self.keep(Seen { time: time.clone(), is_output: true, index, text, number: None });
                }
                self.erroneous =
                    Some(Erroneous { time: time.clone(), output: index, failure: failure.clone() });
                return ControlFlow::Break(());
            }
        };
        if self.keeps() {
            let ty = self.columns[index].ty;
            let seen = Seen::new(time, (true, index), ty, value, self.style.collections);
            self.keep(seen);
        }
        let column = &self.columns[index];
        match self.style.format {
            Format::Text => {
                let quotes = if self.style.quoted_strings { Quotes::Everywhere } else { Quotes::Nowhere };
                if let Some(label) = &column.label {
                    show::write_time(&mut self.buffer, time, self.decimals);
                    self.buffer.extend_from_slice(label);
                }
                show::write(&mut self.buffer, column.ty, value, self.style.collections, quotes);
                self.buffer.push(b'\n');
            }
            Format::Csv => {
                let mut content = Vec::new();
                show::write(&mut content, column.ty, value, self.style.collections, Quotes::WhereNeeded);
                self.row[index] = Some(content);
            }
        }
        self.written += 1;
        self.stopping |= self.style.stop_on == Some(index);
        if self.style.most == Some(self.written) {
            self.write_row(time);
            return ControlFlow::Break(());
        }
        self.hand_on()
    }

    fn step(&mut self, time: &Time) -> ControlFlow<()> {
        if self.style.format == Format::Csv {
            self.write_row(time);
        }
        if self.stopping { ControlFlow::Break(()) } else { self.hand_on() }
    }
}

/// Writes a cell, in quotes where it would be read differently without them.
fn cell(buffer: &mut Vec<u8>, content: &[u8]) {
    let blank = |byte: Option<&u8>| byte.is_none_or(|byte| byte.is_ascii_whitespace());
    let plain = !blank(content.first())
        && !blank(content.last())
        && !content.iter().any(|byte| matches!(byte, b',' | b'"' | b'\n' | b'\r'));
    if plain {
        buffer.extend_from_slice(content);
        return;
    }
    buffer.push(b'"');
    for byte in content {
        if *byte == b'"' {
            buffer.push(b'"');
        }
        buffer.push(*byte);
    }
    buffer.push(b'"');
}
