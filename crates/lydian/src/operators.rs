//! Operators on properties as functions: connectives, comparisons that show both sides, quantifiers.

use std::fmt::Debug;

use crate::property::Outcome;
use crate::{Domain, IntoProperty, Property};

/// The most values that a quantifier inside a property looks at, for each test of the property.
const MOST_INSIDE: usize = 1_000;

/// Rejects the test if the premise is false. See [`IntoProperty::implies`].
pub fn implies<P: IntoProperty>(premise: impl IntoProperty, conclusion: impl FnOnce() -> P) -> Property {
    premise.implies(conclusion)
}

/// Both hold. See [`IntoProperty::and`].
pub fn and(left: impl IntoProperty, right: impl IntoProperty) -> Property {
    IntoProperty::and(left, right)
}

/// One of the two holds. See [`IntoProperty::or`].
pub fn or(left: impl IntoProperty, right: impl IntoProperty) -> Property {
    IntoProperty::or(left, right)
}

/// It does not hold.
pub fn not(property: impl IntoProperty) -> Property {
    property.negated()
}

/// Both hold or both fail. See [`IntoProperty::iff`].
pub fn iff(left: impl IntoProperty, right: impl IntoProperty) -> Property {
    left.iff(right)
}

macro_rules! comparisons {
    ($($name:ident, $bound:ident, $operator:tt, $words:literal;)*) => {$(
        #[doc = concat!("The first is ", $words, " the second; a counterexample shows both.")]
        pub fn $name<T: $bound + Debug>(left: T, right: T) -> Property {
            compared(left $operator right, $words, &left, &right)
        }
    )*};
}

/// Both are equal; a counterexample shows them.
///
/// ```
/// let report = lydian::Check::new().run(|x: i32| lydian::eq(x.wrapping_add(1) > x, true));
/// assert!(report.to_string().contains("left:  false"));
/// ```
pub fn eq<A: PartialEq<B> + Debug, B: Debug>(left: A, right: B) -> Property {
    compared(left == right, "equal to", &left, &right)
}

/// Both differ; a counterexample shows them.
pub fn ne<A: PartialEq<B> + Debug, B: Debug>(left: A, right: B) -> Property {
    compared(left != right, "different from", &left, &right)
}

comparisons! {
    less, PartialOrd, <, "less than";
    at_most, PartialOrd, <=, "at most";
}

/// Both differ by no more than a tolerance, or are the same infinity, or both NaN; a counterexample shows them.
pub fn approx(left: f64, right: f64, tolerance: f64) -> Property {
    let close = left == right || (left.is_nan() && right.is_nan()) || (left - right).abs() <= tolerance;
    compared(close, "within the tolerance of", &left, &right)
}

fn compared(holds: bool, words: &str, left: &dyn Debug, right: &dyn Debug) -> Property {
    let property = holds.into_property();
    // Texts are only made where they may be read.
    if holds {
        return property;
    }
    let mut property = property.note(format!("left:  {left:?}"));
    property.notes.push(format!("right: {right:?}"));
    property.notes.push(format!("left is not {words} right"));
    property
}

/// Every value of a domain has the property. A value that the property rejects is none of the domain; if all of them are rejected,
/// so is the whole.
///
/// Inside a property at most 1,000 values are looked at for each test; bound the domain ([`Domain::up_to`]) if it is larger and
/// all of it is meant. If some are left, nothing is proved.
///
/// ```
/// use lydian::{Check, Domain, forall};
/// let report = Check::new().run(|x: bool| forall(Domain::range(0..10u8), move |y| (y < 10) | x));
/// assert!(report.is_proved());
/// ```
pub fn forall<T: Debug + 'static, P: IntoProperty>(domain: Domain<T>, property: impl Fn(T) -> P) -> Property {
    let mut all = Property::rejected();
    let mut seen = 0;
    for (value, (size, index)) in domain.iter().zip(places(&domain)) {
        if seen == MOST_INSIDE {
            all.complete = false;
            break;
        }
        seen += 1;
        let mut one = property(value).into_property();
        if one.outcome == Outcome::Fails
            && let Some(value) = domain.nth(size, index)
        {
            one.notes.insert(0, format!("for {value:?}"));
            // What was tested before is part of the test, too: under a negation it is one that holds.
            one.labels.splice(0..0, all.labels);
            one.covers.splice(0..0, all.covers);
            return one;
        }
        all = IntoProperty::and(all, one);
    }
    match (seen, has_end(&domain)) {
        (0, true) => return true.into_property(),
        (0, false) => return Property::new(Outcome::Undecided).note(out_of_reach::<T>()),
        (_, is_whole) => all.complete &= is_whole,
    }
    // The notes of tests that hold would drown the one that does not.
    all.notes.truncate(3);
    all.witnesses.truncate(3);
    all
}

/// Some value of a domain has the property; the report shows the first one. A value that the property rejects is none of the domain;
/// if all of them are rejected, so is the whole.
///
/// If none of the first 1,000 has it and there are more, the test stays undecided, and so does the check.
///
/// ```
/// use lydian::{Check, exists};
/// let report = Check::new().run(|x: u8| exists(lydian::domain::<u8>(), move |y| x.wrapping_add(y) == 0));
/// assert!(report.is_proved());
/// assert_eq!(report.witnesses[1], "255");
/// ```
pub fn exists<T: Debug + 'static, P: IntoProperty>(domain: Domain<T>, property: impl Fn(T) -> P) -> Property {
    let mut none = Property::new(Outcome::Fails);
    let (mut seen, mut rejected) = (0, 0);
    for (value, (size, index)) in domain.iter().zip(places(&domain)) {
        if seen == MOST_INSIDE {
            none.outcome = Outcome::Undecided;
            none.complete = false;
            return none.note(format!("no witness among the first {MOST_INSIDE} candidates"));
        }
        seen += 1;
        let mut one = property(value).into_property();
        if one.outcome == Outcome::Holds
            && let Some(value) = domain.nth(size, index)
        {
            one.witnesses.insert(0, format!("{value:?}"));
            return one;
        }
        rejected += usize::from(one.outcome == Outcome::Rejected);
        // What rejects all that it looked at may hold further on.
        if one.outcome == Outcome::Undecided || (one.outcome == Outcome::Rejected && !one.complete) {
            none.outcome = Outcome::Undecided;
        }
    }
    if !has_end(&domain) {
        none.outcome = Outcome::Undecided;
        none.complete = false;
        return none.note(out_of_reach::<T>());
    }
    // As for `forall`: where a premise excludes every value, nothing was tested.
    if seen > 0 && rejected == seen && none.outcome == Outcome::Fails {
        return Property::rejected();
    }
    none.note(format!("none of all {seen} candidates is a witness"))
}

/// Whether a walk through all sizes within reach meets all values.
fn has_end<T: 'static>(domain: &Domain<T>) -> bool {
    domain.sizes().is_none_or(|(_, greatest)| greatest.is_some_and(|size| size <= Domain::<T>::LARGEST))
}

fn out_of_reach<T: 'static>() -> String {
    format!("values larger than {} were not looked at", Domain::<T>::LARGEST)
}

/// The sizes and indices of the values of a domain, in order.
fn places<T: 'static>(domain: &Domain<T>) -> impl Iterator<Item = (usize, u128)> {
    let (least, greatest) = domain.sizes().unwrap_or((1, Some(0)));
    let last = greatest.unwrap_or(Domain::<T>::LARGEST).min(Domain::<T>::LARGEST);
    (least..=last).flat_map(|size| (0..domain.count(size)).map(move |index| (size, index)))
}
