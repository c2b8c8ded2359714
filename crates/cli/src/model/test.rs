//! `lydian model test`: tests a system, or another model, against a model.

use std::path::Path;
use std::time::{Duration, Instant};

use lydian_budget::{Deadline, under};
use lydian_conform::{InputId, StateId, Trouble};
use lydian_diagnostic::Diagnostic;
use lydian_model::{Concrete, Init, Live, Model, Prepared, SharedBook, Start, Tested, Testing, concretely};
use lydian_report::{Format, Reporter};
use lydian_verdict::{Detail, Event, Judgement, Summary, Verdict, label};
use lydian_words::plural;

use super::{load, sessions, suite, system, versus};
use crate::arguments::{MethodArgument, ModelTestArguments};
use crate::console::closed;
use crate::console::programs::Named;
use crate::limits::USUAL_MEMORY;
use crate::output;
use crate::report::{self, Contents, Report};
use crate::shell::quoted;
use crate::submitted::{self, Wanted};
use crate::unconfined;

/// The time that it may take unless the user says otherwise.
pub(super) const USUAL_BUDGET: Duration = Duration::from_secs(60);

/// Cases of a suite that are run before the walks, where no suite was asked for.
const MOST_CASES: usize = 300;

/// The same for a system that is started afresh for each of them.
const MOST_SLOW_CASES: usize = 60;

/// Runs that may be spent on making a failure small.
const SHRINKING: usize = 2_000;
const SLOW_SHRINKING: usize = 200;

