//! The tests of a compiled monitor: the suite, traces that tell mutants from the specification, traces at random.

use std::time::Duration;

use lydian_budget::Deadline;
use lydian_diagnostic::Diagnostic;
use lydian_stream::check::{Monitor, Origin, ProcessMonitor, Suites, Test, Trace, USUAL};
use lydian_stream::run::{Prepared, Time};
use lydian_sut::{End, StartError};
use lydian_verdict::Verdict;

use super::super::cases::Loaded;
use super::super::telling::Looking;
use crate::arguments::StreamCompileArguments;

/// The tests, and what is said about them.
pub(super) struct Made {
    pub(super) tests: Vec<Test>,
    pub(super) origin: Origin,
    /// What became of the mutants.
    pub(super) mutants: Option<String>,
}

/// The most moments of a case.
const SLOTS: usize = 40;

/// Makes the tests.
pub(super) fn make(
    arguments: &StreamCompileArguments,
    loaded: &Loaded,
    prepared: &Prepared,
    budget: Duration,
) -> Result<Made, Vec<Diagnostic>> {
    let spec = &loaded.plain;
    let deadline = Some(Deadline::after(budget / 8));
    let (count, seed) = (arguments.random as usize, arguments.common.seed());
    let mut tests = Test::at_random(spec, prepared, count, seed, deadline);
    let mut suite: Vec<String> = Vec::new();
    let origin = match Suites::make(&loaded.instrumented, &USUAL, SLOTS, budget / 4) {
        Err(why) => Origin::Unavailable(why),
        Ok(suites) => {
            let subject = arguments.spec.spec.display().to_string();
            if let Some(Verdict::Invalid(faults)) =
                suites.tell(&loaded.instrumented, &subject).map(|told| told.verdict)
            {
                return Err(faults);
            }
            tests.extend(Test::of_suites(spec, prepared, &suites));
            suite.extend(suites.cases().into_iter().map(|case| Trace::of_case(case).text(spec)));
            Origin::Suites(suites.coverage())
        }
    };
    let looking = Looking {
        arguments: &arguments.spec,
        spec,
        prepared,
        suite,
        slots: SLOTS,
        deadline: Deadline::after(budget / 4),
        jobs: arguments.common.jobs(),
    };
    let telling = looking.telling()?;
    let mutants = telling.line();
    tests.extend(telling.tests);
    let deadline = Some(Deadline::after(budget / 8));
    tests.extend(Test::in_depth(spec, prepared, &tests, seed, deadline));
    Ok(Made { tests, origin, mutants })
}

/// Lets tests end where the monitor has a limit that the specification does not have, and says how many those are.
pub(super) fn until_limits(tests: &mut [Test], monitor: &ProcessMonitor<'_>) -> Result<usize, StartError> {
    let texts: Vec<&[u8]> = tests.iter().map(|test| &test.text[..]).collect();
    let answers = monitor.run_all(&texts)?;
    let mut stopped = 0;
    for (test, answer) in tests.iter_mut().zip(answers) {
        let said = String::from_utf8_lossy(&answer.errors).into_owned();
        let limit =
            said.strip_prefix("at ").and_then(|rest| rest.trim_end().split_once(" the monitor stops: "));
        let (End::Exited(LIMIT), Some((time, why))) = (answer.end, limit) else { continue };
        let Ok(time) = time.parse::<i64>() else { continue };
        let time = Time::from(time);
        let is_before = test.expected.silent_from.as_ref().is_none_or(|(known, _)| time < *known);
        if is_before {
            stopped += 1;
            test.expected.events.retain(|event| event.time < time);
            test.expected.silent_from = Some((time, format!("the monitor stops, as {why}")));
        }
    }
    Ok(stopped)
}

/// The exit code of a monitor that stops at a limit.
const LIMIT: i32 = 3;
