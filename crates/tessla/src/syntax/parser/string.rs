//! Strings: escapes, what is interpolated, and the formats of format strings.

use std::sync::Arc;

use super::super::ast::{At, Expr, ExprKind, StringPart};
use super::super::lexer::{Kind, Token};
use super::{Parsed, Parser};

/// The conversions that a format can end with.
const CONVERSIONS: &str = "hHsSdoxXeEfgGaAB";

/// The parts of a string, with the text that is still growing.
#[derive(Default)]
struct Parts {
    done: Vec<StringPart>,
    text: String,
}

impl Parts {
    fn push(&mut self, value: Expr) {
        self.end_text();
        self.done.push(StringPart::Value(value, None));
    }

    fn end_text(&mut self) {
        if !self.text.is_empty() {
            self.done.push(StringPart::Text(std::mem::take(&mut self.text).into()));
        }
    }
}

impl Parser<'_> {
    /// The string that starts at the current token.
    pub(super) fn string(&mut self) -> Parsed<Expr> {
        let start = self.advance().start as usize;
        let mut parts = Parts::default();
        while !matches!(self.kind(), Kind::EndQuote | Kind::End) {
            self.string_part(&mut parts)?;
        }
        self.advance();
        parts.end_text();
        if parts.done.is_empty() {
            parts.done.push(StringPart::Text("".into()));
        }
        self.over(ExprKind::String(parts.done), start)
    }

    fn string_part(&mut self, parts: &mut Parts) -> Parsed<()> {
        let token = self.current();
        match token.kind {
            Kind::Text => {
                parts.text.push_str(self.text(token));
                self.advance();
            }
            Kind::Escape => self.escape(token, &mut parts.text),
            Kind::Format => self.format(token, parts),
            Kind::Dollar => self.interpolated_name(token, parts),
            Kind::HoleStart => return self.interpolated(parts),
            _ => return Err(self.unexpected("a part of a string", "close the string with `\"`")),
        }
        Ok(())
    }

    fn escape(&mut self, token: Token, text: &mut String) {
        self.advance();
        let escape = self.text(token);
        text.push(match &escape[1..] {
            "n" => '\n',
            "r" => '\r',
            "t" => '\t',
            "a" => '\u{7}',
            "\\" => '\\',
            "\"" => '"',
            "$" => '$',
            "%" => '%',
            other => {
                let message = match other.contains(char::is_control) {
                    true => "a `\\` at the end of a line is no escape".to_owned(),
                    false => format!("`{escape}` is no escape"),
                };
                let hint = r#"the escapes are `\\`, `\"`, `\n`, `\r`, `\t`, `\a`, `\$` and `\%`"#;
                self.error("invalid-escape", token.range(), message, hint);
                return;
            }
        });
    }

    /// `%%` and `%n` stand for characters; everything else says how the value before it is written.
    fn format(&mut self, token: Token, parts: &mut Parts) {
        self.advance();
        let format = &self.text(token)[1..];
        match format {
            "%" => return parts.text.push('%'),
            "n" => return parts.text.push('\n'),
            _ => {}
        }
        if !format.ends_with(|last| CONVERSIONS.contains(last)) {
            let message = format!("`%{format}` is no format");
            let hint = "formats are like `%d`, `%5.2f`, `%x` and `%s`; a percent sign is written `%%`";
            self.error("bad-format", token.range(), message, hint);
            return;
        }
        match parts.done.last_mut() {
            Some(StringPart::Value(_, known @ None)) if parts.text.is_empty() => *known = Some(format.into()),
            _ => {
                let message = format!("`%{format}` does not follow a value");
                let hint = format!("write `$name%{format}` or `${{expression}}%{format}`");
                self.error("bad-format", token.range(), message, hint);
            }
        }
    }

    /// `$x`.
    fn interpolated_name(&mut self, dollar: Token, parts: &mut Parts) {
        self.advance();
        let token = self.current();
        if token.kind != Kind::Word {
            let message = "this `$` is followed by nothing that it could write";
            let hint = r"write `\$` for the character, `$name` or `${expression}` for a value";
            self.error("invalid-interpolation", dollar.range(), message, hint);
            return;
        }
        self.advance();
        parts.push(Expr { kind: ExprKind::Name(self.text(token).into()), at: self.at(token.range()) });
    }

    /// `${e}`.
    fn interpolated(&mut self, parts: &mut Parts) -> Parsed<()> {
        let open = self.advance();
        let value = self.expression()?;
        if self.kind() != Kind::HoleEnd {
            return Err(self.unclosed("}", open));
        }
        self.advance();
        parts.push(value);
        Ok(())
    }

    /// A string in which nothing is interpolated; `what` says what it is for.
    pub(super) fn plain_string(&mut self, what: &str) -> Parsed<(Arc<str>, At)> {
        if self.kind() != Kind::Quote {
            return Err(self.unexpected(what, "write it between two `\"`"));
        }
        let string = self.string()?;
        match string.kind {
            ExprKind::String(parts) => match &parts[..] {
                [StringPart::Text(text)] => Ok((text.clone(), string.at)),
                _ => Err(self.not_plain(string.at)),
            },
            _ => Err(self.not_plain(string.at)),
        }
    }

    fn not_plain(&mut self, at: At) -> super::Failed {
        let at = at.start as usize..at.end as usize;
        let message = "nothing can be interpolated here";
        self.error("invalid-interpolation", at, message, r"write the text itself, with `\$` for a `$`")
    }
}
