//! The questions that a run with unknown values asks.
//! A concrete run asks none. An exploration answers by following recorded decisions and then choosing fresh ones, so
//! the same answers always give the same run.

use lydian_term::{Constant, TermId, Terms};

/// The asker shall give up this run: the path is infeasible, out of bounds, or put off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut;

/// Answers the questions of a run.
pub trait Decider {
    /// Whether a condition on unknowns holds.
    fn branch(&mut self, terms: &mut Terms, condition: TermId) -> Result<bool, Cut>;

    /// Which alternative an unknown is. `costs[i]` says by how much alternative `i` makes the input larger than the
    /// smallest one.
    fn choose(&mut self, costs: &[u32]) -> Result<usize, Cut>;

    /// Some value that a term can have now. The asker follows up with a `branch` on equality.
    fn propose(&mut self, terms: &mut Terms, term: TermId) -> Result<Constant, Cut>;

    /// Goes on only where a condition holds; inputs on which it does not hold are of no interest.
    fn assume(&mut self, terms: &mut Terms, condition: TermId) -> Result<(), Cut> {
        if self.branch(terms, condition)? { Ok(()) } else { Err(Cut) }
    }

    /// Whether the answers so far repeat those of an earlier run: what is seen now was seen then.
    fn is_following(&self) -> bool {
        false
    }

    /// The input has become larger by this much: an exploration tries smaller inputs first.
    fn grow(&mut self, by: u32) -> Result<(), Cut> {
        let _ = by;
        Ok(())
    }
}

/// The decider of concrete runs: there is nothing to decide.
#[derive(Debug, Default)]
pub struct NoUnknowns {
    /// Whether something was asked all the same; then the run was not concrete.
    pub asked: bool,
}

impl Decider for NoUnknowns {
    fn branch(&mut self, _: &mut Terms, _: TermId) -> Result<bool, Cut> {
        self.asked = true;
        Err(Cut)
    }

    fn choose(&mut self, _: &[u32]) -> Result<usize, Cut> {
        self.asked = true;
        Err(Cut)
    }

    fn propose(&mut self, _: &mut Terms, _: TermId) -> Result<Constant, Cut> {
        self.asked = true;
        Err(Cut)
    }
}
