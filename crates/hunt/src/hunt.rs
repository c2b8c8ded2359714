//! The hunt: small inputs, inputs drawn at random, unknown inputs, again and again by levels of effort.
//! The work of a level is fixed and counted, so what a level finds does not depend on the machine. Each level goes on where the last one
//! stopped: the enumeration, the path search and what was learned from drawn inputs are kept, and nothing is done twice.

mod drawn;

use lydian_budget::Deadline;
use lydian_core::{ShapeId, Type};
use lydian_enumerate::{Constants, Pool};
use lydian_eval::Branches;
use lydian_explore::{Bounds, Search, Session};
use lydian_solver::Budget;
use rustc_hash::FxHashSet;

use crate::draw::Source;
use crate::learned::Learned;
use crate::mould::Moulds;
use crate::question::{Came, Followed, Found, Pass, Question, Settled};
use crate::random::Random;
use crate::shrunk::{is_plain, shrunk};
use crate::small::{Position, Small};

/// How a hunt is done.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Decides what is drawn.
    pub seed: u64,
    /// When the hunt ends, whatever was found.
    pub deadline: Option<Deadline>,
    /// Tests on small inputs in each level, those that are rejected in ten times the number.
    pub small: u64,
    /// Steps on small inputs in each level.
    pub small_steps: u64,
    /// Levels that go on with small inputs.
    pub small_levels: u64,
    /// Whether a finite domain is enumerated to its end, after which there is nothing more to do.
    pub tries_all: bool,
    /// Work of the path search in each level.
    pub search: u64,
    /// Work on drawn inputs in each level.
    pub drawn: u64,
    /// What a question about texts costs.
    pub text_question: u64,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            seed: 0,
            deadline: None,
            small: 3_000,
            small_steps: 200_000,
            small_levels: u64::MAX,
            tries_all: false,
            search: 300_000,
            drawn: 400_000,
            text_question: 20_000,
        }
    }
}

/// What a hunt did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Small inputs that were tried.
    pub small: u64,
    /// Those among them that the question is about.
    pub small_held: u64,
    /// Inputs that were drawn.
    pub drawn: u64,
    /// Those among them that the question is about.
    pub drawn_held: u64,
    /// Inputs that were drawn and not tried, since inputs of their size take too many steps.
    pub too_large: u64,
    /// Paths of the search that were followed to their ends.
    pub paths: u64,
    /// Those among them on which nothing was wrong.
    pub paths_held: u64,
    /// Those on which something was or seemed to be.
    pub paths_failed: u64,
    /// Shapes whose values were solved for, and the paths through them.
    pub moulds: u64,
    /// See `moulds`.
    pub mould_paths: u64,
    /// Floating-point numbers that inputs held, each once.
    pub floats: u64,
    /// Whether time was up.
    pub interrupted: bool,
}

impl Tally {
    /// Inputs and paths that the question is about.
    pub fn relevant(&self) -> u64 {
        self.small_held + self.relevant_paths() + self.drawn_held
    }

    /// Paths that the question is about.
    pub fn relevant_paths(&self) -> u64 {
        self.paths_held + self.paths_failed
    }
}

/// A hunt in progress.
pub struct Hunt<'q, Q: Question> {
    /// What is asked.
    pub question: &'q mut Q,
    /// Terms, types and the solver.
    pub session: &'q mut Session,
    /// The path search.
    pub search: Search,
    /// What was done so far.
    pub tally: Tally,
    plan: Plan,
    roots: Vec<ShapeId>,
    small: Small,
    /// Where a small input that was found stands.
    pub position: Option<Position>,
    source: Source,
    learned: Learned,
    moulds: Moulds,
    random: Random,
    branches: Option<Box<Branches>>,
    levels: u64,
    /// Whether unknowns were decided among some of their values only: then drawn inputs show more than an exhausted search.
    is_approximate: bool,
    rejected: u64,
    mould_work: u64,
    /// Drawn inputs of a larger size take too long: a program whose work doubles with each part would use up everything on a few of them.
    affordable: u64,
    drawn_work: u64,
    question_budget: Budget,
    has_floats: bool,
    floats: FxHashSet<u64>,
}

