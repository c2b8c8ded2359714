//! Looks on while a search walks through a specification: where walks have been, and what they computed.
//! In: walks as they go. Out: the steps that were reached and the sides of branches that were taken; if asked for, also
//! terms of outputs that fail and results that may not fit into machine integers. Every walk follows a model, so what was
//! seen is possible; what was not seen is only as impossible as the search was complete.

use lydian_eval::{Machine, Stop, Watch, World};
use lydian_term::TermId;

use crate::flow::{Flow, OutputPattern, ReadMode, Step};
use crate::lower::TermRef;
use crate::paths::{PathEnd, PathLine};
use crate::spec::Spec;
use crate::syntax::ast::At;
use crate::walk::{Next, Walk};

/// The integers of C and Java.
pub(super) const BITS: u32 = 32;

/// For each place, so many results that may be too large are kept to be asked about.
const RESULTS_PER_PLACE: usize = 3;
/// And so many in all.
const MOST_RESULTS: usize = 60;

/// What walks have shown.
#[derive(Debug, Default)]
pub(crate) struct Onlooker {
    /// Where walks have been.
    pub(super) seen: Coverage,
    /// Whether the terms of outputs are computed too.
    outputs: bool,
    /// Results of the walk in progress that may be too large.
    current: Vec<(At, Option<TermId>)>,
    /// How many results of the walk have been looked at.
    looked: usize,
    overflowed: bool,
    /// The term of an output that ended the walk in progress.
    failed: Option<At>,
    /// Results that may be too large.
    pub(super) large: Vec<Large>,
}

/// A result that may be too large.
#[derive(Debug, Clone)]
pub(super) struct Large {
    pub(super) at: At,
    /// The result; none if it is known to be too large.
    pub(super) result: Option<TermId>,
    pub(super) conditions: Vec<TermId>,
    pub(super) lines: Vec<PathLine>,
}

/// Where walks have been, by step.
#[derive(Debug, Default)]
pub(super) struct Coverage {
    pub(super) reached: Vec<bool>,
    /// Whether a branch was passed by jumping, and by going on.
    pub(super) sides: Vec<[bool; 2]>,
    /// Whether a read was passed with a wanted value.
    pub(super) passed: Vec<bool>,
}

impl Onlooker {
    /// Looks at the ways through the specification only.
    pub(super) fn of_ways(spec: &Spec) -> Onlooker {
        let steps = spec.flow.steps.len();
        let seen = Coverage {
            reached: vec![false; steps],
            sides: vec![[false; 2]; steps],
            passed: vec![false; steps],
        };
        Onlooker { seen, ..Onlooker::default() }
    }

    /// Looks at what is written as well.
    pub(super) fn of_outputs(spec: &Spec) -> Onlooker {
        Onlooker { outputs: true, ..Onlooker::of_ways(spec) }
    }

    /// A walk begins.
    pub(crate) fn begin(&mut self, world: &mut World<'_>) {
        self.current.clear();
        (self.looked, self.overflowed, self.failed) = (0, false, None);
        if self.outputs {
            world.watch = Some(Watch::new(BITS));
        }
    }

    /// A walk has come to its next read, write or round.
    pub(crate) fn sees(
        &mut self,
        spec: &Spec,
        walk: &Walk,
        next: Next,
        machine: &mut Machine<'_, '_, '_>,
    ) -> Result<(), Stop> {
        if !self.outputs {
            return Ok(());
        }
        // What was computed since the last time belongs to the conditions on the way.
        self.note(&spec.flow.places[walk.at], machine);
        match next {
            Next::Write(writing) => self.write(spec, walk, &spec.flow.writings[writing].pattern, machine),
            Next::Ended => {
                spec.results.iter().try_for_each(|(_, pattern)| self.write(spec, walk, pattern, machine))
            }
            _ => Ok(()),
        }
    }

