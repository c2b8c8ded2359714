//! The parts of a wire file about where messages end: `line_end`, `size` and `prefix` of `[system]`, and `[[frame]]`.
//! In: the tables of the file. Out: the framing, if the file says anything about it.

use toml::de::{DeTable, DeValue};

use super::Check;
use crate::codec::frame::{Counted, FirstLine, Framing, Prefix, Rule};
use crate::codec::{Wildcard, quoted};

/// A message of a fixed size is not larger than this.
const LARGEST: usize = 1 << 20;

impl Check<'_> {
    /// Where messages end, if it is not at the end of each line.
    pub(super) fn framing(&mut self, root: &DeTable<'_>) -> Option<Framing> {
        let system = root.get("system").and_then(|value| value.get_ref().as_table());
        let line_end = system.and_then(|table| self.text(table, "line_end"));
        let size = system.and_then(|table| self.size(table));
        let prefix = system.and_then(|table| self.prefix(table));
        let rules = self.rules(root);
        let uncut = size.is_some() || prefix.is_some();
        if let Some((key, _)) = root.get_key_value("frame").filter(|_| uncut) {
            let message = "[[frame]] is about lines, and `size` and `prefix` say that there are none";
            self.error("wire-value", key.span(), message.to_owned());
        }
        if let Some(text) = line_end.as_ref().filter(|text| text.text.is_empty() || uncut) {
            let message = match uncut {
                true => "there are no lines where `size` or `prefix` say how long a message is".to_owned(),
                false => "`line_end` should not be empty".to_owned(),
            };
            self.error("wire-value", text.span.clone(), message);
        }
        match (size, prefix) {
            (Some(size), None) => Some(Framing::fixed(size)),
            (None, Some(prefix)) => Some(Framing::prefixed(prefix)),
            (Some(_), Some(_)) => {
                let range = system.and_then(|table| table.get("prefix")).map_or(0..0, toml::Spanned::span);
                self.error("wire-value", range, "a message has a `size` or a `prefix`".to_owned());
                None
            }
            (None, None) if line_end.is_none() && rules.is_empty() => None,
            (None, None) => {
                let end = line_end.map_or_else(|| "\n".to_owned(), |text| text.text);
                Some(Framing::lines(&end, rules))
            }
        }
    }

    fn size(&mut self, table: &DeTable<'_>) -> Option<usize> {
        let value = table.get("size")?;
        let size = match value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str().parse().ok(),
            _ => None,
        };
        let size = size.filter(|size| (1..=LARGEST).contains(size));
        if size.is_none() {
            self.wrong_value(value, "size", "a number of bytes, up to 1048576");
        }
        size
    }

    fn prefix(&mut self, table: &DeTable<'_>) -> Option<Prefix> {
        let text = self.text(table, "prefix")?;
        let prefix = match text.text.as_str() {
            "u8" => Some((1, true)),
            "u16be" => Some((2, true)),
            "u16le" => Some((2, false)),
            "u32be" => Some((4, true)),
            "u32le" => Some((4, false)),
            _ => None,
        };
        if prefix.is_none() {
            let given = quoted(text.text.as_bytes());
            let message = format!("`prefix` should be u8, u16be, u16le, u32be or u32le, not {given}");
            self.error("wire-value", text.span, message);
        }
        prefix.map(|(bytes, is_big)| Prefix { bytes, is_big })
    }

    fn rules(&mut self, root: &DeTable<'_>) -> Vec<Rule> {
        let mut rules = Vec::new();
        for (table, range) in self.tables(root, "frame", "frame") {
            self.keys(table, &["line", "n", "until", "more", "closed"], "[[frame]]");
            let Some(line) = self.text(table, "line") else {
                if !table.contains_key("line") {
                    let message = "there is no `line` that says how such a message begins".to_owned();
                    self.error("wire-missing", range, message);
                }
                continue;
            };
            let first = FirstLine::new(&line.text);
            let counted = self.counted(table);
            match (first.has_number(), table.contains_key("n")) {
                (true, false) => {
                    let hint = "add n = \"bytes\", \"lines\" or \"items\"".to_owned();
                    let message = "nothing says what the number {n} counts".to_owned();
                    self.error_with_hint("wire-missing", line.span.clone(), message, hint);
                }
                (false, true) => {
                    let message =
                        "`n` says what a number counts, and {n} does not occur in the line".to_owned();
                    self.error("wire-placeholder", line.span.clone(), message);
                }
                _ => {}
            }
            let until = self.text(table, "until").map(|text| Wildcard::new(&text.text));
            let is_closed = self.truth(table, "closed").unwrap_or(true);
            let has_more = self.truth(table, "more").unwrap_or(false);
            rules.push(Rule { line: first, until, counted, is_closed, has_more });
        }
        rules
    }

    fn counted(&mut self, table: &DeTable<'_>) -> Option<Counted> {
        let text = self.text(table, "n")?;
        let counted = match text.text.as_str() {
            "bytes" => Some(Counted::Bytes),
            "lines" => Some(Counted::Lines),
            "items" => Some(Counted::Items),
            _ => None,
        };
        if counted.is_none() {
            let given = quoted(text.text.as_bytes());
            let message = format!("`n` should be \"bytes\", \"lines\" or \"items\", not {given}");
            self.error("wire-value", text.span, message);
        }
        counted
    }
}
