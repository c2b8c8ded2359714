//! From text to a flat specification: names, types, lifting, unfolding, functions, points, limits.

#[path = "load/functions.rs"]
mod functions;
#[path = "load/fuzz.rs"]
mod fuzz;
#[path = "load/lifting.rs"]
mod lifting;
#[path = "load/limits.rs"]
mod limits;
#[path = "load/names.rs"]
mod names;
#[path = "load/outputs.rs"]
mod outputs;
#[path = "load/points.rs"]
mod points;
#[path = "load/recursion.rs"]
mod recursion;
#[path = "load/times.rs"]
mod times;
#[path = "load/typing.rs"]
mod typing;

use std::sync::Arc;

use lydian_diagnostic::{Diagnostic, Source};
use lydian_tessla::load;
use lydian_tessla::spec::{Operator, Options, Spec, StreamId};

/// What a text with the given options loads to.
fn load_with(text: &str, options: &Options) -> (Option<Spec>, Vec<Diagnostic>) {
    load(&Source::new("test.tessla", text), &|_, path| Err(format!("there is no `{path}`")), options)
}

/// The specification of a text without faults.
fn spec(text: &str) -> Spec {
    spec_with(text, &Options::default())
}

fn spec_with(text: &str, options: &Options) -> Spec {
    let (spec, diagnostics) = load_with(text, options);
    assert!(diagnostics.is_empty(), "{text}\n{diagnostics:#?}");
    let spec = spec.expect("a specification without faults");
    assert_is_ordered(&spec);
    spec
}

/// The codes of all diagnostics of a text, each with the text that it points to.
fn faults(text: &str) -> Vec<(&'static str, String)> {
    let (spec, diagnostics) = load_with(text, &Options::default());
    assert_eq!(spec.is_none(), diagnostics.iter().any(Diagnostic::is_error), "{text}\n{diagnostics:#?}");
    let place = |diagnostic: &Diagnostic| diagnostic.span.as_ref().map(|span| span.text().to_owned());
    diagnostics.iter().map(|diagnostic| (diagnostic.code, place(diagnostic).unwrap_or_default())).collect()
}

/// Asserts that a text has exactly one fault.
#[track_caller]
fn assert_fault(text: &str, code: &str, place: &str) {
    let found = faults(text);
    assert_eq!(found, [(code, place.to_owned())].map(|(code, place)| (leak(code), place)), "{text}");
}

fn leak(code: &str) -> &'static str {
    Box::leak(code.to_owned().into_boxed_str())
}

/// A stream refers to earlier ones, but for the first arguments of `last` and `delay`.
fn assert_is_ordered(spec: &Spec) {
    for (number, stream) in spec.streams.iter().enumerate() {
        let earlier =
            |other: &StreamId| assert!((other.0 as usize) < number, "s{number} refers to {other:?}");
        match &stream.operator {
            Operator::Input(_) | Operator::Nil => {}
            Operator::Last(a, b) | Operator::Delay(a, b) => {
                assert!((a.0 as usize) < spec.streams.len());
                earlier(b);
            }
            Operator::Default(a, _) | Operator::Time(a) | Operator::Const(_, a) => earlier(a),
            Operator::DefaultFrom(a, b) | Operator::Filter(a, b) => [a, b].into_iter().for_each(earlier),
            Operator::Lift(all, _) | Operator::SignalLift(all, _) | Operator::Merge(all) => {
                all.iter().for_each(earlier);
            }
        }
    }
}

/// The lines of the printed streams.
fn lines(spec: &Spec) -> Vec<String> {
    let printed = spec.print();
    printed.lines().take_while(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// The stream of an output.
fn output<'s>(spec: &'s Spec, name: &str) -> &'s lydian_tessla::spec::Stream {
    let output = spec.outputs.iter().find(|output| &*output.name == name);
    &spec.streams[output.unwrap_or_else(|| panic!("no output {name}")).stream.0 as usize]
}

/// The names of all outputs.
fn output_names(spec: &Spec) -> Vec<Arc<str>> {
    spec.outputs.iter().map(|output| output.name.clone()).collect()
}
