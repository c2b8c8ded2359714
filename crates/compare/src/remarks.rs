//! What is said beside a verdict: tests at the top level that fail, labelled arguments in another order.

use std::sync::Arc;

use lydian_diagnostic::Source;
use lydian_verdict::Remark;

use crate::pair::{Pair, Side, in_words};

/// The kind of a remark on a line of a file that fails.
pub(crate) const TOP_LEVEL_FAILS: &str = "top-level-fails";

/// The remarks about two programs that are compared.
pub(crate) fn of_pair(pair: &Pair, submission: &Arc<Source>) -> Vec<Remark> {
    let mut remarks: Vec<Remark> =
        pair.entry.own.labels.iter().map(|text| Remark::new("label-order", text.clone())).collect();
    for side in [Side::Reference, Side::Submission] {
        for failure in pair.failures(side) {
            let file = match (&failure.place, side) {
                (Some(place), _) => &*place.file,
                (None, Side::Reference) => "the reference",
                (None, Side::Submission) => &submission.name,
            };
            let what = in_words(failure, pair.types(side));
            let text = format!("{}{what}; the rest was compared without it", in_file(file));
            remarks.push(Remark::new(TOP_LEVEL_FAILS, text));
        }
    }
    remarks
}

/// Takes a remark on a file for one on a copy of it.
pub(crate) fn rename_file(remark: &mut Remark, first: &str, copy: &str) {
    if remark.kind == TOP_LEVEL_FAILS
        && let Some(rest) = remark.text.strip_prefix(&*in_file(first))
    {
        remark.text = in_file(copy) + &with_places_in(rest, first, copy);
    }
}

/// A text in which exceptions that name their place (`Assert_failure ("a.ml", 3, 9)`) are those of a copy of the file.
pub(crate) fn with_places_in(text: &str, first: &str, copy: &str) -> String {
    let place = |name: &str| format!("_failure ({}, ", lydian_ocaml::quoted(name.as_bytes()));
    text.replace(&place(first), &place(copy))
}

fn in_file(name: &str) -> String {
    format!("in {name}, ")
}
