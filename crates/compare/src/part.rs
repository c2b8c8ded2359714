//! Where two programs part: the innermost call that goes wrong.
//! Both programs run the counterexample with their calls recorded. A call in the submission is checked by calling the function that plays
//! the same part in the reference on the same arguments; of the wrong calls, the one without a wrong call inside is shown.
//! A function of the same name plays the same part. Otherwise one of a fitting type does if both runs call the two on the same arguments
//! all the time; or sometimes, if they also agree on the smallest inputs; or never, if they agree on many; and no other one agrees on as
//! many.
//! Whatever is shown was computed by both functions on these arguments from the start of their programs.

use std::collections::HashMap;

use lydian_core::{Datum, Value};
use lydian_enumerate::{Constants, Enumerator};
use lydian_eval::{CallRecord, Limits, Machine, Meter, NoUnknowns, Outcome, World, equality};
use lydian_explore::Session;
use lydian_term::Model;

use crate::differ::Closed;
use crate::helpers::Helper;
use crate::pair::{Pair, Side};
use crate::rounding::relative_tolerance;
use crate::sequence::Sequence;
use crate::wording::{self, is_data};

/// Calls that are checked at most.
const MOST_CALLS: usize = 400;

/// The limits of each checked call.
const LIMITS: Limits = Limits { steps: 200_000, stack: 400_000, words: 8_000_000 };

/// Functions with different names are compared on so many small inputs.
const SMALL_INPUTS: usize = 60;

/// Where both runs call two functions on the same arguments now and then, they must agree on so many of these.
const FEW: usize = 2;

/// Where they never do, on so many.
const MANY: usize = SMALL_INPUTS / 2;

/// The size of the largest of these.
const LARGEST: u32 = 8;

/// The limits of a call on one of these.
const SMALL_LIMITS: Limits = Limits { steps: 10_000, stack: 40_000, words: 400_000 };

/// Says where the programs part in the last call of a test, when it is not just the call of the entry itself.
pub(crate) fn where_they_part(
    pair: &Pair,
    session: &mut Session,
    inputs: &[Datum],
    sequence: Sequence,
) -> Option<String> {
    let mut decider = NoUnknowns::default();
    let int_mode = session.int_mode;
    let mut world =
        World::new(&mut session.terms, &mut session.universe, &mut decider, Meter::new(LIMITS), int_mode);
    let records = trace(pair, &mut world, Side::Submission, inputs, sequence);
    let expected = trace(pair, &mut world, Side::Reference, inputs, sequence);
    let own: Vec<usize> = (0..records.len())
        .filter(|index| records[*index].program == pair.id(Side::Submission))
        .take(MOST_CALLS)
        .collect();
    let mut partners = Partners { pair, records: &records, expected: &expected, known: HashMap::new() };
    // A wrong call is innermost when no call made from it is wrong; calls come before those that they make.
    let mut wrong_inside = vec![false; records.len()];
    let mut innermost = None;
    for index in own.into_iter().rev() {
        let record = &records[index];
        let found =
            partners.of(&mut world, &record.name).and_then(|name| check(pair, &mut world, record, &name));
        let is_wrong = found.is_some();
        if (is_wrong || wrong_inside[index])
            && let Some(caller) = record.caller
        {
            wrong_inside[caller] = true;
        }
        if let Some(text) = found
            && !wrong_inside[index]
            && record.caller.is_some()
        {
            innermost = Some(text);
        }
    }
    innermost
}

/// The calls that one program makes in the last call of a test.
fn trace(
    pair: &Pair,
    world: &mut World<'_>,
    side: Side,
    inputs: &[Datum],
    sequence: Sequence,
) -> Vec<CallRecord> {
    world.meter = Meter::new(LIMITS);
    let args: Vec<Value> = inputs.iter().map(|input| world.plant(input)).collect();
    let Traced(records) = pair.run_with(side, world, |machine, entry| {
        let (_, calls) = sequence.split(&args);
        let (Ok(functions), Some((last, earlier))) =
            (sequence.made(machine, entry, &args), calls.split_last())
        else {
            return Traced(Vec::new());
        };
        for (number, args) in earlier.iter().enumerate() {
            machine.call(&functions[sequence.instance_of(number)], args);
        }
        let made = match pair.made(machine, side, last) {
            None => None,
            Some(Ok(made)) => Some(made),
            Some(Err(_)) => return Traced(Vec::new()),
        };
        machine.start_trace();
        let function = &functions[sequence.instance_of(earlier.len())];
        machine.call(function, made.as_deref().unwrap_or(&sequence.arguments(last)));
        Traced(machine.take_trace())
    });
    records
}

