//! What a test says: it holds, fails, is rejected or stays undecided; with labels, and notes for whoever reads about it.

use std::fmt::Debug;

/// How one test ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Holds,
    Fails,
    /// A precondition is false: neither a success nor a counterexample.
    Rejected,
    /// Not all values were looked at that would have to be.
    Undecided,
}

/// A demand that some share of the tests is of a kind.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Cover {
    pub label: String,
    pub percent: f64,
    pub hit: bool,
}

/// The result of a test: a truth value that knows more.
///
/// Made by the operators of this crate, from a `bool`, from `()` (for functions that assert), or from a `Result`.
///
/// ```
/// use lydian::{IntoProperty, eq};
/// lydian::check(|list: Vec<u8>| {
///     let mut twice = list.clone();
///     twice.reverse();
///     twice.reverse();
///     eq(&twice, &list).classify(list.len() > 2, "long")
/// });
/// ```
#[derive(Debug, Clone)]
#[must_use = "a property does nothing unless it is given back to the check"]
pub struct Property {
    pub(crate) outcome: Outcome,
    /// Whether every quantifier inside went through its whole domain.
    pub(crate) complete: bool,
    pub(crate) notes: Vec<String>,
    pub(crate) labels: Vec<String>,
    pub(crate) covers: Vec<Cover>,
    /// What was found by `exists`.
    pub(crate) witnesses: Vec<String>,
}

impl Property {
    pub(crate) fn new(outcome: Outcome) -> Property {
        let (notes, labels) = (Vec::new(), Vec::new());
        Property { outcome, complete: true, notes, labels, covers: Vec::new(), witnesses: Vec::new() }
    }

    /// Whether it holds, and nothing else is known about it: by far the most frequent case.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.outcome == Outcome::Holds
            && self.complete
            && self.labels.is_empty()
            && self.covers.is_empty()
            && self.witnesses.is_empty()
    }

    /// A property that is rejected: the test says nothing.
    pub fn rejected() -> Property {
        Property::new(Outcome::Rejected)
    }

    /// Whether it holds only as far as quantifiers inside looked: a value behind these may make it fail. What fails, fails for
    /// certain.
    fn may_fail(&self) -> bool {
        self.outcome == Outcome::Holds && !self.complete
    }

    /// The same for who must know for certain whether it holds: undecided if that is not known.
    fn certain(mut self) -> Property {
        if self.may_fail() {
            self.outcome = Outcome::Undecided;
            self.notes.push("it depends on a `forall` that did not look at all values".to_owned());
        }
        self
    }

    /// The same without labels, demands and witnesses if it is rejected: they would speak of what was not tested.
    fn heard(mut self) -> Property {
        if self.outcome == Outcome::Rejected {
            self.labels.clear();
            self.covers.clear();
            self.witnesses.clear();
        }
        self
    }

    /// Takes over what another property knows, but for its outcome.
    pub(crate) fn absorb(&mut self, other: Property) {
        self.complete &= other.complete;
        self.notes.extend(other.notes);
        self.labels.extend(other.labels);
        self.covers.extend(other.covers);
        self.witnesses.extend(other.witnesses);
    }
}

/// What a property can give back.
///
/// The operators are methods here, so that they can be called on a `bool` as well as on a [`Property`].
#[diagnostic::on_unimplemented(
    message = "a property gives `bool`, `()`, a `Result` or a `Property`, not `{Self}`",
    label = "this is not a truth value"
)]
pub trait IntoProperty: Sized {
    /// The result as a property.
    fn into_property(self) -> Property;

    /// Rejects the test if this is false, and otherwise asks for the conclusion. If it depends on a [`crate::forall`] that did not
    /// look at all values, the test is undecided.
    ///
    /// ```
    /// use lydian::{Check, IntoProperty};
    /// let report = Check::new().run(|x: u8| (x != 0).implies(|| 1 / u32::from(x) <= 1));
    /// assert!(report.is_proved());
    /// assert_eq!((report.tests, report.rejected), (255, 1));
    /// ```
    fn implies<P: IntoProperty>(self, conclusion: impl FnOnce() -> P) -> Property {
        let mut premise = self.into_property().certain();
        match premise.outcome {
            Outcome::Holds => {
                let conclusion = conclusion().into_property();
                premise.outcome = conclusion.outcome;
                premise.absorb(conclusion);
                premise
            }
            Outcome::Fails => Property { outcome: Outcome::Rejected, complete: true, ..premise },
            Outcome::Rejected | Outcome::Undecided => premise,
        }
    }

