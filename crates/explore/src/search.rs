//! The search: takes the next waiting side, asks whether it is feasible, runs it, and queues what it left aside.
//! Bounds count work (steps, questions), so a search ends at the same place on every machine.

use std::rc::Rc;

use lydian_eval::{Holes, Meter, World};
use lydian_solver::{Answer, Budget, Solver};
use lydian_term::{Model, TermId};

use crate::decider::PathDecider;
use crate::path::{Decision, Shared, Waiting};
use crate::queue::Queue;
use crate::session::Session;

/// How far a search goes.
#[derive(Debug, Clone, PartialEq)]
pub struct Bounds {
    /// Work: the steps of all runs and what the questions cost; about a million units in a second.
    pub work: u64,
    /// Conditions decided on one path.
    pub forks: u32,
    /// The size of inputs.
    pub size: u32,
    /// Questions that the solver could not decide; after these, conditions are not asked any more.
    pub undecided: u64,
    /// The budget of each question.
    pub question: Budget,
    /// Conditions that come free with each level; further ones cost like `forks_per_level` to a unit of size.
    pub free_forks: u32,
    /// See `free_forks`.
    pub forks_per_level: u32,
    /// What a question about texts costs: a solver takes long for most of them.
    pub text_question: u64,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            work: 400_000,
            forks: 400,
            size: 200,
            undecided: 500,
            question: Budget { rlimit: 100_000, ..Budget::default() },
            free_forks: 10,
            forks_per_level: 3,
            text_question: HARD_QUESTION,
        }
    }
}

/// What a run costs beside its steps, a question beside its conditions, and a question that simple rules cannot answer.
const RUN: u64 = 10;
const QUESTION: u64 = 10;
const HARD_QUESTION: u64 = 500;

/// What a search did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// Runs.
    pub paths: u64,
    /// Runs that began by choosing a constructor: one for each shape of input.
    pub shapes: u64,
    /// Sides that the solver found impossible.
    pub infeasible: u64,
    /// Sides that the solver could not decide.
    pub undecided: u64,
    /// Questions that simple rules and memory could not answer.
    pub hard_questions: u64,
    /// The work done, in the units of [`Bounds::work`].
    pub work: u64,
    /// Sides that were not asked about, since too many were left undecided.
    pub skipped: u64,
    /// Questions to the solver.
    pub questions: u64,
    /// Runs given up at a bound.
    pub cut: u64,
    /// Runs given up because the same path needs another model; it is run again with that.
    pub put_off: u64,
}

/// One run of a search.
#[derive(Debug)]
pub struct Path<R> {
    /// What the run gave.
    pub result: R,
    /// What holds on the path, in the order of the decisions.
    pub conditions: Vec<TermId>,
    /// The decisions.
    pub decisions: Vec<Decision>,
    /// A model of the conditions: the one that the run followed.
    pub model: Model,
    /// The unknowns as the run left them.
    pub holes: Holes,
    /// The size of the smallest input that takes the path.
    pub size: u32,
    /// Whether the run was only begun: an assumption needs another model, with which the path is run later.
    pub put_off: bool,
}

/// A search in progress.
pub struct Search {
    queue: Queue,
    bounds: Bounds,
    counts: Counts,
    /// The smallest size of an input that could not be covered.
    lost: Option<u32>,
    stopped: bool,
}

impl Search {
    /// A search that starts with inputs of this smallest total size.
    pub fn new(bounds: Bounds, smallest: u32) -> Search {
        let mut queue = Queue::default();
        let start = Waiting {
            decisions: Shared::default(),
            conditions: Shared::default(),
            model: Rc::new(Model::new()),
            unchecked: false,
            size: smallest,
            penalty: 0,
            forks: 0,
        };
        queue.push(0, start);
        Search { queue, bounds, counts: Counts::default(), lost: None, stopped: false }
    }

