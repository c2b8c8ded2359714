//! `lydian property check`: finds the smallest inputs on which a property does not hold.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lydian_budget::{Deadline, under};
use lydian_diagnostic::{Diagnostic, Source};
use lydian_property::{
    Checker, Checking, LONGEST_CALL, Place, Properties, Property, Ready, Tried, callee, load, note,
    try_again, verdict, writable,
};
use lydian_report::{Format, Reporter, Verbosity};
use lydian_verdict::{Detail, Event, Judgement, Refutation, Summary, Verdict, label};

use super::kept_file::KeptFile;
use super::replay::replay;
use crate::arguments::{PropertyCheckArguments, PropertyEmitArgument};
use crate::report::{self, Contents, Report};
use crate::shell::quoted;
use crate::{inputs, output};

/// The time that one property may take unless the user says otherwise.
const USUAL_BUDGET: Duration = Duration::from_secs(30);

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &PropertyCheckArguments) -> u8 {
    match check(arguments) {
        Ok(code) => code,
        Err(diagnostics) => {
            output::complain(&diagnostics, arguments.common.color());
            if arguments.common.format() == Format::Json {
                report::write_faults(&arguments.common, &[&arguments.file], &diagnostics);
            }
            output::code_of(diagnostics)
        }
    }
}

fn check(arguments: &PropertyCheckArguments) -> Result<u8, Vec<Diagnostic>> {
    let started = Instant::now();
    let source =
        inputs::read(&arguments.file, "the file with the properties").map_err(|fault| vec![fault])?;
    if let Some(asked) = &arguments.replay {
        let judgements = replay(&source, asked, arguments)?;
        let mut telling = Telling::open(arguments, judgements.len() as u64, started)?;
        judgements.into_iter().for_each(|judgement| telling.judged(judgement));
        return telling.finish();
    }
    let found = found(&source, &arguments.property, arguments)?;
    let ready = Ready::new(&found).map_err(|fault| vec![*fault])?;
    let mut telling = Telling::open(arguments, found.properties.len() as u64, started)?;
    telling.report.expect(found.properties.iter().map(|property| property.name.to_string()));
    let mut kept = kept(&found, arguments);
    let checker = Checker::new(&ready);
    for property in &found.properties {
        telling.progress(&property.name);
        let judgement = judge(&checker, &found, property, &mut kept, arguments);
        telling.judged(judgement);
    }
    output::complain(kept.save().as_slice(), arguments.common.color());
    telling.finish()
}

/// The report of a run.
struct Telling {
    report: Report,
    summary: Summary,
    total: u64,
    started: Instant,
}

impl Telling {
    fn open(
        arguments: &PropertyCheckArguments,
        total: u64,
        started: Instant,
    ) -> Result<Telling, Vec<Diagnostic>> {
        let path: &Path = &arguments.file;
        let contents = match arguments.emit {
            Some(PropertyEmitArgument::Cases) => Contents::Cases,
            None => Contents::Report,
        };
        let mut report = Report::open(&arguments.common, contents, &[path])?;
        output::or_quit(
            report.event(&Event::Started { what: format!("checking {}", path.display()), total }),
        );
        Ok(Telling { report, summary: Summary::default(), total, started })
    }

    fn progress(&mut self, detail: &str) {
        let (done, detail) = (self.summary.total(), detail.to_owned());
        output::or_quit(self.report.event(&Event::Progress { done, total: self.total, detail }));
    }

    fn judged(&mut self, judgement: Judgement) {
        self.summary.record(&judgement);
        output::or_quit(self.report.event(&Event::Judged(Box::new(judgement))));
    }

    fn finish(mut self) -> Result<u8, Vec<Diagnostic>> {
        self.summary.seconds = self.started.elapsed().as_secs_f64();
        let code = self.summary.exit_code();
        output::or_quit(self.report.event(&Event::Finished(self.summary)));
        self.report.finish()?;
        Ok(code)
    }
}

