//! Whether the reset works, before anything is judged.
//!
//! A sequence, the reset, the same sequence: from the start again, the model must explain both. A reset that does nothing shows itself in a
//! sequence that the model answers differently when it is given twice in a row. What tells it from a mistake of the system is
//! that everything that was seen is right if there had been no reset: a system that is reset and wrong is as wrong the next time.
//! Of a system that nobody started for us, the state before the first sequence is unknown, too, and all states of the model
//! are tried for it. Where several answers are allowed, not equal answers are asked for, but answers that the model explains.

use lydian_conform::{
    Conformance, Edge, Explained, InputId, Observed, Run, RunEnd, Specification, StateSet, Trouble, explain,
    reach,
};

use lydian_budget::Deadline;

use super::examine::Examined;
use super::{Campaign, NotReset, Start, Startable, Tested, Testing};
use crate::concrete::Concrete;

/// Sequences that are tried.
const PROBES: u64 = 3;

/// Inputs of a probe.
const LONGEST: usize = 12;

/// Sequences that are considered.
const CONSIDERED: usize = 300;

/// How often a sequence is given in all before a reset is said not to work: once can be chance.
const TIMES: usize = 4;

/// States in which a system that was not reset may have been.
const MOST_STATES: usize = 1_000;

/// How often one input may have been given to it.
const MOST_REPEATED: usize = 60;

impl Concrete<'_, '_, '_> {
    /// Looks whether the reset of a system works before several sessions talk to it. What one session alone saw that is wrong is given
    /// back as well: nothing wrong that was seen is forgotten.
    pub fn probe_reset(
        &mut self,
        system: &mut dyn Startable,
        conformance: Conformance,
        deadline: Option<Deadline>,
    ) -> Result<(Tested, Vec<Vec<InputId>>), Trouble> {
        let testing = Testing { walks: 1, deadline, ..Testing::new(conformance) };
        self.until(deadline);
        let mut campaign = Campaign::new(self, system, &testing)?;
        // Where the model gives no reply to the probe, it gives none to the tests either, and they tell it.
        let _ = campaign.probe();
        let wrong = campaign.probed.iter().map(|(failure, _)| failure.inputs()).collect();
        let tested = campaign.tested;
        self.until(None);
        Ok((tested, wrong))
    }
}

impl Campaign<'_, '_, '_, '_> {
    /// Looks whether the reset works, if something depends on it.
    pub(super) fn probe(&mut self) -> Result<(), Trouble> {
        if !self.system.may_keep_state() || self.usual.is_none() {
            return Ok(());
        }
        let mut tried = 0;
        for start in self.candidates()? {
            if tried == PROBES || self.is_over() {
                break;
            }
            if !self.begin(start.state) {
                return Ok(());
            }
            if !self.tells(&start.inputs)? {
                continue;
            }
            tried += 1;
            if !self.try_reset(&start)? {
                break;
            }
        }
        Ok(())
    }

    /// The sequences of the tests, the shortest first; of tests that only walk, the shortest that there are.
    fn candidates(&mut self) -> Result<Vec<Start>, Trouble> {
        let given = self.testing.given.iter().filter(|start| !start.inputs.is_empty()).take(CONSIDERED);
        let mut starts: Vec<Start> = given.cloned().collect();
        if starts.is_empty() && self.testing.walks > 0 {
            let longest = LONGEST.min(self.testing.length);
            let (relation, deadline) = (self.testing.conformance, self.testing.deadline);
            let short = self.spec.short_sequences(relation, longest, CONSIDERED, deadline)?;
            starts = short.into_iter().map(|inputs| Start { state: None, inputs }).collect();
        }
        for start in &mut starts {
            start.inputs.truncate(LONGEST);
        }
        // A question before what changes its answer: `Get k; Put (k, 1); Get k` tells where `Put (k, 1); Get k` does not.
        if self.testing.walks > 0 {
            let mut more = starts.clone();
            for start in &mut more {
                let question = start.inputs.last().copied();
                start.inputs.splice(0..0, question);
            }
            starts.extend(more);
        }
        starts.sort_by_key(|start| start.inputs.len());
        Ok(starts)
    }

    /// Whether the model answers a sequence differently when it is given twice in a row. Of several answers the first is followed.
    fn tells(&mut self, inputs: &[InputId]) -> Result<bool, Trouble> {
        let mut states = StateSet::new(self.spec.initial()?);
        let mut steps = Vec::new();
        for input in inputs {
            let Some(first) = states.states().first().copied() else { return Ok(false) };
            let listed = self.spec.reactions(first, *input)?.listed().first().copied();
            let Some(Edge { answer, .. }) = listed else { return Ok(false) };
            states = states.after(self.spec, *input, answer)?;
            steps.push((*input, Observed::Answer(answer)));
        }
        Ok(!states.is_empty() && self.explained(&states, &steps)? == Explained::No)
    }

