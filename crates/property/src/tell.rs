//! What was found about a property, in words.

use lydian_core::{ArgLabel, Datum, TypeTable};
use lydian_hunt::Effort;
use lydian_ocaml::{show, show_argument};
use lydian_verdict::{Bounds, Case, Cause, Detail, Door, Outcome, Refutation, Verdict, grouped, label};
use lydian_words::plural;

use crate::call::load_calls;
use crate::check::{Checked, Failure, MOST_UNFINISHED};
use crate::load::{Properties, Property};
use crate::ready::{Ended, beyond};

/// The verdict on a property.
pub fn verdict(property: &Property, checked: &Checked, types: &TypeTable, seed: u64) -> Verdict {
    if let Some(failure) = &checked.failure {
        return Verdict::Refuted(Box::new(refutation(property, checked, failure, types, seed)));
    }
    if checked.no_values {
        let why = "an argument is of a type without values: nothing was tested (an abstract type needs an operation that gives a first value)";
        return Verdict::Vacuous(why.to_owned());
    }
    let undecided = undecided(property, checked, types);
    if checked.tests + checked.relevant + checked.samples == 0 {
        let unknown = match undecided {
            Some(why) => Verdict::unknown(Cause::Fuel, why),
            None if checked.interrupted => Verdict::unknown(Cause::Budget, OUT_OF_TIME),
            None => return Verdict::Vacuous(nothing_tested(checked)),
        };
        // Where not even a rejected input was seen, there is nothing to tell.
        let seen = checked.passed_over() > 0;
        return if seen { unknown.covering(Bounds::new(nothing_tested(checked))) } else { unknown };
    }
    let mut text = extent(checked, property.test.is_some()) + &labels(checked);
    if let Some(witness) = &checked.witness {
        text += &format!("\nwitness: {}", show(witness, types));
    }
    let bounds = Bounds::new(text)
        .number("tests", checked.tests)
        .number("rejected", checked.rejected)
        .number("paths", checked.paths)
        .number("samples", checked.samples);
    if let Some(why) = unmet(checked) {
        return Verdict::unknown(Cause::Budget, why).covering(bounds);
    }
    match undecided {
        Some(why) => Verdict::unknown(Cause::Fuel, why).covering(bounds),
        None if checked.exhausted || checked.proved => Verdict::Proved(bounds),
        None if checked.interrupted => Verdict::unknown(Cause::Budget, OUT_OF_TIME).covering(bounds),
        None => Verdict::Passed(bounds),
    }
}

const OUT_OF_TIME: &str = "the time was used up (`--budget` gives more)";

/// What was looked at.
fn extent(checked: &Checked, drawn: bool) -> String {
    if checked.all_tried {
        let all = match (checked.tests, checked.rejected) {
            (1, _) => format!("the only case{}", rejected(checked)),
            (tests, _) => format!("all {}{}", plural(tests, "case"), rejected(checked)),
        };
        return all + &restrictions(checked);
    }
    if checked.proved {
        let cover = if checked.paths == 1 { "covers" } else { "cover" };
        return format!("for all inputs: {} {cover} them", plural(checked.paths, "path"));
    }
    let mut text = format!("{}{}", plural(checked.tests, "test"), rejected(checked));
    // Where there are no inputs of such a size, or all are rejected, there is nothing to claim.
    let covered = checked.covered_below.filter(|below| *below > checked.smallest && checked.relevant > 0);
    // The size of what a generator draws says nothing about the value that it makes.
    if drawn && covered.is_some() {
        text += &format!("\n{} of drawn values solved", plural(checked.relevant, "path"));
    } else if let Some(below) = covered {
        text += &format!(
            "\nall inputs up to size {}, every number and text in them: {} solved",
            below - 1,
            plural(checked.relevant, "path")
        );
    }
    if checked.samples > 0 {
        text += &format!("\n{} at random", plural(checked.samples, "input"));
    }
    if checked.open_samples > 0 {
        text += &format!("\n{} at random gave no result", plural(checked.open_samples, "more input"));
        if checked.unfinished_samples >= MOST_UNFINISHED {
            text += " within the limits of a run, so that fewer were tried";
        }
    }
    if checked.floats > 0 {
        text += &format!("\nfloating-point numbers are tried, not covered: {}", grouped(checked.floats));
    }
    text += &match checked.effort {
        Effort::Levels(levels) => format!("\neffort {levels}"),
        Effort::Max => format!("\neffort max: {}", plural(checked.levels, "level")),
    };
    text + &restrictions(checked)
}

