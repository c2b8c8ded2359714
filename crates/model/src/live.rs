//! A live system behind a link: messages instead of numbers.
//!
//! Each input is encoded once and each answer is decoded once: a message that was seen before is looked up. What the system
//! says that has no meaning, its silence where an answer is due, and its end are told as [`Observed::Broken`].

use std::cell::RefCell;
use std::time::Duration;

use lydian_conform::{AnswerId, InputId, Observed, StateId, System};
use lydian_core::Datum;
use lydian_diagnostic::Diagnostic;
use lydian_sut::link::{HttpLink, HttpTrouble, Link, Received};
use rustc_hash::FxHashMap;

use crate::campaign::Startable;
use crate::codec::{Codec, HttpRequest, REFUSED, Reply, Wire};
use crate::concrete::{Concrete, SharedBook};
use crate::values::{datum_of, value_of};

/// How a system is talked to.
#[derive(Debug, Clone)]
pub struct Manners {
    /// How it answers.
    pub reply: Reply,
    /// How long an answer may take.
    pub timeout: Duration,
    /// After how much silence an answer is over.
    pub quiet: Duration,
    /// The line that resets it; without one it is started afresh.
    pub reset: Option<Vec<u8>>,
    /// Whether an answer is always one output.
    pub one_output: bool,
    /// Whether outputs that come without an input are looked for.
    pub watch_silence: bool,
}

/// How a system is reached.
pub enum Reach<'l> {
    /// In lines.
    Lines(&'l mut dyn Link, &'l dyn Codec),
    /// By HTTP, as a wire file says.
    Http(&'l mut HttpLink, &'l Wire),
}

/// A live system.
pub struct Live<'l> {
    reach: Reach<'l>,
    manners: Manners,
    book: SharedBook,
    encoded: FxHashMap<InputId, Result<Message, String>>,
    decoded: FxHashMap<Vec<u8>, Result<Option<AnswerId>, String>>,
    /// Whether the system runs and can be reset by a line.
    running: bool,
    /// The line that installs the initial state of the next sequence.
    install: Option<Vec<u8>>,
    /// Whether it is waited for longer than was asked for.
    patient: bool,
    fault: Option<Diagnostic>,
    /// What it said before the first input of the sequence, where that is wrong.
    unasked: Option<String>,
    /// How often the system was started.
    pub starts: u64,
}

#[derive(Debug, Clone)]
enum Message {
    Line(Vec<u8>),
    Request(Box<HttpRequest>),
}

/// How the silence of a system is told where an answer is due.
pub(crate) const NO_ANSWER: &str = "gives no answer";

/// When a system says something that nobody asked for.
pub(crate) const UNASKED: &str = "before any input";

/// The longest part of a message that is quoted.
const MOST_QUOTED: usize = 200;

