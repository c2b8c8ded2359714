//! Judges one submission: loads it, finds the entry, looks for a difference, words the verdict.

use std::sync::Arc;
use std::time::{Duration, Instant};

use lydian_budget::Deadline;
use lydian_core::{Datum, Program, TypeTable};
use lydian_diagnostic::{Diagnostic, Source};
use lydian_explore::Session;
use lydian_ocaml::{Cover, ModuleKind, show, show_type};
use lydian_verdict::{Bounds, Case, Cause, Door, Judgement, Measure, Refutation, Statistics, Verdict, label};

use crate::applications::at_strings_too;
use crate::assertion::{self, Assertion, Unassertable};
use crate::beside::{Beside, Difference};
use crate::constant::compare_constant;
use crate::differ::{Closed, Concrete};
use crate::entries::{self, Chosen, Entries};
use crate::entry::{Entry, find_entry};
use crate::excerpt::with_excerpts;
use crate::in_a_row::without_those_left_out;
use crate::no_entry::{Stopped, without_entry, without_pair};
use crate::noted::with_noted_calls;
use crate::observed::load_reference;
use crate::pair::{Broken, Pair, Side};
use crate::printed::Texts;
use crate::sequence::{Sequence, Written};
use crate::sequences::{Judging, compare_in_all_ways};
use crate::through::{self, Loadable, Through};
use crate::{Effort, Integers, Options, Printing, adapted, condition, part, raising, remarks, rows, wording};
use lydian_enumerate::Constants;

/// The label of why a difference counts although an integer leaves its range: run alone it needs `--integers machine`.
pub const WRAPS: &str = "integers";

/// The label of why it counts that only the submission prints: run alone it needs `--printing compare`.
pub const PRINTS_ELSEWHERE: &str = "printing";

/// A judgement with what further work needs: the counterexample as data, and the entries one by one.
#[derive(Debug, Clone)]
pub struct Judged {
    /// The judgement.
    pub judgement: Judgement,
    /// The counterexample of a refutation.
    pub counterexample: Option<Counterexample>,
    /// Where several entries were judged, each of them.
    pub entries: Vec<Judged>,
}

/// A counterexample as data.
#[derive(Debug, Clone, PartialEq)]
pub struct Counterexample {
    /// The entry.
    pub entry: String,
    /// The inputs.
    pub inputs: Vec<Datum>,
    /// The assertion that tells the programs apart, or why there is none: `=` does not see what is printed, and it looks inside of sets.
    pub assertion: Result<Assertion, Unassertable>,
    /// How the entry is called with them.
    pub(crate) sequence: Sequence,
    /// Whether the inputs are not those that the entry has by itself: its functions note how they are called, it is applied to another
    /// module, or calls of several functions stand in a row.
    pub(crate) is_beside: bool,
}

/// A reference or submission that was loaded.
pub(crate) struct Loaded {
    pub(crate) program: Program,
    /// The modules that functors of the library made.
    pub(crate) made_by_library: Vec<String>,
    /// The modules among the entries that are named.
    pub(crate) modules: Vec<String>,
    /// The module that stands last, if it hides nothing: then its functions are compared one by one.
    pub(crate) last_open_module: Option<String>,
    pub(crate) warnings: Vec<Diagnostic>,
    /// How long loading took.
    pub(crate) seconds: f64,
    /// What is left of its budget.
    left: Option<Duration>,
}

/// Loads a program with what stands behind it.
pub(crate) fn load(source: &Arc<Source>, side: Side, options: &Options) -> Result<Loaded, Vec<Diagnostic>> {
    let started = Instant::now();
    let deadline = options.budget.map(Deadline::after);
    let (typed, diagnostics) = lydian_budget::under(deadline, || {
        lydian_ocaml::load_typed_parts(condition::parts(source, side, options, []))
    });
    match typed {
        Some(typed) => {
            let (seconds, left) = (started.elapsed().as_secs_f64(), deadline.map(Deadline::left));
            let made_by_library = typed.made_by_library();
            let modules = match &options.entries {
                Entries::Named(names) => {
                    names.iter().filter(|name| typed.module_kind(name).is_some()).cloned().collect()
                }
                _ => Vec::new(),
            };
            let last_open_module =
                typed.last_module().filter(|name| typed.module_kind(name) == Some(ModuleKind::Plain));
            let last_open_module = last_open_module.map(str::to_owned);
            let (program, warnings) = (typed.program, diagnostics);
            Ok(Loaded { program, made_by_library, modules, last_open_module, warnings, seconds, left })
        }
        None => Err(diagnostics),
    }
}

