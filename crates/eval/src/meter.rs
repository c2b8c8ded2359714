//! Fuel: how much work, depth and memory a run may use.
//! Everything that decides an outcome is counted, never timed, so a run ends the same on every machine.

use lydian_budget::Deadline;

/// The limits of one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Calls, loop rounds, and units of work inside primitives.
    pub steps: u64,
    /// Values on the evaluator's stack.
    pub stack: usize,
    /// Words allocated over the whole run.
    pub words: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 20_000_000, stack: 8_000_000, words: 400_000_000 }
    }
}

impl Limits {
    /// The default limits with this many steps.
    pub fn steps(steps: u64) -> Limits {
        Limits { steps, ..Limits::default() }
    }
}

/// What a run ran out of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resource {
    /// Steps.
    Steps,
    /// The stack: recursion too deep.
    Stack,
    /// Memory.
    Words,
    /// Time; this never decides a verdict.
    Time,
}

/// Counts what a run uses.
#[derive(Debug, Clone)]
pub struct Meter {
    /// The limits.
    pub limits: Limits,
    /// Steps taken.
    pub steps: u64,
    /// Words allocated.
    pub words: u64,
    /// Looked at now and then; the run ends when it has passed.
    pub deadline: Option<Deadline>,
}

impl Meter {
    /// A meter at zero.
    pub fn new(limits: Limits) -> Meter {
        Meter { limits, steps: 0, words: 0, deadline: None }
    }

    /// Takes `count` steps.
    #[inline]
    pub fn step(&mut self, count: u64) -> Result<(), Resource> {
        let before = self.steps;
        self.steps = before.saturating_add(count);
        if self.steps > self.limits.steps {
            return Err(Resource::Steps);
        }
        // Once every 4096 steps is often enough to notice within a millisecond.
        if (before ^ self.steps) >> 12 != 0 && self.deadline.is_some_and(Deadline::passed) {
            return Err(Resource::Time);
        }
        Ok(())
    }

    /// Allocates `count` words.
    #[inline]
    pub fn allocate(&mut self, count: u64) -> Result<(), Resource> {
        self.words = self.words.saturating_add(count);
        if self.words > self.limits.words { Err(Resource::Words) } else { Ok(()) }
    }
}
