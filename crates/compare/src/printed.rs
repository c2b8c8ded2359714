//! What two calls print.
//! Each channel is compared by itself. Text that depends on unknowns is compared as a term; where there is too much text to
//! keep, nothing is claimed. Texts that differ only in the last digits of floating-point numbers differ by rounding.

use lydian_eval::equality::Tolerance;
use lydian_eval::printed_floats::are_close;
use lydian_eval::{Output, Stop, World, Written};

use crate::{Options, Printing};

/// How the texts of two calls are related.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Texts {
    Same,
    /// They differ by the rounding of the numbers in them.
    Rounded,
    Differ,
    /// They differ, and the reference prints nothing.
    OnlyTheSubmissionPrints,
}

/// Compares what two calls print; a text that is not known may be decided on the way.
pub(crate) fn compare(
    world: &mut World<'_>,
    expected: &Output,
    actual: &Output,
    tolerance: Option<&Tolerance>,
    options: &Options,
) -> Result<Texts, Stop> {
    if options.printing == Printing::Ignore {
        return Ok(Texts::Same);
    }
    let channels = [(&expected.standard, &actual.standard), (&expected.error, &actual.error)];
    if channels.iter().any(|(left, right)| left.is_cut || right.is_cut) {
        return Err(Stop::Unsupported("more text is printed than can be compared".into()));
    }
    let mut same = true;
    for (left, right) in channels {
        same = same && is_same(world, left, right)?;
    }
    if same {
        return Ok(Texts::Same);
    }
    if let Some(tolerance) = tolerance
        && channels.iter().all(|(left, right)| match (left.text(), right.text()) {
            (Some(left), Some(right)) => left == right || are_close(left, right, tolerance),
            _ => false,
        })
    {
        return Ok(Texts::Rounded);
    }
    let silent = Written::default();
    let prints_nothing =
        is_same(world, &expected.standard, &silent)? && is_same(world, &expected.error, &silent)?;
    Ok(if prints_nothing { Texts::OnlyTheSubmissionPrints } else { Texts::Differ })
}

fn is_same(world: &mut World<'_>, left: &Written, right: &Written) -> Result<bool, Stop> {
    if let (Some(left), Some(right)) = (left.text(), right.text()) {
        return Ok(left == right);
    }
    let (left, right) = (left.term(world.terms), right.term(world.terms));
    let same = world.terms.eq(left, right);
    world.ask(same)
}

/// Whether a call printed anything.
pub(crate) fn prints(output: &Output) -> bool {
    !output.standard.is_empty() || !output.error.is_empty()
}

/// What a concrete call printed, as a comment behind its outcome: `(* prints "1\n" *)`. Nothing if it printed nothing.
pub(crate) fn comment(output: &Output) -> Option<String> {
    let mut parts = Vec::new();
    for (written, channel) in [(&output.standard, ""), (&output.error, " to standard error")] {
        match written.text() {
            Some([]) => {}
            Some(text) => parts.push(format!("{}{channel}", lydian_ocaml::quoted(text))),
            None => parts.push(format!("text{channel}")),
        }
    }
    (!parts.is_empty()).then(|| format!("prints {}", parts.join(" and ")))
}
