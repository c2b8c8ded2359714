//! Walks: inputs chosen on the way, at random but steered to what was tried least.
//!
//! Faults that lie deep need one kind of input often and another one then, a value repeated or two that differ. So each walk has a menu of its
//! own ([`menu`]): some kinds of inputs, some of them often, and data of a small stock. A third of the walks begins with the shortest known way to
//! a state that looks as few others did ([`way`]). Among the inputs of the menu those that were given least in states that look like this one are preferred,
//! and now and then one that is answered as nothing was answered before.

mod menu;
mod way;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::judge::{Conformance, Enabled, StateSet};
use crate::random::Random;
use crate::run::Guide;
use crate::{AnswerId, InputId, Specification, StateId, Trouble};
use menu::Menu;
use way::Ways;

/// An input, and what is known about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// The input.
    pub input: InputId,
    /// What kind it is of: inputs of one kind differ in their data.
    pub kind: u32,
    /// The values in it.
    pub data: Vec<u32>,
}

/// What the walks of a run have in common.
#[derive(Debug)]
pub struct Walks {
    inputs: Vec<InputId>,
    letters: Vec<Letter>,
    conformance: Conformance,
    random: Random,
    /// How often an input was given in a state, by the first state of the set.
    tried: FxHashMap<(StateId, InputId), u32>,
    /// How often a kind of input was given in a state that looks so.
    tried_kinds: FxHashMap<(u32, u32), u32>,
    /// The kind of each input.
    kinds: FxHashMap<InputId, u32>,
    /// How often an answer was wanted.
    answers: FxHashMap<AnswerId, u32>,
    ways: Ways,
    menu: Menu,
    /// Inputs that lead to a rare state, the last one first.
    lead: Vec<InputId>,
    left: usize,
    begun: u64,
    looks_ahead: bool,
}

/// In one of so many steps it is looked ahead for an answer that is new: the specification is asked about inputs that are not given then.
const LOOKS_AHEAD: usize = 4;

/// So many inputs are compared then.
const LOOKED_AT: usize = 4;

/// In one of so many steps another part of the menu becomes the frequent one.
const TURNS: usize = 12;

impl Walks {
    /// Walks over these inputs, each of a kind of its own.
    pub fn new(inputs: &[InputId], conformance: Conformance, seed: u64) -> Walks {
        let letter = |(kind, input): (usize, &InputId)| Letter {
            input: *input,
            kind: u32::try_from(kind).unwrap_or(u32::MAX),
            data: Vec::new(),
        };
        Walks::over(inputs.iter().enumerate().map(letter).collect(), conformance, seed)
    }

    /// Walks over inputs of which kinds and data are known.
    pub fn over(letters: Vec<Letter>, conformance: Conformance, seed: u64) -> Walks {
        Walks {
            inputs: letters.iter().map(|letter| letter.input).collect(),
            tried_kinds: FxHashMap::default(),
            kinds: letters.iter().map(|letter| (letter.input, letter.kind)).collect(),
            letters,
            conformance,
            random: Random::new(seed),
            tried: FxHashMap::default(),
            answers: FxHashMap::default(),
            ways: Ways::default(),
            menu: Menu::default(),
            lead: Vec::new(),
            left: 0,
            begun: 0,
            looks_ahead: true,
        }
    }

    /// The same without looking ahead, for a specification that replies slowly.
    #[must_use]
    pub fn without_looking_ahead(mut self) -> Walks {
        self.looks_ahead = false;
        self
    }

    /// Begins a walk of at most so many inputs.
    pub fn begin(&mut self, length: usize) {
        self.left = length;
        self.ways.begin();
        self.menu = Menu::draw(&self.letters, &mut self.random);
        // The first walks have nothing to go back to.
        let back = self.begun > 1 && self.random.below(3) == 0;
        self.lead = if back { self.ways.to_rare(length / 2, &mut self.random) } else { Vec::new() };
        self.begun += 1;
    }

    /// How often each input was given in each state.
    pub fn tried(&self) -> &FxHashMap<(StateId, InputId), u32> {
        &self.tried
    }

