//! The third pass: larger inputs, drawn at random where the programs look, and shrunk when they tell the programs apart.

use lydian_core::{Datum, Value, shrink};
use lydian_eval::{Meter, World};
use lydian_explore::{Sampler, Session};

use crate::Options;
use crate::differ::{Concrete, Finding, Fuel, examine, examine_closed};
use crate::enumerated::passed;
use crate::pair::Pair;

/// What the pass found.
#[derive(Debug, Default)]
pub(crate) struct Sampled {
    /// A difference, shrunk.
    pub(crate) found: Option<(Vec<Datum>, Concrete)>,
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
pub(crate) fn sample(pair: &Pair, session: &mut Session, options: &Options) -> Sampled {
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
        world.holes.refresh();
        let holes = std::mem::take(&mut world.holes);
        drop(world);
        let model = sampler.into_model();
        let inputs = session.close(holes, &args, &model);
        if let Some(found) = shrunk(pair, session, &roots, inputs, options) {
            result.found = Some(found);
            break;
        }
    }
    result
}

fn shrunk(
    pair: &Pair,
    session: &mut Session,
    roots: &[lydian_core::ShapeId],
    inputs: Vec<Datum>,
    options: &Options,
) -> Option<(Vec<Datum>, Concrete)> {
    let shapes = session.universe.shapes.clone();
    let (terms, universe) = (&mut session.terms, &mut session.universe);
    let mut run = |inputs: &[Datum]| examine_closed(pair, terms, universe, inputs, &Fuel::QUICK, options);
    if !matches!(run(&inputs).finding, Finding::Differ) {
        return None;
    }
    let inputs =
        shrink(&shapes, roots, inputs, TRIES, |inputs| matches!(run(inputs).finding, Finding::Differ));
    let concrete = run(&inputs);
    Some((inputs, concrete))
}
