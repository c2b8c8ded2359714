//! A live system behind a link: messages instead of numbers.
//!
//! Each input is encoded once and each answer is decoded once: a message that was seen before is looked up. What the system
//! says that has no meaning, its silence where an answer is due, and its end are told as [`Observed::Broken`].

mod exchange;
mod finish;
mod framed;
mod listen;
mod model_codec;
mod reset;
mod shell;
mod together;
mod witness;
mod words;

use std::time::{Duration, Instant};

use lydian_budget::{Deadline, charge};
use lydian_conform::{AnswerId, InputId, Observed, Obstacle, StateId, System};
use lydian_core::Datum;
use lydian_diagnostic::Diagnostic;
use lydian_sut::link::{HttpLink, HttpTrouble, Link, LinkErrorKind, Received};
use rustc_hash::FxHashMap;

use crate::campaign::Startable;
use crate::codec::{Codec, HttpRequest, Reply, Wildcard, Wire};
use crate::concrete::{Concrete, SharedBook};
use crate::values::{datum_of, value_of};

use crate::codec::quoted;
use finish::Asking;
pub use framed::Framed;
use listen::Starting;
pub use model_codec::ModelCodec;
pub use reset::Reset;
pub use shell::Shell;
pub use together::LiveSessions;
use words::http_broken;
pub(crate) use words::{HALF, NO_ANSWER, UNASKED, UNFINISHED};

/// How a system is talked to.
#[derive(Debug, Clone)]
pub struct Manners {
    /// How it answers.
    pub reply: Reply,
    /// How long an answer may take.
    pub timeout: Duration,
    /// After how much silence an answer is over.
    pub quiet: Duration,
    /// How long it may take in all where it says that the answer is still to come.
    pub finish: Duration,
    /// How it is reset; without that it is started afresh, or connected to again.
    pub reset: Option<Reset>,
    /// Further messages of the reset.
    pub then: Vec<Reset>,
    /// What it says first, before it is asked anything.
    pub greeting: Option<Wildcard>,
    /// What is said after every start.
    pub setup: Vec<Reset>,
    /// What is said when everything is over.
    pub teardown: Vec<Reset>,
    /// Whether it is started by us, so that a new start forgets everything.
    pub is_ours: bool,
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
    is_patient: bool,
    /// The silence that was asked for.
    asked_quiet: Duration,
    /// Whether nothing was asked since it was started.
    is_fresh: bool,
    /// How long starts take.
    starting: Starting,
    /// Its log before the sequence.
    log_before: String,
    fault: Option<Diagnostic>,
    /// What it said before the first input of the sequence, where that is wrong.
    unasked: Option<String>,
    /// The last answer in words: `says "Done"`.
    said: Option<String>,
    /// Whether it was reset already, at the end of the sequence before.
    clean: bool,
    /// Whether the next sequence begins with a start instead of a reset.
    afresh: bool,
    /// How the reset was answered the first time, once it was.
    reset_answer: Option<Option<Vec<u8>>>,
    /// Lines that always come in front of its answer.
    prelude: usize,
    /// How long it is listened to after the last answer of a sequence, where no reset tells when that is over.
    settle: Duration,
    deadline: Option<Deadline>,
    obstacle: Option<Obstacle>,
    /// The half of a message that had come before the reset was sent.
    half_before: Option<Vec<u8>>,
    /// The message of the last input.
    sent: Vec<u8>,
    /// What the last answer said, if that was that the answer is still to come.
    pending_answer: Option<String>,
    /// What waited without its end when the last input was sent.
    prompt: Vec<u8>,
    /// The last line that came.
    last_line: Vec<u8>,
    /// How often the system was started.
    pub starts: u64,
}

#[derive(Debug, Clone)]
enum Message {
    Line(Vec<u8>),
    Request(Box<HttpRequest>),
}

