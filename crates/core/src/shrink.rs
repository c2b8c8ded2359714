//! Makes a failing input smaller: greedy, deterministic, bounded.
//! For inputs that were not found smallest first. A part is replaced by the smallest value of its type, by a part of
//! itself of the same type, or by a simpler basic value, as long as the input still fails.

use lydian_term::Int;

use crate::{Datum, ShapeId, Shapes};

/// Shrinks inputs of these shapes while `still_fails` says so; calls it at most `tries` times.
pub fn shrink(
    shapes: &Shapes,
    roots: &[ShapeId],
    inputs: Vec<Datum>,
    tries: u32,
    mut still_fails: impl FnMut(&[Datum]) -> bool,
) -> Vec<Datum> {
    let mut best = inputs;
    let mut left = tries;
    'again: loop {
        for position in 0..best.len() {
            for candidate in smaller(shapes, roots[position], &best[position]) {
                if left == 0 {
                    return best;
                }
                left -= 1;
                let mut inputs = best.clone();
                inputs[position] = candidate;
                if still_fails(&inputs) {
                    best = inputs;
                    continue 'again;
                }
            }
        }
        return best;
    }
}

/// Simpler data of the same shape, the simplest first.
fn smaller(shapes: &Shapes, shape: ShapeId, datum: &Datum) -> Vec<Datum> {
    let mut candidates = Vec::new();
    let smallest = shapes.smallest(shape);
    if smallest != *datum && smallest.size() <= datum.size() {
        candidates.push(smallest);
    }
    match datum {
        Datum::Int(int) => candidates.extend(simpler_integers(int).into_iter().map(Datum::Int)),
        Datum::Str(bytes) => candidates.extend(simpler_strings(bytes).into_iter().map(Datum::Str)),
        _ => {}
    }
    inner_parts(shapes, shape, datum, shape, 4, &mut candidates);
    let parts = shapes.parts(shape, datum);
    for (index, part_shape) in parts.into_iter().enumerate() {
        let Some(part) = part_of(datum, index) else { continue };
        for candidate in smaller(shapes, part_shape, part) {
            candidates.extend(with_part(datum, index, candidate));
        }
    }
    if let Datum::Array(elements) = datum {
        for index in 0..elements.len() {
            let mut fewer = elements.clone();
            fewer.remove(index);
            candidates.push(Datum::Array(fewer));
        }
    }
    candidates
}

/// Parts inside a datum that have the wanted shape themselves, at most so deep.
fn inner_parts(
    shapes: &Shapes,
    shape: ShapeId,
    datum: &Datum,
    wanted: ShapeId,
    depth: u32,
    found: &mut Vec<Datum>,
) {
    if depth == 0 {
        return;
    }
    for (index, part_shape) in shapes.parts(shape, datum).into_iter().enumerate() {
        let Some(part) = part_of(datum, index) else { continue };
        if part_shape == wanted {
            found.push(part.clone());
        }
        inner_parts(shapes, part_shape, part, wanted, depth - 1, found);
    }
}

fn part_of(datum: &Datum, index: usize) -> Option<&Datum> {
    match datum {
        Datum::Construct(_, _, parts) | Datum::Array(parts) => parts.get(index),
        Datum::Lazy(part) => (index == 0).then_some(part),
        _ => None,
    }
}

fn with_part(datum: &Datum, index: usize, part: Datum) -> Option<Datum> {
    let mut changed = datum.clone();
    match &mut changed {
        Datum::Construct(_, _, parts) | Datum::Array(parts) => *parts.get_mut(index)? = part,
        Datum::Lazy(inner) => **inner = part,
        _ => return None,
    }
    Some(changed)
}

fn simpler_integers(int: &Int) -> Vec<Int> {
    let distance = int.abs();
    let mut simpler: Vec<Int> = [0i64, 1, -1, 2].map(Int::from).to_vec();
    simpler.extend(int.tdiv(&Int::from(2)));
    // Strictly closer to zero, or the positive of the two at the same distance: every step leads somewhere new.
    simpler.retain(|other| {
        other.abs() < distance || (other.abs() == distance && int.is_negative() && !other.is_negative())
    });
    simpler
}

fn simpler_strings(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut simpler = vec![b"a".to_vec(), b"b".to_vec()];
    simpler.retain(|other| other.len() < bytes.len() || (other.len() == bytes.len() && other[..] < *bytes));
    simpler
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Type, TypeTable};

    #[test]
    fn a_list_shrinks_to_the_element_that_matters() {
        let mut shapes = Shapes::new(TypeTable::default());
        let root = shapes.intern(&Type::List(Type::Int.into()));
        let list = Datum::list([3, 250, -7, 12].map(|int| Datum::Int(int.into())));
        let mut matters = |inputs: &[Datum]| has_large(&inputs[0]);
        let shrunk = shrink(&shapes, &[root], vec![list], 500, &mut matters);
        assert_eq!(shrunk, [Datum::list([Datum::Int(125.into())])]);
    }

    fn has_large(datum: &Datum) -> bool {
        match datum {
            Datum::Int(int) => *int > Int::from(100),
            Datum::Construct(_, _, parts) => parts.iter().any(has_large),
            _ => false,
        }
    }
}
