//! A string of a TOML file with its place, so that diagnostics can point inside it.
//! In: a value with its span. Out: the text, and the place in the file of a part of it.

use std::ops::Range;

use lydian_diagnostic::Source;
use toml::Spanned;
use toml::de::DeValue;

/// A string and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Text {
    /// What it says.
    pub text: String,
    /// Where it stands, with its quotes.
    pub span: Range<usize>,
    /// Where its first character stands, if it is written without escapes.
    start: Option<usize>,
}

impl Text {
    /// The text of a value, if it is a string.
    pub fn new(value: &Spanned<DeValue<'_>>, source: &Source) -> Option<Text> {
        let text = value.get_ref().as_str()?.to_owned();
        let span = value.span();
        let written = source.text.get(span.clone()).unwrap_or("");
        let start = written.find(&text).filter(|_| !text.is_empty()).map(|at| span.start + at);
        Some(Text { text, span, start })
    }

    /// The place of a part of the text; of the whole, if escapes make parts hard to find.
    pub fn place(&self, part: Range<usize>) -> Range<usize> {
        match self.start {
            Some(start) => start + part.start..start + part.end,
            None => self.span.clone(),
        }
    }
}