/// Compares one submission with the reference.
pub fn judge(reference: &Arc<Source>, submission: &Arc<Source>, options: &Options) -> Judged {
    let loaded = match load_reference(reference, options) {
        Ok(loaded) => loaded,
        Err(diagnostics) => {
            let verdict = Verdict::of_faults(diagnostics);
            return plain(Judgement::new(submission.name.clone(), verdict));
        }
    };
    let own = load(submission, Side::Submission, options);
    let chosen = choose_loaded(&loaded, &own, options);
    let program = Loadable { program: &loaded.program, source: reference };
    let rows = chosen.rows.into_iter().map(|entries| {
        let options = Options { entries, ..options.clone() };
        judge_loaded(program, submission, &own, &options)
    });
    let rows: Vec<Judged> = rows.collect();
    rows::join(rows, &chosen.remarks).unwrap_or_else(|| {
        plain(Judgement::new(submission.name.clone(), Verdict::Vacuous("nothing was compared".to_owned())))
    })
}

/// The entries by which a submission is judged; one that cannot be loaded has one judgement that says so.
pub(crate) fn choose_loaded(
    reference: &Loaded,
    loaded: &Result<Loaded, Vec<Diagnostic>>,
    options: &Options,
) -> Chosen {
    match loaded {
        Ok(loaded) => {
            // An observer and a condition are written for one function.
            let is_for_one = options.observer.is_some() || options.condition.is_some();
            let module = reference.last_open_module.as_deref().filter(|_| !is_for_one);
            let defined = entries::defined(&reference.program, &reference.made_by_library);
            let chosen = entries::choose(&options.entries, &defined, module, &loaded.program);
            let made = [&*reference.made_by_library, &*loaded.made_by_library];
            let chosen = entries::leave_out_of_library(chosen, made);
            if is_for_one || chosen.rows.len() < 2 {
                return chosen;
            }
            entries::add_calls_in_a_row(chosen, &reference.program, &loaded.program, &options.entries)
        }
        Err(_) => Chosen { rows: vec![Entries::Last], remarks: Vec::new() },
    }
}

/// Compares one submission with a reference that is loaded.
pub(crate) fn judge_loaded(
    reference: Loadable<'_>,
    submission: &Arc<Source>,
    loaded: &Result<Loaded, Vec<Diagnostic>>,
    options: &Options,
) -> Judged {
    let started = Instant::now();
    let left = loaded.as_ref().ok().and_then(|loaded| loaded.left);
    let options = &Options { deadline: left.map(Deadline::after), ..options.clone() };
    let mut judged = match loaded {
        Ok(loaded) => {
            let own = Loadable { program: &loaded.program, source: submission };
            let judged = judge_or_apologise(reference, own, options);
            let mut judged = writable(judged, reference.program, &loaded.program, submission, options);
            judged.judgement.diagnostics = loaded.warnings.clone();
            judged.judgement.seconds = loaded.seconds;
            judged
        }
        Err(diagnostics) => {
            plain(Judgement::new(submission.name.clone(), Verdict::of_faults(diagnostics.clone())))
        }
    };
    judged.judgement.seconds += started.elapsed().as_secs_f64();
    judged
}

