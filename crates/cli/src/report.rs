//! The report of a run: on standard output or in a file, with the progress line beside it.
//! A run that is ended by a signal still has a report: `interrupt` finishes the one that is open, with the subjects that
//! were not judged as undecided. So the report is shared with the thread that waits for signals.

use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use lydian_diagnostic::Diagnostic;
use lydian_report::{
    Color, ProgressReporter, Reporter, Reporters, case_to_json, diagnostics_to_json, reporter_for, stdout,
};
use lydian_verdict::{Cause, Event, Judgement, Summary, Verdict};

use crate::arguments::ReportArguments;
use crate::output::{self, OutputFile};

/// Where the events of a run go.
pub(crate) struct Report {
    open: Arc<Mutex<Open>>,
    color: Color,
}

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contents {
    /// The report.
    Report,
    /// The cases of refutations alone.
    Cases,
}

/// The report that a signal would finish.
static CURRENT: Mutex<Option<Arc<Mutex<Open>>>> = Mutex::new(None);

/// A signal waits this long for an event that is being written, such as to a pipe that nobody reads.
const PATIENCE: Duration = Duration::from_secs(2);

impl Report {
    /// The report that the arguments ask for; the error is a place that must not be written to.
    pub(crate) fn open(
        arguments: &ReportArguments,
        what: Contents,
        inputs: &[&Path],
    ) -> Result<Report, Vec<Diagnostic>> {
        let file = open_file(arguments, inputs)?;
        let mut reporters = Reporters::default();
        reporters.push(ProgressReporter::stderr());
        match &file {
            Some(file) => reporters.push(reporter(arguments, what, file.clone())),
            None => reporters.push(reporter(arguments, what, stdout(arguments.color()))),
        }
        let open = Open {
            reporters,
            file,
            subjects: Vec::new(),
            tentative: Vec::new(),
            summary: Summary::default(),
            started: Instant::now(),
            finished: false,
            ended: false,
        };
        let open = Arc::new(Mutex::new(open));
        *CURRENT.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&open));
        Ok(Report { open, color: arguments.color() })
    }

    /// Says what will be judged, in this order, so that a run that is ended early can name what it left.
    pub(crate) fn expect(&mut self, subjects: impl IntoIterator<Item = String>) {
        self.lock().subjects = subjects.into_iter().collect();
    }

    /// Writes behind the report.
    pub(crate) fn append(&mut self, text: &str) {
        match &mut self.lock().file {
            Some(file) => output::or_quit(file.write_all(text.as_bytes())),
            None => output::or_quit(stdout(self.color).write_all(text.as_bytes())),
        }
    }

    /// Puts a report file in its place.
    pub(crate) fn finish(&self) -> Result<(), Vec<Diagnostic>> {
        self.lock().finish()
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reporter for Report {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.lock().event(event)
    }
}

/// Finishes the report that is open, if there is one: what was judged stays, the rest is undecided.
pub(crate) fn interrupt() {
    let current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some(current) = current else {
        let text = "the run was ended by a signal before there was anything to report";
        return output::complain(&[Diagnostic::without_place("interrupted", text)], Color::Auto);
    };
    let begun = Instant::now();
    loop {
        match current.try_lock() {
            Ok(mut open) => return open.interrupt(),
            Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner().interrupt(),
            Err(TryLockError::WouldBlock) if begun.elapsed() > PATIENCE => return,
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
        }
    }
}

/// A report on its way.
struct Open {
    reporters: Reporters,
    file: Option<OutputFile>,
    /// What is to be judged.
    subjects: Vec<String>,
    /// What would be told of subjects whose turn has not come.
    tentative: Vec<Judgement>,
    /// What was judged.
    summary: Summary,
    started: Instant,
    finished: bool,
    /// Ended by a signal: what the run still tells comes too late.
    ended: bool,
}

impl Open {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        if self.ended {
            return Ok(());
        }
        match event {
            Event::Started { .. } | Event::Progress { .. } => {}
            Event::Tentative(judgement) => self.tentative.push((**judgement).clone()),
            Event::Judged(judgement) => self.summary.record(judgement),
            Event::Finished(_) => self.finished = true,
        }
        self.reporters.event(event)
    }

    fn finish(&self) -> Result<(), Vec<Diagnostic>> {
        self.file.as_ref().map_or(Ok(()), OutputFile::finish).map_err(|fault| vec![*fault])
    }

    fn interrupt(&mut self) {
        if !self.finished {
            let mut judged = self.summary.total();
            let total = judged.max(self.subjects.len() as u64);
            let left: Vec<String> = self.subjects.iter().skip(judged as usize).cloned().collect();
            for subject in left {
                let tentative = self.tentative.iter().find(|judgement| judgement.subject == subject).cloned();
                judged += u64::from(tentative.is_some());
                let judgement = tentative.unwrap_or_else(|| {
                    let why = "the run was ended before this was judged";
                    Judgement::new(subject, Verdict::unknown(Cause::Interrupted, why))
                });
                output::or_quit(self.event(&Event::Judged(Box::new(judgement))));
            }
            self.summary.seconds = self.started.elapsed().as_secs_f64();
            let summary = self.summary.clone();
            output::or_quit(self.event(&Event::Finished(summary)));
            let fault = Diagnostic::without_place(
                "interrupted",
                format!("the run was ended by a signal: {judged} of {total} judged"),
            );
            output::complain(&[fault], Color::Auto);
        }
        self.ended = true;
        if let Err(faults) = self.finish() {
            output::complain(&faults, Color::Auto);
        }
    }
}

/// Writes diagnostics that ended a run where a program expects its JSON.
pub(crate) fn write_faults(arguments: &ReportArguments, inputs: &[&Path], diagnostics: &[Diagnostic]) {
    let document = diagnostics_to_json(diagnostics);
    if arguments.output.is_none() {
        output::or_quit(stdout(Color::Never).write_all(document.as_bytes()));
        return;
    }
    if let Ok(Some(mut file)) = open_file(arguments, inputs) {
        let written = file.write_all(document.as_bytes());
        output::or_quit(written);
        if let Err(fault) = file.finish() {
            output::complain(&[*fault], arguments.color());
        }
    }
}

fn open_file(arguments: &ReportArguments, inputs: &[&Path]) -> Result<Option<OutputFile>, Vec<Diagnostic>> {
    let Some(path) = &arguments.output else { return Ok(None) };
    OutputFile::at(path, inputs, output::is_report).map(Some).map_err(|fault| vec![*fault])
}

fn reporter(
    arguments: &ReportArguments,
    what: Contents,
    out: impl Write + Send + 'static,
) -> Box<dyn Reporter + Send> {
    match what {
        Contents::Cases => Box::new(CaseReporter { out }),
        Contents::Report => reporter_for(arguments.format(), arguments.verbosity(), out),
    }
}

/// Writes the case of each refutation instead of a report.
struct CaseReporter<W> {
    out: W,
}

impl<W: Write> Reporter for CaseReporter<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        if let Event::Judged(judgement) = event {
            for row in judgement.rows() {
                if let Verdict::Refuted(refutation) = &row.verdict {
                    self.out.write_all(case_to_json(&refutation.case).as_bytes())?;
                }
            }
        }
        self.out.flush()
    }
}
