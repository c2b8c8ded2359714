//! Runs both programs on one input and says whether they differ.
//! The same code serves concrete inputs and unknown ones; only the decider of the world differs.

use std::cmp::Ordering;

use lydian_core::{ConId, Datum, IntMode, Value};
use lydian_eval::equality::{self, Tolerance};
use lydian_eval::{Branches, Limits, Meter, NoUnknowns, Outcome, Resource, Stop, Universe, Watch, World};
use lydian_term::{Model, Terms};

use crate::afterwards::{Afterwards, LeftBehind, Which};
use crate::called::Called;
use crate::condition::is_outside;
use crate::oneness::{self, OneObject};
use crate::pair::{Pair, Side};
use crate::printed::{self, Texts};
use crate::sequence::Sequence;
use crate::special_floats::Ends;
use crate::{Exceptions, Options, close_calls, rounding};

/// What came of running both.
#[derive(Debug, Clone)]
pub(crate) enum Finding {
    /// Both do the same.
    Agree,
    /// The reference raises, so the input does not count.
    OutsideDomain,
    /// The condition of the comparison does not hold, so the input does not count.
    OutsideCondition,
    /// They differ.
    Differ,
    /// The submission has not ended within its fuel; more fuel must show whether it would.
    MaybeEndless,
    /// The reference has not ended within its fuel.
    ReferenceUnfinished,
    /// The run was given up by the search.
    Cut,
    /// Something could not be done.
    Unsupported(String),
    /// The wall clock ran out.
    Interrupted,
}

/// How much fuel a run gets.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fuel {
    /// For the reference.
    pub(crate) reference: Limits,
    /// What the submission gets at least.
    pub(crate) submission: Limits,
    /// How many times the reference's steps the submission gets, if that is more.
    pub(crate) factor: u64,
}

impl Fuel {
    /// For the many runs of a search.
    pub(crate) const QUICK: Fuel = Fuel {
        reference: Limits { steps: 100_000, stack: 200_000, words: 4_000_000 },
        submission: Limits { steps: 20_000, stack: 60_000, words: 4_000_000 },
        factor: 50,
    };

    /// For the run that decides whether a submission ends at all.
    pub(crate) const AMPLE: Fuel = Fuel {
        reference: Limits { steps: 100_000, stack: 200_000, words: 4_000_000 },
        submission: Limits { steps: 200_000, stack: 500_000, words: 15_000_000 },
        factor: 1_000,
    };
}

/// Both programs on one input.
#[derive(Debug, Clone)]
pub(crate) struct Examined {
    pub(crate) finding: Finding,
    /// What the reference does, up to the call that decides; nothing if it was not run.
    pub(crate) expected: Option<Called>,
    /// What the submission does.
    pub(crate) actual: Option<Called>,
    /// The steps of the reference, and those of the submission.
    pub(crate) steps: [u64; 2],
    /// The fuel that the submission had.
    pub(crate) fuel: u64,
    /// The arguments that the two programs leave in different states, if their results are the same.
    pub(crate) left_behind: Vec<LeftBehind<Value>>,
    /// How the printed texts are related, if nothing else differs.
    pub(crate) texts: Texts,
    /// Whether they differ by rounding only.
    pub(crate) is_rounding: bool,
    /// Places of the results with one object in the submission alone, if nothing else differs.
    pub(crate) one_object: Option<OneObject>,
}

impl Examined {
    /// Nothing was run.
    pub(crate) fn nothing(finding: Finding) -> Examined {
        Examined {
            finding,
            expected: None,
            actual: None,
            steps: [0; 2],
            fuel: 0,
            left_behind: Vec::new(),
            texts: Texts::Same,
            is_rounding: false,
            one_object: None,
        }
    }

    /// The steps of both.
    pub(crate) fn all_steps(&self) -> u64 {
        self.steps[0] + self.steps[1]
    }

    /// Whether parts of a result were not computed, so that equal results may still differ there.
    pub(crate) fn is_cut(&self) -> bool {
        self.calls().any(|called| called.is_cut)
    }

    /// What was called on each side.
    pub(crate) fn calls(&self) -> impl Iterator<Item = &Called> {
        self.expected.iter().chain(&self.actual)
    }
}

