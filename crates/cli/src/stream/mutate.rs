//! `lydian stream mutate`: whether a suite would notice small mistakes in a specification.

mod show;
mod work;

use std::io::Write;
use std::time::{Duration, Instant};

use lydian_diagnostic::Diagnostic;
use lydian_report::{ProgressReporter, Reporter, diagnostics_to_json, stdout};
use lydian_stream::check::{Coverage, Trace, joined, tell_traces};
use lydian_stream::mutate::{Mutant, Scored, mutants};
use lydian_stream::run::Prepared;
use lydian_tessla::spec::Spec;
use lydian_verdict::{Event, Summary, TraceSuite, VerdictKind};

use super::cases::{self, Loaded};
use super::folder::Folder;
use crate::arguments::StreamMutateArguments;
use crate::inputs;
use crate::{INVALID, output};
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
            INVALID
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
    let started = Instant::now();
    let budget = arguments.common.budget(USUAL_BUDGET);
    let folder = Folder::of(arguments.common.output.as_deref()).map_err(|fault| vec![*fault])?;
    let loaded = cases::load(&arguments.spec)?;
    output::complain(&loaded.warnings, arguments.common.color());
    let prepared = Prepared::new(&loaded.plain).map_err(|fault| vec![fault])?;
    let suite = suite(arguments, &loaded, &prepared, budget / 4)?;
    let source = inputs::read(&arguments.spec.spec, "the specification").map_err(|fault| vec![fault])?;
    let found = mutants(&source);
    let texts = suite.traces.iter().map(|trace| trace.text(&loaded.plain)).collect();
    let work = Work {
        source,
        options: cases::options(&arguments.spec, false),
        suite: texts,
        slots: usize::from(arguments.suite.slots),
        deadline: started + budget,
        jobs: arguments.common.jobs.map_or_else(output::cores, usize::from),
    };
    let fates = examine(&work, &found);
    let examined = Examined {
        subject: arguments.spec.spec.display().to_string(),
        traces: suite.traces.len(),
        coverage: suite.coverage.clone(),
        mutants: found.into_iter().zip(fates).collect(),
    };
    let text = match &*arguments.common.format {
        "json" => show::json(&examined),
        _ => show::text(&examined, arguments.common.verbosity()),
    };
    write(arguments, &text);
    if let Some(folder) = &folder {
        let told = strengthened(arguments, &loaded.plain, &prepared, suite, &examined)?;
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
    traces: Vec<Trace>,
    coverage: Option<Coverage>,
    told: TraceSuite,
}

fn suite(
    arguments: &StreamMutateArguments,
    loaded: &Loaded,
    prepared: &Prepared,
    budget: Duration,
) -> Result<Suite, Vec<Diagnostic>> {
    let spec = &loaded.plain;
    let subject = arguments.spec.spec.display().to_string();
    let given = cases::given(spec, &arguments.suite.traces)?;
    let given: Vec<Trace> = given.into_iter().map(|given| given.trace).collect();
    let told = tell_traces(spec, prepared, &given, &subject);
    if arguments.suite.criteria().is_empty() {
        return Ok(Suite { traces: given, coverage: None, told });
    }
    let made = cases::suites(&loaded.instrumented, &arguments.suite, &arguments.spec.spec, budget)?;
    let made = made.map_err(|why| {
        let message = format!("no cases can be made for this specification: {why}");
        vec![Diagnostic::without_place("cannot-generate", message)]
    })?;
    let traces = made.cases().into_iter().map(Trace::of_case).chain(given).collect();
    let told = match made.tell(&loaded.instrumented, &subject) {
        Some(first) => joined(first, told),
        None => told,
    };
    Ok(Suite { traces, coverage: Some(made.coverage()), told })
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

/// The suite, with the traces that kill what it misses if that is wanted: each mutant that an earlier one kills needs none.
fn strengthened(
    arguments: &StreamMutateArguments,
    spec: &Spec,
    prepared: &Prepared,
    suite: Suite,
    examined: &Examined,
) -> Result<TraceSuite, Vec<Diagnostic>> {
    if !arguments.strengthen {
        return Ok(suite.told);
    }
    let mut added: Vec<Trace> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for (_, told) in &examined.mutants {
        if let Told::Missed { trace, .. } = told
            && !seen.contains(&trace.as_str())
        {
            seen.push(trace);
            added.push(Trace::read(spec, trace.as_bytes(), "a trace").map_err(|fault| vec![*fault])?);
        }
    }
    if added.is_empty() {
        return Ok(suite.told);
    }
    Ok(joined(suite.told, tell_traces(spec, prepared, &added, &examined.subject)))
}

fn write(arguments: &StreamMutateArguments, text: &str) {
    let mut out = stdout(arguments.common.color());
    output::or_quit(out.write_all(text.as_bytes()));
    output::or_quit(out.flush());
}
