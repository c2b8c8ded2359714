//! The first pass: small inputs of simple values, one by one.
//! It needs no solver and finds most differences; values are 0, 1, -1, two names, and the constants of both programs.

use lydian_budget::Deadline;
use lydian_core::Datum;
use lydian_enumerate::{Constants, Enumerator};
use lydian_eval::Universe;
use lydian_term::Terms;

use crate::Options;
use crate::beside::{Beside, Weight};
use crate::differ::{Concrete, Finding, Fuel, Patience, examine_closed, examine_endless};
use crate::pair::Pair;

/// What the pass found.
#[derive(Debug, Default)]
pub(crate) struct Enumerated {
    /// The first difference.
    pub(crate) found: Option<(Vec<Datum>, Concrete)>,
    /// Inputs tried.
    pub(crate) cases: u64,
    /// Inputs on which the reference ended normally.
    pub(crate) relevant: u64,
    /// Steps taken by all runs.
    pub(crate) steps: u64,
    /// What could not be done, if anything.
    pub(crate) unsupported: Option<String>,
    /// Whether the wall clock ended it.
    pub(crate) interrupted: bool,
    /// What is known about a submission that takes long.
    pub(crate) patience: Patience,
}

/// Runs the pass.
pub(crate) fn enumerate(
    pair: &Pair,
    terms: &mut Terms,
    universe: &mut Universe,
    constants: &Constants,
    beside: &mut Beside,
    options: &Options,
) -> Enumerated {
    let mut enumerator = Enumerator::of_types(&mut universe.shapes, &pair.entry.args, &constants.pool());
    let mut result = Enumerated::default();
    let last = enumerator.largest_size().unwrap_or(64).min(64);
    for size in 0..=last {
        let count = enumerator.count(size);
        let left = options.effort.cases.saturating_sub(result.cases);
        if left == 0 {
            break;
        }
        // A class that fits is tried in order; of a larger one a sample is taken.
        let all = count <= left.into();
        let inputs: Box<dyn Iterator<Item = Vec<Datum>>> = if all {
            Box::new(enumerator.of_size(size))
        } else {
            Box::new(enumerator.of_size_shuffled(size, options.seed).take(left as usize))
        };
        for inputs in inputs {
            let concrete = examine_closed(pair, terms, universe, &inputs, &Fuel::QUICK, options);
            result.cases += 1;
            result.steps += concrete.steps;
            beside.note(&inputs, &concrete);
            match &concrete.finding {
                Finding::Agree => result.relevant += 1,
                Finding::Differ => {
                    result.relevant += 1;
                    result.found = beside.sift((inputs, concrete));
                    if result.found.is_some() {
                        return result;
                    }
                }
                Finding::MaybeEndless => {
                    result.relevant += 1;
                    // One example of a program that runs on because a counter wrapped is enough: each costs ample fuel.
                    let weight = beside.weigh(&inputs, &concrete);
                    if result.patience.accuses() && !beside.has(weight) {
                        let ample = examine_endless(pair, terms, universe, &inputs, options);
                        let confirmed = ample.differs();
                        if weight == Weight::Counts || !confirmed {
                            result.patience.note(confirmed);
                        }
                        if confirmed {
                            result.found = beside.sift((inputs, ample));
                            if result.found.is_some() {
                                return result;
                            }
                        }
                    }
                }
                Finding::Unsupported(why) => {
                    result.unsupported.get_or_insert_with(|| why.clone());
                }
                Finding::Interrupted => {
                    result.interrupted = true;
                    return result;
                }
                Finding::OutsideDomain | Finding::ReferenceUnfinished | Finding::Cut => {}
            }
            if result.steps > options.effort.case_steps || passed(options) {
                return result;
            }
        }
        if !all {
            break;
        }
    }
    result
}

/// Whether the deadline has passed.
pub(crate) fn passed(options: &Options) -> bool {
    options.deadline.is_some_and(Deadline::passed)
}
