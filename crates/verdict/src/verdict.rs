//! The one verdict of the whole system and its exit codes.
//! "Gave up" and "tested nothing" are verdicts of their own and never count as a pass. The mapping to exit codes is here
//! and nowhere else; `docs/src/exit-codes.md` is its page.

use lydian_diagnostic::Diagnostic;

use crate::case::Refutation;

/// What is known about one implementation after the search.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// The search space was exhausted and holds no difference.
    Proved(Bounds),
    /// No difference within the bounds.
    Passed(Bounds),
    /// A case tells the implementation from its specification.
    Refuted(Box<Refutation>),
    /// The implementation has another interface than the specification, so no case can be run on both.
    Mismatched(Mismatch),
    /// Something was left undecided, so that neither a pass nor a refutation can be claimed.
    Unknown(Undecided),
    /// Nothing relevant was tested; the text says why, such as a precondition that no input meets.
    Vacuous(String),
    /// The input is at fault.
    Invalid(Vec<Diagnostic>),
}

/// What a search has covered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bounds {
    /// For people: `agree on all inputs up to size 9: 1,204 shapes, every integer and string in them`.
    pub text: String,
    /// For programs: the numbers in the text, named, in order.
    pub numbers: Vec<(String, u64)>,
}

impl Bounds {
    /// Bounds with their text; numbers are added with [`Bounds::number`].
    pub fn new(text: impl Into<String>) -> Bounds {
        Bounds { text: text.into(), numbers: Vec::new() }
    }

    /// The same with one more number.
    #[must_use]
    pub fn number(mut self, name: impl Into<String>, number: u64) -> Bounds {
        self.numbers.push((name.into(), number));
        self
    }
}

/// An entry that the implementation lacks, or whose type differs from the one that the specification has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The entry: `max`.
    pub entry: String,
    /// Its type in the specification: `int list -> int`.
    pub expected: String,
    /// Its type in the implementation; nothing if it is not defined there.
    pub actual: Option<String>,
}

/// Why a judgement is left undecided, and what was done until then.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Undecided {
    /// Why; never empty in a report.
    pub reasons: Vec<Reason>,
    /// What was covered before, without a difference; nothing where nothing was run.
    pub covered: Option<Bounds>,
}

impl Undecided {
    /// Undecided for these reasons, with nothing covered.
    pub fn new(reasons: Vec<Reason>) -> Undecided {
        Undecided { reasons, covered: None }
    }
}

/// Why something is left undecided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The kind of cause.
    pub cause: Cause,
    /// One line for the user.
    pub text: String,
}

impl Reason {
    /// A reason with its text.
    pub fn new(cause: Cause, text: impl Into<String>) -> Reason {
        Reason { cause, text: text.into() }
    }
}

/// The kinds of causes that leave something undecided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// The budget of the run was spent before its bounds were reached.
    Budget,
    /// The solver did not decide a condition within its budget.
    Solver,
    /// The specification itself gave no result within its fuel.
    Fuel,
    /// A value or an operation that the search cannot handle yet.
    Unsupported,
    /// The user ended the run.
    Interrupted,
}

impl Cause {
    /// The cause as one word.
    pub fn word(self) -> &'static str {
        match self {
            Cause::Budget => "budget",
            Cause::Solver => "solver",
            Cause::Fuel => "fuel",
            Cause::Unsupported => "unsupported",
            Cause::Interrupted => "interrupted",
        }
    }
}

/// A verdict without what it carries: for counting, filtering and exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum VerdictKind {
    /// See [`Verdict::Proved`].
    Proved,
    /// See [`Verdict::Passed`].
    Passed,
    /// See [`Verdict::Refuted`].
    Refuted,
    /// See [`Verdict::Mismatched`].
    Mismatched,
    /// See [`Verdict::Unknown`].
    Unknown,
    /// See [`Verdict::Vacuous`].
    Vacuous,
    /// See [`Verdict::Invalid`].
    Invalid,
}

impl VerdictKind {
    /// All kinds, in the order in which summaries list them.
    pub const ALL: [VerdictKind; 7] = [
        VerdictKind::Refuted,
        VerdictKind::Mismatched,
        VerdictKind::Passed,
        VerdictKind::Proved,
        VerdictKind::Unknown,
        VerdictKind::Vacuous,
        VerdictKind::Invalid,
    ];

    /// The verdict as one word.
    pub fn word(self) -> &'static str {
        match self {
            VerdictKind::Proved => "proved",
            VerdictKind::Passed => "passed",
            VerdictKind::Refuted => "refuted",
            VerdictKind::Mismatched => "mismatched",
            VerdictKind::Unknown => "unknown",
            VerdictKind::Vacuous => "vacuous",
            VerdictKind::Invalid => "invalid",
        }
    }

    /// The exit code of a run with this one verdict: 0 proved or passed, 1 refuted (a mismatched entry is refuted by its
    /// type), 2 invalid, 3 unknown or vacuous.
    pub fn exit_code(self) -> u8 {
        match self {
            VerdictKind::Proved | VerdictKind::Passed => 0,
            VerdictKind::Refuted | VerdictKind::Mismatched => 1,
            VerdictKind::Invalid => 2,
            VerdictKind::Unknown | VerdictKind::Vacuous => 3,
        }
    }

    /// How bad it is among the verdicts on the entries of one subject: refuted, mismatched, invalid, unknown, vacuous, passed, proved.
    /// The order of [`exit_code_of_batch`], so that a run over one subject ends with the code of its worst entry.
    pub fn badness(self) -> u8 {
        match self {
            VerdictKind::Refuted => 6,
            VerdictKind::Mismatched => 5,
            VerdictKind::Invalid => 4,
            VerdictKind::Unknown => 3,
            VerdictKind::Vacuous => 2,
            VerdictKind::Passed => 1,
            VerdictKind::Proved => 0,
        }
    }
}

