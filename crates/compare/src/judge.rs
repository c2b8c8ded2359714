//! Judges one submission: loads it, finds the entry, looks for a difference, words the verdict.

use std::sync::Arc;
use std::time::Instant;

use lydian_core::{Datum, Program, TypeTable};
use lydian_diagnostic::{Diagnostic, Source};
use lydian_explore::Session;
use lydian_ocaml::{show, show_type};
use lydian_solver::{Chain, Solver};
use lydian_verdict::{Case, Cause, Door, Judgement, Mismatch, Refutation, Statistics, Verdict, label};

use crate::differ::{Closed, Concrete};
use crate::entry::{EntryTypes, NoEntry, find_entry};
use crate::enumerated::{Enumerated, enumerate, passed};
use crate::pair::{Broken, Pair, Side};
use crate::sampled::sample;
use crate::symbolic::{Searched, search};
use crate::{Options, Strategy, part, wording};
use lydian_enumerate::Constants;

/// A judgement with what further work needs: the counterexample as data.
#[derive(Debug, Clone)]
pub struct Judged {
    /// The judgement.
    pub judgement: Judgement,
    /// The counterexample of a refutation.
    pub counterexample: Option<Counterexample>,
}

/// A counterexample as data.
#[derive(Debug, Clone, PartialEq)]
pub struct Counterexample {
    /// The entry.
    pub entry: String,
    /// The inputs.
    pub inputs: Vec<Datum>,
}

/// A reference or submission that was loaded.
pub(crate) struct Loaded {
    pub(crate) program: Program,
    pub(crate) warnings: Vec<Diagnostic>,
    /// How long loading took.
    pub(crate) seconds: f64,
}

/// Loads a program with the observer behind it.
pub(crate) fn load(source: &Arc<Source>, options: &Options) -> Result<Loaded, Vec<Diagnostic>> {
    let started = Instant::now();
    let after = options.observer.iter().cloned().collect();
    let (program, diagnostics) = lydian_ocaml::load_with(source, &lydian_ocaml::Options { after });
    match program {
        Some(program) => {
            Ok(Loaded { program, warnings: diagnostics, seconds: started.elapsed().as_secs_f64() })
        }
        None => Err(diagnostics),
    }
}

/// Compares one submission with the reference.
pub fn judge(reference: &Arc<Source>, submission: &Arc<Source>, options: &Options) -> Judged {
    let reference = match load(reference, options) {
        Ok(loaded) => loaded,
        Err(diagnostics) => {
            let verdict = Verdict::Invalid(diagnostics);
            return plain(Judgement::new(submission.name.clone(), verdict));
        }
    };
    judge_loaded(&reference.program, submission, &load(submission, options), options)
}

/// Compares one submission with a reference that is loaded.
pub(crate) fn judge_loaded(
    reference: &Program,
    submission: &Arc<Source>,
    loaded: &Result<Loaded, Vec<Diagnostic>>,
    options: &Options,
) -> Judged {
    let started = Instant::now();
    let options = &Options { deadline: options.budget.map(|budget| started + budget), ..options.clone() };
    let mut judged = match loaded {
        Ok(loaded) => {
            let judged = judge_or_apologise(reference, &loaded.program, submission, options);
            let mut judged = writable(judged, &loaded.program, submission, options);
            judged.judgement.diagnostics = loaded.warnings.clone();
            judged.judgement.seconds = loaded.seconds;
            judged
        }
        Err(diagnostics) => {
            plain(Judgement::new(submission.name.clone(), Verdict::Invalid(diagnostics.clone())))
        }
    };
    judged.judgement.seconds += started.elapsed().as_secs_f64();
    judged
}