    /// An input of the menu that can be given now, if there is one.
    fn pick<S: Specification + ?Sized>(
        &mut self,
        spec: &mut S,
        states: &StateSet,
        (first, look): (StateId, u32),
    ) -> Result<Option<InputId>, Trouble> {
        if self.random.below(TURNS) == 0 {
            self.menu.turn(&mut self.random);
        }
        if self.looks_ahead
            && self.random.below(LOOKS_AHEAD) == 0
            && let Some(input) = self.newest(spec, states)
        {
            return Ok(Some(input));
        }
        // A few draws are enough where most inputs are enabled; the least tried of them is taken. Only then the
        // specification is asked: what it says about an input that is not given would be computed for nothing.
        let (draws, by_look) = match self.random.below(4) {
            0 => (1, false),
            1 => (3, true),
            _ => (3, false),
        };
        let mut drawn: SmallVec<[((u32, u32), InputId); 3]> = SmallVec::new();
        for _ in 0..draws {
            let Some(input) = self.menu.pick(&mut self.random) else { break };
            let (alike, exactly) = self.tried_before(first, look, input);
            let tried = if by_look { (alike, exactly) } else { (exactly, alike) };
            drawn.push((tried, input));
        }
        drawn.sort_by_key(|(tried, _)| *tried);
        for (_, input) in drawn {
            if self.fits(spec, states, input)? {
                return Ok(Some(input));
            }
        }
        let menu = self.menu.inputs();
        let picked = self.any(spec, states, &menu)?;
        if picked.is_some() {
            return Ok(picked);
        }
        let all = std::mem::take(&mut self.inputs);
        let picked = self.any(spec, states, &all);
        self.inputs = all;
        picked
    }

    /// How often an input of this kind was given in states that look so, and this input in this state.
    fn tried_before(&self, state: StateId, look: u32, input: InputId) -> (u32, u32) {
        let kind = self.kinds.get(&input).copied().unwrap_or(0);
        let kinds = self.tried_kinds.get(&(look, kind)).copied().unwrap_or(0);
        (kinds, self.tried.get(&(state, input)).copied().unwrap_or(0))
    }

    /// Any input of a list that can be given now.
    fn any<S: Specification + ?Sized>(
        &mut self,
        spec: &mut S,
        states: &StateSet,
        from: &[InputId],
    ) -> Result<Option<InputId>, Trouble> {
        let offset = self.random.below(from.len());
        for index in 0..from.len() {
            let input = from[(offset + index) % from.len()];
            if self.fits(spec, states, input)? {
                return Ok(Some(input));
            }
        }
        Ok(None)
    }

    /// The input of a few whose answer was wanted least so far.
    fn newest<S: Specification + ?Sized>(&mut self, spec: &mut S, states: &StateSet) -> Option<InputId> {
        let [state] = states.states() else { return None };
        let mut best: Option<(u32, AnswerId, InputId)> = None;
        for _ in 0..LOOKED_AT {
            let Some(input) = self.menu.pick(&mut self.random) else { break };
            // What is wrong with an input that is not given is no matter.
            let Ok(reactions) = spec.reactions(*state, input) else { continue };
            for edge in reactions.listed() {
                let seen = self.answers.get(&edge.answer).copied().unwrap_or(0);
                if best.is_none_or(|(fewest, _, _)| seen < fewest) {
                    best = Some((seen, edge.answer, input));
                }
            }
        }
        best.map(|(_, answer, input)| {
            *self.answers.entry(answer).or_insert(0) += 1;
            input
        })
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
        let Some(first) = states.states().first().copied() else { return Ok(None) };
        let look = spec.look(first);
        self.ways.arrive(first, look);
        if self.left == 0 || self.inputs.is_empty() {
            return Ok(None);
        }
        self.left -= 1;
        let mut picked = None;
        if let Some(input) = self.lead.pop() {
            match states.enabling(spec, input)? {
                Enabled::Nowhere => self.lead.clear(),
                _ => picked = Some(input),
            }
        }
        if picked.is_none() {
            picked = self.pick(spec, states, (first, look))?;
        }
        if let Some(input) = picked {
            *self.tried.entry((first, input)).or_insert(0) += 1;
            let kind = self.kinds.get(&input).copied().unwrap_or(0);
            *self.tried_kinds.entry((look, kind)).or_insert(0) += 1;
            self.ways.leave(input);
        }
        Ok(picked)
    }
}
