//! `lydian stream compile`: a monitor out of a specification, tested against the interpreter.

mod code;
mod tests;

use std::path::Path;
use std::time::{Duration, Instant};

use lydian_budget::{Deadline, under};
use lydian_diagnostic::Diagnostic;
use lydian_report::{Format, Reporter};
use lydian_stream::check::{Checking, ProcessMonitor, judge};
use lydian_stream::compile::{Compiled, Language, Measured, compile};
use lydian_stream::run::Prepared;
use lydian_sut::Limits;
use lydian_verdict::{Cause, Event, Judgement, Remark, Summary, Verdict, grouped};

use super::cases;
use super::spec;
use crate::arguments::StreamCompileArguments;
use crate::console::reading::Reading;
use crate::output;
use crate::report::{self, Contents, Report};
use code::{Built, Unbuilt};

/// The time that the tests may take unless the user says otherwise.
const USUAL_BUDGET: Duration = Duration::from_secs(120);

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &StreamCompileArguments) -> u8 {
    match compiled(arguments) {
        Ok(code) => code,
        Err(diagnostics) => {
            output::complain(&diagnostics, arguments.common.color());
            if arguments.common.format() == Format::Json {
                report::write_faults(&arguments.report(), &[&arguments.spec.spec], &diagnostics);
            }
            output::code_of(diagnostics)
        }
    }
}

fn compiled(arguments: &StreamCompileArguments) -> Result<u8, Vec<Diagnostic>> {
    let started = Instant::now();
    let path: &Path = &arguments.spec.spec;
    let (spec, warnings) = spec::load(&arguments.spec)?;
    output::complain(&warnings, arguments.common.color());
    let language = arguments.language();
    let compiled = compile(&spec, language, &arguments.name()).map_err(|why| refused(&why, language))?;
    let mut report = Report::open(&arguments.report(), Contents::Report, &[path])?;
    let word = if language == Language::C { "C" } else { "Rust" };
    let subject = format!("{} in {word}", path.display());
    report.expect([subject.clone()]);
    let mut tell = |event: Event| output::or_quit(report.event(&event));
    tell(Event::Started { what: format!("compiling {}", path.display()), total: 1 });
    let written = arguments.folder().map(|folder| code::write(folder, &compiled.files, path)).transpose();
    let written = written.map_err(|fault| vec![*fault])?;
    let mut judgement = if arguments.no_check {
        let why = "the monitor was compiled, and not tested: --no-check was given";
        Judgement::new(subject, Verdict::unknown(Cause::Unsupported, why))
    } else {
        match code::build(&compiled.files, language, &arguments.name()) {
            Ok(built) => checked(arguments, &subject, &built, &compiled)?,
            Err(Unbuilt::NoCompiler(why)) => {
                Judgement::new(subject, Verdict::unknown(Cause::Unsupported, why))
            }
            Err(Unbuilt::Refused(fault)) => return Err(vec![*fault]),
        }
    };
    judgement.remarks.splice(0..0, remarks(&compiled));
    judgement.seconds = started.elapsed().as_secs_f64();
    let mut summary = Summary::default();
    summary.record(&judgement);
    summary.seconds = judgement.seconds;
    let code = summary.exit_code();
    tell(Event::Judged(Box::new(judgement)));
    tell(Event::Finished(summary));
    let last = match written {
        Some(written) => written,
        None => "the code was not written: --output DIR writes it".to_owned(),
    };
    match arguments.common.format() {
        Format::Text => report.append(&format!("{last}\n")),
        // The report is one document.
        _ => eprintln!("{last}"),
    }
    report.finish()?;
    Ok(code)
}

/// What cannot be compiled.
fn refused(why: &[String], language: Language) -> Vec<Diagnostic> {
    let word = if language == Language::C { "C" } else { "Rust" };
    why.iter()
        .map(|why| {
            Diagnostic::without_place(
                "unsupported-feature",
                format!("this cannot be compiled to {word}: {why}"),
            )
        })
        .collect()
}

/// Runs the monitor against the interpreter.
fn checked(
    arguments: &StreamCompileArguments,
    subject: &str,
    built: &Built,
    compiled: &Compiled,
) -> Result<Judgement, Vec<Diagnostic>> {
    let budget = arguments.common.budget(USUAL_BUDGET);
    let whole = Deadline::after(budget);
    let loaded = under(Some(whole), || cases::load(&arguments.spec))?;
    let prepared = Prepared::new(&loaded.plain).map_err(|fault| vec![fault])?;
    let mut made = tests::make(arguments, &loaded, &prepared, budget)?;
    let runner = Reading::default().and(built.folder().to_owned());
    let runner =
        runner.runner(Limits { output: 64 << 20, ..Limits::default() }).map_err(|fault| vec![fault])?;
    let monitor = ProcessMonitor {
        runner: &runner,
        command: vec![built.program().into_os_string()],
        jobs: arguments.common.jobs(),
    };
    let stopped = tests::until_limits(&mut made.tests, &monitor).map_err(|error| vec![error.diagnostic()])?;
    let deadline = Some(whole.or_at_least(budget / 4));
    let checking = Checking { batch: 8, deadline, seed: arguments.common.seed(), ..Checking::default() };
    let tests = std::mem::take(&mut made.tests);
    let judged = judge(subject, &loaded.plain, &prepared, tests, &made.origin, &monitor, &checking);
    let mut judgement = judged.judgement;
    if let (Verdict::Passed(bounds), Some(line)) = (&mut judgement.verdict, made.mutants) {
        bounds.text.push_str(&format!("\n{line}"));
    }
    if stopped > 0 {
        let text =
            format!("{stopped} of the tests reach a limit of the monitor, and are compared up to there");
        judgement.remarks.push(Remark::new("limit", text));
    }
    if let Some(bytes) = built.size().filter(|bytes| *bytes != compiled.measured.bytes) {
        let text = format!("on this machine the state has {} bytes", grouped(bytes));
        judgement.remarks.push(Remark::new("memory", text));
    }
    let proof = "that a step is the specification's was tested and not proved";
    judgement.remarks.push(Remark::new("proof", proof));
    Ok(judgement)
}

/// What is known before the monitor runs.
fn remarks(compiled: &Compiled) -> Vec<Remark> {
    let Measured { bytes, growing, operations, endless, can_overflow } = &compiled.measured;
    let heap = if compiled.needs_heap { ", and more on the heap" } else { ", no heap" };
    let mut memory = format!("memory: a state of {} bytes{heap}", grouped(*bytes));
    if !growing.is_empty() {
        memory.push_str(&format!("; unbounded: {}", growing.join(", ")));
    }
    let mut steps = format!("time: at most {} operations for each moment", grouped(*operations));
    if !endless.is_empty() {
        steps = format!("time: no bound on the operations for a moment: {}", endless.join(", "));
    }
    let mut found = vec![Remark::new("memory", memory), Remark::new("time", steps)];
    if *can_overflow {
        let text = "integers have 64 bits: where the specification needs more, the monitor stops and says so";
        found.push(Remark::new("overflow", text));
    }
    found
}
