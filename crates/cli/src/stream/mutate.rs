//! `lydian stream mutate`: whether a suite would notice small mistakes in a specification.

mod show;
mod work;

use std::io::Write;
use std::time::Duration;

use lydian_budget::{Deadline, under};
use lydian_diagnostic::Diagnostic;
use lydian_report::{ProgressReporter, Reporter, diagnostics_to_json, stdout};
use lydian_stream::check::{Coverage, Suites, Trace, joined, tell_traces};
use lydian_stream::mutate::{Mutant, Scored, mutants};
use lydian_stream::run::Prepared;
use lydian_tessla::spec::Spec;
use lydian_verdict::{Event, Summary, TraceSuite, VerdictKind};

use super::cases::{self, Loaded};
use super::folder::Folder;
use crate::arguments::StreamMutateArguments;
use crate::inputs;
use crate::output;
use work::{Told, Work};

/// The time that it may take unless the user says otherwise: there are many mutants.
const USUAL_BUDGET: Duration = Duration::from_secs(300);

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &StreamMutateArguments) -> u8 {
    match mutate(arguments) {
        Ok(code) => code,
        Err(diagnostics) => {
            output::complain(&diagnostics, arguments.common.color());
            if arguments.common.format == "json" {
                write(arguments, &diagnostics_to_json(&diagnostics));
            }
            output::code_of(diagnostics)
        }
    }
}

/// All that is told.
struct Examined {
    /// The specification as the user named it.
    subject: String,
    /// How many traces the suite has.
    traces: usize,
    /// What the suite covers, if it was made.
    coverage: Option<Coverage>,
    /// The mutants with what became of them, in the order of the source.
    mutants: Vec<(Mutant, Told)>,
}

impl Examined {
    fn scored(&self) -> Scored {
        let mut scored = Scored::default();
        for (_, told) in &self.mutants {
            match told {
                Told::Killed { .. } => scored.killed += 1,
                Told::Missed { .. } => scored.missed += 1,
                Told::Equivalent => scored.equivalent += 1,
                Told::Invalid { .. } => scored.invalid += 1,
                Told::Unknown { .. } => scored.unknown += 1,
            }
        }
        scored
    }

    fn verdict(&self) -> VerdictKind {
        let scored = self.scored();
        match scored {
            Scored { missed: 1.., .. } => VerdictKind::Refuted,
            Scored { unknown: 1.., .. } => VerdictKind::Unknown,
            Scored { killed: 0, .. } => VerdictKind::Vacuous,
            _ => VerdictKind::Passed,
        }
    }
}

fn mutate(arguments: &StreamMutateArguments) -> Result<u8, Vec<Diagnostic>> {
    let budget = arguments.budget.or(USUAL_BUDGET);
    let deadline = Deadline::after(budget);
    let folder = Folder::of(arguments.common.output.as_deref()).map_err(|fault| vec![*fault])?;
    let loaded = under(Some(deadline), || cases::load(&arguments.spec))?;
    output::complain(&loaded.warnings, arguments.common.color());
    let prepared = Prepared::new(&loaded.plain).map_err(|fault| vec![fault])?;
    let suite = Suite::of(arguments, &loaded, budget / 4)?;
    let source = inputs::read(&arguments.spec.spec, "the specification").map_err(|fault| vec![fault])?;
    let found = mutants(&source);
    let texts: Vec<String> = suite.traces().map(|trace| trace.text(&loaded.plain)).collect();
    let traces = texts.len();
    let work = Work {
        source,
        options: cases::options(&arguments.spec, false),
        suite: texts,
        slots: usize::from(arguments.suite.slots),
        deadline,
        jobs: arguments.jobs.count(),
    };
    let fates = examine(&work, &found);
    let examined = Examined {
        subject: arguments.spec.spec.display().to_string(),
        traces,
        coverage: suite.made.as_ref().map(Suites::coverage),
        mutants: found.into_iter().zip(fates).collect(),
    };
    let text = match &*arguments.common.format {
        "json" => show::json(&examined),
        _ => show::text(&examined, arguments.common.verbosity()),
    };
    write(arguments, &text);
    if let Some(folder) = &folder {
        let added = if arguments.strengthen { missing(&examined, &loaded.plain)? } else { Vec::new() };
        let told = suite.tell(&loaded, &prepared, &added, &examined.subject);
        let written = folder.write(&told).map_err(|fault| vec![*fault])?;
        match &*arguments.common.format {
            // Standard output is one document.
            "json" => eprintln!("{written}"),
            _ => write(arguments, &format!("\n{written}\n")),
        }
    }
    Ok(examined.verdict().exit_code())
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
fn examine(work: &Work, mutants: &[Mutant]) -> Vec<Told> {
    let mut progress = ProgressReporter::stderr();
    let total = mutants.len() as u64;
    let mut show = |event: Event| output::or_quit(progress.event(&event));
    show(Event::Started { what: "mutants".to_owned(), total });
    let fates = work.examine(mutants, |done| {
        show(Event::Progress { done: done as u64, total, detail: String::new() });
    });
    show(Event::Finished(Summary::default()));
    fates
}

/// The traces that kill what the suite misses, each once.
fn missing(examined: &Examined, spec: &Spec) -> Result<Vec<Trace>, Vec<Diagnostic>> {
    let mut seen: Vec<&str> = Vec::new();
    for (_, told) in &examined.mutants {
        if let Told::Missed { trace, .. } = told
            && !seen.contains(&trace.as_str())
        {
            seen.push(trace);
        }
    }
    let read = |text: &&str| Trace::read(spec, text.as_bytes(), "a trace").map_err(|fault| vec![*fault]);
    seen.iter().map(read).collect()
}

fn write(arguments: &StreamMutateArguments, text: &str) {
    let mut out = stdout(arguments.common.color());
    output::or_quit(out.write_all(text.as_bytes()));
    output::or_quit(out.flush());
}
