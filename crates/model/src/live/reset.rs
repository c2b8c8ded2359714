//! How a live system is brought back to its start: a line or a request whose answer is looked at, or a start afresh.
//!
//! The reset is sent before the first sequence, after every sequence and after every start. Its answer is also where the sequence
//! before ends: a line that comes in front of it, and a process that has ended instead of giving it, belong to that sequence.

use std::time::{Duration, Instant};

use lydian_budget::charge;
use lydian_diagnostic::Diagnostic;
use lydian_sut::End;
use lydian_sut::link::Received;

use super::listen::AFTER_A_START;
use super::words::http_broken;
use super::{Live, Reach, Shell};
use crate::codec::quoted;
use crate::codec::{Reply, Wildcard};

/// How a reset is asked for, and how it is answered if it works.
#[derive(Debug, Clone)]
pub struct Reset {
    /// The line, or with HTTP the request: `POST /reset`.
    pub message: Vec<u8>,
    /// What answers say that it worked, any of these; without any, all that do not look like an error. An empty one stands for a reset
    /// that is not answered. With HTTP, the status, a blank and the body are compared.
    pub ok: Vec<Wildcard>,
    /// With HTTP, the body of the request.
    pub body: Option<Vec<u8>>,
    /// A command, in the place of a message.
    pub shell: Option<Shell>,
}

/// What a system writes in one line.
type Line = Vec<u8>;

/// Lines that are read at most until the answer of a reset comes.
const MOST_LINES: usize = 100;

/// How long a second line of the first reset's answer is waited for.
const SECOND_LINE: Duration = Duration::from_millis(20);

/// How long a system that does not answer any more may take to end.
const PARTING: Duration = Duration::from_millis(500);

/// When a reset is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// After a start: what comes before the answer is a greeting.
    Fresh,
    /// After a sequence.
    Later,
}