/// Attacks a property; what earlier runs kept is tried first.
fn judge(
    checker: &Checker<'_>,
    found: &Properties,
    property: &Property,
    kept: &mut KeptFile,
    arguments: &PropertyCheckArguments,
) -> Judgement {
    let begun = Instant::now();
    let deadline = Deadline::after(arguments.budget.or(USUAL_BUDGET));
    let seed = arguments.seed.seed;
    let callee = callee(property);
    let tried = match &kept.kept.of(&callee)[..] {
        [] => Tried::default(),
        calls => try_again(&found.source, calls),
    };
    let checking = Checking {
        tests: arguments.tests,
        effort: arguments.effort,
        seed,
        deadline: Some(deadline),
        ..Checking::default()
    };
    let checked = checker.check(property, &checking);
    let of_passes = verdict(property, &checked, &found.program.types, seed);
    let of_passes = writable(found, property, &checked, of_passes);
    let was_found = matches!(of_passes, Verdict::Refuted(_));
    let mut verdict = tried.verdict(of_passes, seed);
    let told = match &mut verdict {
        Verdict::Refuted(refutation) => {
            let failure = checked.failure.as_ref().filter(|_| was_found);
            let place = failure.and_then(|failure| failure.place.as_ref());
            tell_replay(refutation, &property.name, place, arguments);
            Some(refutation.case.call())
        }
        _ => None,
    };
    if kept.is_used() {
        kept.kept.replace(&callee, tried.kept_on(&found.source, told.as_deref()));
    }
    let mut judgement = Judgement::new(&*property.name, verdict);
    judgement.diagnostics = tried.notes;
    judgement.seconds = begun.elapsed().as_secs_f64();
    judgement.statistics.count("tests", checked.tests);
    judgement.statistics.count("paths", checked.paths);
    judgement.statistics.count("questions", checked.questions);
    judgement.statistics.count("levels", checked.levels);
    judgement.statistics.count("moulds", checked.moulds);
    judgement.statistics.count("paths through moulds", checked.mould_paths);
    judgement
}

/// Adds the command that runs a counterexample again. A call that is too long for a command is named by its place.
fn tell_replay(
    refutation: &mut Refutation,
    name: &str,
    place: Option<&Place>,
    arguments: &PropertyCheckArguments,
) {
    let call = refutation.case.call();
    let place = place.map(|place| format!("{name}:{place}"));
    if let Some(place) = place.as_ref().filter(|_| arguments.common.verbosity() == Verbosity::Verbose) {
        refutation.details.push(Detail::new("place", place));
    }
    let call = if call.len() <= LONGEST_CALL { Some(call) } else { place };
    if let Some(call) = call {
        let file = quoted(&arguments.file.display().to_string());
        let command = format!("lydian property check {file} --replay {}", quoted(&call));
        refutation.details.push(Detail::new(label::REPLAY, command));
    }
}

/// What earlier runs kept, without what belongs to properties that are gone.
fn kept(found: &Properties, arguments: &PropertyCheckArguments) -> KeptFile {
    if arguments.no_keep {
        return KeptFile::none();
    }
    let (mut kept, fault) = KeptFile::open(&arguments.file);
    let mut told: Vec<Diagnostic> = fault.into_iter().collect();
    if arguments.property.is_empty() {
        let callees: Vec<String> = found.properties.iter().map(callee).collect();
        // A function that is a property only by `--property` is there all the same.
        let others = found.program.exports.iter().map(|export| &*export.name);
        let gone = kept.kept.retain(callees.iter().map(String::as_str).chain(others));
        told.extend(gone.iter().map(|call| note("belongs to no property any more", call)));
    }
    output::complain(&told, arguments.common.color());
    kept
}

fn found(
    source: &Arc<Source>,
    named: &[String],
    arguments: &PropertyCheckArguments,
) -> Result<Properties, Vec<Diagnostic>> {
    let deadline = Deadline::after(arguments.budget.or(USUAL_BUDGET));
    let (found, diagnostics) = under(Some(deadline), || load(source, named));
    match found {
        Some(mut found) => {
            output::complain(&diagnostics, arguments.common.color());
            found.raising_functions = arguments.raising_functions;
            Ok(found)
        }
        None => Err(diagnostics),
    }
}
