//! Tests beyond the paths: drawn runs, of which some go far, and tests for mistakes that nothing else notices.

use lydian_budget::Deadline;

use super::moved::moved;
use super::{Phase, Test, Tests};
use crate::flow::Step;
use crate::line::END_OF_INPUT;
use crate::mistakes::{Told, notices};
use crate::naive::{Side, drawn_run};
use crate::paths::without_solver;
use crate::random::Random;
use crate::shrink::smaller;

/// So many runs are drawn beside the paths, and so many of the longest are kept.
const DRAWN: u64 = 120;
const FAR: usize = 4;

/// So many are made from tests and drawn runs by small changes, at most as many for each.
const MOVED: usize = 160;
const MOVED_FROM_EACH: usize = 16;

/// So many that compute longer than any other run on their path are kept.
const LONG: usize = 3;

/// So many smaller runs are looked at for one that tells a mistake.
const SMALLER: u32 = 400;

/// And so many where branches are undecided, or functions split paths into more ways than are followed.
const UNDECIDED: usize = 12;

/// The work of all of these, in steps of the evaluator.
const WORK: u64 = 20_000_000;

/// So many runs are drawn where nothing else is done, unless fewer tests are wanted.
const NAIVE: u64 = 400;

/// The ends are wanted of so many readings, and for so many choices of parameter values.
const MOST_TO_THE_END: usize = 4;

/// So many runs are drawn that may go beyond the usual number of rounds, and so far.
const DRAWN_TO_THE_END: usize = 12;
const MOST_ROUNDS: u32 = 120;

/// Wrong values in one drawn run.
const WRONG: u32 = 4;

