//! `lydian property check`: finds the smallest inputs on which a property does not hold.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lydian_diagnostic::{Diagnostic, Source};
use lydian_property::{Checker, Checking, Properties, Ready, load, verdict, writable};
use lydian_report::{Format, Reporter};
use lydian_verdict::{Detail, Event, Judgement, Summary, Verdict, label};

use crate::arguments::PropertyCheckArguments;
use crate::report::{self, Contents, Report};
use crate::shell::quoted;
use crate::{INVALID, inputs, output};

/// The time that one property may take unless the user says otherwise.
const USUAL_BUDGET: Duration = Duration::from_secs(30);

/// Work of the search for each property, and inputs drawn at random.
const WORK: u64 = 3_000_000;
const SAMPLES: u64 = 2_000;

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &PropertyCheckArguments) -> u8 {
    match check(arguments) {
        Ok(code) => code,
        Err(diagnostics) => {
            output::complain(&diagnostics, arguments.common.color());
            if arguments.common.format() == Format::Json {
                report::write_faults(&arguments.common, &[&arguments.file], &diagnostics);
            }
            INVALID
        }
    }
}

fn check(arguments: &PropertyCheckArguments) -> Result<u8, Vec<Diagnostic>> {
    let started = Instant::now();
    let source =
        inputs::read(&arguments.file, "the file with the properties").map_err(|fault| vec![fault])?;
    let found = match &arguments.replay {
        Some(call) => replayed(&source, call)?,
        None => found(&source, &arguments.property, arguments)?,
    };
    let ready = Ready::new(&found).map_err(|fault| vec![*fault])?;
    let path: &Path = &arguments.file;
    let mut report = Report::open(&arguments.common, Contents::Report, &[path])?;
    let total = found.properties.len() as u64;
    output::or_quit(report.event(&Event::Started { what: format!("checking {}", path.display()), total }));
    let mut summary = Summary::default();
    let checker = Checker::new(&ready);
    for property in &found.properties {
        let begun = Instant::now();
        let progress = Event::Progress { done: summary.total(), total, detail: property.name.to_string() };
        output::or_quit(report.event(&progress));
        let checking = Checking {
            tests: arguments.tests,
            work: WORK,
            samples: SAMPLES,
            seed: arguments.common.seed,
            deadline: begun.checked_add(arguments.common.budget(USUAL_BUDGET)),
        };
        let checked = checker.check(property, &checking);
        let verdict = verdict(property, &checked, &found.program.types, arguments.common.seed);
        let mut verdict = writable(&found, property, verdict);
        if let Verdict::Refuted(refutation) = &mut verdict {
            let call = match &arguments.replay {
                Some(call) => call.clone(),
                None => refutation.case.call(),
            };
            let command = format!(
                "lydian property check {} --replay {}",
                quoted(&path.display().to_string()),
                quoted(&call)
            );
            refutation.details.push(Detail::new(label::REPLAY, command));
        }
        let name = if arguments.replay.is_some() { "the call" } else { &*property.name };
        let mut judgement = Judgement::new(name, verdict);
        judgement.seconds = begun.elapsed().as_secs_f64();
        judgement.statistics.count("tests", checked.tests);
        judgement.statistics.count("paths", checked.paths);
        judgement.statistics.count("questions", checked.questions);
        summary.record(&judgement);
        output::or_quit(report.event(&Event::Judged(Box::new(judgement))));
    }
    summary.seconds = started.elapsed().as_secs_f64();
    let code = summary.exit_code();
    output::or_quit(report.event(&Event::Finished(summary)));
    report.finish()?;
    Ok(code)
}

fn found(
    source: &Arc<Source>,
    named: &[String],
    arguments: &PropertyCheckArguments,
) -> Result<Properties, Vec<Diagnostic>> {
    let (found, diagnostics) = load(source, named);
    match found {
        Some(found) => {
            output::complain(&diagnostics, arguments.common.color());
            Ok(found)
        }
        None => Err(diagnostics),
    }
}

/// The file with one more property: the call that is to be run again.
fn replayed(source: &Arc<Source>, call: &str) -> Result<Properties, Vec<Diagnostic>> {
    let text = format!("{}\nlet lydian_replay () = ({call})\n", source.text);
    let with_call = Source::new(source.name.clone(), text);
    let (found, diagnostics) = load(&with_call, &["lydian_replay".to_owned()]);
    found.ok_or(diagnostics)
}
