//! The insides of strings: texts, escapes, formats, and where what is interpolated starts.
//! A string may go over line ends. One that never ends is read again as if it ended with its line, so that one forgotten
//! quote does not hide the rest of the file; after the first such string, every string has to end on its line.

use super::characters::starts_name;
use super::{Kind, Lexer, Open, Token, span_of};

impl Lexer<'_> {
    pub(super) fn start_string(&mut self, quote: Kind) {
        let token = self.out.tokens.len();
        let format = quote == Kind::FormatQuote;
        self.push(quote, if format { 2 } else { 1 });
        self.outer_string.get_or_insert((self.open.len(), token));
        self.open.push(Open::String { format });
    }

    /// One token inside of a string.
    pub(super) fn string_part(&mut self, format: bool) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            self.leave_string();
            return;
        };
        match first {
            '"' => {
                self.push(Kind::EndQuote, 1);
                self.open.pop();
                self.outer_string = self.outer_string.filter(|(level, _)| *level < self.open.len());
            }
            '\\' if rest.starts_with("\\\n") && self.leave_string_at_line_end() => {}
            '\\' => match rest[1..].chars().next() {
                Some(escaped) => self.push(Kind::Escape, 1 + escaped.len_utf8()),
                None => self.push(Kind::Escape, 1),
            },
            '$' if rest.starts_with("${") => {
                self.push(Kind::HoleStart, 2);
                self.open.push(Open::Hole);
            }
            '$' => self.dollar(),
            '%' if format => self.push(Kind::Format, format_length(rest)),
            _ => {
                let length = span_of(rest, |c| !(matches!(c, '"' | '\\' | '$') || format && c == '%'));
                self.plain(length);
            }
        }
    }

    fn plain(&mut self, length: usize) {
        let goes_on = self.rest()[..length].contains('\n');
        if goes_on && self.leave_string_at_line_end() {
            return;
        }
        if let (true, None, Some((level, token))) = (goes_on, &self.suspect, self.outer_string) {
            self.suspect = Some((token, self.open[..level].to_vec()));
        }
        self.push(Kind::Text, length);
    }

    fn dollar(&mut self) {
        self.push(Kind::Dollar, 1);
        if self.rest().starts_with(starts_name) {
            let length = self.word_length();
            self.push(Kind::Word, length);
        }
    }

    /// Ends all strings that are open at the end of a line, if they may not go on.
    pub(super) fn leave_string_at_line_end(&mut self) -> bool {
        self.strings_end_with_lines && self.leave_string()
    }

    /// If a string is open, ends it with its line and goes on from there, or rather does so with the first string before
    /// it that goes over the end of a line. Says whether one was open.
    pub(super) fn leave_string(&mut self) -> bool {
        let Some((level, token)) = self.outer_string.take() else { return false };
        self.strings_end_with_lines = true;
        self.open.truncate(level);
        let token = match self.suspect.take() {
            Some((suspect, open)) => {
                self.open = open;
                suspect
            }
            None => token,
        };
        let quote = self.out.tokens[token].range();
        self.out.tokens.truncate(token + 1);
        while self.out.docs.pop_if(|doc| doc.at.start > quote.start).is_some() {}
        while self.out.comments.pop_if(|comment| comment.start > quote.start).is_some() {}
        self.out.unclosed.push(quote.clone());

        let rest = &self.text[quote.end..self.end];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let end = quote.end + line.trim_end_matches('\r').len();
        self.out.tokens.push(Token::new(Kind::Text, quote.end..end));
        self.out.tokens.push(Token::new(Kind::EndQuote, end..end));
        self.at = end;
        true
    }
}

/// The length of what starts with a percent sign: flags, width, precision and one more character.
fn format_length(text: &str) -> usize {
    let mut length = 1;
    length += span_of(&text[length..], |c| "-#+ 0,(".contains(c));
    length += span_of(&text[length..], |c| c.is_ascii_digit());
    if text[length..].starts_with('.') {
        length += 1;
        length += span_of(&text[length..], |c| c.is_ascii_digit());
    }
    let conversion = text[length..].chars().next().filter(|c| !matches!(c, '\\' | '$' | '"' | '\n'));
    length + conversion.map_or(0, char::len_utf8)
}