/// The part of the work on drawn inputs that comes before the first search: where solving is slow, it finds what is common.
const EARLY: u64 = 10;

/// How much work is done for inputs that are easier to read than those found.
const MORE_WORK: u64 = 10_000;

impl<'q, Q: Question> Hunt<'q, Q> {
    /// A hunt for inputs of these types, with the constants of the programs and the few basic values to begin with.
    pub fn new(
        question: &'q mut Q,
        session: &'q mut Session,
        types: &[Type],
        (constants, few): (&Constants, &Pool),
        plan: Plan,
    ) -> Hunt<'q, Q> {
        let roots: Vec<ShapeId> = types.iter().map(|ty| session.universe.shapes.intern(ty)).collect();
        let shapes = &session.universe.shapes;
        let smallest = roots.iter().map(|root| shapes.min_size(*root).unwrap_or(0)).sum::<u32>();
        let has_floats = roots.iter().any(|root| shapes.holds_floats(*root));
        let small = Small::new(shapes, &roots, (constants, few), plan.tries_all);
        session.universe.floats.extend(constants.floats.iter().copied());
        let mut bounds = Bounds { work: 0, text_question: plan.text_question, ..Bounds::default() };
        bounds.size = bounds.size.max(smallest.saturating_mul(2));
        bounds.question.deadline = plan.deadline;
        let question_budget = bounds.question.clone();
        Hunt {
            question,
            session,
            search: Search::new(bounds, smallest),
            tally: Tally::default(),
            random: Random::new(plan.seed.wrapping_mul(1_000_003)),
            plan,
            roots,
            small,
            position: None,
            source: Source::new(constants),
            learned: Learned::default(),
            moulds: Moulds::default(),
            branches: Some(Box::default()),
            levels: 0,
            is_approximate: false,
            rejected: 0,
            mould_work: 0,
            affordable: u64::MAX,
            drawn_work: 0,
            question_budget,
            has_floats,
            floats: FxHashSet::default(),
        }
    }

    /// Whether time is up.
    pub fn is_late(&self) -> bool {
        self.plan.deadline.is_some_and(Deadline::passed)
    }

    /// The size up to which all inputs over few basic values were tried.
    pub fn small_whole_up_to(&self) -> Option<u32> {
        self.small.whole_up_to
    }

    /// Whether there are only finitely many inputs, and all were tried.
    pub fn has_tried_all(&self) -> bool {
        self.small.is_finite && self.small.is_through
    }

    /// Whether the search followed every path of all inputs.
    pub fn is_settled(&self) -> bool {
        self.search.is_exhausted() && !self.is_approximate
    }

    /// The levels that were begun.
    pub fn levels(&self) -> u64 {
        self.levels
    }

    /// The levels that were done: the one at which time was up is not whole.
    pub fn whole_levels(&self) -> u64 {
        self.levels.saturating_sub(u64::from(self.is_late()))
    }

    /// Begins a level whose passes are chosen by the caller.
    pub fn begin_level(&mut self) {
        self.levels += 1;
    }

    /// One level of all passes.
    pub fn level(&mut self) -> Option<Found<Q::Witness>> {
        self.begin_level();
        if let Some(found) = self.try_small() {
            return Some(found);
        }
        if self.has_tried_all() || self.is_late() || self.question.gives_up() {
            return None;
        }
        let (early, rest) = match self.levels {
            1 => (self.plan.drawn / EARLY, self.plan.drawn - self.plan.drawn / EARLY),
            _ => (0, self.plan.drawn),
        };
        if let Some(found) = self.draw(early) {
            return Some(found);
        }
        if let Some(found) = self.follow_paths() {
            return Some(found);
        }
        if self.is_settled() || self.is_late() {
            return None;
        }
        self.draw(rest)
    }

    /// Small inputs.
    pub fn try_small(&mut self) -> Option<Found<Q::Witness>> {
        let found = self.try_some_small();
        found.or_else(|| self.question.due(Pass::Small))
    }

    fn try_some_small(&mut self) -> Option<Found<Q::Witness>> {
        if self.levels.max(1) > self.plan.small_levels && !self.small.is_finite {
            return None;
        }
        let (mut tests, mut rejected, mut steps) = (0, 0, 0);
        // In tenths of an input.
        let most_rejected = self.plan.small.saturating_mul(100);
        loop {
            let enough = tests >= self.plan.small || rejected >= most_rejected;
            if (enough && !self.small.is_finite) || steps >= self.plan.small_steps {
                return None;
            }
            if self.is_late() {
                self.tally.interrupted = true;
                return None;
            }
            let left = (self.plan.small - tests.min(self.plan.small))
                .saturating_add((most_rejected - rejected.min(most_rejected)) / 10);
            let (inputs, position) = self.small.next(left, self.plan.seed)?;
            self.note_floats(&inputs);
            let tried = self.question.try_inputs(self.session, &inputs, Pass::Small, &mut None);
            steps += tried.steps;
            self.tally.small += 1;
            match tried.came {
                Came::Rejected => rejected += 10,
                Came::Outside => rejected += 1,
                Came::Held | Came::Failed => {
                    tests += 1;
                    self.tally.small_held += 1;
                }
                Came::Open => tests += 1,
            }
            if let Some(witness) = tried.witness {
                self.position = position;
                return Some(self.smallest(Found { inputs, witness }));
            }
            if tried.stop {
                return None;
            }
        }
    }

    /// The path search over unknown inputs.
    pub fn follow_paths(&mut self) -> Option<Found<Q::Witness>> {
        let undecided = if self.levels <= 1 { 0 } else { Bounds::default().undecided };
        self.search.extend(self.plan.search, undecided);
        match self.search_for(u64::MAX) {
            Some(found) => Some(self.smallest(found)),
            None => self.question.due(Pass::Paths),
        }
    }

    /// Goes on with the search until something is found, or so much work is done.
    fn search_for(&mut self, work: u64) -> Option<Found<Q::Witness>> {
        let end = self.search.counts().work.saturating_add(work);
        let mut meter = self.question.meter();
        let mut strange: Option<(Found<Q::Witness>, u64)> = None;
        loop {
            let done = self.search.counts().work;
            if done >= end || strange.as_ref().is_some_and(|(_, last)| done >= *last) {
                break;
            }
            if self.is_late() {
                self.tally.interrupted = true;
                break;
            }
            let (roots, question, approximate) = (&self.roots, &mut *self.question, &mut self.is_approximate);
            let path = self.search.next(self.session, &meter, |world| {
                let args: Vec<_> = roots.iter().map(|root| world.holes.fresh(*root)).collect();
                let ran = question.run(world, &args);
                *approximate |= world.approximate;
                let complete = ran.complete;
                (Followed { args, ran }, complete)
            });
            let Some(path) = path else { break };
            self.search.charge(path.result.ran.steps);
            if path.put_off {
                continue;
            }
            self.tally.paths += 1;
            if path.result.ran.came == Came::Held {
                self.tally.paths_held += 1;
                let inputs = self.session.close(path.holes.clone(), &path.result.args, &path.model);
                // What the search has followed needs no mould of its own.
                if self.moulds.is_new(&inputs) {
                    self.moulds.keep(&inputs, &mut self.random);
                    self.learned.keep_solved(&inputs, &mut self.random);
                }
            }
            self.tally.paths_failed += u64::from(path.result.ran.came == Came::Failed);
            self.rejected += u64::from(path.result.ran.came == Came::Rejected);
            match self.question.settle(self.session, &mut self.search, &path) {
                Settled::Nothing => meter = self.question.meter(),
                Settled::Stop => break,
                Settled::Found(found) if is_plain(&found.inputs) => return Some(found),
                // Extreme numbers tell programs apart, but a plain one of the same size tells a person more.
                Settled::Found(found) => {
                    let last = self.search.counts().work + MORE_WORK;
                    self.search.only_up_to(path.size);
                    strange.get_or_insert((found, last));
                }
            }
        }
        strange.map(|(found, _)| found)
    }

    /// The inputs made as small as they get while they still fail.
    fn smallest(&mut self, found: Found<Q::Witness>) -> Found<Q::Witness> {
        let before = found.inputs.clone();
        let found = shrunk(self.question, self.session, &self.roots, found, self.plan.deadline);
        if found.inputs != before {
            self.position = None;
        }
        found
    }
}
