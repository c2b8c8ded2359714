//! Makes a failing input smaller: greedy, deterministic, bounded.
//! A part is replaced by the smallest value of its type, by a part of itself of the same type, or by a simpler basic value, as long as
//! the input still fails. Where that ends, an element is left out of several sequences at once, and a basic value that occurs in several places becomes simpler in all of them at once: what must
//! be equal, or opposite, stays so. Then letters are exchanged and signs turned, and last two integers become smaller at once.

mod jointly;
mod mirrored;
mod together;

use lydian_term::Int;

use crate::shape::{Body, Shape};
use crate::{Datum, FunctionDatum, ShapeId, Shapes};
use jointly::{JOINT_TRIES, shrink_jointly};
use mirrored::mirror;
use together::drop_everywhere;

/// Shrinks inputs of these shapes while `still_fails` says so; calls it at most `tries` times.
pub fn shrink(
    shapes: &Shapes,
    roots: &[ShapeId],
    inputs: Vec<Datum>,
    tries: u32,
    mut still_fails: impl FnMut(&[Datum]) -> bool,
) -> Vec<Datum> {
    let mut best = inputs;
    let (mut left, mut joint) = (tries, JOINT_TRIES);
    loop {
        let mut changed = false;
        for position in 0..best.len() {
            while let Some(simpler) =
                first_failing(shapes, roots[position], position, &best, &mut left, &mut still_fails)
            {
                best[position] = simpler;
                changed = true;
            }
        }
        if !changed && left > 0 {
            changed = drop_everywhere(&mut best, &mut left, &mut still_fails);
        }
        if !changed && left > 0 {
            changed = replace_everywhere(&mut best, &mut left, &mut still_fails);
        }
        if !changed && left > 0 {
            changed = mirror(&mut best, &mut left, &mut still_fails);
        }
        if !changed && left > 0 {
            changed = shrink_jointly(&mut best, &mut left, &mut joint, &mut still_fails);
        }
        if !changed || left == 0 {
            return best;
        }
    }
}

/// Replaces one basic value by a simpler one wherever it occurs.
fn replace_everywhere(
    best: &mut Vec<Datum>,
    left: &mut u32,
    still_fails: &mut impl FnMut(&[Datum]) -> bool,
) -> bool {
    for value in repeated_values(best) {
        for simpler in value.simpler() {
            let candidate: Vec<Datum> = best.iter().map(|datum| value.replaced(datum, &simpler)).collect();
            if candidate == *best {
                continue;
            }
            let Some(fewer) = left.checked_sub(1) else { return false };
            *left = fewer;
            if still_fails(&candidate) {
                *best = candidate;
                return true;
            }
        }
    }
    false
}

/// A basic value that stands in several places.
#[derive(Debug, Clone, PartialEq)]
enum Basic {
    /// An integer by its distance from zero.
    Distance(Int),
    /// A character, also inside of texts.
    Byte(u8),
    /// A whole text.
    Text(Vec<u8>),
    /// A floating-point number.
    Float(f64),
}

/// The basic values that occur in several places, in order of their first ones.
fn repeated_values(inputs: &[Datum]) -> Vec<Basic> {
    fn add(found: &mut Vec<(Basic, u32)>, value: Basic) {
        match found.iter().position(|(known, _)| *known == value) {
            Some(at) => found[at].1 += 1,
            None if found.len() < MOST_VALUES => found.push((value, 1)),
            None => {}
        }
    }
    fn collect(found: &mut Vec<(Basic, u32)>, datum: &Datum) {
        match datum {
            Datum::Int(int) => add(found, Basic::Distance(int.abs())),
            Datum::Char(byte) => add(found, Basic::Byte(*byte)),
            Datum::Float(float) => add(found, Basic::Float(*float)),
            Datum::Str(text) | Datum::Bytes(text) => {
                add(found, Basic::Text(text.clone()));
                text.iter().take(POSITIONS).for_each(|byte| add(found, Basic::Byte(*byte)));
            }
            Datum::Construct(_, _, parts) | Datum::Array(parts) => {
                parts.iter().for_each(|part| collect(found, part));
            }
            Datum::Lazy(part) => collect(found, part),
            _ => {}
        }
    }
    let mut found = Vec::new();
    inputs.iter().for_each(|input| collect(&mut found, input));
    found.into_iter().filter(|(_, times)| *times > 1).map(|(value, _)| value).collect()
}