impl Tests<'_> {
    /// Draws runs and keeps those that notice something, go far or compute long; false, since it does so once.
    pub(super) fn more_drawn(&mut self) -> bool {
        let naive = self.sampling.naive;
        let has_loops = |step: &Step| *step == Step::Round;
        let mut found = Vec::new();
        for index in 0..self.instances.len() {
            // Luck may lead where the solver could not say whether there is a way.
            let undecided = self.instances[index].paths.counts().undecided;
            let undecided = undecided > 0 && without_solver(undecided).is_none()
                || self.instances[index].paths.is_split_by_functions();
            let loops = self.specs[index].flow.steps.iter().any(has_loops);
            let count = if naive { NAIVE } else { DRAWN };
            let mut drawn = self.drawn(index, (count / self.instances.len() as u64).max(8));
            // Far ones first, to be kept; the others only if they tell something.
            drawn.sort_by_key(|test| std::cmp::Reverse(test.lines.len()));
            let kept = match (naive, undecided) {
                (true, _) => self.sampling.most_tests,
                (false, true) => UNDECIDED,
                (false, false) if loops => FAR.div_ceil(self.instances.len()),
                (false, false) => 0,
            };
            let mut further: Vec<Test> = drawn.split_off(kept.min(drawn.len()));
            if undecided && !naive {
                drawn.extend(self.bordering(index, &[&drawn[..], &further].concat()));
            }
            if !naive {
                further.extend(self.moved(index, &[&drawn[..], &further].concat()));
            }
            // The shortest that tells a mistake shows it best.
            further.sort_by_key(size);
            let long = if naive { Vec::new() } else { self.long(index, &further) };
            if !naive {
                let blanks = self.with_blanks(index, &drawn);
                drawn.extend(blanks);
            }
            if !naive && index < MOST_TO_THE_END {
                let to_the_end = self.to_the_end(index, &drawn, loops);
                drawn.extend(to_the_end);
            }
            for test in drawn {
                let new = self.mistakes.new_by(&self.specs[index], &test);
                self.mistakes.told(&new);
                found.push(test);
            }
            for (number, test) in further.into_iter().enumerate() {
                let new = self.mistakes.new_by(&self.specs[index], &test);
                self.mistakes.told(&new);
                let telling = (!new.is_empty()).then(|| self.smallest(&test, &new));
                let long = long.contains(&number).then_some(test);
                for test in telling.into_iter().chain(long) {
                    let known = |other: &Test| other.instance == index && other.lines == test.lines;
                    if !found.iter().any(known) {
                        found.push(test);
                    }
                }
            }
        }
        found.truncate(self.sampling.most_tests.saturating_sub(self.tests.len()));
        found.sort_by_key(|test| test.lines.len());
        self.tests.extend(found);
        false
    }

    /// A test that tells the same mistakes and is as small as trying makes it.
    fn smallest(&self, test: &Test, mistakes: &[usize]) -> Test {
        let mutants = &self.specs[test.instance].mutants;
        let tells = |test: &Test| mistakes.iter().all(|number| notices(&mutants[*number], test));
        let mut small = test.clone();
        let (mut way, mut tries) = (0, 0);
        while let Some(candidates) = smaller(&small.lines, way) {
            let mut candidates = candidates.into_iter().filter_map(|lines| {
                tries += 1;
                (tries < SMALLER).then(|| self.new_test(test.instance, lines, &[])).flatten()
            });
            match candidates.find(tells) {
                Some(smaller) => (small, way) = (smaller, 0),
                None => way += 1,
            }
        }
        small
    }

    fn drawn(&self, index: usize, count: u64) -> Vec<Test> {
        let (spec, instance) = (&self.specs[index], &self.instances[index]);
        let (bounds, sampling) = (&instance.paths.bounds, &self.sampling);
        let mut random = Random::new(sampling.seed ^ 0x5eed_0000 ^ index as u64);
        let mut found: Vec<Test> = Vec::new();
        let mut work = 0;
        for _ in 0..count {
            if bounds.deadline.is_some_and(Deadline::passed) || work > WORK {
                break;
            }
            let wrong = if bounds.wrong_values > 0 { WRONG } else { 0 };
            let limits = (bounds.rounds, wrong);
            let lines = drawn_run(spec, &instance.constants, &mut random, sampling.range, limits, None);
            let Some(test) = lines.and_then(|lines| self.new_test(index, lines, &found)) else { continue };
            work += test.expected.work;
            found.push(test);
        }
        found
    }

    /// Runs to the ends: a reading at the smallest and at the largest number that it takes, where no test has that yet, and loops that go
    /// on for longer than in all other runs.
    fn to_the_end(&self, index: usize, drawn: &[Test], loops: bool) -> Vec<Test> {
        let (spec, instance) = (&self.specs[index], &self.instances[index]);
        let mut random = Random::new(self.sampling.seed ^ 0x000f_a12e ^ index as u64);
        let known = self.tests.iter().chain(drawn).filter(|test| test.instance == index);
        let known: Vec<&Test> = known.collect();
        let mut longest = known.iter().map(|test| test.expected.rounds).max().unwrap_or(0);
        let mut found: Vec<Test> = Vec::new();
        let readings = 0..spec.flow.readings.len().min(MOST_TO_THE_END);
        let ends =
            readings.flat_map(|reading| [Side::Smallest, Side::Largest].map(|side| Some((reading, side))));
        let longer = if loops { DRAWN_TO_THE_END } else { 0 };
        for end_at in ends.chain(std::iter::repeat_n(None, longer)) {
            if instance.paths.deadline().is_some_and(Deadline::passed) {
                break;
            }
            let limits = (MOST_ROUNDS, 0);
            let lines =
                drawn_run(spec, &instance.constants, &mut random, self.sampling.range, limits, end_at);
            let short = |lines: &Vec<Vec<u8>>| lines.len() <= MOST_ROUNDS as usize;
            let others = [drawn, &found].concat();
            let test = lines.filter(short).and_then(|lines| self.new_test(index, lines, &others));
            let new = |test: &Test| {
                let further = test.expected.rounds > longest;
                // Some line of the run is nowhere else: that at the end, or one beside it.
                let untried =
                    test.lines.iter().any(|line| known.iter().all(|other| !other.lines.contains(line)));
                test.expected.work <= WORK && (further || end_at.is_some() && untried)
            };
            let Some(test) = test.filter(new) else { continue };
            longest = longest.max(test.expected.rounds);
            found.push(test);
        }
        found
    }

    /// Runs near tests and drawn ones.
    fn moved(&self, index: usize, drawn: &[Test]) -> Vec<Test> {
        let own = self.tests.iter().filter(|test| test.instance == index);
        let mut known: Vec<&Test> = own.chain(drawn).collect();
        // Short ones, since a difference in a long run is hard to see.
        known.sort_by_key(|test| size(test));
        let count = MOVED.div_ceil(self.instances.len());
        let each = count.div_ceil(known.len().max(1)).min(MOVED_FROM_EACH);
        let mut random = Random::new(self.sampling.seed ^ 0x0003_07ed ^ index as u64);
        let mut found: Vec<Test> = Vec::new();
        let mut work = 0;
        for test in known.into_iter().take(count) {
            for _ in 0..each {
                if self.instances[index].paths.deadline().is_some_and(Deadline::passed) || work > WORK {
                    return found;
                }
                // Two steps now and then: what is near may be no run at all.
                let mut lines = moved(&test.lines, &mut random);
                if random.below(2) == 0 {
                    lines = moved(&lines, &mut random);
                }
                let Some(test) = self.new_test(index, lines, &found) else { continue };
                work += test.expected.work;
                found.push(test);
            }
        }
        found
    }

    /// The test on some lines, if they fit and are not among the tests or these.
    pub(super) fn new_test(&self, instance: usize, lines: Vec<Vec<u8>>, found: &[Test]) -> Option<Test> {
        let known = |test: &Test| test.instance == instance && test.lines == lines;
        let typable = |line: &Vec<u8>| {
            let short = line.len() <= self.instances[instance].paths.bounds.text_length as usize;
            line == END_OF_INPUT || short && line.iter().all(|byte| (b' '..=b'~').contains(byte))
        };
        if found.iter().chain(&self.tests).any(known) || !lines.iter().all(typable) {
            return None;
        }
        let expected = self.specs[instance].expect(&lines, self.sampling.bits()).ok()?;
        (!expected.overflow).then_some(Test { instance, path: usize::MAX, lines, expected })
    }

    /// Those of some runs, by number, that compute clearly longer than all tests with the same decisions: what a function does for
    /// small values may be right by chance.
    fn long(&self, index: usize, drawn: &[Test]) -> Vec<usize> {
        let same = |one: &Test, other: &Test| {
            one.lines.len() == other.lines.len() && one.expected.taken == other.expected.taken
        };
        let own: Vec<&Test> = self.tests.iter().filter(|test| test.instance == index).collect();
        let mut longest: Vec<usize> = Vec::new();
        for number in 0..drawn.len() {
            let work = drawn[number].expected.work;
            let usual = own.iter().filter(|test| same(test, &drawn[number])).map(|test| test.expected.work);
            if usual.max().is_none_or(|usual| work <= usual + usual / 2) {
                continue;
            }
            match longest.iter_mut().find(|other| same(&drawn[**other], &drawn[number])) {
                Some(other) if drawn[*other].expected.work < work => *other = number,
                Some(_) => {}
                None => longest.push(number),
            }
        }
        longest.truncate(LONG.div_ceil(self.instances.len()));
        longest
    }

    /// Solves for tests that notice what nothing else does; false, since it does so once.
    pub(super) fn more_for_mistakes(&mut self) -> bool {
        let mut found: Vec<Test> = Vec::new();
        for number in self.mistakes.unnoticed() {
            if self.tests.len() + found.len() >= self.sampling.most_tests {
                break;
            }
            // A test for another mistake may tell this one too.
            if !self.mistakes.unnoticed().contains(&number) {
                continue;
            }
            let (mut never, mut told) = (true, false);
            for index in 0..self.instances.len() {
                let spec = &self.specs[index];
                let Some(mutant) = spec.mutants.get(number) else { continue };
                let answer = match self.impatient(index, number) {
                    Some(test) => Told::By(Box::new(test)),
                    None => {
                        let instance = &mut self.instances[index];
                        instance.paths.tell(index, mutant, &instance.constants, &self.sampling)
                    }
                };
                match answer {
                    Told::By(test) => {
                        self.mistakes.count(spec, &test);
                        found.push(*test);
                        (never, told) = (false, true);
                        break;
                    }
                    Told::Never | Told::NotSoon => {}
                    Told::NotFound => never = false,
                }
            }
            match (never, told) {
                (true, _) => self.mistakes.is_none(number),
                (false, true) => {}
                (false, false) => self.mistakes.is_undecided(number),
            }
        }
        found.sort_by_key(|test| test.lines.len());
        self.tests.extend(found);
        debug_assert!(self.phase == Phase::Mistakes);
        false
    }

    /// For a program that gives up after some wrong values: a test with so many of them.
    fn impatient(&self, index: usize, number: usize) -> Option<Test> {
        let spec = &self.specs[index];
        let mutant = &spec.mutants[number];
        let patience = mutant.spec.flow.readings.iter().find_map(|reading| reading.patience)?;
        self.tests.iter().filter(|test| test.instance == index).find_map(|test| {
            let wrong = test.expected.turns.iter().position(|turn| !turn.valid)?;
            let mut lines = test.lines.clone();
            lines.splice(wrong..=wrong, vec![test.lines[wrong].clone(); patience as usize]);
            self.instances[index].paths.told(index, lines, mutant, &self.sampling)
        })
    }
}

/// How much there is to read.
fn size(test: &Test) -> (usize, usize) {
    (test.lines.len(), test.lines.iter().map(Vec::len).sum())
}
