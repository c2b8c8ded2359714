//! Reads CSV traces: a header `ts,x,y` and one row for each time, in which an empty cell is no event.
//! A cell in quotes may hold commas and, doubled, quotes; it ends on its line. The cell of a text stream is the text itself,
//! or a literal in quotes of its own, which can hold line breaks as escapes.

use std::io::Read;
use std::ops::Range;

use lydian_core::Value;
use lydian_diagnostic::Diagnostic;
use lydian_tessla::Type;
use lydian_tessla::spec::Collections;

use super::Item;
use super::lines::Lines;
use super::names::{Kind, Names};
use super::place::Line;
use super::value::Values;
use crate::run::{Refused, Time};

/// The state of reading a CSV trace.
pub(super) struct Csv<'s> {
    names: Names<'s>,
    values: Values,
    /// The input of each column after the first; nothing before the header is read.
    columns: Option<Vec<Option<usize>>>,
    /// What is left of the current row, last first.
    pending: Vec<Item>,
}

/// What a row looks like, for hints.
const FORM: &str =
    "the first line is `ts,x,y` with the names of streams, every other one `5,3,` with a time and values";

impl<'s> Csv<'s> {
    /// Nothing read yet.
    pub(super) fn new(names: Names<'s>, collections: Collections) -> Csv<'s> {
        Csv { names, values: Values::new(collections), columns: None, pending: Vec::new() }
    }

    /// Whether the next item needs another row.
    pub(super) fn is_between_rows(&self) -> bool {
        self.pending.is_empty()
    }

    /// The next item.
    pub(super) fn next_item(
        &mut self,
        lines: &mut Lines<impl Read>,
    ) -> Result<Option<Item>, Box<Diagnostic>> {
        loop {
            if let Some(item) = self.pending.pop() {
                return Ok(Some(item));
            }
            if !lines.advance()? {
                return Ok(None);
            }
            let line = lines.current();
            let text = line.text()?;
            if text.trim().is_empty() {
                continue;
            }
            let cells = cells(line, text)?;
            if self.columns.is_none() {
                self.columns = Some(self.header(line, &cells)?);
            } else {
                self.row(line, &cells)?;
            }
        }
    }

    fn header(&mut self, line: Line<'_>, cells: &[Cell]) -> Result<Vec<Option<usize>>, Box<Diagnostic>> {
        let (first, columns) = match cells {
            [first, columns @ ..] => (first, columns),
            [] => return Ok(Vec::new()),
        };
        if !matches!(&*first.text, "ts" | "time") {
            return Err(fault(line, first, "the first column of a trace in CSV is called `ts`"));
        }
        let mut found: Vec<Option<usize>> = Vec::with_capacity(columns.len());
        for cell in columns {
            let input = self.names.find(cell.text.as_bytes());
            if input.is_none() && self.names.reject_undeclared {
                let message = format!("`{}` is not an input of the specification", cell.text);
                let fault = line.fault("undeclared-input", cell.range.clone(), message);
                return Err(Box::new(fault.hint(self.names.hint())));
            }
            if input.is_some() && found.contains(&input) {
                return Err(fault(line, cell, &format!("there are two columns `{}`", cell.text)));
            }
            found.push(input);
        }
        Ok(found)
    }

    fn row(&mut self, line: Line<'_>, cells: &[Cell]) -> Result<(), Box<Diagnostic>> {
        let columns = self.columns.as_deref().unwrap_or_default();
        let [first, values @ ..] = cells else { return Ok(()) };
        let time: Time = match super::show::read_time(&first.text, self.names.spec.decimals) {
            Some(time) => time,
            None => return Err(fault(line, first, "a row begins with a time")),
        };
        if let Some(surplus) = values.get(columns.len()) {
            let message = format!("the row has {} cells and the header {}", cells.len(), columns.len() + 1);
            return Err(fault(line, surplus, &message));
        }
        for (cell, input) in values.iter().zip(columns) {
            let Some(input) = *input else { continue };
            if cell.text.is_empty() && !cell.quoted {
                continue;
            }
            let value = self.values.cell(line, cell, self.names.kind(input), self.names.ty(input))?;
            self.pending.push(Item::Event { time: time.clone(), input, value });
        }
        if self.pending.is_empty() {
            self.pending.push(Item::Progress { time });
        }
        self.pending.reverse();
        Ok(())
    }

    /// The fault of a row whose event was not taken.
    pub(super) fn refused(&self, line: Line<'_>, refused: &Refused) -> Option<Box<Diagnostic>> {
        match refused {
            Refused::Backwards { reached } => {
                let text = String::from_utf8_lossy(line.bytes);
                let from = text.len() - text.trim_start().len();
                let end = text.find(',').unwrap_or(text.len()).max(from);
                let message = format!("the time goes back: {} comes after {reached}", &text[from..end]);
                let fault = line.fault("trace-time-decreases", from..end, message);
                Some(Box::new(fault.hint("sort the rows by their time")))
            }
            Refused::Twice => {
                let message = "there are two rows for one time, and a stream has an event in both";
                let fault = line.fault("trace-event-twice", 0..line.bytes.len(), message);
                Some(Box::new(fault.hint("write all events of a time into one row")))
            }
            Refused::NoSuchInput | Refused::Halted(_) => None,
        }
    }
}

/// A cell.
#[derive(Debug)]
pub(super) struct Cell {
    /// What it holds, without its quotes.
    pub(super) text: String,
    /// Whether it is in quotes.
    pub(super) quoted: bool,
    /// Where it is.
    pub(super) range: Range<usize>,
}

fn fault(line: Line<'_>, cell: &Cell, message: &str) -> Box<Diagnostic> {
    Box::new(line.fault("trace-csv", cell.range.clone(), message).hint(FORM))
}

fn cells(line: Line<'_>, text: &str) -> Result<Vec<Cell>, Box<Diagnostic>> {
    let mut cells = Vec::new();
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let start = at + (rest.len() - rest.trim_start().len());
        let (cell, end) = if text[start..].starts_with('"') {
            quoted(line, text, start)?
        } else {
            let end = text[at..].find(',').map_or(text.len(), |comma| at + comma);
            let content = text[start.min(end)..end].trim_end();
            let range = start.min(end)..start.min(end) + content.len();
            (Cell { text: content.to_owned(), quoted: false, range }, end)
        };
        cells.push(cell);
        if end >= text.len() {
            return Ok(cells);
        }
        at = end + 1;
    }
}

