//! An entry without arguments: its value is compared, as its user sees it.

use lydian_eval::{Meter, NoUnknowns, World};
use lydian_explore::Session;
use lydian_verdict::{Bounds, Cause, Judgement, Statistics, Verdict};

use crate::Options;
use crate::beside::Beside;
use crate::differ::{Concrete, Finding, Shown, examine};
use crate::judge::{Judged, plain, refuted};
use crate::pair::{Pair, Side};
use crate::replay::FUEL;
use crate::wording;

/// Compares the values of a constant.
pub(crate) fn compare_constant(
    pair: &Pair,
    session: &mut Session,
    beside: &mut Beside,
    subject: String,
    options: &Options,
) -> Judged {
    let concrete = values(pair, session, options);
    beside.note(&[], &concrete);
    if concrete.differs()
        && let Some(found) = beside.sift((Vec::new(), concrete.clone()))
    {
        return refuted(pair, session, subject, found, Statistics::default(), options);
    }
    plain(Judgement::new(subject, verdict(pair, &concrete)))
}

/// Both values, to be shown also where they are the same.
fn values(pair: &Pair, session: &mut Session, options: &Options) -> Concrete {
    let (terms, universe) = (&mut session.terms, &mut session.universe);
    let mut decider = NoUnknowns::default();
    let mut meter = Meter::new(FUEL.reference);
    meter.deadline = options.deadline;
    let mut world = World::new(terms, universe, &mut decider, meter, pair.int_mode);
    let examined = examine(pair, &mut world, |_| Vec::new(), &FUEL, options);
    examined.concrete(&world, pair.sequence, Shown::Everything)
}

fn verdict(pair: &Pair, concrete: &Concrete) -> Verdict {
    let name = &pair.entry.name;
    let unknown = |cause: Cause, why: &str| Verdict::unknown(cause, format!("`{name}`: {why}"));
    let value = wording::outcome(&concrete.expected, pair.types(Side::Reference));
    match &concrete.finding {
        Finding::Agree if pair.onlooker.result_can_change(&pair.entry, pair.types(Side::Reference)) => {
            Verdict::Passed(Bounds::new(format!(
                "`{name}` is {value} in both programs when they start; what becomes of it later is not compared"
            )))
        }
        Finding::Agree if concrete.is_cut => Verdict::Passed(Bounds::new(format!(
            "`{name}` is {value} in both programs, as far as it was computed"
        ))),
        Finding::Agree => Verdict::Proved(Bounds::new(format!("`{name}` is {value} in both programs"))),
        // What counts was taken before: this is a difference that only makes a remark.
        Finding::Differ | Finding::MaybeEndless => Verdict::Passed(Bounds::new(format!(
            "`{name}` is the same in both programs but for what is remarked"
        ))),
        Finding::OutsideDomain | Finding::OutsideCondition => {
            Verdict::Vacuous(format!("computing `{name}` of the reference to its end raises {value}"))
        }
        Finding::ReferenceUnfinished => {
            unknown(Cause::Fuel, "the reference does not compute it to its end within its fuel")
        }
        Finding::Cut => unknown(Cause::Fuel, "the submission needs more than its fuel, but may only be slow"),
        Finding::Unsupported(why) => unknown(Cause::Unsupported, why),
        Finding::Interrupted => unknown(Cause::Budget, "the time was up before it was compared"),
    }
}