/// The judgement, unless its counterexample is no call that a user can write: the inside of an abstract type shows nothing.
fn writable(judged: Judged, program: &Program, submission: &Arc<Source>, options: &Options) -> Judged {
    let Verdict::Refuted(refutation) = &judged.judgement.verdict else { return judged };
    let entry = program.export(&refutation.case.entry);
    if !entry.is_some_and(|entry| program.types.mentions_module(&entry.ty)) {
        return judged;
    }
    let call = refutation.case.call();
    let with_call = Source::new("<call>", format!("let _ = fun () -> ({call})"));
    let after = options.observer.iter().cloned().chain([with_call]).collect();
    if lydian_ocaml::load_with(submission, &lydian_ocaml::Options { after }).0.is_some() {
        return judged;
    }
    let text =
        format!("`{call}` shows a difference, but is not well typed: an argument is of an abstract type");
    let verdict = Verdict::unknown(Cause::Unsupported, text);
    plain(Judgement { verdict, ..judged.judgement })
}

/// A failure of our own on one submission must not lose the judgements of the others.
fn judge_or_apologise(
    reference: &Program,
    submission: &Program,
    source: &Arc<Source>,
    options: &Options,
) -> Judged {
    let judging = || judge_programs(reference, submission, source, options);
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(judging)).unwrap_or_else(|_| {
        let text = "Lydian itself failed on this program; please report it with the program";
        let verdict = Verdict::unknown(Cause::Unsupported, text);
        plain(Judgement::new(source.name.clone(), verdict))
    })
}

fn plain(judgement: Judgement) -> Judged {
    Judged { judgement, counterexample: None }
}

fn judge_programs(
    reference: &Program,
    submission: &Program,
    source: &Arc<Source>,
    options: &Options,
) -> Judged {
    let subject = source.name.clone();
    match prepare(reference, submission, source, options) {
        Ok((pair, constants, mut session)) => compare(&pair, &mut session, &constants, subject, options),
        Err(verdict) => plain(Judgement::new(subject, verdict)),
    }
}

/// Both programs ready to run, the constants in them, and a session for the search; or the verdict that ends it here.
pub(crate) fn prepare(
    reference: &Program,
    submission: &Program,
    source: &Arc<Source>,
    options: &Options,
) -> Result<(Pair, Constants, Session), Verdict> {
    let entry = find_entry(reference, submission, options.entry.as_deref())
        .map_err(|no_entry| without_entry(no_entry, reference, submission))?;
    let pair =
        Pair::new(reference, submission, entry).map_err(|broken| without_pair(broken, reference, source))?;
    let mut constants = Constants::default();
    constants.add_program(submission);
    constants.add_program(reference);
    let mut universe = pair.universe();
    for ty in &pair.entry.args {
        let id = universe.shapes.intern(ty);
        if let Some(why) = universe.shapes.why_closed(id) {
            let text = format!("no input of type {} can be made: {why}", show_type(ty, &reference.types));
            return Err(Verdict::unknown(Cause::Unsupported, text));
        }
    }
    let session = Session::new(universe.shapes, pair.int_mode, Chain::new());
    Ok((pair, constants, session))
}

fn without_entry(no_entry: NoEntry, reference: &Program, submission: &Program) -> Verdict {
    let diagnostic = |code, message: String| Diagnostic::without_place(code, message);
    match no_entry {
        NoEntry::Differs { name, types } => Verdict::Mismatched(Mismatch {
            entry: name,
            expected: show_type(&types.expected, &reference.types),
            actual: described(show_type(&types.actual, &submission.types), &types, reference, submission),
        }),
        NoEntry::NotInReference(name) => Verdict::Invalid(vec![
            diagnostic("no-entry", format!("the reference does not define `{name}`"))
                .hint("give the name of a function that both files define with --entry NAME"),
        ]),
        NoEntry::NotInSubmission(name) => {
            Verdict::Invalid(vec![diagnostic("no-entry", format!("the submission does not define `{name}`"))])
        }
        NoEntry::NotAFunction(name) => Verdict::Invalid(vec![diagnostic(
            "no-entry",
            format!("`{name}` is not a function, so there is no input to find"),
        )]),
        NoEntry::NothingInCommon => Verdict::Invalid(vec![
            diagnostic("no-entry", "the two files define no function of the same name".to_owned())
                .hint("name the function with --entry NAME"),
        ]),
    }
}