/// Failing sequences after which no more are tried.
const MOST_FAILURES: u64 = 10;
const MOST_SLOW_FAILURES: u64 = 3;

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &ModelTestArguments) -> u8 {
    match test(arguments) {
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

fn read_files(arguments: &ModelTestArguments) -> Vec<&Path> {
    let mut files = vec![arguments.model.model.as_path()];
    files.extend(arguments.others.iter().map(|path| path.as_path()));
    files.extend(arguments.sequences.suite.as_deref());
    files.extend(arguments.wire.as_deref());
    files
}

fn test(arguments: &ModelTestArguments) -> Result<u8, Vec<Diagnostic>> {
    let started = Instant::now();
    starts_something(arguments)?;
    unconfined::warn(&arguments.surroundings, arguments.common.color());
    let model = under(Some(Deadline::after(arguments.budget.or(USUAL_BUDGET))), || {
        load::model_for(&arguments.model, &arguments.sequences, arguments.common.color())
    })?;
    let mut report = Report::open(&arguments.common, Contents::Report, &read_files(arguments))?;
    report.expect(subjects(arguments));
    let total = arguments.others.len().max(1) as u64;
    let what = format!("testing against {}", arguments.model.model.display());
    output::or_quit(report.event(&Event::Started { what, total }));
    let mut summary = Summary::default();
    let judged = match arguments.others.is_empty() {
        true => Some(match arguments.sessions {
            Some(count) => sessions::together(arguments, &model, count)?,
            None => live(arguments, &model, &mut |event| output::or_quit(report.event(&event)))?,
        }),
        false => None,
    };
    let mut tell = |mut judgement: Judgement, begun: Instant| {
        judgement.seconds = begun.elapsed().as_secs_f64();
        summary.record(&judgement);
        output::or_quit(report.event(&Event::Judged(Box::new(judgement))));
    };
    if let Some(mut judgement) = judged {
        if let Ok(named) = Named::command(&arguments.system, &arguments.surroundings) {
            closed::reconsider(&mut judgement, &named.reading);
        }
        unconfined::record(&mut judgement, &arguments.surroundings);
        tell(judgement, started);
    } else {
        let given = submitted::given_directory(arguments.others.iter().map(|path| path.as_path()));
        for path in &arguments.others {
            let begun = Instant::now();
            submitted::check(path, &given, Wanted::File).map_err(|fault| vec![fault])?;
            tell(versus::versus(arguments, &model, path)?, begun);
        }
    }
    summary.seconds = started.elapsed().as_secs_f64();
    let code = summary.exit_code();
    output::or_quit(report.event(&Event::Finished(summary)));
    report.finish()?;
    Ok(code)
}

/// Options that speak of a system that Lydian starts need one.
fn starts_something(arguments: &ModelTestArguments) -> Result<(), Vec<Diagnostic>> {
    let is_reached = arguments.tcp.is_some() || arguments.http.is_some();
    match arguments.surroundings.first().filter(|_| is_reached && arguments.system.is_empty()) {
        None => Ok(()),
        Some(option) => {
            let message = format!("{option} is about a system that Lydian starts, and this one runs already");
            let hint = "leave it out, or put the command that starts the system behind `--`";
            Err(vec![Diagnostic::without_place("option-does-not-fit", message).hint(hint)])
        }
    }
}

/// What is judged, in this order: other models, or one system.
fn subjects(arguments: &ModelTestArguments) -> Vec<String> {
    match arguments.others.is_empty() {
        true => vec![system_name(arguments)],
        false => arguments.others.iter().map(|path| path.display().to_string()).collect(),
    }
}

/// The system as the user named it.
fn system_name(arguments: &ModelTestArguments) -> String {
    match (&arguments.tcp, &arguments.http) {
        (Some(address), _) => address.clone(),
        (None, Some(url)) => url.clone(),
        (None, None) => system_words(arguments).join(" "),
    }
}

fn system_words(arguments: &ModelTestArguments) -> Vec<String> {
    arguments.system.iter().map(|word| word.to_string_lossy().into_owned()).collect()
}

/// Tests a live system.
fn live(
    arguments: &ModelTestArguments,
    model: &Model,
    tell: &mut dyn FnMut(Event),
) -> Result<Judgement, Vec<Diagnostic>> {
    let prepared = Prepared::new(model).map_err(|fault| vec![*fault])?;
    let book = SharedBook::default();
    let name = system_name(arguments);
    let verdict = system::with_live(arguments, model, &prepared, &book, |live| {
        concretely(&prepared, &book, |spec| {
            if model.init == Init::Where
                && !model.extras.install
                && let Err(trouble) = spec.starts()
            {
                return Err(vec![load::cannot_run(model, &trouble)]);
            }
            let testing = testing(arguments, model, spec, live.can_reset())?;
            let usable = spec.starts().is_ok() || testing.given.iter().all(|start| start.state.is_some());
            if !usable || testing.given.is_empty() && spec.starts().is_err() {
                return Err(vec![load::cannot_run(
                    model,
                    &spec.starts().err().unwrap_or(Trouble(String::new())),
                )]);
            }
            let mut watch = |done: u64, total: u64| {
                tell(Event::Progress { done, total, detail: name.clone() });
            };
            let tested = spec
                .test_watched(live, &testing, &mut watch)
                .map_err(|trouble| vec![load::cannot_run(model, &trouble)])?;
            if let Some(fault) = not_testable(spec, &tested, live) {
                return Err(vec![fault]);
            }
            let verdict = spec.tested_verdict(&tested, &testing);
            if let Err(why) = live.take_leave() {
                output::complain(&[Diagnostic::without_place("setup-fails", why)], arguments.common.color());
            }
            Ok((verdict, tested.runs, tested.inputs, live.starts))
        })
    })?;
    let (mut verdict, runs, inputs, starts) = verdict?;
    if let Verdict::Refuted(refutation) = &mut verdict {
        let inputs = refutation.case.inputs.join("; ");
        let mut options = vec!["--replay".to_owned(), inputs];
        if let Some(start) = refutation.text_of("start") {
            options.extend(["--init".to_owned(), start.to_owned()]);
        }
        refutation
            .details
            .push(Detail::new(label::REPLAY, replay(arguments, &options, &system_words(arguments))));
    }
    let mut judgement = Judgement::new(name, verdict);
    judgement.statistics.count("runs", runs);
    judgement.statistics.count("inputs", inputs);
    judgement.statistics.count("starts", starts);
    Ok(judgement)
}

/// Why nothing can be said about a system, if it could not be brought to its start or nothing could be sent to it.
pub(super) fn not_testable(
    spec: &Concrete<'_, '_, '_>,
    tested: &Tested,
    live: &Live<'_>,
) -> Option<Diagnostic> {
    if let Some(unreset) = &tested.not_reset {
        let inputs = spec.show_inputs(&unreset.inputs);
        let (how, hint) = match live.reset_text() {
            None => (
                "the system keeps its state from one connection to the next".to_owned(),
                "say how it is reset with --reset, or let it be started for each sequence with a command behind `--`",
            ),
            Some(reset) => (
                format!("the reset `{reset}` does not bring the system to its start"),
                "give a reset that forgets all that the model speaks of, or leave it out and let the system be started for each sequence",
            ),
        };
        let message = format!("{how}: `{inputs}` is answered as if there had been no reset");
        return Some(
            Diagnostic::without_place("reset-does-not-reset", message)
                .hint(format!("the first time: {}", spec.show_steps(&unreset.first)))
                .hint(format!("the second time: {}", spec.show_steps(&unreset.second)))
                .hint(hint),
        );
    }
    // Whatever else was seen: a model that makes messages that cannot be is to be mended first, unless the system is wrong for certain.
    if tested.found.iter().all(|found| !found.is_confirmed())
        && let Some((input, why)) = &tested.unsendable
    {
        return Some(unsendable(spec, *input, why));
    }
    // A system that is gone after some sequences is another matter than a reset that does not always work.
    let early = tested.sequences == 0 || live.fault().is_some_and(|fault| fault.code == "reset-fails");
    let why = tested.not_started.as_ref().filter(|_| early && tested.found.is_empty())?;
    let message = format!("the system cannot be started: {why}");
    let plain = Diagnostic::without_place("system-unreachable", message);
    Some(live.fault().cloned().unwrap_or(plain))
}

/// An input of which no message can be made is a mistake of the model.
pub(super) fn unsendable(spec: &Concrete<'_, '_, '_>, input: Option<InputId>, why: &str) -> Diagnostic {
    let input = input.map_or("an input".to_owned(), |input| format!("`{}`", spec.show_input(input)));
    let message = format!("{input} cannot be sent: {why}");
    let hint = "restrict the inputs of the model with `inputs`, or say in a wire file how they are written";
    Diagnostic::without_place("input-cannot-be-sent", message).hint(hint)
}

/// What is tested. A system that a line resets is quick to test.
fn testing(
    arguments: &ModelTestArguments,
    model: &Model,
    spec: &mut Concrete<'_, '_, '_>,
    quick: bool,
) -> Result<Testing, Vec<Diagnostic>> {
    let budget = arguments.budget.or(USUAL_BUDGET);
    let deadline = Deadline::after(budget);
    let sequences = &arguments.sequences;
    let broken = |trouble: Trouble| vec![load::cannot_run(model, &trouble)];
    let mut given: Vec<Start> = Vec::new();
    let usual = if quick { suite::USUAL_COUNT } else { suite::SLOW_COUNT };
    let mut walks = sequences.sequences.unwrap_or(usual);
    let mut promise = None;
    let mut others = Vec::new();
    if let Some(text) = &arguments.replay {
        given.push(start(spec, model, None, &suite::sequence(model, text)?).map_err(broken)?);
        walks = 0;
    }
    if let Some(path) = &arguments.sequences.suite {
        given.extend(saved(spec, model, path)?);
        walks = 0;
    }
    for text in &sequences.given {
        given.push(start(spec, model, None, &suite::sequence(model, text)?).map_err(broken)?);
    }
    let method = match sequences.method {
        Some(MethodArgument::Given) => {
            walks = 0;
            None
        }
        Some(MethodArgument::Walk) => None,
        Some(method) => {
            walks = 0;
            Some((method, usize::MAX))
        }
        // Paths are short and find much; walks go further. A model that lists its inputs wants no others.
        None if walks > 0 && (!model.extras.inputs || spec.starts().is_err()) => {
            Some((MethodArgument::Paths, if quick { MOST_CASES } else { MOST_SLOW_CASES }))
        }
        None => None,
    };
    if !matches!(method, Some((MethodArgument::Paths, _))) {
        suite::wants_no_paths(sequences)?;
    }
    if sequences.method.is_none() && walks > 0 && spec.starts().is_ok() {
        let soon = deadline.within(budget / 8);
        let most = if quick { MOST_CASES } else { MOST_SLOW_CASES };
        let short = spec
            .short_sequences(sequences.conformance(), suite::walk_length(sequences), most, Some(soon))
            .map_err(broken)?;
        given.extend(short.into_iter().map(|inputs| Start { state: None, inputs }));
    }
    // Faults that need several values need more of them than the shortest sequences do.
    if walks > 0 && !model.extras.inputs {
        let alphabet = spec.alphabet().map_err(broken)?;
        if !alphabet.complete {
            others = spec.further_inputs(&alphabet.inputs, MOST_FURTHER).map_err(broken)?;
        }
    }
    let mut length = suite::walk_length(sequences);
    if let Some((method, most)) = method {
        let mut request = suite::request(sequences, model, method, arguments.seed.seed, budget / 4)?;
        if sequences.method.is_none() {
            request.lengths = 1..=3;
            request.work = 2_000_000;
        }
        let suite = spec.suite(&request).map_err(broken)?;
        if matches!(method, MethodArgument::W | MethodArgument::Wp | MethodArgument::Hsi) {
            let alphabet = spec.alphabet().map_err(broken)?;
            if !alphabet.complete {
                others =
                    spec.other_inputs(&alphabet.inputs, MOST_OTHERS, arguments.seed.seed).map_err(broken)?;
                (walks, length) = (if others.is_empty() { 0 } else { OTHER_WALKS }, OTHER_LENGTH);
            }
            promise = Some(promised(spec, suite.hypotheses.first(), others.len(), walks).map_err(broken)?);
        }
        let cases: Vec<_> = suite.cases.into_iter().take(most).collect();
        for (state, inputs) in spec.sequences_of(&cases).map_err(broken)? {
            given.push(Start { state: installed(model, state), inputs });
        }
    }
    Ok(Testing {
        conformance: sequences.conformance(),
        given,
        walks,
        length,
        others,
        seed: arguments.seed.seed,
        shrinking: if quick { SHRINKING } else { SLOW_SHRINKING },
        promise,
        most_failures: if quick { MOST_FAILURES } else { MOST_SLOW_FAILURES },
        deadline: Some(deadline),
    })
}

/// A suite that tells all machines of a size is about listed inputs: so many others are tried beside it, in so many walks of this length.
const MOST_OTHERS: usize = 40;
const OTHER_WALKS: usize = 20;
const OTHER_LENGTH: usize = 20;

/// Inputs with further values that walks use where the model lists none.
const MOST_FURTHER: usize = 120;

/// Inputs that a promise names.
const MOST_NAMED: usize = 12;

/// What a suite that tells all machines of a size says if it passes: something about the inputs in it, and no others.
fn promised(
    spec: &mut Concrete<'_, '_, '_>,
    hypothesis: Option<&String>,
    others: usize,
    walks: usize,
) -> Result<String, Trouble> {
    let alphabet = spec.alphabet()?;
    let mut names = spec.show_inputs(&alphabet.inputs[..alphabet.inputs.len().min(MOST_NAMED)]);
    if alphabet.inputs.len() > MOST_NAMED {
        names += "; ...";
    }
    let inputs = plural(alphabet.inputs.len() as u64, "input");
    let others = match (alphabet.complete, others) {
        (true, _) => String::new(),
        (false, 0) => "; about others it says something only if they behave as these do".to_owned(),
        (false, count) => format!(
            "; about others it says something only if they behave as these do, and {} of them did in {}",
            count,
            plural(walks as u64, "walk")
        ),
    };
    let hypothesis = hypothesis.map_or("", |hypothesis| hypothesis);
    Ok(format!(
        "that proves conformance for all sequences of these {inputs}, if {hypothesis}{others}\nthe inputs: {names}"
    ))
}

/// A state that must be installed: one of those that a predicate describes, or any if the model says how.
fn installed(model: &Model, state: StateId) -> Option<StateId> {
    (model.init == Init::Where || model.extras.install).then_some(state)
}

fn start(
    spec: &mut Concrete<'_, '_, '_>,
    model: &Model,
    state: Option<&lydian_core::Datum>,
    data: &[lydian_core::Datum],
) -> Result<Start, Trouble> {
    let state = match state {
        Some(datum) => {
            let value = spec.value(datum);
            installed(model, spec.intern_state(&value)?)
        }
        None => None,
    };
    let mut inputs = Vec::new();
    for datum in data {
        let value = spec.value(datum);
        inputs.push(spec.intern_input(&value)?);
    }
    Ok(Start { state, inputs })
}

/// The sequences of a suite that was saved.
pub(super) fn saved(
    spec: &mut Concrete<'_, '_, '_>,
    model: &Model,
    path: &Path,
) -> Result<Vec<Start>, Vec<Diagnostic>> {
    let mut starts = Vec::new();
    for case in suite::saved(model, path)? {
        let start = start(spec, model, case.initial.as_ref(), &case.inputs);
        starts.push(start.map_err(|trouble| vec![load::cannot_run(model, &trouble)])?);
    }
    Ok(starts)
}

/// A command that runs a sequence again.
pub(super) fn replay(arguments: &ModelTestArguments, options: &[String], system: &[String]) -> String {
    let mut words = vec!["lydian".to_owned(), "model".into(), "test".into()];
    words.push(arguments.model.model.display().to_string());
    let conformance = arguments.sequences.conformance();
    if conformance != lydian_conform::Conformance::Inclusion {
        words.extend(["--conformance".into(), conformance.word().into()]);
    }
    if let Some(init) = &arguments.model.init {
        words.extend(["--init".into(), init.clone()]);
    }
    let (tcp, http, reset, ok) = (&arguments.tcp, &arguments.http, &arguments.reset, &arguments.reset_ok);
    for (name, value) in [("--tcp", tcp), ("--http", http), ("--reset", reset), ("--reset-ok", ok)] {
        if let Some(value) = value {
            words.extend([name.to_owned(), value.clone()]);
        }
    }
    if let Some(wire) = &arguments.wire {
        words.extend(["--wire".into(), wire.display().to_string()]);
    }
    words.extend(arguments.surroundings.words());
    if arguments.network == crate::arguments::NetworkArgument::Host {
        words.extend(["--network".into(), "host".into()]);
    }
    if arguments.json {
        words.push("--json".into());
    }
    if let Some(reply) = arguments.reply {
        let word = match reply {
            crate::arguments::ReplyArgument::Line => "line",
            crate::arguments::ReplyArgument::Quiet => "quiet",
        };
        words.extend(["--reply".into(), word.into()]);
    }
    for (name, time) in [("--quiet-after", arguments.quiet_after), ("--timeout", arguments.timeout)] {
        if let Some(time) = time {
            words.extend([name.to_owned(), format!("{}ms", time.as_millis())]);
        }
    }
    if arguments.memory != USUAL_MEMORY {
        words.extend(["--memory".into(), arguments.memory.to_string()]);
    }
    words.extend_from_slice(options);
    if !system.is_empty() {
        words.push("--".into());
        words.extend_from_slice(system);
    }
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}
