//! The queue of sides not taken: smallest level first, the newest first inside a level.
//! Taking the newest first makes the search depth-first inside a level, so that consecutive questions to the solver
//! share most of their conditions.

use std::collections::BTreeMap;

use crate::path::Waiting;

#[derive(Debug, Default)]
pub(crate) struct Queue {
    levels: BTreeMap<u32, Vec<Waiting>>,
    /// How many wait for each size of input.
    sizes: BTreeMap<u32, usize>,
    length: usize,
}

impl Queue {
    pub(crate) fn push(&mut self, level: u32, waiting: Waiting) {
        *self.sizes.entry(waiting.size).or_default() += 1;
        self.levels.entry(level).or_default().push(waiting);
        self.length += 1;
    }

    pub(crate) fn pop(&mut self) -> Option<(u32, Waiting)> {
        let mut entry = self.levels.first_entry()?;
        let level = *entry.key();
        let waiting = entry.get_mut().pop();
        if entry.get().is_empty() {
            entry.remove();
        }
        self.length -= 1;
        let waiting = waiting?;
        if let Some(count) = self.sizes.get_mut(&waiting.size) {
            *count -= 1;
            if *count == 0 {
                self.sizes.remove(&waiting.size);
            }
        }
        Some((level, waiting))
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// The smallest size of an input that is still waiting.
    pub(crate) fn smallest_size(&self) -> Option<u32> {
        self.sizes.keys().next().copied()
    }
}
