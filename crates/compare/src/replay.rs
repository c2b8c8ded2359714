//! Replays one call on both programs.
//! The call is OCaml text; it is put behind each program and evaluated there, so whatever can be written can be
//! replayed, and its type is checked like any other expression.

use std::sync::Arc;

use lydian_core::{Program, Shapes, Value};
use lydian_diagnostic::{Diagnostic, Source};
use lydian_eval::{ImageBuilder, Machine, Meter, NoUnknowns, Outcome as Run, Universe, World};
use lydian_term::{Model, Terms};
use lydian_verdict::{Case, Cause, Door, Judgement, Outcome, Refutation, Verdict, label};

use crate::batch::on_deep_stack;
use crate::differ::{Closed, Fuel};
use crate::{Exceptions, Options, wording};

/// Evaluates `call` in both programs and judges whether they agree on it.
pub fn replay(reference: &Arc<Source>, submission: &Arc<Source>, call: &str, options: &Options) -> Judgement {
    on_deep_stack(|| {
        let verdict = match outcomes(reference, submission, call, options) {
            Ok((expected, actual)) => verdict(call, expected, actual, options),
            Err(diagnostics) => Verdict::Invalid(diagnostics),
        };
        Judgement::new(submission.name.clone(), verdict)
    })
}

fn outcomes(
    reference: &Arc<Source>,
    submission: &Arc<Source>,
    call: &str,
    options: &Options,
) -> Result<(Outcome, Outcome), Vec<Diagnostic>> {
    Ok((evaluate(reference, call, options)?, evaluate(submission, call, options)?))
}

fn verdict(call: &str, expected: Outcome, actual: Outcome, options: &Options) -> Verdict {
    let outside =
        matches!(expected, Outcome::Exception(_)) && options.exceptions == Exceptions::OutsideDomain;
    if outside {
        return Verdict::Vacuous(format!("the reference raises on this input: {expected}"));
    }
    if let Outcome::NoResult { .. } = expected {
        let text = "the reference does not end within its fuel";
        return Verdict::unknown(Cause::Fuel, text);
    }
    if expected == actual {
        return Verdict::Passed(lydian_verdict::Bounds::new(format!("agree on {call}: {expected}")));
    }
    let (entry, input) = call.split_once(' ').unwrap_or((call, ""));
    let case = Case {
        door: Door::Compare,
        entry: entry.to_owned(),
        inputs: vec![input.to_owned()],
        expected,
        actual,
        size: 0,
        seed: options.seed,
    };
    Verdict::Refuted(Box::new(Refutation::new(case).detail(label::PASTE, format!("{call};;"))))
}

/// The name that the call's value gets; no user can write it.
const NAME: &str = "lydian_replayed_call";

fn evaluate(source: &Arc<Source>, call: &str, options: &Options) -> Result<Outcome, Vec<Diagnostic>> {
    let call = Source::new("<replay>", format!("let {NAME} () =\n{call}"));
    let after = options.observer.iter().cloned().chain([call]).collect();
    let (program, diagnostics) = lydian_ocaml::load_with(source, &lydian_ocaml::Options { after });
    let program = program.ok_or(diagnostics)?;
    run(&program).map_err(|message| vec![Diagnostic::without_place("definition-fails", message)])
}

fn run(program: &Program) -> Result<Outcome, String> {
    let mut builder = ImageBuilder::new(program.int_mode);
    let id = builder.add(program).map_err(|error| error.0)?;
    let image = builder.finish();
    let mut terms = Terms::new();
    let mut universe = Universe::new(Shapes::new(program.types.clone()));
    let mut decider = NoUnknowns::default();
    let limits = Fuel::AMPLE.submission;
    let meter = Meter::new(limits);
    let mut world = World::new(&mut terms, &mut universe, &mut decider, meter, program.int_mode);
    let mut machine = Machine::new(&image, &mut world);
    if let other @ (Run::Raised(_) | Run::Exhausted(_) | Run::Unsupported(_)) = machine.define(id) {
        return Err(format!(
            "the definitions do not run through: {}",
            crate::part::show_outcome(&other, &program.types)
        ));
    }
    let Some(function) = machine.global(id, NAME) else { return Err("the call has no value".into()) };
    let outcome = machine.call(&function, &[Value::Unit]);
    drop(machine);
    let closed = match outcome {
        Run::Returned(value) => Closed::Value(world.close(&value, &Model::new())),
        Run::Raised(value) => Closed::Exception(world.close(&value, &Model::new())),
        Run::Exhausted(_) => Closed::NoResult { steps: limits.steps },
        Run::Unsupported(why) => return Err(why),
        Run::Cut => return Err("the run was given up".into()),
    };
    Ok(wording::outcome(&closed, &program.types))
}
