//! Reads a wire file, and checks it against the types of the model.
//! In: TOML and the types of inputs and outputs. Out: the wire, and diagnostics that point into the file; no wire if one of
//! them is an error. Everything that could go wrong later because of the file is found here.

mod duration;
mod exchange;
mod frame;
mod http;
mod item;
mod toml_text;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use lydian_core::{ConId, Datum, Type, TypeTable};
use lydian_diagnostic::{Diagnostic, Label, Source, Span};
use lydian_ocaml::{ConstructorForm, Form, FormId, Forms, ValueReader, ValueTemplate};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Line, Meaning, Plain, Reply, Request, Response, SystemSettings, Wire};
use crate::codec::pattern::{Pattern, Wildcard};
use crate::codec::template::{Message, Writing};
use crate::codec::{Json, NotYet, Notation, quoted};
use duration::duration;
use toml_text::Text;

/// The keys of `[system]`.
const SYSTEM_KEYS: &[&str] = &[
    "reset", "ok", "greeting", "reply", "quiet", "timeout", "finish", "refused", "json", "cookies",
    "line_end", "size", "prefix",
];

/// The tables of a wire file.
const TABLES: &[&str] =
    &["system", "frame", "encode", "decode", "item", "http", "setup", "reset", "teardown"];

/// Reads a wire file.
pub(super) fn wire(
    source: &Arc<Source>,
    input: &Type,
    output: &Type,
    types: &TypeTable,
) -> (Option<Wire>, Vec<Diagnostic>) {
    let (document, errors) = DeTable::parse_recoverable(&source.text);
    if !errors.is_empty() {
        let diagnostics = errors.iter().map(|error| {
            let span = Span::new(source, error.span().unwrap_or(0..0));
            Diagnostic::error("wire-syntax", span, format!("this is no TOML: {}", error.message()))
        });
        return (None, diagnostics.collect());
    }
    let mut forms = Forms::default();
    let input_form = forms.intern(input, types);
    let output_form = forms.intern(output, types);
    let forms = Arc::new(forms);
    let reader = ValueReader::of_form(&forms, output_form);
    let mut check = Check {
        source,
        forms,
        input: input_form,
        output: output_form,
        reader,
        has_frames: false,
        diagnostics: Vec::new(),
    };
    let root = document.get_ref();
    check.keys(root, TABLES, "a wire file");
    let framing = check.framing(root);
    check.has_frames = framing.is_some();
    let mut settings = check.settings(root);
    settings.setup = check.exchanges(root, "setup");
    settings.resets = check.exchanges(root, "reset");
    settings.teardown = check.exchanges(root, "teardown");
    if let Some((key, _)) = root.get_key_value("reset").filter(|_| settings.reset.is_some()) {
        check.error("wire-value", key.span(), "`reset` of [system] is a reset already".to_owned());
    }
    let mut encode = check.encode(root);
    let decode = check.decode(root, settings.refused.as_deref());
    let (requests, responses) = check.http(root);
    let items = check.items(root);
    let bodies = responses.iter().filter_map(|response| response.body.as_ref());
    let items = check.items_of(decode.iter().map(|line| &line.pattern).chain(bodies), items);
    let cookies = root.get("system").and_then(|value| value.get_ref().as_table()?.get_key_value("cookies"));
    if let Some((key, _)) = cookies.filter(|_| requests.is_empty() && !root.contains_key("http")) {
        check.error(
            "wire-value",
            key.span(),
            "`cookies` is about HTTP, and there is no table [http]".to_owned(),
        );
    }
    let has_names = encode.values().any(Message::depends_on_sequence)
        || decode.iter().any(Line::has_names)
        || items.values().flatten().any(Line::has_names)
        || requests.values().any(Request::has_names)
        || responses.iter().any(Response::has_names);
    if let Some(framing) = &framing {
        let end = String::from_utf8_lossy(framing.line_end()).into_owned();
        encode = encode.into_iter().map(|(con, message)| (con, message.with_line_end(&end))).collect();
    }
    if let Some((key, _)) = root.get_key_value("decode") {
        check.all_read(key.span(), decode.iter().map(|line| &line.meaning), "[[decode]]");
    }
    if let Some((key, _)) = root.get_key_value("http").filter(|_| !responses.is_empty()) {
        check.all_read(key.span(), responses.iter().map(|response| &response.meaning), "[[http.decode]]");
    }
    let Check { forms, mut diagnostics, .. } = check;
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.as_ref().map_or(0, |span| span.range.start));
    if diagnostics.iter().any(Diagnostic::is_error) {
        return (None, diagnostics);
    }
    let plain = if settings.json == Some(true) {
        Plain::Json(Json::new(input, output, types))
    } else {
        Plain::Notation(Notation::new(output, types))
    };
    let wire = Wire {
        name: source.name.clone(),
        refused: settings.refused.as_deref().map(Wildcard::new),
        settings,
        plain,
        writing: Writing { types: types.clone(), forms, names: RefCell::default(), counter: Cell::new(0) },
        input: input_form,
        encode,
        decode,
        requests,
        responses,
        framing,
        items,
        has_names,
    };
    (Some(wire), diagnostics)
}

