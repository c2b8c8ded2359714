//! Replays one call on both programs.
//! The call is OCaml text; it is put behind each program and evaluated there, so whatever can be written can be
//! replayed, and its type is checked like any other expression. It is judged as every input of a search is: by its result, and by
//! what its arguments hold afterwards.

use std::sync::Arc;

use lydian_budget::Deadline;
use lydian_core::{Datum, Value};
use lydian_diagnostic::{Diagnostic, Source};
use lydian_eval::{Limits, Meter, NoUnknowns, Outcome as Run, World};
use lydian_ocaml::Cover;
use lydian_term::Model;
use lydian_verdict::{Bounds, Case, Cause, Door, Judgement, Refutation, Remark, Verdict, label};

use crate::adapted::{self, Own};
use crate::batch::on_deep_stack;
use crate::beside::{overflow_remark, printing_remark, rounding_remark, special_remark};
use crate::differ::{Closed, Concrete, Finding, Fuel, Shown, differ_unbounded, examine};
use crate::entries::Entries;
use crate::entry::find_entry;
use crate::excerpt::with_excerpts;
use crate::judge::paste;
use crate::no_entry::without_pair;
use crate::pair::{Pair, Side};
use crate::printed::Texts;
use crate::replayed_call::{self, Form, ReplayedCall};
use crate::sequence::{Sequence, Written};
use crate::slow::{Endless, examine_endless};
use crate::special_floats::Ends;
use crate::wording::is_data;
use crate::{Integers, Options, Printing, SpecialFloats, close_calls, remarks, wording};

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

/// What is wrong with a call: one that the reference cannot evaluate says nothing about any submission.
pub fn check_call(reference: &Arc<Source>, call: &str, options: &Options) -> Result<(), Vec<Diagnostic>> {
    on_deep_stack(|| replayed_call::look(reference, function_of(call), call, options).map(|_| ()))
}

fn judgement(
    reference: &Arc<Source>,
    submission: &Arc<Source>,
    call: &str,
    options: &Options,
) -> Result<Judgement, Vec<Diagnostic>> {
    let name = function_of(call);
    let named = Options { entries: Entries::one(name), ..options.clone() };
    let adapted = adapted::adapt_sources(reference, submission, &named);
    let own = adapted.as_ref().map(|adapted| adapted.own.clone()).unwrap_or_default();
    let own = Own { sorts: adapted::sorts(reference, submission, options), ..own };
    let submission = adapted.as_ref().map_or(submission, |adapted| &adapted.source);
    let abstractly = replayed_call::look(reference, name, call, options)?;
    let load = |source, side| replayed_call::load(source, side, call, &abstractly, options);
    let (expected, actual) = (load(reference, Side::Reference)?, load(submission, Side::Submission)?);
    let mut judged = run(&expected, &actual, &own, (name, call), submission, options);
    judged.entry = Some(name.to_owned());
    Ok(judged)
}

fn run(
    reference: &ReplayedCall,
    submission: &ReplayedCall,
    own: &Own,
    (name, call): (&str, &str),
    source: &Arc<Source>,
    options: &Options,
) -> Judgement {
    // Arguments that cannot be had apart from the call are part of it.
    for form in [Form::Applied, Form::Whole] {
        let (Some((expected, sequence)), Some((actual, also))) =
            (reference.as_program(form), submission.as_program(form))
        else {
            continue;
        };
        if sequence != also {
            continue;
        }
        // Types that only have other names are those of the function that is called.
        let mut entry = replayed_call::entry();
        entry.own = own.clone();
        if let Ok(called) = find_entry(&expected, &actual, &Entries::one(name)) {
            (entry.renaming, entry.labels) = (called.renaming, called.labels);
        }
        let mut pair = match Pair::new(&expected, &actual, entry) {
            Ok(pair) => pair,
            Err(broken) => return without_pair(broken, name, source).judgement(source.name.clone()),
        };
        pair.sequence = sequence;
        pair.floats = options.floats;
        let Some(ran) = run_pair(&pair, form, options) else { continue };
        let (verdict, remark) = ran.verdict(&pair, &source.name, call, options);
        let mut judgement = Judgement::new(source.name.clone(), verdict);
        judgement.remarks = remark.into_iter().chain(remarks::of_pair(&pair, source)).collect();
        return judgement;
    }
    let text = format!("the arguments of {call} cannot be evaluated");
    Judgement::new(source.name.clone(), Verdict::unknown(Cause::Unsupported, text))
}

