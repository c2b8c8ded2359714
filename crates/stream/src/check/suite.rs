//! The cases that a monitor or a mutant is tested on: a suite for each criterion.
//! Criteria are covered one after the other and not all at once: each question to the solver stays small, and a goal that
//! nobody can decide holds up only its own criterion.

use std::time::Duration;

use lydian_budget::Deadline;
use lydian_tessla::spec::Spec;
use lydian_verdict::{Bounds, GoalState, TraceSuite, Verdict};

use super::trace::Trace;
use crate::generate::{
    Case, CaseEvent, Constraints, Criterion, Effort, GoalStatus, Goals, Request, Strategy, Suite, generate,
    same_value,
};
use crate::run::Prepared;
use crate::write::tell;

/// The criteria that are covered unless the user says otherwise: where programs go wrong.
pub const USUAL: [Criterion; 4] =
    [Criterion::Decision, Criterion::Output, Criterion::Boundary, Criterion::Stream];

/// Suites for several criteria.
#[derive(Debug)]
pub struct Suites {
    /// A suite for each criterion, with what was asked for.
    pub all: Vec<(Request, Suite)>,
}

/// What is known about the goals of suites.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Goals that a case meets.
    pub covered: usize,
    /// Goals that no trace meets.
    pub unreachable: usize,
    /// Why the other goals are undecided, with the number of goals.
    pub unknown: Vec<(String, usize)>,
}

impl Coverage {
    /// How many goals there are.
    pub fn goals(&self) -> usize {
        self.covered + self.unreachable + self.unknown.iter().map(|(_, count)| count).sum::<usize>()
    }

    fn add(&mut self, status: &GoalStatus) {
        match status {
            GoalStatus::Covered(_) => self.covered += 1,
            GoalStatus::Unreachable(_) => self.unreachable += 1,
            GoalStatus::Unknown(why) => match self.unknown.iter_mut().find(|(known, _)| **known == **why) {
                Some((_, count)) => *count += 1,
                None => self.unknown.push((why.to_string(), 1)),
            },
        }
    }
}

impl Suites {
    /// Makes suites. The specification must be instrumented, with collections as lists.
    pub fn make(
        spec: &Spec,
        criteria: &[Criterion],
        slots: usize,
        budget: Duration,
    ) -> Result<Suites, String> {
        let end = Deadline::after(budget);
        let mut all = Vec::new();
        for (done, criterion) in criteria.iter().enumerate() {
            let share = end.left() / (criteria.len() - done) as u32;
            let request = Request {
                criteria: vec![*criterion],
                slots,
                deadline: Some(end.within(share)),
                ..Request::default()
            };
            let suite = generate(spec, &request)?;
            all.push((request, suite));
        }
        Ok(Suites { all })
    }

    /// All cases; a trace that several criteria led to comes once.
    pub fn cases(&self) -> Vec<&Case> {
        let mut cases: Vec<&Case> = Vec::new();
        for case in self.all.iter().flat_map(|(_, suite)| &suite.cases) {
            if !cases.iter().any(|known| same_inputs(known, case)) {
                cases.push(case);
            }
        }
        cases
    }

    /// What is known about the goals.
    pub fn coverage(&self) -> Coverage {
        let mut coverage = Coverage::default();
        for (place, (_, suite)) in self.all.iter().enumerate() {
            let goals = suite.goals.all.iter().zip(&suite.status);
            // The author's own goals belong to every suite; they count once.
            for (_, status) in goals.filter(|(goal, _)| place == 0 || goal.criterion.is_some()) {
                coverage.add(status);
            }
        }
        coverage
    }

    /// All suites as one, in plain data. `subject` is the specification as the user named it.
    pub fn tell(&self, spec: &Spec, subject: &str) -> Option<TraceSuite> {
        let told = self.all.iter().map(|(request, suite)| tell(spec, suite, request, subject));
        told.reduce(joined)
    }
}

fn same_inputs(left: &Case, right: &Case) -> bool {
    let same = |left: &CaseEvent, right: &CaseEvent| {
        left.time == right.time
            && left.index == right.index
            && match (&left.value, &right.value) {
                (Ok(left), Ok(right)) => same_value(left, right),
                _ => false,
            }
    };
    left.progress == right.progress
        && left.inputs.len() == right.inputs.len()
        && left.inputs.iter().zip(&right.inputs).all(|(left, right)| same(left, right))
}

/// Two suites for one specification as one. The author's own goals belong to both; those of the first stay.
pub fn joined(mut first: TraceSuite, second: TraceSuite) -> TraceSuite {
    let cases = first.cases.len();
    let mut places: Vec<Option<usize>> = Vec::with_capacity(second.goals.len());
    for mut goal in second.goals {
        if goal.criterion == AUTHOR {
            places.push(None);
            continue;
        }
        if let GoalState::Covered { case, .. } = &mut goal.state {
            *case += cases;
        }
        places.push(Some(first.goals.len()));
        first.goals.push(goal);
    }
    let place = |goal: usize| places.get(goal).copied().flatten();
    first.cases.extend(second.cases.into_iter().map(|mut case| {
        case.meets = case.meets.iter().filter_map(|(goal, moment)| Some((place(*goal)?, *moment))).collect();
        case
    }));
    first.dead.extend(second.dead.into_iter().map(|mut dead| {
        dead.case += cases;
        dead.lost = dead.lost.iter().filter_map(|goal| place(*goal)).collect();
        dead
    }));
    first.criteria.extend(second.criteria);
    first.effort.absorb(&second.effort);
    // The worse verdict speaks for both: a fault, then what is open, then what was covered.
    if rank(&second.verdict) > rank(&first.verdict) {
        first.verdict = second.verdict;
    }
    first
}

/// The criterion of goals that stand in the specification, as suites are told.
const AUTHOR: &str = "author";

/// Traces as a suite without goals, in plain data.
pub fn tell_traces(spec: &Spec, prepared: &Prepared, traces: &[Trace], subject: &str) -> TraceSuite {
    // Of other strategies a case that meets no goal is not told.
    let request = Request { strategy: Strategy::Simple, criteria: Vec::new(), ..Request::default() };
    let suite = Suite {
        goals: Goals::default(),
        status: Vec::new(),
        cases: traces.iter().map(|trace| trace.to_case(spec, prepared)).collect(),
        dead: Vec::new(),
        constraints: Constraints::Met,
        ruled_out: 0,
        left_out: String::new(),
        disagreements: Vec::new(),
        effort: Effort::default(),
    };
    let mut told = tell(spec, &suite, &request, subject);
    let count = traces.len();
    let text = if count == 1 { "1 trace".to_owned() } else { format!("{count} traces") };
    told.strategy = "given".to_owned();
    told.verdict = Verdict::Passed(Bounds::new(text).number("cases", count as u64));
    told
}

fn rank(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Vacuous(_) => 0,
        Verdict::Proved(_) | Verdict::Passed(_) => 1,
        Verdict::Unknown(_) => 2,
        Verdict::Refuted(_) | Verdict::Mismatched(_) => 3,
        Verdict::Invalid(_) => 4,
    }
}
