//! Two integers that depend on each other: a base and a number that has a digit in it, an index and a length. None of them becomes
//! smaller alone, so both are tried at once.

use std::cell::Cell;

use lydian_term::Int;

use super::mirrored::rebuilt;
use crate::Datum;

/// Runs for this in the whole of a shrinking.
pub(super) const JOINT_TRIES: u32 = 600;

/// Larger integers are left to single moves.
const SMALL: i64 = 300;

/// So many integers are looked at.
const MOST_INTEGERS: usize = 8;

/// Puts two smaller integers into the places of two, whose sizes together are the smallest with which the inputs still fail. One of them may
/// grow: what counts is that both together become smaller. Signs stay.
pub(super) fn shrink_jointly(
    best: &mut Vec<Datum>,
    left: &mut u32,
    joint: &mut u32,
    still_fails: &mut impl FnMut(&[Datum]) -> bool,
) -> bool {
    let mut integers = Vec::new();
    best.iter().for_each(|input| collect(input, &mut integers));
    let small = integers.iter().enumerate().filter_map(|(place, int)| {
        let int = int.as_i64().filter(|int| int.abs() <= SMALL)?;
        Some((place, int))
    });
    let small: Vec<(usize, i64)> = small.take(MOST_INTEGERS).collect();
    let pairs: Vec<[(usize, i64); 2]> = small
        .iter()
        .enumerate()
        .flat_map(|(at, first)| small[at + 1..].iter().map(|second| [*first, *second]))
        .collect();
    for together in 0..2 * SMALL {
        let mut is_any_larger = false;
        for [(first, a), (second, b)] in &pairs {
            if a.abs() + b.abs() <= together {
                continue;
            }
            is_any_larger = true;
            for size in 0..=together {
                let (x, y) = (signed(size, *a), signed(together - size, *b));
                let (Some(fewer), Some(fewer_joint)) = (left.checked_sub(1), joint.checked_sub(1)) else {
                    return false;
                };
                (*left, *joint) = (fewer, fewer_joint);
                let candidate = replaced(best, [(*first, x), (*second, y)]);
                if still_fails(&candidate) {
                    *best = candidate;
                    return true;
                }
            }
        }
        if !is_any_larger {
            return false;
        }
    }
    false
}

fn signed(size: i64, like: i64) -> i64 {
    if like < 0 { -size } else { size }
}

fn collect(datum: &Datum, found: &mut Vec<Int>) {
    match datum {
        Datum::Int(int) => found.push(int.clone()),
        Datum::Construct(_, _, parts) | Datum::Array(parts) => {
            parts.iter().for_each(|part| collect(part, found));
        }
        Datum::Lazy(part) => collect(part, found),
        _ => {}
    }
}

/// The inputs with other integers in two places; places are counted as they are met.
fn replaced(inputs: &[Datum], by: [(usize, i64); 2]) -> Vec<Datum> {
    let next = Cell::new(0);
    rebuilt(inputs, &|datum| match datum {
        Datum::Int(int) => {
            let place = next.replace(next.get() + 1);
            let new = by.iter().find(|(at, _)| *at == place);
            Some(Datum::Int(new.map_or_else(|| int.clone(), |(_, int)| Int::from(*int))))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use crate::{Datum, Shapes, Type, TypeTable, shrink};
    use lydian_term::Int;

    fn shrunk(found: [i64; 2], fails: impl Fn(i64, i64) -> bool) -> Vec<Datum> {
        let mut shapes = Shapes::new(TypeTable::default());
        let root = shapes.intern(&Type::Int);
        let found = found.map(|int| Datum::Int(int.into())).to_vec();
        let int = |datum: &Datum| match datum {
            Datum::Int(int) => int.as_i64(),
            _ => None,
        };
        shrink(&shapes, &[root; 2], found, 3_000, |inputs| match (int(&inputs[0]), int(&inputs[1])) {
            (Some(a), Some(b)) => fails(a, b),
            _ => false,
        })
    }

    fn ints(ints: [i64; 2]) -> Vec<Datum> {
        ints.map(|int| Datum::Int(Int::from(int))).to_vec()
    }

    #[test]
    fn a_base_and_a_number_with_a_large_digit_become_small_together() {
        let has_letter = |base: i64, mut number: i64| {
            let mut found = false;
            while base > 1 && number > 0 {
                found |= number % base >= 10;
                number /= base;
            }
            found && base <= 16
        };
        // The last digit of 62 to the base 13 is 10, and no smaller number has one without another base.
        assert_eq!(shrunk([13, 62], has_letter), ints([11, 10]));
    }

    #[test]
    fn one_of_two_may_grow_if_both_together_become_smaller() {
        assert_eq!(shrunk([2, 50], |a, b| a * b == 100), ints([10, 10]));
        assert_eq!(shrunk([-2, 50], |a, b| a * b == -100), ints([10, -10]));
    }

    #[test]
    fn large_numbers_stay_where_a_single_move_leads_nowhere() {
        assert_eq!(shrunk([1_000, 1_001], |a, b| a >= 1_000 && b == a + 1), ints([1_000, 1_001]));
    }
}