/// The function of the first call in a text, as far as a look at it shows that: of `let g = f 1 in g 2; g 3`, of
/// `let g = f 1 in let h = f 2 in g 3; h 4` and of `let a = ref 1 in f a a` that is `f`.
pub fn function_of(call: &str) -> &str {
    let mut defined: Vec<(&str, &str)> = Vec::new();
    let mut rest = call.trim();
    while let Some(definition) = rest.strip_prefix("let ").filter(|rest| !rest.starts_with("module "))
        && let Some((name, value)) = definition.split_once('=')
    {
        let (value, body) = value.split_once(" in ").unwrap_or((value, ""));
        defined.push((name.trim(), value.trim()));
        rest = body.trim();
    }
    let called = function_and_rest(rest).0;
    let is_shown = rest.is_empty() || rest.starts_with('(');
    // What is defined is called, or shown.
    let value = match defined.iter().find(|(name, _)| *name == called) {
        None if is_shown => defined.last(),
        definition => definition,
    };
    value.map_or(called, |(_, value)| function_and_rest(value).0)
}

/// The function of a call and the arguments.
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
struct Ran {
    concrete: Concrete,
    /// What it was given, where that can be written down.
    inputs: Option<Vec<Datum>>,
}

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
    let make = || {
        let mut sides = [Side::Reference, Side::Submission].into_iter();
        move |world: &mut World<'_>| {
            sides.next().and_then(|side| arguments(pair, form, side, world)).unwrap_or_default()
        }
    };
    let mut examined = examine(pair, &mut world, make(), &FUEL, options);
    let rounding_decides = close_calls::decide(pair, &mut world, make, &examined, &FUEL, options);
    examined.is_rounding |= rounding_decides;
    let mut concrete = examined.concrete(&world, pair.sequence, Shown::Everything);
    concrete.rounding_decides = rounding_decides;
    concrete.ends = concrete.ends.and(Ends::of_inputs(&data));
    drop(world);
    let inputs = (form == Form::Applied && data.iter().all(is_data)).then_some(data);
    if let (Finding::MaybeEndless, Some(inputs)) = (&concrete.finding, &inputs) {
        let (terms, universe) = (&mut session.terms, &mut session.universe);
        if let Endless::Slow(_) = examine_endless(pair, terms, universe, inputs, options) {
            concrete.finding = Finding::Cut;
        }
    }
    if let (true, [false, true], Some(inputs)) = (concrete.differs(), concrete.wraps, &inputs) {
        let (terms, universe) = (&mut session.terms, &mut session.universe);
        concrete.stays_unbounded = differ_unbounded(pair, terms, universe, inputs, options);
    }
    for closed in [&mut concrete.expected, &mut concrete.actual] {
        if let Closed::Value(value) = closed {
            *value = Cover::shown(&pair.onlooker.written(&pair.entry, value));
        }
    }
    Some(Ran { concrete, inputs })
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

impl Ran {
    fn verdict(
        &self,
        pair: &Pair,
        subject: &str,
        call: &str,
        options: &Options,
    ) -> (Verdict, Option<Remark>) {
        if self.concrete.differs()
            && let Some((text, remark)) = self.only_remarked(pair, call, options)
        {
            return (Verdict::Passed(Bounds::new(text)), Some(remark));
        }
        (self.plain_verdict(pair, subject, call, options), None)
    }

    /// A difference that makes a remark, with what can be said all the same.
    fn only_remarked(&self, pair: &Pair, call: &str, options: &Options) -> Option<(String, Remark)> {
        if self.concrete.texts == Texts::OnlyTheSubmissionPrints && options.printing == Printing::Expected {
            let expected = wording::outcome(&self.concrete.expected, pair.types(Side::Reference));
            let text = format!("agree on {call}: {expected}");
            return Some((text, printing_remark(call, &self.concrete)));
        }
        let remarks_on_ends = options.special_floats == SpecialFloats::Remark;
        if self.concrete.is_rounding && !(remarks_on_ends && self.concrete.ends.lost) {
            let by = match self.concrete.rounding_decides {
                true => "since rounding decides how two numbers compare".to_owned(),
                false => wording::rounded_by(options.floats),
            };
            let text = format!("no difference on {call} but {by}");
            return Some((text, rounding_remark(pair, call, &self.concrete)));
        }
        if self.concrete.ends.any() && remarks_on_ends {
            let text = format!("no difference on {call} but {}", self.concrete.ends.foremost().in_words());
            return Some((text, special_remark(pair, call, &self.concrete)));
        }
        if self.concrete.wraps()
            && !self.concrete.stays_unbounded
            && options.integers == Integers::Mathematical
        {
            let bits = self.concrete.left_bits;
            let text = format!("no difference on {call} but by an integer that leaves {bits} bits");
            return Some((text, overflow_remark(pair, call, &self.concrete)));
        }
        None
    }

