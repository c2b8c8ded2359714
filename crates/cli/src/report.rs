//! The report of a run: on standard output or in a file, with the progress line beside it.

use std::io::{self, Write};
use std::path::Path;

use lydian_diagnostic::Diagnostic;
use lydian_report::{
    Color, ProgressReporter, Reporter, Reporters, case_to_json, diagnostics_to_json, reporter_for, stdout,
};
use lydian_verdict::{Event, Verdict};

use crate::arguments::CommonArguments;
use crate::output::{self, OutputFile};

/// Where the events of a run go.
pub(crate) struct Report {
    reporters: Reporters,
    file: Option<OutputFile>,
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

impl Report {
    /// The report that the arguments ask for; the error is a place that must not be written to.
    pub(crate) fn open(
        arguments: &CommonArguments,
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
        Ok(Report { reporters, file, color: arguments.color() })
    }

    /// Writes behind the report.
    pub(crate) fn append(&mut self, text: &str) {
        match &mut self.file {
            Some(file) => output::or_quit(file.write_all(text.as_bytes())),
            None => output::or_quit(stdout(self.color).write_all(text.as_bytes())),
        }
    }

    /// Puts a report file in its place.
    pub(crate) fn finish(&self) -> Result<(), Vec<Diagnostic>> {
        self.file.as_ref().map_or(Ok(()), OutputFile::finish).map_err(|fault| vec![*fault])
    }
}

impl Reporter for Report {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.reporters.event(event)
    }
}

/// Writes diagnostics that ended a run where a program expects its JSON.
pub(crate) fn write_faults(arguments: &CommonArguments, inputs: &[&Path], diagnostics: &[Diagnostic]) {
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

fn open_file(arguments: &CommonArguments, inputs: &[&Path]) -> Result<Option<OutputFile>, Vec<Diagnostic>> {
    let Some(path) = &arguments.output else { return Ok(None) };
    OutputFile::at(path, inputs, output::is_report).map(Some).map_err(|fault| vec![*fault])
}

fn reporter(arguments: &CommonArguments, what: Contents, out: impl Write + 'static) -> Box<dyn Reporter> {
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
        if let Event::Judged(judgement) = event
            && let Verdict::Refuted(refutation) = &judgement.verdict
        {
            self.out.write_all(case_to_json(&refutation.case).as_bytes())?;
        }
        self.out.flush()
    }
}
