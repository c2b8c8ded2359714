//! The search behind [`lint`](super::lint): ways through the specification first, then what is computed on them.
//! In: loaded specifications. Out: warnings about what is not reached, errors about terms that fail, warnings about
//! results that are too large, each with inputs that show it. Bounded by work, not by the clock.

use lydian_budget::Deadline;
use lydian_diagnostic::{Diagnostic, Severity};
use lydian_solver::{Answer, Budget, Solver};

use super::onlooker::{BITS, Coverage, Onlooker};
use super::overflow::{overflowing, usual_numbers};
use super::reach::{Certainty, Reach, check};
use super::wander::{Stuck, takes_nothing, wander};
use super::{Findings, sorted, well_formed};
use crate::expect::{Failure, Misfit};
use crate::flow::Step;
use crate::judge::failed;
use crate::paths::{PathBounds, PathCounts, PathEnd, Paths, SpecPath};
use crate::show;
use crate::spec::Spec;
use crate::syntax::ast::At;

/// How far is looked.
#[derive(Debug, Clone)]
pub struct LintOptions {
    /// Rounds of loops on one path, over all loops. Where something is not reached, more are tried.
    pub rounds: u32,
    /// Work, in the units of the path search.
    pub work: u64,
    /// The largest absolute value of numbers for which overflow matters, unless the specification names larger ones.
    pub range: u64,
    /// When to stop, whatever has been done.
    pub deadline: Option<Deadline>,
}

impl Default for LintOptions {
    fn default() -> LintOptions {
        LintOptions { rounds: 6, work: 1_500_000, range: 10_000, deadline: None }
    }
}

/// What was found.
#[derive(Debug, Default)]
pub struct Linted {
    /// The faults, in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
    /// Paths that were followed to their ends.
    pub paths: u64,
    /// The rounds that paths had at most.
    pub rounds: u32,
    /// Whether all paths with so many rounds were followed.
    pub whole: bool,
    /// Whether there are no paths with more rounds either.
    pub exhausted: bool,
    /// Branches that the solver could not decide.
    pub undecided: u64,
}

/// Further bounds on rounds, for loops that have a fixed number of them.
const MORE_ROUNDS: [u32; 2] = [25, 110];

/// Follows the paths of a specification, over all choices of parameter values, and tells what is wrong with it.
pub fn lint(specs: &[Spec], options: &LintOptions) -> Linted {
    let Some(first) = specs.first() else { return Linted::default() };
    let mut findings = Findings { script: &first.script, diagnostics: Vec::new() };
    let mut ways = Ways::of(specs, &LintOptions { deadline: part_way(options.deadline), ..options.clone() });
    let mut outputs = Outputs { options, faults: Vec::new(), whole: true, undecided: 0 };
    for spec in specs {
        let mut seen = Coverage::none(spec);
        let stuck = wander(spec, &mut seen, specs.len(), options.deadline);
        ways.reach.add(&spec.flow, &seen);
        outputs.empty_sets(spec, &stuck);
    }
    if let Some(certainty) = ways.certainty()
        && ways.failures.is_empty()
    {
        check(&first.script.body, &ways.reach, &certainty, &mut findings);
    }
    outputs
        .faults
        .extend(ways.failures.iter().map(|(spec, failure, lines)| failed(&specs[*spec], failure, lines)));
    specs.iter().for_each(|spec| outputs.look_at(spec, specs.len()));
    // Conditions are decided on the ways; what is written is computed afterwards.
    let is_whole = |place: &At| ways.is_whole() && (outputs.whole || in_condition(first, place));
    let mut diagnostics = findings.diagnostics;
    diagnostics.extend(bear_out(well_formed(&first.script), &mut outputs.faults, &is_whole));
    diagnostics.extend(outputs.faults);
    let diagnostics = distinct(diagnostics);
    Linted {
        diagnostics: sorted(diagnostics),
        paths: ways.paths,
        rounds: ways.rounds,
        whole: ways.is_whole(),
        exhausted: ways.is_whole() && !ways.beyond,
        undecided: ways.undecided + outputs.undecided,
    }
}

