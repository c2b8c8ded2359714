//! The second pass: the path search over unknown inputs.
//! Every path that ends in a difference gives a condition; the smallest readable values that meet it become the case.

use lydian_core::{Datum, HoleId, Shape, Value};
use lydian_eval::{Meter, Stop, World};
use lydian_explore::{Bounds, Path, Search, Session};
use lydian_solver::{Budget, Hints};
use lydian_term::{Model, TermId};

use crate::beside::{Beside, Difference, Weight};
use crate::differ::{Examined, Finding, Fuel, Patience, examine, examine_closed, examine_endless};
use crate::enumerated::passed;
use crate::overflow::{Wrapping, wrapping};
use crate::pair::Pair;
use crate::printed;
use crate::{Options, Strategy};
use lydian_enumerate::Constants;

/// What the pass found.
pub(crate) struct Searched {
    /// The first confirmed difference.
    pub(crate) found: Option<Difference>,
    /// The search, for what it covered.
    pub(crate) search: Search,
    /// Paths on which the reference ended normally.
    pub(crate) relevant: u64,
    /// Steps taken by all runs.
    pub(crate) steps: u64,
    /// Differences that did not show when run concretely.
    pub(crate) spurious: u64,
    /// Paths on which the reference did not end within its fuel.
    pub(crate) unfinished: u64,
    /// Whether some unknowns were decided among some of their values only.
    pub(crate) approximate: bool,
    /// What could not be done, if anything.
    pub(crate) unsupported: Option<String>,
    /// Whether the wall clock ended it.
    pub(crate) interrupted: bool,
}

/// Runs the pass.
pub(crate) fn search(
    pair: &Pair,
    session: &mut Session,
    constants: &Constants,
    patience: Patience,
    beside: &mut Beside,
    options: &Options,
    watch: &mut dyn FnMut(&mut Session, &Path<Examined>),
) -> Searched {
    let roots: Vec<_> = pair.entry.args.iter().map(|ty| session.universe.shapes.intern(ty)).collect();
    let smallest = roots.iter().map(|root| session.universe.shapes.min_size(*root).unwrap_or(0)).sum();
    session.universe.floats.extend(constants.floats.iter().copied());
    let mut bounds = Bounds { work: options.effort.work, ..Bounds::default() };
    bounds.question.deadline = options.deadline;
    let question = bounds.question.clone();
    let mut result = Searched {
        found: None,
        search: Search::new(bounds, smallest),
        relevant: 0,
        steps: 0,
        spurious: 0,
        unfinished: 0,
        approximate: pair.entry.polymorphic || pair.has_state() || pair.works_in_stages,
        unsupported: None,
        interrupted: false,
    };
    let mut meter = Meter::new(Fuel::QUICK.reference);
    meter.deadline = options.deadline;
    let mut patience = patience;
    let mut fallback: Option<(Difference, u32, u64)> = None;
    loop {
        if let Some((_, size, last)) = &fallback
            && (result.search.counts().work >= *last
                || result.search.covered_below().is_none_or(|at| at > *size))
        {
            break;
        }
        if passed(options) {
            result.interrupted = true;
            break;
        }
        let mut approximate = false;
        let path = result.search.next(session, &meter, |world| {
            let args: Vec<Value> = roots.iter().map(|root| world.holes.fresh(*root)).collect();
            if options.strategy == Strategy::EagerShapes
                && let Err(stop) = fill(world, &args)
            {
                return (nothing_ran(stop), false);
            }
            let mut first = true;
            let arguments = |world: &mut World<'_>| {
                if !std::mem::take(&mut first) {
                    world.holes.refresh();
                }
                args.clone()
            };
            let examined = examine(pair, world, arguments, &Fuel::QUICK, options);
            let complete = matches!(
                examined.finding,
                Finding::Agree | Finding::OutsideDomain | Finding::Differ | Finding::MaybeEndless
            );
            approximate |= world.approximate || examined.is_cut();
            beside.is_cut |= examined.is_cut();
            (examined, complete)
        });
        let Some(path) = path else { break };
        result.approximate |= approximate;
        watch(session, &path);
        result.steps += path.result.steps;
        result.search.charge(path.result.steps);
        match &path.result.finding {
            Finding::Agree => {
                result.relevant += 1;
                beside
                    .note_printing(path.result.expected.iter().any(|called| printed::prints(&called.output)));
            }
            Finding::OutsideDomain => {}
            Finding::Differ | Finding::MaybeEndless => {
                result.relevant += 1;
                if beside.is_extra_text(path.result.texts) && beside.has(Weight::Printing) {
                    continue;
                }
                let endless = matches!(path.result.finding, Finding::MaybeEndless);
                let wrapping = wrapping(session, &path, options, &question);
                result.search.charge(wrapping.work());
                let only_wrapping = matches!(wrapping, Wrapping::Always | Wrapping::Undecided);
                if only_wrapping && beside.has(Weight::Overflow) && !beside.may_wrap_on_purpose() {
                    if !matches!(wrapping, Wrapping::Always) {
                        result.search.lose(path.size);
                    }
                    continue;
                }
                if endless && !only_wrapping && !patience.accuses() {
                    result.search.lose(path.size);
                    continue;
                }
                let (model, conditions) = match &wrapping {
                    Wrapping::NotWith(model, conditions) => (model, conditions),
                    _ => (&path.model, &path.conditions),
                };
                let under = Under { model, conditions, arity: roots.len() };
                let found = confirm(pair, session, constants, options, &path, &under);
                if endless && !only_wrapping {
                    patience.note(found.is_some());
                }
                let Some(found) = found else {
                    // Not a difference after all, or only with fuel that a search does not have.
                    result.spurious += 1;
                    result.search.lose(path.size);
                    continue;
                };
                beside.note(&found.0, &found.1);
                let wraps = found.1.wraps();
                let Some(found) = beside.sift(found) else {
                    if wraps && !matches!(wrapping, Wrapping::Always) {
                        result.search.lose(path.size);
                    }
                    continue;
                };
                if is_readable(&found.0) {
                    result.found = Some(found);
                    break;
                }
                // An overflow tells programs apart, but a plain number of the same size tells a person more.
                if fallback.is_none() {
                    fallback = Some((found, path.size, result.search.counts().work + MORE_WORK));
                }
            }
            Finding::ReferenceUnfinished => result.unfinished += 1,
            Finding::Cut => {}
            Finding::Unsupported(why) => {
                result.unsupported.get_or_insert_with(|| why.clone());
            }
            Finding::Interrupted => {
                result.interrupted = true;
                break;
            }
        }
    }
    if result.found.is_none() {
        result.found = fallback.map(|(found, _, _)| found);
    }
    result
}

