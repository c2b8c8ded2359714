//! Smaller inputs: fewer lines first, then simpler values, also of two lines together.
//! In: lines on which a program is wrong. Out: candidates in several ways, the smallest hope first. Whether the
//! specification takes them is seen when they are run on it; they need not take the same path.

use std::ops::Range;

use lydian_core::Datum;
use lydian_term::Int;

use crate::line::{END_OF_INPUT, decimal_text};

/// The ways to leave out lines, and to make all simple at once, come before those to make one simpler.
const SHORTER: usize = 4;

/// Of the numbers at the beginning, so many may count the lines that follow.
const MOST_COUNTERS: usize = 2;

/// Of more smaller numbers than this, only these many simplest ones and some between are tried.
const MOST_VALUES: usize = 12;
const MOST_SIMPLE: usize = 4;

/// More lines than this are many, and are made simple in so many parts.
const MANY: usize = 16;
const PARTS: usize = 8;

/// So many lines are tried in the place of all.
const MOST_ALIKE: usize = 2;

/// More numbers than this on a run are not paired.
const MOST_PAIRED: usize = 12;

/// Lines that are smaller in one way; `None` after the last.
pub(crate) fn smaller(lines: &[Vec<u8>], way: usize) -> Option<Vec<Vec<Vec<u8>>>> {
    if lines.is_empty() {
        return None;
    }
    match way {
        0 => Some(without_some(lines)),
        1 => Some(all_simple(lines)),
        2 => Some(without_counted(lines)),
        3 => Some(merged(lines)),
        _ => {
            let place = way - SHORTER;
            let line = lines.get(place)?;
            let alone = |simple: Vec<u8>| with(lines, place, simple);
            let both =
                |simple: Vec<u8>| [vec![alone(simple.clone())], together(lines, place, &simple)].concat();
            Some(simpler(line).into_iter().flat_map(both).collect())
        }
    }
}

/// Half of the lines left out, then a quarter, and so on to two and one, from every place on.
fn without_some(lines: &[Vec<u8>]) -> Vec<Vec<Vec<u8>>> {
    let mut lengths: Vec<usize> = std::iter::successors(Some(lines.len() / 2), |length| Some(length / 2))
        .take_while(|length| *length > 2)
        .collect();
    lengths.extend((1..lines.len().min(3)).rev());
    let starts =
        lengths.into_iter().flat_map(|length| (0..=lines.len() - length).map(move |start| (start, length)));
    starts.map(|(start, length)| [&lines[..start], &lines[start + length..]].concat()).collect()
}

/// Lines left out, and a number before them made smaller by as many: it may be the number of lines that follow. Half of them first, then
/// a quarter, and so on to each one.
fn without_counted(lines: &[Vec<u8>]) -> Vec<Vec<Vec<u8>>> {
    let mut found = Vec::new();
    for counter in (0..lines.len()).take(MOST_COUNTERS) {
        let behind = lines.len() - counter - 1;
        let counts = |number: &Int| number.as_usize().is_some_and(|number| (1..=behind).contains(&number));
        let Some(count) = number(&lines[counter]).filter(counts) else { continue };
        let lengths = std::iter::successors(Some(behind / 2), |length| Some(length / 2));
        for length in lengths.take_while(|length| *length > 1).chain([1]) {
            let fewer = (count.clone() - Int::from(length as i64)).to_string().into_bytes();
            let fewer = with(lines, counter, fewer);
            let starts = (counter + 1..=lines.len() - length.min(lines.len())).step_by(length);
            let mut shorter: Vec<_> =
                starts.map(|gone| [&fewer[..gone], &fewer[gone + length..]].concat()).collect();
            // Of many lines the last ones are those that are too many.
            if lines.len() > MANY {
                shorter.reverse();
            }
            found.extend(shorter);
        }
    }
    found
}

/// Two numbers made one: their sum; also with a number before them made smaller by one.
fn merged(lines: &[Vec<u8>]) -> Vec<Vec<Vec<u8>>> {
    let mut found = Vec::new();
    for second in 1..lines.len().min(MOST_PAIRED) {
        let (Some(a), Some(b)) = (number(&lines[second - 1]), number(&lines[second])) else { continue };
        let mut sum = with(lines, second - 1, (a + b).to_string().into_bytes());
        sum.remove(second);
        for counter in (0..second - 1).take(MOST_COUNTERS) {
            if let Some(count) = number(&sum[counter]) {
                found.push(with(&sum, counter, (count - Int::from(1)).to_string().into_bytes()));
            }
        }
        found.push(sum);
    }
    found
}

