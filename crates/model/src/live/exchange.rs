//! What is said to a system besides the tests: its greeting and set-up after a start, further messages of a reset, and what is said
//! when everything is over. Each message has an answer that is looked at.

use lydian_diagnostic::Diagnostic;
use lydian_sut::link::Received;

use super::listen::AFTER_A_START;
use super::{Live, Reach, Reset};
use crate::codec::{Reply, quoted};

impl Reset {
    /// Who answers it.
    fn who(&self) -> &'static str {
        if self.shell.is_some() { "the command" } else { "the system" }
    }
}

impl Live<'_> {
    /// What comes after a connection: the greeting is heard, the set-up said.
    pub(super) fn introduce(&mut self) -> Result<(), String> {
        let failed = |live: &mut Self, message: String| {
            let hint = "say it by hand, and compare with `greeting` and [[setup]] in the wire file";
            live.fault = Some(Diagnostic::without_place("setup-fails", message.clone()).hint(hint));
            Err(message)
        };
        if let Some(greeting) = self.manners.greeting.clone() {
            let wait = self.manners.timeout.saturating_mul(AFTER_A_START);
            let heard = self.receive(wait);
            match heard {
                Received::Line(line) if greeting.matches(&line) => {}
                other => {
                    let what = self.broken(other, wait);
                    return failed(self, format!("instead of its greeting the system {what}"));
                }
            }
        }
        for exchange in self.manners.setup.clone() {
            if let Err(why) = self.exchange(&exchange) {
                let said = String::from_utf8_lossy(&exchange.message).into_owned();
                let who = exchange.who();
                return failed(self, format!("the set-up `{said}` does not work: {who} {why}"));
            }
        }
        if let Reach::Http(link, _) = &mut self.reach {
            link.keep_cookies();
        }
        Ok(())
    }

    /// Says what is said at the very end; why that did not work, if it did not.
    pub fn take_leave(&mut self) -> Result<(), String> {
        if !self.running && !self.manners.teardown.is_empty() {
            self.start()?;
            self.running = true;
        }
        for exchange in self.manners.teardown.clone() {
            self.exchange(&exchange).map_err(|why| {
                let said = String::from_utf8_lossy(&exchange.message).into_owned();
                format!("the tear-down `{said}` does not work: {} {why}", exchange.who())
            })?;
        }
        Ok(())
    }

    /// Says one thing, and looks at the answer; what the system did instead of a right one goes on after `the system`.
    pub(super) fn exchange(&mut self, exchange: &Reset) -> Result<(), String> {
        if let Some(shell) = &exchange.shell {
            let most = self.capped(self.manners.timeout.saturating_mul(AFTER_A_START));
            return shell.run(&exchange.ok, most);
        }
        if let Reach::Http(..) = &self.reach {
            return self.request_reset(exchange);
        }
        self.send(&exchange.message)?;
        let may_be_silent = exchange.ok.iter().any(|ok| ok.matches(b""));
        let wait =
            if may_be_silent { self.quiet() } else { self.manners.timeout.saturating_mul(AFTER_A_START) };
        match self.receive(wait) {
            Received::Silent if may_be_silent => return Ok(()),
            Received::Line(line) if self.is_right(exchange, &line) => {}
            Received::Line(line) => return Err(format!("answers {}", quoted(&line))),
            other => return Err(self.broken(other, wait)),
        }
        // Where answers may have several lines, the rest of them belongs to this one.
        while self.manners.reply == Reply::Quiet
            && let Received::Line(_) = self.receive(self.quiet())
        {}
        Ok(())
    }
}
