//! Test suites: traces that together meet the goals of a specification, with what must come out.
//!
//! The strategies of the thesis (section 3.1.5) solve one formula of a fixed number of slots; `incremental` goes slot by
//! slot. Whatever a strategy proposes is run by the interpreter, and only what that run shows is claimed.

#[cfg(test)]
mod collection_laws;
mod confirm;
mod dead;
mod drawn;
mod fixed;
mod incremental;
#[cfg(test)]
pub(crate) mod laws;
mod prove;
mod vary;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lydian_budget::Deadline;
use lydian_core::Value;
use lydian_solver::Budget;
use lydian_tessla::spec::Spec;

pub(crate) use confirm::same as same_value;

pub use crate::solve::goals::{Criterion, Goal, Goals};

use crate::check::random::Random;
use crate::run::Time;
use crate::solve::relation::Relation;

/// How a suite is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// Slot by slot: the nearest goal first, then on from there.
    Incremental,
    /// One case that satisfies the author's constraints; goals are ignored.
    Simple,
    /// One case that meets all goals.
    Hard,
    /// Each case meets as many of the open goals as possible.
    Soft,
    /// Each case meets some open goal.
    Iterative,
}

impl Strategy {
    /// All strategies with their names.
    pub const ALL: [(Strategy, &'static str); 5] = [
        (Strategy::Incremental, "incremental"),
        (Strategy::Simple, "simple"),
        (Strategy::Hard, "hard"),
        (Strategy::Soft, "soft"),
        (Strategy::Iterative, "iterative"),
    ];
}

/// What is asked for.
#[derive(Debug, Clone)]
pub struct Request {
    /// How.
    pub strategy: Strategy,
    /// What shall be shown.
    pub criteria: Vec<Criterion>,
    /// How many slots a case has at most.
    pub slots: usize,
    /// How many cases at most.
    pub cases: usize,
    /// Whether a case must end without a running timer.
    pub quiet_end: bool,
    /// When to stop; what is open then stays unknown.
    pub deadline: Option<Deadline>,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            strategy: Strategy::Incremental,
            criteria: Criterion::USUAL.to_vec(),
            slots: 40,
            cases: 1000,
            quiet_end: false,
            deadline: None,
        }
    }
}

/// An event of a case.
#[derive(Debug, Clone)]
pub struct CaseEvent {
    /// When.
    pub time: Time,
    /// Of an input its place in `Spec::inputs`, of an output its place in `Spec::outputs`, of a stream its place in
    /// `Spec::streams`.
    pub index: usize,
    /// Its value, or the error that it carries.
    pub value: Result<Value, String>,
}

/// One case: inputs, and what the interpreter says comes out.
#[derive(Debug, Clone)]
pub struct Case {
    /// The events of inputs, by time.
    pub inputs: Vec<CaseEvent>,
    /// The time up to which the trace says that nothing else happens, if that is after the last event.
    pub progress: Option<Time>,
    /// The events of outputs, by time.
    pub outputs: Vec<CaseEvent>,
    /// The events of all streams, by time.
    pub streams: Vec<CaseEvent>,
    /// The moments at which something happens, in order.
    pub times: Vec<Time>,
    /// The goals that it meets, each with the first time.
    pub meets: Vec<(usize, Time)>,
    /// The error that ends the run, if one does.
    pub failure: Option<String>,
    /// Whether a timer still runs at the end.
    pub pending: bool,
}

/// What became of a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GoalStatus {
    /// A case meets it, by its number.
    Covered(usize),
    /// No trace whatever meets it, by induction over so many slots.
    Unreachable(usize),
    /// No case was found; the text says within which bounds.
    Unknown(Arc<str>),
}

/// After this moment goals that the suite meets are out of reach for ever.
#[derive(Debug, Clone)]
pub struct DeadState {
    /// The case that shows it.
    pub case: usize,
    /// The time after which.
    pub time: Time,
    /// The goals that are lost.
    pub lost: Vec<usize>,
    /// The outputs that stay silent for ever.
    pub silent: Vec<usize>,
}

