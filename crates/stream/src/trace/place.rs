//! A line of a trace as a place that diagnostics can point to.

use std::ops::Range;

use lydian_diagnostic::{Diagnostic, Source, Span};

/// A line, without its line break.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'l> {
    /// What the trace is called.
    pub(super) name: &'l str,
    /// Its number, from 1.
    pub(super) number: u64,
    /// What it consists of.
    pub(super) bytes: &'l [u8],
}

/// A source is made with the empty lines before the one that matters, but not more of them than this.
const MOST_LINES_BEFORE: u64 = 1 << 20;

impl<'l> Line<'l> {
    /// The text, if it is one.
    pub(super) fn text(self) -> Result<&'l str, Box<Diagnostic>> {
        std::str::from_utf8(self.bytes).map_err(|error| {
            let at = error.valid_up_to();
            let bytes = error.error_len().unwrap_or(1);
            let fault = self.fault("trace-not-text", at..at + bytes, "this is not text in UTF-8");
            Box::new(fault.hint("save the trace as UTF-8"))
        })
    }

    /// The same with nothing to show.
    pub(super) fn cut(self) -> Line<'l> {
        Line { bytes: b"", ..self }
    }

    /// A fault in the line, at a range of its bytes.
    pub(super) fn fault(
        self,
        code: &'static str,
        range: Range<usize>,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::error(code, self.span(range), message)
    }

    /// A range of bytes of the line.
    pub(super) fn span(self, range: Range<usize>) -> Span {
        let before = self.number.saturating_sub(1);
        let (name, empty) = if before <= MOST_LINES_BEFORE {
            (self.name.to_owned(), before as usize)
        } else {
            (format!("{} (line {})", self.name, self.number), 0)
        };
        let mut bytes = vec![b'\n'; empty];
        bytes.extend_from_slice(self.bytes);
        Span::new(&Source::from_bytes(name, &bytes), range.start + empty..range.end + empty)
    }
}
