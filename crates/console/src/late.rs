//! Texts that come late: written before a read, but seen after it, because the program did not flush them.
//! In: a generalised trace, and a run on the same lines that differs from it turn by turn. Out: whether all is right once
//! texts are moved to the turns they belong to. A text is only moved to an earlier turn, and what is seen in a turn
//! shows something of that turn itself: a program that says everything one turn too late is wrong, not slow to flush.

use std::ops::RangeInclusive;

use crate::expect::Expected;
use crate::pattern::{Moved, Seen, TooLarge};
use crate::subject::Actual;

/// What a program writes when its input ends before the read with this number: what it had kept back comes out then. `None`
/// if that cannot be found out.
pub type KeptBack<'k> = &'k mut dyn FnMut(usize) -> Option<Vec<u8>>;

/// What is late in a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Lateness {
    /// All is right but for texts that come late.
    Only(Late),
    /// A free text may be late, or wrong: the program did not tell.
    Perhaps,
    /// Something else is wrong, but what comes before this turn is right or only late.
    Before(usize),
}

/// A text that comes late.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Late {
    /// The read before which it should be seen.
    pub read: usize,
    /// The text, if the specification leaves it open.
    pub text: Option<Vec<u8>>,
}

/// Finds out whether only the time of texts is wrong, which first shows at `turn`.
///
/// Where the specification fixes the texts, their order says so. A text that is free may as well be a wrong beginning of
/// what follows it; there the program is asked by ending its input.
pub(crate) fn lateness(
    expected: &Expected,
    actual: &Actual,
    turn: usize,
    kept_back: KeptBack<'_>,
) -> Result<Lateness, TooLarge> {
    let seen = seen(expected, actual);
    let mut ends = possible_ends(&seen);
    let fixed = seen.explain(&ends, Moved::Fixed)?;
    if fixed.explained {
        let read = if is_late(&seen, &ends, turn)? { turn - 1 } else { turn };
        return Ok(Lateness::Only(Late { read, text: None }));
    }
    let mut perhaps = false;
    if seen.explain(&ends, Moved::Anything)?.explained {
        // Where a text is missing, or where one stands that belongs before the read.
        for read in [Some(turn), turn.checked_sub(1)].into_iter().flatten() {
            let Some(range) = ends.get_mut(read) else { continue };
            let (whole, shown) = (range.clone(), seen.ends[read]);
            // What shows its prompts at once has no reason to keep anything back.
            perhaps |= whole.end() > whole.start() && seen.shows_nothing(read);
            let Some(kept) = kept_back(read).filter(|kept| !kept.is_empty()) else { continue };
            let end = shown + kept.len();
            if !seen.text[shown..].starts_with(&kept) || !whole.contains(&end) {
                continue;
            }
            *range = end..=end;
            if seen.explain(&ends, Moved::Anything)?.explained {
                return Ok(Lateness::Only(Late { read, text: Some(kept) }));
            }
            ends[read] = whole;
        }
    }
    Ok(if perhaps { Lateness::Perhaps } else { Lateness::Before(fixed.turn) })
}

/// Whether a text of the turn before this one must be moved.
fn is_late(seen: &Seen<'_>, ends: &[RangeInclusive<usize>], turn: usize) -> Result<bool, TooLarge> {
    let Some(before) = turn.checked_sub(1) else { return Ok(false) };
    let mut ends = ends.to_vec();
    ends[before] = seen.ends[before]..=seen.ends[before];
    Ok(!seen.explain(&ends, Moved::Fixed)?.explained)
}

/// The turn in which a byte of all that was written is seen.
pub(crate) fn turn_of(actual: &Actual, position: usize) -> usize {
    let mut end = 0;
    let is_before = |(written, _): &&(Vec<u8>, Vec<u8>)| {
        end += written.len();
        end <= position
    };
    actual.turns.iter().take_while(is_before).count()
}

fn seen<'t>(expected: &'t Expected, actual: &Actual) -> Seen<'t> {
    let mut seen = Seen { steps: Vec::new(), text: Vec::new(), ends: Vec::new() };
    seen.steps.extend(expected.turns.iter().map(|turn| &turn.outputs).chain([&expected.last]));
    for written in actual.turns.iter().map(|(written, _)| written).chain([&actual.last]) {
        seen.text.extend_from_slice(written);
        seen.ends.push(seen.text.len());
    }
    seen
}

/// Where each turn but the last may have ended in truth: not before what was seen of it, and not after the last visible
/// character of the next text that was seen, which belongs to a later turn. Only at the end of the run may everything that
/// is seen be late.
fn possible_ends(seen: &Seen<'_>) -> Vec<RangeInclusive<usize>> {
    let last = seen.ends.len() - 1;
    let latest = |turn: usize| {
        let shows = |later: &usize| seen.ends[*later] > seen.ends[*later - 1];
        (turn + 1..last).find(shows).map_or(seen.text.len(), |later| {
            let shown = &seen.text[..seen.ends[later]];
            let visible = shown.iter().rposition(|byte| !byte.is_ascii_whitespace());
            visible.filter(|place| *place >= seen.ends[turn]).unwrap_or(shown.len() - 1)
        })
    };
    (0..last).map(|turn| seen.ends[turn]..=latest(turn)).collect()
}
