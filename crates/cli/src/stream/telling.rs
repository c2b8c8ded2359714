//! Traces that tell changed specifications from the one at hand: a mistake in a monitor is often one of these changes.

use std::time::Duration;

use lydian_budget::Deadline;
use lydian_diagnostic::Diagnostic;
use lydian_stream::check::{Test, TestKind, Trace};
use lydian_stream::mutate::mutants;
use lydian_stream::run::Prepared;
use lydian_tessla::spec::Spec;

use super::cases;
use super::mutate::work::{Told, Work};
use crate::arguments::StreamSpecArguments;
use crate::inputs;

/// A mutant that takes longer is undecided: tests are to be made, and not to be scored.
const LONGEST: Duration = Duration::from_secs(3);

/// The traces that no case stands for, and what became of the changes.
#[derive(Default)]
pub(crate) struct Telling {
    pub(crate) tests: Vec<Test>,
    /// Those that a case tells from the specification.
    pub(crate) by_cases: usize,
    /// Those that one of the traces here tells.
    pub(crate) by_traces: usize,
    /// Those that only a trace tells that the author excludes, so that it is not among the tests.
    pub(crate) excluded: usize,
    pub(crate) same: usize,
    pub(crate) open: usize,
    pub(crate) invalid: usize,
}

/// How it is looked for.
pub(crate) struct Looking<'a> {
    pub(crate) arguments: &'a StreamSpecArguments,
    pub(crate) spec: &'a Spec,
    pub(crate) prepared: &'a Prepared,
    /// The traces of the cases.
    pub(crate) suite: Vec<String>,
    pub(crate) slots: usize,
    pub(crate) deadline: Deadline,
    pub(crate) jobs: usize,
}

impl Looking<'_> {
    /// Makes the traces.
    pub(crate) fn telling(self) -> Result<Telling, Vec<Diagnostic>> {
        let Looking { arguments, spec, prepared, suite, slots, deadline, jobs } = self;
        let source = inputs::read(&arguments.spec, "the specification").map_err(|fault| vec![fault])?;
        let found = mutants(&source);
        let options = cases::options(arguments, false);
        let work = Work { source, options, suite, slots, deadline, longest: LONGEST, jobs };
        let mut telling = Telling::default();
        let mut known: Vec<String> = Vec::new();
        for told in work.examine(&found, |_| {}) {
            match told {
                Told::Killed { .. } => telling.by_cases += 1,
                Told::Missed { trace: text, .. } => {
                    let trace =
                        Trace::read(spec, text.as_bytes(), "a trace").map_err(|fault| vec![*fault])?;
                    let test = Test::new(spec, prepared, "a trace that tells a mutant", trace);
                    if !test.expected.assertions_hold {
                        telling.excluded += 1;
                        continue;
                    }
                    telling.by_traces += 1;
                    if !known.contains(&text) {
                        known.push(text);
                        telling.tests.push(test.of_kind(TestKind::Telling));
                    }
                }
                Told::Equivalent => telling.same += 1,
                Told::Unknown { .. } => telling.open += 1,
                Told::Invalid => telling.invalid += 1,
            }
        }
        Ok(telling)
    }
}

impl Telling {
    /// What became of the changes, in a line; nothing where nothing can be changed.
    pub(crate) fn line(&self) -> Option<String> {
        let Telling { by_cases, by_traces, excluded, same, open, invalid, .. } = self;
        let noticed = by_cases + by_traces;
        let differing = noticed + excluded + open;
        if differing + same == 0 {
            return None;
        }
        let mut line = format!("{noticed} of {differing} mutants would be noticed");
        if *by_traces > 0 {
            line.push_str(&format!(", {by_traces} of them by traces made for that"));
        }
        if *excluded > 0 {
            line.push_str(&format!("; {excluded} only by traces that the assertions exclude"));
        }
        if *open > 0 {
            line.push_str(&format!("; {open} undecided"));
        }
        let left_out = same + invalid;
        if left_out > 0 {
            let verb = if left_out == 1 { "is" } else { "are" };
            line.push_str(&format!("; {left_out} more {verb} the same or no specification"));
        }
        Some(line)
    }
}