/// A suite.
#[derive(Debug)]
pub struct Suite {
    /// The goals.
    pub goals: Goals,
    /// What became of each.
    pub status: Vec<GoalStatus>,
    /// The cases.
    pub cases: Vec<Case>,
    /// The states from which the suite found no way on.
    pub dead: Vec<DeadState>,
    /// What the author's constraints allow.
    pub constraints: Constraints,
    /// Up to how many slots it was decided that no case satisfies them.
    pub ruled_out: usize,
    /// What was left out where no case within the bounds satisfies them, as the end of a sentence.
    pub left_out: String,
    /// Where the interpreter and the solver's view of the specification differed: a mistake of ours, and the case was
    /// thrown away.
    pub disagreements: Vec<String>,
    /// What it took.
    pub effort: Effort,
}

/// Whether the author's constraints can be met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Constraints {
    /// By some case.
    Met,
    /// By no trace whatever.
    Contradictory,
    /// By no case within the bounds; longer ones are not ruled out.
    NotWithinBounds,
    /// By cases, but none of them ends without a running timer, which is asked for too.
    NeverQuiet,
    /// The solver could not decide.
    Undecided,
}

/// What it took.
#[derive(Debug, Clone, Copy, Default)]
pub struct Effort {
    /// Questions to the solver.
    pub questions: u64,
    /// Value functions that were explored.
    pub functions: usize,
    /// Their paths.
    pub paths: usize,
    /// Variables of the largest formula.
    pub variables: usize,
    /// Constraints of the largest formula.
    pub constraints: usize,
    /// Questions that the solver left open.
    pub undecided: u64,
    /// Cases that the interpreter did not confirm; they were thrown away.
    pub unconfirmed: u64,
}

/// Makes a suite. The specification must be instrumented, with collections as lists.
pub fn generate(spec: &Spec, request: &Request) -> Result<Suite, String> {
    let mut maker = Maker::new(spec, request)?;
    while maker.next_case().is_some() {}
    Ok(maker.finish())
}

/// A suite in the making, one case after the other: what `--interactive` asks for.
pub struct Maker<'s> {
    pub(crate) relation: Relation<'s>,
    request: Request,
    confirmer: confirm::Confirmer<'s>,
    suite: Suite,
    budget: Budget,
    /// The work that one question may take now.
    work: u32,
    /// Goals for which a question was too hard, with the work that was put into it.
    hard: BTreeMap<usize, u32>,
    /// Whether proofs by invariants about numbers were tried.
    tried_numbers: bool,
    /// Goals that a case should meet and did not when it was run.
    unconfirmed: BTreeSet<usize>,
    /// Until when proofs may go on while there is still something to look for.
    proofs_end: Option<Deadline>,
    /// Invariants of all reachable states, once they were needed.
    invariants: Option<Arc<crate::solve::invariants::Invariants>>,
    /// Draws cases where the solver does not help; how many it has drawn, and how many of them since one met a goal.
    random: Random,
    drawn: usize,
    in_vain: usize,
    /// How far it is.
    stage: Stage,
}

enum Stage {
    /// Nothing was asked yet.
    New,
    /// Cases are made; of the strategies of the thesis with their formula.
    Going(Option<Box<fixed::Formula>>),
    /// No further case.
    Done,
}

