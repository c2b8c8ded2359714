//! The paths through a specification: symbolic walks on unknown inputs (sections 5 and 8.4 of the paper).
//! In: a specification and bounds. Out: satisfiable paths in order of their number of inputs, each with its condition and
//! a model; what is impossible, undecided or beyond the bounds is counted, never dropped.

use std::collections::{BTreeMap, VecDeque};

use lydian_budget::Deadline;
use lydian_core::{Datum, IntMode, Shapes, Text, Value};
use lydian_eval::{Meter, Stop};
use lydian_explore::{Bounds, Counts, Search, Session};
use lydian_solver::{Budget, Chain, Solver};
use lydian_term::{Constant, Evaluation, Int, Model, Regex, TermId, VarId};
use rustc_hash::FxHashMap;

use crate::expect::{Failure, failure};
use crate::flow::{ReadField, Reading};
use crate::line::END_OF_INPUT;
use crate::lint::Onlooker;
use crate::merge::{Graph, Merging, START};
use crate::spec::{Spec, TERM};
use crate::symbolic::{Merger, Printable, Symbolic};
use crate::syntax::ast::TypeKind;
use crate::walk::{Chooser, Walk};
use crate::wishes::Tried;

/// How far paths are followed.
#[derive(Debug, Clone)]
pub struct PathBounds {
    /// Rounds of loops on one path, over all loops.
    pub rounds: u32,
    /// Wrong values on one path.
    pub wrong_values: u32,
    /// Work, in the units of the path search.
    pub work: u64,
    /// The longest text that is sent.
    pub text_length: u32,
    /// Which paths are looked for.
    pub strategy: Strategy,
    /// When to stop, whatever has been done.
    pub deadline: Option<Deadline>,
}

impl Default for PathBounds {
    fn default() -> PathBounds {
        PathBounds {
            rounds: 25,
            wrong_values: 2,
            work: 3_000_000,
            text_length: 25,
            strategy: Strategy::Combined,
            deadline: None,
        }
    }
}

/// Which paths are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// Every path as far as the work goes, then one for each way through merged states.
    Combined,
    /// Every path.
    EveryPath,
    /// One for each way through merged states, where they can be merged; every path elsewhere.
    Merged,
}

/// A line with unknown values.
#[derive(Debug, Clone)]
pub(crate) struct PathLine {
    pub(crate) reading: usize,
    /// The raw values; none for a malformed line.
    pub(crate) raw: Vec<Value>,
    /// Whether the values are wanted.
    pub(crate) valid: bool,
    /// Whether there is no line: the input has ended.
    pub(crate) end: bool,
}

/// How a path ends.
#[derive(Debug, Clone)]
pub(crate) enum PathEnd {
    Completed,
    /// By a wrong value.
    Stopped,
    TooManyRounds,
    /// A term of the specification fails for some input.
    Fails(Failure),
    /// In a state that another path has already been in.
    Merged,
    /// Given up by the search.
    Cut,
}

/// A path that can be walked.
#[derive(Debug)]
pub struct SpecPath {
    pub(crate) lines: Vec<PathLine>,
    /// How the branches of the specification were decided.
    pub taken: Vec<bool>,
    pub(crate) conditions: Vec<TermId>,
    /// What makes its texts such that they can be typed. The search goes without, since it makes questions hard.
    pub(crate) typable: Vec<TermId>,
    pub(crate) model: Model,
    pub(crate) end: PathEnd,
    /// How many rounds of loops it has.
    pub rounds: u32,
}

impl SpecPath {
    /// The number of lines that are read.
    pub fn inputs(&self) -> usize {
        self.lines.len()
    }
}