/// Doubts about values that may be missing: those that a failure bears out become errors in its place; those that no path
/// bears out are dropped, unless paths are missing.
fn bear_out(
    doubts: Vec<Diagnostic>,
    failures: &mut Vec<Diagnostic>,
    is_whole: &dyn Fn(&At) -> bool,
) -> Vec<Diagnostic> {
    let mut kept = Vec::new();
    for mut doubt in doubts.into_iter().filter(|doubt| doubt.code == "used-before-read") {
        let Some(place) = doubt.span.clone() else { continue };
        let failure = failures.iter().position(|failure| {
            let span = failure.span.as_ref();
            failure.code == "specification-fails"
                && span.is_some_and(|span| {
                    span.range.start <= place.range.start && place.range.end <= span.range.end
                })
        });
        match failure {
            Some(failure) => {
                let failure = failures.remove(failure);
                let inputs = failure.message.split(": ").next().unwrap_or_default().to_owned();
                doubt.message = format!("{}; {inputs}", doubt.message);
                doubt.severity = Severity::Error;
                kept.push(doubt);
            }
            None if !is_whole(&place.range) => kept.push(doubt),
            None => {}
        }
    }
    kept
}

/// Whether a place is inside of the condition of a branch.
fn in_condition(spec: &Spec, place: &At) -> bool {
    spec.flow.steps.iter().any(|step| match step {
        Step::Branch { condition, .. } => {
            let at = &spec.terms[*condition].at;
            at.start <= place.start && place.end <= at.end
        }
        _ => false,
    })
}

/// One fault of each kind for each place.
fn distinct(faults: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut kept: Vec<Diagnostic> = Vec::new();
    for fault in faults {
        if !kept.iter().any(|other| other.code == fault.code && other.span == fault.span) {
            kept.push(fault);
        }
    }
    kept
}

/// The ways through a specification.
#[derive(Default)]
struct Ways {
    reach: Reach,
    /// Terms of conditions and sets that fail, by instance, with inputs.
    failures: Vec<(usize, Failure, Vec<Vec<u8>>)>,
    paths: u64,
    rounds: u32,
    /// Whether paths go on beyond the rounds.
    beyond: bool,
    /// Whether paths within the rounds were left out.
    incomplete: bool,
    /// Branches that the solver could not decide.
    undecided: u64,
}

impl Ways {
    /// Walks with few rounds, then with more as long as something was not reached and paths go on.
    fn of(specs: &[Spec], options: &LintOptions) -> Ways {
        let more = MORE_ROUNDS.into_iter().filter(|rounds| *rounds > options.rounds);
        let mut best: Option<Ways> = None;
        for rounds in std::iter::once(options.rounds).chain(more) {
            let ways = Ways::with(specs, options, rounds);
            let settled = !ways.beyond || !ways.has_gaps(specs) || !ways.failures.is_empty();
            // More rounds with too little work show less than fewer rounds.
            match &best {
                Some(best) if ways.incomplete && !best.incomplete && ways.has_gaps(specs) => break,
                _ => best = Some(ways),
            }
            if settled || best.as_ref().is_some_and(|ways| ways.incomplete) || late(options) {
                break;
            }
        }
        best.unwrap_or_default()
    }

    fn with(specs: &[Spec], options: &LintOptions, rounds: u32) -> Ways {
        let mut ways = Ways { rounds, ..Ways::default() };
        for (index, spec) in specs.iter().enumerate() {
            let mut paths = Paths::new(spec, bounds(options, rounds, specs.len()));
            paths.onlooker = Some(Onlooker::of_ways(spec));
            while let Some(path) = paths.next_path() {
                ways.paths += 1;
                if let Some((failure, lines)) = failing(spec, &mut paths, &path) {
                    ways.failures.push((index, failure, lines));
                    break;
                }
            }
            let counts = paths.counts();
            ways.beyond |= counts.beyond > 0;
            ways.incomplete |= !is_whole(&counts);
            ways.undecided += counts.undecided;
            if let Some(onlooker) = &paths.onlooker {
                ways.reach.add(&spec.flow, &onlooker.seen);
            }
        }
        ways
    }

    fn is_whole(&self) -> bool {
        !self.incomplete
    }

    fn has_gaps(&self, specs: &[Spec]) -> bool {
        let mut findings = Findings { script: &specs[0].script, diagnostics: Vec::new() };
        check(&specs[0].script.body, &self.reach, &Certainty::Proved, &mut findings);
        !findings.diagnostics.is_empty()
    }

    /// How sure it is that what was not seen is not there; nothing can be said while paths are missing.
    fn certainty(&self) -> Option<Certainty> {
        match (self.incomplete, self.beyond) {
            (true, _) => None,
            (false, true) => Some(Certainty::Rounds(self.rounds)),
            (false, false) => Some(Certainty::Proved),
        }
    }
}

/// The time at which the search for ways must leave the rest to what is computed on them.
fn part_way(deadline: Option<Deadline>) -> Option<Deadline> {
    deadline.map(|deadline| deadline.within(deadline.left() * 6 / 10))
}

