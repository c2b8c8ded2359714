//! The wire file: a protocol of lines or HTTP requests, described in TOML, without a line of code.
//! In: inputs of the model, and what a system answers. Out: lines and requests to send, and outputs. [`Wire::read`] checks the
//! file against the types of the model, so that encoding fails only for values that no line can carry.

mod read;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use lydian_core::{ConId, Datum, Type, TypeTable};
use lydian_diagnostic::{Diagnostic, Source};
use lydian_ocaml::{Form, FormId, ValueTemplate};

use super::frame::Framing;
use super::pattern::{Misfit, Pattern, Special, Wildcard};
use super::template::{Carrier, Message, Writing};
use super::{Codec, Json, NotYet, Notation, REFUSED, quoted};

/// How a system answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// One line for each input.
    Line,
    /// Any number of lines, until it is silent for a while.
    Quiet,
}

/// The table `[system]`: what the file says about the system as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SystemSettings {
    /// The line that resets the system.
    pub reset: Option<String>,
    /// What answers to the reset say that it worked; `*` stands for anything.
    pub ok: Vec<String>,
    /// What the system says first, before it is asked anything.
    pub greeting: Option<String>,
    /// What is said after every start.
    pub setup: Vec<Exchange>,
    /// What brings the system back to its start, if that is more than one message.
    pub resets: Vec<Exchange>,
    /// What is said when everything is over.
    pub teardown: Vec<Exchange>,
    /// How the system answers.
    pub reply: Option<Reply>,
    /// After how much silence an answer is over.
    pub quiet: Option<Duration>,
    /// How long an answer may take.
    pub timeout: Option<Duration>,
    /// How long it may take in all where answers say that they are still to come.
    pub finish: Option<Duration>,
    /// What answers mean that an input is refused; `*` stands for anything.
    pub refused: Option<String>,
    /// Whether values are JSON where there are no templates.
    pub json: Option<bool>,
    /// Whether cookies of an HTTP server are sent back.
    pub cookies: bool,
}

/// A message besides the tests, and how it is answered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exchange {
    /// The message; with HTTP a request such as `POST /login`.
    pub send: String,
    /// What answers are right; `*` stands for anything. Without any, all that do not look like an error.
    pub ok: Vec<String>,
    /// With HTTP, the body of the request.
    pub body: Option<String>,
    /// The exit code of a command, where `send` is one that is run and not sent.
    pub exit: Option<i32>,
}

/// A request to an HTTP server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpRequest {
    /// `GET`, `PUT`, ...
    pub method: String,
    /// The path with its query; arguments are percent-encoded.
    pub path: String,
    /// Names and values of headers.
    pub headers: Vec<(String, String)>,
    /// What is sent, if anything.
    pub body: Option<Vec<u8>>,
}

/// A protocol described by a wire file.
#[derive(Debug, Clone)]
pub struct Wire {
    name: String,
    settings: SystemSettings,
    refused: Option<Wildcard>,
    plain: Plain,
    writing: Writing,
    input: FormId,
    /// The lines of inputs by constructor; `None` stands for a type without constructors. Empty: as `plain` has it.
    encode: HashMap<Option<ConId>, Message>,
    /// What lines mean. Empty: as `plain` has it.
    decode: Vec<Line>,
    requests: HashMap<Option<ConId>, Request>,
    responses: Vec<Response>,
    /// Where messages end, if not at the end of each line.
    framing: Option<Framing>,
    /// What messages inside of messages mean, by type.
    items: HashMap<FormId, Vec<Line>>,
    /// Whether some values are chosen by the system.
    has_names: bool,
}

/// What is not described by templates.
#[derive(Debug, Clone)]
enum Plain {
    Notation(Notation),
    Json(Json),
}

/// What a line means.
#[derive(Debug, Clone)]
struct Line {
    pattern: Pattern,
    meaning: Meaning,
}

#[derive(Debug, Clone)]
enum Meaning {
    Refused,
    /// The answer is still to come.
    NotYet(NotYet),
    Output(ValueTemplate),
}