impl<'l> Live<'l> {
    /// A system that is reached this way.
    pub fn new(reach: Reach<'l>, manners: Manners, book: &SharedBook) -> Live<'l> {
        Live {
            reach,
            manners,
            book: book.clone(),
            encoded: FxHashMap::default(),
            decoded: FxHashMap::default(),
            running: false,
            install: None,
            patient: false,
            fault: None,
            unasked: None,
            starts: 0,
        }
    }

    /// Lets the following sequences begin with this line, which installs their initial state.
    pub fn install(&mut self, line: Option<Vec<u8>>) {
        self.install = line;
    }

    /// Whether a line resets it, so that it need not be started afresh.
    pub fn can_reset(&self) -> bool {
        self.manners.reset.is_some()
    }

    /// What the system wrote where nobody listens, as text.
    pub fn tail(&mut self) -> String {
        let bytes = match &mut self.reach {
            Reach::Lines(link, _) => link.tail(),
            Reach::Http(link, _) => link.tail(),
        };
        String::from_utf8_lossy(&bytes).trim_end().to_owned()
    }

    fn encode(&mut self, input: InputId) -> Result<Message, String> {
        if let Some(known) = self.encoded.get(&input) {
            return known.clone();
        }
        let datum = datum_of(self.book.borrow().inputs.value(input.0));
        let message = match &self.reach {
            Reach::Lines(_, codec) => codec.encode(&datum).map(Message::Line),
            Reach::Http(_, wire) => wire.request(&datum).map(|request| Message::Request(Box::new(request))),
        };
        self.encoded.insert(input, message.clone());
        message
    }

    fn start(&mut self) -> Result<(), String> {
        self.starts += 1;
        let started = match &mut self.reach {
            Reach::Lines(link, _) => link.restart(),
            Reach::Http(link, _) => link.restart(),
        };
        started.map_err(|error| {
            self.fault = Some(error.diagnostic());
            error.message
        })
    }

    /// Why the system could not be started the last time, if it could not.
    pub fn fault(&self) -> Option<&Diagnostic> {
        self.fault.as_ref()
    }

    /// Sends a line that is answered by one line, whatever it says.
    fn exchange(&mut self, line: &[u8]) -> Result<Vec<u8>, String> {
        match &mut self.reach {
            Reach::Lines(link, _) => {
                // What is left of the sequence before is not an answer to this.
                while let Received::Line(_) = link.receive(Duration::ZERO) {}
                link.send(line).map_err(|error| error.message)?;
                match link.receive(self.manners.timeout) {
                    Received::Line(line) => Ok(line),
                    other => Err(broken(other, self.manners.timeout)),
                }
            }
            Reach::Http(link, _) => {
                let text = String::from_utf8_lossy(line).into_owned();
                let (method, path) = text.split_once(' ').unwrap_or(("POST", &text));
                let body = Some(&b""[..]).filter(|_| method == "POST" || method == "PUT");
                match link.request(method, path, &[], body, self.manners.timeout) {
                    Ok(answer) if answer.status < 400 => Ok(answer.body),
                    Ok(answer) => Err(format!("answers with status {}", answer.status)),
                    Err(trouble) => Err(http_broken(trouble, self.manners.timeout)),
                }
            }
        }
    }

    fn line_step(&mut self, line: &[u8]) -> Observed {
        let Reach::Lines(link, codec) = &mut self.reach else { return Observed::Refused };
        // An empty message means: only watch what comes.
        if !line.is_empty()
            && let Err(error) = link.send(line)
        {
            self.running = false;
            return Observed::Broken(error.message);
        }
        match self.manners.reply {
            Reply::Line => match link.receive(self.manners.timeout) {
                Received::Line(answer) => {
                    if let Some(known) = self.decoded.get(&answer) {
                        return observed(known.clone());
                    }
                    let decoded = match self.manners.one_output {
                        true => codec.decode(&answer).map(|output| output.map(|output| vec![output])),
                        false => codec.decode_all(&answer),
                    };
                    let known = named(&self.book, decoded, &answer);
                    self.decoded.insert(answer, known.clone());
                    observed(known)
                }
                other => {
                    self.running = false;
                    Observed::Broken(broken(other, self.manners.timeout))
                }
            },
            Reply::Quiet => self.quiet_step(),
        }
    }

    /// Takes lines until the system is silent.
    fn quiet_step(&mut self) -> Observed {
        let Reach::Lines(link, codec) = &mut self.reach else { return Observed::Refused };
        let mut outputs = Vec::new();
        // The first output may take its time; after that, silence ends the answer.
        loop {
            match link.receive(self.manners.quiet) {
                Received::Line(line) => match codec.decode(&line) {
                    Ok(Some(output)) => outputs.push(output),
                    Ok(None) if outputs.is_empty() => return Observed::Refused,
                    Ok(None) => {
                        return Observed::Broken(format!("says {} after an output", quoted(&line)));
                    }
                    Err(why) => return Observed::Broken(format!("says {}: {why}", quoted(&line))),
                },
                Received::Silent => break,
                other => {
                    self.running = false;
                    return Observed::Broken(broken(other, self.manners.quiet));
                }
            }
            if outputs.len() > MOST_OUTPUTS {
                self.running = false;
                return Observed::Broken(format!("does not stop: more than {MOST_OUTPUTS} outputs"));
            }
        }
        observed(named(&self.book, Ok(Some(outputs)), b""))
    }

    fn http_step(&mut self, request: &HttpRequest) -> Observed {
        let Reach::Http(link, wire) = &mut self.reach else { return Observed::Refused };
        let headers: Vec<(&str, &str)> =
            request.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let body = request.body.as_deref();
        match link.request(&request.method, &request.path, &headers, body, self.manners.timeout) {
            Ok(answer) => {
                let decoded = wire.answer(answer.status, &answer.body);
                let decoded = decoded.map(|output| output.map(|output| vec![output]));
                let seen = format!("{} {}", answer.status, String::from_utf8_lossy(&answer.body));
                observed(named(&self.book, decoded, seen.as_bytes()))
            }
            Err(trouble) => {
                self.running = false;
                Observed::Broken(http_broken(trouble, self.manners.timeout))
            }
        }
    }
}

/// More outputs than this are no answer.
const MOST_OUTPUTS: usize = 1_000;

impl System for Live<'_> {
    fn reset(&mut self) -> Result<(), String> {
        self.unasked = None;
        if self.running
            && let Some(reset) = self.manners.reset.clone()
        {
            // A system that cannot be reset is started afresh.
            self.running = self.exchange(&reset).is_ok();
        } else {
            self.running = false;
        }
        if !self.running {
            self.start()?;
            self.running = true;
        }
        if let Some(install) = self.install.clone() {
            self.exchange(&install).map_err(|why| format!("the initial state was not installed: {why}"))?;
        }
        if self.manners.watch_silence
            && let Reach::Lines(link, _) = &mut self.reach
            && let Received::Line(line) = link.receive(self.manners.quiet)
        {
            self.unasked = Some(format!("says {} {UNASKED}", quoted(&line)));
        }
        Ok(())
    }

