//! `lydian compare`: reads the files, lets the library judge, and hands its events to the report.
//! What can be refused is refused before any work is done, so that nobody waits for a report that cannot be written.

mod emit;
mod entries;
mod forward;
mod replay_command;
mod suite;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lydian_compare::{
    Condition, Entries, Exceptions, Functions, Integers, Options, Printing, Strategy, function_of, judge_all,
};
use lydian_diagnostic::{Diagnostic, Source};
use lydian_report::Format;
use lydian_verdict::{Event, Summary};

use crate::arguments::{
    CompareArguments, EmitArgument, ExceptionsArgument, IntegersArgument, PrintingArgument, StrategyArgument,
};
use crate::inputs::{self, Submissions};
use crate::output;
use crate::report::{self, Contents, Report};
use forward::Forward;
use replay_command::ReplayCommand;

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &CompareArguments) -> u8 {
    match prepare(arguments).and_then(|work| work.run(arguments)) {
        Ok(code) => code,
        Err(diagnostics) => {
            output::complain(&diagnostics, arguments.common.color());
            if arguments.common.format() == Format::Json && arguments.emit.is_none() {
                let mut inputs: Vec<&Path> = vec![&arguments.reference];
                inputs.extend(arguments.submissions.iter().map(|path| path.as_path()));
                report::write_faults(&arguments.common, &inputs, &diagnostics);
            }
            output::code_of(diagnostics)
        }
    }
}

/// The time that one submission may take unless the user says otherwise.
const USUAL_BUDGET: Duration = Duration::from_secs(30);

/// Everything that a run needs, read and checked.
struct Work {
    reference: Arc<Source>,
    submissions: Submissions,
    options: Options,
    call: Option<String>,
}

fn prepare(arguments: &CompareArguments) -> Result<Work, Vec<Diagnostic>> {
    suite::refuse_two_documents(arguments)?;
    let mut faults = Vec::new();
    let mut keep = |result: Result<Arc<Source>, Diagnostic>| result.map_err(|fault| faults.push(fault)).ok();
    let reference = keep(inputs::read(&arguments.reference, "the reference"));
    let observer = arguments.observe.as_deref().map(|path| keep(inputs::read(path, "the observer")));
    let submissions = match inputs::read_submissions(&arguments.reference, &arguments.submissions) {
        Ok(submissions) => Some(submissions),
        Err(more) => {
            faults.extend(more);
            None
        }
    };
    let (Some(reference), Some(submissions), true) = (reference, submissions, faults.is_empty()) else {
        return Err(faults);
    };
    let entries = entries::entries(arguments)?;
    let call = arguments.replay.as_deref().map(replay_command::read_call).transpose()?;
    let mut options = Options { entries, ..options(arguments, observer.flatten()) };
    options.also = replay_command::read_cases(&arguments.also)?.into();
    if let Some(condition) = &arguments.condition {
        let source = Source::new("--where", condition.as_str());
        // A call that is replayed says itself which function it is about.
        let entries = match &call {
            Some(call) => Entries::one(function_of(call)),
            None => options.entries.clone(),
        };
        let chosen = Options { entries, ..options.clone() };
        options.condition = Some(Condition::new(&source, &reference, &chosen)?);
    }
    Ok(Work { reference, submissions, options, call })
}

fn options(arguments: &CompareArguments, observer: Option<Arc<Source>>) -> Options {
    let mut options = Options { observer, ..Options::default() };
    options.exceptions = match arguments.exceptions {
        ExceptionsArgument::Ignore => Exceptions::OutsideDomain,
        ExceptionsArgument::Compare => Exceptions::Compare,
        ExceptionsArgument::Any => Exceptions::Any,
    };
    options.integers = match arguments.integers {
        IntegersArgument::Mathematical => Integers::Mathematical,
        IntegersArgument::Machine => Integers::Machine,
    };
    options.printing = match arguments.printing {
        PrintingArgument::Expected => Printing::Expected,
        PrintingArgument::Compare => Printing::Compare,
        PrintingArgument::Ignore => Printing::Ignore,
    };
    options.floats = arguments.floats;
    options.strategy = match arguments.strategy {
        StrategyArgument::Combined => Strategy::Combined,
        StrategyArgument::Enumerate => Strategy::Enumerate,
        StrategyArgument::Symbolic => Strategy::Symbolic,
        StrategyArgument::Eager => Strategy::EagerShapes,
    };
    options.effort = arguments.effort;
    if arguments.raising_functions {
        options.functions = Functions::Raising;
    }
    options.seed = arguments.common.seed();
    options.budget = Some(arguments.common.budget(USUAL_BUDGET));
    options
}

impl Work {
    fn run(&self, arguments: &CompareArguments) -> Result<u8, Vec<Diagnostic>> {
        if arguments.emit == Some(EmitArgument::Core) {
            return emit::emit_core(self, arguments);
        }
        if let Some(EmitArgument::Paths | EmitArgument::Smt) = arguments.emit {
            return emit::emit_paths(self, arguments);
        }
        let inputs = self.input_paths(arguments);
        let contents = match arguments.emit {
            Some(EmitArgument::Cases) => Contents::Cases,
            _ => Contents::Report,
        };
        let suite_files = suite::SuiteFiles::of(arguments, &inputs)?;
        let mut report = Report::open(&arguments.common, contents, &inputs)?;
        report.expect(self.submissions.all.iter().map(|submission| submission.path.display().to_string()));
        output::complain(&self.submissions.notes, arguments.common.color());
        let mut forward = Forward::new(&self.submissions, ReplayCommand::new(arguments), &mut report);
        if let Some(call) = &self.call {
            lydian_compare::check_reference(&self.reference, &self.options)?;
            self.replay(call, &mut |event| forward.event(event));
            let code = forward.exit_code();
            report.finish()?;
            return Ok(code);
        }
        let readable = self.readable();
        let jobs = arguments.common.jobs();
        let batch =
            judge_all(&self.reference, &readable, &self.options, jobs, &mut |event| forward.event(event))?;
        let code = forward.exit_code();
        if let Some(most) = arguments.suite {
            let suite = lydian_compare::build_suite(
                &self.reference,
                &readable,
                &batch.judged,
                &self.options,
                most.get(),
            );
            suite_files.write(&suite, arguments, &mut report)?;
        }
        report.finish()?;
        Ok(code)
    }

    /// Runs one call on all programs, with the events of any other run.
    fn replay(&self, call: &str, emit: &mut dyn FnMut(Event)) {
        let started = Instant::now();
        let readable = self.readable();
        let mut summary = Summary::default();
        let what = format!("replaying {call}");
        emit(Event::Started { what, total: readable.len() as u64 });
        for submission in &readable {
            let mut judgement = lydian_compare::replay(&self.reference, submission, call, &self.options);
            judgement.seconds = started.elapsed().as_secs_f64() - summary.seconds;
            summary.seconds += judgement.seconds;
            summary.record(&judgement);
            emit(Event::Judged(Box::new(judgement)));
        }
        emit(Event::Finished(summary));
    }

    fn readable(&self) -> Vec<Arc<Source>> {
        self.submissions
            .all
            .iter()
            .filter_map(|submission| submission.source.as_ref().ok())
            .cloned()
            .collect()
    }

    fn input_paths<'a>(&'a self, arguments: &'a CompareArguments) -> Vec<&'a Path> {
        let submissions = self.submissions.all.iter().map(|submission| submission.path.as_path());
        [arguments.reference.as_path()]
            .into_iter()
            .chain(arguments.observe.as_deref())
            .chain(arguments.interface.as_deref())
            .chain(submissions)
            .collect()
    }
}
