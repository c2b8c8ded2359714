//! The third pass: larger inputs, drawn at random where the programs look, and shrunk when they tell the programs apart.

use lydian_core::{Datum, Value, shrink};
use lydian_eval::{Meter, World};
use lydian_explore::{Sampler, Session};

use crate::Options;
use crate::beside::{Beside, Difference, Weight};
use crate::differ::{Finding, Fuel, examine, examine_closed};
use crate::enumerated::passed;
use crate::pair::Pair;

/// What the pass found.
#[derive(Debug, Default)]
pub(crate) struct Sampled {
    /// A difference, shrunk.
    pub(crate) found: Option<Difference>,
    /// Inputs drawn.
    pub(crate) samples: u64,
    /// Inputs on which the reference ended normally.
    pub(crate) relevant: u64,
}

/// What a sample costs beside its steps.
const SAMPLE: u64 = 20;

/// How often a shrunk input is tried.
const TRIES: u32 = 3_000;

/// Runs the pass.
pub(crate) fn sample(pair: &Pair, session: &mut Session, beside: &mut Beside, options: &Options) -> Sampled {
    let roots: Vec<_> = pair.entry.args.iter().map(|ty| session.universe.shapes.intern(ty)).collect();
    let mut result = Sampled::default();
    let mut work = 0;
    while work < options.effort.sample_work && !passed(options) {
        let seed = options.seed.wrapping_mul(1_000_003).wrapping_add(result.samples);
        // Rooms grow and start over, so that all sizes get their share.
        let mut sampler = Sampler::new(seed, 6 + (result.samples % 12) as u32 * 3);
        let mut meter = Meter::new(Fuel::QUICK.reference);
        meter.deadline = options.deadline;
        let Session { terms, universe, int_mode, .. } = session;
        let mut world = World::new(terms, universe, &mut sampler, meter, *int_mode);
        let args: Vec<Value> = roots.iter().map(|root| world.holes.fresh(*root)).collect();
        let mut first = true;
        let arguments = |world: &mut World<'_>| {
            if !std::mem::take(&mut first) {
                world.holes.refresh();
            }
            args.clone()
        };
        let examined = examine(pair, &mut world, arguments, &Fuel::QUICK, options);
        work += SAMPLE + examined.steps;
        result.samples += 1;
        result.relevant += u64::from(matches!(examined.finding, Finding::Agree));
        if !matches!(examined.finding, Finding::Differ) {
            continue;
        }
        if beside.is_extra_text(examined.texts) && beside.has(Weight::Printing) {
            continue;
        }
        world.holes.refresh();
        let holes = std::mem::take(&mut world.holes);
        drop(world);
        let model = sampler.into_model();
        let inputs = session.close(holes, &args, &model);
        if let Some(found) = shrunk(pair, session, &roots, inputs, beside, options) {
            result.found = Some(found);
            break;
        }
    }
    result
}

/// A difference that counts, made small; one that does not is kept beside the verdict.
fn shrunk(
    pair: &Pair,
    session: &mut Session,
    roots: &[lydian_core::ShapeId],
    inputs: Vec<Datum>,
    beside: &mut Beside,
    options: &Options,
) -> Option<Difference> {
    let shapes = session.universe.shapes.clone();
    let (terms, universe) = (&mut session.terms, &mut session.universe);
    let mut run = |inputs: &[Datum]| examine_closed(pair, terms, universe, inputs, &Fuel::QUICK, options);
    let concrete = run(&inputs);
    beside.note(&inputs, &concrete);
    if !matches!(concrete.finding, Finding::Differ) {
        return None;
    }
    let (inputs, _) = beside.sift((inputs, concrete))?;
    let inputs = shrink(&shapes, roots, inputs, TRIES, |inputs| {
        let concrete = run(inputs);
        matches!(concrete.finding, Finding::Differ) && beside.weigh(inputs, &concrete) == Weight::Counts
    });
    let concrete = run(&inputs);
    Some((inputs, concrete))
}