    pub(super) fn explained(
        &mut self,
        start: &StateSet,
        steps: &[(InputId, Observed)],
    ) -> Result<Explained, Trouble> {
        explain(self.spec, self.testing.conformance, start, steps)
    }

    /// Gives a sequence twice, with the reset between; whether there is more to find out.
    fn try_reset(&mut self, start: &Start) -> Result<bool, Trouble> {
        let first = self.again(&start.inputs, start.state);
        let from = match &first.end {
            RunEnd::Passed => StateSet::new(self.spec.initial()?),
            RunEnd::Failed(_) if first.has_only_answers() => self.anywhere()?,
            RunEnd::Failed(failure) => {
                self.probed.push(((**failure).clone(), start.state));
                return Ok(false);
            }
            RunEnd::NotStarted(why) => {
                self.tested.not_started = Some(why.clone());
                return Ok(false);
            }
            _ => return Ok(false),
        };
        let second = self.again(&start.inputs, start.state);
        for run in [&first, &second] {
            if let RunEnd::Failed(failure) = &run.end {
                self.probed.push(((**failure).clone(), start.state));
            }
        }
        let Explained::Yes(mut unreset) = self.explained(&from, &first.steps)? else { return Ok(true) };
        if second.end == RunEnd::Passed {
            let told = self.explained(&unreset, &second.steps)? == Explained::No;
            self.tested.probes += u64::from(first.end == RunEnd::Passed && told);
            return Ok(true);
        }
        if second.steps == first.steps || !second.has_only_answers() {
            // Wrong in the same way, where without a reset it would have gone on: it is brought back, if to a wrong place.
            let told = self.explained(&unreset, &second.steps)? == Explained::No;
            self.tested.probes += u64::from(told && second.steps == first.steps);
            return Ok(true);
        }
        // Wrong from the start, and not as before. Is it right if nothing was reset?
        let mut run = second.clone();
        for _ in 2..=TIMES {
            match self.explained(&unreset, &run.steps)? {
                Explained::Yes(next) if matches!(run.end, RunEnd::Passed | RunEnd::Failed(_)) => {
                    unreset = next
                }
                _ => return Ok(true),
            }
            run = self.again(&start.inputs, start.state);
            if !run.has_only_answers() {
                return Ok(true);
            }
        }
        let (inputs, first, second) = (start.inputs.clone(), first.steps, second.steps);
        self.tested.not_reset = Some(NotReset { inputs, first, second });
        Ok(false)
    }

    /// Looks into a failure that only the probe saw: nothing wrong that was seen is forgotten.
    pub(super) fn take_probed(&mut self) {
        if self.tested.not_reset.is_some() || !self.tested.found.is_empty() {
            return;
        }
        for (failure, state) in std::mem::take(&mut self.probed) {
            if self.matters(&failure) && self.examine(failure, state) != Examined::Late {
                self.tested.failed += 1;
                return;
            }
        }
    }

    /// States in which a system that was not reset may be: those near to the start, and those that one input leads to again and again.
    pub(super) fn anywhere(&mut self) -> Result<StateSet, Trouble> {
        if let Some(states) = &self.anywhere {
            return Ok(states.clone());
        }
        let alphabet = self.spec.alphabet()?.inputs;
        let deadline = self.testing.deadline;
        let mut go_on = || deadline.is_none_or(|deadline| !deadline.passed());
        let mut states = reach(self.spec, &alphabet, MOST_STATES, &mut go_on)?.states;
        for input in alphabet {
            let mut state = self.spec.initial()?.first().copied();
            for _ in 0..MOST_REPEATED {
                let Some(from) = state.filter(|_| !self.is_late()) else { break };
                let next = self.spec.reactions(from, input)?.listed().first().map(|edge| edge.target);
                states.extend(next);
                state = next.filter(|next| *next != from);
            }
        }
        let states = StateSet::new(states);
        self.anywhere = Some(states.clone());
        Ok(states)
    }
}

/// What the probe asks of a run.
trait Looked {
    /// Whether all that was seen are answers.
    fn has_only_answers(&self) -> bool;
}

impl Looked for Run {
    fn has_only_answers(&self) -> bool {
        self.steps.iter().all(|(_, observed)| matches!(observed, Observed::Answer(_)))
    }
}
