//! `lydian model check`: tests of a model itself.

use std::path::Path;
use std::time::{Duration, Instant};

use lydian_budget::{Deadline, under};
use lydian_conform::Trouble;
use lydian_diagnostic::Diagnostic;
use lydian_model::{Checking, Concrete, Explored, Init, Shape};
use lydian_report::{Format, Reporter};
use lydian_verdict::{
    Bounds, Case, Cause, Detail, Door, Event, Judgement, Outcome, Refutation, Summary, Verdict, label,
};
use lydian_words::plural;

use super::load;
use crate::arguments::ModelCheckArguments;
use crate::output;
use crate::report::{self, Contents, Report};

/// The time that it may take unless the user says otherwise.
const USUAL_BUDGET: Duration = Duration::from_secs(30);

/// States of a model that only describes its answers.
const MOST_SOLVED: usize = 300;

/// Work that the search for each property may take.
const WORK: u64 = 3_000_000;

/// Runs the command and gives its exit code.
pub(crate) fn run(arguments: &ModelCheckArguments) -> u8 {
    match check(arguments) {
        Ok(code) => code,
        Err(diagnostics) => {
            output::complain(&diagnostics, arguments.common.color());
            if arguments.common.format() == Format::Json {
                report::write_faults(&arguments.common, &[&arguments.model.model], &diagnostics);
            }
            output::code_of(diagnostics)
        }
    }
}

fn check(arguments: &ModelCheckArguments) -> Result<u8, Vec<Diagnostic>> {
    let started = Instant::now();
    let deadline = Deadline::after(arguments.budget.or(USUAL_BUDGET));
    let model = under(Some(deadline), || load::model(&arguments.model, arguments.common.color()))?;
    let path: &Path = &arguments.model.model;
    let mut report = Report::open(&arguments.common, Contents::Report, &[path])?;
    // Each step of a model that only describes its answers is solved for.
    let solved = matches!(model.shape, Shape::PrePost | Shape::Answers);
    let checking = Checking {
        most_states: if solved { arguments.states.min(MOST_SOLVED) } else { arguments.states },
        depth: arguments.depth,
        work: WORK,
        deadline: Some(deadline),
    };
    let mut summary = Summary::default();
    let said = load::with_model(&model, |spec| {
        let explored = spec.explore(&checking)?;
        if explored.reached.states.is_empty() && model.init == Init::Several {
            return Err(Trouble("`init` is an empty list: the system starts nowhere".into()));
        }
        let questions = spec.questions(&arguments.property, &explored);
        let total = questions.len() as u64;
        let what = format!("checking {}", path.display());
        report.expect(questions.iter().map(|question| question.name().to_owned()));
        output::or_quit(report.event(&Event::Started { what, total }));
        for question in &questions {
            let begun = Instant::now();
            let answered = spec.answer(question, &explored, &checking);
            let verdict = spec.answered_verdict(question, &answered, &explored);
            let mut judgement = Judgement::new(question.name(), verdict);
            judgement.seconds = begun.elapsed().as_secs_f64();
            summary.record(&judgement);
            output::or_quit(report.event(&Event::Judged(Box::new(judgement))));
        }
        // A model that gives no reply somewhere is at fault, whatever is asked about it.
        if let Some(judgement) = no_reply(spec, &explored)
            .or_else(|| every_step(&explored, questions.is_empty() && arguments.property.is_empty()))
        {
            summary.record(&judgement);
            output::or_quit(report.event(&Event::Judged(Box::new(judgement))));
        }
        Ok(describe(spec, &explored))
    })?;
    summary.seconds = started.elapsed().as_secs_f64();
    let code = summary.exit_code();
    if summary.total() == 0 {
        let message = format!("the model has no property `{}`", arguments.property.join("`, `"));
        let hint = "properties are functions whose names start with `prop_` or `law_`; deterministic, observably deterministic, \
                    total, implementable and invariant are asked where they make sense";
        return Err(vec![Diagnostic::without_place("no-property", message).hint(hint)]);
    }
    output::or_quit(report.event(&Event::Finished(summary)));
    if arguments.common.format() == Format::Text {
        report.append(&said);
    }
    report.finish()?;
    Ok(code)
}

