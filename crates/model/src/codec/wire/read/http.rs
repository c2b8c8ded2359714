//! The parts of a wire file about HTTP: requests by constructor, and what responses mean.
//! In: the table `http` of the file. Out: requests and responses, with diagnostics in the file that is being checked.

use std::collections::HashMap;
use std::ops::Range;

use lydian_core::ConId;
use toml::de::{DeTable, DeValue};

use super::toml_text::Text;
use super::{Arguments, Check};
use crate::codec::wire::{Meaning, Request, Response, Status};
use crate::codec::{NotYet, quoted};

impl Check<'_> {
    /// The requests by constructor, and what responses mean.
    pub(super) fn http(&mut self, root: &DeTable<'_>) -> (HashMap<Option<ConId>, Request>, Vec<Response>) {
        let mut requests = HashMap::new();
        let Some((key, value)) = root.get_key_value("http") else { return (requests, Vec::new()) };
        let Some(table) = self.table(value, "http") else { return (requests, Vec::new()) };
        let mut is_whole = true;
        for (key, value) in table {
            let name: &str = key.get_ref();
            if name == "decode" {
                continue;
            }
            let request = self.input_of(name, key.span()).and_then(|(con, arguments)| {
                let table = self.table(value, name)?;
                Some((con, self.request(table, key.span(), &arguments)?))
            });
            match request {
                Some((con, request)) => drop(requests.insert(con.map(|con| con.con), request)),
                None => is_whole = false,
            }
        }
        if is_whole {
            self.complete(key.span(), &requests, "request");
        }
        let responses = self.responses(table);
        if responses.is_empty() && !table.contains_key("decode") {
            let hint = "add [[http.decode]] with a status and an output".to_owned();
            self.error_with_hint(
                "wire-missing",
                key.span(),
                "nothing says what responses mean".to_owned(),
                hint,
            );
        }
        (requests, responses)
    }

    fn request(
        &mut self,
        table: &DeTable<'_>,
        range: Range<usize>,
        arguments: &Arguments,
    ) -> Option<Request> {
        self.keys(table, &["method", "path", "body", "headers"], "a request");
        let method = self.text(table, "method").map_or_else(|| "GET".to_owned(), |text| text.text);
        let path = self.text(table, "path");
        if path.is_none() && !table.contains_key("path") {
            self.error("wire-missing", range, "the request has no `path`".to_owned());
        }
        let path = path.filter(|path| {
            let is_path = path.text.starts_with('/');
            if !is_path {
                self.error(
                    "wire-value",
                    path.span.clone(),
                    format!("a path begins with `/`, unlike {}", quoted(path.text.as_bytes())),
                );
            }
            is_path
        })?;
        let path = self.message(&path, arguments)?;
        let body = match self.text(table, "body") {
            Some(body) => Some(self.message(&body, arguments)?),
            None => None,
        };
        let mut headers = Vec::new();
        if let Some(given) = table.get("headers").and_then(|value| self.table(value, "headers")) {
            for (key, value) in given {
                let name: &str = key.get_ref();
                match Text::new(value, self.source) {
                    Some(text) => headers.push((name.to_owned(), self.message(&text, arguments)?)),
                    None => self.wrong_value(value, name, "a string"),
                }
            }
        }
        Some(Request { method, path, headers, body })
    }

    fn responses(&mut self, table: &DeTable<'_>) -> Vec<Response> {
        let mut responses: Vec<Response> = Vec::new();
        let mut places: Vec<Range<usize>> = Vec::new();
        for (table, range) in self.tables(table, "decode", "http.decode") {
            self.keys(table, &["status", "body", "output", "refused", "not_yet"], "[[http.decode]]");
            let status = self.status(table);
            let Some(meaning) = self.meaning(table, range.clone()) else { continue };
            if let Meaning::NotYet(NotYet::Wait) = meaning {
                let message = "a response is one answer: `not_yet` is \"ask\" there".to_owned();
                self.error("wire-value", range, message);
                continue;
            }
            let body = self.text(table, "body");
            if let Meaning::Output(template) = &meaning {
                self.filled(table, template, body.as_ref());
            }
            let body = match body {
                Some(body) => match self.pattern(&body, &meaning) {
                    Some(pattern) => Some(pattern),
                    None => continue,
                },
                None => None,
            };
            let hidden = responses.iter().position(|earlier| {
                earlier.status.covers(status)
                    && match (&earlier.body, &body) {
                        (None, _) => true,
                        (Some(earlier), Some(body)) => earlier.covers(body),
                        (Some(_), None) => false,
                    }
            });
            if let Some(index) = hidden {
                self.unreachable(range.clone(), Some(places[index].clone()), false);
            }
            places.push(range);
            responses.push(Response { status, body, meaning });
        }
        responses
    }

    fn status(&mut self, table: &DeTable<'_>) -> Status {
        let Some(value) = table.get("status") else { return Status::Any };
        let code = match value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => {
                number.as_str().parse().ok().map(Status::Exactly)
            }
            DeValue::String(text) => match text.as_bytes() {
                [hundreds @ b'1'..=b'5', b'x', b'x'] => Some(Status::Class(u16::from(hundreds - b'0'))),
                _ => None,
            },
            _ => None,
        };
        let code =
            code.filter(|status| !matches!(status, Status::Exactly(code) if !(100..600).contains(code)));
        if code.is_none() {
            self.error(
                "wire-value",
                value.span(),
                "`status` should be a number such as 200, or \"4xx\"".to_owned(),
            );
        }
        code.unwrap_or(Status::Any)
    }
}