fn late(options: &LintOptions) -> bool {
    options.deadline.is_some_and(Deadline::passed)
}

fn bounds(options: &LintOptions, rounds: u32, instances: usize) -> PathBounds {
    let work = options.work / instances.max(1) as u64;
    PathBounds { rounds, work, deadline: options.deadline, ..PathBounds::default() }
}

/// Whether all paths within the rounds were followed.
fn is_whole(counts: &PathCounts) -> bool {
    let all = counts.complete_below.is_none() || counts.all_paths.is_some();
    all && !counts.out_of_work && counts.undecided == 0
}

/// The failure of a path and lines that show it: it is believed once it has been seen without unknowns.
fn failing(spec: &Spec, paths: &mut Paths<'_>, path: &SpecPath) -> Option<(Failure, Vec<Vec<u8>>)> {
    let PathEnd::Fails(failure) = &path.end else { return None };
    let mut models = vec![path.model.clone()];
    if !path.typable.is_empty() {
        // Texts that can be typed are nicer to read.
        let conditions = [&path.conditions[..], &path.typable[..]].concat();
        let budget = Budget { rlimit: 300_000, deadline: paths.deadline() };
        let session = &mut paths.session;
        if let Answer::Sat(model) = session.chain.check(&mut session.terms, &conditions, &budget) {
            models.insert(0, model);
        }
    }
    models.into_iter().find_map(|model| {
        let lines = paths.lines(path, &model);
        let Err(Misfit::Fails(again)) = spec.expect(&lines, u32::MAX) else { return None };
        Some((Failure { at: failure.at.clone(), ..again }, lines))
    })
}

/// Looks for outputs that fail, and results that are too large.
struct Outputs<'o> {
    options: &'o LintOptions,
    faults: Vec<Diagnostic>,
    /// Whether all paths were followed.
    whole: bool,
    /// Branches that the solver could not decide.
    undecided: u64,
}

impl Outputs<'_> {
    fn look_at(&mut self, spec: &Spec, instances: usize) {
        let mut bounds = bounds(self.options, self.options.rounds, instances);
        // Outputs split paths further; what fails does so on short ones.
        bounds.work /= 2;
        let mut paths = Paths::new(spec, bounds);
        paths.onlooker = Some(Onlooker::of_outputs(spec));
        while let Some(path) = paths.next_path() {
            if let Some((failure, lines)) = failing(spec, &mut paths, &path) {
                self.faults.push(failed(spec, &failure, &lines));
            }
        }
        let counts = paths.counts();
        self.whole &= is_whole(&counts);
        self.undecided += counts.undecided;
        self.overflows(spec, &mut paths);
    }

    /// Reads that take nothing after certain inputs.
    fn empty_sets(&mut self, spec: &Spec, stuck: &[Stuck]) {
        let mut told: Vec<usize> = Vec::new();
        for place in stuck {
            if !told.contains(&place.reading) && !late(self.options) && takes_nothing(spec, place) {
                told.push(place.reading);
                let at = &spec.flow.readings[place.reading].at;
                let findings = Findings { script: &spec.script, diagnostics: Vec::new() };
                let inputs = show::inputs(&place.lines);
                let message = format!("no value belongs to what is read here after the inputs {inputs}");
                let hint = "exclude such inputs before, or let the set hold at least one value";
                self.faults.push(findings.warning("empty-set", at, message).hint(hint));
            }
        }
    }

    fn overflows(&mut self, spec: &Spec, paths: &mut Paths<'_>) {
        let large =
            paths.onlooker.as_mut().map_or(Vec::new(), |onlooker| std::mem::take(&mut onlooker.large));
        let usual = usual_numbers(spec, self.options.range);
        let mut told: Vec<At> = Vec::new();
        for large in large {
            if late(self.options) {
                return;
            }
            if !told.contains(&large.at)
                && let Some(lines) = overflowing(spec, paths, &large, &usual)
            {
                self.faults.push(overflow(spec, &large.at, &lines));
                told.push(large.at);
            }
        }
    }
}

fn overflow(spec: &Spec, at: &At, lines: &[Vec<u8>]) -> Diagnostic {
    let findings = Findings { script: &spec.script, diagnostics: Vec::new() };
    let computed = format!("a number is computed here that needs more than {BITS} bits");
    let message = match lines.is_empty() {
        true => computed,
        false => format!("on the inputs {}, {computed}", show::inputs(lines)),
    };
    findings.warning("possible-overflow", at, message).hint(
        "restrict the inputs with a set, or leave it: such tests are avoided unless you say `--overflow any`",
    )
}