/// The judgement on a model that raises an exception or does not end.
fn no_reply(spec: &Concrete<'_, '_, '_>, explored: &Explored) -> Option<Judgement> {
    let reached = &explored.reached;
    let (place, input, trouble) = reached.trouble.as_ref()?;
    let way: Vec<_> = reached.way_to(*place).into_iter().map(|(input, _)| input).chain([*input]).collect();
    let inputs: Vec<String> = way.iter().map(|input| spec.show_input(*input)).collect();
    let verdict = match trouble.0.strip_prefix("the model raises ") {
        Some(exception) => {
            let case = Case {
                door: Door::Model,
                written: None,
                entry: "inputs".into(),
                inputs: inputs.clone(),
                expected: Outcome::Value("a reaction, or a refusal".into()),
                actual: Outcome::Exception(exception.to_owned()),
                size: inputs.len() as u64,
                seed: 0,
            };
            let details = vec![
                Detail::new("inputs", inputs.join("; ")),
                Detail::new(label::GOT, format!("exception {exception}")),
            ];
            Verdict::Refuted(Box::new(Refutation { case, details }))
        }
        None => {
            let text = format!("after {}: {}", inputs.join("; "), trouble.0);
            let (states, steps) = (reached.states.len() as u64, reached.transitions.len() as u64);
            let covered = format!("{} and {} visited", plural(states, "state"), plural(steps, "transition"));
            let covered = Bounds::new(covered).number("states", states).number("transitions", steps);
            Verdict::unknown(Cause::Fuel, text).covering(covered)
        }
    };
    Some(Judgement::new(EVERY_STEP, verdict))
}

/// The judgement on a model about which nothing else is asked: its steps were taken.
fn every_step(explored: &Explored, alone: bool) -> Option<Judgement> {
    if !alone {
        return None;
    }
    let steps = (explored.reached.states.len() * explored.alphabet.inputs.len()) as u64;
    let bounds = Bounds::new(format!("{} looked at", plural(steps, "case"))).number("cases", steps);
    let verdict = match (steps, explored.is_everything()) {
        (0, _) => Verdict::Vacuous("no state was visited, and nothing is asked about the model".into()),
        (_, true) => Verdict::Proved(bounds),
        (_, false) => Verdict::Passed(bounds),
    };
    Some(Judgement::new(EVERY_STEP, verdict))
}

/// What is asked about every model.
const EVERY_STEP: &str = "every step ends";

/// What the model reaches, in a few lines.
fn describe(spec: &mut Concrete<'_, '_, '_>, explored: &Explored) -> String {
    let reached = &explored.reached;
    let states = plural(reached.states.len() as u64, "state");
    let transitions = plural(reached.transitions.len() as u64, "transition");
    let inputs = plural(explored.alphabet.inputs.len() as u64, "input");
    let mut text = match explored.is_everything() {
        true => format!("the model has {states} and {transitions} with {inputs}\n"),
        false => {
            if reached.states.is_empty() {
                return "the initial states are too many to visit: sequences of unknown inputs, by solving only\n".into();
            }
            let deepest = reached.states.len().checked_sub(1).map_or(0, |last| reached.depth(last));
            let deepest = plural(deepest as u64, "input");
            let which = if explored.alphabet.complete { "all" } else { "the first" };
            format!("{states} up to {deepest} deep were visited, with {transitions}, by {which} {inputs}\n")
        }
    };
    let never = explored.never_enabled();
    if !never.is_empty() && reached.trouble.is_none() {
        let which =
            if explored.is_everything() { "never enabled" } else { "not enabled in any state visited" };
        text += &format!("{which}: {}\n", spec.show_inputs(&never));
    }
    text
}