/// What the inputs that were tried have in common, though the type does not say so.
fn restrictions(checked: &Checked) -> String {
    let mut text = String::new();
    if let Some(state) = &checked.state {
        text += &format!("\neach as a first call: {state} holds something that can change");
    }
    if checked.shared {
        text += "\nno two parts that can change are one and the same";
    }
    // Elsewhere the number of tests claims nothing about values that were not tried.
    if checked.partial && checked.all_tried {
        text += "\na type has values that were not tried";
    }
    text
}

/// Why nothing was tested, though nothing was left undecided.
fn nothing_tested(checked: &Checked) -> String {
    let paths = match checked.paths {
        0 => String::new(),
        paths => format!(", and so were all on {} of unknown inputs", plural(paths, "path")),
    };
    match (checked.rejected, checked.exhausted) {
        (0, true) => "there are no inputs: nothing was tested".to_owned(),
        (0, false) if checked.outside > 0 => format!(
            "none of {} that were tried is one that the generator gives: nothing was tested",
            plural(checked.outside, "input")
        ),
        (0, false) => "no input was tried: nothing was tested".to_owned(),
        (1, true) => "the only input was rejected: nothing was tested".to_owned(),
        (1, false) => format!("the one input that was tried was rejected{paths}: nothing was tested"),
        (count, true) => format!("all {} were rejected: nothing was tested", plural(count, "input")),
        (count, false) => {
            format!("all {} that were tried were rejected{paths}: nothing was tested", plural(count, "input"))
        }
    }
}

/// What could not be decided, in words.
fn undecided(property: &Property, checked: &Checked, types: &TypeTable) -> Option<String> {
    let Some(unfinished) = &checked.unfinished else { return checked.undecided.clone() };
    let what = match &unfinished.inputs {
        Some(inputs) => format!("`{}`", call(property, inputs, types)),
        None => "a run on unknown inputs".to_owned(),
    };
    let others = match unfinished.runs.saturating_sub(1) {
        0 => String::new(),
        1 => "; another run does not end either".to_owned(),
        others => format!("; {} other runs do not end either", grouped(others)),
    };
    let given_up = if checked.given_up { ", so nothing else was tried" } else { "" };
    Some(format!("{what} {}{others}{given_up}", beyond(unfinished.resource)))
}

/// A call of a property as a user writes it; the inputs are those that are shown.
pub(crate) fn call(property: &Property, inputs: &[Datum], types: &TypeTable) -> String {
    let arguments = arguments(property, inputs, types);
    std::iter::once(callee(property)).chain(arguments).collect::<Vec<_>>().join(" ")
}

/// What the calls of a property begin with.
pub fn callee(property: &Property) -> String {
    match &property.test {
        Some(test) => format!("QCheck_lydian.replay {test}"),
        None => property.name.to_string(),
    }
}

/// The arguments of a call, each with its label.
fn arguments(property: &Property, inputs: &[Datum], types: &TypeTable) -> Vec<String> {
    let label = |position: usize| property.labels.get(position).unwrap_or(&ArgLabel::Positional);
    let argument = |(position, input): (usize, &Datum)| match (label(position), input) {
        (ArgLabel::Positional, input) => show_argument(input, types),
        (ArgLabel::Labelled(name), input) => format!("~{name}:{}", show_argument(input, types)),
        (ArgLabel::Optional(name), Datum::Construct(_, _, parts)) if parts.len() == 1 => {
            format!("~{name}:{}", show_argument(&parts[0], types))
        }
        (ArgLabel::Optional(name), input) => format!("?{name}:{}", show_argument(input, types)),
    };
    inputs.iter().enumerate().map(argument).collect()
}

/// The verdict, unless its counterexample is no value that a user can write: the inside of an abstract type shows nothing.
pub fn writable(found: &Properties, property: &Property, checked: &Checked, verdict: Verdict) -> Verdict {
    let Verdict::Refuted(refutation) = &verdict else { return verdict };
    let call = refutation.case.call();
    let unknown = |why: String| {
        let unknown = Verdict::unknown(Cause::Unsupported, why);
        match checked.failure.as_ref().map_or(0, |failure| failure.after.saturating_sub(1)) {
            0 => unknown,
            before => unknown.covering(Bounds::new(plural(before, "test")).number("tests", before)),
        }
    };
    if property.ungenerated {
        let why = format!("`{call}` does not hold, but the generator of a type in it could not be used");
        return unknown(why);
    }
    if !property.args.iter().any(|ty| found.program.types.mentions_module(ty)) {
        return verdict;
    }
    if load_calls(&found.source, &[&call]).is_ok() {
        return verdict;
    }
    let why = format!(
        "`{call}` does not hold, but is not well typed: an argument is of an abstract type, and it cannot be \
         written how its operations make this value"
    );
    unknown(why)
}