/// The submission's type; where it reads the same as the reference's, what is declared differently.
fn described(actual: String, types: &EntryTypes, reference: &Program, submission: &Program) -> String {
    if actual != show_type(&types.expected, &reference.types) {
        return actual;
    }
    let other: Vec<&str> = submission
        .types
        .iter()
        .filter(|decl| reference.types.get(&decl.path).is_some_and(|known| known.body != decl.body))
        .map(|decl| &*decl.path)
        .collect();
    match other.first() {
        Some(first) => format!("{actual}, where the type {first} is declared differently"),
        None => actual,
    }
}

fn without_pair(broken: Broken, reference: &Program, source: &Arc<Source>) -> Verdict {
    let whose = |side: Side| match side {
        Side::Reference => "the reference".to_owned(),
        Side::Submission => format!("`{}`", source.name),
    };
    match broken {
        Broken::Link(side, error) => {
            let text = format!("{} cannot be run: {}", whose(side), error.0);
            Verdict::unknown(Cause::Unsupported, text)
        }
        Broken::Definitions(side, outcome) => {
            let how = part::show_outcome(&outcome, &reference.types);
            Verdict::Invalid(vec![
                Diagnostic::without_place(
                    "definition-fails",
                    format!("the definitions of {} do not run through: {how}", whose(side)),
                )
                .hint("remove or mend the expressions at the top level of the file"),
            ])
        }
    }
}

fn compare(
    pair: &Pair,
    session: &mut Session,
    constants: &Constants,
    subject: String,
    options: &Options,
) -> Judged {
    let mut statistics = Statistics::default();
    let mut enumerated = Enumerated::default();
    if matches!(options.strategy, Strategy::Combined | Strategy::Enumerate) {
        let started = Instant::now();
        enumerated = enumerate(pair, &mut session.terms, &mut session.universe, constants, options);
        statistics.count("inputs enumerated", enumerated.cases);
        statistics.time("enumeration", started.elapsed());
        if let Some((inputs, concrete)) = enumerated.found.take() {
            return refuted(pair, session, subject, inputs, &concrete, statistics, options);
        }
    }
    if options.strategy == Strategy::Enumerate {
        let verdict = if enumerated.relevant == 0 {
            vacuous(&enumerated)
        } else {
            Verdict::Passed(wording::bounds(None, enumerated.cases, enumerated.relevant))
        };
        let mut judgement = Judgement::new(subject, verdict);
        judgement.statistics = statistics;
        return plain(judgement);
    }
    let started = Instant::now();
    let mut searched = search(pair, session, constants, enumerated.patience, options, &mut |_, _| {});
    let counts = searched.search.counts();
    statistics.count("paths", counts.paths);
    statistics.count("shapes", counts.shapes);
    statistics.count("questions", counts.questions);
    statistics.count("hard questions", counts.hard_questions);
    statistics.count("work", counts.work);
    statistics.count("infeasible", counts.infeasible);
    statistics.count("undecided", counts.undecided);
    statistics.count("steps", searched.steps);
    for (layer, work) in session.chain.statistics().layers.iter() {
        statistics.count(&format!("answered by {layer}"), work.answered());
    }
    statistics.time("path search", started.elapsed());
    if let Some((inputs, concrete)) = searched.found.take() {
        return refuted(pair, session, subject, inputs, &concrete, statistics, options);
    }
    let verdict = without_difference(&searched, &enumerated, options);
    if options.strategy == Strategy::Combined && matches!(verdict, Verdict::Passed(_)) {
        let started = Instant::now();
        let sampled = sample(pair, session, options);
        statistics.count("inputs sampled", sampled.samples);
        statistics.count("relevant samples", sampled.relevant);
        statistics.time("sampling", started.elapsed());
        if let Some((inputs, concrete)) = sampled.found {
            return refuted(pair, session, subject, inputs, &concrete, statistics, options);
        }
    }
    let mut judgement = Judgement::new(subject, verdict);
    judgement.statistics = statistics;
    plain(judgement)
}