impl Live<'_> {
    /// Resets a system that runs; one that does not run, or does not answer, is started afresh first.
    pub(super) fn bring_back(&mut self, reset: &Reset) -> Result<(), String> {
        let clean = std::mem::take(&mut self.clean);
        if self.running && (clean || self.ask(reset, When::Later).is_ok()) {
            return Ok(());
        }
        // What gave no answer may have been broken by the sequence before; after a start there is no such excuse.
        self.start()?;
        self.running = true;
        match self.ask(reset, When::Fresh) {
            Ok(_) => Ok(()),
            Err(why) => {
                self.running = false;
                let asked = String::from_utf8_lossy(&reset.message).into_owned();
                let who = if reset.shell.is_some() { "the command" } else { "the system" };
                let message = format!("the reset `{asked}` does not work: {who} {why}");
                let hint = match reset.ok.is_empty() {
                    _ if reset.shell.is_some() => {
                        "run it by hand, and compare with `exit` and `ok` in the wire file"
                    }
                    true => {
                        "send it by hand; if this answer is right, say so with --reset-ok 'TEXT' (* stands for anything), or `ok` in the wire file"
                    }
                    false => {
                        "send it by hand, and compare the answer with --reset-ok or `ok` in the wire file"
                    }
                };
                self.fault = Some(Diagnostic::without_place("reset-fails", message.clone()).hint(hint));
                Err(message)
            }
        }
    }

    /// Sends the reset. Gives a line that came before its answer, or what the system did instead of a right answer.
    pub(super) fn ask(&mut self, reset: &Reset, when: When) -> Result<Option<Vec<u8>>, String> {
        if let Reach::Http(link, _) = &mut self.reach {
            link.forget_cookies();
        }
        let is_first = self.reset_answer.is_none();
        let before = match &self.reach {
            _ if reset.shell.is_some() => self.exchange(reset).map(|()| None),
            Reach::Http(..) => self.request_reset(reset).map(|()| None),
            Reach::Lines(..) => match self.manners.reply {
                Reply::Line => self.ask_line(reset, when),
                Reply::Quiet => self.ask_quietly(reset, when),
            },
        }?;
        self.follow()?;
        if is_first && self.reset_answer.is_some() && !reset.ok.is_empty() {
            // What comes in front of its answer when nothing else was asked? The whole reset is sent again for that: its messages may
            // only work in their order.
            self.prelude = self.answered(reset, when)?.0.len();
            self.follow()?;
        }
        self.is_fresh = false;
        Ok(before)
    }

    /// Sends what belongs to a reset behind its first message.
    fn follow(&mut self) -> Result<(), String> {
        for exchange in self.manners.then.clone() {
            let said = String::from_utf8_lossy(&exchange.message).into_owned();
            self.exchange(&exchange).map_err(|why| format!("{why}, where `{said}` follows"))?;
        }
        Ok(())
    }

    fn ask_line(&mut self, reset: &Reset, when: When) -> Result<Option<Vec<u8>>, String> {
        let (mut before, line) = self.answered(reset, when)?;
        if self.reset_answer.is_none() {
            // The first time: is one line all that comes?
            if let (Some(line), Received::Line(second)) = (&line, self.receive(SECOND_LINE)) {
                let (first, second) = (quoted(line), quoted(&second));
                return Err(format!("answers {first} and then {second}, where nothing more should come"));
            }
            self.reset_answer = Some(line);
            return Ok(None);
        }
        if when == When::Fresh {
            return Ok(None);
        }
        if let (Some(line), Some(Some(usual)), true) = (line, self.reset_answer.clone(), reset.ok.is_empty())
            && line != usual
        {
            // Another text than usual: a line too many of the sequence before, if the usual one comes behind it.
            match self.receive(self.settle) {
                Received::Line(next) if next == usual => before.push(line),
                Received::Line(next) => {
                    return Err(format!("answers {} and then {}", quoted(&line), quoted(&next)));
                }
                _ => {}
            }
        }
        // What always comes in front of the answer belongs to the reset.
        let is_surplus = before.len() > self.prelude;
        Ok(before.into_iter().next().filter(|_| is_surplus))
    }

    /// Sends the reset and reads its answer, if it has one, with the lines in front of it.
    fn answered(&mut self, reset: &Reset, when: When) -> Result<(Vec<Line>, Option<Line>), String> {
        let mut before = self.drained();
        self.half_before = Some(self.half()).filter(|half| when == When::Later && !half.is_empty());
        self.send(&reset.message)?;
        let (timeout, quiet) = (self.timeout(when), self.quiet());
        if reset.ok.iter().any(|ok| ok.matches(b"")) {
            return match self.receive(quiet) {
                Received::Silent => Ok((before, None)),
                Received::Line(line) if self.is_right(reset, &line) => Ok((before, Some(line))),
                other => Err(self.broken(other, quiet)),
            };
        }
        for _ in 0..MOST_LINES {
            match self.receive(timeout) {
                Received::Line(line) if self.is_right(reset, &line) => return Ok((before, Some(line))),
                // Only a text that is known can be waited for.
                Received::Line(line) if reset.ok.is_empty() => {
                    return Err(format!("answers {}", quoted(&line)));
                }
                Received::Line(line) => before.push(line),
                Received::Silent if !before.is_empty() => break,
                other => return Err(self.broken(other, timeout)),
            }
        }
        let line = before.pop().unwrap_or_default();
        Err(format!("answers {}, and not as it should", quoted(&line)))
    }

    fn ask_quietly(&mut self, reset: &Reset, when: When) -> Result<Option<Vec<u8>>, String> {
        let before = self.drained().into_iter().next().filter(|_| when == When::Later);
        self.half_before = Some(self.half()).filter(|half| when == When::Later && !half.is_empty());
        self.send(&reset.message)?;
        let may_be_silent = reset.ok.iter().any(|ok| ok.matches(b""));
        let mut last = None;
        let mut wait = if may_be_silent { self.quiet() } else { self.timeout(when) };
        for _ in 0..MOST_LINES {
            match self.receive(wait) {
                Received::Line(line) => last = Some(line),
                Received::Silent if last.is_some() || may_be_silent => break,
                other => return Err(self.broken(other, wait)),
            }
            wait = self.quiet();
        }
        match last {
            Some(line) if !self.is_right(reset, &line) => Err(format!("answers {}", quoted(&line))),
            _ => Ok(before),
        }
    }

    /// How long the answer to a reset may take.
    fn timeout(&self, when: When) -> Duration {
        match when {
            When::Fresh => self.manners.timeout.saturating_mul(AFTER_A_START),
            When::Later => self.manners.timeout,
        }
    }

    pub(super) fn request_reset(&mut self, reset: &Reset) -> Result<(), String> {
        let wait = self.capped(self.manners.timeout);
        let Reach::Http(link, _) = &mut self.reach else { return Ok(()) };
        let text = String::from_utf8_lossy(&reset.message).into_owned();
        let (method, path) = text.split_once(' ').unwrap_or(("POST", &text));
        let none = Some(&b""[..]).filter(|_| method == "POST" || method == "PUT");
        let body = reset.body.as_deref().or(none);
        let begun = Instant::now();
        let answer = link.request(method, path, &[], body, wait);
        charge(begun.elapsed());
        match answer {
            Ok(answer) if reset.ok.is_empty() && answer.status < 400 => Ok(()),
            Ok(answer) => {
                let body = String::from_utf8_lossy(&answer.body).trim().to_owned();
                let whole = format!("{} {body}", answer.status);
                match reset.ok.iter().any(|ok| ok.matches(whole.trim_end().as_bytes())) {
                    true => Ok(()),
                    false => Err(format!("answers with status {}", answer.status)),
                }
            }
            Err(trouble) => {
                self.note_cut(wait);
                Err(http_broken(trouble, self.manners.timeout))
            }
        }
    }

    /// Sends a line that is answered by one line, which must not look like an error.
    pub(super) fn install_state(&mut self, line: &[u8]) -> Result<(), String> {
        let install = Reset { message: line.to_vec(), ok: Vec::new(), body: None, shell: None };
        if let Reach::Http(..) = &self.reach {
            return self.request_reset(&install);
        }
        self.drained();
        self.send(line)?;
        match self.receive(self.manners.timeout) {
            Received::Line(line) if self.is_right(&install, &line) => Ok(()),
            Received::Line(line) => Err(format!("the system answers {}", quoted(&line))),
            other => Err(format!("the system {}", self.broken(other, self.manners.timeout))),
        }
    }

    /// What a system does after its last answer. With a reset this is the place to ask for it: its answer comes behind
    /// everything else. Without one there is only listening for a while.
    pub(super) fn surplus(&mut self) -> Option<String> {
        let said = self.said.take().unwrap_or_else(|| "answers".into());
        // A command says nothing about what the system still says.
        if let Some(reset) = self.manners.reset.clone().filter(|reset| reset.shell.is_none()) {
            let answer = self.ask(&reset, When::Later);
            // What had begun before the reset was sent belongs to what was asked before.
            if let Some(half) = self.half_before.take() {
                self.running = false;
                return Some(format!("{said} and then the half of an answer, {}", quoted(&half)));
            }
            return match answer {
                Ok(None) => {
                    self.clean = true;
                    None
                }
                Ok(Some(line)) => {
                    self.clean = true;
                    Some(format!("{said} and then {}", quoted(&line)))
                }
                Err(_) => {
                    self.running = false;
                    self.ended_badly(PARTING).map(|end| format!("{said}, and then it {end}"))
                }
            };
        }
        let settle = self.settle;
        let received = self.receive(settle);
        let half = self.half();
        if !half.is_empty() && !matches!(received, Received::Line(_)) {
            return Some(format!("{said} and then the half of an answer, {}", quoted(&half)));
        }
        let (line, patience) = match (received, &self.reach) {
            (Received::Line(line), _) => (Some(line), Duration::ZERO),
            (Received::Closed(_), _) => (None, PARTING),
            (_, Reach::Lines(..)) => (None, Duration::ZERO),
            (_, Reach::Http(..)) => (None, settle),
        };
        match line {
            Some(line) => Some(format!("{said} and then {}", quoted(&line))),
            None => self.ended_badly(patience).map(|end| format!("{said}, and then it {end}")),
        }
    }

    /// How a system of ours ended, unless it ended as programs do that have nothing more to do.
    fn ended_badly(&mut self, wait: Duration) -> Option<End> {
        let end = match &mut self.reach {
            Reach::Lines(link, _) => link.end(wait),
            Reach::Http(link, _) => link.end(wait),
        };
        end.filter(|end| !matches!(end, End::Exited(0) | End::Lost))
    }

    /// Takes in all that is there.
    fn drained(&mut self) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        while lines.len() < MOST_LINES
            && let Received::Line(line) = self.receive(Duration::ZERO)
        {
            lines.push(line);
        }
        lines
    }

    pub(super) fn is_right(&self, reset: &Reset, line: &[u8]) -> bool {
        if !reset.ok.is_empty() {
            return reset.ok.iter().any(|ok| ok.matches(line));
        }
        let refused = match &self.reach {
            Reach::Lines(_, codec) => matches!(codec.decode(line), Ok(None)),
            Reach::Http(..) => false,
        };
        !refused && !looks_like_an_error(line)
    }
}