    fn write(
        &mut self,
        spec: &Spec,
        walk: &Walk,
        pattern: &OutputPattern,
        machine: &mut Machine<'_, '_, '_>,
    ) -> Result<(), Stop> {
        match pattern {
            OutputPattern::Value(term) | OutputPattern::Glued(term) | OutputPattern::Decorated(term) => {
                self.compute(spec, walk, *term, machine)
            }
            OutputPattern::Formed(_, term) => self.compute(spec, walk, *term, machine),
            OutputPattern::Sequence(parts) | OutputPattern::Either(parts) | OutputPattern::Columns(parts) => {
                parts.iter().try_for_each(|part| self.write(spec, walk, part, machine))
            }
            OutputPattern::Tolerant(_, inner) => self.write(spec, walk, inner, machine),
            OutputPattern::Text(_)
            | OutputPattern::Any
            | OutputPattern::AnyWithout(_)
            | OutputPattern::Some => Ok(()),
        }
    }

    fn compute(
        &mut self,
        spec: &Spec,
        walk: &Walk,
        term: TermRef,
        machine: &mut Machine<'_, '_, '_>,
    ) -> Result<(), Stop> {
        let at = &spec.terms[term].at;
        let computed = walk.state.evaluate(spec, machine, term, None);
        self.note(at, machine);
        if computed.is_err() {
            self.failed = Some(at.clone());
        }
        computed.map(|_| ())
    }

    /// Notes the results since the last time.
    fn note(&mut self, at: &At, machine: &Machine<'_, '_, '_>) {
        let Some(watch) = &machine.world.watch else { return };
        if watch.overflowed && !self.overflowed {
            self.overflowed = true;
            self.current.push((at.clone(), None));
        }
        self.current.extend(watch.seen[self.looked..].iter().map(|result| (at.clone(), Some(*result))));
        self.looked = watch.seen.len();
    }

    /// Where a walk failed, if it did so in an output.
    pub(crate) fn failed_at(&mut self) -> Option<At> {
        self.failed.take()
    }

    /// A walk has ended.
    pub(crate) fn walked(
        &mut self,
        spec: &Spec,
        walk: &Walk,
        lines: &[PathLine],
        end: &PathEnd,
        conditions: &[TermId],
    ) {
        self.seen.follow(&spec.flow, walk, lines);
        if !matches!(end, PathEnd::Completed | PathEnd::Stopped) {
            return;
        }
        let mut told: Vec<At> = Vec::new();
        // The last result at a place is made of those before it.
        for (at, result) in std::mem::take(&mut self.current).into_iter().rev() {
            if told.contains(&at) {
                continue;
            }
            told.push(at.clone());
            let (conditions, lines) = (conditions.to_vec(), lines.to_vec());
            let large = Large { at, result, conditions, lines };
            // Later walks are longer, and their numbers larger: the newest has a place of its own.
            let known = (0..self.large.len()).filter(|index| self.large[*index].at == large.at);
            match known.skip(RESULTS_PER_PLACE - 1).last() {
                Some(last) => self.large[last] = large,
                None if self.large.len() < MOST_RESULTS => self.large.push(large),
                None => {}
            }
        }
    }
}

impl Coverage {
    /// Nothing was seen yet.
    pub(super) fn none(spec: &Spec) -> Coverage {
        let steps = spec.flow.steps.len();
        Coverage { reached: vec![false; steps], sides: vec![[false; 2]; steps], passed: vec![false; steps] }
    }

    /// Goes the same way as a walk went, by its decisions.
    pub(super) fn follow(&mut self, flow: &Flow, walk: &Walk, lines: &[PathLine]) {
        let (mut taken, mut lines) = (walk.taken.iter(), lines.iter());
        let (mut at, mut rounds) = (0, 0);
        loop {
            self.reached[at] = true;
            at = match &flow.steps[at] {
                Step::Read(reading) => match lines.next() {
                    Some(line) if line.end => match flow.readings[*reading].end {
                        Some(target) => target,
                        None => return,
                    },
                    Some(line) if line.valid => {
                        self.passed[at] = true;
                        at + 1
                    }
                    Some(_) if matches!(flow.readings[*reading].mode, ReadMode::Retry(_)) => at,
                    _ => return,
                },
                Step::Write(_) | Step::Assign { .. } | Step::Choose(_) => at + 1,
                Step::Branch { otherwise, .. } => {
                    let Some(holds) = taken.next() else { return };
                    self.sides[at][usize::from(*holds)] = true;
                    if *holds { at + 1 } else { *otherwise }
                }
                Step::Jump(target) => *target,
                Step::Round if rounds == walk.rounds => return,
                Step::Round => {
                    rounds += 1;
                    at + 1
                }
                Step::End => return,
            };
        }
    }
}