/// The judgement, unless its counterexample is no call that a user can write: the inside of an abstract type shows nothing.
fn writable(
    judged: Judged,
    reference: &Program,
    program: &Program,
    submission: &Arc<Source>,
    options: &Options,
) -> Judged {
    let Verdict::Refuted(refutation) = &judged.judgement.verdict else { return judged };
    let mentions_module = |program: &Program| {
        // What is no function is a module.
        let entry = judged.judgement.entry.as_ref().map(|name| program.export(name));
        entry.is_some_and(|entry| entry.is_none_or(|entry| program.types.mentions_module(&entry.ty)))
    };
    if !mentions_module(reference) && !mentions_module(program) {
        return judged;
    }
    let call = refutation.case.call();
    let with_call = Source::new("<call>", format!("let _ = fun () -> ({call})"));
    let adapted = adapted::adapt(reference, Loadable { program, source: submission }, options);
    let source = adapted.as_ref().map_or(submission, |adapted| &adapted.source);
    let parts = condition::parts(source, Side::Submission, options, [with_call]);
    if lydian_ocaml::load_parts(parts).0.is_some() {
        return judged;
    }
    let text =
        format!("`{call}` shows a difference, but is not well typed: an argument is of an abstract type");
    let verdict = Verdict::unknown(Cause::Unsupported, text);
    let verdict = match tried_before(&judged.judgement.statistics) {
        0 => verdict,
        tried => {
            verdict.covering(Bounds::new("no difference on the inputs tried before").number("inputs", tried))
        }
    };
    plain(Judgement { verdict, ..judged.judgement })
}

/// How many inputs and paths were tried before the one that showed a difference.
fn tried_before(statistics: &Statistics) -> u64 {
    let count = |name: &str| match statistics.get(name) {
        Some(Measure::Count(count)) => count,
        _ => 0,
    };
    ["inputs enumerated", "paths", "inputs sampled"].map(count).into_iter().sum::<u64>().saturating_sub(1)
}

/// A failure of our own on one submission must not lose the judgements of the others.
fn judge_or_apologise(reference: Loadable<'_>, submission: Loadable<'_>, options: &Options) -> Judged {
    let judging = || judge_programs(reference, submission, options);
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(judging)).unwrap_or_else(|_| {
        let text = "Lydian itself failed on this program; please report it with the program";
        let verdict = Verdict::unknown(Cause::Unsupported, text);
        plain(Judgement::new(submission.source.name.clone(), verdict))
    })
}

pub(crate) fn plain(judgement: Judgement) -> Judged {
    Judged { judgement, counterexample: None, entries: Vec::new() }
}

fn judge_programs(reference: Loadable<'_>, submission: Loadable<'_>, options: &Options) -> Judged {
    let (source, subject) = (submission.source, submission.source.name.clone());
    match prepare(reference, submission, options) {
        Ok((mut pair, constants)) => {
            // A hunt that goes on until the time is up leaves none for this.
            let raising =
                (options.effort == Effort::Max).then(|| raising::remark(&mut pair, &constants, options));
            let mut beside = Beside::new(options);
            let mut judged = match pair.entry.is_constant() {
                true => compare_constant(&pair, &mut pair.session(), &mut beside, subject, options),
                false => {
                    let judging = Judging { constants: &constants, beside: &mut beside, subject, options };
                    let judged = compare_in_all_ways(&mut pair, judging);
                    let of_entry = (&*pair.entry.name, &constants);
                    let judged = with_noted_calls(judged, reference, submission, of_entry, options);
                    let of_entry = (&pair.entry, &constants);
                    let judged = at_strings_too(judged, reference, submission, of_entry, options);
                    without_those_left_out(judged, &options.entries, pair.entry.through.as_deref())
                }
            };
            // A refutation needs no remarks of this kind: it is what there is to mend first.
            if judged.counterexample.is_none() {
                judged.judgement.remarks.extend(beside.remarks(&pair));
            }
            if matches!(judged.judgement.verdict, Verdict::Passed(_) | Verdict::Proved(_)) {
                let remark = || raising::remark(&mut pair, &constants, options);
                judged.judgement.remarks.extend(raising.unwrap_or_else(remark));
            }
            judged.judgement.remarks.extend(remarks::of_pair(&pair, source));
            judged.judgement.entry = Some(pair.entry.name.clone());
            judged
        }
        Err(stopped) => plain(stopped.judgement(subject)),
    }
}

