//! Where two programs part: the innermost call that goes wrong.
//! The submission runs the counterexample with its calls recorded. A call of a function that the reference defines too
//! is checked by calling the reference's function on the same arguments; of the wrong calls, the one without a wrong
//! call inside is shown.

use lydian_core::{Datum, Value};
use lydian_eval::{CallRecord, Limits, Machine, Meter, NoUnknowns, Outcome, World, equality};
use lydian_explore::Session;
use lydian_term::Model;

use crate::Options;
use crate::differ::Closed;
use crate::pair::{Pair, Side};
use crate::wording;

/// Calls that are checked at most.
const MOST_CALLS: usize = 400;

/// The limits of each checked call.
const LIMITS: Limits = Limits { steps: 200_000, stack: 400_000, words: 8_000_000 };

/// Says where the programs part on an input, when it is not just the call of the entry itself.
pub(crate) fn where_they_part(
    pair: &Pair,
    session: &mut Session,
    inputs: &[Datum],
    _options: &Options,
) -> Option<String> {
    let mut decider = NoUnknowns::default();
    let int_mode = session.int_mode;
    let mut world =
        World::new(&mut session.terms, &mut session.universe, &mut decider, Meter::new(LIMITS), int_mode);
    let args: Vec<Value> = inputs.iter().map(|input| world.plant(input)).collect();
    let Traced(records) = pair.run_with(Side::Submission, &mut world, |machine, entry| {
        let args = match pair.made(machine, Side::Submission, &args) {
            None => args.clone(),
            Some(Ok(made)) => made,
            Some(Err(_)) => return Traced(Vec::new()),
        };
        machine.start_trace();
        machine.call(entry, &args);
        Traced(machine.take_trace())
    });
    let own: Vec<usize> = (0..records.len())
        .filter(|index| records[*index].program == pair.id(Side::Submission))
        .take(MOST_CALLS)
        .collect();
    // A wrong call is innermost when no call made from it is wrong; calls come before those that they make.
    let mut wrong_inside = vec![false; records.len()];
    let mut innermost = None;
    for index in own.into_iter().rev() {
        let record = &records[index];
        let found = check(pair, &mut world, record);
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

struct Traced(Vec<CallRecord>);

impl From<Outcome> for Traced {
    fn from(_: Outcome) -> Traced {
        Traced(Vec::new())
    }
}

/// A wrong call in words, or nothing if the reference does the same or does not know the function.
fn check(pair: &Pair, world: &mut World<'_>, record: &CallRecord) -> Option<String> {
    let result = record.result.clone()?;
    // What the call found in an argument that can be changed is gone by now.
    if record.args.iter().any(Value::holds_mutable_data) {
        return None;
    }
    let reference = pair.id(Side::Reference);
    world.meter = Meter::new(LIMITS);
    // Both results are looked at as a user would: a set is what it holds.
    let seen = |machine: &mut Machine<'_, '_, '_>, outcome| match outcome {
        Outcome::Returned(value) => pair.onlooker.seen_result(machine, &record.name, &value),
        other => other,
    };
    let expected =
        pair.run_with(Side::Reference, world, |machine, _| match machine.global(reference, &record.name) {
            Some(function @ (Value::Closure(_) | Value::Partial(_))) => {
                let outcome = machine.call(&function, &record.args);
                seen(machine, outcome)
            }
            _ => Outcome::Cut,
        });
    let result = match result {
        Ok(value) => {
            let value = |machine: &mut Machine<'_, '_, '_>, _: &Value| {
                seen(machine, Outcome::Returned(value.clone()))
            };
            match pair.run_with(Side::Submission, world, value) {
                Outcome::Returned(value) => Ok(value),
                Outcome::Raised(exception) => Err(exception),
                _ => return None,
            }
        }
        raised => raised,
    };
    world.meter = Meter::new(LIMITS);
    let differs = match (&expected, &result) {
        (Outcome::Returned(left), Ok(right)) => {
            let agree = equality::agree(world, left, right).ok()?;
            matches!(agree, Value::Bool(false))
        }
        (Outcome::Returned(_), Err(_)) | (Outcome::Raised(_), Ok(_)) => true,
        _ => false,
    };
    if !differs {
        return None;
    }
    let types = pair.types(Side::Reference);
    let args: Vec<Datum> = record.args.iter().map(|arg| world.close(arg, &Model::new())).collect();
    if args.iter().any(|arg| matches!(arg, Datum::Opaque(_))) {
        return None;
    }
    let actual = match result {
        Ok(value) => Outcome::Returned(value),
        Err(exception) => Outcome::Raised(exception),
    };
    let show = |outcome: &Outcome| wording::outcome(&closed(world, outcome), types).to_string();
    let call = wording::call(&record.name, &args, types);
    Some(format!("{call}: expected {}, got {}", show(&expected), show(&actual)))
}

fn closed(world: &World<'_>, outcome: &Outcome) -> Closed {
    match outcome {
        Outcome::Returned(value) => Closed::Value(world.close(value, &Model::new())),
        Outcome::Raised(value) => Closed::Exception(world.close(value, &Model::new())),
        _ => Closed::Other,
    }
}
