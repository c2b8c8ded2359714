//! What is between quotes: escapes, and the holes of a text that a pattern fills in.
//! In: a token. Out: its content; a hole is read as a term in its place, so that places need no translation.

use super::super::ast::{At, Pattern, PatternKind, Term};
use super::super::lexer::{Kind, Lexer, Token, Trouble};
use super::{Failed, Parsed, Parser};

/// A part of a text.
enum Piece {
    /// Literal text.
    Literal(String, At),
    /// The place between two braces.
    Hole(At),
}

impl Parser<'_> {
    /// A text in which nothing can be filled in.
    pub(super) fn plain_text(&mut self, what: &str) -> Parsed<String> {
        if self.current.kind != Kind::Text {
            return Err(self.unexpected(what, "write it in double quotes"));
        }
        let token = self.advance();
        self.literal(&token)
    }

    /// The content of a text token that has no holes.
    pub(super) fn literal(&mut self, token: &Token) -> Parsed<String> {
        let mut content = String::new();
        for piece in self.pieces(token) {
            match piece {
                Piece::Literal(text, _) => content.push_str(&text),
                Piece::Hole(at) => {
                    let hint = "write `\\{` for a brace; to put values into a text, write `\"a\" ++ text(x)`";
                    let message = "values are filled in only where a pattern is a text, not here";
                    return Err(self.report("console-syntax", at.start - 1..at.end + 1, message, hint));
                }
            }
        }
        Ok(content)
    }

    /// The pattern that a text token is.
    pub(super) fn text_pattern(&mut self, token: &Token) -> Parsed<Pattern> {
        let mut parts = Vec::new();
        for piece in self.pieces(token) {
            let (kind, at) = match piece {
                Piece::Literal(text, at) => (PatternKind::Text(text), at),
                Piece::Hole(at) => (PatternKind::Value(self.hole(at.clone())?), at.start - 1..at.end + 1),
            };
            parts.push(Pattern { kind, at });
        }
        let at = token.at.clone();
        let kind = match (parts.len(), parts.pop()) {
            (1, Some(only)) => only.kind,
            (_, Some(last)) => {
                parts.push(last);
                PatternKind::Sequence(parts)
            }
            (_, None) => PatternKind::Text(String::new()),
        };
        Ok(Pattern { kind, at })
    }

    /// The content of a character token; anything if it is wrong.
    pub(super) fn character(&mut self, token: &Token) -> u8 {
        let mut content = String::new();
        self.unescape(token.inner.clone(), &mut content);
        content.bytes().next().unwrap_or(b'?')
    }

    fn hole(&mut self, at: At) -> Parsed<Term> {
        if self.source.text[at.clone()].trim().is_empty() {
            let message = "there is no term between these braces";
            let hint = "write a term, as in `\"{x}\"`, or `\\{` for a brace";
            return Err(self.report("console-syntax", at.start - 1..at.end + 1, message, hint));
        }
        let inner = Lexer { text: self.lexer.text, limit: at.end, in_text: true };
        let outer = std::mem::replace(&mut self.lexer, inner);
        let current = std::mem::replace(&mut self.current, self.lexer.token(at.start));
        let last = self.last.clone();
        let term = self.term().and_then(|term| match self.current.kind {
            Kind::End => Ok(term),
            _ => Err(self.unexpected("`}`", "one term stands between the braces; write `\\{` for a brace")),
        });
        if self.gave_up {
            return Err(Failed);
        }
        (self.lexer, self.current, self.last) = (outer, current, last);
        term
    }

    fn pieces(&mut self, token: &Token) -> Vec<Piece> {
        let mut pieces = Vec::new();
        // Where holes are not closed, looking for their ends again and again would take too long.
        let closed = matches!(token.trouble, None | Some(Trouble::UnclosedText));
        let mut from = token.inner.start;
        while from < token.inner.end {
            let rest = &self.source.text[from..token.inner.end];
            if closed
                && rest.starts_with('{')
                && let Some(end) = self.lexer.hole_end(from + 1).filter(|end| *end <= token.inner.end)
            {
                pieces.push(Piece::Hole(from + 1..end - 1));
                from = end;
                continue;
            }
            let mut text = String::new();
            let end = self.unescape(from..token.inner.end, &mut text);
            pieces.push(Piece::Literal(text, from..end));
            from = end;
        }
        pieces
    }

    /// Appends what stands in a place, up to a hole; where it ended. A brace at its very start is none.
    fn unescape(&mut self, at: At, into: &mut String) -> usize {
        let source = self.source.clone();
        let mut chars = source.text[at.clone()].char_indices();
        while let Some((offset, c)) = chars.next() {
            let place = at.start + offset;
            match c {
                '{' if offset > 0 => return place,
                '\\' => match chars.next() {
                    Some((_, 'n')) => into.push('\n'),
                    Some((_, 't')) => into.push('\t'),
                    Some((_, 'r')) => into.push('\r'),
                    Some((_, escaped @ ('"' | '\\' | '{' | '}' | '\''))) => into.push(escaped),
                    unknown => self.unknown_escape(place, unknown.map(|(_, c)| c)),
                },
                c => into.push(c),
            }
        }
        at.end
    }

    fn unknown_escape(&mut self, start: usize, escaped: Option<char>) {
        let shown = escaped.map(String::from).unwrap_or_default();
        let message = format!("`\\{shown}` is no escape");
        let hint = "the escapes are `\\n`, `\\t`, `\\r`, `\\\"`, `\\'`, `\\\\` and `\\{`; write `\\\\` for a backslash";
        self.report("unknown-escape", start..start + 1 + shown.len(), message, hint);
    }
}
