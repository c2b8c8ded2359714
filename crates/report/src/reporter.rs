//! The interface of all reports, the choice among them, and sending one event to several.

use std::io::{self, Write};

use lydian_verdict::Event;

use crate::{HtmlReporter, JsonReporter, JunitReporter, TextReporter};

/// Something that reads the events of a run.
pub trait Reporter {
    /// Takes one event. An error is one of the place written to, such as a full disk.
    fn event(&mut self, event: &Event) -> io::Result<()>;
}

/// Several reporters as one; each gets every event, in this order.
///
/// A progress line goes first, so that it is wiped before a report writes to the same terminal.
#[derive(Default)]
pub struct Reporters {
    reporters: Vec<Box<dyn Reporter + Send>>,
}

impl Reporters {
    /// Adds a reporter behind the others.
    pub fn push(&mut self, reporter: impl Reporter + Send + 'static) {
        self.reporters.push(Box::new(reporter));
    }
}

impl Reporter for Reporters {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.reporters.iter_mut().try_for_each(|reporter| reporter.event(event))
    }
}

impl Reporter for Box<dyn Reporter + Send> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        (**self).event(event)
    }
}

/// The forms of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people at a terminal.
    Text,
    /// For programs.
    Json,
    /// For servers that run tests.
    Junit,
    /// For people with a browser.
    Html,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 4] = [Format::Text, Format::Json, Format::Junit, Format::Html];

    /// The word on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Json => "json",
            Format::Junit => "junit",
            Format::Html => "html",
        }
    }

    /// The format with this word.
    pub fn from_word(word: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.word() == word)
    }
}

/// How much a text report says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    /// One line for each subject.
    Quiet,
    /// What a user needs.
    Normal,
    /// Statistics and times as well.
    Verbose,
}

/// The reporter for `format`, writing to `out`.
pub fn reporter_for(
    format: Format,
    verbosity: Verbosity,
    out: impl Write + Send + 'static,
) -> Box<dyn Reporter + Send> {
    match format {
        Format::Text => Box::new(TextReporter::new(out, verbosity)),
        Format::Json => Box::new(JsonReporter::new(out)),
        Format::Junit => Box::new(JunitReporter::new(out)),
        Format::Html => Box::new(HtmlReporter::new(out)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_found_by_its_word() {
        for format in Format::ALL {
            assert_eq!(Format::from_word(format.word()), Some(format));
        }
        assert_eq!(Format::from_word("xml"), None);
    }
}