/// The cell in quotes that begins at `start`, and where the comma after it is.
fn quoted(line: Line<'_>, text: &str, start: usize) -> Result<(Cell, usize), Box<Diagnostic>> {
    let mut content = String::new();
    let mut at = start + 1;
    loop {
        let Some(end) = text[at..].find('"').map(|quote| at + quote) else {
            let cell = Cell { text: content, quoted: true, range: start..text.len() };
            return Err(fault(line, &cell, "this cell has no closing `\"` on its line"));
        };
        content.push_str(&text[at..end]);
        if !text[end + 1..].starts_with('"') {
            let cell = Cell { text: content, quoted: true, range: start..end + 1 };
            let rest = &text[end + 1..];
            let after = end + 1 + (rest.len() - rest.trim_start().len());
            if after < text.len() && !text[after..].starts_with(',') {
                return Err(fault(line, &cell, "after a cell in quotes comes a comma"));
            }
            return Ok((cell, after));
        }
        content.push('"');
        at = end + 2;
    }
}

impl Values {
    /// The value of a cell.
    fn cell(&mut self, line: Line<'_>, cell: &Cell, kind: Kind, ty: &Type) -> Result<Value, Box<Diagnostic>> {
        if kind == Kind::String
            && !(cell.text.starts_with('"') && cell.text.len() > 1 && cell.text.ends_with('"'))
        {
            return Ok(Value::str(cell.text.as_bytes()));
        }
        // The places of faults are those of the cell: its text may differ from what stands in the line.
        let inner = Line { bytes: cell.text.as_bytes(), ..line };
        self.read(inner, &cell.text, 0, ty).map_err(|mut fault| {
            fault.span = Some(line.span(cell.range.clone()));
            fault
        })
    }
}
