//! The loop: batches of tests until one differs, then a second look, then smaller tests.
//! The clock decides only when to stop; what was found until then stays found.

use lydian_budget::Deadline;

use crate::program::{Found, FoundIn, Outcome, Program};

/// How much is done.
#[derive(Debug, Clone)]
pub struct Effort {
    /// How many tests are run before the first of them is looked at. The number of runs depends on it, the first difference
    /// does not.
    pub batch: usize,
    /// Runs that may be spent on making a difference smaller.
    pub shrinking: usize,
    /// When to stop.
    pub deadline: Option<Deadline>,
}

/// Runs that may be spent on making a difference smaller where each takes all the time that it may.
const MOST_SLOW_RUNS: usize = 24;

/// What came of a trial.
#[derive(Debug)]
pub struct Tried<Test, Run, Difference> {
    /// How it ended.
    pub end: End<Test, Run, Difference>,
    /// Tests without a difference: all that come before the first one, or all that were run.
    pub tests: usize,
    /// Those of them that could not be judged.
    pub unjudged: usize,
    /// Why, of the first of them.
    pub unknown: Option<String>,
    /// All runs, also those that made a difference smaller.
    pub runs: u64,
}

/// How a trial ended.
#[derive(Debug)]
pub enum End<Test, Run, Difference> {
    /// After the last test, without a difference.
    NoDifference,
    /// Before the last test, without a difference: time was used up.
    OutOfTime,
    /// With a difference that was seen twice, or need not be.
    Twice(Found<Test, Run, Difference>),
    /// With a difference that did not come again, and what came instead.
    Once(Found<Test, Run, Difference>, Second<Difference>),
}

/// A second run that does not show the difference of the first.
#[derive(Debug)]
pub enum Second<Difference> {
    /// It is right.
    Right,
    /// It is wrong in a way that does not count as the same.
    Differs(Difference),
    /// It could not be judged; why.
    Unknown(String),
}

/// What came of a trial of this program.
pub type TriedOf<P> = Tried<<P as Program>::Test, <P as Program>::Run, <P as Program>::Difference>;

type EndOf<P> = End<<P as Program>::Test, <P as Program>::Run, <P as Program>::Difference>;

/// What a second run of the same test came to.
type SecondLook<P> = Result<FoundIn<P>, Second<<P as Program>::Difference>>;

/// Runs the tests of a program until one shows a difference, and looks into that.
pub fn trial<P: Program>(program: &mut P, effort: &Effort) -> Result<TriedOf<P>, P::Error> {
    let mut trial = Trial { program, effort, tests: 0, unjudged: 0, unknown: None, runs: 0 };
    let end = trial.tests()?;
    let Trial { tests, unjudged, unknown, runs, .. } = trial;
    Ok(Tried { end, tests, unjudged, unknown, runs })
}

struct Trial<'a, P> {
    program: &'a mut P,
    effort: &'a Effort,
    tests: usize,
    unjudged: usize,
    unknown: Option<String>,
    runs: u64,
}