/// What a search for paths has done.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PathCounts {
    /// Satisfiable paths of the specification that were found.
    pub satisfiable: u64,
    /// Branches that no input takes.
    pub infeasible: u64,
    /// Branches that the solver could not decide.
    pub undecided: u64,
    /// Paths that go on beyond the bound on rounds.
    pub beyond: u64,
    /// Runs of the search.
    pub runs: u64,
    /// Questions to the solver.
    pub questions: u64,
    /// Whether the search ended because its time was used up: then nothing is known about the rest.
    pub out_of_time: bool,
    /// Whether the search ended because its work was used up.
    pub out_of_work: bool,
    /// All paths with fewer inputs than this were found; `None`: all paths within the rounds.
    pub complete_below: Option<u32>,
    /// States that walks were merged in.
    pub merged_states: u64,
    /// The number of all satisfiable paths within the rounds, where merging tells it.
    pub all_paths: Option<u128>,
}

/// Says so if branches are undecided because there is no solver.
pub fn without_solver(undecided: u64) -> Option<String> {
    let missing = undecided > 0 && lydian_solver::find_solver().found.is_none();
    missing.then(|| {
        let branches =
            if undecided == 1 { "1 branch is".to_owned() } else { format!("{undecided} branches are") };
        let (solver, hint) = (lydian_solver::SOLVER, lydian_solver::INSTALL_HINT);
        format!("no {solver} library was found, so that {branches} undecided. {hint}")
    })
}

/// What tells paths of a specification apart: how branches were decided, and for each line whether its values are wanted
/// and whether it has any.
type PathKey = (Vec<bool>, Vec<(bool, bool)>);

/// A search for paths, in order of their number of inputs.
pub struct Paths<'s> {
    pub(crate) spec: &'s Spec,
    /// Terms and solver, shared with whoever makes inputs for the paths.
    pub(crate) session: Session,
    search: Search,
    /// Whether its time was used up before the search had ended.
    out_of_time: bool,
    /// The search before the one that merges.
    earlier: Option<Search>,
    merging: Option<Merging>,
    graph: Option<Graph>,
    pub(crate) bounds: PathBounds,
    /// Paths that were found and may not be the next yet.
    found: BTreeMap<usize, Vec<SpecPath>>,
    /// How often each path of the specification was found.
    seen: FxHashMap<PathKey, u32>,
    /// Further ways to take a path that was found: functions split paths of the specification.
    variants: VecDeque<SpecPath>,
    counts: PathCounts,
    pub(crate) printable: Printable,
    /// What was tried at each value of each read, and how many lines that are no values.
    pub(crate) tried: Tried,
    /// Whoever looks on while walks are made.
    pub(crate) onlooker: Option<Onlooker>,
}

/// So many ways to take one path of the specification are kept, and so many of all.
const VARIANTS: u32 = 4;
const MOST_VARIANTS: usize = 60;

/// Of the work, this part goes to following every path before walks are merged.
const EVERY_PATH_SHARE: u64 = 6;

/// A search that goes by the number of inputs alone.
fn search(bounds: &PathBounds, work: u64) -> Search {
    let question = Budget { rlimit: 150_000, deadline: bounds.deadline };
    let bounds = Bounds {
        work,
        forks: 100_000,
        size: 100_000,
        undecided: 100,
        question,
        free_forks: u32::MAX,
        forks_per_level: 1,
        ..Bounds::default()
    };
    Search::new(bounds, 0)
}