struct Traced(Vec<CallRecord>);

impl From<Outcome> for Traced {
    fn from(_: Outcome) -> Traced {
        Traced(Vec::new())
    }
}

/// Which functions play the same part, as far as it was asked.
struct Partners<'a> {
    pair: &'a Pair,
    records: &'a [CallRecord],
    expected: &'a [CallRecord],
    known: HashMap<String, Option<String>>,
}

impl Partners<'_> {
    /// The name in the reference of what plays the part of a function of the submission.
    fn of(&mut self, world: &mut World<'_>, name: &str) -> Option<String> {
        if let Some(known) = self.known.get(name) {
            return known.clone();
        }
        let partner = match self.pair.helpers.of(name) {
            [] => None,
            [same] if same.name == name => Some(same.name.clone()),
            candidates => self.best(world, name, candidates),
        };
        self.known.insert(name.to_owned(), partner.clone());
        partner
    }

    /// The one of several candidates that does most alike.
    fn best(&self, world: &mut World<'_>, name: &str, candidates: &[Helper]) -> Option<String> {
        let mut best: Option<(&Helper, usize)> = None;
        let mut is_tied = false;
        for candidate in candidates {
            let agreed = agreed_from_the_smallest_on(self.pair, world, name, candidate);
            let wanted = match self.common_calls(world, name, candidate) {
                CommonCalls::All => 0,
                CommonCalls::Some => FEW,
                CommonCalls::None => MANY,
            };
            if agreed < wanted {
                continue;
            }
            match best {
                Some((_, most)) if most == agreed => is_tied = true,
                Some((_, most)) if most > agreed => {}
                _ => (best, is_tied) = (Some((candidate, agreed)), false),
            }
        }
        best.filter(|_| !is_tied).map(|(candidate, _)| candidate.name.clone())
    }

    /// Which calls of the two are in both runs.
    fn common_calls(&self, world: &World<'_>, name: &str, candidate: &Helper) -> CommonCalls {
        let calls = |records: &[CallRecord], name: &str| -> Vec<Vec<Datum>> {
            let named = records.iter().filter(|record| *record.name == *name).take(MOST_CALLS);
            named.map(|record| closed_all(world, &record.args)).collect()
        };
        let (own, expected) = (calls(self.records, name), calls(self.expected, &candidate.name));
        match expected.iter().any(|args| own.contains(args)) {
            true if own == expected => CommonCalls::All,
            true => CommonCalls::Some,
            false => CommonCalls::None,
        }
    }
}

/// How the calls of two functions in two runs are related.
enum CommonCalls {
    /// They are called on the same arguments in the same order.
    All,
    /// There are calls on the same arguments.
    Some,
    /// There are none.
    None,
}

/// On how many small inputs two functions agree, in order of size, before the first on which they do not: a mistake mostly shows behind
/// the very smallest.
fn agreed_from_the_smallest_on(pair: &Pair, world: &mut World<'_>, name: &str, candidate: &Helper) -> usize {
    let mut shapes = world.universe.shapes.clone();
    let mut enumerator = Enumerator::of_types(&mut shapes, &candidate.args, &Constants::default().pool());
    let mut inputs = Vec::new();
    for size in 0..=LARGEST {
        inputs.extend(enumerator.of_size(size).take(SMALL_INPUTS - inputs.len()));
    }
    let mut agreed = 0;
    for input in inputs {
        let mut call = |side, called: &str| {
            let args: Vec<Value> = input.iter().map(|input| world.plant(input)).collect();
            run(pair, world, side, (called, &candidate.name), &args, SMALL_LIMITS)
        };
        let (expected, actual) = (call(Side::Reference, &candidate.name), call(Side::Submission, name));
        match differ(pair, world, &expected, &actual) {
            Some(true) => break,
            Some(false) => agreed += 1,
            None => {}
        }
    }
    agreed
}

