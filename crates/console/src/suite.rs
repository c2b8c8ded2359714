//! The tests of a specification, made when they are asked for and kept: all programs get the same ones.
//! First come tests on its paths, in order of their number of inputs, over all choices of parameter values: of many candidates
//! those that take a new path, or notice a typical mistake (`mistakes`). Then come some that go far, and those that
//! were solved for because no other test notices a mistake.

use std::collections::VecDeque;
use std::ops::Range;

use lydian_diagnostic::Diagnostic;

use crate::constants::Constants;
use crate::expect::{Expected, Failure, Misfit};
use crate::inputs::{Sampling, Sequence};
use crate::mistakes::{Mistakes, Score, telling_first};
use crate::paths::{PathBounds, PathCounts, PathEnd, Paths, SpecPath};
use crate::spec::Spec;
use crate::subject::Call;
use crate::ties::ties;
use turns::Turns;

/// One test.
#[derive(Debug, Clone)]
pub struct Test {
    /// Which choice of parameter values.
    pub instance: usize,
    /// The path, by its number among all that were found.
    pub path: usize,
    /// The lines that are sent.
    pub lines: Vec<Vec<u8>>,
    /// What is allowed.
    pub expected: Expected,
}

/// Makes tests.
pub struct Tests<'s> {
    specs: &'s [Spec],
    sampling: Sampling,
    instances: Vec<Instance<'s>>,
    tests: Vec<Test>,
    /// The number of paths so far.
    paths: usize,
    /// A term of the specification that fails, and the lines on which it does.
    pub failure: Option<(Failure, Vec<Vec<u8>>)>,
    /// Paths for which no input could be made.
    pub without_inputs: u64,
    phase: Phase,
    mistakes: Mistakes,
    /// If fewer tests are wanted than usual, so many: the most telling of the usual ones.
    few: Option<usize>,
    /// Whether there are more paths than tests may be run.
    cut: bool,
    /// Those of the paths that are further ways to take others.
    variants: Range<usize>,
    /// How many tests there are, if they are repeated.
    distinct: Option<usize>,
    /// What tests have done so far.
    turns: Turns,
    /// Paths without a test because nothing on them is new.
    alike: u64,
}

/// Where tests come from now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The paths, shortest first.
    Paths,
    /// Drawn runs, of which some go far.
    Drawn,
    /// Mistakes that no test notices yet.
    Mistakes,
    /// There are no more.
    Over,
    /// They were given instead of searched for.
    Given,
}

/// So many paths are all tested; of further ones those that have something new.
const ALL_PATHS: usize = 25;

struct Instance<'s> {
    paths: Paths<'s>,
    constants: Constants,
    call: Call,
    waiting: VecDeque<SpecPath>,
    /// Further ways to take paths, tested after them.
    variants: VecDeque<SpecPath>,
    exhausted: bool,
}

