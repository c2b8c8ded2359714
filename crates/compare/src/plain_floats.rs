//! Floating-point numbers that a person recognises, in the places of those that a search came across.

use lydian_core::Datum;

/// Numbers whose sums and quotients are rounded.
const PLAIN: [f64; 6] = [0.1, 0.2, 0.3, 0.7, 1.0, 3.0];

/// More places than this are left as they are.
const MOST_PLACES: u32 = 8;

/// A number with more digits than this is not plain.
const MOST_DIGITS: usize = 4;

/// The same inputs with plain numbers in all places, the first ones first; nothing if they are plain already.
pub(crate) fn instead(inputs: &[Datum]) -> impl Iterator<Item = Vec<Datum>> {
    let places: u32 = inputs.iter().map(places).sum();
    let is_wanted = places <= MOST_PLACES && !inputs.iter().all(is_plain);
    let ways = if is_wanted { PLAIN.len().pow(places) } else { 0 };
    (0..ways).map(move |way| {
        let mut rest = way;
        inputs.iter().map(|input| replaced(input, &mut rest)).collect()
    })
}

fn is_plain(datum: &Datum) -> bool {
    match datum {
        Datum::Float(float) => float.abs().to_string().len() <= MOST_DIGITS,
        Datum::Construct(_, _, parts) | Datum::Array(parts) => parts.iter().all(is_plain),
        _ => true,
    }
}

fn places(datum: &Datum) -> u32 {
    match datum {
        Datum::Float(_) => 1,
        Datum::Construct(_, _, parts) | Datum::Array(parts) => parts.iter().map(places).sum(),
        _ => 0,
    }
}

/// The number of the way decides, digit by digit.
fn replaced(datum: &Datum, way: &mut usize) -> Datum {
    match datum {
        Datum::Float(_) => {
            let number = PLAIN[*way % PLAIN.len()];
            *way /= PLAIN.len();
            Datum::Float(number)
        }
        Datum::Construct(con, mutability, parts) => {
            Datum::Construct(*con, *mutability, parts.iter().map(|part| replaced(part, way)).collect())
        }
        Datum::Array(parts) => Datum::Array(parts.iter().map(|part| replaced(part, way)).collect()),
        other => other.clone(),
    }
}
