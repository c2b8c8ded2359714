//! Tests of programs that choose something themselves: each run is another one.
//! In: the tests on paths. Out: a test whose lines are enough for most choices, and all tests again until there are many runs.

use super::{Test, Tests};
use crate::expect::{Expected, Then};
use crate::line::elements;
use crate::spec::Spec;
use crate::walk::Walk;

/// A program that may do something else each time is run so often in all.
const RUNS: usize = 100;

/// So many lines are added to a test so that more choices come to their end.
const MOST_LINES: usize = 100;

impl Tests<'_> {
    /// Repeats the tests, with one more that goes as far as it can; false, since it does so once.
    pub(super) fn more_runs(&mut self) -> bool {
        if self.distinct.is_some() || !self.specs.iter().any(Spec::has_choices) {
            return false;
        }
        if !self.is_given() {
            for index in 0..self.specs.len() {
                let own = self.tests.iter().filter(|test| test.instance == index);
                let shortest = own.min_by_key(|test| test.lines.len()).cloned();
                let further = shortest.and_then(|test| self.further(&test));
                self.tests.extend(further);
            }
        }
        let distinct = self.tests.len();
        self.distinct = Some(distinct);
        let again: Vec<Test> =
            self.tests.iter().cycle().take(RUNS.max(distinct)).skip(distinct).cloned().collect();
        self.tests.extend(again);
        false
    }

    /// The test with more lines: what the program may have chosen is typed, until all choices come to their end.
    fn further(&self, test: &Test) -> Option<Test> {
        let spec = &self.specs[test.instance];
        let mut found: Option<Test> = None;
        let mut waiting = reading_on(&test.expected);
        for line in spec.possible_choices() {
            let lines = &found.as_ref().unwrap_or(test).lines;
            if waiting == 0 || lines.len() - test.lines.len() == MOST_LINES {
                break;
            }
            if lines.contains(&line) {
                continue;
            }
            let longer = [&lines[..], &[line]].concat();
            let Some(longer) = self.with_lines(test, longer) else { continue };
            if reading_on(&longer.expected) < waiting {
                waiting = reading_on(&longer.expected);
                found = Some(longer);
            }
        }
        found
    }
}

/// For how many choices another line is read.
fn reading_on(expected: &Expected) -> usize {
    let all = std::iter::once(expected).chain(&expected.others);
    all.filter(|one| one.then == Then::ReadsOn).count()
}

impl Spec {
    /// What the program may choose, as it is typed, as far as that depends on nothing else.
    fn possible_choices(&self) -> Vec<Vec<u8>> {
        self.concretely(|spec, world| {
            let mut machine = spec.machine(world);
            let start = Walk::new(spec).state;
            let mut lines = Vec::new();
            for choosing in &spec.flow.choosings {
                let Ok(among) = start.evaluate(spec, &mut machine, choosing.among, None) else { continue };
                let among = machine.world.close(&among, &lydian_term::Model::new());
                let ty = &spec.variables[choosing.field.variable].ty;
                let mut among = elements(&among);
                // The ends come first: they are where programs are wrong.
                if among.len() > 2 {
                    among[1..].rotate_right(1);
                }
                lines.extend(among.into_iter().map(|one| spec.written(one, ty).into_bytes()));
            }
            lines
        })
    }
}
