//! A polymorphic entry at each instance of its type.

use lydian_enumerate::Constants;
use lydian_hunt::Effort;
use lydian_verdict::{Bounds, Verdict};

use crate::Options;
use crate::beside::Beside;
use crate::compared::{Instance, compare};
use crate::judge::Judged;
use crate::pair::Pair;

/// Compares at one instance after the other, until one shows a difference.
pub(crate) fn compare_at_all_instances(
    pair: &mut Pair,
    constants: &Constants,
    beside: &mut Beside,
    subject: &str,
    options: &Options,
) -> Judged {
    let last = pair.entry.instances.len() - 1;
    let order: Vec<usize> = match options.effort {
        // A hunt that goes on until the time is up leaves none for others.
        Effort::Max => (1..=last).chain([0]).collect(),
        Effort::Levels(_) => (0..=last).collect(),
    };
    let mut judged: Option<Judged> = None;
    for index in order {
        pair.entry.at(index);
        let (instance, effort) = match index {
            0 => (Instance::First, options.effort),
            _ => (Instance::Further, options.effort.usual_at_most()),
        };
        let options = Options { effort, ..options.clone() };
        let mut session = pair.session();
        let next = compare(pair, &mut session, constants, beside, subject.to_owned(), instance, &options);
        let all = match judged.take() {
            Some(earlier) => both(earlier, next),
            None => next,
        };
        // What says nothing about a further instance takes nothing away from the first.
        let goes_on = match all.judgement.verdict {
            Verdict::Passed(_) => true,
            Verdict::Vacuous(_) => instance == Instance::Further,
            _ => false,
        };
        if !goes_on {
            return all;
        }
        judged = Some(all);
    }
    judged.unwrap_or_else(|| unreachable!("every entry has a first instance"))
}

/// One judgement about what passed at earlier instances and what came of the next one.
pub(crate) fn both(earlier: Judged, mut next: Judged) -> Judged {
    let mut statistics = earlier.judgement.statistics;
    statistics.absorb(&next.judgement.statistics);
    next.judgement.statistics = statistics;
    let Verdict::Passed(passed) = earlier.judgement.verdict else { return next };
    next.judgement.verdict = match next.judgement.verdict {
        Verdict::Passed(bounds) => Verdict::Passed(joined(passed, Some(bounds))),
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
