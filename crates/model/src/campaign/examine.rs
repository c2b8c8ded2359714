//! Looks into a failure: whether it comes again, and how small it can be made.
//!
//! Wrong twice is wrong, in whatever way. What is wrong once only is told as such. A system that answers late is no wrong one: where
//! silence ends an answer, a failure counts only if it is there with more patience, too.

use lydian_budget::Deadline;
use lydian_conform::{Candidates, Failure, InputId, Observed, Obstacle, Run, RunEnd, StateId, Wrong, shrink};
use rustc_hash::FxHashMap;

use super::doubt::Doubt;
use super::rename::Renaming;
use super::{Again, Campaign, Found};
use crate::live::{HALF, NO_ANSWER, UNFINISHED};

/// Kinds of failures that are made small.
const MOST_KINDS: usize = 4;

/// Runs of a system that hangs.
const SHRINKING_OF_HANGS: usize = 30;

/// How failures are told for which one has to wait.
const SLOW: [&str; 3] = [NO_ANSWER, HALF, UNFINISHED];

/// How often a failure is given again before it is said how often it comes, how often what might be a smaller one is, and of how many
/// failures that came once that is asked.
const TRIES: u64 = 10;
const TRIES_OF_SMALLER: u64 = 4;
const MOST_TRIED: u64 = 3;

/// While a failure is made small, systems are listened to as if there were so many sequences.
const SEQUENCES_OF_SHRINKING: u64 = 100;

/// What an examination came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Examined {
    /// The sequence fails for certain, or as one that does; what is known about it is noted.
    Failed,
    /// It failed once, and that is all that is known.
    Once,
    /// The answers came late, and nothing else was wrong: the sequence is to be run with more patience.
    Late,
}

impl Campaign<'_, '_, '_, '_> {
    /// Makes a failure small, unless one of its kind is known.
    pub(super) fn examine(&mut self, failure: Failure, state: Option<StateId>) -> Examined {
        let certain = self.tested.found.iter().filter(|found| found.is_confirmed()).count();
        if self.is_known(&failure) || certain >= MOST_KINDS {
            return Examined::Failed;
        }
        let first_length = failure.steps.len();
        self.seen = None;
        let mut failure = failure;
        if self.system.wait_longer(true) {
            let patient = self.again(&failure.inputs(), state);
            match patient.end {
                RunEnd::Failed(other) if self.matters(&other) => failure = *other,
                RunEnd::Stopped(_) | RunEnd::NotStarted(_) => {
                    let again = untried(&patient.end);
                    return self.note(state, failure, first_length, again);
                }
                _ if self.is_later(&failure, &patient) => {
                    self.tested.waited_longer = true;
                    self.system.was_late();
                    return Examined::Late;
                }
                _ => return self.note(state, failure, first_length, Again::Right(patient)),
            }
        }
        let again = self.compared_again(&failure, state);
        let again = self.tried_again(again, &failure, state);
        if !matches!(again, Again::Same | Again::Differently(_)) {
            return self.note(state, failure, first_length, again);
        }
        // A failure that came twice after a reset may be the reset's.
        if let Some(run) = self.right_afresh(&failure, state) {
            return self.note(state, failure, first_length, Again::RightAfresh(run));
        }
        let last = match &again {
            Again::Differently(run) => run.steps.clone(),
            _ => failure.steps.clone(),
        };
        match self.doubt(&failure.steps, &last, state) {
            Doubt::None => {}
            Doubt::Open(from) => return self.note(state, failure, first_length, Again::RightFrom(from)),
            Doubt::NotReset(unreset) => {
                // What was found for certain before stays found.
                if certain == 0 {
                    self.tested.not_reset = Some(unreset);
                }
                return Examined::Once;
            }
        }
        // Patience is for what is told in the end: made small with it, a failure would take ten times as long.
        let was_patient = self.system.wait_longer(false);
        let small = self.shrink(failure.clone(), state);
        if was_patient {
            self.system.wait_longer(true);
        }
        let (small, again) = self.surest((small, state), (failure.clone(), again));
        if self.seen.is_some() {
            return self.counted(state, small, first_length, again);
        }
        if self.right_afresh(&small, state).is_none() {
            return self.note(state, small, first_length, again);
        }
        // What is left of earlier sequences has taken the place of inputs that were left out.
        self.afresh = true;
        let small = self.shrink(failure, state);
        self.afresh = false;
        self.note(state, small, first_length, Again::Same)
    }