    fn step(&mut self, input: InputId) -> Observed {
        if let Some(unasked) = self.unasked.take() {
            return Observed::Broken(unasked);
        }
        match self.encode(input) {
            Err(why) => Observed::Broken(format!("the input cannot be sent: {why}")),
            Ok(Message::Line(line)) => self.line_step(&line),
            Ok(Message::Request(request)) => self.http_step(&request),
        }
    }
}

impl Startable for Live<'_> {
    fn start_in(&mut self, spec: &mut Concrete<'_, '_, '_>, state: Option<StateId>) -> Result<(), String> {
        let Some(state) = state else {
            self.install = None;
            return Ok(());
        };
        if !spec.model().extras.install {
            return Err("the model does not say how a state is installed".into());
        }
        let (install, value) = (spec.definition("install"), spec.state_value(state));
        let line = spec.call(&install, &[value]).map_err(|trouble| trouble.0)?;
        self.install = line.as_known_str().map(<[u8]>::to_vec);
        Ok(())
    }

    fn wait_longer(&mut self) -> bool {
        let more = (self.manners.quiet * PATIENCE).max(LEAST_PATIENCE);
        let changes = self.manners.reply == Reply::Quiet && !self.patient;
        if changes {
            self.manners.quiet = more;
            self.patient = true;
        }
        changes
    }
}

/// How much longer a silence is when a failure is looked at again.
const PATIENCE: u32 = 10;
const LEAST_PATIENCE: Duration = Duration::from_millis(500);

/// The functions `encode` and `decode` of a model, with another codec for what it does not define.
pub struct ModelCodec<'c, 'i, 'w, 'v> {
    /// A machine of its own, so that the specification can run at the same time.
    pub functions: RefCell<&'c mut Concrete<'i, 'w, 'v>>,
    /// The codec for the rest.
    pub otherwise: &'c dyn Codec,
}