/// How error messages of servers begin.
const ERRORS: &[&str] = &[
    "err",
    "unknown",
    "invalid",
    "illegal",
    "unrecogni",
    "unsupported",
    "no such",
    "not found",
    "not allowed",
    "not implemented",
    "denied",
    "permission",
    "forbidden",
    "bad ",
    "syntax",
    "refused",
    "fail",
    "exception",
    "traceback",
    "cannot",
    "can't",
    "usage",
    "command not",
    "noauth",
    "client_error",
    "server_error",
];

/// Whether an answer says that a request was not understood or not done: `-ERR unknown command`, `502 not implemented`.
fn looks_like_an_error(line: &[u8]) -> bool {
    if let Ok(serde_json::Value::Object(fields)) = serde_json::from_slice(line) {
        use serde_json::Value::{Bool, Null};
        return fields.get("error").is_some_and(|error| !matches!(error, Null | Bool(false)));
    }
    let text = String::from_utf8_lossy(line).to_lowercase();
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let (code, rest) = text.split_at(text.bytes().take_while(u8::is_ascii_digit).count());
    // Three digits say it by themselves in many protocols, but they can also be a number: `500 keys removed`.
    if code.len() == 3 && (code.starts_with('4') || code.starts_with('5')) {
        return ERRORS.iter().any(|word| rest.contains(word));
    }
    ERRORS.iter().any(|word| text.starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::looks_like_an_error;

    #[test]
    fn errors_of_servers_are_told_from_answers() {
        for error in [
            "ERROR no such command",
            "-ERR unknown command `RESET`",
            "ERROR",
            "{\"error\": \"no\"}",
            "502 Command not implemented",
            "500-unknown command",
            "Unknown command: reset",
            "refused",
            "CLIENT_ERROR bad command line format",
        ] {
            assert!(looks_like_an_error(error.as_bytes()), "{error}");
        }
        for fine in [
            "OK",
            "+OK",
            "ready",
            "0",
            "500 keys removed",
            "250 OK",
            "",
            "reset",
            "Done",
            "{\"error\": null}",
        ] {
            assert!(!looks_like_an_error(fine.as_bytes()), "{fine}");
        }
    }
}