    /// A failure that did not come again at once is given a few times more: what depends on the moment is wrong when it is wrong twice.
    fn tried_again(&mut self, first: Again, failure: &Failure, state: Option<StateId>) -> Again {
        if !matches!(first, Again::Right(_)) || self.tested.once >= MOST_TRIED || hangs(failure) {
            return first;
        }
        let mut tries = 1;
        while tries < TRIES && !self.is_late() {
            tries += 1;
            match self.compared_again(failure, state) {
                again @ (Again::Same | Again::Differently(_)) => {
                    self.seen = Some((1, tries));
                    return again;
                }
                Again::Right(_) => {}
                // What keeps it from being tried says nothing about the runs before.
                _ => break,
            }
        }
        self.seen = Some((0, tries));
        first
    }

    /// Notes a failure that does not come each time, with how often it does.
    fn counted(
        &mut self,
        state: Option<StateId>,
        small: Failure,
        first_length: usize,
        again: Again,
    ) -> Examined {
        let (mut wrong, mut tries) = (0, 0);
        while tries < TRIES && !self.is_late() {
            let run = self.again(&small.inputs(), state);
            match &run.end {
                RunEnd::Failed(failure) => wrong += u64::from(self.matters(&failure.clone())),
                RunEnd::Stopped(_) | RunEnd::NotStarted(_) => break,
                _ => {}
            }
            tries += 1;
        }
        // That it came again was seen before these.
        self.seen = Some(if wrong > 0 { (wrong, tries) } else { (1, tries + 1) });
        self.note(state, small, first_length, again)
    }

    /// The small failure, if it comes again; else the first one, which did.
    fn surest(
        &mut self,
        (small, state): (Failure, Option<StateId>),
        first: (Failure, Again),
    ) -> (Failure, Again) {
        if small.steps == first.0.steps {
            return first;
        }
        let witness = self.witness.clone();
        for _ in 0..if self.seen.is_some() { TRIES } else { 1 } {
            if let again @ (Again::Same | Again::Differently(_)) = self.compared_again(&small, state) {
                return (small, again);
            }
        }
        self.witness = witness;
        first
    }

    /// A run of the inputs of a failure in a system that was started and not reset, if nothing is wrong there.
    fn right_afresh(&mut self, failure: &Failure, state: Option<StateId>) -> Option<Run> {
        if !self.system.start_afresh() {
            return None;
        }
        let is_right =
            |run: &Run| matches!(run.end, RunEnd::Passed | RunEnd::RightlyRefused | RunEnd::Unspecified);
        let mut run = self.again(&failure.inputs(), state);
        // What does not come each time after a reset need not come at once after a start.
        for _ in 1..if self.seen.is_some() { TRIES } else { 1 } {
            if !is_right(&run) || self.is_late() {
                break;
            }
            self.system.start_afresh();
            run = self.again(&failure.inputs(), state);
        }
        is_right(&run).then_some(run)
    }

    fn note(
        &mut self,
        state: Option<StateId>,
        failure: Failure,
        first_length: usize,
        again: Again,
    ) -> Examined {
        let is_known = self.is_known(&failure);
        let witness = std::mem::take(&mut self.witness);
        let seen = self.seen.take();
        let found = Found { state, failure, first_length, again, seen, witness };
        let examined = if found.is_confirmed() { Examined::Failed } else { Examined::Once };
        let alike = self.tested.found.iter().filter(|other| other.is_confirmed() == found.is_confirmed());
        if !is_known && alike.count() < MOST_KINDS {
            self.tested.found.push(found);
        }
        examined
    }

    /// Whether a failure of the same kind is known for certain.
    fn is_known(&self, failure: &Failure) -> bool {
        let kind = self.kind(failure);
        self.tested.found.iter().any(|found| found.is_confirmed() && self.kind(&found.failure) == kind)
    }

    /// The last input's constructor and what is wrong: failures that agree in both are told once.
    fn kind(&self, failure: &Failure) -> (String, Wrong) {
        let last = failure.steps.last().map_or(String::new(), |(input, _)| self.spec.show_input(*input));
        let word = last.split([' ', '(']).next().unwrap_or("").to_owned();
        (word, failure.wrong.clone())
    }

    /// A second run of the same inputs.
    fn compared_again(&mut self, failure: &Failure, state: Option<StateId>) -> Again {
        let again = self.again(&failure.inputs(), state);
        self.witness = self.system.witness();
        match &again.end {
            RunEnd::Failed(other)
                if other.wrong == failure.wrong && same_steps(&other.steps, &failure.steps) =>
            {
                Again::Same
            }
            RunEnd::Failed(other) => match self.matters(&other.clone()) {
                true => Again::Differently(again),
                false => Again::Right(again),
            },
            RunEnd::Stopped(_) | RunEnd::NotStarted(_) => untried(&again.end),
            _ => Again::Right(again),
        }
    }