impl Codec for ModelCodec<'_, '_, '_, '_> {
    fn encode(&self, input: &Datum) -> Result<Vec<u8>, String> {
        let mut functions = self.functions.borrow_mut();
        if !functions.model().extras.encode {
            return self.otherwise.encode(input);
        }
        let (encode, value) = (functions.definition("encode"), value_of(input));
        let text = functions.call(&encode, &[value]).map_err(|trouble| trouble.0)?;
        let bytes = text.as_known_str().unwrap_or_default().to_vec();
        match bytes.iter().find(|byte| matches!(byte, b'\n' | b'\r')) {
            Some(_) => Err("`encode` gives a text with a line break".into()),
            None => Ok(bytes),
        }
    }

    fn decode(&self, message: &[u8]) -> Result<Option<Datum>, String> {
        let mut functions = self.functions.borrow_mut();
        if !functions.model().extras.decode {
            return self.otherwise.decode(message);
        }
        if message.trim_ascii() == REFUSED.as_bytes() {
            return Ok(None);
        }
        let decode = functions.definition("decode");
        let output =
            functions.call(&decode, &[lydian_core::Value::str(message)]).map_err(|trouble| trouble.0)?;
        Ok(Some(datum_of(&output)))
    }

    fn decode_all(&self, message: &[u8]) -> Result<Option<Vec<Datum>>, String> {
        if !self.functions.borrow().model().extras.decode {
            return self.otherwise.decode_all(message);
        }
        if message.trim_ascii().is_empty() {
            return Ok(Some(Vec::new()));
        }
        Ok(self.decode(message)?.map(|output| vec![output]))
    }
}

fn observed(known: Result<Option<AnswerId>, String>) -> Observed {
    match known {
        Ok(Some(answer)) => Observed::Answer(answer),
        Ok(None) => Observed::Refused,
        Err(why) => Observed::Broken(why),
    }
}

/// The number of an answer, or why it is none.
fn named(
    book: &SharedBook,
    decoded: Result<Option<Vec<Datum>>, String>,
    seen: &[u8],
) -> Result<Option<AnswerId>, String> {
    match decoded {
        Ok(None) => Ok(None),
        Ok(Some(outputs)) => {
            let list = lydian_core::Value::list(outputs.iter().map(value_of));
            let number = book.borrow_mut().answers.intern(&list);
            number.map(|number| Some(AnswerId(number))).map_err(|fault| format!("holds {}", fault.0))
        }
        Err(why) => Err(format!("says {}: {why}", quoted(seen))),
    }
}

fn quoted(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MOST_QUOTED)]);
    let dots = if bytes.len() > MOST_QUOTED { "..." } else { "" };
    format!("{text:?}{dots}")
}

fn broken(received: Received, waited: Duration) -> String {
    match received {
        Received::Silent => format!("{NO_ANSWER} within {}", seconds(waited)),
        Received::Closed(how) => how,
        Received::TooLong => "writes a line without end".into(),
        Received::Line(line) => format!("says {}", quoted(&line)),
    }
}

fn http_broken(trouble: HttpTrouble, waited: Duration) -> String {
    match trouble {
        HttpTrouble::Silent => format!("{NO_ANSWER} within {}", seconds(waited)),
        HttpTrouble::Closed(how) => how,
        HttpTrouble::TooLong => "sends an answer without end".into(),
        HttpTrouble::Malformed(why) => format!("does not speak HTTP: {why}"),
        HttpTrouble::BadRequest(why) => format!("the request cannot be sent: {why}"),
    }
}

/// A time as a person says it.
pub fn seconds(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        format!("{} ms", time.as_millis())
    } else {
        format!("{} s", time.as_secs_f64())
    }
}
