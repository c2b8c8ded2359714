//! `lydian model test`: tests a system, or another model, against a model.

use std::path::Path;
use std::time::{Duration, Instant};

use lydian_budget::{Deadline, under};
use lydian_conform::{StateId, Trouble};
use lydian_diagnostic::Diagnostic;
use lydian_model::{Concrete, Init, Live, Model, Prepared, SharedBook, Start, Tested, Testing, concretely};
use lydian_report::{Format, Reporter, read_sequence_suite};
use lydian_verdict::{Detail, Event, Judgement, Summary, Verdict, label};
use lydian_words::plural;

use super::{load, suite, system, versus};
use crate::arguments::{MethodArgument, ModelTestArguments};
use crate::console::closed;
use crate::console::programs::Named;
use crate::limits::USUAL_MEMORY;
use crate::report::{self, Contents, Report};
use crate::shell::quoted;
use crate::submitted::{self, Wanted};
use crate::{inputs, output};

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
    files.extend(arguments.suite.as_deref());
    files.extend(arguments.wire.as_deref());
    files
}

fn test(arguments: &ModelTestArguments) -> Result<u8, Vec<Diagnostic>> {
    let started = Instant::now();
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
        true => Some(live(arguments, &model, &mut |event| output::or_quit(report.event(&event)))?),
        false => None,
    };
    let mut tell = |mut judgement: Judgement, begun: Instant| {
        judgement.seconds = begun.elapsed().as_secs_f64();
        summary.record(&judgement);
        output::or_quit(report.event(&Event::Judged(Box::new(judgement))));
    };
    if let Some(mut judgement) = judged {
        if let Ok(named) = Named::command(&arguments.system, &arguments.readable) {
            closed::reconsider(&mut judgement, &named.reading);
        }
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
            let mut verdict = spec.tested_verdict(&tested, &testing);
            if let Verdict::Refuted(refutation) = &mut verdict {
                let tail = live.tail();
                let broke = matches!(
                    tested.found.first().map(|found| &found.failure.wrong),
                    Some(lydian_conform::Wrong::Broken)
                );
                if broke && !tail.is_empty() {
                    refutation.details.push(Detail::new("its last words", tail));
                }
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
fn not_testable(spec: &Concrete<'_, '_, '_>, tested: &Tested, live: &Live<'_>) -> Option<Diagnostic> {
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
    if tested.judged == 0
        && tested.found.is_empty()
        && let Some((input, why)) = &tested.unsendable
    {
        let input = input.map_or("an input".to_owned(), |input| format!("`{}`", spec.show_input(input)));
        let message = format!("{input} cannot be sent: {why}");
        let hint =
            "restrict the inputs of the model with `inputs`, or say in a wire file how they are written";
        return Some(Diagnostic::without_place("message-not-one-line", message).hint(hint));
    }
    // A system that is gone after some sequences is another matter than a reset that does not always work.
    let early = tested.sequences == 0 || live.fault().is_some_and(|fault| fault.code == "reset-fails");
    let why = tested.not_started.as_ref().filter(|_| early && tested.found.is_empty())?;
    let message = format!("the system cannot be started: {why}");
    let plain = Diagnostic::without_place("system-unreachable", message);
    Some(live.fault().cloned().unwrap_or(plain))
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
    if let Some(text) = &arguments.replay {
        given.push(start(spec, model, None, &suite::sequence(model, text)?).map_err(broken)?);
        walks = 0;
    }
    if let Some(path) = &arguments.suite {
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
    if sequences.method.is_none() && walks > 0 && spec.starts().is_ok() {
        let soon = deadline.within(budget / 8);
        let most = if quick { MOST_CASES } else { MOST_SLOW_CASES };
        let short = spec
            .short_sequences(sequences.conformance(), suite::walk_length(sequences), most, Some(soon))
            .map_err(broken)?;
        given.extend(short.into_iter().map(|inputs| Start { state: None, inputs }));
    }
    if let Some((method, most)) = method {
        let mut request = suite::request(sequences, model, method, arguments.seed.seed, budget / 4)?;
        if sequences.method.is_none() {
            request.lengths = 1..=3;
            request.work = 2_000_000;
        }
        let suite = spec.suite(&request).map_err(broken)?;
        if matches!(method, MethodArgument::W | MethodArgument::Wp | MethodArgument::Hsi) {
            promise = Some(promised(spec, suite.hypotheses.first()).map_err(broken)?);
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
        length: suite::walk_length(sequences),
        seed: arguments.seed.seed,
        shrinking: if quick { SHRINKING } else { SLOW_SHRINKING },
        promise,
        most_failures: if quick { MOST_FAILURES } else { MOST_SLOW_FAILURES },
        deadline: Some(deadline),
    })
}

/// Inputs that a promise names.
const MOST_NAMED: usize = 12;

/// What a suite that tells all machines of a size says if it passes: something about the inputs in it, and no others.
fn promised(spec: &mut Concrete<'_, '_, '_>, hypothesis: Option<&String>) -> Result<String, Trouble> {
    let alphabet = spec.alphabet()?;
    let mut names = spec.show_inputs(&alphabet.inputs[..alphabet.inputs.len().min(MOST_NAMED)]);
    if alphabet.inputs.len() > MOST_NAMED {
        names += "; ...";
    }
    let inputs = plural(alphabet.inputs.len() as u64, "input");
    let others = if alphabet.complete { "" } else { "; about others it says nothing" };
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
    let source = inputs::read(path, "the suite").map_err(|fault| vec![fault])?;
    let fault = |why: String| {
        vec![
            Diagnostic::without_place("not-a-suite", format!("{}: {why}", path.display()))
                .hint("make one with `lydian model generate MODEL.ml --format json --output suite.json`"),
        ]
    };
    let saved = read_sequence_suite(&source.text).map_err(fault)?;
    let types = &model.program.types;
    let mut starts = Vec::new();
    for (number, case) in saved.cases.iter().enumerate() {
        let initial = match &case.initial {
            Some(text) => Some(
                lydian_ocaml::read_value(text, &model.state, types)
                    .map_err(|why| fault(format!("case {}: the initial state: {why}", number + 1)))?,
            ),
            None => None,
        };
        let mut data = Vec::new();
        for step in &case.steps {
            let datum = lydian_ocaml::read_value(&step.input, &model.input, types)
                .map_err(|why| fault(format!("case {}: {why}", number + 1)))?;
            data.push(datum);
        }
        let start = start(spec, model, initial.as_ref(), &data);
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
    for path in &arguments.readable {
        words.extend(["--readable".into(), path.display().to_string()]);
    }
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
