//! How far apart floating-point results may be.
//! Two right programs add the same numbers in another order and differ in the last digits. How much rounding can make depends on the
//! numbers that occur on the way: what is left of large ones that cancel each other out has few digits that mean anything. So
//! results may differ by a part of their size, or by a much smaller part of the largest number in either run.

use lydian_eval::equality::Tolerance;

use crate::called::Called;
use crate::{Floats, Options};

/// The part of the largest number in a run that some thousand roundings can come to.
const OF_LARGEST: f64 = 1e-12;

/// Where so little is left of a number, digits are lost already.
const VANISHING: f64 = 1e-300;

/// What is allowed between two runs; nothing if every digit counts.
pub(crate) fn tolerance(expected: &Called, actual: &Called, options: &Options) -> Option<Tolerance> {
    let Floats::Within(relative) = options.floats else { return None };
    let watches = expected.watch.iter().chain(&actual.watch);
    let largest = watches.map(|watch| watch.largest_float).fold(0.0, f64::max);
    // Where no floating-point number was computed, those in texts are as they were given.
    let written = match (&expected.watch, &actual.watch) {
        (Some(left), Some(right)) if largest > 0.0 => Some([left.edges.clone(), right.edges.clone()]),
        _ => None,
    };
    Some(Tolerance { relative, absolute: (largest * OF_LARGEST).max(VANISHING), written })
}

/// The same where nobody watched the runs.
pub(crate) fn relative_tolerance(floats: Floats) -> Option<Tolerance> {
    match floats {
        Floats::Exact => None,
        Floats::Within(relative) => Some(Tolerance { relative, absolute: VANISHING, written: None }),
    }
}