/// Runs both programs on the same arguments in one world. `arguments` makes them, anew for each program, since a
/// program can change what it is given.
pub(crate) fn examine(
    pair: &Pair,
    world: &mut World<'_>,
    arguments: impl FnMut(&mut World<'_>) -> Vec<Value>,
    fuel: &Fuel,
    options: &Options,
) -> Examined {
    examine_at(pair, world, arguments, fuel, options, [None; 2])
}

/// The same, with another outcome in each program where rounding decides how two numbers compare.
pub(crate) fn examine_at(
    pair: &Pair,
    world: &mut World<'_>,
    mut arguments: impl FnMut(&mut World<'_>) -> Vec<Value>,
    fuel: &Fuel,
    options: &Options,
    close_calls: [Option<Ordering>; 2],
) -> Examined {
    restart(world, fuel.reference);
    let args = arguments(world);
    world.close_calls = close_calls[0];
    let expected = pair.called(Side::Reference, world, &args, options);
    let afterwards = pair.entry.can_change.then(|| match &expected.arguments {
        Some(seen) => Afterwards::of(world, seen, Which::All),
        None => Afterwards::of(world, &args, Which::Changeable),
    });
    let reference_steps = world.meter.steps;
    let mut examined = Examined::nothing(match &expected.last.outcome {
        Outcome::Returned(_) => Finding::Agree,
        Outcome::Raised(exception) if is_outside(exception) => Finding::OutsideCondition,
        Outcome::Raised(_) if options.exceptions.count() => Finding::Agree,
        Outcome::Raised(_) => Finding::OutsideDomain,
        Outcome::Exhausted(Resource::Time) => Finding::Interrupted,
        Outcome::Exhausted(_) => Finding::ReferenceUnfinished,
        Outcome::Cut => Finding::Cut,
        Outcome::Unsupported(why) => Finding::Unsupported(why.clone()),
    });
    examined.steps[0] = reference_steps;
    if !matches!(examined.finding, Finding::Agree) {
        examined.expected = Some(expected);
        return examined;
    }
    let mut limits = fuel.submission;
    limits.steps = limits.steps.max(reference_steps.saturating_mul(fuel.factor));
    restart(world, limits);
    let args = arguments(world);
    world.close_calls = close_calls[1];
    let actual = pair.called(Side::Submission, world, &args, options);
    world.close_calls = None;
    examined.steps[1] = world.meter.steps;
    examined.fuel = limits.steps;
    // Comparing the results must not run out of what the submission has left.
    restart(world, Limits::default());
    let tolerance = rounding::tolerance(&expected, &actual, options);
    let mut compared = compare_outcomes(world, &expected, &actual, tolerance.as_ref(), options);
    let mut left_behind = Vec::new();
    if let (Finding::Agree, Some(afterwards)) = (&compared.finding, afterwards) {
        let args = actual.arguments.as_ref().unwrap_or(&args);
        let left = afterwards.compare(world, args, tolerance.as_ref());
        (compared.finding, left_behind) = (left.finding, left.behind);
        if left.is_rounded {
            compared.rounded.get_or_insert(compared.decisive);
        }
    }
    (examined.finding, examined.left_behind) = (compared.finding, left_behind);
    let mut decisive = compared.decisive;
    if let Finding::Agree = examined.finding
        && let Some(one) = oneness::more_in_submission(&expected, &actual)
    {
        decisive = one.decisive();
        examined.one_object = Some(one);
        examined.finding = Finding::Differ;
    }
    if let Finding::Agree = examined.finding {
        match compare_texts(world, &expected, &actual, tolerance.as_ref(), options) {
            Ok((Texts::Same, _)) => {}
            Ok((Texts::Rounded, call)) => {
                compared.rounded.get_or_insert(call);
            }
            Ok((texts, call)) => {
                (examined.texts, decisive) = (texts, call);
                examined.finding = Finding::Differ;
            }
            Err(stop) => examined.finding = undecided(stop),
        }
    }
    if let (Finding::Agree, Some(call)) = (&examined.finding, compared.rounded) {
        (examined.finding, examined.is_rounding, decisive) = (Finding::Differ, true, call);
    }
    examined.expected = Some(expected.up_to(decisive));
    examined.actual = Some(actual.up_to(decisive));
    examined
}

/// How the calls of a test compare.
struct Compared {
    finding: Finding,
    /// The call that decides.
    decisive: usize,
    /// The first call whose results differ by rounding, if all else agrees.
    rounded: Option<usize>,
}

/// Compares how calls end, one after the other, up to the first that does not end in the same way.
fn compare_outcomes(
    world: &mut World<'_>,
    expected: &Called,
    actual: &Called,
    tolerance: Option<&Tolerance>,
    options: &Options,
) -> Compared {
    let mut compared = Compared { finding: Finding::Agree, decisive: 0, rounded: None };
    for (number, (expected, actual)) in expected.calls().zip(actual.calls()).enumerate() {
        compared.decisive = number;
        let (finding, rounded) =
            compare_outcome(world, &expected.outcome, &actual.outcome, tolerance, options);
        if !matches!(finding, Finding::Agree) {
            compared.finding = finding;
            break;
        }
        if rounded {
            compared.rounded.get_or_insert(number);
        }
    }
    compared
}

fn compare_outcome(
    world: &mut World<'_>,
    expected: &Outcome,
    actual: &Outcome,
    tolerance: Option<&Tolerance>,
    options: &Options,
) -> (Finding, bool) {
    let finding = match (expected, actual) {
        (Outcome::Returned(left), Outcome::Returned(right)) => {
            return same_within(world, left, right, tolerance);
        }
        (Outcome::Raised(_), Outcome::Raised(_)) if options.exceptions == Exceptions::Any => Finding::Agree,
        (Outcome::Raised(left), Outcome::Raised(right)) if is_same_failure(left, right) => Finding::Agree,
        (Outcome::Raised(left), Outcome::Raised(right)) => {
            return same_within(world, left, right, tolerance);
        }
        // The result of an earlier call that could not be kept.
        (Outcome::Unsupported(why), _) => Finding::Unsupported(why.clone()),
        (_, Outcome::Returned(_) | Outcome::Raised(_)) => Finding::Differ,
        (_, Outcome::Exhausted(Resource::Time)) => Finding::Interrupted,
        (_, Outcome::Exhausted(_)) => Finding::MaybeEndless,
        // The reference has ended here, so a submission that goes on asking may never end: a concrete run tells.
        (_, Outcome::Cut) => Finding::MaybeEndless,
        (_, Outcome::Unsupported(why)) => Finding::Unsupported(why.clone()),
    };
    (finding, false)
}

/// Compares what calls print, one after the other; what the reference prints otherwise weighs more than what it does not print.
fn compare_texts(
    world: &mut World<'_>,
    expected: &Called,
    actual: &Called,
    tolerance: Option<&Tolerance>,
    options: &Options,
) -> Result<(Texts, usize), Stop> {
    let mut found = (Texts::Same, 0);
    for (call, (expected, actual)) in expected.calls().zip(actual.calls()).enumerate() {
        let texts = printed::compare(world, &expected.output, &actual.output, tolerance, options)?;
        match (found.0, texts) {
            (_, Texts::Same) => {}
            (_, Texts::Differ) => return Ok((Texts::Differ, call)),
            (Texts::Same, _) | (Texts::Rounded, Texts::OnlyTheSubmissionPrints) => found = (texts, call),
            _ => {}
        }
    }
    // Whoever prints in one call of a test has printing in its behaviour.
    if found.0 == Texts::OnlyTheSubmissionPrints && expected.prints() {
        Ok((Texts::Differ, found.1))
    } else {
        Ok(found)
    }
}

/// Whether both are failed matches or failed assertions: these carry a place in their own file, which says nothing.
fn is_same_failure(left: &Value, right: &Value) -> bool {
    let (Value::Block(left), Value::Block(right)) = (left, right) else { return false };
    left.con == right.con && [ConId::MATCH_FAILURE, ConId::ASSERT_FAILURE].contains(&left.con)
}

/// Whether two results are the same, and if so, whether only within what rounding allows.
pub(crate) fn same_within(
    world: &mut World<'_>,
    left: &Value,
    right: &Value,
    tolerance: Option<&Tolerance>,
) -> (Finding, bool) {
    let equal = equality::agree(world, left, right).and_then(|equal| world.truth(&equal));
    match (equal, tolerance) {
        (Ok(true), _) => (Finding::Agree, false),
        (Ok(false), None) => (Finding::Differ, false),
        (Ok(false), Some(tolerance)) => {
            let close = equality::agree_within(world, left, right, tolerance);
            match close.and_then(|close| world.truth(&close)) {
                Ok(true) => (Finding::Agree, true),
                Ok(false) => (Finding::Differ, false),
                Err(stop) => (undecided(stop), false),
            }
        }
        (Err(stop), _) => (undecided(stop), false),
    }
}

/// What to do where functions stand inside of a result.
const CALL_THEM: &str = "`--observe OBSERVER.ml` compares what they do, through a function that calls them";

/// What a comparison that was stopped comes to.
fn undecided(stop: Stop) -> Finding {
    match stop {
        Stop::Cut => Finding::Cut,
        Stop::Unsupported(why) if why == equality::FUNCTIONS => {
            Finding::Unsupported(format!("{why}; {CALL_THEM}"))
        }
        Stop::Unsupported(why) => Finding::Unsupported(why),
        Stop::Exhausted(_) => Finding::Unsupported("results too large to compare".into()),
        Stop::Raise(_) => Finding::Unsupported("results that cannot be compared".into()),
    }
}

fn restart(world: &mut World<'_>, limits: Limits) {
    let deadline = world.meter.deadline;
    world.meter = Meter::new(limits);
    world.meter.deadline = deadline;
    world.output.clear();
}

/// The outcome of a concrete run, in a form that can be kept.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Closed {
    Value(Datum),
    Exception(Datum),
    NoResult { steps: u64 },
    Other,
}

/// The width of OCaml's own integers.
const OCAML_BITS: u32 = 63;

/// A concrete run of both programs.
#[derive(Debug, Clone)]
pub(crate) struct Concrete {
    pub(crate) finding: Finding,
    pub(crate) expected: Closed,
    pub(crate) actual: Closed,
    /// The steps of the reference, and those of the submission.
    pub(crate) steps: [u64; 2],
    /// The arguments as the two programs leave them, where only that differs.
    pub(crate) left_behind: Vec<LeftBehind<Datum>>,
    /// How the entry was called.
    pub(crate) sequence: Sequence,
    /// Which call the outcomes are those of.
    pub(crate) decisive: usize,
    /// How the printed texts are related, if only these differ.
    pub(crate) texts: Texts,
    /// What the two programs print, in words, where their calls differ.
    pub(crate) printed: [Option<String>; 2],
    /// Whether an integer left its range in the reference's call, and in the submission's.
    pub(crate) wraps: [bool; 2],
    /// Whether the reference stirs the bits of what wraps.
    pub(crate) stirs: bool,
    /// Where floating-point numbers lie in the inputs, or come to in either program.
    pub(crate) ends: Ends,
    /// Whether the reference printed anything.
    pub(crate) reference_prints: bool,
    /// Whether parts of the results were not computed.
    pub(crate) is_cut: bool,
    /// Whether the programs differ by rounding only.
    pub(crate) is_rounding: bool,
    /// Whether that is since it decides how two numbers compare.
    pub(crate) rounding_decides: bool,
    /// Places of the results with one object in the submission alone, where only that differs.
    pub(crate) one_object: Option<OneObject>,
    /// The width of the first range that an integer left.
    pub(crate) left_bits: u32,
    /// Whether they are known to differ with integers of any size, too, although one left its range here.
    pub(crate) stays_unbounded: bool,
}

impl Concrete {
    /// Whether an integer left its range in either call.
    pub(crate) fn wraps(&self) -> bool {
        self.wraps[0] || self.wraps[1]
    }

    /// The steps of both.
    pub(crate) fn all_steps(&self) -> u64 {
        self.steps[0] + self.steps[1]
    }

    /// What is shown of the printed texts: both where they are told apart, by themselves or beside another difference.
    pub(crate) fn texts_to_show(&self) -> [Option<String>; 2] {
        if self.printed[0] == self.printed[1] { [None, None] } else { self.printed.clone() }
    }

    /// Whether the programs differ, as far as can be told.
    pub(crate) fn differs(&self) -> bool {
        matches!(self.finding, Finding::Differ | Finding::MaybeEndless)
    }
}

/// Runs both programs on a closed input.
pub(crate) fn examine_closed(
    pair: &Pair,
    terms: &mut Terms,
    universe: &mut Universe,
    inputs: &[Datum],
    fuel: &Fuel,
    options: &Options,
) -> Concrete {
    examine_noting(pair, terms, universe, inputs, fuel, options, &mut None)
}

/// The same, with the branches that both programs take noted where there is somebody to note them.
pub(crate) fn examine_noting(
    pair: &Pair,
    terms: &mut Terms,
    universe: &mut Universe,
    inputs: &[Datum],
    fuel: &Fuel,
    options: &Options,
    branches: &mut Option<Box<Branches>>,
) -> Concrete {
    examine_with(pair, pair.int_mode, terms, universe, inputs, fuel, options, branches)
}

/// Whether the programs differ on an input with integers of any size, so that it is not the range of integers that tells them apart.
pub(crate) fn differ_unbounded(
    pair: &Pair,
    terms: &mut Terms,
    universe: &mut Universe,
    inputs: &[Datum],
    options: &Options,
) -> bool {
    let mut run = |fuel: &Fuel| {
        examine_with(pair, IntMode::Unbounded, terms, universe, inputs, fuel, options, &mut None)
    };
    let quick = run(&Fuel::QUICK);
    match quick.finding {
        Finding::MaybeEndless => run(&Fuel::AMPLE).differs(),
        _ => quick.differs() && !quick.is_rounding,
    }
}

#[allow(clippy::too_many_arguments, reason = "all of them belong to one run")]
fn examine_with(
    pair: &Pair,
    int_mode: IntMode,
    terms: &mut Terms,
    universe: &mut Universe,
    inputs: &[Datum],
    fuel: &Fuel,
    options: &Options,
    branches: &mut Option<Box<Branches>>,
) -> Concrete {
    let mut decider = NoUnknowns::default();
    let mut meter = Meter::new(fuel.reference);
    meter.deadline = options.deadline;
    let mut world = World::new(terms, universe, &mut decider, meter, int_mode);
    world.branches = branches.take();
    world.sized_unbounded = int_mode == IntMode::Unbounded && pair.int_mode != IntMode::Unbounded;
    let arguments =
        |world: &mut World<'_>| inputs.iter().map(|input| world.plant(input)).collect::<Vec<Value>>();
    let mut examined = examine(pair, &mut world, arguments, fuel, options);
    *branches = world.branches.take();
    let rounding_decides = close_calls::decide(pair, &mut world, || arguments, &examined, fuel, options);
    examined.is_rounding |= rounding_decides;
    // Most runs agree; their results are not looked at again.
    let shown = match examined.finding {
        Finding::Differ | Finding::MaybeEndless => Shown::Everything,
        _ => Shown::Nothing,
    };
    let mut concrete = examined.concrete(&world, pair.sequence, shown);
    concrete.ends = concrete.ends.and(Ends::of_inputs(inputs));
    concrete.rounding_decides = rounding_decides;
    concrete
}

/// Which outcomes of a run are kept in a form that can be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shown {
    Nothing,
    Everything,
}

