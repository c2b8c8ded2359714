//! Compares a pair of programs at one instance of the entry's type: hunts for a difference, level by level, and says what was covered.

use std::time::Instant;

use lydian_enumerate::Constants;
use lydian_explore::{Search, Session};
use lydian_hunt::{Found, Hunt, Plan, Tally};
use lydian_solver::Solver;
use lydian_verdict::{Bounds, Cause, Judgement, Statistics, Verdict};

use crate::beside::{Beside, Difference, Weight};
use crate::differ::Concrete;
use crate::judge::{Judged, plain, refuted};
use crate::pair::Pair;
use crate::question::{Differences, LearnedByRuns};
use crate::single_values::Singles;
use crate::wording::{self, Extent};
use crate::{Options, Strategy};

/// The part of the work on drawn inputs that a further instance gets.
const SHARE: u64 = 4;

/// Which instance of the entry's type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Instance {
    /// The first gets the whole search.
    First,
    /// Further ones run through the same code, but for what depends on how a value is kept, such as physical equality, and that shows on
    /// small inputs: they get these and a share of the drawn ones. Questions about the order of unknown strings are too hard for a solver.
    Further,
    /// Several calls one after the other, at the first instance: the functions were compared call by call before, so a share of the whole
    /// search is for what they keep.
    Sequence,
}

/// Compares at the instance of the entry's type that the pair is at.
pub(crate) fn compare(
    pair: &Pair,
    session: &mut Session,
    constants: &Constants,
    beside: &mut Beside,
    subject: String,
    instance: Instance,
    options: &Options,
) -> Judged {
    let (came, statistics) = look_for_difference(pair, session, constants, beside, instance, options);
    match came {
        Err(found) => refuted(pair, session, subject, found, statistics, options),
        Ok(verdict) => {
            let mut judgement = Judgement::new(subject, verdict);
            judgement.statistics = statistics;
            plain(judgement)
        }
    }
}

/// Hunts for a difference: the error is one, and otherwise there is a verdict without.
pub(crate) fn look_for_difference(
    pair: &Pair,
    session: &mut Session,
    constants: &Constants,
    beside: &mut Beside,
    instance: Instance,
    options: &Options,
) -> (Result<Verdict, Difference>, Statistics) {
    let started = Instant::now();
    let mut statistics = Statistics::default();
    let mut question = Differences::new(pair, beside, constants, options, None);
    let mut plan = plan(options);
    if instance == Instance::Sequence {
        plan.search /= SHARE;
    }
    let types = pair.input_types();
    let mut hunt = Hunt::new(&mut question, session, &types, (constants, &constants.pool()), plan);
    let found = hunt_by_levels(&mut hunt, instance, options);
    let (tally, levels, exhausted) = (hunt.tally.clone(), hunt.whole_levels(), hunt.search.is_exhausted());
    let search = hunt.search;
    count(&mut statistics, &tally, &search, levels);
    statistics.count("steps", question.learned.steps);
    for (layer, work) in session.chain.statistics().layers.iter() {
        statistics.count(&format!("answered by {layer}"), work.answered());
    }
    statistics.time("hunt", started.elapsed());
    if let Some(Found { inputs, witness }) = found {
        return (Err((inputs, witness)), statistics);
    }
    question.shrink_examples(session);
    let singles = match wording::is_about_paths(&search) && !question.learned.has_single_values {
        true => question.paths.singles(session, options),
        false => Singles::default(),
    };
    let learned = &question.learned;
    let covered = Covered { pair, tally: &tally, search: &search, levels, exhausted, learned, singles };
    (Ok(covered.verdict(question.beside, instance, options)), statistics)
}

/// The work of a level.
pub(crate) fn plan(options: &Options) -> Plan {
    Plan { seed: options.seed, deadline: options.deadline, ..Plan::default() }
}

fn hunt_by_levels(
    hunt: &mut Hunt<'_, Differences<'_>>,
    instance: Instance,
    options: &Options,
) -> Option<Found<Concrete>> {
    let share = plan(options).drawn / SHARE;
    loop {
        let found = match (options.strategy, instance) {
            (Strategy::Combined, Instance::First) => hunt.level(),
            (Strategy::Enumerate, _) => {
                hunt.begin_level();
                hunt.try_small()
            }
            (_, Instance::Further) => {
                hunt.begin_level();
                hunt.try_small().or_else(|| hunt.draw(share))
            }
            (Strategy::Combined, Instance::Sequence) => {
                hunt.begin_level();
                let found = hunt.try_small().or_else(|| hunt.follow_paths());
                if hunt.is_settled() { found } else { found.or_else(|| hunt.draw(share)) }
            }
            (Strategy::Symbolic | Strategy::EagerShapes, _) => {
                hunt.begin_level();
                hunt.follow_paths()
            }
        };
        let learned = &hunt.question.learned;
        let tally = &hunt.tally;
        let nothing_held = tally.relevant() == 0;
        let unsupported = learned.unsupported.is_some() || learned.unsupported_paths.is_some();
        if found.is_some()
            || options.effort.is_done(hunt.levels())
            || hunt.is_settled()
            || hunt.is_late()
            || learned.interrupted
            // What cannot be run at all does not become any better by more of it.
            || (nothing_held && unsupported)
        {
            return found;
        }
    }
}

