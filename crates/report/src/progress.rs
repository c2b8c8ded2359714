//! One line on standard error that says what is being done, how far it is and how long it has taken.
//! Shown only on a terminal and only after a second, wiped before anything else is written there. Piped output has none.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use lydian_verdict::{Event, grouped};

use crate::facts::seconds_text;
use crate::reporter::Reporter;
use crate::terminal::clean;

/// Work that is over sooner shows no line.
const PATIENCE: Duration = Duration::from_secs(1);
/// The line is written at most this often.
const INTERVAL: Duration = Duration::from_millis(100);
/// A longer line would wrap and could not be wiped.
const WIDTH: usize = 79;

/// The progress line.
pub struct ProgressReporter<W> {
    out: W,
    watched: bool,
    what: String,
    started: Instant,
    drawn: Option<Instant>,
}

impl ProgressReporter<io::Stderr> {
    /// A line on standard error, if that is a terminal.
    pub fn stderr() -> ProgressReporter<io::Stderr> {
        let watched = io::stderr().is_terminal();
        ProgressReporter::new(io::stderr(), watched)
    }
}

impl<W: Write> ProgressReporter<W> {
    fn new(out: W, watched: bool) -> ProgressReporter<W> {
        ProgressReporter { out, watched, what: String::new(), started: Instant::now(), drawn: None }
    }

    fn draw(&mut self, now: Instant, done: u64, total: u64, detail: &str) -> io::Result<()> {
        let waited = now.duration_since(self.started);
        let recent = self.drawn.is_some_and(|drawn| now.duration_since(drawn) < INTERVAL);
        if !self.watched || waited < PATIENCE || recent {
            return Ok(());
        }
        self.drawn = Some(now);
        let mut line =
            format!("{} of {}, {}", grouped(done), grouped(total), seconds_text(waited.as_secs_f64()));
        for part in [self.what.as_str(), detail] {
            if !part.is_empty() {
                line.push_str(", ");
                line.push_str(&clean(part).replace(['\n', '\t'], " "));
            }
        }
        let line: String = line.chars().take(WIDTH).collect();
        write!(self.out, "\r\x1b[K{line}")?;
        self.out.flush()
    }

    fn wipe(&mut self) -> io::Result<()> {
        if self.drawn.take().is_some() {
            write!(self.out, "\r\x1b[K")?;
            self.out.flush()?;
        }
        Ok(())
    }
}

impl<W: Write> Reporter for ProgressReporter<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started { what, .. } => {
                self.what.clone_from(what);
                self.started = Instant::now();
                Ok(())
            }
            Event::Progress { done, total, detail } => self.draw(Instant::now(), *done, *total, detail),
            Event::Tentative(_) => Ok(()),
            Event::Judged(_) | Event::Finished(_) => self.wipe(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::Written;

    fn drawn_after(seconds: u64, watched: bool) -> String {
        let written = Written::default();
        let mut progress = ProgressReporter::new(written.clone(), watched);
        progress.what = "comparing".into();
        let now = progress.started + Duration::from_secs(seconds);
        progress.draw(now, 3, 1200, "a.ml, size 7").expect("memory can be written to");
        written.text()
    }

    #[test]
    fn a_line_appears_after_a_second_and_only_on_a_terminal() {
        assert_eq!(drawn_after(0, true), "");
        assert_eq!(drawn_after(2, false), "");
        assert_eq!(drawn_after(2, true), "\r\x1b[K3 of 1,200, 2.0 s, comparing, a.ml, size 7");
    }

    #[test]
    fn the_line_is_wiped_before_a_judgement_is_written() {
        let written = Written::default();
        let mut progress = ProgressReporter::new(written.clone(), true);
        let now = progress.started + PATIENCE;
        progress.draw(now, 0, 1, "").expect("memory can be written to");
        progress.wipe().expect("memory can be written to");
        progress.wipe().expect("memory can be written to");
        assert!(written.text().ends_with("\r\x1b[K"));
        assert_eq!(written.text().matches("\r\x1b[K").count(), 2);
    }
}