    fn plain_verdict(&self, pair: &Pair, subject: &str, call: &str, options: &Options) -> Verdict {
        let types = pair.types(Side::Reference);
        let printed = match options.printing {
            Printing::Ignore => &None,
            _ => &self.concrete.printed[0],
        };
        let expected = wording::outcome_of(&self.concrete.expected, printed, types);
        match &self.concrete.finding {
            Finding::Agree => Verdict::Passed(Bounds::new(format!("agree on {call}: {expected}"))),
            Finding::OutsideCondition => {
                let condition =
                    options.condition.as_ref().map_or("", |condition| condition.source.text.trim());
                Verdict::Vacuous(format!("{call} is outside of the condition `{condition}`"))
            }
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
        let entry = function_of(call);
        let written = self.written(pair, entry);
        let is_one_call = pair.sequence == Sequence::ONE && call.trim().starts_with(entry);
        let [expected_text, actual_text] = self.concrete.texts_to_show();
        let case = Case {
            door: Door::Compare,
            written: (!is_one_call).then(|| call.to_owned()),
            entry: entry.to_owned(),
            inputs: Vec::from_iter(
                Some(function_and_rest(call).1)
                    .filter(|rest| is_one_call && !rest.is_empty())
                    .map(str::to_owned),
            ),
            expected: wording::outcome_of(
                &self.concrete.expected,
                &expected_text,
                pair.types(Side::Reference),
            ),
            actual: wording::outcome_of(&self.concrete.actual, &actual_text, pair.types(Side::Submission)),
            size: 0,
            seed: options.seed,
        };
        let mut refutation = with_excerpts(Refutation::new(case));
        if let Some((label, text)) = wording::which_call(&self.concrete) {
            refutation = refutation.detail(label, text);
        }
        if let Some((label, text)) = wording::afterwards(pair, &self.concrete.left_behind) {
            refutation = refutation.detail(label, text);
        }
        if pair.failures(Side::Submission).is_empty() {
            let looks = pair.looks(&self.concrete);
            let alone = || [&looks.before[..], &[looks.result.at(call)]].concat();
            let phrases = written.map_or_else(alone, |written| written.phrases);
            let phrases = pair.entry.own.said_before(&phrases);
            refutation = refutation.detail(label::PASTE, paste(subject, &phrases, options));
        }
        Verdict::Refuted(Box::new(refutation))
    }

    /// The calls in a form that shows more than the text does: what each gives, and what is in arguments afterwards. Nothing where the
    /// text shows it all.
    fn written(&self, pair: &Pair, entry: &str) -> Option<Written> {
        let is_writable =
            |inputs: &&Vec<Datum>| !inputs.iter().any(|input| pair.onlooker.has_container(input));
        let inputs = self.inputs.as_ref().filter(is_writable)?;
        let sequence = pair.sequence;
        let shown = pair.looked_at_afterwards(inputs, &self.concrete);
        if sequence == Sequence::ONE && shown.is_empty() {
            return None;
        }
        let arguments = pair.arguments(sequence, inputs);
        (arguments.len() == inputs.len())
            .then(|| Written::new(entry, sequence, &arguments, &shown, &pair.looks(&self.concrete)))
    }
}

#[cfg(test)]
mod tests {
    use super::function_of;

    #[test]
    fn the_function_of_a_call_is_the_first_that_is_called() {
        let calls = [
            "f 1",
            "f 1; f 2",
            "let g = f 1 in g 2; g 3",
            "let g = f 1 in let h = f 2 in g 3; h 4",
            "let a = ref 1 in f a a; a",
            "let a = [|0|] in f a",
            "let g = f 1",
        ];
        for call in calls {
            assert_eq!(function_of(call), "f", "{call}");
        }
        assert_eq!(function_of("(let made = S.create () in S.push 1 made; made)"), "(let made = S.create ()");
    }
}
