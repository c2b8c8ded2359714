//! An implementation that can break: where a model raises an exception or does not end, a system would crash or hang, and
//! that is something one sees. Here it is an answer that nobody allows.

use lydian_conform::{AnswerId, Edge, InputId, Reactions, Specification, StateId, Trouble};
use lydian_core::Value;

use crate::concrete::Concrete;

/// A model as an implementation that can break, or as the specification beside one.
pub(super) struct Breaking<'c, 'i, 'w, 'v> {
    pub(super) machine: &'c mut Concrete<'i, 'w, 'v>,
    /// The answer of a system that broke; no model gives it, since it is no list.
    pub(super) broken: AnswerId,
    /// What one sees when it breaks.
    reactions: Reactions,
    /// Why it broke last.
    pub(super) why: Option<String>,
    /// Whether breaking is an answer: for a specification it is none.
    breaks: bool,
}

impl<'c, 'i, 'w, 'v> Breaking<'c, 'i, 'w, 'v> {
    /// A model as an implementation.
    pub(super) fn implementation(
        machine: &'c mut Concrete<'i, 'w, 'v>,
    ) -> Result<Breaking<'c, 'i, 'w, 'v>, Trouble> {
        Breaking::new(machine, true)
    }

    /// A model as a specification.
    pub(super) fn specification(
        machine: &'c mut Concrete<'i, 'w, 'v>,
    ) -> Result<Breaking<'c, 'i, 'w, 'v>, Trouble> {
        Breaking::new(machine, false)
    }

    fn new(machine: &'c mut Concrete<'i, 'w, 'v>, breaks: bool) -> Result<Breaking<'c, 'i, 'w, 'v>, Trouble> {
        let broken = machine.intern_answer(&Value::Unit)?;
        Ok(Breaking { machine, broken, reactions: Reactions::All(Vec::new()), why: None, breaks })
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
        match self.machine.reactions(state, input) {
            Err(trouble) if self.breaks && is_break(&trouble) => {
                self.why = Some(trouble.0);
                self.reactions = Reactions::All(vec![Edge { answer: self.broken, target: state }]);
                return Ok(&self.reactions);
            }
            Err(trouble) => return Err(trouble),
            Ok(_) => {}
        }
        // The reply was kept: asking again is a look-up.
        self.machine.reactions(state, input)
    }

    fn after(&mut self, state: StateId, input: InputId, answer: AnswerId) -> Result<Vec<StateId>, Trouble> {
        if answer == self.broken {
            return Ok(Vec::new());
        }
        self.machine.after(state, input, answer)
    }
}
