//! Walks: inputs chosen on the way, at random but steered to what was tried least.
//!
//! Each walk uses only a part of the inputs, drawn anew: a walk without the inputs that undo everything gets further than
//! one that has them all. Among those it prefers inputs that were given least often in the states at hand.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::judge::{Conformance, Enabled, StateSet};
use crate::random::Random;
use crate::run::Guide;
use crate::{InputId, Specification, StateId, Trouble};

/// What the walks of a run have in common.
#[derive(Debug)]
pub struct Walks {
    inputs: Vec<InputId>,
    conformance: Conformance,
    random: Random,
    /// How often an input was given in a state, by the first state of the set.
    tried: FxHashMap<(StateId, InputId), u32>,
    subset: Vec<InputId>,
    left: usize,
}

impl Walks {
    /// Walks over these inputs.
    pub fn new(inputs: &[InputId], conformance: Conformance, seed: u64) -> Walks {
        Walks {
            inputs: inputs.to_vec(),
            conformance,
            random: Random::new(seed),
            tried: FxHashMap::default(),
            subset: Vec::new(),
            left: 0,
        }
    }

    /// Begins a walk of at most so many inputs.
    pub fn begin(&mut self, length: usize) {
        self.left = length;
        self.subset.clear();
        // The first walk, and every third, uses everything.
        let everything = self.random.below(3) == 0 || self.inputs.len() < 3;
        for input in &self.inputs {
            if everything || self.random.below(3) != 0 {
                self.subset.push(*input);
            }
        }
    }

    /// How often each input was given in each state.
    pub fn tried(&self) -> &FxHashMap<(StateId, InputId), u32> {
        &self.tried
    }

    /// An input of the list that can be given now, if there is one.
    fn pick<S: Specification + ?Sized>(
        &mut self,
        spec: &mut S,
        states: &StateSet,
        from: &[InputId],
    ) -> Result<Option<InputId>, Trouble> {
        let Some(first) = states.states().first() else { return Ok(None) };
        if from.is_empty() {
            return Ok(None);
        }
        // A few draws are enough where most inputs are enabled; the least tried of them is taken. Only then the
        // specification is asked: what it says about an input that is not given would be computed for nothing.
        let draws = if self.random.below(2) == 0 { 1 } else { 3 };
        let mut drawn: SmallVec<[(u32, InputId); 3]> = SmallVec::new();
        for _ in 0..draws {
            let input = from[self.random.below(from.len())];
            let tried = if draws > 1 { self.tried.get(&(*first, input)).copied().unwrap_or(0) } else { 0 };
            drawn.push((tried, input));
        }
        drawn.sort_by_key(|(tried, _)| *tried);
        for (_, input) in drawn {
            if self.fits(spec, states, input)? {
                return Ok(Some(input));
            }
        }
        let offset = self.random.below(from.len());
        for index in 0..from.len() {
            let input = from[(offset + index) % from.len()];
            if self.fits(spec, states, input)? {
                return Ok(Some(input));
            }
        }
        Ok(None)
    }

    /// Whether an input is worth giving: it is enabled, or its refusal is demanded.
    fn fits<S: Specification + ?Sized>(
        &mut self,
        spec: &mut S,
        states: &StateSet,
        input: InputId,
    ) -> Result<bool, Trouble> {
        let enabled = states.enabling(spec, input)?;
        // A refusal ends the walk, so it is not tried at every step.
        Ok(enabled != Enabled::Nowhere
            || (self.conformance.gives_refused_inputs() && self.random.below(4) == 0))
    }
}

impl<S: Specification + ?Sized> Guide<S> for Walks {
    fn next(&mut self, spec: &mut S, states: &StateSet) -> Result<Option<InputId>, Trouble> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let subset = std::mem::take(&mut self.subset);
        let mut picked = self.pick(spec, states, &subset)?;
        self.subset = subset;
        if picked.is_none() {
            let all = std::mem::take(&mut self.inputs);
            picked = self.pick(spec, states, &all)?;
            self.inputs = all;
        }
        if let (Some(input), Some(first)) = (picked, states.states().first()) {
            *self.tried.entry((*first, input)).or_insert(0) += 1;
        }
        Ok(picked)
    }
}