/// No more values than this are looked at.
const MOST_VALUES: usize = 40;

impl Basic {
    fn simpler(&self) -> Vec<Basic> {
        match self {
            Basic::Distance(int) => simpler_integers(int).into_iter().map(Basic::Distance).collect(),
            Basic::Byte(byte) => simpler_bytes(*byte).map(Basic::Byte).collect(),
            Basic::Text(text) => simpler_strings(text).into_iter().map(Basic::Text).collect(),
            Basic::Float(float) => simpler_floats(*float).into_iter().map(Basic::Float).collect(),
        }
    }

    /// A datum with this value replaced.
    fn replaced(&self, datum: &Datum, by: &Basic) -> Datum {
        let text = |text: &[u8]| match (self, by) {
            (Basic::Text(old), Basic::Text(new)) if old == text => new.clone(),
            (Basic::Byte(old), Basic::Byte(new)) => {
                text.iter().map(|byte| if byte == old { *new } else { *byte }).collect()
            }
            _ => text.to_vec(),
        };
        match (datum, self, by) {
            (Datum::Int(int), Basic::Distance(old), Basic::Distance(new)) if int.abs() == *old => {
                Datum::Int(if int.is_negative() { -new.clone() } else { new.clone() })
            }
            (Datum::Char(byte), Basic::Byte(old), Basic::Byte(new)) if byte == old => Datum::Char(*new),
            (Datum::Float(float), Basic::Float(old), Basic::Float(new)) if float == old => Datum::Float(*new),
            (Datum::Str(known), ..) => Datum::Str(text(known)),
            (Datum::Bytes(known), ..) => Datum::Bytes(text(known)),
            (Datum::Construct(con, mutability, parts), ..) => Datum::Construct(
                *con,
                *mutability,
                parts.iter().map(|part| self.replaced(part, by)).collect(),
            ),
            (Datum::Array(parts), ..) => {
                Datum::Array(parts.iter().map(|part| self.replaced(part, by)).collect())
            }
            (Datum::Lazy(part), ..) => Datum::Lazy(Box::new(self.replaced(part, by))),
            _ => datum.clone(),
        }
    }
}

/// The simplest candidate for one input with which the inputs still fail.
fn first_failing(
    shapes: &Shapes,
    shape: ShapeId,
    position: usize,
    inputs: &[Datum],
    left: &mut u32,
    still_fails: &mut impl FnMut(&[Datum]) -> bool,
) -> Option<Datum> {
    let mut inputs = inputs.to_vec();
    for candidate in smaller(shapes, shape, &inputs[position]) {
        *left = left.checked_sub(1)?;
        inputs[position] = candidate;
        if still_fails(&inputs) {
            return Some(inputs.swap_remove(position));
        }
    }
    None
}

