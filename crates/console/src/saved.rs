//! Suites that are kept in a file and run later without a solver.
//! A suite holds the lines of its tests and the text of its specification, not what is expected: that is computed again by
//! running the specification, so that a suite cannot disagree with it. How it is written is left to the doors.

use lydian_diagnostic::Diagnostic;

use crate::spec::Spec;
use crate::suite::Tests;

/// A suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suite {
    /// The text of the specification.
    pub specification: String,
    /// The files that it imports: their names and texts.
    pub imports: Vec<(String, String)>,
    /// The tests in order.
    pub tests: Vec<SuiteTest>,
    /// Whether there were more tests than were wanted.
    pub cut: bool,
}

/// One test of a suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuiteTest {
    /// The values of the parameters, as they are written.
    pub parameters: Vec<(String, String)>,
    /// The lines that are sent.
    pub lines: Vec<String>,
}

/// A test that does not suit its specification, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsuitable {
    /// The number of the test, from 1.
    pub test: usize,
    /// Why.
    pub why: String,
}

/// A choice of parameter values, by its number, and the lines of a test.
pub type Chosen = (usize, Vec<Vec<u8>>);

impl Suite {
    /// The tests of a specification, at most so many, in an order in which the first ones notice most mistakes.
    pub fn collect(
        tests: &mut Tests<'_>,
        imports: Vec<(String, String)>,
        most: usize,
    ) -> Result<Suite, Box<Diagnostic>> {
        let mut found = Vec::new();
        for test in tests.telling_first(most) {
            let lines: Option<Vec<String>> =
                test.lines.iter().map(|line| String::from_utf8(line.clone()).ok()).collect();
            let lines = lines.ok_or_else(|| {
                let message = "a test has a line that is not UTF-8 and cannot be saved";
                Box::new(Diagnostic::without_place("suite-not-readable", message))
            })?;
            found.push(SuiteTest { parameters: parameters(tests.spec(&test)), lines });
        }
        let cut = tests.get(found.len()).is_some() && tests.distinct() > found.len();
        if let Some((failure, lines)) = &tests.failure {
            return Err(Box::new(crate::judge::failed(tests.first_spec(), failure, lines)));
        }
        let specification = tests.first_spec().script.source.text.clone();
        Ok(Suite { specification, imports, tests: found, cut })
    }

    /// The tests with the number of the instance that each belongs to.
    pub fn instances(&self, specs: &[Spec]) -> Result<Vec<Chosen>, Unsuitable> {
        let known: Vec<Vec<(String, String)>> = specs.iter().map(parameters).collect();
        let mut found = Vec::new();
        for (number, test) in self.tests.iter().enumerate() {
            let Some(instance) = known.iter().position(|known| *known == test.parameters) else {
                let why = "the specification does not have these values of its parameters".to_owned();
                return Err(Unsuitable { test: number + 1, why });
            };
            let lines = test.lines.iter().map(|line| line.clone().into_bytes()).collect();
            found.push((instance, lines));
        }
        Ok(found)
    }
}

fn parameters(spec: &Spec) -> Vec<(String, String)> {
    spec.parameters.iter().map(|(name, value)| (name.to_string(), value.clone())).collect()
}