/// Both programs ready to run and the constants in them, or the verdict that ends it here.
pub(crate) fn prepare(
    reference: Loadable<'_>,
    submission: Loadable<'_>,
    options: &Options,
) -> Result<(Pair, Constants), Box<Stopped>> {
    let pair = paired(reference, submission, options)?;
    let (reference, submission, name) = (reference.program, submission.program, &pair.entry.name);
    let mut constants = Constants::default();
    constants.add_program(submission);
    constants.add_program(reference);
    let mut universe = pair.universe();
    for ty in &pair.entry.args {
        let id = universe.shapes.intern(ty);
        if let Some(why) = universe.shapes.why_closed(id) {
            let text = format!(
                "no input of type {} can be made for `{name}`: {why}",
                show_type(ty, &reference.types)
            );
            return Err(Stopped::at(name, Verdict::unknown(Cause::Unsupported, text)));
        }
    }
    Ok((pair, constants))
}

/// Both programs at the entry.
pub(crate) fn paired(
    reference: Loadable<'_>,
    submission: Loadable<'_>,
    options: &Options,
) -> Result<Pair, Box<Stopped>> {
    let adapted = adapted::adapt(reference.program, submission, options);
    let submission = adapted.as_ref().map_or(submission, |adapted| adapted.loadable());
    let joined = through::join(reference, submission, options)?;
    let (first, second, mut entry) = match &joined {
        Some(joined) => (&joined.reference, &joined.submission, joined.entry.clone()),
        None => {
            let (first, second) = (reference.program, submission.program);
            let entry = find_entry(first, second, &options.entries)
                .map_err(|no_entry| without_entry(no_entry, first, second, options))?;
            (first, second, entry)
        }
    };
    entry.own = adapted.as_ref().map(|adapted| adapted.own.clone()).unwrap_or_default();
    entry.own.sorts = adapted::sorts(reference.source, submission.source, options);
    let name = entry.name.clone();
    pair_of(first, second, entry, options).map_err(|broken| without_pair(broken, &name, submission.source))
}

pub(crate) fn pair_of(
    reference: &Program,
    submission: &Program,
    entry: Entry,
    options: &Options,
) -> Result<Pair, Broken> {
    let mut pair = Pair::new(reference, submission, entry)?;
    pair.functions = options.functions;
    pair.floats = options.floats;
    pair.condition = options.condition.as_ref().map(|condition| condition.source.text.to_string());
    Ok(pair)
}

/// What to type into a toplevel to see the submission's answer; it reads one phrase of a line and drops the rest.
pub(crate) fn paste(subject: &str, phrases: &[String], options: &Options) -> String {
    let mut lines = used(subject);
    if let Some(observer) = &options.observer {
        lines.push_str(&used(&observer.name));
    }
    let phrases: Vec<String> = phrases.iter().map(|phrase| format!("{phrase};;")).collect();
    lines + &phrases.join("\n")
}

/// The line by which a toplevel reads a file.
fn used(name: &str) -> String {
    format!("#use {};;\n", file_name(name))
}

/// What is to be typed, for a copy of the file in another place.
pub(crate) fn paste_of_copy(paste: &str, first: &str, copy: &str) -> String {
    match paste.strip_prefix(&*used(first)) {
        Some(rest) => used(copy) + rest,
        None => paste.to_owned(),
    }
}

/// The name of a file as an OCaml string that a person reads: letters of all languages stay as they are.
fn file_name(name: &str) -> String {
    match name.chars().any(char::is_control) {
        true => show(&Datum::Str(name.as_bytes().to_vec()), &TypeTable::default()),
        false => format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\"")),
    }
}

