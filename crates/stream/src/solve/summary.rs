//! What a value function does, on all its paths: explored once on unknown arguments, used in every slot.
//! In: a function of the program. Out: for each path what must hold of the arguments, what comes out, and which goals
//! the path meets. What exploration does not reach, or cannot model, makes the summary incomplete: outside of its
//! paths the function may do anything.

use lydian_budget::Deadline;
use lydian_core::{ConId, IntMode, Shapes, Value};
use lydian_eval::{Holes, Limits, Meter, NoUnknowns, Outcome, Ready, World};
use lydian_explore::{Bounds, Search, Session};
use lydian_solver::Chain;
use lydian_term::{TermId, Terms};
use lydian_tessla::spec::{Function, PointId, Spec};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::run::made_ready;

use super::goals::Goals;
use super::pinned::Pinned;
use super::symbolic::core_type;

/// All paths of a function.
#[derive(Debug)]
pub(crate) struct Summary {
    pub(crate) paths: Vec<SummaryPath>,
    /// Whether every argument takes one of the paths.
    pub(crate) complete: bool,
}

/// What a function without arguments gives.
#[derive(Debug)]
pub(crate) struct Constant {
    /// Its value; `None` if it fails.
    pub(crate) value: Option<Value>,
    /// The goals that its evaluation meets.
    pub(crate) hits: Vec<usize>,
    /// Whether its evaluation was given up: what it gives, or whether it fails, is not known then.
    pub(crate) open: bool,
}

/// One path of a function. Terms are over the variables of the holes.
#[derive(Debug)]
pub(crate) struct SummaryPath {
    pub(crate) conditions: Vec<TermId>,
    pub(crate) params: Vec<Value>,
    pub(crate) holes: Holes,
    /// What comes out; `None` if it raises.
    pub(crate) result: Option<Value>,
    /// The goals that it meets, each under a further condition.
    pub(crate) hits: Vec<(usize, TermId)>,
}

/// The program of a specification, ready to run.
pub(crate) struct Code {
    ready: Ready,
    functions: Vec<Value>,
}

/// More paths of one function are not followed, and none after those that together have more conditions than this: each is
/// part of every question, and the paths of a recursion get longer and longer.
const MOST_PATHS: usize = 400;
const MOST_CONDITIONS: usize = 4_000;

/// What the exploration of a function may cost: the steps of its runs and its questions. One that costs more stays known in
/// part only.
const WORK: u64 = 500_000;

/// A function with more questions that the solver cannot decide is not asked about any further: these take the longest.
const MOST_UNDECIDED: u64 = 40;

/// A path on which more unknowns are multiplied with each other is left out.
const MOST_FACTORS: u64 = 8;

const CALL: Limits = Limits { steps: 400_000, stack: 100_000, words: 4_000_000 };

impl Code {
    /// Loads the program of a specification; the text says what is wrong with it.
    pub(crate) fn new(spec: &Spec) -> Result<Code, String> {
        let ready = made_ready(spec, Limits::default())?;
        let value = |function: &Function| ready.value(0, &function.global).cloned().unwrap_or(Value::Unit);
        let functions = spec.functions.iter().map(value).collect();
        Ok(Code { ready, functions })
    }

    /// Evaluates a constant.
    pub(crate) fn constant(&self, session: &mut Session, function: usize, goals: &Goals) -> Constant {
        let mut decider = NoUnknowns::default();
        let Session { terms, universe, int_mode, .. } = session;
        let mut world = World::new(terms, universe, &mut decider, Meter::new(CALL), *int_mode);
        let outcome = self.ready.machine(&mut world).call(&self.functions[function], &[Value::Unit]);
        let notes = on_points(std::mem::take(&mut world.notes));
        let met = goals.met_by(&mut session.terms, &Holes::default(), &notes);
        let met = met.into_iter().filter(|(_, when)| session.terms.as_bool(*when) == Some(true));
        let hits = met.map(|(goal, _)| goal).collect();
        match outcome {
            Outcome::Returned(value) => Constant { value: Some(value), hits, open: false },
            Outcome::Raised(_) => Constant { value: None, hits, open: false },
            _ => Constant { value: None, hits, open: true },
        }
    }

