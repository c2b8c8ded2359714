//! A suite of input sequences for a state machine, as plain data: what goes in, and what may come of it.
//! Everything is text in the user's notation, so that reports need to know neither values nor solvers.

use crate::case::Detail;
use crate::statistics::Statistics;
use crate::verdict::Verdict;

/// A suite with everything that is told about it.
#[derive(Debug, Clone, PartialEq)]
pub struct SequenceSuite {
    /// The model as the user named it.
    pub subject: String,
    /// How the suite was made: `paths`, `wp`.
    pub method: String,
    /// What a system is held to: `inclusion`.
    pub conformance: String,
    /// What the suite comes to.
    pub verdict: Verdict,
    /// The sequences by their length, ascending; empty if the method does not look at all sequences of a length.
    pub lengths: Vec<LengthCount>,
    /// The cases.
    pub cases: Vec<SequenceCase>,
    /// What must be true of a system for the suite to say something about all sequences, each as a sentence.
    pub hypotheses: Vec<String>,
    /// What the cases reach, in the order in which it is told.
    pub coverage: Vec<Detail>,
    /// What the work took.
    pub effort: Statistics,
}

/// What became of the sequences of one length. The same shape of a sequence counts once, whatever data it carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LengthCount {
    /// The number of inputs.
    pub length: usize,
    /// How many are cases of the suite.
    pub cases: u64,
    /// How many no data make possible.
    pub infeasible: u64,
    /// How many are left aside because an input is refused.
    pub refused: u64,
    /// For how many it is not known whether any data make them possible.
    pub unknown: u64,
}

/// One case.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SequenceCase {
    /// The state in which it starts, where there are several.
    pub initial: Option<String>,
    /// The inputs with unknown data: `Deposit ("a", 1, x1)`. Empty if the case stands for itself only.
    pub pattern: Vec<String>,
    /// What the unknown data satisfy: `x2 <= x0 + x1`.
    pub condition: Vec<String>,
    /// The inputs, one after the other.
    pub steps: Vec<SequenceStep>,
}

/// One input of a case.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SequenceStep {
    /// The input.
    pub input: String,
    /// The answers that are allowed. Empty if none is, or if they are too many to list: the model then judges the answer.
    pub allowed: Vec<String>,
    /// Whether the input may be refused; it must be if no answer is allowed.
    pub refused: bool,
}

impl SequenceSuite {
    /// The sum over all lengths; its length is the greatest.
    pub fn total(&self) -> LengthCount {
        self.lengths.iter().fold(LengthCount::default(), |sum, count| LengthCount {
            length: sum.length.max(count.length),
            cases: sum.cases.saturating_add(count.cases),
            infeasible: sum.infeasible.saturating_add(count.infeasible),
            refused: sum.refused.saturating_add(count.refused),
            unknown: sum.unknown.saturating_add(count.unknown),
        })
    }

    /// The inputs of all cases.
    pub fn inputs(&self) -> u64 {
        self.cases.iter().map(|case| case.steps.len() as u64).sum()
    }
}
