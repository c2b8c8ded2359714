//! What is said besides the tests: `greeting` of `[system]`, `[[setup]]` after every start, `[[reset]]` before each sequence,
//! `[[teardown]]` when everything is over.

use toml::de::DeTable;

use super::Check;
use crate::codec::wire::Exchange;

impl Check<'_> {
    /// A list of messages, each with how it is answered.
    pub(super) fn exchanges(&mut self, root: &DeTable<'_>, key: &str) -> Vec<Exchange> {
        let mut exchanges = Vec::new();
        for (table, range) in self.tables(root, key, key) {
            self.keys(table, &["send", "ok", "body"], &format!("[[{key}]]"));
            let ok = self.texts(table, "ok");
            let body = self.text(table, "body").map(|text| text.text);
            match self.text(table, "send") {
                Some(send) => exchanges.push(Exchange { send: send.text, ok, body }),
                None if !table.contains_key("send") => {
                    self.error("wire-missing", range, "there is no `send`".to_owned());
                }
                None => {}
            }
        }
        exchanges
    }
}