fn count(statistics: &mut Statistics, tally: &Tally, search: &Search, levels: u64) {
    let counts = search.counts();
    statistics.count("levels", levels);
    statistics.count("inputs enumerated", tally.small);
    statistics.count("paths", counts.paths);
    statistics.count("shapes", counts.shapes);
    statistics.count("questions", counts.questions);
    statistics.count("hard questions", counts.hard_questions);
    statistics.count("work", counts.work);
    statistics.count("infeasible", counts.infeasible);
    statistics.count("undecided", counts.undecided);
    statistics.count("inputs sampled", tally.drawn);
    statistics.count("relevant samples", tally.drawn_held);
    statistics.count("samples too large to run", tally.too_large);
    statistics.count("moulds", tally.moulds);
    statistics.count("paths through moulds", tally.mould_paths);
}

/// What a hunt covered without a difference.
struct Covered<'a> {
    pair: &'a Pair,
    tally: &'a Tally,
    search: &'a Search,
    levels: u64,
    exhausted: bool,
    learned: &'a LearnedByRuns,
    singles: Singles,
}

impl Covered<'_> {
    fn verdict(&self, beside: &Beside, instance: Instance, options: &Options) -> Verdict {
        let (pair, learned, tally) = (self.pair, self.learned, self.tally);
        let relevant = tally.relevant();
        let bounds = self.bounds(beside, instance, options);
        let is_late = tally.interrupted || learned.interrupted || crate::passed(options);
        if is_late && !options.effort.accepts_end_of_time(self.levels) {
            let verdict =
                undecided(pair, Cause::Budget, "the time was up before the search reached its bounds");
            return if relevant == 0 { verdict } else { verdict.covering(bounds) };
        }
        let name = &pair.entry.name;
        if relevant == 0 {
            return match learned.unsupported_paths.as_ref().or(learned.unsupported.as_ref()) {
                Some(why) => undecided(pair, Cause::Unsupported, why),
                None if !learned.unfinished.is_nothing() => {
                    let text =
                        format!("`{name}` of the reference does not end within its fuel on any input tried");
                    Verdict::unknown(Cause::Fuel, text)
                }
                None if learned.outside.is_nothing() && pair.condition.is_some() => {
                    let condition = wording::condition(pair);
                    Verdict::Vacuous(format!("no input of `{name}` was found{condition}"))
                }
                None => {
                    Verdict::Vacuous(format!("`{name}` of the reference ends normally on no input tried"))
                }
            };
        }
        if beside.left_range_everywhere() {
            let text = format!(
                "an integer leaves its range on every input of `{name}` tried; `--integers machine` compares the programs there"
            );
            return Verdict::Vacuous(text);
        }
        if let Some(why) = &learned.not_compared {
            return undecided(pair, Cause::Unsupported, &format!("on some inputs {why}")).covering(bounds);
        }
        if let Some(why) = &learned.unsupported_paths
            && tally.relevant_paths() == 0
        {
            return undecided(pair, Cause::Unsupported, why).covering(bounds);
        }
        let certain = self.exhausted
            && learned.spurious == 0
            && learned.unfinished.is_nothing()
            && !beside.has(Weight::Rounding)
            && !beside.has(Weight::SpecialFloats)
            && !learned.approximate
            && learned.unsupported_paths.is_none();
        if certain { Verdict::Proved(bounds) } else { Verdict::Passed(bounds) }
    }

    fn bounds(&self, beside: &Beside, instance: Instance, options: &Options) -> Bounds {
        let (pair, tally) = (self.pair, self.tally);
        if instance == Instance::Sequence {
            return wording::bounds_of_sequence(pair.sequence, tally, self.search);
        }
        let kept = beside.reservations();
        let effort = (instance == Instance::First).then_some((options.effort, self.levels));
        let outside = self.learned.outside;
        let extent = Extent {
            drawn: tally.drawn_held,
            floats: tally.floats,
            has_single_values: self.learned.has_single_values,
            singles: self.singles,
            outside,
            unfinished: self.learned.unfinished,
            effort,
        };
        if tally.relevant_paths() == 0 {
            return wording::bounds_of_inputs(pair, tally.small_held, &extent, kept);
        }
        wording::bounds(pair, self.search, self.learned.approximate, tally.small, &extent, kept)
    }
}

fn undecided(pair: &Pair, cause: Cause, why: &str) -> Verdict {
    Verdict::unknown(cause, format!("`{}`: {why}", pair.entry.name))
}