    /// Both hold. A side that is rejected says nothing.
    fn and<P: IntoProperty>(self, other: P) -> Property {
        combine(self.into_property(), other.into_property(), |left, right| match (left, right) {
            (Outcome::Fails, _) | (_, Outcome::Fails) => Outcome::Fails,
            (Outcome::Undecided, _) | (_, Outcome::Undecided) => Outcome::Undecided,
            (Outcome::Rejected, Outcome::Rejected) => Outcome::Rejected,
            _ => Outcome::Holds,
        })
    }

    /// One of the two holds. Where the other fails, a side that is rejected leaves the whole rejected.
    fn or<P: IntoProperty>(self, other: P) -> Property {
        combine(self.into_property(), other.into_property(), |left, right| match (left, right) {
            (Outcome::Holds, _) | (_, Outcome::Holds) => Outcome::Holds,
            (Outcome::Undecided, _) | (_, Outcome::Undecided) => Outcome::Undecided,
            (Outcome::Rejected, _) | (_, Outcome::Rejected) => Outcome::Rejected,
            _ => Outcome::Fails,
        })
    }

    /// Both hold or both fail. Undecided if a side depends on a [`crate::forall`] that did not look at all values.
    fn iff<P: IntoProperty>(self, other: P) -> Property {
        combine(self.into_property().certain(), other.into_property().certain(), |left, right| {
            match (left, right) {
                (Outcome::Rejected, _) | (_, Outcome::Rejected) => Outcome::Rejected,
                (Outcome::Undecided, _) | (_, Outcome::Undecided) => Outcome::Undecided,
                (left, right) if left == right => Outcome::Holds,
                _ => Outcome::Fails,
            }
        })
    }

    /// It does not hold. What is rejected stays so, and what depends on a [`crate::forall`] that did not look at all values is
    /// undecided. See also [`crate::not`].
    fn negated(self) -> Property {
        let mut property = self.into_property().certain();
        match property.outcome {
            Outcome::Holds => property.outcome = Outcome::Fails,
            Outcome::Fails => (property.outcome, property.complete) = (Outcome::Holds, true),
            Outcome::Rejected | Outcome::Undecided => {}
        }
        property
    }

    /// Counts the test under a label, once however often it has the label; the report shows how many tests have it.
    fn label(self, label: impl Into<String>) -> Property {
        self.classify(true, label)
    }

    /// Counts the test under a label if a condition holds.
    fn classify(self, condition: bool, label: impl Into<String>) -> Property {
        let mut property = self.into_property();
        if condition {
            property.labels.push(label.into());
        }
        property
    }

    /// Demands that a condition holds for at least so many percent of the tests; otherwise nothing is claimed. A test that asks
    /// more than once under one label counts once, if a condition holds; of several shares the greatest is demanded.
    ///
    /// ```
    /// use lydian::{Check, IntoProperty, Verdict};
    /// let report = Check::new().run(|x: u8| true.cover(10.0, x > 250, "large"));
    /// assert!(matches!(report.verdict, Verdict::Unknown(_)));
    /// ```
    fn cover(self, percent: f64, condition: bool, label: impl Into<String>) -> Property {
        let mut property = self.into_property();
        property.covers.push(Cover { label: label.into(), percent, hit: condition });
        property
    }

    /// Adds a line to the report of a counterexample.
    fn note(self, note: impl Into<String>) -> Property {
        let mut property = self.into_property();
        property.notes.push(note.into());
        property
    }
}

fn combine(left: Property, right: Property, table: fn(Outcome, Outcome) -> Outcome) -> Property {
    let outcome = table(left.outcome, right.outcome);
    let (mut left, right) = (left.heard(), right.heard());
    left.outcome = outcome;
    left.absorb(right);
    left
}

impl IntoProperty for Property {
    fn into_property(self) -> Property {
        self
    }
}

impl IntoProperty for bool {
    fn into_property(self) -> Property {
        Property::new(if self { Outcome::Holds } else { Outcome::Fails })
    }
}

impl IntoProperty for () {
    fn into_property(self) -> Property {
        Property::new(Outcome::Holds)
    }
}

impl<P: IntoProperty, E: Debug> IntoProperty for Result<P, E> {
    fn into_property(self) -> Property {
        match self {
            Ok(property) => property.into_property(),
            Err(error) => Property::new(Outcome::Fails).note(format!("error: {error:?}")),
        }
    }
}