/// Simpler data of the same shape, the simplest first.
fn smaller(shapes: &Shapes, shape: ShapeId, datum: &Datum) -> Vec<Datum> {
    let mut candidates = simpler(datum);
    let smallest = speakable(shapes.smallest(shape));
    if smallest != *datum && smallest.size() <= datum.size() && !candidates.contains(&smallest) {
        candidates.insert(0, smallest);
    }
    if let Datum::Function(function) = datum {
        let simpler = simpler_constants(shapes, shape, function);
        candidates.extend(simpler.into_iter().map(|function| Datum::Function(Box::new(function))));
    }
    inner_parts(shapes, shape, datum, shape, 4, &mut candidates);
    rebuilt(shapes, shape, datum, &mut candidates);
    numbers_for_end(shapes, shape, datum, &mut candidates);
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

/// Simpler data in place of a basic one, the simplest first: numbers nearer to zero, shorter texts, plain letters. Whoever
/// follows them comes to an end. Data that have parts have none.
///
/// ```
/// use lydian_core::{Datum, simpler};
///
/// let nearer = simpler(&Datum::Int((-9).into())).into_iter();
/// assert_eq!(nearer.collect::<Vec<_>>(), [0, 1, -1, 2, -2, -3, -4, -5, -6, -7, -8, 9].map(|int: i64| Datum::Int(int.into())));
/// ```
pub fn simpler(datum: &Datum) -> Vec<Datum> {
    match datum {
        Datum::Bool(true) => vec![Datum::Bool(false)],
        Datum::Int(int) => simpler_integers(int).into_iter().map(Datum::Int).collect(),
        Datum::Str(bytes) => simpler_strings(bytes).into_iter().map(Datum::Str).collect(),
        Datum::Bytes(bytes) => simpler_strings(bytes).into_iter().map(Datum::Bytes).collect(),
        Datum::Char(code) => simpler_bytes(*code).map(Datum::Char).collect(),
        Datum::Float(float) => simpler_floats(*float).into_iter().map(Datum::Float).collect(),
        _ => Vec::new(),
    }
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

/// Smaller values with another constructor that keep what is inside: each argument is a part of the datum, if there is one of its shape.
fn rebuilt(shapes: &Shapes, shape: ShapeId, datum: &Datum, found: &mut Vec<Datum>) {
    let (Shape::Variant(alternatives), Datum::Construct(own, mutability, _)) = (shapes.shape(shape), datum)
    else {
        return;
    };
    for alternative in alternatives.iter().filter(|other| other.con != *own && !other.args.is_empty()) {
        let args = alternative.args.iter().map(|arg| {
            let mut inside = Vec::new();
            inner_parts(shapes, shape, datum, *arg, DEEPEST_PART, &mut inside);
            inside.into_iter().next().unwrap_or_else(|| shapes.smallest(*arg))
        });
        let candidate = Datum::Construct(alternative.con, *mutability, args.collect());
        if candidate.size() < datum.size() {
            found.push(candidate);
        }
    }
}

/// Numbers in the place of an end of a range. Such an end is a constructor of `()`, as large as a number, and those that are made from
/// numbers stand in front of it: what has been left for a number is never come back to.
fn numbers_for_end(shapes: &Shapes, shape: ShapeId, datum: &Datum, found: &mut Vec<Datum>) {
    let (Shape::Variant(alternatives), Datum::Construct(own, mutability, parts)) =
        (shapes.shape(shape), datum)
    else {
        return;
    };
    if parts.as_slice() != [Datum::Unit] {
        return;
    }
    let before = alternatives.iter().take_while(|alternative| alternative.con != *own);
    for alternative in before {
        if let [only] = &alternative.args[..]
            && matches!(shapes.shape(*only), Shape::Int)
        {
            let number =
                |int: i64| Datum::Construct(alternative.con, *mutability, vec![Datum::Int(int.into())]);
            found.extend(PLAIN_NUMBERS.map(number));
        }
    }
}

/// What an end of a range is replaced by, if it is not the end that matters.
const PLAIN_NUMBERS: [i64; 10] = [0, 1, -1, 2, 10, -10, 1_000, -1_000, 1_000_000, -1_000_000];

/// Parts are looked for so deep inside.
const DEEPEST_PART: u32 = 5;

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

/// In the place of a number below this all smaller ones are tried.
const SMALL_NUMBER: i64 = 12;

fn simpler_integers(int: &Int) -> Vec<Int> {
    let distance = int.abs();
    let mut simpler: Vec<Int> = [0i64, 1, -1, 2].map(Int::from).to_vec();
    let sign = if int.is_negative() { -1 } else { 1 };
    if let Some(size @ ..SMALL_NUMBER) = distance.as_i64() {
        // A digit or a remainder that matters is found in no other way.
        let first = if sign < 0 { 2 } else { 3 };
        simpler.extend((first..size).map(|smaller| Int::from(sign * smaller)));
    } else {
        simpler.extend(int.tdiv(&Int::from(2)));
        // Half of the way to zero, then less and less: what is left cannot be any closer.
        let mut step = int.tdiv(&Int::from(2));
        while let Some(way) = step.filter(|way| *way != Int::ZERO) {
            simpler.push(int.clone() - way.clone());
            step = way.tdiv(&Int::from(2));
        }
        simpler.push(int.clone() - Int::from(sign));
    }
    if int.is_negative() {
        simpler.push(-int.clone());
    }
    // The ends of the integers say more than a number near them: only much smaller ones take their place.
    if let Some(-0x4000_0000_0000_0000 | 0x3fff_ffff_ffff_ffff) = int.as_i64() {
        simpler.truncate(4);
        simpler.extend([10, 1_000, 1_000_000, 1 << 32, 1 << 40].map(|size: i64| Int::from(sign * size)));
    }
    // Strictly closer to zero, or the positive of the two at the same distance: every step leads somewhere new.
    simpler.retain(|other| {
        other.abs() < distance || (other.abs() == distance && int.is_negative() && !other.is_negative())
    });
    simpler
}

/// How often the way of a float to zero is halved.
const FLOAT_STEPS: u32 = 16;

/// Whole numbers are simpler than others, and these the simpler the fewer digits they have; small ones are simpler than large ones,
/// positive ones simpler than negative ones.
fn simpler_floats(float: f64) -> Vec<f64> {
    let digits = |float: f64| if float.fract() == 0.0 { 0 } else { significant_digits(float) };
    let rank = |float: f64| {
        (!float.is_finite(), float.fract() != 0.0, digits(float), float.abs(), float.is_sign_negative())
    };
    let sign = if float.is_sign_negative() { -1.0 } else { 1.0 };
    let mut simpler = vec![0.0, 1.0, 2.0, float.trunc(), -float];
    simpler.extend((1..=SMALL_NUMBER).map(|whole| sign * whole as f64));
    simpler.extend([5, 1, 2, 3, 4, 6, 7, 8, 9].map(|tenths: i32| sign * f64::from(tenths) / 10.0));
    // A number of hundreds of digits loses half of them at once.
    simpler.extend([sign * float.abs().sqrt().trunc(), float / 2.0]);
    simpler
        .extend((1..=3).filter_map(|digits: usize| format!("{float:.*e}", digits - 1).parse::<f64>().ok()));
    simpler.extend((1..=FLOAT_STEPS).map(|power| (float - float / f64::from(1u32 << power)).trunc()));
    simpler.push(float.trunc() - 1.0);
    simpler.extend([1e3, 1e9, f64::MAX, -1e3, -1e9, f64::MIN]);
    simpler.retain(|other| !other.is_nan() && !float.is_nan() && rank(*other) < rank(float));
    simpler
}

/// How many digits of a number a person has to read.
fn significant_digits(float: f64) -> usize {
    let text = format!("{float:e}");
    text.split('e').next().unwrap_or_default().bytes().filter(u8::is_ascii_digit).count()
}

/// The same function with a simpler constant.
fn simpler_constants(shapes: &Shapes, shape: ShapeId, function: &FunctionDatum) -> Vec<FunctionDatum> {
    let (Shape::Function(known), Some(constant)) = (shapes.shape(shape), &function.constant) else {
        return Vec::new();
    };
    if function.body != Body::Constant {
        return Vec::new();
    }
    let simpler = smaller(shapes, known.result, constant).into_iter();
    simpler.map(|constant| FunctionDatum { constant: Some(constant), ..function.clone() }).collect()
}

/// Positions of a text that are changed one by one; in longer ones only the first of them.
const POSITIONS: usize = 64;

/// A datum with the simplest text where it has none: otherwise a smallest pair and a simplest text would lead to each other.
fn speakable(datum: Datum) -> Datum {
    match datum {
        Datum::Str(text) if text.is_empty() => Datum::Str(SIMPLEST.to_vec()),
        Datum::Bytes(text) if text.is_empty() => Datum::Bytes(SIMPLEST.to_vec()),
        Datum::Construct(con, mutability, parts) => {
            Datum::Construct(con, mutability, parts.into_iter().map(speakable).collect())
        }
        other => other,
    }
}

/// The simplest text.
const SIMPLEST: &[u8] = b"a";

/// A name that a person can speak is the simplest text, before none at all; then shorter texts, then texts with simpler characters.
fn simpler_strings(bytes: &[u8]) -> Vec<Vec<u8>> {
    if bytes == SIMPLEST {
        return Vec::new();
    }
    let mut simpler = vec![SIMPLEST.to_vec()];
    if bytes.is_empty() {
        return simpler;
    }
    simpler.push(Vec::new());
    if bytes.len() > 1 {
        simpler.push(bytes[..bytes.len() / 2].to_vec());
        simpler.push(bytes[bytes.len() / 2..].to_vec());
    }
    for index in 0..bytes.len().min(POSITIONS) {
        let mut shorter = bytes.to_vec();
        shorter.remove(index);
        simpler.push(shorter);
    }
    // All letters at once, where it does not matter which they are.
    if bytes.len() > 1 && bytes.iter().any(|byte| *byte != b'a') {
        simpler.push(vec![b'a'; bytes.len()]);
    }
    for index in 0..bytes.len().min(POSITIONS) {
        simpler.extend(simpler_bytes(bytes[index]).map(|byte| {
            let mut other = bytes.to_vec();
            other[index] = byte;
            other
        }));
    }
    simpler
}

/// Letters are simpler than digits, these simpler than signs, and what cannot be printed comes last.
fn simpler_bytes(byte: u8) -> impl Iterator<Item = u8> {
    const SIMPLE: &[u8] = b"abcAB01 ";
    let own = SIMPLE.iter().position(|simple| *simple == byte).unwrap_or(SIMPLE.len());
    SIMPLE[..own].iter().copied()
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
        assert_eq!(shrunk, [Datum::list([Datum::Int(101.into())])]);
    }

    #[test]
    fn what_must_be_equal_or_opposite_becomes_simpler_together() {
        let mut shapes = Shapes::new(TypeTable::default());
        let (int, text) = (shapes.intern(&Type::Int), shapes.intern(&Type::String));
        let ints = [10, -10].map(|int| Datum::Int(int.into())).to_vec();
        let opposite = |inputs: &[Datum]| match inputs {
            [Datum::Int(a), Datum::Int(b)] => *a == -b.clone() && *a != Int::ZERO,
            _ => false,
        };
        let shrunk = shrink(&shapes, &[int, int], ints, 500, opposite);
        assert_eq!(shrunk, [1, -1].map(|int| Datum::Int(int.into())));
        let texts = [" xy ", "-"].map(|text| Datum::Str(text.as_bytes().to_vec())).to_vec();
        let ends = |inputs: &[Datum]| matches!(inputs, [Datum::Str(text), _] if text.len() == 4 && text[0] == text[3] && text[1] != text[2]);
        let shrunk = shrink(&shapes, &[text, text], texts, 500, ends);
        assert_eq!(shrunk, [b"aaba".to_vec(), b"a".to_vec()].map(Datum::Str));
    }

    #[test]
    fn a_pair_of_smallest_parts_does_not_lead_back() {
        let mut shapes = Shapes::new(TypeTable::default());
        let root = shapes.intern(&Type::List(Type::Tuple([Type::String, Type::Int].into()).into()));
        let pair = |text: &str, int: i64| {
            Datum::tuple(vec![Datum::Str(text.as_bytes().to_vec()), Datum::Int(int.into())])
        };
        let found = Datum::list([pair("xyz", 7), pair("uuuu", 9)]);
        let fails = |inputs: &[Datum]| inputs[0].size() == Datum::list([pair("", 0), pair("", 0)]).size();
        let shrunk = shrink(&shapes, &[root], vec![found], 200, fails);
        assert_eq!(shrunk, [Datum::list([pair("a", 0), pair("a", 0)])]);
    }

    #[test]
    fn a_sum_that_is_not_exact_is_shown_with_short_numbers() {
        let mut shapes = Shapes::new(TypeTable::default());
        let root = shapes.intern(&Type::Float);
        let fails = |inputs: &[Datum]| matches!(inputs, [Datum::Float(a), Datum::Float(b), Datum::Float(c)] if (a + b) + c != a + (b + c));
        let found = [1.25, 1.0, 2.9605947323337506e-16].map(Datum::Float).to_vec();
        let shrunk = shrink(&shapes, &[root; 3], found, 500, fails);
        assert!(fails(&shrunk));
        let digits = |datum: &Datum| matches!(datum, Datum::Float(float) if significant_digits(*float) == 1);
        assert!(shrunk.iter().all(digits), "{shrunk:?}");
    }

    #[test]
    fn an_end_of_the_integers_stays_where_no_small_number_fails() {
        let mut shapes = Shapes::new(TypeTable::default());
        let root = shapes.intern(&Type::Int);
        let smallest = |limit: i64| {
            let fails = |inputs: &[Datum]| matches!(&inputs[0], Datum::Int(int) if *int >= Int::from(limit));
            let end = Datum::Int(Int::from(i64::MAX >> 1));
            shrink(&shapes, &[root], vec![end], 500, fails).remove(0)
        };
        assert_eq!(smallest(1234), Datum::Int(1234.into()));
        assert_eq!(smallest((i64::MAX >> 1) - 5), Datum::Int((i64::MAX >> 1).into()));
    }

    #[test]
    fn a_text_keeps_only_the_characters_that_matter() {
        let mut shapes = Shapes::new(TypeTable::default());
        let root = shapes.intern(&Type::String);
        let fails = |inputs: &[Datum]| matches!(&inputs[0], Datum::Str(text) if text.contains(&b'%') && text.len() > 2);
        let shrunk = shrink(&shapes, &[root], vec![Datum::Str(b"so \xff% long!".to_vec())], 500, fails);
        assert_eq!(shrunk, [Datum::Str(b"aa%".to_vec())]);
    }

    #[test]
    fn numbers_come_down_to_the_border() {
        let mut shapes = Shapes::new(TypeTable::default());
        let root = shapes.intern(&Type::Float);
        let fails = |inputs: &[Datum]| matches!(&inputs[0], Datum::Float(float) if *float > 1000.0);
        let shrunk = shrink(&shapes, &[root], vec![Datum::Float(1e300)], 20_000, fails);
        assert_eq!(shrunk, [Datum::Float(1001.0)]);
    }

    #[test]
    fn the_largest_float_comes_down_to_a_small_number() {
        let mut shapes = Shapes::new(TypeTable::default());
        let root = shapes.intern(&Type::Float);
        let fails = |inputs: &[Datum]| matches!(&inputs[0], Datum::Float(float) if float / 3.0 != float * (1.0 / 3.0));
        let shrunk = shrink(&shapes, &[root], vec![Datum::Float(f64::MAX)], 500, fails);
        assert_eq!(shrunk, [Datum::Float(5.0)]);
    }

    fn has_large(datum: &Datum) -> bool {
        match datum {
            Datum::Int(int) => *int > Int::from(100),
            Datum::Construct(_, _, parts) => parts.iter().any(has_large),
            _ => false,
        }
    }
}
