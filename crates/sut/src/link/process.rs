//! A link to a process over its standard input and output.
//! In: a command. Out: its lines. The process is confined like a console program but its calls are not followed, so a
//! line and its answer cost little more than over a bare pipe.

use std::time::Duration;

use super::lines::{Heard, Sent};
use super::{Link, LinkError, LinkOptions, Received, ServerNetwork};
use crate::backend::{Live, LiveStreams, Network, Talk};
use crate::{End, Launcher, Program, Runner};

/// How long a process that has closed its output may take to end before it counts as one that goes on in silence.
const PARTING: Duration = Duration::from_secs(1);

/// A conversation with a process over pipes, or over a terminal if the program asks for one (`Terminal::Pty`).
///
/// A process is started by each restart; the one before is killed with everything that it started.
///
/// ```no_run
/// use std::time::Duration;
/// use lydian_sut::link::{Link, LinkOptions, ProcessLink, Received};
/// use lydian_sut::{Launcher, Program};
///
/// let launcher = Launcher { command: "lydian".into(), arguments: vec!["launch".into()] };
/// let program = Program { command: vec!["cat".into()], ..Program::default() };
/// let mut link = ProcessLink::new(launcher, program, LinkOptions::default());
/// link.restart()?;
/// link.send(b"hello")?;
/// assert_eq!(link.receive(Duration::from_secs(1)), Received::Line(b"hello".to_vec()));
/// # Ok::<(), lydian_sut::link::LinkError>(())
/// ```
pub struct ProcessLink {
    talk: Option<Talk>,
    live: Option<Live>,
    /// The process before, killed but not awaited: a restart need not wait for that.
    dying: Option<Live>,
    too_long: bool,
    program: Program,
    options: LinkOptions,
    runner: Runner,
}

impl ProcessLink {
    /// A link to this program, which is not started yet.
    pub fn new(launcher: Launcher, program: Program, options: LinkOptions) -> ProcessLink {
        // It is talked to over its streams, so that it needs a network only for others.
        let network = match options.network {
            ServerNetwork::Own => Network::None,
            ServerNetwork::Host => Network::Host,
        };
        let runner = options.runner(launcher).network(network);
        ProcessLink { talk: None, live: None, dying: None, too_long: false, program, options, runner }
    }

    /// How the process came to say nothing more.
    fn ending(&self) -> String {
        let Some(live) = &self.live else { return "has not been started".to_owned() };
        match live.end(PARTING) {
            Some(end) => end.to_string(),
            None => "closed its output".to_owned(),
        }
    }
}

impl Link for ProcessLink {
    fn restart(&mut self) -> Result<(), LinkError> {
        self.talk = None;
        self.too_long = false;
        if let Some(live) = self.live.take() {
            live.kill();
            self.dying = Some(live);
        }
        let mut live = Live::start(&self.runner, &self.program, LiveStreams::Talk)?;
        let talk = live.take_ends().map(|ends| Talk::new(ends, self.options.line));
        self.talk = talk.map(|talk| if self.options.uncut { talk.uncut() } else { talk });
        self.live = Some(live);
        Ok(())
    }

    fn send(&mut self, line: &[u8]) -> Result<(), LinkError> {
        LinkError::unless_one_line(line, &self.options)?;
        if self.too_long {
            return Err(LinkError::unusable());
        }
        let sent = self.talk.as_mut().map_or(Sent::Broken, |talk| talk.send(line, self.options.send));
        match (sent, &self.live) {
            (Sent::Whole, _) => Ok(()),
            (Sent::Unread, _) => Err(LinkError::unread(self.options.send)),
            (Sent::Broken, Some(live)) => Err(match live.end(PARTING) {
                Some(end) => LinkError::closed(&end.to_string()),
                None => LinkError::closed("closed its input"),
            }),
            (Sent::Broken, None) => Err(LinkError::closed("has not been started")),
        }
    }

    fn receive(&mut self, wait: Duration) -> Received {
        let heard = self.talk.as_mut().map_or(Heard::End, |talk| talk.receive(wait));
        match heard {
            Heard::Line(line) => Received::Line(line),
            Heard::Silence => Received::Silent,
            Heard::TooLong => {
                self.too_long = true;
                Received::TooLong
            }
            Heard::End => Received::Closed(self.ending()),
        }
    }

    fn half(&self) -> Vec<u8> {
        self.talk.as_ref().map(|talk| talk.half().to_vec()).unwrap_or_default()
    }

    fn tail(&mut self) -> Vec<u8> {
        self.live.as_ref().map(Live::tail).unwrap_or_default()
    }

    fn end(&mut self, wait: Duration) -> Option<End> {
        self.live.as_ref()?.end(wait)
    }
}