#[derive(Debug, Clone)]
struct Request {
    method: String,
    path: Message,
    headers: Vec<(String, Message)>,
    body: Option<Message>,
}

#[derive(Debug, Clone)]
struct Response {
    status: Status,
    body: Option<Pattern>,
    meaning: Meaning,
}

/// Which statuses a response is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Any,
    Exactly(u16),
    /// `4xx`: the hundreds.
    Class(u16),
}

impl Wire {
    /// Reads a wire file for a model with these inputs and outputs. No wire if there is an error.
    pub fn read(
        source: &Arc<Source>,
        input: &Type,
        output: &Type,
        types: &TypeTable,
    ) -> (Option<Wire>, Vec<Diagnostic>) {
        read::wire(source, input, output, types)
    }

    /// What the file says about the system as a whole.
    pub fn settings(&self) -> &SystemSettings {
        &self.settings
    }

    /// Where messages end, if not at the end of each line.
    pub fn framing(&self) -> Option<&Framing> {
        self.framing.as_ref()
    }

    /// Whether it says how inputs are written or what answers mean.
    pub fn has_templates(&self) -> bool {
        !self.encode.is_empty() || !self.decode.is_empty()
    }

    /// Whether it describes HTTP requests.
    pub fn has_http(&self) -> bool {
        !self.requests.is_empty()
    }

    /// The request of an input.
    pub fn request(&self, input: &Datum) -> Result<HttpRequest, String> {
        let (con, arguments) = self.arguments(input);
        let Some(request) = self.requests.get(&con) else {
            return Err(format!("{} describes no request for this input", self.name));
        };
        self.count();
        let text = |message: &Message, carrier| -> Result<String, String> {
            let bytes = message.fill(&arguments, &self.writing, carrier)?;
            String::from_utf8(bytes).map_err(|_| "a path or header is not UTF-8".to_owned())
        };
        let mut headers = Vec::new();
        for (name, value) in &request.headers {
            headers.push((name.clone(), text(value, Carrier::Line)?));
        }
        Ok(HttpRequest {
            method: request.method.clone(),
            path: text(&request.path, Carrier::Path)?,
            headers,
            body: match &request.body {
                Some(body) => Some(body.fill(&arguments, &self.writing, Carrier::Body)?),
                None => None,
            },
        })
    }

    /// One message more.
    fn count(&self) {
        self.writing.counter.set(self.writing.counter.get() + 1);
    }

    /// What a response means: an output, or `None` if the input is refused. Blanks around the body do not count.
    pub fn answer(&self, status: u16, body: &[u8]) -> Result<Option<Datum>, String> {
        let body = body.trim_ascii();
        let mut near = None;
        for response in &self.responses {
            if !response.status.fits(status) {
                continue;
            }
            match response.body.as_ref().map_or(Ok(Vec::new()), |pattern| pattern.read(body)) {
                Ok(values) => {
                    let values = match &response.body {
                        Some(pattern) => self.resolved(pattern, values)?,
                        None => values,
                    };
                    return Ok(response.meaning.with(values));
                }
                Err(Misfit::NoValue(why)) => near = near.or(Some(why)),
                Err(Misfit::Different) => {}
            }
        }
        let near = near.map_or(String::new(), |why| format!(" ({why})"));
        Err(format!(
            "no [[http.decode]] of {} fits status {status} with body {}{near}",
            self.name,
            quoted(body)
        ))
    }

    /// Whether a response says that the answer is still to come.
    pub fn unfinished_answer(&self, status: u16, body: &[u8]) -> Option<NotYet> {
        let body = body.trim_ascii();
        let fits = |response: &&Response| {
            response.status.fits(status)
                && response.body.as_ref().is_none_or(|pattern| pattern.read(body).is_ok())
        };
        match self.responses.iter().find(fits)?.meaning {
            Meaning::NotYet(how) => Some(how),
            _ => None,
        }
    }