impl<'s> Tests<'s> {
    /// Tests for all instances of a specification.
    pub fn new(specs: &'s [Spec], bounds: &PathBounds, sampling: &Sampling) -> Tests<'s> {
        let instances = specs
            .iter()
            .map(|spec| Instance {
                paths: Paths::new(spec, bounds.clone()),
                constants: Constants::of(spec),
                call: spec.call(),
                waiting: VecDeque::new(),
                variants: VecDeque::new(),
                exhausted: false,
            })
            .collect();
        let usual = Sampling::default().most_tests;
        let few = (sampling.most_tests < usual).then_some(sampling.most_tests);
        Tests {
            specs,
            sampling: Sampling { most_tests: sampling.most_tests.max(usual), ..sampling.clone() },
            few,
            instances,
            tests: Vec::new(),
            paths: 0,
            failure: None,
            without_inputs: 0,
            phase: if sampling.naive { Phase::Drawn } else { Phase::Paths },
            mistakes: Mistakes::of(specs, sampling.bits),
            cut: false,
            variants: usize::MAX..usize::MAX,
            distinct: None,
            turns: Turns::default(),
            alike: 0,
        }
    }

    /// A test by its number; `None` after the last.
    pub fn get(&mut self, number: usize) -> Option<&Test> {
        if let Some(most) = self.few.take()
            && self.phase != Phase::Given
        {
            self.keep_most_telling(most);
        }
        while self.tests.len() <= number {
            if !self.more() {
                return None;
            }
        }
        self.tests.get(number)
    }

    /// Replaces all tests by one: these lines, in the first instance that takes them.
    pub fn only(&mut self, lines: &[Vec<u8>]) -> Result<(), Box<Diagnostic>> {
        let mut why = String::new();
        for (index, spec) in self.specs.iter().enumerate() {
            match spec.expect(lines, self.sampling.bits()) {
                Ok(expected) => {
                    let test = Test { instance: index, path: usize::MAX, lines: lines.to_vec(), expected };
                    self.tests = vec![test];
                    self.phase = Phase::Given;
                    return Ok(());
                }
                Err(misfit) => why = misfit.in_words(),
            }
        }
        Err(Box::new(
            Diagnostic::without_place("inputs-do-not-fit", format!("these inputs do not fit: {why}"))
                .hint("`lydian console run SPEC` shows what the specification reads"),
        ))
    }

    /// Replaces all tests by given ones, at most so many: lines, each with the number of its instance. The error is the first that
    /// does not fit.
    pub fn replace(
        &mut self,
        given: &[(usize, Vec<Vec<u8>>)],
        most: Option<usize>,
    ) -> Result<(), (usize, Misfit)> {
        let mut tests = Vec::new();
        for (number, (instance, lines)) in given.iter().enumerate().take(most.unwrap_or(usize::MAX)) {
            let expected = self.specs[*instance]
                .expect(lines, self.sampling.bits())
                .map_err(|misfit| (number, misfit))?;
            tests.push(Test { instance: *instance, path: usize::MAX, lines: lines.clone(), expected });
        }
        // The shortest first, as the first failure is the one that is shown.
        tests.sort_by_key(|test| test.lines.len());
        for test in &tests {
            self.mistakes.count(&self.specs[test.instance], test);
        }
        (self.tests, self.phase) = (tests, Phase::Given);
        Ok(())
    }

    /// How the program is called for a test.
    pub fn call(&self, test: &Test) -> &Call {
        &self.instances[test.instance].call
    }

    /// The specification of a test.
    pub fn spec(&self, test: &Test) -> &'s Spec {
        &self.specs[test.instance]
    }

    /// Whether inputs are drawn without following paths.
    pub fn is_naive(&self) -> bool {
        self.sampling.naive && self.phase != Phase::Given
    }

    /// Whether there is one test only, with inputs that were given.
    pub(crate) fn is_by_hand(&self) -> bool {
        self.is_given() && self.distinct() == 1
    }

    fn is_given(&self) -> bool {
        self.phase == Phase::Given
    }

    /// How many tests there are so far, without repetitions.
    pub(crate) fn distinct(&self) -> usize {
        self.distinct.unwrap_or(self.tests.len())
    }

    /// The number of paths that have tests so far.
    pub fn path_count(&self) -> usize {
        let mut paths: Vec<usize> = self.tests.iter().map(|test| test.path).collect();
        paths.sort_unstable();
        paths.dedup();
        paths.iter().filter(|path| **path < self.paths && !self.variants.contains(path)).count()
    }

    /// The number of paths that have no test because nothing on them is new.
    pub fn alike(&self) -> u64 {
        self.alike
    }

    /// What the searches for paths have done.
    pub fn counts(&self) -> Vec<PathCounts> {
        self.instances.iter().map(|instance| instance.paths.counts()).collect()
    }

