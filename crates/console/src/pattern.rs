//! Patterns of output whose terms have been evaluated, and their meaning.
//! In: what a specification allows between two reads, and the bytes that a program wrote. Out: whether they match, and if
//! not, how far they did. Matching is by automaton, linear in the output.

mod ambiguous;
mod avoid;
mod compare;
mod covers;
mod decimal;
mod describe;
mod example;
mod literal;
mod matcher;
mod near;
mod program;
mod remark;
mod states;
mod threads;
mod token;
mod tolerant;
mod turns;

use std::fmt;

pub use ambiguous::ambiguous;
pub use compare::{Comparison, Difference, Expectation};
pub use covers::covers;
pub use example::{Detail, Segment};
pub use matcher::Run;
use program::{Program, Rules};
pub use remark::Remark;
pub(crate) use turns::{Moved, Seen};

/// A pattern without terms.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// Exactly these bytes.
    Text(Vec<u8>),
    /// A whole number, as a token: next to a wildcard or to another output it is not a part of a longer number.
    Number(String),
    /// A decimal number with this text (`-3.50`), as a token; more or fewer zeros at the end of the places match too, and
    /// so does what floating point makes of it (`3.5000000000000004`).
    Decimal(String),
    /// A number that was rounded to this text, as a token; more or fewer zeros at the end of the places match too.
    Rounded(String),
    /// A number with exactly these digits, as a token.
    Places(String),
    /// A number within bounds, as a token.
    Near {
        /// How it is called in messages: `0.125 ± 0.01`.
        shown: String,
        /// The smallest one.
        low: String,
        /// The largest one.
        high: String,
    },
    /// Anything, also nothing.
    Any,
    /// Anything in which none of these texts occurs; none of them is empty.
    AnyWithout(Vec<Vec<u8>>),
    /// Anything with a character that is not blank.
    Some,
    /// The pattern with some text that is not only blank before it, after it, or both.
    Decorated(Box<Pattern>),
    /// One after the other.
    Sequence(Vec<Pattern>),
    /// One after the other, with blanks between, on one line; how many, and those around them, does not count.
    Columns(Vec<Pattern>),
    /// Any one.
    Either(Vec<Pattern>),
    /// The pattern, where not everything counts.
    Tolerant(Tolerance, Box<Pattern>),
}

/// What does not count in an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Tolerance {
    /// The number and kind of blanks and line breaks between words, and those beside signs.
    pub loose_layout: bool,
    /// Whether letters are small or capital.
    pub case_ignored: bool,
}

impl Pattern {
    /// The pattern that matches nothing but the empty text.
    pub fn nothing() -> Pattern {
        Pattern::Text(Vec::new())
    }
}

/// What a specification lets a program write in one `write`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Output {
    /// Whether it may be left out.
    pub optional: bool,
    /// What it looks like.
    pub pattern: Pattern,
}

/// All that may be written between two reads: the outputs in order, fused.
///
/// After each output that is present one line break is allowed, not required. A carriage return before a line feed does
/// not count.
///
/// ```
/// use lydian_console::pattern::{Output, Pattern, Step};
/// let write = |text: &str| Output { optional: false, pattern: Pattern::Text(text.into()) };
/// let step = Step { outputs: vec![write("A"), write("B")] };
/// assert!(step.matches(b"AB"));
/// assert!(step.matches(b"A\r\nB\r\n"));
/// assert!(!step.matches(b"A B\n"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Step {
    /// The outputs in order.
    pub outputs: Vec<Output>,
}

impl Step {
    /// Prepares the step for several comparisons.
    pub fn matcher(&self) -> Result<Matcher<'_>, TooLarge> {
        Ok(Matcher { step: self, program: Program::of_outputs(&self.outputs, Rules::Exact)? })
    }

    /// Whether the program may write this. If that is too much work to find out, the answer is no: who judges programs
    /// asks [`Step::compare`], which tells the two apart.
    pub fn matches(&self, written: &[u8]) -> bool {
        self.matcher().is_ok_and(|matcher| matcher.run(written).accepted)
    }

    /// Whether the program may write this, and if not, where it parts from what it may write.
    pub fn compare(&self, written: &[u8]) -> Comparison {
        match self.matcher() {
            Ok(matcher) => matcher.compare(written),
            Err(too_large) => Comparison::Unknown(too_large),
        }
    }

    /// Whether the program may write nothing at all.
    pub fn may_be_silent(&self) -> bool {
        self.matches(b"")
    }

    /// One readable text that is allowed.
    pub fn example(&self, detail: Detail) -> Vec<Segment> {
        example::example(self, detail)
    }

    /// All that is allowed, as a set on one line: `{ "", any 7 any }`.
    pub fn describe(&self) -> String {
        describe::describe(self)
    }
}

/// A step that is prepared for several comparisons.
pub struct Matcher<'s> {
    step: &'s Step,
    program: Program,
}

impl Matcher<'_> {
    /// Runs over what a program wrote, without any explanation.
    pub fn run(&self, written: &[u8]) -> Run {
        matcher::run(&self.program, written)
    }

    /// Whether the program may write this, and if not, where it parts from what it may write.
    pub fn compare(&self, written: &[u8]) -> Comparison {
        compare::compare(self.step, &self.program, written)
    }
}

/// Why a comparison is not made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TooLarge {
    reason: &'static str,
}

impl TooLarge {
    fn new(reason: &'static str) -> TooLarge {
        TooLarge { reason }
    }
}

impl fmt::Display for TooLarge {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "what may be written here is too large to compare: {}", self.reason)
    }
}

impl std::error::Error for TooLarge {}
