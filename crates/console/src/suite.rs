//! The tests of a specification, made when they are asked for and kept: all programs get the same ones.
//! They come in order of their number of inputs, over all choices of parameter values.

use std::collections::VecDeque;

use lydian_diagnostic::Diagnostic;

use crate::constants::Constants;
use crate::expect::{Expected, Failure, Misfit};
use crate::inputs::{Sampling, Sequence};
use crate::paths::{PathBounds, PathCounts, PathEnd, Paths, SpecPath};
use crate::spec::Spec;
use crate::subject::Call;

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
    /// The paths of the tests, for making further inputs on them.
    paths: Vec<(usize, SpecPath)>,
    /// A term of the specification that fails, and the lines on which it does.
    pub failure: Option<(Failure, Vec<Vec<u8>>)>,
    /// Paths for which no input could be made.
    pub without_inputs: u64,
    /// Whether the tests are given instead of searched for.
    given: bool,
    /// Whether there are more paths than tests may be run.
    cut: bool,
    /// How many of the paths are further ways to take others.
    variants: usize,
}

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
        Tests {
            specs,
            sampling: sampling.clone(),
            instances,
            tests: Vec::new(),
            paths: Vec::new(),
            failure: None,
            without_inputs: 0,
            given: false,
            cut: false,
            variants: 0,
        }
    }

    /// A test by its number; `None` after the last.
    pub fn get(&mut self, number: usize) -> Option<&Test> {
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
                    self.given = true;
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

    /// Replaces all tests by given ones: lines, each with the number of its instance. The error is the first that
    /// does not fit.
    pub fn replace(&mut self, given: &[(usize, Vec<Vec<u8>>)]) -> Result<(), (usize, Misfit)> {
        let mut tests = Vec::new();
        for (number, (instance, lines)) in given.iter().enumerate() {
            let expected = self.specs[*instance]
                .expect(lines, self.sampling.bits())
                .map_err(|misfit| (number, misfit))?;
            tests.push(Test { instance: *instance, path: usize::MAX, lines: lines.clone(), expected });
        }
        (self.tests, self.given) = (tests, true);
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

    /// The number of paths that have tests so far.
    pub fn path_count(&self) -> usize {
        self.paths.len() - self.variants
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

    /// Makes the tests of the next path; false if there is none.
    fn more(&mut self) -> bool {
        if self.tests.len() >= self.sampling.most_tests {
            self.cut = true;
        }
        if self.failure.is_some() || self.given || self.cut {
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
        let before = self.paths.len();
        self.add_path(index, path);
        self.variants += self.paths.len() - before;
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
        // The first hundred paths get all their sequences, the next hundred two, the others one.
        let per_path = match self.paths.len() {
            ..100 => self.sampling.per_path,
            100..200 => self.sampling.per_path.min(2),
            _ => 1,
        };
        let sampling = Sampling { per_path, ..self.sampling.clone() };
        let sequences = match instance.paths.sequences(spec, &path, &instance.constants, &sampling) {
            Ok(sequences) => sequences,
            Err(fails) => {
                self.failure = Some(*fails);
                return;
            }
        };
        if sequences.is_empty() {
            self.without_inputs += 1;
        }
        let number = self.paths.len();
        for Sequence { lines, expected } in sequences {
            self.tests.push(Test { instance: index, path: number, lines, expected });
        }
        self.paths.push((index, path));
    }

    /// Lines on the same path as those of a test, with the value number `position` made smaller; `None` after the last value.
    pub(crate) fn smaller(&mut self, test: &Test, position: usize) -> Option<Vec<Vec<Vec<u8>>>> {
        let (index, path) = self.paths.get(test.path)?;
        self.instances[*index].paths.shrunk(&self.specs[*index], path, &test.lines, position)
    }

    /// The same test on other lines; nothing if the specification does not take them.
    pub(crate) fn with_lines(&self, test: &Test, lines: Vec<Vec<u8>>) -> Option<Test> {
        let expected = self.specs[test.instance].expect(&lines, self.sampling.bits()).ok()?;
        Some(Test { lines, expected, ..*test })
    }
}

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