/// Calls a function of one program, from the start of it; the result is looked at as a user would, by the reference's name.
fn run(
    pair: &Pair,
    world: &mut World<'_>,
    side: Side,
    (name, in_reference): (&str, &str),
    args: &[Value],
    limits: Limits,
) -> Outcome {
    world.meter = Meter::new(limits);
    pair.run_with(side, world, |machine, _| match machine.global(pair.id(side), name) {
        Some(function @ (Value::Closure(_) | Value::Partial(_))) => {
            let outcome = machine.call(&function, args);
            seen(pair, machine, in_reference, outcome)
        }
        _ => Outcome::Cut,
    })
}

/// A result as a user looks at it: a set is what it holds.
fn seen(pair: &Pair, machine: &mut Machine<'_, '_, '_>, name: &str, outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Returned(value) => pair.onlooker.seen_result(machine, name, &value),
        other => other,
    }
}

/// Whether two calls end differently; nothing if that cannot be told. Which exception is raised does not matter.
fn differ(pair: &Pair, world: &mut World<'_>, expected: &Outcome, actual: &Outcome) -> Option<bool> {
    world.meter = Meter::new(LIMITS);
    match (expected, actual) {
        (Outcome::Returned(left), Outcome::Returned(right)) => {
            let agree = match relative_tolerance(pair.floats) {
                Some(tolerance) => equality::agree_within(world, left, right, &tolerance),
                None => equality::agree(world, left, right),
            };
            match agree.ok()? {
                Value::Bool(agree) => Some(!agree),
                _ => None,
            }
        }
        (Outcome::Returned(_), Outcome::Raised(_)) | (Outcome::Raised(_), Outcome::Returned(_)) => Some(true),
        (Outcome::Raised(_), Outcome::Raised(_)) => Some(false),
        _ => None,
    }
}

/// A wrong call in words, by the reference's name of the function; nothing if the reference does the same.
fn check(pair: &Pair, world: &mut World<'_>, record: &CallRecord, name: &str) -> Option<String> {
    let recorded = match record.result.clone()? {
        Ok(value) => Outcome::Returned(value),
        Err(exception) => Outcome::Raised(exception),
    };
    // What the call found in an argument that can be changed is gone by now.
    if record.args.iter().any(Value::holds_mutable_data) {
        return None;
    }
    let expected = run(pair, world, Side::Reference, (name, name), &record.args, LIMITS);
    let actual = run(pair, world, Side::Submission, (&record.name, name), &record.args, LIMITS);
    if differ(pair, world, &expected, &actual) != Some(true) {
        return None;
    }
    // Another function inside of another one can have the same name, and state makes a call another one.
    let recorded = pair.run_with(Side::Submission, world, |machine, _| seen(pair, machine, name, recorded));
    if differ(pair, world, &recorded, &actual) != Some(false) {
        return None;
    }
    let mut args = closed_all(world, &record.args);
    if !args.iter().all(is_data) {
        return None;
    }
    let types = pair.types(Side::Reference);
    let (mut expected, mut actual) = (closed(world, &expected), closed(world, &actual));
    pair.onlooker.written_call(name, &mut args, [&mut expected, &mut actual]);
    let call = wording::call(&record.name, &args, types);
    let [expected, actual] = [expected, actual].map(|closed| wording::outcome(&closed, types).to_string());
    Some(match name == &*record.name {
        true => format!("{call}: expected {expected}, got {actual}"),
        false => format!("{call}, in the reference {name}: expected {expected}, got {actual}"),
    })
}

fn closed_all(world: &World<'_>, values: &[Value]) -> Vec<Datum> {
    values.iter().map(|value| world.close(value, &Model::new())).collect()
}

fn closed(world: &World<'_>, outcome: &Outcome) -> Closed {
    match outcome {
        Outcome::Returned(value) => Closed::Value(world.close(value, &Model::new())),
        Outcome::Raised(value) => Closed::Exception(world.close(value, &Model::new())),
        _ => Closed::Other,
    }
}
