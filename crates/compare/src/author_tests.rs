//! The tests that a reference has at its top level: it is what submissions are held to, so they must hold.
//! In a submission such a line is a remark; here it is an error, because either the test or the function it tries is wrong.
//! What only cannot be run here (a line that reads the console, a call of `exit`) says nothing about the reference and stays a remark.

use std::sync::Arc;

use lydian_core::{ConId, Datum, Program};
use lydian_diagnostic::{Diagnostic, Source, Span};
use lydian_eval::{Extent, Failure, NoValue, Ready, Resource};

use crate::Options;
use crate::pair::in_words;

/// Runs the top level of a reference, with what stands behind it; what fails is an error with its line.
pub(crate) fn check(
    program: &Program,
    reference: &Arc<Source>,
    options: &Options,
) -> Result<(), Vec<Diagnostic>> {
    let sources: Vec<&Arc<Source>> = options.observer.iter().chain([reference]).collect();
    // What cannot be linked is told of each submission, since the entry may not need it.
    let Ok(ready) = Ready::new(program.int_mode, &[program], Extent::AsFarAsTheyGo) else { return Ok(()) };
    let failures = ready.failures(0).iter().filter(|failure| is_wrong(failure));
    let faults: Vec<Diagnostic> = failures.map(|failure| fault(failure, program, &sources)).collect();
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

fn is_wrong(failure: &Failure) -> bool {
    match &failure.how {
        NoValue::Raised(Datum::Construct(con, ..)) => *con != ConId::END_OF_FILE,
        NoValue::Raised(_) => true,
        NoValue::Exhausted(resource, _) => *resource != Resource::Time,
        NoValue::Open | NoValue::Unsupported(_) => false,
    }
}

fn fault(failure: &Failure, program: &Program, sources: &[&Arc<Source>]) -> Diagnostic {
    let what = in_words(failure, &program.types);
    let place = failure.place.as_ref();
    let source = place.and_then(|place| sources.iter().find(|source| *source.name == *place.file));
    let message = format!("the top level of the reference fails: {what}");
    let fault = match (place, source) {
        (Some(place), Some(source)) => {
            Diagnostic::error("reference-fails", Span::new(source, source.line(place.line)), message)
        }
        _ => Diagnostic::without_place("reference-fails", message),
    };
    fault.hint("mend the line or what it tries, or take it out: submissions are held to this file")
}