/// How much work is done for a difference that is easier to read than the one found.
const MORE_WORK: u64 = 10_000;

/// Whether all numbers of an input are such that a person can work with them.
fn is_readable(inputs: &[Datum]) -> bool {
    inputs.iter().all(|input| match input {
        Datum::Int(int) => int.bit_length() <= 40,
        Datum::Construct(_, _, parts) | Datum::Array(parts) => is_readable(parts),
        Datum::Lazy(part) => is_readable(std::slice::from_ref(part)),
        Datum::Function(function) => {
            function.constant.as_ref().is_none_or(|constant| is_readable(std::slice::from_ref(constant)))
        }
        _ => true,
    })
}

fn nothing_ran(stop: Stop) -> Examined {
    let finding = match stop {
        Stop::Unsupported(why) => Finding::Unsupported(why),
        _ => Finding::Cut,
    };
    Examined::nothing(finding)
}

/// Decides every constructor of the inputs at once.
fn fill(world: &mut World<'_>, args: &[Value]) -> Result<(), Stop> {
    let mut work: Vec<Value> = args.iter().rev().cloned().collect();
    while let Some(value) = work.pop() {
        if let Value::Hole(hole) = value
            && let Some(shape) = world.holes.shape(hole)
            && matches!(world.universe.shapes.shape(shape), Shape::Int | Shape::String | Shape::Function(_))
        {
            continue;
        }
        match world.look(&value)? {
            Value::Block(block) => work.extend(block.fields.iter().rev().cloned()),
            Value::Mutable(cells) => work.extend(cells.fields.borrow().iter().rev().cloned()),
            Value::Array(elements) => work.extend(elements.borrow().iter().rev().cloned()),
            _ => {}
        }
    }
    Ok(())
}

/// Under which values a path is run concretely.
struct Under<'p> {
    /// Values that take it.
    model: &'p Model,
    /// What such values satisfy.
    conditions: &'p [TermId],
    /// The number of the arguments.
    arity: usize,
}

/// Runs a path that ends in a difference concretely, with the values of its model and then with small ones.
fn confirm(
    pair: &Pair,
    session: &mut Session,
    constants: &Constants,
    options: &Options,
    path: &Path<Examined>,
    under: &Under<'_>,
) -> Option<Difference> {
    let first = confirm_model(pair, session, options, path, under.model, under.arity)?;
    let hints = Hints { ints: constants.ints.clone(), strings: constants.strings.clone() };
    let budget = Budget { rlimit: 50_000, deadline: options.deadline };
    match session.small_model(under.conditions, &hints, &budget) {
        Some(model) => confirm_model(pair, session, options, path, &model, under.arity).or(Some(first)),
        None => Some(first),
    }
}

fn confirm_model(
    pair: &Pair,
    session: &mut Session,
    options: &Options,
    path: &Path<Examined>,
    model: &Model,
    arity: usize,
) -> Option<Difference> {
    let inputs = close_inputs(session, path, model, arity);
    let (terms, universe) = (&mut session.terms, &mut session.universe);
    let mut concrete = examine_closed(pair, terms, universe, &inputs, &Fuel::QUICK, options);
    if matches!(concrete.finding, Finding::MaybeEndless) {
        concrete = examine_endless(pair, terms, universe, &inputs, options);
    }
    concrete.differs().then_some((inputs, concrete))
}

/// The inputs of a path under a model.
pub(crate) fn close_inputs(
    session: &mut Session,
    path: &Path<Examined>,
    model: &Model,
    arity: usize,
) -> Vec<Datum> {
    // The arguments are the first holes of every run.
    let args: Vec<Value> = (0..arity).map(|index| Value::Hole(HoleId(index as u32))).collect();
    let mut holes = path.holes.clone();
    holes.refresh();
    session.close(holes, &args, model)
}
