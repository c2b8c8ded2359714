//! Solves for a test that tells a mistaken program from the specification.
//! In: a mistake that no test tells yet. Out: a test that does, or the proof that there is none within the bounds, or neither.
//! Bounded by counted work, so that the same tests come out on every machine.

use lydian_eval::{Meter, Stop};
use lydian_explore::{Bounds, Search};
use lydian_solver::{Answer, Budget, Hints};

use super::Mutant;
use super::noticed::notices;
use super::twin::Twin;
use crate::constants::Constants;
use crate::inputs::Sampling;
use crate::paths::{PathBounds, PathEnd, Paths};
use crate::spec::TERM;
use crate::suite::Test;
use crate::symbolic::Symbolic;
use crate::walk::Walk;

/// The work of the search for a mistake within a few rounds, and beyond, in the units of the path search.
const WORK: u64 = 60_000;
const WORK_BEYOND: u64 = 30_000;

/// So many rounds are looked at as a whole before a search goes further.
pub(crate) const FEW_ROUNDS: u32 = 4;

/// So many differences that do not show when they are run are enough to give up.
const MOST_DOUBTS: u32 = 6;

/// What is known about a mistake.
pub(crate) enum Told {
    /// This test tells it.
    By(Box<Test>),
    /// Nothing does: it is no mistake.
    Never,
    /// Nothing does within [`FEW_ROUNDS`], and nothing was found beyond.
    NotSoon,
    /// Not found.
    NotFound,
}

impl Paths<'_> {
    /// Looks for a test that tells a mistake.
    pub(crate) fn tell(
        &mut self,
        instance: usize,
        mutant: &Mutant,
        constants: &Constants,
        sampling: &Sampling,
    ) -> Told {
        let most = self.bounds.rounds;
        match self.tell_within(instance, mutant, constants, sampling, FEW_ROUNDS.min(most)) {
            Told::NotSoon if most > FEW_ROUNDS => {
                match self.tell_within(instance, mutant, constants, sampling, most) {
                    Told::NotFound => Told::NotSoon,
                    other => other,
                }
            }
            other => other,
        }
    }

    fn tell_within(
        &mut self,
        instance: usize,
        mutant: &Mutant,
        constants: &Constants,
        sampling: &Sampling,
        rounds: u32,
    ) -> Told {
        let question = Budget { rlimit: 150_000, deadline: self.deadline() };
        let limits = Bounds {
            work: if rounds > FEW_ROUNDS { WORK_BEYOND } else { WORK },
            forks: 100_000,
            size: 100_000,
            undecided: 20,
            question: question.clone(),
            free_forks: u32::MAX,
            forks_per_level: 1,
            ..Bounds::default()
        };
        let mut search = Search::new(limits, 0);
        let hints = Hints { ints: constants.ints.clone(), strings: constants.texts.clone() };
        let mut doubts = 0;
        let (mut beyond, mut unclear) = (false, false);
        let (spec, printable) = (self.spec, self.printable);
        let bounds = PathBounds { rounds, ..self.bounds.clone() };
        loop {
            let mut meter = Meter::new(TERM);
            meter.deadline = bounds.deadline;
            let found = search.next(&mut self.session, &meter, |world| {
                let mut machine = spec.machine(world);
                let mut symbolic = Symbolic {
                    spec,
                    bounds: &bounds,
                    printable,
                    lines: Vec::new(),
                    walk: Walk::new(spec),
                    wrong: 0,
                    typable: Vec::new(),
                    merger: None,
                    onlooker: None,
                    twin: Some(Twin::new(&mutant.spec)),
                };
                let end = symbolic.run(&mut machine);
                let complete = !matches!(end, Err(Stop::Cut));
                let differs = symbolic.twin.is_some_and(|twin| twin.differs);
                ((symbolic.lines, symbolic.typable, end, differs), complete)
            });
            let Some(path) = found else { break };
            let (lines, typable, end, differs) = path.result;
            match end {
                Ok(PathEnd::Completed | PathEnd::Stopped) if differs => {}
                Ok(PathEnd::Completed | PathEnd::Stopped) => continue,
                Err(Stop::Cut) if path.put_off => continue,
                Ok(PathEnd::TooManyRounds) => {
                    beyond = true;
                    continue;
                }
                _ => {
                    unclear = true;
                    continue;
                }
            }
            let conditions = [&path.conditions[..], &typable].concat();
            let order: Vec<_> =
                lines.iter().flat_map(|line| &line.raw).filter_map(|raw| self.variable_of(raw)).collect();
            let session = &mut self.session;
            let small = session.chain.solve_small(&mut session.terms, &conditions, &order, &hints, &question);
            let model = match small {
                Answer::Sat(model) => model,
                _ => path.model,
            };
            let lines = self.lines_of(&lines, &model);
            if let Some(test) = self.told(instance, lines, mutant, sampling) {
                return Told::By(Box::new(test));
            }
            doubts += 1;
            if doubts == MOST_DOUBTS {
                break;
            }
        }
        match (search.is_exhausted() && !unclear && doubts == 0, beyond) {
            (true, false) => Told::Never,
            (true, true) => Told::NotSoon,
            (false, _) => Told::NotFound,
        }
    }

    /// The test of some lines, if it tells a mistake.
    pub(crate) fn told(
        &self,
        instance: usize,
        lines: Vec<Vec<u8>>,
        mutant: &Mutant,
        sampling: &Sampling,
    ) -> Option<Test> {
        if !lines.iter().flatten().all(|byte| (b' '..=b'~').contains(byte)) {
            return None;
        }
        let expected = self.spec.expect(&lines, sampling.bits()).ok()?;
        let test = Test { instance, path: usize::MAX, lines, expected };
        (!test.expected.overflow && notices(mutant, &test)).then_some(test)
    }
}