    /// The constructor of an input, if its type has constructors, and its arguments.
    fn arguments<'d>(&self, input: &'d Datum) -> (Option<ConId>, Vec<(&'d Datum, FormId)>) {
        let pairs = |parts: &'d [Datum], forms: &[FormId]| parts.iter().zip(forms.iter().copied()).collect();
        match (self.writing.forms.form(self.input), input) {
            (Form::Variant(variant), Datum::Construct(con, _, parts)) => {
                let forms = variant.of(*con).map_or(&[][..], |constructor| &constructor.args);
                (Some(*con), pairs(parts, forms))
            }
            (Form::Tuple(forms), Datum::Construct(_, _, parts)) => (None, pairs(parts, forms)),
            (Form::Record(record), Datum::Construct(_, _, parts)) => {
                (None, parts.iter().zip(record.fields.iter().map(|(_, form)| *form)).collect())
            }
            _ => (None, vec![(input, self.input)]),
        }
    }

    /// A message without its line end; what was cut as the file says has none.
    fn content<'m>(&self, message: &'m [u8]) -> &'m [u8] {
        if self.framing.is_some() { message } else { without_line_end(message) }
    }

    fn is_refusal(&self, message: &[u8]) -> bool {
        match &self.refused {
            Some(refused) => refused.matches(message),
            None => message == REFUSED.as_bytes(),
        }
    }

    fn plain(&self) -> &dyn Codec {
        match &self.plain {
            Plain::Notation(notation) => notation,
            Plain::Json(json) => json,
        }
    }
}

impl Wire {
    /// The output that a text stands for.
    fn output(&self, line: &Line, values: Vec<(usize, Datum)>) -> Result<Option<Datum>, String> {
        Ok(line.meaning.with(self.resolved(&line.pattern, values)?))
    }

    /// Gives a meaning to the places that need more than their text: values of the system, and messages inside.
    fn resolved(
        &self,
        pattern: &Pattern,
        mut values: Vec<(usize, Datum)>,
    ) -> Result<Vec<(usize, Datum)>, String> {
        for (place, special) in pattern.special() {
            let Some((_, value)) = values.iter_mut().find(|(number, _)| *number == place) else { continue };
            let Datum::Str(text) = &*value else { continue };
            *value = match special {
                Special::Name => {
                    let number = self.writing.names.borrow_mut().number(text);
                    Datum::Int((number as i64).into())
                }
                Special::Counter => {
                    let sent = self.writing.counter.get().to_string();
                    if text.as_slice() != sent.as_bytes() {
                        return Err(format!("it answers the message {}, and {sent} was sent", quoted(text)));
                    }
                    continue;
                }
                Special::Items(form) => self.list(&self.parts(text), form)?,
                Special::Elements(form) => self.list(&elements_of(text), form)?,
            };
        }
        Ok(values)
    }

    /// The messages in a text.
    fn parts(&self, text: &[u8]) -> Vec<Vec<u8>> {
        let lines = Framing::lines("\n", Vec::new());
        let parts = self.framing.as_ref().unwrap_or(&lines).parts(text);
        parts.into_iter().map(<[u8]>::to_vec).collect()
    }

    /// The list of messages that stand inside of another one.
    fn list(&self, parts: &[Vec<u8>], form: FormId) -> Result<Datum, String> {
        let known = self.items.get(&form).map_or(&[][..], Vec::as_slice);
        let mut elements = Vec::new();
        for part in parts {
            let found = known.iter().find_map(|line| Some((line, line.pattern.read(part).ok()?)));
            let Some((line, values)) = found else {
                return Err(format!("no [[item]] of {} fits {}", self.name, quoted(part)));
            };
            elements.extend(self.output(line, values)?);
        }
        Ok(Datum::list(elements))
    }
}

impl Codec for Wire {
    fn begin(&self) {
        self.writing.names.borrow_mut().forget();
        self.writing.counter.set(0);
    }

    fn chosen(&self) -> Option<Vec<Vec<u8>>> {
        self.has_names.then(|| self.writing.names.borrow().values().to_vec())
    }

