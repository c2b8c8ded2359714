//! Diagnostics as data: codes, spans, labels, hints, and the pages that explain them.
//! A user's mistake is a value that phases return beside their result; nothing here prints (see `report`).

mod explain;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

pub use explain::{codes, explain, summary};

/// A file (or other text) that diagnostics point into.
///
/// The bytes are kept as given; `text` is a lossless-in-length reading of them, so that byte offsets in one are byte
/// offsets in the other: each byte that is not part of valid UTF-8 is read as `?`.
#[derive(Debug)]
pub struct Source {
    /// What the user calls it: a path as typed, or a name such as `<stdin>`.
    pub name: String,
    /// The text, of the same length in bytes as the file.
    pub text: String,
    /// The bytes that are read as `?`, with their offsets, in order.
    damaged: Vec<(usize, u8)>,
    /// The offsets at which lines begin, once they are asked for: reports show thousands of places.
    lines: OnceLock<Vec<usize>>,
}

impl PartialEq for Source {
    fn eq(&self, other: &Source) -> bool {
        (&self.name, &self.text, &self.damaged) == (&other.name, &other.text, &other.damaged)
    }
}

impl Eq for Source {}

impl Source {
    /// A source from text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Source> {
        Arc::new(Source { name: name.into(), text: text.into(), damaged: Vec::new(), lines: OnceLock::new() })
    }

    /// A source from the bytes of a file, whatever they are.
    ///
    /// ```
    /// let source = lydian_diagnostic::Source::from_bytes("a.ml", b"(* \xff *)");
    /// assert_eq!(source.text, "(* ? *)");
    /// assert_eq!(*source.bytes(2..5), *b" \xff ");
    /// ```
    pub fn from_bytes(name: impl Into<String>, bytes: &[u8]) -> Arc<Source> {
        let mut text = String::with_capacity(bytes.len());
        let mut damaged = Vec::new();
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            for byte in chunk.invalid() {
                damaged.push((text.len(), *byte));
                text.push('?');
            }
        }
        Arc::new(Source { name: name.into(), text, damaged, lines: OnceLock::new() })
    }

    /// The bytes of a range as the file has them: where they are data, such as those of a string, `?` will not do.
    pub fn bytes(&self, range: Range<usize>) -> Cow<'_, [u8]> {
        let read = self.text.as_bytes().get(range.clone()).unwrap_or_default();
        let first = self.damaged.partition_point(|(offset, _)| *offset < range.start);
        let inside = self.damaged[first..].iter().take_while(|(offset, _)| *offset < range.end);
        let mut bytes = Cow::Borrowed(read);
        for (offset, byte) in inside {
            if let Some(place) = bytes.to_mut().get_mut(offset - range.start) {
                *place = *byte;
            }
        }
        bytes
    }

    /// Line and column (both from 1, the column in characters) of a byte offset.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let lines = self.lines.get_or_init(|| {
            std::iter::once(0).chain(self.text.match_indices('\n').map(|(at, _)| at + 1)).collect()
        });
        let line = lines.partition_point(|start| *start <= offset);
        (line, self.text[lines[line - 1]..offset].chars().count() + 1)
    }

    /// The text of a line (from 1) without the space around it; nothing behind the end.
    ///
    /// ```
    /// let source = lydian_diagnostic::Source::new("a.ml", "let x = 1\n  let y = 2 \n");
    /// assert_eq!(&source.text[source.line(2)], "let y = 2");
    /// ```
    pub fn line(&self, number: u32) -> Range<usize> {
        let mut start = 0;
        for (index, line) in self.text.split_inclusive('\n').enumerate() {
            if index as u32 + 1 == number {
                let first = start + line.len() - line.trim_start().len();
                return first..(start + line.trim_end().len()).max(first);
            }
            start += line.len();
        }
        self.text.len()..self.text.len()
    }
}

/// A range of bytes in one source.
#[derive(Clone, PartialEq, Eq)]
pub struct Span {
    /// The source that the range is in.
    pub source: Arc<Source>,
    /// First byte, and the byte after the last.
    pub range: Range<usize>,
}

impl Span {
    /// The range `start..end` of `source`.
    pub fn new(source: &Arc<Source>, range: Range<usize>) -> Span {
        Span { source: source.clone(), range }
    }

    /// The text that the span covers.
    pub fn text(&self) -> &str {
        self.source.text.get(self.range.clone()).unwrap_or("")
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.source.position(self.range.start);
        write!(f, "{}:{line}:{column}", self.source.name)
    }
}

/// How much a diagnostic matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Note,
    /// Probably a mistake; the work goes on.
    Warning,
    /// The input cannot be used.
    Error,
}

/// A second place that a diagnostic speaks about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is there, in a few words.
    pub message: String,
}

/// One fault in what the user gave us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of fault in kebab-case; `lydian explain CODE` shows its page.
    pub code: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// Where it is; `None` when it is about the command line or a whole file.
    pub span: Option<Span>,
    /// One line, present tense, with the user's own words quoted.
    pub message: String,
    /// Further places.
    pub labels: Vec<Label>,
    /// The next thing to type.
    pub hints: Vec<String>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::with_severity(Severity::Error, code, Some(span), message)
    }

    /// A warning at `span`.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::with_severity(Severity::Warning, code, Some(span), message)
    }

    /// An error that has no place in a file.
    pub fn without_place(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::with_severity(Severity::Error, code, None, message)
    }

    fn with_severity(
        severity: Severity,
        code: &'static str,
        span: Option<Span>,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic { code, severity, span, message: message.into(), labels: Vec::new(), hints: Vec::new() }
    }

    /// The same with one more label.
    #[must_use]
    pub fn label(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, message: message.into() });
        self
    }

    /// The same with one more hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hints.push(hint.into());
        self
    }

    /// What ends a phase whose time is up. The file may be fine, so this makes no verdict `invalid`.
    pub fn out_of_time(phase: &str) -> Diagnostic {
        Diagnostic::without_place("out-of-time", format!("the time was up while {phase}"))
            .hint("give it more time with --budget")
    }

    /// Whether this says that the time was up.
    pub fn is_out_of_time(&self) -> bool {
        self.code == "out-of-time"
    }

    /// Whether this is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
