//! Small witnesses: the smallest size, then the numbers nearest to zero and the first letters.

use lydian_budget::Deadline;
use lydian_core::{Datum, ShapeId, shrink};
use lydian_explore::Session;

use crate::question::{Found, Question};

/// How often smaller inputs are tried.
const TRIES: u32 = 3_000;

/// The steps of all these tries.
const STEPS: u64 = 10_000_000;

/// The inputs made as small as they get while they still fail.
pub fn shrunk<Q: Question>(
    question: &mut Q,
    session: &mut Session,
    roots: &[ShapeId],
    found: Found<Q::Witness>,
    deadline: Option<Deadline>,
) -> Found<Q::Witness> {
    let shapes = session.universe.shapes.clone();
    let mut steps = 0;
    let mut last: Option<(Vec<Datum>, Q::Witness)> = None;
    let inputs = shrink(&shapes, roots, found.inputs.clone(), TRIES, |inputs| {
        if steps > STEPS || deadline.is_some_and(Deadline::passed) {
            return false;
        }
        let (witness, taken) = question.still_fails(session, inputs);
        steps += taken;
        let fails = witness.is_some();
        if let Some(witness) = witness {
            last = Some((inputs.to_vec(), witness));
        }
        fails
    });
    match last {
        Some((last, witness)) if last == inputs => Found { inputs, witness },
        _ => found,
    }
}

/// The bits of the largest integer that a person can work with.
const PLAIN_BITS: u64 = 40;

/// Whether all numbers of some inputs are such that a person can work with them.
pub(crate) fn is_plain(inputs: &[Datum]) -> bool {
    inputs.iter().all(|input| match input {
        Datum::Int(int) => int.bit_length() <= PLAIN_BITS,
        Datum::Construct(_, _, parts) | Datum::Array(parts) => is_plain(parts),
        Datum::Lazy(part) => is_plain(std::slice::from_ref(part)),
        Datum::Function(function) => {
            function.constant.as_ref().is_none_or(|constant| is_plain(std::slice::from_ref(constant)))
        }
        _ => true,
    })
}