/// All numbers but a few at one end made zero, those that are not zero yet.
fn all_simple(lines: &[Vec<u8>]) -> Vec<Vec<Vec<u8>>> {
    let zeros = |range: Range<usize>| {
        let simple = |(place, line): (usize, &Vec<u8>)| match range.contains(&place) && number(line).is_some()
        {
            true => b"0".to_vec(),
            false => line.clone(),
        };
        lines.iter().enumerate().map(simple).collect::<Vec<_>>()
    };
    let (count, half) = (lines.len(), lines.len() / 2);
    let ranges = [
        0..count,
        0..count - 1,
        1..count,
        1..count.max(2) - 1,
        0..half,
        half..count,
        // All but the first and the last, which may count and be counted, and some of them.
        1..half.max(1),
        half.max(1)..count.max(2) - 1,
    ];
    // Of many lines a part at a time.
    let part = (count / PARTS).max(1);
    let parts =
        (0..if count > MANY { count } else { 0 }).step_by(part).map(|start| start..(start + part).min(count));
    // Where zero is no value that is wanted, another line may be the simplest: all but the last one made the same.
    let mut shortest: Vec<&Vec<u8>> = lines[..count - 1].iter().collect();
    shortest.sort_by_key(|line| (line.len(), *line));
    shortest.dedup();
    let alike = |line: &Vec<u8>| {
        let mut same = vec![line.clone(); count - 1];
        same.extend(lines.last().cloned());
        same
    };
    // Only if they are smaller: so this comes to an end.
    let alike = shortest.into_iter().filter(|line| *line != END_OF_INPUT).take(MOST_ALIKE).map(alike);
    let alike = alike.filter(|alike| weight(alike) < weight(lines));
    let mut found: Vec<Vec<Vec<u8>>> = Vec::new();
    for simple in ranges.into_iter().chain(parts).map(zeros).chain(alike) {
        if simple != lines && !found.contains(&simple) {
            found.push(simple);
        }
    }
    found
}

/// How much there is to read, and how large its numbers are.
fn weight(lines: &[Vec<u8>]) -> (usize, Int) {
    let numbers = lines.iter().filter_map(|line| number(line));
    (lines.iter().map(Vec::len).sum(), numbers.fold(Int::from(0), |sum, number| sum + number.abs()))
}

/// A number made simpler while another one moves with it, by as much or by as much the other way.
fn together(lines: &[Vec<u8>], place: usize, simple: &[u8]) -> Vec<Vec<Vec<u8>>> {
    let mut found = Vec::new();
    let (Some(value), Some(wanted)) = (number(&lines[place]), number(simple)) else { return found };
    let step = wanted - value;
    for other in (0..lines.len().min(MOST_PAIRED)).filter(|other| *other != place) {
        let Some(tied) = number(&lines[other]) else { continue };
        for moved in [&tied + &step, &tied - &step] {
            // The other one gets simpler too, or it comes later: so this comes to an end.
            if moved.abs() < tied.abs() || other > place {
                found.push(with(&with(lines, place, simple.to_vec()), other, moved.to_string().into_bytes()));
            }
        }
    }
    found
}

/// Simpler lines of the same kind, simplest first: of numbers, also of several on one line, of texts.
fn simpler(line: &[u8]) -> Vec<Vec<u8>> {
    let text = String::from_utf8_lossy(line);
    if let Some(whole) = number(line) {
        return thinned(&whole, values(&Datum::Int(whole.clone())));
    }
    if let Some((mantissa, places)) = decimal(&text) {
        return simpler_decimals(&mantissa, places);
    }
    let mut found = Vec::new();
    for place in numbers_in(line) {
        for simple in simpler(&line[place.clone()]) {
            found.push([&line[..place.start], &simple, &line[place.end..]].concat());
        }
    }
    found.extend(renamed(line));
    found.extend(values(&Datum::Str(line.to_vec())));
    // What reads alike from both ends loses a character at each.
    for place in 0..line.len() / 2 {
        let other = line.len() - 1 - place;
        found.push([&line[..place], &line[place + 1..other], &line[other + 1..]].concat());
    }
    found
}

/// A text with its first letter called a, the next one b, and so on: letters that are equal stay so.
fn renamed(line: &[u8]) -> Option<Vec<u8>> {
    let mut known: Vec<u8> = Vec::new();
    let simple: Vec<u8> = line
        .iter()
        .map(|byte| match byte.is_ascii_lowercase() {
            true => {
                let place = known.iter().position(|letter| letter == byte).unwrap_or_else(|| {
                    known.push(*byte);
                    known.len() - 1
                });
                b'a' + place as u8
            }
            false => *byte,
        })
        .collect();
    (*simple < *line).then_some(simple)
}

/// The places of the whole numbers in a line with several values.
fn numbers_in(line: &[u8]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (index, byte) in line.iter().enumerate() {
        let starts = *byte == b'-' && line.get(index + 1).is_some_and(u8::is_ascii_digit);
        match found.last_mut() {
            Some(last) if last.end == index && byte.is_ascii_digit() => last.end += 1,
            _ if byte.is_ascii_digit() || starts => found.push(index..index + 1),
            _ => {}
        }
    }
    found
}

