//! Words for what is wrong inside of a token.

use super::super::ast::At;
use super::super::lexer::{Token, Trouble};
use super::{DIAGNOSTICS, Parser};

impl Parser<'_> {
    /// Reports what is wrong inside of a token; whether anything is.
    pub(super) fn report_trouble(&mut self, token: &Token) -> bool {
        let Some(trouble) = &token.trouble else { return false };
        if self.diagnostics.len() < DIAGNOSTICS {
            let (code, at) = place(token, trouble);
            let (message, hint) = self.words(token, trouble);
            self.report(code, at, message, hint);
        }
        true
    }

    /// The message and what to type.
    fn words(&self, token: &Token, trouble: &Trouble) -> (String, String) {
        let text = self.excerpt(&token.at);
        let inner = self.excerpt(&token.inner);
        let (message, hint) = match trouble {
            Trouble::UnclosedText => {
                let hint = "add `\"` at its end; a line break inside of a text is `\\n`";
                ("this text is not closed on its line", hint)
            }
            Trouble::UnclosedHole(_) => {
                let escaped = self.source.text[token.at.clone()].contains("\\\"");
                let hint = match escaped {
                    true => {
                        "add `}` after the term; between the braces, quotes are written without a backslash"
                    }
                    false => "add `}` after the term, or write `\\{` for a brace",
                };
                ("this `{` in a text is not closed", hint)
            }
            Trouble::TypographicQuotes => {
                let hint = format!("write \"{inner}\" with straight quotes");
                return ("these quotes are typographic ones".to_owned(), hint);
            }
            Trouble::ThousandsSeparator => {
                let digits: String = text.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
                return (format!("`{text}` has separators between its digits"), format!("write {digits}"));
            }
            Trouble::LettersAfterNumber => {
                let hint = "names start with a letter; between a number and a name stands an operator";
                return (format!("`{text}` is neither a number nor a name"), hint.to_owned());
            }
            Trouble::TooManyDigits => {
                ("this number has more than 10000 digits", "write a smaller number, or `power(10, n)`")
            }
            Trouble::UnclosedChar => {
                ("this `'` starts no character", "write a character as `'c'` and a text as `\"text\"`")
            }
            Trouble::TextInSingleQuotes => {
                let hint = format!("write a text in double quotes: \"{inner}\"");
                return (format!("`{text}` is not one character"), hint);
            }
            Trouble::WideChar => {
                return (
                    format!("`{text}` takes more than one byte"),
                    format!("write it as a text: \"{inner}\""),
                );
            }
            Trouble::UnknownCharacter(c) => {
                let shown = if c.is_control() { c.escape_debug().to_string() } else { c.to_string() };
                return (format!("`{shown}` means nothing here"), instead_of(*c).to_owned());
            }
        };
        (message.to_owned(), hint.to_owned())
    }
}

/// The code and the place. What is not closed is shown where it opens.
fn place(token: &Token, trouble: &Trouble) -> (&'static str, At) {
    let start = token.at.start;
    match trouble {
        Trouble::UnclosedText | Trouble::UnclosedChar => ("unclosed-text", start..start + 1),
        Trouble::UnclosedHole(brace) => ("unclosed-text", *brace..*brace + 1),
        _ => ("console-syntax", token.at.clone()),
    }
}

fn instead_of(c: char) -> &'static str {
    match c {
        '≤' => "write `<=`",
        '≥' => "write `>=`",
        '≠' => "write `!=`",
        '×' | '·' | '∗' => "write `*`",
        '÷' => "write `div`",
        '–' | '—' | '−' => "write `-`",
        '…' => "write `..`",
        '&' => "write `and`",
        '|' => "write `or`",
        '%' => "write `mod` (or `rem`, which keeps the sign)",
        '^' => "write `power(a, n)`, or `++` to join texts",
        '\\' => "remove it; between the braces of a text, quotes are written without a backslash",
        '#' => "remove it: no comment can stand inside of a text",
        _ => "remove it",
    }
}
