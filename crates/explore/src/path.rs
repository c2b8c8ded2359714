//! Decisions and the shared lists in which paths keep them.

use std::rc::Rc;

use lydian_term::{Constant, TermId};

/// One answer that a run was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// A condition held or not.
    Branch(bool),
    /// An alternative was chosen.
    Choose(u32),
    /// A condition was assumed.
    Assume,
    /// A value was proposed for a term.
    Propose(Constant),
}

/// A list that shares its beginning with others; the newest element is at the front.
#[derive(Debug, Clone)]
pub(crate) struct Shared<T>(Option<Rc<Link<T>>>);

#[derive(Debug)]
struct Link<T> {
    value: T,
    length: u32,
    before: Shared<T>,
}

impl<T> Default for Shared<T> {
    fn default() -> Shared<T> {
        Shared(None)
    }
}

impl<T: Clone> Shared<T> {
    pub(crate) fn push(&self, value: T) -> Shared<T> {
        Shared(Some(Rc::new(Link { value, length: self.len() + 1, before: Shared(self.0.clone()) })))
    }

    pub(crate) fn len(&self) -> u32 {
        self.0.as_ref().map_or(0, |link| link.length)
    }

    /// The elements, oldest first.
    pub(crate) fn to_vec(&self) -> Vec<T> {
        let mut elements = Vec::with_capacity(self.len() as usize);
        let mut rest = self;
        while let Some(link) = &rest.0 {
            elements.push(link.value.clone());
            rest = &link.before;
        }
        elements.reverse();
        elements
    }
}

// Paths can be long; their lists are taken apart in a loop.
impl<T> Drop for Shared<T> {
    fn drop(&mut self) {
        let mut rest = self.0.take();
        while let Some(link) = rest {
            match Rc::try_unwrap(link) {
                Ok(mut link) => rest = link.before.0.take(),
                Err(_) => break,
            }
        }
    }
}

/// A side that was not taken, waiting for its turn.
#[derive(Debug, Clone)]
pub(crate) struct Waiting {
    /// The decisions up to and including the one that leads there.
    pub(crate) decisions: Shared<Decision>,
    /// What holds on the way.
    pub(crate) conditions: Shared<TermId>,
    /// A model of the conditions before the last one, or of all if nothing is to be checked.
    pub(crate) model: Rc<lydian_term::Model>,
    /// Whether the last condition is new: the solver has not seen it yet.
    pub(crate) unchecked: bool,
    /// The size of the smallest input that goes this way.
    pub(crate) size: u32,
    /// How much later its turn comes than its size says: one value after another of a settled term.
    pub(crate) penalty: u32,
    /// How many conditions were decided on the way.
    pub(crate) forks: u32,
}
