//! Words for mistakes: what is reported where, and what to type instead.
//! At most one error is kept for a place, because a second one there is a consequence of the first.

use std::ops::Range;

use lydian_diagnostic::{Diagnostic, Severity};

use super::super::lexer::{Kind, Token};
use super::{Failed, Parser};

/// More mistakes of one severity than these help nobody.
const DIAGNOSTICS: usize = 50;

impl Parser<'_> {
    /// Records an error with a hint.
    pub(super) fn error(
        &mut self,
        code: &'static str,
        at: Range<usize>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Failed {
        let diagnostic = Diagnostic::error(code, self.span(at), message).hint(hint);
        self.record(diagnostic)
    }

    /// Records a warning with a hint.
    pub(super) fn warning(
        &mut self,
        code: &'static str,
        at: Range<usize>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        let diagnostic = Diagnostic::warning(code, self.span(at), message).hint(hint);
        self.record(diagnostic);
    }

    pub(super) fn record(&mut self, diagnostic: Diagnostic) -> Failed {
        let start = |known: &Diagnostic| known.span.as_ref().map(|span| span.range.start);
        let alike = self.diagnostics.iter().filter(|known| known.severity == diagnostic.severity);
        let known = alike.clone().any(|known| start(known) == start(&diagnostic));
        let silent = self.gave_up && diagnostic.severity == Severity::Error;
        if !known && !silent && alike.count() < DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
        Failed
    }

    /// Something else is expected at the current token.
    pub(super) fn unexpected(&mut self, wanted: &str, hint: &str) -> Failed {
        if self.kind() == Kind::Unknown {
            return self.unknown_character();
        }
        let message = format!("{} stands where {wanted} is expected", self.found());
        self.error("syntax-error", self.current().range(), message, hint)
    }

    /// A bracket is not closed where it must be.
    pub(super) fn unclosed(&mut self, symbol: &str, open: Token) -> Failed {
        let at_line_start = self.kind() == Kind::Newline;
        self.skip_newlines();
        if self.kind() == Kind::Unknown {
            return self.unknown_character();
        }
        let opening = self.text(open);
        let message = format!("{} stands where `{symbol}` is expected", self.found());
        let hint = match at_line_start && self.is_infix(self.current()) {
            true => "an operator stands at the end of a line, not at the start of the next one".to_owned(),
            false => format!("close it with `{symbol}`"),
        };
        let diagnostic = Diagnostic::error("syntax-error", self.span(self.current().range()), message)
            .label(self.span(open.range()), format!("this `{opening}` is still open"))
            .hint(hint);
        self.record(diagnostic)
    }

    /// The current token in words.
    pub(super) fn found(&self) -> String {
        match self.kind() {
            Kind::End => "the end of the text".to_owned(),
            Kind::Newline => "the end of the line".to_owned(),
            Kind::Quote | Kind::FormatQuote => "a string".to_owned(),
            Kind::EndQuote => "the end of the string".to_owned(),
            Kind::Text | Kind::Escape | Kind::Format | Kind::Dollar => "a part of a string".to_owned(),
            _ => format!("`{}`", self.excerpt(self.current())),
        }
    }

    /// A token as it is written, shortened if it is long.
    pub(super) fn excerpt(&self, token: Token) -> String {
        let text = self.text(token);
        let short: String = text.chars().take(30).collect();
        if short.len() < text.len() { short + "..." } else { short }
    }

    fn unknown_character(&mut self) -> Failed {
        let token = self.current();
        let text = self.text(token);
        let code = text.chars().next().map_or(0, u32::from);
        let message = match text.chars().next() {
            Some(c) if c.is_whitespace() || c.is_control() => {
                format!("the character U+{code:04X} has no place here")
            }
            _ => format!("`{text}` (U+{code:04X}) has no place here"),
        };
        let hint = match text {
            "\\" => "a `\\` that joins two lines is the last character of the first one",
            "'" | "“" | "”" | "„" => "strings stand between two `\"`",
            _ => "remove it",
        };
        self.error("illegal-character", token.range(), message, hint)
    }

    /// A keyword stands where a name is expected.
    pub(super) fn reserved(&mut self, what: &str) -> Failed {
        let token = self.current();
        let word = self.text(token);
        let message = format!("`{word}` is a word of the language and stands where {what} is expected");
        self.error("reserved-word", token.range(), message, format!("choose another name, such as `{word}_`"))
    }

    /// A line ends right before something that could go on: it is read as if it did not.
    pub(super) fn refuse_newline_before(&mut self, goes_on: impl Fn(Token) -> bool) {
        if self.kind() != Kind::Newline || !goes_on(self.next()) {
            return;
        }
        let token = self.next();
        let text = self.text(token);
        let message = format!("a line cannot start with `{text}`: the line before it is complete");
        let hint = format!("put `{text}` at the end of the line before, or end that line with `\\`");
        self.error("syntax-error", token.range(), message, hint);
        self.skip_newlines();
    }

    /// Nothing deeper is read, nor anything after it.
    pub(super) fn too_deep(&mut self) -> Failed {
        let at = self.current().range();
        self.error("too-deep", at, "this is nested too deeply", "give inner parts names with `def`");
        self.gave_up = true;
        self.index = self.tokens.len() - 1;
        Failed
    }

    pub(super) fn unclosed_string(&mut self, quote: Range<usize>) {
        let hint = "end it with `\"`; a `\"` inside of a string is written `\\\"`";
        self.error("unterminated-string", quote, "this string is not closed", hint);
    }
}
