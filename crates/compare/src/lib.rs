//! Finds the smallest input on which a submission differs from its reference.
//!
//! An input is a counterexample when the reference ends normally on it and the submission does something else: another
//! value, an exception, or no end within its fuel (seed 001, section 4). Small inputs of simple values are tried first,
//! by enumeration; then the path search covers, size by size, every integer and string at once; last, larger inputs are
//! sampled and what they find is shrunk. Whatever is found is run again concretely before it is reported.

mod adapted;
mod afterwards;
mod also;
mod applications;
mod assertion;
mod author_tests;
mod batch;
mod beside;
mod called;
mod close_calls;
mod compared;
mod condition;
mod constant;
mod contents;
mod differ;
mod entries;
mod entry;
mod excerpt;
mod field_order;
mod helpers;
mod in_a_row;
mod instances;
mod judge;
mod labels;
mod no_entry;
mod noted;
mod observe;
mod observed;
mod oneness;
mod overflow;
mod pair;
mod part;
mod pasted;
mod paths;
mod plain_floats;
mod printed;
mod question;
mod raising;
mod remarks;
mod renamed;
mod replay;
mod replayed_call;
mod rounding;
mod rows;
mod same_type;
mod sequence;
mod sequences;
mod shared_state;
mod single_values;
mod slow;
mod special_floats;
mod staged;
mod suite;
mod through;
mod twins;
mod wording;
mod written;

pub use assertion::{Assertion, Unassertable};
pub use batch::{Batch, judge_all};
pub use condition::Condition;
pub use entries::Entries;
pub use entry::EntryTypes;
pub use judge::{Counterexample, Judged, PRINTS_ELSEWHERE, WRAPS, judge};
pub use lydian_hunt::{Effort, USUAL_LEVELS};
pub use observed::check_reference;
pub use paths::{ExploredPath, explore_paths};
pub use replay::{check_call, function_of, replay};
pub use suite::{Missed, Suite, SuiteCase, WhyMissed, build_suite};

use std::sync::Arc;
use std::time::Duration;

use lydian_budget::Deadline;
use lydian_diagnostic::Source;
use lydian_verdict::Case;

/// How a comparison is done.
#[derive(Debug, Clone)]
pub struct Options {
    /// What is compared; by default the last function of the reference.
    pub entries: Entries,
    /// A file that is put behind both programs; its last function is what is compared.
    pub observer: Option<Arc<Source>>,
    /// A condition on the arguments of the entry: all others are outside of the domain.
    pub condition: Option<Condition>,
    /// Whether the reference's exceptions are part of its behaviour.
    pub exceptions: Exceptions,
    /// Whether a difference where an integer leaves its range counts.
    pub integers: Integers,
    /// Whether what a call prints counts.
    pub printing: Printing,
    /// How far apart floating-point results may be.
    pub floats: Floats,
    /// Whether a difference at numbers that are not finite, or too close to zero, counts.
    pub special_floats: SpecialFloats,
    /// Whether functions that are inputs may raise exceptions.
    pub functions: Functions,
    /// Whether a difference counts that only shows where two arguments are one object.
    pub shared_arguments: bool,
    /// Cases that are tried on whatever is not refuted otherwise.
    pub also: Arc<[Case]>,
    /// Which engines are used.
    pub strategy: Strategy,
    /// How much work may be done for one submission.
    pub effort: Effort,
    /// The seed of whatever is sampled.
    pub seed: u64,
    /// The time that one submission may take; when it is up, the verdict is unknown.
    pub budget: Option<Duration>,
    /// The moment at which the work ends without a verdict; set from `budget` for each submission.
    pub deadline: Option<Deadline>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            entries: Entries::Last,
            observer: None,
            condition: None,
            exceptions: Exceptions::OutsideDomain,
            integers: Integers::Mathematical,
            printing: Printing::Expected,
            floats: Floats::default(),
            special_floats: SpecialFloats::Remark,
            functions: Functions::Total,
            shared_arguments: false,
            also: Arc::from([]),
            strategy: Strategy::Combined,
            effort: Effort::default(),
            seed: 0,
            budget: None,
            deadline: None,
        }
    }
}

/// What an exception of the reference means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exceptions {
    /// The input is outside the domain and does not count.
    OutsideDomain,
    /// The submission must raise the same.
    Compare,
    /// The submission must raise, whichever exception.
    Any,
}

impl Exceptions {
    /// Whether an exception is something that a call does.
    pub(crate) fn count(self) -> bool {
        self != Exceptions::OutsideDomain
    }
}

/// What functions that are inputs do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Functions {
    /// They have a result for all arguments.
    Total,
    /// Some raise an exception: `fun x -> 1 / x` at 0.
    Raising,
}

/// What integers are meant to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Integers {
    /// Numbers: a difference that only shows where arithmetic leaves 63 bits is a remark.
    Mathematical,
    /// Words of 63 bits that wrap: every difference counts.
    Machine,
}

/// Whether what a call prints is part of what it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Printing {
    /// Where the reference prints, the submission must print the same; if only the submission prints, that is a remark.
    Expected,
    /// Both must print the same.
    Compare,
    /// Nobody looks at it.
    Ignore,
}

/// How far apart floating-point results may be to be the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Floats {
    /// Every digit counts.
    Exact,
    /// So much of the larger one, and whatever rounding on the way can make: a difference by less is a remark.
    Within(f64),
}

impl Default for Floats {
    fn default() -> Floats {
        Floats::Within(1e-9)
    }
}

/// What a difference at nan, infinity or numbers too close to zero means: as inputs, or where a number comes there on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpecialFloats {
    /// A remark.
    Remark,
    /// It counts as any other.
    Compare,
}

/// Which engines look for a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// Enumeration first, then the path search.
    Combined,
    /// Enumeration only.
    Enumerate,
    /// The path search only.
    Symbolic,
    /// The path search with the whole shape of the input decided before the programs run, as in seed 001.
    EagerShapes,
}

/// Whether the deadline has passed.
pub(crate) fn passed(options: &Options) -> bool {
    options.deadline.is_some_and(Deadline::passed)
}