    /// Explores a function.
    pub(crate) fn explore(
        &self,
        session: &mut Session,
        function: &Function,
        number: usize,
        goals: &Goals,
        deadline: Option<Deadline>,
    ) -> Summary {
        let shapes: Vec<_> =
            function.params.iter().map(|ty| session.universe.shapes.intern(&core_type(ty))).collect();
        let smallest = shapes.iter().map(|shape| session.universe.shapes.min_size(*shape).unwrap_or(0)).sum();
        let (work, undecided) = (WORK, MOST_UNDECIDED);
        let mut bounds = Bounds { work, undecided, size: smallest + 36, ..Bounds::default() };
        bounds.question.deadline = deadline;
        let mut search = Search::new(bounds, smallest);
        let mut summary = Summary { paths: Vec::new(), complete: true };
        let mut meter = Meter::new(CALL);
        meter.deadline = deadline;
        let mut conditions_so_far = 0;
        let mut degrees = FxHashMap::default();
        while let Some(path) = search.next(session, &meter, |world| {
            world.keep_quotients = true;
            let params: Vec<Value> = shapes.iter().map(|shape| world.holes.fresh(*shape)).collect();
            let outcome = self.ready.machine(world).call(&self.functions[number], &params);
            let notes = std::mem::take(&mut world.notes);
            let done = matches!(outcome, Outcome::Returned(_) | Outcome::Raised(_));
            ((params, outcome, notes, world.approximate, world.meter.steps), done)
        }) {
            if deadline.is_some_and(Deadline::passed) {
                summary.complete = false;
                break;
            }
            let (params, outcome, notes, approximate, steps) = path.result;
            search.charge(steps);
            if path.put_off {
                continue;
            }
            let result = match outcome {
                Outcome::Returned(value) => Some(value),
                Outcome::Raised(_) => None,
                _ => {
                    summary.complete = false;
                    continue;
                }
            };
            if approximate {
                summary.complete = false;
                continue;
            }
            let notes = on_points(notes);
            let mut hits = goals.met_by(&mut session.terms, &path.holes, &notes);
            let (mut result, mut conditions, holes) = (result, path.conditions, path.holes);
            conditions_so_far += conditions.len();
            let terms = &mut session.terms;
            if let Some(mut pinned) = Pinned::by(terms, &conditions) {
                conditions = pinned.conditions(terms, conditions);
                result = result.map(|value| pinned.value(terms, value, 0));
                hits.iter_mut().for_each(|(_, when)| *when = pinned.term(terms, *when));
            }
            let hits = distinct(terms, hits);
            // One path that no solver can be asked about would make every question one.
            if degree(terms, &conditions, result.as_ref(), &mut degrees) > MOST_FACTORS {
                summary.complete = false;
                continue;
            }
            summary.paths.push(SummaryPath { conditions, params, holes, result, hits });
            if summary.paths.len() >= MOST_PATHS || conditions_so_far >= MOST_CONDITIONS {
                summary.complete = false;
                break;
            }
        }
        summary.complete &= search.is_exhausted();
        summary
    }
}

/// How many unknowns are multiplied with each other on a path, at most.
fn degree(
    terms: &Terms,
    conditions: &[TermId],
    result: Option<&Value>,
    known: &mut FxHashMap<TermId, u64>,
) -> u64 {
    let mut largest = conditions.iter().map(|term| terms.degree(*term, known)).max().unwrap_or(0);
    let mut work: Vec<&Value> = result.into_iter().collect();
    while let Some(value) = work.pop() {
        match value {
            Value::SymInt(term) | Value::SymBool(term) => largest = largest.max(terms.degree(*term, known)),
            Value::Block(block) => work.extend(&block.fields),
            _ => {}
        }
    }
    largest
}

/// Each goal once for each condition, and only once if one of them always holds: a recursion notes the same again and again.
fn distinct(terms: &Terms, hits: Vec<(usize, TermId)>) -> Vec<(usize, TermId)> {
    let always: FxHashSet<usize> =
        hits.iter().filter(|(_, when)| terms.as_bool(*when) == Some(true)).map(|(goal, _)| *goal).collect();
    let mut seen = FxHashSet::default();
    hits.into_iter()
        .filter(|(goal, when)| {
            let counts = match terms.as_bool(*when) {
                Some(known) => known,
                None => !always.contains(goal),
            };
            counts && seen.insert((*goal, *when))
        })
        .collect()
}

/// What was noted, by the points.
fn on_points(notes: Vec<(i64, Value)>) -> Vec<(PointId, Value)> {
    let point = |number: i64| u32::try_from(number).ok().map(PointId);
    notes.into_iter().filter_map(|(number, value)| Some((point(number)?, value))).collect()
}

/// A session whose unknowns are of the types of a specification. Its questions are few and large, with products of unknowns
/// among them, so they go to the last solver at once.
pub(crate) fn session(spec: &Spec) -> Session {
    let mut session =
        Session::new(Shapes::new(spec.program.types.clone()), IntMode::Unbounded, Chain::last_alone());
    // Floating-point numbers are not modelled: a path that looks at one is left out, so one is enough.
    session.universe.floats = vec![0.0];
    session
}

/// What a hole was found to be, if somebody looked.
pub(crate) fn content<'h>(holes: &'h Holes, value: &'h Value) -> Option<&'h Value> {
    match value {
        Value::Hole(hole) => holes.content(*hole).and_then(|inner| content(holes, inner)),
        other => Some(other),
    }
}

/// Whether a value is this constant constructor.
pub(crate) fn is_constant(value: &Value, con: ConId) -> bool {
    matches!(value, Value::Constant(found) if *found == con)
}