impl<'l> Live<'l> {
    /// A system that is reached this way.
    pub fn new(reach: Reach<'l>, manners: Manners, book: &SharedBook) -> Live<'l> {
        Live {
            asked_quiet: manners.quiet,
            reach,
            manners,
            book: book.clone(),
            encoded: FxHashMap::default(),
            decoded: FxHashMap::default(),
            running: false,
            install: None,
            is_patient: false,
            is_fresh: false,
            starting: Starting::default(),
            log_before: String::new(),
            fault: None,
            unasked: None,
            said: None,
            clean: false,
            afresh: false,
            reset_answer: None,
            prelude: 0,
            settle: LISTENING.0,
            deadline: None,
            obstacle: None,
            half_before: None,
            sent: Vec::new(),
            pending_answer: None,
            prompt: Vec::new(),
            last_line: Vec::new(),
            starts: 0,
        }
    }

    /// Says when it must be over.
    pub fn until(&mut self, deadline: Deadline) {
        self.deadline = Some(deadline);
    }

    /// Lets the following sequences begin with this line, which installs their initial state.
    pub fn install(&mut self, line: Option<Vec<u8>>) {
        self.install = line;
    }

    /// Whether a line resets it, so that it need not be started afresh.
    pub fn can_reset(&self) -> bool {
        self.manners.reset.is_some()
    }

    /// The reset as text, if there is one.
    pub fn reset_text(&self) -> Option<String> {
        let reset = self.manners.reset.as_ref()?;
        Some(String::from_utf8_lossy(&reset.message).into_owned())
    }

    /// What the system wrote where nobody listens, as text.
    pub fn tail(&mut self) -> String {
        let bytes = match &mut self.reach {
            Reach::Lines(link, _) => link.tail(),
            Reach::Http(link, _) => link.tail(),
        };
        String::from_utf8_lossy(&bytes).trim_end().to_owned()
    }

    /// What has come of a message that is not whole. A prompt is none: it stood there before anything was asked, or the line of this answer
    /// began with it, and it ends like one: `> `.
    fn half(&self) -> Vec<u8> {
        let half = self.waiting();
        let ends_like_one = half.last().is_some_and(|last| !last.is_ascii_alphanumeric());
        let is_prompt = self.prompt == half || (ends_like_one && self.last_line.starts_with(&half));
        if is_prompt { Vec::new() } else { half }
    }

    /// What has come without its end.
    fn waiting(&self) -> Vec<u8> {
        match &self.reach {
            Reach::Lines(link, _) => link.half(),
            Reach::Http(..) => Vec::new(),
        }
    }

    fn encode(&mut self, input: InputId) -> Result<Message, String> {
        if let Some(known) = self.encoded.get(&input) {
            return known.clone();
        }
        let datum = datum_of(self.book.borrow().inputs.value(input.0));
        let message = match &self.reach {
            // What the system chose in one sequence is something else in the next.
            Reach::Lines(_, codec) if codec.chosen().is_some() => {
                return codec.encode(&datum).map(Message::Line);
            }
            Reach::Http(_, wire) if wire.chosen().is_some() => {
                return wire.request(&datum).map(|request| Message::Request(Box::new(request)));
            }
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
        self.is_fresh = true;
        started.map_err(|error| {
            self.fault = Some(error.diagnostic());
            error.message
        })?;
        self.introduce()
    }

    /// Why the system could not be started the last time, if it could not.
    pub fn fault(&self) -> Option<&Diagnostic> {
        self.fault.as_ref()
    }

    fn send(&mut self, line: &[u8]) -> Result<(), String> {
        let Reach::Lines(link, _) = &mut self.reach else { return Ok(()) };
        link.send(line).map_err(|error| {
            if error.kind == LinkErrorKind::BadMessage {
                self.obstacle = Some(Obstacle::Unsendable(error.message.clone()));
            }
            // What the system did goes on after `the system`, as everywhere here.
            error.message.strip_prefix("the system ").unwrap_or(&error.message).to_owned()
        })
    }

    fn line_step(&mut self, line: &[u8]) -> Observed {
        self.sent.clear();
        self.sent.extend_from_slice(line);
        if let Some(instead) = self.send_input(line) {
            return instead;
        }
        match self.manners.reply {
            Reply::Line => self.line_answer(),
            Reply::Quiet => self.quiet_step(),
        }
    }

    /// Sends the message of an input; what came of it, if it could not be sent.
    fn send_input(&mut self, line: &[u8]) -> Option<Observed> {
        if self.manners.reply == Reply::Line
            && let Received::Line(surplus) = self.receive(Duration::ZERO)
        {
            return Some(Observed::Broken(format!("says {} before it is asked", quoted(&surplus))));
        }
        self.prompt = self.waiting();
        self.last_line.clear();
        // An empty message means: only watch what comes.
        if !line.is_empty()
            && let Err(message) = self.send(line)
        {
            self.running = false;
            return Some(Observed::Broken(message));
        }
        None
    }

    /// Takes the line that answers an input.
    fn line_answer(&mut self) -> Observed {
        let answer = match self.receive_answer() {
            (Received::Line(answer), _) => answer,
            (other, waited) => {
                self.running = false;
                return Observed::Broken(self.broken(other, waited));
            }
        };
        let answer = match self.finished(answer) {
            Ok(answer) => answer,
            Err(why) => {
                self.running = false;
                return Observed::Broken(why);
            }
        };
        self.said = Some(format!("says {}", quoted(&answer)));
        if let Some(known) = self.decoded.get(&answer) {
            return observed(known.clone());
        }
        let Reach::Lines(_, codec) = &self.reach else { return Observed::Refused };
        let decoded = match self.manners.one_output {
            true => codec.decode(&answer).map(|output| output.map(|output| vec![output])),
            false => codec.decode_all(&answer),
        };
        let known = named(&self.book, decoded, &answer);
        if codec.chosen().is_none() {
            self.decoded.insert(answer, known.clone());
        }
        observed(known)
    }

    /// Takes lines until the system is silent.
    fn quiet_step(&mut self) -> Observed {
        let mut outputs = Vec::new();
        // The first output may take its time; after that, silence ends the answer.
        loop {
            let received = self.receive(self.quiet());
            let Reach::Lines(_, codec) = &self.reach else { return Observed::Refused };
            match received {
                Received::Line(line) => match codec.decode(&line) {
                    Ok(Some(output)) => outputs.push(output),
                    Ok(None) if outputs.is_empty() => return Observed::Refused,
                    Ok(None) => {
                        return Observed::Broken(format!("says {} after an output", quoted(&line)));
                    }
                    Err(why) => return Observed::Broken(format!("says {}: {why}", quoted(&line))),
                },
                // Half a silence says nothing.
                Received::Silent if self.obstacle.is_some() => {
                    return Observed::Broken(self.broken(Received::Silent, self.quiet()));
                }
                Received::Silent if self.half().is_empty() => break,
                other => {
                    self.running = false;
                    return Observed::Broken(self.broken(other, self.quiet()));
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
        let mut asking = Asking::new(self.manners.finish);
        loop {
            self.pending_answer = None;
            let observed = self.http_ask(request);
            let Some(said) = self.pending_answer.take() else { return observed };
            if !self.may_ask_again(&mut asking) {
                self.running = false;
                return Observed::Broken(asking.in_vain(&said));
            }
        }
    }

    fn http_ask(&mut self, request: &HttpRequest) -> Observed {
        let wait = self.capped(self.manners.timeout);
        let Reach::Http(link, wire) = &mut self.reach else { return Observed::Refused };
        let headers: Vec<(&str, &str)> =
            request.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let body = request.body.as_deref();
        let begun = Instant::now();
        let answer = link.request(&request.method, &request.path, &headers, body, wait);
        charge(begun.elapsed());
        match answer {
            Ok(answer) => {
                self.said = Some(format!("answers with status {}", answer.status));
                if wire.unfinished_answer(answer.status, &answer.body).is_some() {
                    let said = format!("{} {}", answer.status, String::from_utf8_lossy(&answer.body));
                    self.pending_answer = Some(said.trim_end().to_owned());
                    return Observed::Refused;
                }
                let decoded = wire.answer(answer.status, &answer.body);
                let decoded = decoded.map(|output| output.map(|output| vec![output]));
                let seen = format!("{} {}", answer.status, String::from_utf8_lossy(&answer.body));
                observed(named(&self.book, decoded, seen.as_bytes()))
            }
            Err(trouble) => {
                self.running = false;
                if let HttpTrouble::BadRequest(why) = &trouble {
                    self.obstacle = Some(Obstacle::Unsendable(why.clone()));
                }
                self.note_cut(wait);
                Observed::Broken(http_broken(trouble, self.manners.timeout))
            }
        }
    }
}

/// More outputs than this are no answer.
const MOST_OUTPUTS: usize = 1_000;

/// Shortest and longest time for which a system is listened to after a sequence, and what all sequences have together.
const LISTENING: (Duration, Duration) = (Duration::from_millis(5), Duration::from_millis(200));
const LISTENING_IN_ALL: Duration = Duration::from_secs(2);

impl System for Live<'_> {
    fn reset(&mut self) -> Result<(), String> {
        (self.unasked, self.said, self.obstacle) = (None, None, None);
        self.last_line.clear();
        match self.manners.reset.clone() {
            Some(reset) if !std::mem::take(&mut self.afresh) => self.bring_back(&reset)?,
            _ => {
                (self.running, self.clean) = (false, false);
                self.start()?;
                self.running = true;
            }
        }
        self.half_before = None;
        if let Some(install) = self.install.clone() {
            self.install_state(&install)
                .map_err(|why| format!("the initial state was not installed: {why}"))?;
        }
        self.forget();
        if self.manners.watch_silence
            && let Received::Line(line) = self.receive(self.quiet())
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
            Err(why) => {
                self.obstacle = Some(Obstacle::Unsendable(why.clone()));
                Observed::Broken(format!("the input cannot be sent: {why}"))
            }
            Ok(Message::Line(line)) => self.line_step(&line),
            Ok(Message::Request(request)) => self.http_step(&request),
        }
    }

    fn afterwards(&mut self) -> Option<String> {
        self.surplus()
    }

    fn obstacle(&mut self) -> Option<Obstacle> {
        let over = self.deadline.is_some_and(Deadline::passed);
        self.obstacle.take().or(over.then_some(Obstacle::OutOfTime))
    }
}

impl Startable for Live<'_> {
    fn plan(&mut self, sequences: u64, deadline: Option<Deadline>) {
        let each = LISTENING_IN_ALL / u32::try_from(sequences).unwrap_or(u32::MAX).max(1);
        self.settle = each.clamp(LISTENING.0, LISTENING.1);
        self.deadline = deadline;
    }

    fn may_keep_state(&self) -> bool {
        self.manners.reset.is_some() || !self.manners.is_ours
    }

    fn can_start_afresh(&self) -> bool {
        self.manners.is_ours && self.manners.reset.is_some()
    }

    fn start_afresh(&mut self) -> bool {
        self.afresh = self.can_start_afresh();
        self.afresh
    }

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

    fn wait_longer(&mut self, longer: bool) -> bool {
        self.set_patience(longer)
    }

    fn was_late(&mut self) {
        self.allow_for_late_answers();
    }

    fn witness(&mut self) -> Vec<(String, String)> {
        self.seen_besides()
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
