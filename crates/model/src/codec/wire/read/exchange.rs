//! What is said besides the tests: `greeting` of `[system]`, `[[setup]]` after every start, `[[reset]]` before each sequence,
//! `[[teardown]]` when everything is over.

use toml::de::{DeTable, DeValue};

use super::Check;
use crate::codec::wire::Exchange;

impl Check<'_> {
    /// A list of messages, each with how it is answered.
    pub(super) fn exchanges(&mut self, root: &DeTable<'_>, key: &str) -> Vec<Exchange> {
        let mut exchanges = Vec::new();
        for (table, range) in self.tables(root, key, key) {
            self.keys(table, &["send", "run", "ok", "body", "exit"], &format!("[[{key}]]"));
            let ok = self.texts(table, "ok");
            let body = self.text(table, "body").map(|text| text.text);
            let exit = self.exit(table);
            match (self.text(table, "send"), self.text(table, "run")) {
                (Some(_), Some(run)) => {
                    let message = "a message is sent or a command is run, not both".to_owned();
                    self.error("wire-value", run.span, message);
                }
                (None, Some(run)) => {
                    if let Some((key, _)) = table.get_key_value("body") {
                        self.error("wire-value", key.span(), "a command has no `body`".to_owned());
                    }
                    exchanges.push(Exchange { send: run.text, ok, body, exit: Some(exit.unwrap_or(0)) });
                }
                (Some(send), None) => {
                    if let Some((key, _)) = table.get_key_value("exit") {
                        let message = "`exit` is about a command under `run`".to_owned();
                        self.error("wire-value", key.span(), message);
                    }
                    exchanges.push(Exchange { send: send.text, ok, body, exit: None });
                }
                (None, None) if !table.contains_key("send") && !table.contains_key("run") => {
                    self.error("wire-missing", range, "there is no `send`, and no `run`".to_owned());
                }
                (None, None) => {}
            }
        }
        exchanges
    }

    fn exit(&mut self, table: &DeTable<'_>) -> Option<i32> {
        let value = table.get("exit")?;
        let code = match value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str().parse::<u8>().ok(),
            _ => None,
        };
        if code.is_none() {
            self.wrong_value(value, "exit", "an exit code, 0 to 255");
        }
        code.map(i32::from)
    }
}