    pub(super) fn again(&mut self, inputs: &[InputId], state: Option<StateId>) -> Run {
        if self.afresh {
            self.system.start_afresh();
        }
        self.begin(state);
        let run = self.run(inputs);
        self.tested.runs += 1;
        self.tested.inputs += run.steps.len() as u64;
        run
    }

    fn shrink(&mut self, failure: Failure, state: Option<StateId>) -> Failure {
        let tries = match hangs(&failure) {
            true => self.testing.shrinking.min(SHRINKING_OF_HANGS),
            false => self.testing.shrinking,
        };
        let alphabet: Vec<InputId> = self.spec.alphabet().map(|alphabet| alphabet.inputs).unwrap_or_default();
        let mut simpler: FxHashMap<InputId, Vec<InputId>> = FxHashMap::default();
        for (input, _) in &failure.steps {
            simpler.entry(*input).or_insert_with(|| self.spec.smaller_inputs(*input, &alphabet));
        }
        let mut renaming = Renaming::new(self.spec, &alphabet, &failure.inputs());
        let mut renamed = |inputs: &[InputId]| renaming.of(inputs);
        // What is told first is made as short as can be; for what is told beside it, less will do.
        let is_first = !self.tested.found.iter().any(Found::is_confirmed);
        let others = if is_first { &*alphabet } else { &[] };
        let deadline = self.testing.deadline;
        self.system.plan(SEQUENCES_OF_SHRINKING.max(self.tested.planned_sequences), deadline);
        let mut smaller = |input: InputId| simpler.get(&input).cloned().unwrap_or_default();
        let mut fails = |inputs: &[InputId]| {
            if deadline.is_some_and(Deadline::passed) {
                return None;
            }
            for _ in 0..if self.seen.is_some() { TRIES_OF_SMALLER } else { 1 } {
                if let RunEnd::Failed(failure) = self.again(inputs, state).end {
                    return Some(*failure);
                }
            }
            None
        };
        let candidates = Candidates { others, smaller: &mut smaller, renamed: &mut renamed };
        let small = shrink(failure, tries, candidates, &mut fails);
        self.system.plan(self.tested.planned_sequences, deadline);
        self.tested.cut_short |= deadline.is_some_and(Deadline::passed);
        small
    }

    /// Whether a run shows the same outputs as a failure, only some of them later: those of the failure are the beginning of them.
    fn is_later(&self, failure: &Failure, patient: &Run) -> bool {
        // A late line can also be one that came when nothing was asked any more.
        let surplus = matches!(failure.steps.last(), Some((_, Observed::Broken(_))));
        let first = self.outputs(&failure.steps[..failure.steps.len() - usize::from(surplus)]);
        let then = self.outputs(&patient.steps);
        matches!((first, then), (Some(first), Some(then)) if then.starts_with(&first))
    }

    /// All outputs of a run in order; nothing if there was something else than answers.
    fn outputs(&self, steps: &[(InputId, Observed)]) -> Option<Vec<lydian_core::Datum>> {
        let mut outputs = Vec::new();
        for (_, observed) in steps {
            let Observed::Answer(answer) = observed else { return None };
            outputs.extend(self.spec.outputs_of(*answer));
        }
        Some(outputs)
    }
}

/// Why a second run came to nothing.
fn untried(end: &RunEnd) -> Again {
    Again::Untried(match end {
        RunEnd::Stopped(Obstacle::OutOfTime) => "there was no time to try it again".into(),
        RunEnd::Stopped(Obstacle::Unsendable(why)) | RunEnd::NotStarted(why) => {
            format!("it could not be tried again: {why}")
        }
        _ => "it was not tried again".into(),
    })
}

/// Whether a failure is that no answer came.
pub(super) fn hangs(failure: &Failure) -> bool {
    let silent = |observed: &Observed| matches!(observed, Observed::Broken(why) if SLOW.iter().any(|slow| why.starts_with(slow)));
    failure.steps.iter().any(|(_, observed)| silent(observed))
}

/// Whether two runs show the same; of a system that broke, how it broke may be told differently.
fn same_steps(left: &[(InputId, Observed)], right: &[(InputId, Observed)]) -> bool {
    left.len() == right.len()
        && left.iter().zip(right).all(|((first, seen), (second, also))| {
            first == second
                && match (seen, also) {
                    (Observed::Broken(_), Observed::Broken(_)) => true,
                    _ => seen == also,
                }
        })
}
