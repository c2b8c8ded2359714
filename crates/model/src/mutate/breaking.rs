//! An implementation that can break: where a model raises an exception or does not end, a system would crash or hang, and
//! that is something one sees. Here it is an answer that nobody allows.

use lydian_conform::{AnswerId, Edge, InputId, Reactions, Specification, StateId, Trouble};
use lydian_core::Value;
use rustc_hash::FxHashMap;

use crate::concrete::Concrete;

/// Why a model breaks, for each state and input where it is known to.
pub(super) type Breaks = FxHashMap<(StateId, InputId), String>;

/// A model as an implementation that can break, or as the specification beside one.
pub(super) struct Breaking<'c, 'i, 'w, 'v> {
    machine: &'c mut Concrete<'i, 'w, 'v>,
    /// Where it breaks; for a specification, breaking is no answer.
    breaks: Option<&'c mut Breaks>,
    /// The answer of a system that broke; no model gives it, since it is no list.
    broken: AnswerId,
    /// What one sees when it breaks.
    reactions: Reactions,
    /// Why it broke last.
    pub(super) why: Option<String>,
}

impl<'c, 'i, 'w, 'v> Breaking<'c, 'i, 'w, 'v> {
    /// A model as an implementation.
    pub(super) fn implementation(
        machine: &'c mut Concrete<'i, 'w, 'v>,
        breaks: &'c mut Breaks,
    ) -> Result<Breaking<'c, 'i, 'w, 'v>, Trouble> {
        let specification = Breaking::specification(machine)?;
        Ok(Breaking { breaks: Some(breaks), ..specification })
    }

    /// A model as a specification.
    pub(super) fn specification(
        machine: &'c mut Concrete<'i, 'w, 'v>,
    ) -> Result<Breaking<'c, 'i, 'w, 'v>, Trouble> {
        let broken = machine.intern_answer(&Value::Unit)?;
        let reactions = Reactions::All(vec![Edge { answer: broken, target: StateId(0) }]);
        Ok(Breaking { machine, breaks: None, broken, reactions, why: None })
    }
}

/// Whether a model gave no reply because it raised an exception or did not end.
fn is_break(Trouble(why): &Trouble) -> bool {
    why.starts_with("the model raises") || why.starts_with("the model does not end")
}

impl Specification for Breaking<'_, '_, '_, '_> {
    fn initial(&mut self) -> Result<Vec<StateId>, Trouble> {
        self.machine.initial()
    }

    fn reactions(&mut self, state: StateId, input: InputId) -> Result<&Reactions, Trouble> {
        let Some(breaks) = &mut self.breaks else { return self.machine.reactions(state, input) };
        let why = match breaks.get(&(state, input)) {
            Some(why) => why.clone(),
            None => match self.machine.reactions(state, input) {
                // The reply was kept: asking again is a look-up.
                Ok(_) => return self.machine.reactions(state, input),
                Err(trouble) if is_break(&trouble) => {
                    breaks.insert((state, input), trouble.0.clone());
                    trouble.0
                }
                Err(trouble) => return Err(trouble),
            },
        };
        self.why = Some(why);
        Ok(&self.reactions)
    }

    fn after(&mut self, state: StateId, input: InputId, answer: AnswerId) -> Result<Vec<StateId>, Trouble> {
        if answer == self.broken {
            return Ok(Vec::new());
        }
        self.machine.after(state, input, answer)
    }
}
