//! A test: a trace that a monitor is given, and what must come out. Where tests come from.

use lydian_budget::Deadline;
use lydian_tessla::spec::Spec;

use super::expected::Expected;
use super::orders::orders;
use super::pairs::pairs;
use super::random;
use super::suite::Suites;
use super::trace::Trace;
use crate::run::Prepared;

/// Where a test comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestKind {
    /// The user gave it.
    Given,
    /// A case of a suite.
    Case,
    /// Two cases, one after the other.
    Pair,
    /// It tells a changed specification from this one.
    Telling,
    /// It was drawn at random.
    Random,
    /// It was drawn at random, is long, and repeats itself.
    Deep,
    /// Another test with the events of each moment in another order.
    Order,
}

/// A trace that a monitor is given, and what must come out.
#[derive(Debug, Clone)]
pub struct Test {
    /// What it is called: a file, or `case 3`.
    pub name: String,
    /// Where it comes from.
    pub kind: TestKind,
    /// The trace.
    pub trace: Trace,
    /// The trace as it is handed over.
    pub text: Vec<u8>,
    /// What must come out.
    pub expected: Expected,
}

impl Test {
    /// A test on a trace in our own words.
    pub fn new(spec: &Spec, prepared: &Prepared, name: impl Into<String>, trace: Trace) -> Test {
        Test::until(spec, prepared, name, trace, None)
    }

    /// The same, where the specification may take too long to run.
    pub(super) fn until(
        spec: &Spec,
        prepared: &Prepared,
        name: impl Into<String>,
        trace: Trace,
        deadline: Option<Deadline>,
    ) -> Test {
        let expected = Expected::until(spec, prepared, &trace, deadline);
        let text = trace.text(spec).into_bytes();
        Test { name: name.into(), kind: TestKind::Given, text, trace, expected }
    }

    /// Tests on the cases of suites, and on pairs of them one after the other.
    pub fn of_suites(spec: &Spec, prepared: &Prepared, suites: &Suites) -> Vec<Test> {
        let traces: Vec<Trace> = suites.cases().into_iter().map(Trace::of_case).collect();
        let cases =
            traces.iter().enumerate().map(|(place, trace)| (format!("case {}", place + 1), trace.clone()));
        let mut tests: Vec<Test> = cases
            .map(|(name, trace)| Test::new(spec, prepared, name, trace).of_kind(TestKind::Case))
            .collect();
        for (first, second, trace) in pairs(&traces, MOST_PAIRS) {
            let name = format!("case {} and then case {}", first + 1, second + 1);
            let test = Test::new(spec, prepared, name, trace).of_kind(TestKind::Pair);
            // What the author excludes is not tested, and after an error nothing is said.
            if test.expected.assertions_hold && tests[first].expected.silent_from.is_none() {
                tests.push(test);
            }
        }
        tests
    }

    /// Tests on so many traces at random that the author's assertions allow; fewer if the specification takes too long.
    pub fn at_random(
        spec: &Spec,
        prepared: &Prepared,
        count: usize,
        seed: u64,
        deadline: Option<Deadline>,
    ) -> Vec<Test> {
        random::tests(spec, prepared, count, seed, deadline)
    }

    /// Tests on long traces at random, and on those of `tests` with the events of each moment in another order.
    pub fn in_depth(
        spec: &Spec,
        prepared: &Prepared,
        tests: &[Test],
        seed: u64,
        deadline: Option<Deadline>,
    ) -> Vec<Test> {
        let mut found = random::deep(spec, prepared, DEEP, seed, deadline);
        found.extend(orders(spec, tests, MOST_ORDERS));
        found
    }

    /// The same, of another kind.
    #[must_use]
    pub fn of_kind(mut self, kind: TestKind) -> Test {
        self.kind = kind;
        self
    }

    /// The same, handed over as it is written in a file.
    #[must_use]
    pub fn written(mut self, text: Vec<u8>) -> Test {
        self.text = text;
        self
    }
}

/// A suite of many cases has very many pairs.
const MOST_PAIRS: usize = 60;

/// How many long traces are drawn.
const DEEP: usize = 300;

/// How many orders of events are tried.
const MOST_ORDERS: usize = 100;