/// `-3.50` is -350 with two places.
pub(crate) fn decimal(text: &str) -> Option<(Int, usize)> {
    let (whole, fraction) = text.split_once('.')?;
    let digits = !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit());
    Some((number(format!("{whole}{fraction}").as_bytes()).filter(|_| digits)?, fraction.len()))
}

/// Whole numbers are the simplest decimals.
fn simpler_decimals(mantissa: &Int, places: usize) -> Vec<Vec<u8>> {
    let unit = (0..places).fold(Int::from(1), |power, _| power * Int::from(10));
    let whole = mantissa.tdiv(&unit).unwrap_or_default();
    let numbers = |int: &Int| {
        let lines = thinned(int, values(&Datum::Int(int.clone())));
        lines.iter().filter_map(|line| number(line)).collect::<Vec<Int>>()
    };
    let mut found: Vec<Int> =
        numbers(&whole).into_iter().chain([whole]).map(|whole| whole * unit.clone()).collect();
    found.extend(numbers(mantissa));
    found.retain(|other| other != mantissa);
    found.iter().map(|mantissa| decimal_text(mantissa, places).into_bytes()).collect()
}

/// Of many smaller numbers the simplest, then those that halve what is left: each costs a run of the program.
fn thinned(whole: &Int, all: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    if all.len() <= MOST_VALUES {
        return all;
    }
    let halving = std::iter::successors(whole.tdiv(&Int::from(2)), |way| way.tdiv(&Int::from(2)));
    let halving = halving.take_while(|way| *way != Int::ZERO).map(|way| whole.clone() - way);
    let mut kept: Vec<Vec<u8>> = all[..MOST_SIMPLE].to_vec();
    // One digit less, for what goes by digits.
    kept.extend(whole.tdiv(&Int::from(10)).map(|number| number.to_string().into_bytes()));
    kept.extend(halving.map(|number| number.to_string().into_bytes()));
    kept
}

fn values(value: &Datum) -> Vec<Vec<u8>> {
    let written = |datum: Datum| match datum {
        Datum::Int(int) => Some(int.to_string().into_bytes()),
        Datum::Str(bytes) => Some(bytes),
        _ => None,
    };
    lydian_core::simpler(value).into_iter().filter_map(written).collect()
}

fn with(lines: &[Vec<u8>], place: usize, line: Vec<u8>) -> Vec<Vec<u8>> {
    let mut changed = lines.to_vec();
    changed[place] = line;
    changed
}

/// The whole number that a line is.
pub(crate) fn number(line: &[u8]) -> Option<Int> {
    let text = std::str::from_utf8(line).ok()?;
    let digits = text.strip_prefix('-').unwrap_or(text);
    (!digits.is_empty() && digits.len() < 40 && digits.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<Vec<u8>> {
        text.split(' ').map(|line| line.as_bytes().to_vec()).collect()
    }

    #[test]
    fn a_number_that_counts_lines_gets_smaller_with_them() {
        let found = smaller(&lines("3 10 20 30"), 2).expect("a way");
        assert!(found.contains(&lines("2 10 30")));
        let found = smaller(&lines("4 10 20 30 40"), 2).expect("a way");
        assert_eq!(found[..2], [lines("2 30 40"), lines("2 10 20")]);
    }

    #[test]
    fn two_summands_become_one() {
        let found = smaller(&lines("2 100 28"), 3).expect("a way");
        assert!(found.contains(&lines("1 128")));
    }

    #[test]
    fn what_is_tied_gets_smaller_together() {
        let found = smaller(&lines("57 57"), SHORTER).expect("a way");
        assert!(found.contains(&lines("0 0")));
    }

    #[test]
    fn each_number_of_a_line_gets_smaller() {
        let found = smaller(&[b"10;-7".to_vec()], SHORTER).expect("a way");
        assert!(found.contains(&vec![b"0;-7".to_vec()]) && found.contains(&vec![b"10;0".to_vec()]));
    }

    #[test]
    fn letters_are_renamed_together() {
        let found = smaller(&lines("vwabwv"), SHORTER).expect("a way");
        assert!(found.contains(&lines("abcdba")) && found.contains(&lines("wabw")));
    }

    #[test]
    fn lines_that_are_not_the_last_become_alike() {
        let found = smaller(&lines("1 72 47 7"), 1).expect("a way");
        assert!(found.contains(&lines("1 1 1 7")));
    }

    #[test]
    fn a_run_without_lines_is_the_smallest() {
        assert!(smaller(&[], 0).is_none());
    }

    #[test]
    fn nothing_is_a_candidate_for_itself() {
        for text in ["3 10 20 30", "57 57", "abc -7 12.50", "-1"] {
            let from = lines(text);
            let ways = (0..).map_while(|way| smaller(&from, way));
            assert!(ways.flatten().all(|candidate| candidate != from), "{text}");
        }
    }
}
