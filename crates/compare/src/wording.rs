//! Outcomes and bounds in the user's words.

use lydian_core::{Datum, TypeTable};
use lydian_explore::Search;
use lydian_ocaml::{show, show_argument};
use lydian_verdict::{Bounds, Outcome, grouped};

use crate::differ::Closed;

/// An outcome as reports show it.
pub(crate) fn outcome(closed: &Closed, types: &TypeTable) -> Outcome {
    match closed {
        Closed::Value(value) => Outcome::Value(clip(&show(value, types))),
        Closed::Exception(exception) => Outcome::Exception(clip(&show(exception, types))),
        Closed::NoResult { steps } => Outcome::NoResult { steps: *steps },
        Closed::Other => Outcome::Value("?".to_owned()),
    }
}

/// A call as the user writes it.
pub(crate) fn call(name: &str, args: &[Datum], types: &TypeTable) -> String {
    let mut call = name.to_owned();
    for arg in args {
        call.push(' ');
        call.push_str(&show_argument(arg, types));
    }
    clip(&call)
}

/// How a text that was cut ends.
pub(crate) const CLIPPED: &str = "more characters)";

/// Text of a length that a person reads.
pub(crate) fn clip(text: &str) -> String {
    const MOST: usize = 10_000;
    if text.len() <= MOST {
        return text.to_owned();
    }
    let mut end = MOST;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}... ({} {CLIPPED}", &text[..end], text.len() - end)
}

/// What was covered when no difference was found.
pub(crate) fn bounds(search: Option<(&Search, bool)>, cases: u64, relevant: u64) -> Bounds {
    let Some((search, approximate)) = search else {
        let text = format!("agree on {} small inputs", grouped(relevant));
        return Bounds::new(text).number("inputs", cases);
    };
    let counts = search.counts();
    let text = if search.is_exhausted() && approximate {
        format!("agree on every input of the kinds tried: {}", plural(counts.paths, "path"))
    } else if search.is_exhausted() {
        format!(
            "agree on every input: {} and {} cover them all",
            plural(counts.shapes, "shape"),
            plural(counts.paths, "path")
        )
    } else {
        match search.covered_below().filter(|size| *size > 0) {
            Some(size) if counts.shapes > 1 => format!(
                "agree on all inputs up to size {}: {}, every integer and string in them; {} in all",
                size - 1,
                plural(counts.shapes, "shape"),
                plural(counts.paths, "path"),
            ),
            _ => format!(
                "agree on {} through both programs, for all values that take them",
                plural(counts.paths, "path")
            ),
        }
    };
    Bounds::new(text)
        .number("paths", counts.paths)
        .number("shapes", counts.shapes)
        .number("covered below size", u64::from(search.covered_below().unwrap_or(0)))
        .number("inputs", cases)
}

fn plural(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{} {noun}s", grouped(count)) }
}