    /// The same, added up.
    pub fn total(&self) -> PathCounts {
        let mut total = PathCounts::default();
        for counts in self.counts() {
            total.satisfiable += counts.satisfiable;
            total.infeasible += counts.infeasible;
            total.undecided += counts.undecided;
            total.beyond += counts.beyond;
            total.runs += counts.runs;
            total.questions += counts.questions;
            total.out_of_time |= counts.out_of_time;
            total.out_of_work |= counts.out_of_work || self.cut;
        }
        total
    }

    /// The number of tests so far on which the specification computes a number that is too large, and that width.
    pub fn overflows(&self) -> (usize, Option<u32>) {
        let count = self.tests.iter().filter(|test| test.expected.overflow).count();
        (count, self.sampling.bits)
    }

    pub(crate) fn first_spec(&self) -> &'s Spec {
        &self.specs[0]
    }

    /// On which of the tests so far programs that are right may differ, because numbers can be rounded in several ways; in sentences.
    pub fn ties(&self) -> Vec<String> {
        // Where the program chooses, everything may differ.
        let tests: Vec<Test> =
            self.tests.iter().filter(|test| !self.specs[test.instance].has_choices()).cloned().collect();
        ties(&tests)
    }

    /// How many of the typical mistakes the tests so far notice; nothing if they were chosen by hand, or none are known.
    pub fn score(&self) -> Option<Score> {
        let score = self.mistakes.score();
        (!self.is_by_hand() && score.of + score.right > 0).then_some(score)
    }

    /// All tests, in an order in which the first ones notice most mistakes.
    pub(crate) fn telling_first(&mut self, most: usize) -> Vec<Test> {
        self.get(most);
        let most = most.min(self.distinct());
        telling_first(self.specs, self.tests.iter().take(most).cloned().collect())
    }

    /// Makes all tests and keeps the most telling ones, in order of their number of inputs.
    fn keep_most_telling(&mut self, most: usize) {
        // They are not repeated before it is known which are kept.
        self.distinct = Some(0);
        while self.more() {}
        self.distinct = None;
        if self.failure.is_some() || self.tests.len() <= most {
            return;
        }
        let mut kept = telling_first(self.specs, std::mem::take(&mut self.tests));
        kept.truncate(most);
        kept.sort_by_key(|test| test.lines.len());
        self.mistakes.forget_tests();
        for test in &kept {
            self.mistakes.count(&self.specs[test.instance], test);
        }
        (self.tests, self.cut) = (kept, true);
    }

    /// Makes more tests; false if there are no more.
    fn more(&mut self) -> bool {
        let before = self.tests.len();
        while self.failure.is_none() && self.tests.len() == before {
            let goes_on = match self.phase {
                Phase::Paths => self.more_on_paths(),
                Phase::Drawn => self.more_drawn(),
                Phase::Mistakes => self.more_for_mistakes(),
                Phase::Over | Phase::Given => {
                    self.more_runs();
                    return self.tests.len() > before;
                }
            };
            if !goes_on {
                self.phase = match self.phase {
                    Phase::Paths => Phase::Drawn,
                    Phase::Drawn if !self.sampling.naive => Phase::Mistakes,
                    _ => Phase::Over,
                };
            }
        }
        self.tests.len() > before
    }

    /// Makes the tests of the next path; false if there is none.
    fn more_on_paths(&mut self) -> bool {
        // The rest is for what paths in order of their length do not come to.
        let most = (self.sampling.most_tests - self.sampling.most_tests / 4).max(1);
        if self.tests.len().max(self.paths) >= most {
            self.cut = true;
            return false;
        }
        for instance in &mut self.instances {
            if instance.waiting.is_empty() && !instance.exhausted {
                match instance.paths.next_path() {
                    Some(path) => instance.waiting.push_back(path),
                    None => {
                        instance.exhausted = true;
                        while let Some(variant) = instance.paths.next_variant() {
                            instance.variants.push_back(variant);
                        }
                    }
                }
            }
        }
        let shortest = (0..self.instances.len())
            .filter(|index| !self.instances[*index].waiting.is_empty())
            .min_by_key(|index| self.instances[*index].waiting[0].inputs());
        let Some(index) = shortest else { return self.add_variant() };
        let Some(path) = self.instances[index].waiting.pop_front() else { return false };
        self.add_path(index, path);
        true
    }

    /// Makes the tests of another way to take a path; false if there is none.
    fn add_variant(&mut self) -> bool {
        let next = (0..self.instances.len())
            .find_map(|index| Some((index, self.instances[index].variants.pop_front()?)));
        let Some((index, path)) = next else { return false };
        let before = self.paths;
        self.add_path(index, path);
        // They come after all paths.
        self.variants = self.variants.start.min(before)..self.paths;
        true
    }

    fn add_path(&mut self, index: usize, path: SpecPath) {
        let spec = &self.specs[index];
        let instance = &mut self.instances[index];
        if let PathEnd::Fails(_) = &path.end {
            let lines = instance.paths.lines(&path, &path.model);
            // The failure is believed if the same lines show it without unknowns.
            match spec.expect(&lines, self.sampling.bits()) {
                Err(Misfit::Fails(again)) if again.raises => self.failure = Some((again, lines)),
                _ => self.without_inputs += 1,
            }
            return;
        }
        let number = self.paths;
        // Among the candidates of early paths there is more choice; later paths differ less and less from them.
        let (candidates, kept) = match number {
            0 => (24, 6),
            1..3 => (20, 4),
            3..10 => (8, 2),
            10..ALL_PATHS => (4, 1),
            _ if self.sampling.every_path => (1, 1),
            _ => (1, 0),
        };
        let mut sequences = |candidates| {
            let sampling = Sampling { per_path: candidates, ..self.sampling.clone() };
            instance.paths.sequences(spec, &path, &instance.constants, &sampling)
        };
        let mut made = sequences(candidates);
        let mut kept = kept.min(self.sampling.per_path);
        // Of many paths most only repeat what others have done.
        if kept == 0 && made.as_ref().is_ok_and(|made| self.turns.are_new_in_first(index, made)) {
            (made, kept) = (sequences(6), 1);
        }
        let mut sequences = match made {
            Ok(sequences) => sequences,
            Err(fails) => {
                self.failure = Some(*fails);
                return;
            }
        };
        if sequences.is_empty() {
            self.without_inputs += 1;
        }
        // The first one has the smallest values. Where there is room for few, another says more; what fails is made smaller anyway.
        match kept {
            1 => sequences.reverse(),
            2 => sequences.get_mut(1..).unwrap_or_default().reverse(),
            _ => {}
        }
        let (before, room) = (self.tests.len(), self.sampling.most_tests);
        let any = !sequences.is_empty();
        for Sequence { lines, expected, telling } in sequences {
            let test = Test { instance: index, path: number, lines, expected };
            let tells = self.mistakes.count(&self.specs[index], &test);
            if (tells || telling || self.tests.len() - before < kept) && self.tests.len() < room {
                self.turns.add(index, &test.expected);
                self.tests.push(test);
            }
        }
        self.alike += u64::from(any && self.tests.len() == before);
        self.paths += 1;
    }

    /// The same test on other lines; nothing if the specification does not take them.
    pub(crate) fn with_lines(&self, test: &Test, lines: Vec<Vec<u8>>) -> Option<Test> {
        let expected = self.specs[test.instance].expect(&lines, self.sampling.bits()).ok()?;
        // A mistake with small numbers is not shown by numbers that are too large.
        if expected.overflow && !test.expected.overflow {
            return None;
        }
        Some(Test { lines, expected, ..*test })
    }
}

mod blanks;
mod bordering;
mod choices;
mod further;
mod moved;
mod turns;

impl Spec {
    /// What the program is given beside its lines.
    pub fn call(&self) -> Call {
        Call {
            arguments: self.arguments.clone(),
            environment: self.environment.clone(),
            files: self.files.clone(),
            collect: self.results.iter().map(|(name, _)| name.clone()).collect(),
        }
    }
}