impl<'s> Paths<'s> {
    /// Starts a search.
    pub fn new(spec: &'s Spec, bounds: PathBounds) -> Paths<'s> {
        let mut session =
            Session::new(Shapes::new(spec.core.types.clone()), IntMode::Unbounded, Chain::new());
        let merging = match bounds.strategy {
            Strategy::EveryPath => None,
            _ => Merging::of(spec),
        };
        let graph = (bounds.strategy == Strategy::Merged && merging.is_some()).then(Graph::default);
        // Where merging does the rest, every path is followed only for a while.
        let share = if merging.is_some() && graph.is_none() { EVERY_PATH_SHARE } else { 1 };
        let search = search(&bounds, bounds.work / share);
        let mut regex = |text: &str| {
            let regex =
                Regex::parse(text).unwrap_or_else(|_| unreachable!("a regular expression of our own"));
            session.terms.regex(regex)
        };
        let printable = Printable { line: regex("[ -~]*"), word: regex("[!-~]+") };
        Paths {
            spec,
            session,
            search,
            out_of_time: false,
            earlier: None,
            merging,
            graph,
            bounds,
            found: BTreeMap::new(),
            seen: FxHashMap::default(),
            variants: VecDeque::new(),
            counts: PathCounts::default(),
            printable,
            tried: Tried::default(),
            onlooker: None,
        }
    }

    /// The next path, with at least as many inputs as the one before.
    pub fn next_path(&mut self) -> Option<SpecPath> {
        loop {
            if let Some(length) = self.found.keys().next().copied() {
                // What still waits was left aside after at least so many inputs.
                let waiting = self.search.covered_below();
                if waiting.is_none_or(|waiting| length <= waiting as usize) || self.search.waiting() == 0 {
                    return self.take(length);
                }
            }
            let goes_on = if self.late() {
                self.out_of_time |= self.search.waiting() > 0 && !self.search.is_stopped();
                false
            } else {
                self.step() || self.merge_from_now_on()
            };
            if !goes_on {
                let length = self.found.keys().next().copied()?;
                return self.take(length);
            }
        }
    }

    fn late(&self) -> bool {
        self.bounds.deadline.is_some_and(Deadline::passed)
    }

    /// After the last path: another way to take one of them, by other parts of the functions that it calls.
    pub(crate) fn next_variant(&mut self) -> Option<SpecPath> {
        self.variants.pop_front()
    }

    /// Whether there are more ways to take some path, by other parts of functions, than are kept.
    pub(crate) fn is_split_by_functions(&self) -> bool {
        self.graph.is_none() && self.seen.values().any(|times| *times > VARIANTS)
    }

    fn take(&mut self, length: usize) -> Option<SpecPath> {
        let paths = self.found.get_mut(&length)?;
        let path = (!paths.is_empty()).then(|| paths.remove(0));
        if paths.is_empty() {
            self.found.remove(&length);
        }
        path
    }

    /// What was done so far.
    pub fn counts(&self) -> PathCounts {
        let mut counts = self.counts.clone();
        for search in self.earlier.iter().chain([&self.search]) {
            let Counts { paths, infeasible, undecided, skipped, questions, .. } = *search.counts();
            counts.infeasible += infeasible;
            counts.undecided += undecided + skipped;
            counts.runs += paths;
            counts.questions += questions;
        }
        counts.out_of_time = self.out_of_time;
        counts.out_of_work = self.search.is_stopped();
        counts.complete_below = self.earlier.as_ref().unwrap_or(&self.search).covered_below();
        if let Some(graph) = &self.graph {
            counts.merged_states = graph.size() as u64;
            let whole = self.search.waiting() == 0 && !counts.out_of_work && counts.undecided == 0;
            counts.all_paths = whole.then(|| graph.paths(self.bounds.rounds));
        }
        counts
    }

    /// How many questions had to be put to the solver so far, in the search and for inputs.
    pub fn solver_questions(&self) -> u64 {
        self.session.chain.statistics().hard_questions()
    }

    /// Goes over to merging after every path could not be followed; false if there is nothing to merge.
    fn merge_from_now_on(&mut self) -> bool {
        if self.graph.is_some() || self.merging.is_none() || !self.search.is_stopped() || self.late() {
            return false;
        }
        self.graph = Some(Graph::default());
        let rest = self.bounds.work - self.bounds.work / EVERY_PATH_SHARE;
        self.earlier = Some(std::mem::replace(&mut self.search, search(&self.bounds, rest)));
        true
    }

    /// Runs the next waiting side; false if there is none.
    fn step(&mut self) -> bool {
        let (spec, bounds, printable) = (self.spec, &self.bounds, self.printable);
        let mut merger = match (&self.merging, &mut self.graph) {
            (Some(merging), Some(graph)) => {
                Some(Merger { merging, graph, from: START, decisions: Vec::new() })
            }
            _ => None,
        };
        let mut onlooker = self.onlooker.as_mut();
        let mut meter = Meter::new(TERM);
        meter.deadline = bounds.deadline;
        let found = self.search.next(&mut self.session, &meter, |world| {
            onlooker.iter_mut().for_each(|onlooker| onlooker.begin(world));
            let mut machine = spec.machine(world);
            let mut symbolic = Symbolic {
                spec,
                bounds,
                printable,
                lines: Vec::new(),
                walk: Walk { chooser: Chooser::Unknown, ..Walk::new(spec) },
                wrong: 0,
                typable: Vec::new(),
                merger: merger.as_mut(),
                onlooker,
                twin: None,
            };
            let end = match symbolic.run(&mut machine) {
                Ok(end) => end,
                Err(Stop::Cut) => PathEnd::Cut,
                Err(stop) => {
                    let in_output = symbolic.onlooker.and_then(|onlooker| onlooker.failed_at());
                    let at = in_output.unwrap_or_else(|| spec.flow.places[symbolic.walk.at].clone());
                    PathEnd::Fails(failure(&stop, spec, at))
                }
            };
            let complete = !matches!(end, PathEnd::Cut);
            ((symbolic.lines, symbolic.walk, symbolic.typable, end), complete)
        });
        let Some(path) = found else { return false };
        let (lines, walk, typable, end) = path.result;
        self.search.charge(2 * (walk.taken.len() + lines.len()) as u64);
        if let Some(onlooker) = &mut self.onlooker {
            onlooker.walked(spec, &walk, &lines, &end, &path.conditions);
        }
        match &end {
            PathEnd::Cut => return true,
            PathEnd::Merged => return true,
            PathEnd::TooManyRounds => {
                self.counts.beyond += 1;
                return true;
            }
            _ => {}
        }
        let key = (walk.taken.clone(), lines.iter().map(|line| (line.valid, !line.raw.is_empty())).collect());
        let times = self.seen.entry(key).or_insert(0);
        *times += 1;
        let times = *times;
        let found = SpecPath {
            lines,
            taken: walk.taken,
            conditions: path.conditions,
            typable,
            model: path.model,
            end,
            rounds: walk.rounds,
        };
        if times == 1 || matches!(found.end, PathEnd::Fails(_)) {
            self.counts.satisfiable += 1;
            self.found.entry(found.lines.len()).or_default().push(found);
        } else if times <= VARIANTS && self.variants.len() < MOST_VARIANTS && self.graph.is_none() {
            // Where walks are merged, paths come again that were found before, or are split by constants.
            self.variants.push_back(found);
        }
        true
    }

    pub(crate) fn deadline(&self) -> Option<Deadline> {
        self.bounds.deadline
    }

    /// The variable that a raw value is, if it is unknown.
    pub(crate) fn variable_of(&self, raw: &Value) -> Option<VarId> {
        unknown_term(raw).and_then(|term| self.session.terms.var_id(term))
    }

    /// Whether the walk on some lines is the one of a path (`vs |= p` in section 8.4 of the paper).
    pub fn covers(&self, path: &SpecPath, lines: &[Vec<u8>]) -> bool {
        if lines.len() != path.lines.len() {
            return false;
        }
        let mut model = Model::new();
        for (unknown, line) in path.lines.iter().zip(lines) {
            if unknown.end != (line == END_OF_INPUT) {
                return false;
            }
            if unknown.end {
                continue;
            }
            let values = self.spec.values(&self.spec.flow.readings[unknown.reading], line);
            match values {
                None if unknown.raw.is_empty() => {}
                // It is sent in the place of a line without values.
                Some(_) if line == LONG_NUMBER.as_bytes() && !unknown.valid => {
                    if !unknown.raw.is_empty() {
                        return false;
                    }
                }
                Some(values) if !unknown.raw.is_empty() => {
                    for (raw, value) in unknown.raw.iter().zip(values) {
                        if let (Some(variable), Some(value)) = (self.variable_of(raw), constant(value)) {
                            model.insert(variable, value);
                        }
                    }
                }
                _ => return false,
            }
        }
        let mut evaluation = Evaluation::with_defaults(&model);
        let conditions = path.conditions.iter();
        let values: Vec<_> =
            conditions.map(|condition| evaluation.value(&self.session.terms, *condition)).collect();
        values.iter().all(|value| *value == Some(Constant::Bool(true)))
    }

    /// The lines of a path under a model.
    pub(crate) fn lines(&self, path: &SpecPath, model: &Model) -> Vec<Vec<u8>> {
        self.lines_of(&path.lines, model)
    }

    pub(crate) fn lines_of(&self, lines: &[PathLine], model: &Model) -> Vec<Vec<u8>> {
        lines.iter().map(|line| self.line(line, model)).collect()
    }

    fn line(&self, line: &PathLine, model: &Model) -> Vec<u8> {
        let reading = &self.spec.flow.readings[line.reading];
        if line.end {
            return END_OF_INPUT.to_vec();
        }
        if line.raw.is_empty() {
            return malformed_lines(self.spec, reading).first().unwrap_or(&"").as_bytes().to_vec();
        }
        let values: Vec<Datum> = line.raw.iter().map(|raw| close(&self.session, raw, model)).collect();
        self.spec.line(reading, &values)
    }
}

/// What people type where a number is wanted.
const MALFORMED: &[&str] = &["abc", "", "1.5", "12a", "1 2", "--1", "1 2 3 4"];

/// A number that no machine's integers hold. It is sent only where a set of wanted numbers leaves it out.
pub(crate) const LONG_NUMBER: &str = "12345678901234567890";

/// The lines of these that have no values for a reading; none for a text, which every line is. Where numbers are limited, one that is
/// too long for most programs is as good as none.
pub(crate) fn malformed_lines(spec: &Spec, reading: &Reading) -> Vec<&'static str> {
    let mut lines: Vec<&str> =
        MALFORMED.iter().copied().filter(|line| spec.values(reading, line.as_bytes()).is_none()).collect();
    let limited = |field: &ReadField| field.kind == TypeKind::Int && field.set.is_some();
    if let [field] = &reading.fields[..]
        && limited(field)
    {
        lines.push(LONG_NUMBER);
    }
    lines
}

