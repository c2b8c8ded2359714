//! Replays one call on both programs.
//! The call is OCaml text; it is put behind each program and evaluated there, so whatever can be written can be
//! replayed, and its type is checked like any other expression. It is judged as every input of a search is: by its result, and by
//! what its arguments hold afterwards.

use std::sync::Arc;

use lydian_budget::Deadline;
use lydian_core::{Datum, Value};
use lydian_diagnostic::{Diagnostic, Source};
use lydian_eval::{Limits, Meter, NoUnknowns, Outcome as Run, World};
use lydian_ocaml::{Cover, show};
use lydian_term::Model;
use lydian_verdict::{Bounds, Case, Cause, Door, Judgement, Refutation, Remark, Verdict, label};

use crate::batch::on_deep_stack;
use crate::beside::{overflow_remark, printing_remark};
use crate::differ::{Closed, Concrete, Finding, Fuel, Shown, examine, examine_endless};
use crate::entries::Entries;
use crate::entry::find_entry;
use crate::judge::paste;
use crate::no_entry::without_pair;
use crate::pair::{Pair, Side};
use crate::printed::Texts;
use crate::replayed_call::{self, Form, ReplayedCall};
use crate::{Integers, Options, Printing, remarks, wording};

/// A user who asks for one call can wait longer than a search that makes thousands.
pub(crate) const FUEL: Fuel = Fuel {
    reference: Limits { steps: 2_000_000, stack: 1_000_000, words: 100_000_000 },
    submission: Fuel::AMPLE.submission,
    factor: 100,
};

/// Evaluates `call` in both programs and judges whether they agree on it.
pub fn replay(reference: &Arc<Source>, submission: &Arc<Source>, call: &str, options: &Options) -> Judgement {
    let options = &Options { deadline: options.budget.map(Deadline::after), ..options.clone() };
    on_deep_stack(|| {
        judgement(reference, submission, call, options).unwrap_or_else(|diagnostics| {
            Judgement::new(submission.name.clone(), Verdict::of_faults(diagnostics))
        })
    })
}

fn judgement(
    reference: &Arc<Source>,
    submission: &Arc<Source>,
    call: &str,
    options: &Options,
) -> Result<Judgement, Vec<Diagnostic>> {
    let (name, _) = function_and_rest(call);
    let abstractly = replayed_call::look(reference, name, call, options)?;
    let load = |source| replayed_call::load(source, call, &abstractly, options);
    let (expected, actual) = (load(reference)?, load(submission)?);
    let mut judged = run(&expected, &actual, name, call, submission, options);
    judged.entry = Some(name.to_owned());
    Ok(judged)
}

fn run(
    reference: &ReplayedCall,
    submission: &ReplayedCall,
    name: &str,
    call: &str,
    source: &Arc<Source>,
    options: &Options,
) -> Judgement {
    // Arguments that cannot be had apart from the call are part of it.
    for form in [Form::Applied, Form::Whole] {
        let (Some(expected), Some(actual)) = (reference.as_program(form), submission.as_program(form)) else {
            continue;
        };
        // Types that only have other names are those of the function that is called.
        let mut entry = replayed_call::entry();
        if let Ok(called) = find_entry(&expected, &actual, &Entries::one(name)) {
            entry.renaming = called.renaming;
        }
        let pair = match Pair::new(&expected, &actual, entry) {
            Ok(pair) => pair,
            Err(broken) => return without_pair(broken, name, source).judgement(source.name.clone()),
        };
        let Some(ran) = run_pair(&pair, form, options) else { continue };
        let (verdict, remark) = ran.verdict(&pair, &source.name, call, options);
        let mut judgement = Judgement::new(source.name.clone(), verdict);
        judgement.remarks = remark.into_iter().chain(remarks::of_pair(&pair, source)).collect();
        return judgement;
    }
    let text = format!("the arguments of {call} cannot be evaluated");
    Judgement::new(source.name.clone(), Verdict::unknown(Cause::Unsupported, text))
}

/// The function of a call, as far as a look at the text shows it, and the arguments.
fn function_and_rest(call: &str) -> (&str, &str) {
    let call = call.trim();
    // An expression that defines something first is taken as it is.
    if call.starts_with("let ") {
        return (call, "");
    }
    let end =
        if call.starts_with('(') { call.find(')').map(|at| at + 1) } else { call.find(char::is_whitespace) };
    let (function, rest) = call.split_at(end.unwrap_or(call.len()));
    (function, rest.trim_start())
}

/// What came of a call.
struct Ran(Concrete);