    /// Runs the next path; `None` when all is covered or a bound is reached.
    ///
    /// `body` gets the world of the run and says what came of it, and whether the run covered its path completely.
    pub fn next<R>(
        &mut self,
        session: &mut Session,
        meter: &Meter,
        body: impl FnOnce(&mut World<'_>) -> (R, bool),
    ) -> Option<Path<R>> {
        let start = self.next_feasible(session)?;
        if matches!(start.decisions.to_vec().last(), Some(Decision::Choose(_)) | None) {
            self.counts.shapes += 1;
        }
        self.counts.paths += 1;
        self.charge(RUN + u64::from(start.decisions.len()));
        let mut decider = PathDecider::new(&start, self.bounds.forks, self.bounds.size);
        let Session { terms, universe, int_mode, .. } = session;
        let mut world = World::new(terms, universe, &mut decider, meter.clone(), *int_mode);
        let (result, complete) = body(&mut world);
        let holes = std::mem::take(&mut world.holes);
        let (cut, put_off) = (decider.cut_by_bound, decider.put_off);
        let model = (*start.model).clone();
        let (waiting, conditions, decisions, size) = decider.into_parts();
        if put_off {
            self.counts.put_off += 1;
        } else if !complete || cut {
            self.counts.cut += u64::from(cut);
            self.lose(size);
        }
        for side in waiting {
            let level = self.level(&side);
            if side.size > self.bounds.size {
                self.lose(side.size);
            } else {
                self.queue.push(level, side);
            }
        }
        Some(Path {
            result,
            conditions: conditions.to_vec(),
            decisions: decisions.to_vec(),
            model,
            holes,
            size,
            put_off,
        })
    }

    fn level(&self, side: &Waiting) -> u32 {
        let charged = side.forks.saturating_sub(self.bounds.free_forks);
        (side.size + side.penalty).max(charged / self.bounds.forks_per_level.max(1))
    }

    fn next_feasible(&mut self, session: &mut Session) -> Option<Waiting> {
        loop {
            if self.counts.work >= self.bounds.work {
                self.stopped = true;
                return None;
            }
            let (_, mut side) = self.queue.pop()?;
            if side.size > self.bounds.size {
                self.lose(side.size);
                continue;
            }
            if !side.unchecked {
                return Some(side);
            }
            if self.counts.undecided >= self.bounds.undecided {
                self.counts.skipped += 1;
                self.lose(side.size);
                continue;
            }
            self.counts.questions += 1;
            let conditions = side.conditions.to_vec();
            let hard_before = session.chain.statistics().hard_questions();
            let answer = session.chain.check(&mut session.terms, &conditions, &self.bounds.question);
            self.charge(QUESTION + conditions.len() as u64);
            // The session may have been used before: what that took is not this search's work.
            let hard_questions = session.chain.statistics().hard_questions() - hard_before;
            if hard_questions > 0 {
                let about_texts = |condition: &TermId| session.terms.has_string_operation(*condition);
                let each = if conditions.iter().any(about_texts) {
                    self.bounds.text_question
                } else {
                    HARD_QUESTION
                };
                self.charge(hard_questions * each);
            }
            self.counts.hard_questions += hard_questions;
            match answer {
                Answer::Sat(model) => {
                    side.model = Rc::new(model);
                    side.unchecked = false;
                    return Some(side);
                }
                Answer::Unsat => self.counts.infeasible += 1,
                Answer::Unknown(_) => {
                    self.counts.undecided += 1;
                    self.lose(side.size);
                }
            }
        }
    }

    /// Lets a search that has used up its work go on, by so much more; nothing is done twice.
    pub fn extend(&mut self, work: u64, undecided: u64) {
        self.bounds.work = self.bounds.work.saturating_add(work);
        self.bounds.undecided = self.bounds.undecided.saturating_add(undecided);
        self.stopped = false;
    }

    /// From now on only inputs up to this size are of interest; larger ones are not covered.
    pub fn only_up_to(&mut self, size: u32) {
        self.bounds.size = self.bounds.size.min(size);
    }

    /// Adds to the work done.
    pub fn charge(&mut self, work: u64) {
        self.counts.work += work;
    }

    /// Notes that an input of this size is not covered.
    pub fn lose(&mut self, size: u32) {
        self.lost = Some(self.lost.map_or(size, |lost| lost.min(size)));
    }

    /// What was done so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Whether every path was run to its end.
    pub fn is_exhausted(&self) -> bool {
        self.queue.len() == 0 && self.lost.is_none() && !self.stopped
    }

    /// All inputs below this size are covered; `None` when all inputs whatever are.
    pub fn covered_below(&self) -> Option<u32> {
        match (self.queue.smallest_size(), self.lost) {
            (Some(waiting), Some(lost)) => Some(waiting.min(lost)),
            (waiting, lost) => waiting.or(lost),
        }
    }

    /// Whether it ended because its work was used up.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// How many sides are waiting.
    pub fn waiting(&self) -> usize {
        self.queue.len()
    }
}
