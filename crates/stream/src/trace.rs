//! Traces: the events that go into a run and come out of it, as text or as CSV.
//!
//! A text trace has a line `TIME: NAME = VALUE` for each event, or `TIME: NAME` where the value is `()`; blank lines and
//! comments (`#`, `--`) do not count. A CSV trace has a column for the time and one for each stream. Readers take their
//! input line by line, in bounded memory, and every fault is a diagnostic that points into the line.

mod csv;
mod fast;
mod lines;
mod literal;
mod names;
mod place;
mod play;
mod seen;
mod show;
mod text;
mod value;
mod write;

use std::io::Read;

use lydian_core::Value;
use lydian_diagnostic::Diagnostic;
use lydian_tessla::spec::{Collections, Spec};

use crate::run::{Refused, Time};

pub use lines::LONGEST_LINE;
pub use literal::DEEPEST;
pub use play::{Played, output_error, play};
pub use seen::{MOST_SEEN, Seen};
pub use show::read_time;
pub use show::show_time;
pub use write::{Erroneous, Style, Writer};

/// What a trace says next.
#[derive(Debug, Clone)]
pub enum Item {
    /// An input has an event.
    Event {
        /// When.
        time: Time,
        /// The input, by its place in `Spec::inputs`.
        input: usize,
        /// Its value.
        value: Value,
    },
    /// A time is reached: something happens then, but not on an input.
    Progress {
        /// When.
        time: Time,
    },
}

/// How a trace is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// A line for each event.
    #[default]
    Text,
    /// A row for each time.
    Csv,
}

/// How traces are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// The form.
    pub format: Format,
    /// Whether events of streams that are no inputs are faults; otherwise they only let time pass.
    pub reject_undeclared: bool,
    /// How the specification represents sets and maps.
    pub collections: Collections,
}

/// Reads a trace.
pub struct Reader<'s, R> {
    lines: lines::Lines<R>,
    form: Form<'s>,
}

enum Form<'s> {
    Text(text::Text<'s>),
    Csv(csv::Csv<'s>),
}

impl<'s, R: Read> Reader<'s, R> {
    /// A reader for the inputs of a specification. `name` is what the trace is called in messages.
    pub fn new(spec: &'s Spec, input: R, name: &str, options: Options) -> Reader<'s, R> {
        let names = names::Names::new(spec, options.reject_undeclared);
        let form = match options.format {
            Format::Text => Form::Text(text::Text::new(names, options.collections)),
            Format::Csv => Form::Csv(csv::Csv::new(names, options.collections)),
        };
        Reader { lines: lines::Lines::new(input, name), form }
    }

    /// The next item; nothing at the end of the trace.
    pub fn next_item(&mut self) -> Result<Option<Item>, Box<Diagnostic>> {
        match &mut self.form {
            Form::Text(text) => text.next_item(&mut self.lines),
            Form::Csv(csv) => csv.next_item(&mut self.lines),
        }
    }

    /// Whether the next item may have to wait for input. What is known by now should be shown before.
    pub fn may_wait(&self) -> bool {
        match &self.form {
            Form::Text(_) => self.lines.may_wait(),
            Form::Csv(csv) => csv.is_between_rows() && self.lines.may_wait(),
        }
    }

    /// What is wrong with the item that was read last, if a run did not take it. A run that halted is no fault of it.
    pub fn refused(&self, refused: &Refused) -> Option<Box<Diagnostic>> {
        let line = self.lines.current();
        match &self.form {
            Form::Text(_) => text::refused(line, refused),
            Form::Csv(csv) => csv.refused(line, refused),
        }
    }
}

/// Whether a text is a value as it stands in a trace; an expression is none.
pub(crate) fn is_value(text: &str) -> bool {
    literal::read(text, 0).is_ok_and(|(_, end)| end == text.len())
}

/// The name of a stream whose event lets time go on: one that no input has.
pub(crate) fn end_of_trace(is_input: impl Fn(&str) -> bool) -> String {
    let mut name = "end_of_trace".to_owned();
    while is_input(&name) {
        name.push('_');
    }
    name
}
