//! `lydian stream mutate`: whether a suite would notice small mistakes in a specification.

mod show;
pub(crate) mod work;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lydian_budget::{Deadline, under};
use lydian_diagnostic::Diagnostic;
use lydian_report::{Format, Reporter};
use lydian_stream::check::{Suites, Trace, joined, tell_traces};
use lydian_stream::mutate::{Mutant, mutants};
use lydian_stream::run::Prepared;
use lydian_tessla::spec::Spec;
use lydian_verdict::{Event, TraceSuite};

use super::cases::{self, Loaded};
use super::folder::Folder;
use crate::arguments::StreamMutateArguments;
use crate::inputs;
use crate::mutants::{self, Counts};
use crate::output;
use crate::report::{self, Contents, Report};
use work::{Told, Work};

/// The time that it may take unless the user says otherwise: there are many mutants.
const USUAL_BUDGET: Duration = Duration::from_secs(300);

/// A mutant takes at most this long.
const LONGEST: Duration = Duration::from_secs(30);

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &StreamMutateArguments) -> u8 {
    match mutate(arguments) {
        Ok(code) => code,
        Err(diagnostics) => {
            output::complain(&diagnostics, arguments.common.color());
            if arguments.common.format() == Format::Json {
                report::write_faults(&arguments.common, &read_files(arguments), &diagnostics);
            }
            output::code_of(diagnostics)
        }
    }
}

fn read_files(arguments: &StreamMutateArguments) -> Vec<&Path> {
    let traces = arguments.suite.traces.iter().map(PathBuf::as_path);
    std::iter::once(arguments.spec.spec.as_path()).chain(traces).collect()
}

fn mutate(arguments: &StreamMutateArguments) -> Result<u8, Vec<Diagnostic>> {
    let started = Instant::now();
    let budget = arguments.budget.or(USUAL_BUDGET);
    let deadline = Deadline::after(budget);
    let folder = Folder::of(arguments.folder.as_deref()).map_err(|fault| vec![*fault])?;
    let loaded = under(Some(deadline), || cases::load(&arguments.spec))?;
    output::complain(&loaded.warnings, arguments.common.color());
    let prepared = Prepared::new(&loaded.plain).map_err(|fault| vec![fault])?;
    let mut report = Report::open(&arguments.common, Contents::Report, &read_files(arguments))?;
    let suite = Suite::of(arguments, &loaded, budget / 4)?;
    let source = inputs::read(&arguments.spec.spec, "the specification").map_err(|fault| vec![fault])?;
    let found = mutants(&source);
    let texts: Vec<String> = suite.traces().map(|trace| trace.text(&loaded.plain)).collect();
    let in_words = show::suite(texts.len(), suite.made.as_ref().map(Suites::coverage).as_ref());
    let work = Work {
        source,
        options: cases::options(&arguments.spec, false),
        suite: texts,
        slots: usize::from(arguments.suite.slots),
        deadline,
        longest: LONGEST,
        jobs: arguments.jobs.count(),
    };
    let fates = examine(&mut report, &work, &found);
    let judgements =
        found.iter().zip(&fates).filter_map(|(one, told)| show::judgement(&work.source, one, told));
    let code = mutants::tell(&mut report, &arguments.common, judgements, &counts(&fates), &in_words, started);
    if let Some(folder) = &folder {
        let added = if arguments.strengthen { missing(&fates, &loaded.plain)? } else { Vec::new() };
        let told = suite.tell(&loaded, &prepared, &added, &arguments.spec.spec.display().to_string());
        let written = folder.write(&told).map_err(|fault| vec![*fault])?;
        match arguments.common.format() {
            Format::Text => report.append(&format!("\n{written}\n")),
            // The report is one document.
            _ => eprintln!("{written}"),
        }
    }
    report.finish()?;
    Ok(code)
}

fn counts(fates: &[Told]) -> Counts {
    let count = |is: fn(&Told) -> bool| fates.iter().filter(|told| is(told)).count() as u64;
    Counts {
        killed: count(|told| matches!(told, Told::Killed { .. })),
        missed: count(|told| matches!(told, Told::Missed { .. })),
        equivalent: count(|told| matches!(told, Told::Equivalent)),
        undecided: count(|told| matches!(told, Told::Unknown { .. })),
        invalid: count(|told| matches!(told, Told::Invalid)),
    }
}

/// The suite that is scored.
struct Suite {
    made: Option<Suites>,
    given: Vec<Trace>,
}

impl Suite {
    fn of(
        arguments: &StreamMutateArguments,
        loaded: &Loaded,
        budget: Duration,
    ) -> Result<Suite, Vec<Diagnostic>> {
        let given = cases::given(&loaded.plain, &arguments.suite.traces)?;
        let given: Vec<Trace> = given.into_iter().map(|given| given.trace).collect();
        if arguments.suite.criteria().is_empty() {
            return Ok(Suite { made: None, given });
        }
        let made = cases::suites(&loaded.instrumented, &arguments.suite, &arguments.spec.spec, budget)?;
        let made = made.map_err(|why| {
            let message = format!("no cases can be made for this specification: {why}");
            vec![Diagnostic::without_place("cannot-generate", message)]
        })?;
        Ok(Suite { made: Some(made), given })
    }

    /// Its traces: the cases that were made, then those that were given.
    fn traces(&self) -> impl Iterator<Item = Trace> + '_ {
        let made = self.made.iter().flat_map(Suites::cases).map(Trace::of_case);
        made.chain(self.given.iter().cloned())
    }

    /// The suite with further traces, in plain data.
    fn tell(&self, loaded: &Loaded, prepared: &Prepared, added: &[Trace], subject: &str) -> TraceSuite {
        let given: Vec<Trace> = self.given.iter().chain(added).cloned().collect();
        let given = tell_traces(&loaded.plain, prepared, &given, subject);
        let made = self.made.as_ref().and_then(|made| made.tell(&loaded.instrumented, subject));
        match made {
            Some(made) => joined(made, given),
            None => given,
        }
    }
}

/// What becomes of the mutants, with a line of progress on a terminal.
fn examine(report: &mut Report, work: &Work, mutants: &[Mutant]) -> Vec<Told> {
    let total = mutants.len() as u64;
    let mut tell = |event: Event| output::or_quit(report.event(&event));
    tell(Event::Started { what: format!("changing {}", work.source.name), total });
    work.examine(mutants, |done| {
        tell(Event::Progress { done: done as u64, total, detail: String::new() });
    })
}

/// The traces that kill what the suite misses, each once.
fn missing(fates: &[Told], spec: &Spec) -> Result<Vec<Trace>, Vec<Diagnostic>> {
    let mut seen: Vec<&str> = Vec::new();
    for told in fates {
        if let Told::Missed { trace, .. } = told
            && !seen.contains(&trace.as_str())
        {
            seen.push(trace);
        }
    }
    let read = |text: &&str| Trace::read(spec, text.as_bytes(), "a trace").map_err(|fault| vec![*fault]);
    seen.iter().map(read).collect()
}