impl<'s> Maker<'s> {
    /// Makes the specification ready.
    pub fn new(spec: &'s Spec, request: &Request) -> Result<Maker<'s>, String> {
        Maker::with_goals(spec, request, Goals::of(spec, &request.criteria))
    }

    /// The same with goals of one's own.
    pub(crate) fn with_goals(spec: &'s Spec, request: &Request, goals: Goals) -> Result<Maker<'s>, String> {
        // What value functions do is explored in half of the time: the rest is for using it.
        let exploring = request.deadline.map(|deadline| deadline.within(deadline.left() / 2));
        let relation = Relation::new(spec, goals.clone(), exploring)?;
        let (functions, paths) = relation.explored();
        let open: Arc<str> = "not looked for".into();
        let suite = Suite {
            status: vec![GoalStatus::Unknown(open); goals.all.len()],
            goals,
            cases: Vec::new(),
            dead: Vec::new(),
            constraints: Constraints::Met,
            ruled_out: 0,
            left_out: relation.doubts_about_assertions(),
            disagreements: Vec::new(),
            effort: Effort { functions, paths, ..Effort::default() },
        };
        let budget = Budget { rlimit: 20_000_000, deadline: request.deadline };
        let confirmer = confirm::Confirmer::new(spec)?;
        Ok(Maker {
            relation,
            request: request.clone(),
            confirmer,
            suite,
            budget,
            work: incremental::FIRST_WORK,
            hard: BTreeMap::new(),
            tried_numbers: false,
            unconfirmed: BTreeSet::new(),
            proofs_end: None,
            invariants: None,
            random: Random::new(spec, drawn::SEED),
            drawn: 0,
            in_vain: 0,
            stage: Stage::New,
        })
    }

    /// The suite so far.
    pub fn suite(&self) -> &Suite {
        &self.suite
    }

    /// The next case, if there is another one.
    pub fn next_case(&mut self) -> Option<&Case> {
        if matches!(self.stage, Stage::New) {
            self.stage = self.start();
        }
        let before = self.suite.cases.len();
        if before < self.request.cases && !self.out_of_time() {
            match std::mem::replace(&mut self.stage, Stage::Done) {
                Stage::Going(None) => {
                    if self.extend() {
                        self.stage = Stage::Going(None);
                    }
                }
                Stage::Going(Some(mut formula)) => {
                    // What the interpreter does not confirm is given up, and the next is tried.
                    while self.suite.cases.len() == before && formula.next(self) && !self.out_of_time() {}
                    self.stage = Stage::Going(Some(formula));
                }
                Stage::New | Stage::Done => {}
            }
        }
        if self.suite.cases.len() == before {
            self.stage = Stage::Done;
            return None;
        }
        self.suite.cases.last()
    }

    /// Whether there is anything to do, and with what.
    fn start(&mut self) -> Stage {
        if self.request.strategy == Strategy::Incremental {
            if !self.check_constraints() {
                return Stage::Done;
            }
            self.prove_early();
            return Stage::Going(None);
        }
        let mut formula = fixed::Formula::new(self);
        match formula.is_satisfiable(self) {
            true => Stage::Going(Some(Box::new(formula))),
            false => Stage::Done,
        }
    }

    /// The suite as it is at the end, with proofs for what is open and the dead states.
    pub fn finish(mut self) -> Suite {
        if self.suite.constraints == Constraints::Met {
            self.prove_open(1);
            self.prove_further();
            let slots = self.request.slots;
            let most = self.request.cases;
            if self.out_of_time() {
                self.leave_unfound("not decided in time", "");
            } else if self.suite.cases.len() >= most {
                let cases = if most == 1 { "1 case".to_owned() } else { format!("{most} cases") };
                self.leave_unfound(&format!("not met by {cases}, and no more were asked for"), "");
            } else {
                let counted =
                    self.request.strategy != Strategy::Incremental && self.suite.effort.undecided > 0;
                let open = counted || self.suite.effort.unconfirmed > 0;
                let open = if open { ", and some questions stayed open" } else { "" };
                self.leave_unfound(&format!("not found within {slots} slots"), open);
            }
            self.find_dead_states();
        }
        self.suite
    }

    /// What was found, without further proofs.
    pub(crate) fn into_suite(self) -> Suite {
        self.suite
    }

    /// The goals that are neither met nor proved out of reach.
    fn open(&self) -> Vec<usize> {
        let status = self.suite.status.iter().enumerate();
        status.filter(|(_, status)| matches!(status, GoalStatus::Unknown(_))).map(|(goal, _)| goal).collect()
    }

    fn out_of_time(&self) -> bool {
        self.request.deadline.is_some_and(Deadline::passed)
    }

    /// Adds a confirmed case, and ticks off what it meets. Gives the goals that are new.
    fn add(&mut self, case: Case) -> Vec<usize> {
        let number = self.suite.cases.len();
        let mut new = Vec::new();
        for (goal, _) in &case.meets {
            if matches!(self.suite.status[*goal], GoalStatus::Unknown(_)) {
                self.suite.status[*goal] = GoalStatus::Covered(number);
                new.push(*goal);
            }
        }
        self.suite.cases.push(case);
        new
    }

    /// Says of all open goals that they were not found, with what was left out in the search for each.
    fn leave_unfound(&mut self, found: &str, rest: &str) {
        for goal in self.open() {
            // Where the solver gave up, it is not the slots that were too few.
            let is_hard = self.hard.contains_key(&goal) && !self.out_of_time();
            let found = if is_hard { "the solver could not decide it" } else { found };
            let why = format!("{found}{}{rest}", self.relation.doubts(goal));
            self.suite.status[goal] = GoalStatus::Unknown(why.into());
        }
    }

    /// Says of all open goals why they are.
    fn leave_open(&mut self, why: &str) {
        for goal in self.open() {
            self.suite.status[goal] = GoalStatus::Unknown(why.into());
        }
    }
}
