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
    Condition, Entries, Exceptions, Functions, Integers, Options, Printing, SpecialFloats, Strategy,
    function_of, judge_all,
};
use lydian_diagnostic::{Diagnostic, Source};
use lydian_report::Format;
use lydian_verdict::{Event, Judgement, Summary};

use crate::arguments::{
    CompareArguments, EmitArgument, ExceptionsArgument, IntegersArgument, PrintingArgument,
    SpecialFloatsArgument, StrategyArgument,
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
    /// What is replayed instead of a search, each with its options.
    calls: Option<Vec<(String, Options)>>,
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
    let calls = arguments.replay.as_deref().map(replay_command::read_calls).transpose()?;
    entries::refuse_other_calls(&arguments.entry, calls.as_deref().unwrap_or_default())?;
    let mut options = Options { entries, ..options(arguments, observer.flatten()) };
    options.also = replay_command::read_cases(&arguments.also)?.into();
    let condition = arguments.condition.as_ref().map(|condition| Source::new("--where", condition.as_str()));
    let on = |options: &Options, entries: Entries| -> Result<Options, Vec<Diagnostic>> {
        let Some(source) = &condition else { return Ok(options.clone()) };
        let condition = Condition::new(source, &reference, &Options { entries, ..options.clone() })?;
        Ok(Options { condition: Some(condition), ..options.clone() })
    };
    let calls = match calls {
        // A call that is replayed says itself which function it is about.
        Some(calls) => {
            let with_options = |call: String| {
                let options = on(&options, Entries::one(function_of(&call)))?;
                Ok((call, options))
            };
            Some(calls.into_iter().map(with_options).collect::<Result<_, Vec<Diagnostic>>>()?)
        }
        None => {
            options = on(&options, options.entries.clone())?;
            None
        }
    };
    Ok(Work { reference, submissions, options, calls })
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
    options.special_floats = match arguments.special_floats {
        SpecialFloatsArgument::Remark => SpecialFloats::Remark,
        SpecialFloatsArgument::Compare => SpecialFloats::Compare,
    };
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
    options.shared_arguments = arguments.shared_arguments;
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
        for (call, options) in self.calls.iter().flatten() {
            lydian_compare::check_reference(&self.reference, options)?;
            lydian_compare::check_call(&self.reference, call, options)?;
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
        if let Some(calls) = &self.calls {
            self.replay(calls, &mut |event| forward.event(event));
            let code = forward.exit_code();
            report.finish()?;
            return Ok(code);
        }
        let readable = self.readable();
        let jobs = arguments.common.jobs();
        let batch =
            judge_all(&self.reference, &readable, &self.options, jobs, &mut |event| forward.event(event))?;
        let code = forward.exit_code();
        if let Some(most) = suite::most_cases(arguments) {
            let suite =
                lydian_compare::build_suite(&self.reference, &readable, &batch.judged, &self.options, most);
            suite_files.write(&suite, arguments, &mut report)?;
        }
        report.finish()?;
        Ok(code)
    }

    /// Runs calls on all programs, with the events of any other run.
    fn replay(&self, calls: &[(String, Options)], emit: &mut dyn FnMut(Event)) {
        let started = Instant::now();
        let readable = self.readable();
        let mut summary = Summary::default();
        let what = match calls {
            [(call, _)] => format!("replaying {call}"),
            several => format!("replaying {} calls", several.len()),
        };
        emit(Event::Started { what, total: readable.len() as u64 });
        for submission in &readable {
            let each = calls
                .iter()
                .map(|(call, options)| lydian_compare::replay(&self.reference, submission, call, options));
            let mut judgements: Vec<Judgement> = each.collect();
            let mut judgement = match judgements.len() {
                1 => judgements.remove(0),
                _ => Judgement::of_entries(submission.name.clone(), judgements),
            };
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