/// The value of an unknown under a model.
fn close(session: &Session, raw: &Value, model: &Model) -> Datum {
    if let Some(known) = raw.as_known_str() {
        return Datum::Str(known.to_vec());
    }
    let Some(term) = unknown_term(raw) else { return Datum::Unit };
    match (Evaluation::with_defaults(model).value(&session.terms, term), raw) {
        (Some(Constant::Int(code)), Value::SymChar(_)) => Datum::Char(code.as_usize().unwrap_or(0) as u8),
        (Some(Constant::Int(int)), _) => Datum::Int(int),
        (Some(Constant::Bool(known)), _) => Datum::Bool(known),
        (Some(Constant::Str(bytes)), _) => Datum::Str(bytes.to_vec()),
        (None, _) => Datum::Unit,
    }
}

/// A value as the solver has it.
pub(crate) fn constant(value: Datum) -> Option<Constant> {
    Some(match value {
        Datum::Int(int) => Constant::Int(int),
        Datum::Bool(known) => Constant::Bool(known),
        Datum::Char(code) => Constant::Int(Int::from(i64::from(code))),
        Datum::Str(bytes) => Constant::from(&bytes[..]),
        _ => return None,
    })
}

fn unknown_term(raw: &Value) -> Option<TermId> {
    match raw {
        Value::SymInt(term) | Value::SymBool(term) | Value::SymChar(term) => Some(*term),
        Value::Str(text) => match &**text {
            Text::Unknown(term) => Some(*term),
            Text::Known(_) => None,
        },
        _ => None,
    }
}