fn refutation(
    property: &Property,
    checked: &Checked,
    failure: &Failure,
    types: &TypeTable,
    seed: u64,
) -> Refutation {
    let actual = match &failure.ended {
        Ended::Raised(exception) => Outcome::Exception(show(exception, types)),
        _ => Outcome::Value("false".into()),
    };
    let case = Case {
        door: Door::Property,
        written: None,
        entry: callee(property),
        inputs: arguments(
            property,
            if property.test.is_some() { &failure.inputs } else { &failure.shown },
            types,
        ),
        expected: Outcome::Value("true".into()),
        actual: actual.clone(),
        size: failure.inputs.iter().map(Datum::size).sum(),
        seed,
    };
    let input = match (&property.test, &failure.shown[..], &failure.inputs[..]) {
        // Functions that a generator made cannot be shown, but those that were drawn can.
        (Some(_), [value], [drawn]) if is_opaque(value) => Detail::new("drawn", show(drawn, types)),
        (Some(_), [value], _) => Detail::new("input", show(value, types)),
        _ => Detail::new(label::CALL, case.call()),
    };
    let mut details = vec![input, Detail::new(label::GOT, actual.to_string())];
    if let Some((left, right)) = &failure.sides {
        details.push(Detail::new("left", show(left, types)));
        details.push(Detail::new("right", show(right, types)));
    }
    details.push(Detail::new("tests", format!("{}{}", plural(failure.after, "test"), rejected(checked))));
    Refutation { case, details }
}

/// Whether a part of a value cannot be looked into.
fn is_opaque(value: &Datum) -> bool {
    match value {
        Datum::Opaque(_) => true,
        Datum::Construct(_, _, parts) | Datum::Array(parts) => parts.iter().any(is_opaque),
        Datum::Lazy(part) => is_opaque(part),
        _ => false,
    }
}

fn rejected(checked: &Checked) -> String {
    if checked.rejected == 0 { String::new() } else { format!(" ({} rejected)", grouped(checked.rejected)) }
}

/// The first class that was demanded and is not covered.
fn unmet(checked: &Checked) -> Option<String> {
    checked.labels.demanded.iter().find_map(|(text, (percent, inside))| {
        let enough = inside * 100 >= percent * checked.tests;
        (!enough).then(|| {
            format!(
                "only {} of {} are `{text}`; {percent} % are demanded",
                grouped(*inside),
                plural(checked.tests, "test")
            )
        })
    })
}

fn labels(checked: &Checked) -> String {
    let mut text = String::new();
    for (label, count) in &checked.labels.seen {
        text += &format!("\n{:>3} % {label}", count * 100 / checked.tests.max(1));
    }
    for (label, (_, count)) in &checked.labels.demanded {
        text += &format!("\n{:>3} % {label}", count * 100 / checked.tests.max(1));
    }
    text
}

/// The verdict on one call, which was run alone; its size is that of its arguments.
pub fn replayed(call: &str, size: u64, checked: &Checked, types: &TypeTable, seed: u64) -> Verdict {
    if let Some(failure) = &checked.failure {
        return Verdict::Refuted(Box::new(refuted_call(call, size, failure, types, seed)));
    }
    if let Some(unfinished) = &checked.unfinished {
        let why = format!("`{call}` {}", beyond(unfinished.resource));
        return Verdict::unknown(Cause::Fuel, why);
    }
    if let Some(why) = &checked.undecided {
        return Verdict::unknown(Cause::Unsupported, why.clone());
    }
    if checked.tests == 0 {
        return Verdict::Vacuous(format!("`{call}` is rejected: nothing was tested"));
    }
    let mut text = format!("`{call}` holds{}", labels(checked));
    if let Some(witness) = &checked.witness {
        text += &format!("\nwitness: {}", show(witness, types));
    }
    Verdict::Passed(Bounds::new(text).number("tests", checked.tests))
}

/// What is told about a call that fails.
pub(crate) fn refuted_call(
    call: &str,
    size: u64,
    failure: &Failure,
    types: &TypeTable,
    seed: u64,
) -> Refutation {
    let (entry, rest) = call.trim().split_once(char::is_whitespace).unwrap_or((call, ""));
    let inputs = if rest.is_empty() { Vec::new() } else { vec![rest.trim_start().to_owned()] };
    let expected = Outcome::Value("true".into());
    let actual = match &failure.ended {
        Ended::Raised(exception) => Outcome::Exception(show(exception, types)),
        _ => Outcome::Value("false".into()),
    };
    let case = Case {
        door: Door::Property,
        entry: entry.to_owned(),
        inputs,
        written: None,
        expected,
        actual,
        size,
        seed,
    };
    let details =
        vec![Detail::new(label::CALL, case.call()), Detail::new(label::GOT, case.actual.to_string())];
    let refutation = Refutation { case, details };
    match &failure.sides {
        Some((left, right)) => {
            refutation.detail("left", show(left, types)).detail("right", show(right, types))
        }
        None => refutation,
    }
}