impl<P: Program> Trial<'_, P> {
    fn tests(&mut self) -> Result<EndOf<P>, P::Error> {
        // The first batch is small: many mistakes show at once.
        let mut size = 1;
        loop {
            if self.is_late() {
                return Ok(End::OutOfTime);
            }
            let numbers = self.tests..self.tests + size;
            let batch: Vec<P::Test> = numbers.map_while(|number| self.program.test(number)).collect();
            if batch.is_empty() {
                return Ok(End::NoDifference);
            }
            size = self.effort.batch.max(1);
            if let Some(found) = self.first_difference(batch)? {
                return self.examine(found);
            }
        }
    }

    fn is_late(&self) -> bool {
        self.effort.deadline.is_some_and(Deadline::passed)
    }

    fn run_all(&mut self, batch: &[P::Test]) -> Result<Vec<P::Run>, P::Error> {
        let runs = self.program.run_all(batch)?;
        self.runs += runs.len() as u64;
        Ok(runs)
    }

    fn first_difference(&mut self, batch: Vec<P::Test>) -> Result<Option<FoundIn<P>>, P::Error> {
        let runs = self.run_all(&batch)?;
        for (test, run) in batch.into_iter().zip(runs) {
            match self.program.judge(&test, &run) {
                Outcome::Match(note) => self.program.note(&test, note),
                Outcome::Unknown(why) => {
                    self.unknown.get_or_insert(why);
                    self.unjudged += 1;
                }
                Outcome::Differ(difference) => return Ok(Some(Found { test, run, difference })),
            }
            self.tests += 1;
        }
        Ok(None)
    }

    /// Looks a second time, makes the test smaller, and looks a second time at that.
    fn examine(&mut self, first: FoundIn<P>) -> Result<EndOf<P>, P::Error> {
        if self.program.is_alone(&first.difference) {
            let small = self.shrink(&first)?;
            return Ok(End::Twice(small.unwrap_or(first)));
        }
        let first = match self.again(&first)? {
            Ok(again) => again,
            Err(second) => return Ok(End::Once(first, second)),
        };
        let Some(small) = self.shrink(&first)? else { return Ok(End::Twice(first)) };
        // A small test that does not fail always is worth less than a large one that does.
        Ok(End::Twice(self.again(&small)?.unwrap_or(first)))
    }

    /// The same test once more.
    fn again(&mut self, found: &FoundIn<P>) -> Result<SecondLook<P>, P::Error> {
        let test = found.test.clone();
        let mut runs = self.run_all(std::slice::from_ref(&test))?;
        let Some(run) = runs.pop() else { return Ok(Err(Second::Unknown("it was not run again".into()))) };
        Ok(match self.program.judge(&test, &run) {
            Outcome::Match(_) => Err(Second::Right),
            Outcome::Unknown(why) => Err(Second::Unknown(why)),
            Outcome::Differ(difference) if self.program.is_again(&found.difference, &difference) => {
                Ok(Found { test, run, difference })
            }
            Outcome::Differ(difference) => Err(Second::Differs(difference)),
        })
    }

    /// The smallest test found that differs in the same kind; nothing if there is no smaller one.
    fn shrink(&mut self, first: &FoundIn<P>) -> Result<Option<FoundIn<P>>, P::Error> {
        let most = match self.program.is_slow(&first.difference) {
            true => self.effort.shrinking.min(MOST_SLOW_RUNS),
            false => self.effort.shrinking,
        };
        let last = self.runs + most as u64;
        let mut smallest: Option<FoundIn<P>> = None;
        loop {
            let mut changed = false;
            let mut way = 0;
            while let Some(candidates) = self.program.smaller(smallest.as_ref().unwrap_or(first), way) {
                match self.smaller(smallest.as_ref().unwrap_or(first), candidates, last)? {
                    Some(smaller) => (smallest, changed) = (Some(smaller), true),
                    None => way += 1,
                }
            }
            if !changed {
                return Ok(smallest);
            }
        }
    }

    /// The first candidate that differs in the same kind.
    fn smaller(
        &mut self,
        found: &FoundIn<P>,
        candidates: Vec<P::Candidate>,
        last: u64,
    ) -> Result<Option<FoundIn<P>>, P::Error> {
        let mut candidates = candidates.into_iter();
        while self.runs < last && !self.is_late() {
            let tests = candidates.by_ref().filter_map(|candidate| self.program.prepare(found, candidate));
            let batch: Vec<P::Test> = tests.take(self.effort.batch.max(1)).collect();
            if batch.is_empty() {
                break;
            }
            let runs = self.run_all(&batch)?;
            for (test, run) in batch.into_iter().zip(runs) {
                if let Outcome::Differ(difference) = self.program.judge(&test, &run)
                    && self.program.is_like(&found.difference, &difference)
                {
                    return Ok(Some(Found { test, run, difference }));
                }
            }
        }
        Ok(None)
    }
}