pub(crate) fn refuted(
    pair: &Pair,
    session: &mut Session,
    subject: String,
    (inputs, concrete): Difference,
    statistics: Statistics,
    options: &Options,
) -> Judged {
    let sequence = concrete.sequence;
    let [expected, actual] = wording::outcomes(pair, &concrete);
    let (entry, arguments) = pair.written_call(sequence, &inputs);
    let named = pair.looked_at_afterwards(&inputs, &concrete);
    let Written { call, mut phrases } =
        Written::new(&entry, sequence, &arguments, &named, &pair.looks(&concrete));
    let is_written_apart = pair.is_noted() || pair.is_in_a_row();
    let case = Case {
        door: Door::Compare,
        written: (is_written_apart || sequence != Sequence::ONE).then_some(call),
        entry: if is_written_apart { wording::applied_name(&pair.entry.name) } else { entry },
        inputs: arguments,
        expected,
        actual,
        size: inputs.iter().map(Datum::size).sum(),
        seed: options.seed,
    };
    let mut refutation = with_excerpts(Refutation::new(case));
    if let Some((label, text)) = wording::which_call(&concrete) {
        refutation = refutation.detail(label, text);
    }
    if !matches!(concrete.actual, Closed::NoResult { .. })
        // What is kept inside of a module may be different on the way.
        && !matches!(pair.entry.through.as_deref(), Some(Through::Observations(..)))
        && let Some(text) = part::where_they_part(pair, session, &inputs, sequence)
    {
        refutation = refutation.detail(label::PARTS, text);
    }
    if let Some((label, text)) = wording::afterwards(pair, &concrete.left_behind) {
        refutation = refutation.detail(label, text);
    }
    if let (Some(one), Closed::Value(result)) = (&concrete.one_object, &concrete.actual) {
        let call = refutation.case.call();
        let (text, phrase) =
            one.shown((&call, &phrases), &pair.shown_result(result), pair.types(Side::Reference));
        refutation = refutation.detail("one object", text);
        phrases.extend(phrase);
    }
    if concrete.wraps() && options.integers == Integers::Mathematical {
        let bits = concrete.left_bits;
        let text = match concrete.stays_unbounded {
            true => format!(
                "one leaves {bits} bits in the submission, but the programs differ with integers of any size, too"
            ),
            false => format!(
                "one leaves {bits} bits here, but the reference stirs the bits of what wraps: that is part of what it does"
            ),
        };
        refutation = refutation.detail(WRAPS, text);
    }
    if concrete.texts == Texts::OnlyTheSubmissionPrints && options.printing == Printing::Expected {
        let text =
            "the reference prints on other inputs, so that it prints nothing here is part of what it does";
        refutation = refutation.detail(PRINTS_ELSEWHERE, text);
    }
    if pair.failures(Side::Submission).is_empty() {
        let phrases = pair.entry.own.said_before(&phrases);
        refutation = refutation.detail(label::PASTE, paste(&subject, &phrases, options));
    }
    let assertion = asserted(pair, &refutation.case.call(), &concrete, options);
    let mut judgement = Judgement::new(subject, Verdict::Refuted(Box::new(refutation)));
    judgement.statistics = statistics;
    let entry = pair.entry.name.clone();
    let counterexample = Counterexample { entry, inputs, assertion, sequence, is_beside: is_written_apart };
    Judged { judgement, counterexample: Some(counterexample), entries: Vec::new() }
}

/// The assertion that a difference refutes, or why there is none.
fn asserted(
    pair: &Pair,
    call: &str,
    concrete: &Concrete,
    options: &Options,
) -> Result<Assertion, Unassertable> {
    if concrete.texts != Texts::Same {
        return Err(Unassertable::Printed);
    }
    if !concrete.left_behind.is_empty() {
        return Err(Unassertable::LeftBehind);
    }
    if concrete.one_object.is_some() {
        return Err(Unassertable::OneObject);
    }
    // Assertions run one behind the other, and what the first calls keep would be there for the next ones.
    if concrete.sequence != Sequence::ONE || pair.is_noted() || pair.is_in_a_row() {
        return Err(Unassertable::SeveralCalls);
    }
    let expected = match &concrete.expected {
        Closed::Value(value) if Cover::hides_in(value) => return Err(Unassertable::Hidden),
        Closed::Value(_) if !pair.onlooker.sees_plainly(&pair.entry) => return Err(Unassertable::Hidden),
        Closed::Value(value) if !wording::is_data(value) => return Err(Unassertable::Unwritable),
        Closed::Value(value) => Closed::Value(pair.shown_result(value)),
        other => other.clone(),
    };
    assertion::assertion(call, &expected, pair.types(Side::Reference), options)
}