impl Examined {
    /// The same in a form that can be kept, if the run was concrete.
    pub(crate) fn concrete(self, world: &World<'_>, sequence: Sequence, shown: Shown) -> Concrete {
        let examined = self;
        let Examined { expected, actual, .. } = &examined;
        let close = |called: &Option<Called>| match called.as_ref().map(|called| &called.last.outcome) {
            _ if shown == Shown::Nothing => Closed::Other,
            Some(Outcome::Returned(value)) => Closed::Value(world.close(value, &Model::new())),
            Some(Outcome::Raised(value)) => Closed::Exception(world.close(value, &Model::new())),
            Some(Outcome::Exhausted(_)) => Closed::NoResult { steps: examined.fuel },
            _ => Closed::Other,
        };
        let text = |called: &Option<Called>| match called {
            Some(called) if shown == Shown::Everything => printed::comment(&called.last.output),
            _ => None,
        };
        let closed = |left: &LeftBehind<Value>| LeftBehind {
            argument: left.argument,
            expected: world.close(&left.expected, &Model::new()),
            actual: world.close(&left.actual, &Model::new()),
        };
        let left_behind = examined.left_behind.iter().map(closed).collect();
        let wraps = |called: &Option<Called>| {
            called.as_ref().and_then(|called| called.watch.as_ref()).is_some_and(|watch| watch.overflowed)
        };
        let watches = || examined.calls().filter_map(|called| called.watch.as_ref());
        let left_bits = watches().find_map(|watch| watch.left_bits);
        let ends = watches().map(Ends::of_watch).fold(Ends::default(), Ends::and);
        Concrete {
            left_bits: left_bits.unwrap_or(OCAML_BITS),
            expected: close(expected),
            actual: close(actual),
            steps: examined.steps,
            left_behind,
            sequence,
            decisive: expected.as_ref().map_or(0, |called| called.earlier.len()),
            texts: examined.texts,
            printed: [text(expected), text(actual)],
            wraps: [wraps(expected), wraps(actual)],
            stirs: expected.iter().filter_map(|called| called.watch.as_ref()).any(Watch::stirs),
            ends,
            reference_prints: expected.as_ref().is_some_and(Called::prints),
            is_cut: examined.is_cut(),
            is_rounding: examined.is_rounding,
            rounding_decides: false,
            one_object: examined.one_object,
            stays_unbounded: false,
            finding: examined.finding,
        }
    }
}
