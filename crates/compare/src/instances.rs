//! A polymorphic entry at each instance of its type.
//! The first instance gets the whole search. Further ones run through the same code, but for what depends on how a value is kept,
//! such as physical equality, and that shows on small inputs: they get the small inputs and a share of the larger ones, and no
//! search, since questions about the order of unknown strings are too hard for a solver.

use std::time::Instant;

use lydian_enumerate::Constants;
use lydian_explore::Session;
use lydian_verdict::{Bounds, Cause, Judgement, Statistics, Verdict};

use crate::beside::Beside;
use crate::enumerated::{enumerate, passed};
use crate::judge::{Judged, compare, plain, refuted, undecided};
use crate::pair::Pair;
use crate::sampled::{Sampled, sample};
use crate::{Options, Strategy, wording};

/// The part of the work on larger inputs that a further instance gets.
const SHARE: u64 = 4;

/// Compares at one instance after the other, until one shows a difference.
pub(crate) fn compare_at_all_instances(
    pair: &mut Pair,
    mut session: Session,
    constants: &Constants,
    beside: &mut Beside,
    subject: String,
    options: &Options,
) -> Judged {
    let mut judged = compare(pair, &mut session, constants, beside, subject.clone(), options);
    for index in 1..pair.entry.instances.len() {
        let Verdict::Passed(_) = judged.judgement.verdict else { break };
        pair.entry.at(index);
        let next = compare_small_and_sampled(pair, constants, beside, subject.clone(), options);
        judged = both(judged, next);
    }
    judged
}

fn compare_small_and_sampled(
    pair: &Pair,
    constants: &Constants,
    beside: &mut Beside,
    subject: String,
    options: &Options,
) -> Judged {
    let mut session = pair.session();
    let mut statistics = Statistics::default();
    let started = Instant::now();
    let enumerated = enumerate(pair, &mut session.terms, &mut session.universe, constants, beside, options);
    statistics.count("inputs enumerated", enumerated.cases);
    statistics.time("enumeration", started.elapsed());
    if let Some(found) = enumerated.found.or_else(|| beside.due()) {
        return refuted(pair, &mut session, subject, found, statistics, options);
    }
    let mut sampled = Sampled::default();
    if options.strategy != Strategy::Enumerate && !enumerated.interrupted {
        let mut part = options.clone();
        part.effort.sample_work /= SHARE;
        let started = Instant::now();
        sampled = sample(pair, &mut session, beside, &part);
        statistics.count("inputs sampled", sampled.samples);
        statistics.count("relevant samples", sampled.relevant);
        statistics.time("sampling", started.elapsed());
        if let Some(found) = sampled.found.or_else(|| beside.due()) {
            return refuted(pair, &mut session, subject, found, statistics, options);
        }
    }
    let bounds =
        wording::bounds_of_inputs(pair, enumerated.relevant, sampled.relevant, beside.reservations());
    let verdict = if enumerated.interrupted || passed(options) {
        undecided(pair, Cause::Budget, "the time was up before all inputs were tried").covering(bounds)
    } else {
        Verdict::Passed(bounds)
    };
    let mut judgement = Judgement::new(subject, verdict);
    judgement.statistics = statistics;
    plain(judgement)
}

/// One judgement about what passed at earlier instances and what came of the next one.
fn both(earlier: Judged, mut next: Judged) -> Judged {
    let mut statistics = earlier.judgement.statistics;
    statistics.absorb(&next.judgement.statistics);
    next.judgement.statistics = statistics;
    let Verdict::Passed(passed) = earlier.judgement.verdict else { return next };
    next.judgement.verdict = match next.judgement.verdict {
        Verdict::Passed(bounds) => Verdict::Passed(joined(passed, Some(bounds))),
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
