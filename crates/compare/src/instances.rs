//! A polymorphic entry at each instance of its type.

use lydian_enumerate::Constants;
use lydian_explore::Session;
use lydian_verdict::{Bounds, Verdict};

use crate::Options;
use crate::beside::Beside;
use crate::compared::{Instance, compare};
use crate::judge::Judged;
use crate::pair::Pair;

/// Compares at one instance after the other, until one shows a difference.
pub(crate) fn compare_at_all_instances(
    pair: &mut Pair,
    mut session: Session,
    constants: &Constants,
    beside: &mut Beside,
    subject: String,
    options: &Options,
) -> Judged {
    let mut judged =
        compare(pair, &mut session, constants, beside, subject.clone(), Instance::First, options);
    for index in 1..pair.entry.instances.len() {
        let Verdict::Passed(_) = judged.judgement.verdict else { break };
        pair.entry.at(index);
        let mut session = pair.session();
        let next =
            compare(pair, &mut session, constants, beside, subject.clone(), Instance::Further, options);
        judged = both(judged, next);
    }
    judged
}

/// One judgement about what passed at earlier instances and what came of the next one.
pub(crate) fn both(earlier: Judged, mut next: Judged) -> Judged {
    let mut statistics = earlier.judgement.statistics;
    statistics.absorb(&next.judgement.statistics);
    next.judgement.statistics = statistics;
    let Verdict::Passed(passed) = earlier.judgement.verdict else { return next };
    next.judgement.verdict = match next.judgement.verdict {
        Verdict::Passed(bounds) => Verdict::Passed(joined(passed, Some(bounds))),
        // What says nothing about a further instance takes nothing away from the first.
        Verdict::Vacuous(_) => Verdict::Passed(passed),
        Verdict::Unknown(mut undecided) => {
            undecided.covered = Some(joined(passed, undecided.covered));
            Verdict::Unknown(undecided)
        }
        other => other,
    };
    next
}

fn joined(mut bounds: Bounds, more: Option<Bounds>) -> Bounds {
    if let Some(more) = more {
        bounds.text = format!("{}\n{}", bounds.text, more.text);
        bounds.numbers.extend(more.numbers);
    }
    bounds
}