/// A text of a property for people: bytes that are no text are shown as OCaml's escapes.
pub(crate) fn readable(text: &[u8]) -> String {
    let mut shown = String::new();
    for chunk in text.utf8_chunks() {
        shown.push_str(chunk.valid());
        chunk.invalid().iter().for_each(|byte| shown.push_str(&format!("\\{byte:03}")));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Checker, Checking, Ready, load};
    use lydian_diagnostic::Source;

    fn judged(text: &str) -> Verdict {
        let (found, faults) = load(&Source::new("file.ml", text), &[]);
        let found = found.unwrap_or_else(|| panic!("{faults:?}"));
        let ready = Ready::new(&found).expect("definitions");
        let checking = Checking {
            tests: 100,
            effort: crate::Effort::Levels(1),
            work: 100_000,
            drawn: 10_000,
            ..Checking::default()
        };
        let property = &found.properties[0];
        let checked = Checker::new(&ready).check(property, &checking);
        writable(&found, property, &checked, verdict(property, &checked, &found.program.types, 0))
    }

    #[test]
    fn the_inside_of_an_abstract_type_refutes_nothing() {
        let counter =
            "struct type t = int let get n = n end let prop_small (c : Counter.t) = Counter.get c <= 3";
        let hidden = format!("module Counter : sig type t val get : t -> int end = {counter}");
        assert!(matches!(judged(&hidden), Verdict::Vacuous(_)));
        assert!(matches!(judged(&format!("module Counter = {counter}")), Verdict::Refuted(_)));
    }

    #[test]
    fn drawn_inputs_without_a_result_are_counted() {
        let few = Checked { tests: 3, samples: 2, open_samples: 1, ..Checked::default() };
        assert!(extent(&few, false).contains("\n1 more input at random gave no result\n"));
        let many = Checked { open_samples: 9, unfinished_samples: MOST_UNFINISHED, ..few };
        let text =
            "\n9 more inputs at random gave no result within the limits of a run, so that fewer were tried\n";
        assert!(extent(&many, false).contains(text));
    }

    /// What is said about the first property of a file, without what follows the first line.
    fn said(text: &str) -> String {
        let text = match judged(text) {
            Verdict::Proved(bounds) | Verdict::Passed(bounds) => bounds.text,
            Verdict::Refuted(refutation) => refutation.case.call(),
            Verdict::Unknown(undecided) => undecided.reasons[0].text.clone(),
            Verdict::Vacuous(why) => why,
            other => panic!("{other:?}"),
        };
        text.lines().next().unwrap_or_default().to_owned()
    }

    #[test]
    fn numbers_agree_with_what_they_count() {
        assert_eq!(said("let prop_a (n : int) = n = n"), "for all inputs: 1 path covers them");
        assert_eq!(said("let prop_a n = n < 5 || n >= 5"), "for all inputs: 2 paths cover them");
        assert_eq!(said("let prop_a () = true"), "the only case");
        assert_eq!(
            said("open Lydian let prop_a () = false ==> true"),
            "the only input was rejected: nothing was tested"
        );
        assert_eq!(
            said("open Lydian let prop_a (b : bool) = false ==> b"),
            "all 2 inputs were rejected: nothing was tested"
        );
    }

    #[test]
    fn calls_are_shown_with_their_labels() {
        assert_eq!(said("let prop_a ~x ~y = x = (y : bool)"), "prop_a ~x:false ~y:true");
        assert_eq!(said("let prop_a ?x () = x = Some true"), "prop_a ?x:None ()");
        assert_eq!(said("let prop_a ?x () = x <> Some true"), "prop_a ~x:true ()");
    }

    #[test]
    fn limits_are_told_with_their_numbers_and_a_call() {
        assert_eq!(
            said("let rec prop_a (n : int) : bool = prop_a n"),
            "`prop_a 0` gives no result within 2,000,000 steps; 4 other runs do not end either, so nothing else was tried"
        );
        assert_eq!(
            said("let rec deep n = 1 + deep n let prop_a () = deep 0 > 0"),
            "`prop_a ()` nests calls too deeply: more than 400,000 values on the stack"
        );
    }

    #[test]
    fn bytes_that_are_no_text_are_readable() {
        assert_eq!(readable(b"a\xff\xc3\xa9"), "a\\255\u{e9}");
    }
}