/// Runs the call in both programs; nothing if the arguments have no values.
fn run_pair(pair: &Pair, form: Form, options: &Options) -> Option<Ran> {
    let mut session = pair.session();
    let mut decider = NoUnknowns::default();
    let mut meter = Meter::new(FUEL.reference);
    meter.deadline = options.deadline;
    let int_mode = session.int_mode;
    let mut world = World::new(&mut session.terms, &mut session.universe, &mut decider, meter, int_mode);
    let planned = [Side::Reference, Side::Submission].map(|side| arguments(pair, form, side, &mut world));
    let [Some(of_reference), Some(_)] = &planned else { return None };
    // As data, the arguments can be varied a little, to tell slow from endless.
    let data: Vec<Datum> = of_reference.iter().map(|arg| world.close(arg, &Model::new())).collect();
    let mut sides = [Side::Reference, Side::Submission].into_iter();
    let make = |world: &mut World<'_>| {
        sides.next().and_then(|side| arguments(pair, form, side, world)).unwrap_or_default()
    };
    let examined = examine(pair, &mut world, make, &FUEL, options);
    let mut ran = examined.concrete(&world, Shown::Everything);
    drop(world);
    if matches!(ran.finding, Finding::MaybeEndless) && form == Form::Applied && data.iter().all(is_data) {
        let (terms, universe) = (&mut session.terms, &mut session.universe);
        if let Finding::Cut = examine_endless(pair, terms, universe, &data, options).finding {
            ran.finding = Finding::Cut;
        }
    }
    for closed in [&mut ran.expected, &mut ran.actual] {
        if let Closed::Value(value) = closed {
            *value = Cover::shown(value);
        }
    }
    Some(Ran(ran))
}

/// The arguments of the call on one side, or nothing if evaluating them does not end normally.
fn arguments(pair: &Pair, form: Form, side: Side, world: &mut World<'_>) -> Option<Vec<Value>> {
    if form == Form::Whole {
        return Some(vec![Value::Unit]);
    }
    let made = pair.run_with(side, world, |machine, _| {
        match machine.global(pair.id(side), replayed_call::ARGUMENTS) {
            Some(function) => machine.call(&function, &[Value::Unit]),
            None => Run::Cut,
        }
    });
    match made {
        Run::Returned(Value::Block(block)) => Some(block.fields.to_vec()),
        _ => None,
    }
}

fn is_data(datum: &Datum) -> bool {
    match datum {
        Datum::Opaque(_) => false,
        Datum::Construct(_, _, parts) | Datum::Array(parts) => parts.iter().all(is_data),
        Datum::Lazy(part) => is_data(part),
        _ => true,
    }
}

impl Ran {
    fn verdict(
        &self,
        pair: &Pair,
        subject: &str,
        call: &str,
        options: &Options,
    ) -> (Verdict, Option<Remark>) {
        if self.0.differs()
            && let Some((text, remark)) = self.only_remarked(pair, call, options)
        {
            return (Verdict::Passed(Bounds::new(text)), Some(remark));
        }
        (self.plain_verdict(pair, subject, call, options), None)
    }

    /// A difference that makes a remark, with what can be said all the same.
    fn only_remarked(&self, pair: &Pair, call: &str, options: &Options) -> Option<(String, Remark)> {
        if self.0.texts == Texts::OnlyTheSubmissionPrints && options.printing == Printing::Expected {
            let expected = wording::outcome(&self.0.expected, pair.types(Side::Reference));
            let text = format!("agree on {call}: {expected}");
            return Some((text, printing_remark(call, &self.0)));
        }
        if self.0.wraps() && options.integers == Integers::Mathematical {
            let text = format!("no difference on {call} but by an integer that leaves 63 bits");
            return Some((text, overflow_remark(pair, call, &self.0)));
        }
        None
    }

    fn plain_verdict(&self, pair: &Pair, subject: &str, call: &str, options: &Options) -> Verdict {
        let types = pair.types(Side::Reference);
        let printed = match options.printing {
            Printing::Ignore => &None,
            _ => &self.0.printed[0],
        };
        let expected = wording::outcome_of(&self.0.expected, printed, types);
        match &self.0.finding {
            Finding::Agree => Verdict::Passed(Bounds::new(format!("agree on {call}: {expected}"))),
            Finding::OutsideDomain => Verdict::Vacuous(format!("the reference raises on {call}: {expected}")),
            Finding::Differ | Finding::MaybeEndless => self.refuted(pair, subject, call, options),
            Finding::ReferenceUnfinished => {
                Verdict::unknown(Cause::Fuel, format!("the reference does not end within its fuel on {call}"))
            }
            Finding::Cut => Verdict::unknown(
                Cause::Fuel,
                format!("the submission needs more than its fuel on {call}, but may only be slow"),
            ),
            Finding::Unsupported(why) => Verdict::unknown(Cause::Unsupported, format!("{call}: {why}")),
            Finding::Interrupted => {
                Verdict::unknown(Cause::Budget, format!("the time was up before {call} had ended"))
            }
        }
    }

    fn refuted(&self, pair: &Pair, subject: &str, call: &str, options: &Options) -> Verdict {
        let (entry, input) = function_and_rest(call);
        let [expected_text, actual_text] = self.0.texts_to_show();
        let case = Case {
            door: Door::Compare,
            entry: entry.to_owned(),
            inputs: Vec::from_iter((!input.is_empty()).then(|| input.to_owned())),
            expected: wording::outcome_of(&self.0.expected, &expected_text, pair.types(Side::Reference)),
            actual: wording::outcome_of(&self.0.actual, &actual_text, pair.types(Side::Submission)),
            size: 0,
            seed: options.seed,
        };
        let mut refutation = Refutation::new(case);
        if let Some((expected, actual)) = &self.0.left_behind {
            let types = pair.types(Side::Reference);
            let text = format!("expected {}, got {}", show(expected, types), show(actual, types));
            refutation = refutation.detail(wording::AFTERWARDS, wording::clip(&text));
        }
        if pair.failures(Side::Submission).is_empty() {
            refutation = refutation.detail(label::PASTE, paste(subject, call, options));
        }
        Verdict::Refuted(Box::new(refutation))
    }
}