impl Verdict {
    /// Undecided for one reason.
    pub fn unknown(cause: Cause, text: impl Into<String>) -> Verdict {
        Verdict::Unknown(Undecided::new(vec![Reason::new(cause, text)]))
    }

    /// The same with what was covered until then, if it is undecided; another verdict says that itself.
    #[must_use]
    pub fn covering(self, covered: Bounds) -> Verdict {
        match self {
            Verdict::Unknown(undecided) => {
                Verdict::Unknown(Undecided { covered: Some(covered), ..undecided })
            }
            other => other,
        }
    }

    /// The verdict on an input with these faults: invalid, unless only the time was up before it was read.
    ///
    /// ```
    /// use lydian_diagnostic::Diagnostic;
    /// use lydian_verdict::{Verdict, VerdictKind};
    ///
    /// let late = Diagnostic::out_of_time("types were inferred");
    /// assert_eq!(Verdict::of_faults(vec![late]).kind(), VerdictKind::Unknown);
    /// ```
    pub fn of_faults(faults: Vec<Diagnostic>) -> Verdict {
        match faults.iter().find(|fault| fault.is_out_of_time()) {
            Some(late) => Verdict::unknown(Cause::Budget, late.message.clone()),
            None => Verdict::Invalid(faults),
        }
    }

    /// The verdict without what it carries.
    pub fn kind(&self) -> VerdictKind {
        match self {
            Verdict::Proved(_) => VerdictKind::Proved,
            Verdict::Passed(_) => VerdictKind::Passed,
            Verdict::Refuted(_) => VerdictKind::Refuted,
            Verdict::Mismatched(_) => VerdictKind::Mismatched,
            Verdict::Unknown(_) => VerdictKind::Unknown,
            Verdict::Vacuous(_) => VerdictKind::Vacuous,
            Verdict::Invalid(_) => VerdictKind::Invalid,
        }
    }

    /// The exit code of a run with this one verdict.
    pub fn exit_code(&self) -> u8 {
        self.kind().exit_code()
    }
}

/// The exit code of a run with several verdicts.
///
/// A batch asks "is any of these wrong?", so a refutation decides the code whatever else happened: one file that does not
/// parse among 300 must not hide that 40 are wrong. After that an invalid file (2) comes before an undecided one (3),
/// because it is the one that the user can mend. Nothing judged at all is vacuous (3): never a pass that tested nothing.
///
/// ```
/// use lydian_verdict::{VerdictKind::*, exit_code_of_batch};
/// assert_eq!(exit_code_of_batch([Passed, Proved]), 0);
/// assert_eq!(exit_code_of_batch([Passed, Invalid, Refuted]), 1);
/// assert_eq!(exit_code_of_batch([Unknown, Invalid]), 2);
/// assert_eq!(exit_code_of_batch([Passed, Unknown]), 3);
/// assert_eq!(exit_code_of_batch([]), 3);
/// ```
pub fn exit_code_of_batch(verdicts: impl IntoIterator<Item = VerdictKind>) -> u8 {
    let rank = |code: u8| match code {
        1 => 3,
        2 => 2,
        3 => 1,
        _ => 0,
    };
    verdicts.into_iter().map(VerdictKind::exit_code).max_by_key(|code| rank(*code)).unwrap_or(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_that_decides_nothing_is_not_a_pass() {
        assert_eq!(Verdict::Unknown(Undecided::default()).exit_code(), 3);
        assert_eq!(Verdict::Vacuous("no input meets the precondition".into()).exit_code(), 3);
    }

    #[test]
    fn an_entry_of_another_type_is_wrong() {
        let mismatch =
            Mismatch { entry: "f".into(), expected: "int -> int".into(), actual: Some("int -> bool".into()) };
        assert_eq!(Verdict::Mismatched(mismatch).exit_code(), 1);
    }

    #[test]
    fn a_refutation_decides_the_code_of_a_batch_in_any_order() {
        let others = [VerdictKind::Invalid, VerdictKind::Unknown, VerdictKind::Passed, VerdictKind::Vacuous];
        for other in others {
            assert_eq!(exit_code_of_batch([other, VerdictKind::Refuted]), 1);
            assert_eq!(exit_code_of_batch([VerdictKind::Refuted, other]), 1);
        }
    }

    #[test]
    fn the_worst_verdict_has_the_exit_code_of_all_together() {
        for one in VerdictKind::ALL {
            for other in VerdictKind::ALL {
                let worst = if one.badness() > other.badness() { one } else { other };
                assert_eq!(exit_code_of_batch([one, other]), worst.exit_code());
            }
        }
    }

    #[test]
    fn every_kind_is_listed_once() {
        let mut kinds = VerdictKind::ALL.to_vec();
        kinds.sort();
        kinds.dedup();
        assert_eq!(kinds.len(), 7);
    }
}