    fn encode(&self, input: &Datum) -> Result<Vec<u8>, String> {
        if self.encode.is_empty() {
            return self.plain().encode(input);
        }
        let (con, arguments) = self.arguments(input);
        match self.encode.get(&con) {
            Some(message) => {
                self.count();
                message.fill(&arguments, &self.writing, Carrier::Line)
            }
            None => Err(format!("{} has no template for this input", self.name)),
        }
    }

    fn decode(&self, message: &[u8]) -> Result<Option<Datum>, String> {
        let message = self.content(message);
        if self.is_refusal(message) {
            return Ok(None);
        }
        if self.decode.is_empty() {
            return self.plain().decode(message);
        }
        let mut near = None;
        for line in &self.decode {
            match line.pattern.read(message) {
                Ok(values) => return self.output(line, values),
                Err(Misfit::NoValue(why)) => near = near.or(Some(why)),
                Err(Misfit::Different) => {}
            }
        }
        let near = near.map_or(String::new(), |why| format!(" ({why})"));
        Err(format!("no [[decode]] of {} fits the answer {}{near}", self.name, quoted(message)))
    }

    fn unfinished(&self, message: &[u8]) -> Option<NotYet> {
        let message = self.content(message);
        if self.is_refusal(message) {
            return None;
        }
        match self.decode.iter().find(|line| line.pattern.read(message).is_ok())?.meaning {
            Meaning::NotYet(how) => Some(how),
            _ => None,
        }
    }

    fn decode_all(&self, message: &[u8]) -> Result<Option<Vec<Datum>>, String> {
        let message = self.content(message);
        if self.is_refusal(message) {
            return Ok(None);
        }
        if self.decode.is_empty() {
            return self.plain().decode_all(message);
        }
        if message.trim_ascii().is_empty() {
            return Ok(Some(Vec::new()));
        }
        Ok(self.decode(message)?.map(|output| vec![output]))
    }
}

impl Line {
    fn has_names(&self) -> bool {
        names_in(&self.pattern)
    }
}

impl Request {
    fn has_names(&self) -> bool {
        let headers = self.headers.iter().map(|(_, message)| message);
        headers.chain([&self.path]).chain(&self.body).any(Message::depends_on_sequence)
    }
}

impl Response {
    fn has_names(&self) -> bool {
        self.body.as_ref().is_some_and(names_in)
    }
}

fn names_in(pattern: &Pattern) -> bool {
    pattern.special().iter().any(|(_, special)| matches!(special, Special::Name | Special::Counter))
}

impl Meaning {
    fn with(&self, values: Vec<(usize, Datum)>) -> Option<Datum> {
        let Meaning::Output(template) = self else { return None };
        // That each hole has its place was checked when the file was read.
        let value =
            |number| values.iter().find(|(other, _)| *other == number).map(|(_, value)| value.clone());
        Some(template.fill(&mut |number| value(number).unwrap_or(Datum::Unit)))
    }
}

impl Status {
    fn fits(self, status: u16) -> bool {
        match self {
            Status::Any => true,
            Status::Exactly(code) => code == status,
            Status::Class(hundreds) => status / 100 == hundreds,
        }
    }

    fn covers(self, other: Status) -> bool {
        match (self, other) {
            (Status::Any, _) => true,
            (Status::Class(hundreds), Status::Exactly(code)) => code / 100 == hundreds,
            (left, right) => left == right,
        }
    }
}

/// The elements of an array of JSON, each as a message.
fn elements_of(text: &[u8]) -> Vec<Vec<u8>> {
    let values: Vec<serde_json::Value> = serde_json::from_slice(text).unwrap_or_default();
    values.iter().map(|value| value.to_string().into_bytes()).collect()
}

fn without_line_end(message: &[u8]) -> &[u8] {
    let message = message.strip_suffix(b"\n").unwrap_or(message);
    message.strip_suffix(b"\r").unwrap_or(message)
}