fn vacuous(enumerated: &Enumerated) -> Verdict {
    match &enumerated.unsupported {
        Some(why) => Verdict::unknown(Cause::Unsupported, why.clone()),
        None => Verdict::Vacuous(format!(
            "the reference ends normally on none of the {} inputs tried",
            lydian_verdict::grouped(enumerated.cases)
        )),
    }
}

fn without_difference(searched: &Searched, enumerated: &Enumerated, options: &Options) -> Verdict {
    if searched.interrupted || enumerated.interrupted || passed(options) {
        let text = "the time was up before the search reached its bounds";
        return Verdict::unknown(Cause::Budget, text);
    }
    let relevant = searched.relevant + enumerated.relevant;
    if relevant == 0 {
        return match searched.unsupported.as_ref().or(enumerated.unsupported.as_ref()) {
            Some(why) => Verdict::unknown(Cause::Unsupported, why.clone()),
            None if searched.unfinished > 0 => {
                Verdict::unknown(Cause::Fuel, "the reference does not end within its fuel on any input tried")
            }
            None => Verdict::Vacuous("the reference ends normally on no input tried".to_owned()),
        };
    }
    if let Some(why) = &searched.unsupported
        && searched.relevant == 0
    {
        return Verdict::unknown(Cause::Unsupported, why.clone());
    }
    let bounds = wording::bounds(Some((&searched.search, searched.approximate)), enumerated.cases, relevant);
    let certain = searched.search.is_exhausted()
        && searched.spurious == 0
        && searched.unfinished == 0
        && !searched.approximate
        && searched.unsupported.is_none();
    if certain { Verdict::Proved(bounds) } else { Verdict::Passed(bounds) }
}

/// What to type into a toplevel to see the submission's answer.
fn paste(subject: &str, call: &str, options: &Options) -> String {
    let quoted = |name: &str| show(&Datum::Str(name.as_bytes().to_vec()), &TypeTable::default());
    let mut line = format!("#use {};; ", quoted(subject));
    if let Some(observer) = &options.observer {
        line.push_str(&format!("#use {};; ", quoted(&observer.name)));
    }
    format!("{line}{call};;")
}

fn refuted(
    pair: &Pair,
    session: &mut Session,
    subject: String,
    inputs: Vec<Datum>,
    concrete: &Concrete,
    statistics: Statistics,
    options: &Options,
) -> Judged {
    let types = pair.types(Side::Reference);
    let case = Case {
        door: Door::Compare,
        entry: pair.entry.name.clone(),
        inputs: pair.arguments(&inputs),
        expected: wording::outcome(&concrete.expected, types),
        actual: wording::outcome(&concrete.actual, pair.types(Side::Submission)),
        size: inputs.iter().map(Datum::size).sum(),
        seed: options.seed,
    };
    let call = case.call();
    let mut refutation = Refutation::new(case);
    if !matches!(concrete.actual, Closed::NoResult { .. })
        && let Some(text) = part::where_they_part(pair, session, &inputs, options)
    {
        refutation = refutation.detail(label::PARTS, text);
    }
    if let Some((expected, actual)) = &concrete.left_behind {
        let types = pair.types(Side::Reference);
        let (expected, actual) = (show(expected, types), show(actual, types));
        let text = format!("expected {expected}, got {actual}");
        refutation = refutation.detail("argument afterwards", wording::clip(&text));
    }
    refutation = refutation.detail(label::PASTE, paste(&subject, &call, options));
    let mut judgement = Judgement::new(subject, Verdict::Refuted(Box::new(refutation)));
    judgement.statistics = statistics;
    let counterexample = Counterexample { entry: pair.entry.name.clone(), inputs };
    Judged { judgement, counterexample: Some(counterexample) }
}
