//! What was found about a property, in words.

use lydian_core::{Datum, Type, TypeBody, TypeTable};
use lydian_diagnostic::Source;
use lydian_ocaml::{show, show_argument};
use lydian_verdict::{
    Bounds, Case, Cause, Detail, Door, Outcome, Reason, Refutation, Verdict, grouped, label,
};

use crate::check::{Checked, Failure};
use crate::load::{Properties, Property};
use crate::ready::Ended;

/// The verdict on a property.
pub fn verdict(property: &Property, checked: &Checked, types: &TypeTable, seed: u64) -> Verdict {
    if let Some(failure) = &checked.failure {
        return Verdict::Refuted(Box::new(refutation(property, checked, failure, types, seed)));
    }
    if checked.no_values {
        let why = "an argument is of a type without values: nothing was tested (an abstract type needs an operation that gives a first value)";
        return Verdict::Vacuous(why.to_owned());
    }
    let relevant = checked.tests + checked.relevant + checked.samples;
    if relevant == 0 {
        if let Some(why) = &checked.undecided {
            return Verdict::Unknown(vec![Reason::new(Cause::Fuel, why.clone())]);
        }
        let all = if checked.exhausted || checked.proved { "every input" } else { "all" };
        let paths = match checked.paths {
            0 => String::new(),
            paths => format!(" and on {} of unknown inputs", plural(paths, "path")),
        };
        return Verdict::Vacuous(format!(
            "{all} of {} tried was rejected{paths}: nothing was tested",
            plural(checked.rejected, "input")
        ));
    }
    if let Some(why) = unmet(checked) {
        return Verdict::Unknown(vec![Reason::new(Cause::Budget, why)]);
    }
    let mut text = if checked.exhausted {
        format!("all {}{}", plural(checked.tests, "case"), rejected(checked))
    } else if checked.proved {
        format!("for all inputs: {} cover them", plural(checked.paths, "path"))
    } else {
        format!("{}{}", plural(checked.tests, "test"), rejected(checked))
    };
    if !checked.exhausted && !checked.proved {
        if let Some(below) = checked.covered_below.filter(|_| checked.paths > 0) {
            text += &format!(
                "\nall inputs up to size {}, every number and text in them: {} solved",
                below.saturating_sub(1),
                plural(checked.relevant, "path")
            );
        }
        if checked.samples > 0 {
            text += &format!("\n{} at random", plural(checked.samples, "larger input"));
        }
        if checked.interrupted {
            let why = format!("the time was used up; nothing is wrong so far: {text}");
            return Verdict::Unknown(vec![Reason::new(Cause::Budget, why)]);
        }
    }
    text += &labels(checked);
    if let Some(witness) = &checked.witness {
        text += &format!("\nwitness: {}", show(witness, types));
    }
    let bounds = Bounds::new(text)
        .number("tests", checked.tests)
        .number("rejected", checked.rejected)
        .number("paths", checked.paths)
        .number("samples", checked.samples);
    if let Some(why) = checked.undecided.as_ref().filter(|_| !checked.proved && !checked.exhausted) {
        let text = format!("{why}; otherwise: {}", bounds.text);
        return Verdict::Unknown(vec![Reason::new(Cause::Fuel, text)]);
    }
    if checked.exhausted || checked.proved { Verdict::Proved(bounds) } else { Verdict::Passed(bounds) }
}

/// The verdict, unless its counterexample is no value that a user can write: the inside of an abstract type shows nothing.
pub fn writable(found: &Properties, property: &Property, verdict: Verdict) -> Verdict {
    let Verdict::Refuted(refutation) = &verdict else { return verdict };
    if !property.args.iter().any(|ty| is_of_module(ty, &found.program.types, &mut Vec::new())) {
        return verdict;
    }
    let call = refutation.case.call();
    let text = format!("{}\nlet lydian_call () = ({call})\n", found.source.text);
    if lydian_ocaml::load(&Source::new(found.source.name.clone(), text)).0.is_some() {
        return verdict;
    }
    let why = format!(
        "`{call}` does not hold, but is not well typed: an argument is of an abstract type, and values of these are not yet \
         made by their operations"
    );
    Verdict::Unknown(vec![Reason::new(Cause::Unsupported, why)])
}

/// Whether a type is declared in a module, where a signature can hide what it is.
fn is_of_module(ty: &Type, types: &TypeTable, seen: &mut Vec<Type>) -> bool {
    if seen.contains(ty) {
        return false;
    }
    seen.push(ty.clone());
    match ty {
        Type::Named(path, args) => {
            path.contains('.') || args.iter().any(|arg| is_of_module(arg, types, seen)) || {
                let parts: Vec<Type> = match types.get(path).map(|decl| &decl.body) {
                    Some(TypeBody::Variant(constructors)) => {
                        constructors.iter().flat_map(|constructor| constructor.args.clone()).collect()
                    }
                    Some(TypeBody::Record(_, fields)) => {
                        fields.iter().map(|field| field.ty.clone()).collect()
                    }
                    Some(TypeBody::Alias(target)) => vec![target.clone()],
                    _ => Vec::new(),
                };
                parts.iter().any(|part| is_of_module(part, types, seen))
            }
        }
        Type::Tuple(parts) => parts.iter().any(|part| is_of_module(part, types, seen)),
        Type::List(part) | Type::Array(part) | Type::Lazy(part) => is_of_module(part, types, seen),
        Type::Arrow(_, from, to) => is_of_module(from, types, seen) || is_of_module(to, types, seen),
        _ => false,
    }
}

fn refutation(
    property: &Property,
    checked: &Checked,
    failure: &Failure,
    types: &TypeTable,
    seed: u64,
) -> Refutation {
    let inputs: Vec<String> = failure.shown.iter().map(|input| show_argument(input, types)).collect();
    let actual = match &failure.ended {
        Ended::Raised(exception) => Outcome::Exception(show(exception, types)),
        _ => Outcome::Value("false".into()),
    };
    let case = Case {
        door: Door::Property,
        entry: property.name.to_string(),
        inputs,
        expected: Outcome::Value("true".into()),
        actual: actual.clone(),
        size: failure.inputs.iter().map(Datum::size).sum(),
        seed,
    };
    let mut details =
        vec![Detail::new(label::CALL, case.call()), Detail::new(label::GOT, actual.to_string())];
    if let Some((left, right)) = &failure.sides {
        details.push(Detail::new("left", show(left, types)));
        details.push(Detail::new("right", show(right, types)));
    }
    details.push(Detail::new("tests", format!("{}{}", plural(failure.after, "test"), rejected(checked))));
    Refutation { case, details }
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

fn plural(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Checker, Checking, Ready, load};

    fn judged(text: &str) -> Verdict {
        let (found, faults) = load(&Source::new("file.ml", text), &[]);
        let found = found.unwrap_or_else(|| panic!("{faults:?}"));
        let ready = Ready::new(&found).expect("definitions");
        let checking = Checking { tests: 100, work: 100_000, samples: 10, seed: 0, deadline: None };
        let property = &found.properties[0];
        let checked = Checker::new(&ready).check(property, &checking);
        writable(&found, property, verdict(property, &checked, &found.program.types, 0))
    }

    #[test]
    fn the_inside_of_an_abstract_type_refutes_nothing() {
        let counter =
            "struct type t = int let get n = n end let prop_small (c : Counter.t) = Counter.get c <= 3";
        let hidden = format!("module Counter : sig type t val get : t -> int end = {counter}");
        assert!(matches!(judged(&hidden), Verdict::Unknown(_)));
        assert!(matches!(judged(&format!("module Counter = {counter}")), Verdict::Refuted(_)));
    }
}
