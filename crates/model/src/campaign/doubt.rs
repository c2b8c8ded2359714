//! Failures of a system that somebody else started: is the system wrong, or was it not reset?
//!
//! A failure that no state of the model explains is the system's. One that would be right from another state may be the reset's. Then
//! one input is given, the system is reset, and the failing sequence is given again. If the same is seen, where without a reset
//! something else would be, the reset brought the system back, and the system is wrong. If something else is seen, and
//! from then on always, what was done before the reset shows behind it: the reset does not reach it.

use lydian_conform::{Explained, InputId, Observed, Specification, StateId, StateSet, Trouble};

use super::{Campaign, NotReset};

/// Inputs that are tried to move a system.
const MOVES: usize = 40;

/// How often something must be seen again before it is not called chance.
const STABLE: usize = 3;

/// What is known about a failure.
pub(super) enum Doubt {
    /// The system is wrong.
    None,
    /// The reset does not reach what the failure shows.
    NotReset(NotReset),
    /// Nothing shows which of both it is; the system would be right from this state.
    Open(StateId),
}

impl Campaign<'_, '_, '_, '_> {
    /// Whether a failure may be the reset's: what was seen of it first, and last.
    pub(super) fn doubt(
        &mut self,
        first: &[(InputId, Observed)],
        last: &[(InputId, Observed)],
        state: Option<StateId>,
    ) -> Doubt {
        let afresh = self.system.can_start_afresh();
        let answered = |steps: &[(InputId, Observed)]| {
            steps.iter().all(|(_, observed)| matches!(observed, Observed::Answer(_)))
        };
        let is_ours = afresh || !self.system.may_keep_state();
        if is_ours || self.usual.is_none() || !answered(first) || !answered(last) {
            return Doubt::None;
        }
        self.begin(state);
        // Where the model gives no reply, it explains nothing.
        match self.explaining(first) {
            Ok(from) if !from.is_empty() => self.doubt_about(last, state).unwrap_or(Doubt::None),
            _ => Doubt::None,
        }
    }

    fn doubt_about(
        &mut self,
        steps: &[(InputId, Observed)],
        start: Option<StateId>,
    ) -> Result<Doubt, Trouble> {
        let from = self.explaining(steps)?;
        let Some(first) = from.first().copied() else { return Ok(Doubt::None) };
        let Explained::Yes(after) = self.explained(&StateSet::new(from), steps)? else {
            return Ok(Doubt::None);
        };
        let inputs: Vec<InputId> = steps.iter().map(|(input, _)| *input).collect();
        let unreset = |second: Vec<_>| NotReset { inputs: inputs.clone(), first: steps.to_vec(), second };
        if let Some(second) = self.goes_on(&inputs, after.clone(), start)? {
            return Ok(Doubt::NotReset(unreset(second)));
        }
        for input in self.moves()? {
            if self.is_late() {
                break;
            }
            self.again(&[input], start);
            let second = self.again(&inputs, start).steps;
            if second == steps {
                // Brought back, if without a reset something else would have been seen.
                let moved = self.targets(&after, input)?;
                if !moved.is_empty() && self.explained(&moved, steps)? == Explained::No {
                    return Ok(Doubt::None);
                }
                continue;
            }
            // From now on this is seen: what was done before the reset shows behind it.
            let stable = (0..STABLE).all(|_| self.again(&inputs, start).steps == second);
            let moved = self.targets(&after, input)?;
            return Ok(match (stable, self.explained(&moved, &second)?) {
                (false, _) => Doubt::None,
                (true, Explained::Yes(_)) => Doubt::NotReset(unreset(second)),
                // But not as in a system that was not reset at all.
                (true, _) => Doubt::Open(first),
            });
        }
        Ok(Doubt::Open(first))
    }

    /// The states from which something would be right.
    fn explaining(&mut self, steps: &[(InputId, Observed)]) -> Result<Vec<StateId>, Trouble> {
        let mut from = Vec::new();
        for state in self.anywhere()?.states().to_vec() {
            if let Explained::Yes(_) = self.explained(&StateSet::new([state]), steps)? {
                from.push(state);
            }
        }
        Ok(from)
    }

    /// What is seen when the inputs are given again, if that and what is seen then is what comes without a reset, and not the same.
    fn goes_on(
        &mut self,
        inputs: &[InputId],
        after: StateSet,
        start: Option<StateId>,
    ) -> Result<Option<Vec<(InputId, Observed)>>, Trouble> {
        let (mut states, mut seen) = (after, Vec::new());
        for _ in 0..STABLE {
            let steps = self.again(inputs, start).steps;
            let Explained::Yes(next) = self.explained(&states, &steps)? else { return Ok(None) };
            if seen.contains(&steps) {
                return Ok(None);
            }
            states = next;
            seen.push(steps);
        }
        Ok(seen.into_iter().next())
    }

    /// The states that an input leads to from these, whatever is answered.
    fn targets(&mut self, states: &StateSet, input: InputId) -> Result<StateSet, Trouble> {
        let mut targets = Vec::new();
        for state in states.states() {
            targets.extend(self.spec.reactions(*state, input)?.listed().iter().map(|edge| edge.target));
        }
        Ok(StateSet::new(targets))
    }

    /// Inputs that may move the system: those of the tests. Whoever names sequences wants no other inputs.
    fn moves(&mut self) -> Result<Vec<InputId>, Trouble> {
        let mut moves = match self.testing.walks {
            0 => self.testing.given.iter().flat_map(|start| start.inputs.clone()).collect(),
            _ => self.spec.alphabet()?.inputs,
        };
        let mut seen = rustc_hash::FxHashSet::default();
        moves.retain(|input| seen.insert(*input));
        moves.truncate(MOVES);
        Ok(moves)
    }
}