/// A file that is being checked.
struct Check<'s> {
    source: &'s Arc<Source>,
    forms: Arc<Forms>,
    input: FormId,
    output: FormId,
    reader: ValueReader,
    /// Whether messages may have several lines.
    has_frames: bool,
    diagnostics: Vec<Diagnostic>,
}

/// The arguments of an input, by the names that templates use.
struct Arguments {
    /// What a message calls the input.
    of: String,
    names: Vec<Option<Arc<str>>>,
}

impl Arguments {
    fn position(&self, name: &str) -> Result<usize, String> {
        let count = self.names.len();
        match name.parse::<usize>() {
            Ok(number) if number < count => Ok(number),
            Ok(_) if count == 0 => Err(format!("{} has no arguments", self.of)),
            Ok(_) if count == 1 => Err(format!("{} has one argument, {{0}}", self.of)),
            Ok(_) => Err(format!("{} has {count} arguments, {{0}} to {{{}}}", self.of, count - 1)),
            Err(_) => {
                let known = self.names.iter().position(|known| known.as_deref() == Some(name));
                known.ok_or_else(|| format!("{} has no field {name}", self.of))
            }
        }
    }
}

impl<'s> Check<'s> {
    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.source, range)
    }

    fn error(&mut self, code: &'static str, range: Range<usize>, message: String) {
        let span = self.span(range);
        self.diagnostics.push(Diagnostic::error(code, span, message));
    }

    fn error_with_hint(&mut self, code: &'static str, range: Range<usize>, message: String, hint: String) {
        let span = self.span(range);
        self.diagnostics.push(Diagnostic::error(code, span, message).hint(hint));
    }

    /// Complains about keys that mean nothing.
    fn keys(&mut self, table: &DeTable<'_>, known: &[&str], of: &str) {
        for key in table.keys() {
            let name: &str = key.get_ref();
            if !known.contains(&name) {
                let message = format!("`{name}` means nothing in {of}");
                self.error_with_hint(
                    "wire-unknown-key",
                    key.span(),
                    message,
                    format!("keys are {}", known.join(", ")),
                );
            }
        }
    }

    fn wrong_value(&mut self, value: &Spanned<DeValue<'_>>, key: &str, expected: &str) {
        let message = format!("`{key}` should be {expected}, not {}", kind(value.get_ref()));
        self.error("wire-value", value.span(), message);
    }

    fn table<'t, 'i>(&mut self, value: &'t Spanned<DeValue<'i>>, key: &str) -> Option<&'t DeTable<'i>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.wrong_value(value, key, "a table");
        }
        table
    }

    fn text(&mut self, table: &DeTable<'_>, key: &str) -> Option<Text> {
        let value = table.get(key)?;
        let text = Text::new(value, self.source);
        if text.is_none() {
            self.wrong_value(value, key, "a string");
        }
        text
    }

    /// A string, or an array of them.
    fn texts(&mut self, table: &DeTable<'_>, key: &str) -> Vec<String> {
        let Some(value) = table.get(key) else { return Vec::new() };
        let one = [value];
        let values: Vec<&Spanned<DeValue<'_>>> = match value.get_ref().as_array() {
            Some(array) => array.iter().collect(),
            None => one.to_vec(),
        };
        let texts: Vec<Option<Text>> = values.iter().map(|value| Text::new(value, self.source)).collect();
        if texts.is_empty() || texts.iter().any(Option::is_none) {
            self.wrong_value(value, key, "a string or an array of strings");
        }
        texts.into_iter().flatten().map(|text| text.text).collect()
    }

    fn truth(&mut self, table: &DeTable<'_>, key: &str) -> Option<bool> {
        let value = table.get(key)?;
        let truth = value.get_ref().as_bool();
        if truth.is_none() {
            self.wrong_value(value, key, "true or false");
        }
        truth
    }

    fn settings(&mut self, root: &DeTable<'_>) -> SystemSettings {
        let mut settings = SystemSettings::default();
        let Some(table) = root.get("system").and_then(|value| self.table(value, "system")) else {
            return settings;
        };
        self.keys(table, SYSTEM_KEYS, "[system]");
        settings.reset = self.text(table, "reset").map(|text| text.text);
        settings.ok = self.texts(table, "ok");
        settings.greeting = self.text(table, "greeting").map(|text| text.text);
        settings.refused = self.text(table, "refused").map(|text| text.text);
        settings.json = self.truth(table, "json");
        settings.cookies = self.truth(table, "cookies").unwrap_or(false);
        if let Some(reply) = self.text(table, "reply") {
            match reply.text.as_str() {
                "line" => settings.reply = Some(Reply::Line),
                "quiet" => settings.reply = Some(Reply::Quiet),
                other => {
                    let message =
                        format!("`reply` should be \"line\" or \"quiet\", not {}", quoted(other.as_bytes()));
                    self.error("wire-value", reply.span, message);
                }
            }
        }
        let times = [
            ("quiet", &mut settings.quiet),
            ("timeout", &mut settings.timeout),
            ("finish", &mut settings.finish),
        ];
        for (key, place) in times {
            let Some(text) = self.text(table, key) else { continue };
            *place = duration(&text.text);
            if place.is_none() {
                let given = quoted(text.text.as_bytes());
                let message = format!("`{key}` should be a time such as \"50ms\" or \"1s\", not {given}");
                self.error("wire-value", text.span, message);
            }
        }
        if let Some(reset) =
            settings.reset.as_ref().filter(|reset| !self.has_frames && reset.contains(['\n', '\r']))
        {
            let message = format!("`reset` should be one line, not {}", quoted(reset.as_bytes()));
            let range = table.get("reset").map_or(0..0, Spanned::span);
            self.error("wire-value", range, message);
        }
        settings
    }

    /// The constructor that a key names, with its arguments; `_` for a type without constructors.
    fn input_of(&mut self, key: &str, range: Range<usize>) -> Option<(Option<ConstructorForm>, Arguments)> {
        let forms = self.forms.clone();
        let plain = |names| Some((None, Arguments { of: "the input".to_owned(), names }));
        match forms.form(self.input) {
            Form::Variant(variant) => {
                if let Some(con) = variant.find(key).or_else(|| variant.find(&format!("`{key}"))) {
                    let names = match &con.fields {
                        Some(fields) => fields.iter().cloned().map(Some).collect(),
                        None => vec![None; con.args.len()],
                    };
                    return Some((Some(con.clone()), Arguments { of: con.name.to_string(), names }));
                }
                let known: Vec<String> =
                    variant.constructors.iter().map(|con| forms.declaration(con)).collect();
                let message = format!("`{key}` is no constructor of {}", forms.name(self.input));
                self.error_with_hint(
                    "wire-constructor",
                    range,
                    message,
                    format!("it is {}", known.join(" | ")),
                );
                None
            }
            _ if key != "_" => {
                let message = format!("{} has no constructors, and so no `{key}`", forms.name(self.input));
                let hint = "write `_` for an input of a type without constructors".to_owned();
                self.error_with_hint("wire-constructor", range, message, hint);
                None
            }
            Form::Tuple(parts) => plain(vec![None; parts.len()]),
            Form::Record(record) => plain(record.fields.iter().map(|(name, _)| Some(name.clone())).collect()),
            _ => plain(vec![None]),
        }
    }

    /// Complains about constructors of the input for which nothing is said.
    fn complete<T>(&mut self, table: Range<usize>, given: &HashMap<Option<ConId>, T>, what: &str) {
        let forms = self.forms.clone();
        let Form::Variant(variant) = forms.form(self.input) else { return };
        let missing: Vec<&ConstructorForm> =
            variant.constructors.iter().filter(|con| !given.contains_key(&Some(con.con))).collect();
        if let Some(first) = missing.first() {
            let names: Vec<&str> = missing.iter().map(|con| &*con.name).collect();
            let message = format!("there is no {what} for {}", names.join(", "));
            let places: Vec<String> = (0..first.args.len()).map(|number| format!(" {{{number}}}")).collect();
            let name = first.name.trim_start_matches('`');
            let hint = match what {
                "template" => format!("add {name} = \"{}{}\"", name.to_uppercase(), places.concat()),
                _ => format!("add [http.{name}] with a method and a path"),
            };
            self.error_with_hint("wire-missing", table, message, hint);
        }
    }

    fn message(&mut self, text: &Text, arguments: &Arguments) -> Option<Message> {
        match Message::new(&text.text, |name| arguments.position(name)) {
            Ok(message) => Some(message),
            Err((range, why)) => {
                let shown = text.text[range.clone()].to_owned();
                self.error("wire-placeholder", text.place(range), format!("{shown} has no meaning: {why}"));
                None
            }
        }
    }

    fn encode(&mut self, root: &DeTable<'_>) -> HashMap<Option<ConId>, Message> {
        let mut messages = HashMap::new();
        let Some((key, value)) = root.get_key_value("encode") else { return messages };
        let Some(table) = self.table(value, "encode") else { return messages };
        let mut is_whole = true;
        for (key, value) in table {
            let name: &str = key.get_ref();
            let Some((con, arguments)) = self.input_of(name, key.span()) else {
                is_whole = false;
                continue;
            };
            let Some(text) = Text::new(value, self.source) else {
                self.wrong_value(value, name, "a template, such as \"PUT {0}\"");
                is_whole = false;
                continue;
            };
            if !self.has_frames && text.text.contains(['\n', '\r']) {
                self.error(
                    "wire-value",
                    text.span.clone(),
                    format!("the template of `{name}` should be one line"),
                );
            }
            match self.message(&text, &arguments) {
                Some(message) => drop(messages.insert(con.map(|con| con.con), message)),
                None => is_whole = false,
            }
        }
        if is_whole {
            self.complete(key.span(), &messages, "template");
        }
        messages
    }

    /// What an answer means, from the keys `output`, `refused` and `not_yet`.
    fn meaning(&mut self, table: &DeTable<'_>, range: Range<usize>) -> Option<Meaning> {
        let refused = self.truth(table, "refused");
        let output = self.text(table, "output");
        if let Some(how) = self.text(table, "not_yet") {
            if refused == Some(true) || output.is_some() {
                let message = "an answer that is still to come has no output, and is no refusal".to_owned();
                self.error("wire-value", how.span, message);
                return None;
            }
            return match how.text.as_str() {
                "ask" => Some(Meaning::NotYet(NotYet::Ask)),
                "wait" => Some(Meaning::NotYet(NotYet::Wait)),
                other => {
                    let given = quoted(other.as_bytes());
                    let message = format!("`not_yet` should be \"ask\" or \"wait\", not {given}");
                    self.error("wire-value", how.span, message);
                    None
                }
            };
        }
        match (refused, output) {
            (Some(true), None) => Some(Meaning::Refused),
            (Some(true), Some(output)) => {
                self.error("wire-value", output.span, "a refusal has no output".to_owned());
                None
            }
            (_, Some(output)) => match self.reader.read_template(&output.text) {
                Ok(template) => Some(Meaning::Output(template)),
                Err(why) => {
                    let given = quoted(output.text.as_bytes());
                    self.error("wire-output", output.span, format!("{given} is no output: {why}"));
                    None
                }
            },
            (_, None) => {
                let hint = "add output = \"...\" in OCaml's notation, or refused = true".to_owned();
                let message = "nothing says what this answer means".to_owned();
                self.error_with_hint("wire-missing", range, message, hint);
                None
            }
        }
    }

    fn pattern(&mut self, text: &Text, meaning: &Meaning) -> Option<Pattern> {
        let holes = match meaning {
            Meaning::Output(template) => template.holes(),
            Meaning::Refused | Meaning::NotYet(_) => &[],
        };
        let form_of = |number| holes.iter().find(|(hole, _)| *hole == number).map(|(_, form)| *form);
        match Pattern::new(&text.text, &self.forms, &form_of) {
            Ok(pattern) => Some(pattern),
            Err((range, why)) => {
                let shown = text.text[range.clone()].to_owned();
                self.error(
                    "wire-placeholder",
                    text.place(range),
                    format!("{shown} cannot stand here: {why}"),
                );
                None
            }
        }
    }

    /// Complains about holes of an output that no place of the answer fills.
    fn filled(&mut self, table: &DeTable<'_>, template: &ValueTemplate, text: Option<&Text>) {
        let Some(output) = self.text(table, "output") else { return };
        let pattern = text.map_or("", |text| &text.text);
        let given = |number: usize| {
            pattern.contains(&format!("{{{number}}}")) || pattern.contains(&format!("{{{number}:"))
        };
        if let Some((number, _)) = template.holes().iter().find(|(number, _)| !given(*number)) {
            let place = output.text.find(&format!("{{{number}}}"));
            let range =
                place.map_or(output.span.clone(), |at| output.place(at..at + format!("{{{number}}}").len()));
            let message = format!("{{{number}}} has no meaning: it does not occur in the answer");
            self.error("wire-placeholder", range, message);
        }
    }

    /// The elements of an array of tables, with their places.
    fn tables<'t, 'i>(
        &mut self,
        table: &'t DeTable<'i>,
        key: &str,
        name: &str,
    ) -> Vec<(&'t DeTable<'i>, Range<usize>)> {
        let Some(value) = table.get(key) else { return Vec::new() };
        let Some(elements) = value.get_ref().as_array() else {
            self.wrong_value(value, key, &format!("tables, each under [[{name}]]"));
            return Vec::new();
        };
        let mut tables = Vec::new();
        for element in elements.iter() {
            if let Some(table) = self.table(element, key) {
                tables.push((table, element.span()));
            }
        }
        tables
    }

    fn decode(&mut self, root: &DeTable<'_>, refused: Option<&str>) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        let mut places: Vec<Range<usize>> = Vec::new();
        let refused = refused.map(Wildcard::new);
        for (table, range) in self.tables(root, "decode", "decode") {
            self.keys(table, &["text", "output", "refused", "not_yet"], "[[decode]]");
            let meaning = self.meaning(table, range.clone());
            let Some(text) = self.text(table, "text") else {
                if !table.contains_key("text") {
                    self.error(
                        "wire-missing",
                        range,
                        "there is no `text` to compare an answer with".to_owned(),
                    );
                }
                continue;
            };
            let Some(meaning) = meaning else { continue };
            let Some(pattern) = self.pattern(&text, &meaning) else { continue };
            if let Meaning::Output(template) = &meaning {
                self.filled(table, template, Some(&text));
            }
            let hidden = lines.iter().position(|earlier| earlier.pattern.covers(&pattern));
            let is_refused =
                pattern.literal().is_some_and(|text| refused.as_ref().is_some_and(|all| all.matches(&text)));
            if hidden.is_some() || is_refused {
                let earlier = hidden.map(|index| places[index].clone());
                self.unreachable(text.span.clone(), earlier, is_refused);
            }
            places.push(text.span);
            lines.push(Line { pattern, meaning });
        }
        lines
    }

    /// Warns of outputs that no answer stands for: a system that gives one would be told to speak nonsense.
    fn all_read<'m>(&mut self, range: Range<usize>, meanings: impl Iterator<Item = &'m Meaning>, what: &str) {
        // What is wrong may be what is missing.
        if self.diagnostics.iter().any(Diagnostic::is_error) {
            return;
        }
        let mut known = Vec::new();
        for meaning in meanings {
            let Meaning::Output(template) = meaning else { continue };
            match template.fill(&mut |_| Datum::Unit) {
                Datum::Construct(con, ..) => known.push(con),
                // The whole output stands in one place.
                _ => return,
            }
        }
        let forms = self.forms.clone();
        let Form::Variant(variant) = forms.form(self.output) else { return };
        let missing: Vec<String> = variant
            .constructors
            .iter()
            .filter(|con| !known.contains(&con.con))
            .map(|con| format!("`{}`", forms.declaration(con)))
            .collect();
        if !missing.is_empty() {
            let message = format!("no {what} gives {}", missing.join(", "));
            let hint = "add one for each, or take away what the model does not need".to_owned();
            let span = self.span(range);
            self.diagnostics.push(Diagnostic::warning("wire-missing", span, message).hint(hint));
        }
    }

    fn unreachable(&mut self, range: Range<usize>, earlier: Option<Range<usize>>, is_refused: bool) {
        let message = "no answer gets as far as this".to_owned();
        let mut diagnostic = Diagnostic::warning("wire-unreachable", self.span(range), message);
        if let Some(earlier) = earlier {
            let label = Label { span: self.span(earlier), message: "this fits every such answer".to_owned() };
            diagnostic.labels.push(label);
        } else if is_refused {
            diagnostic.hints.push("`refused` of [system] fits this text, and is asked first".to_owned());
        }
        self.diagnostics.push(diagnostic);
    }
}

/// What a value of TOML is.
fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "a truth value",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "an array",
        DeValue::Table(_) => "a table",
    }
}
