//! What is said beside a verdict: tests at the top level that fail.

use std::sync::Arc;

use lydian_diagnostic::Source;
use lydian_verdict::Remark;

use crate::pair::{Pair, Side, in_words};

/// The kind of a remark on a line of a file that fails.
pub(crate) const TOP_LEVEL_FAILS: &str = "top-level-fails";

/// The remarks about two programs that are compared.
pub(crate) fn of_pair(pair: &Pair, submission: &Arc<Source>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for side in [Side::Reference, Side::Submission] {
        for failure in pair.failures(side) {
            let file = match (&failure.place, side) {
                (Some(place), _) => &*place.file,
                (None, Side::Reference) => "the reference",
                (None, Side::Submission) => &submission.name,
            };
            let what = in_words(failure, pair.types(side));
            let text = format!("in {file}, {what}; the rest was compared without it");
            remarks.push(Remark::new(TOP_LEVEL_FAILS, text));
        }
    }
    remarks
}
