//! Runs on both sides of a decision that the solver leaves open, as near to it as numbers allow: halfway again and again between a
//! run that decides one way and one that decides the other.
//! In: runs. Out: runs that differ from them in one number. Where the values are equal that are compared, a program with binary
//! fractions may decide either way; so these are one step away from where the decision changes.

use lydian_term::Int;

use super::{Test, Tests};
use crate::line::decimal_text;
use crate::shrink::{decimal, number};

/// So many runs are begun with, and so many others give each of them another number.
const FROM: usize = 16;
const OTHERS: usize = 6;

/// So many are kept for each change of decisions, and so many of all.
const EACH: usize = 4;
const MOST: usize = 12;

/// A number is halved at most so often.
const HALVINGS: usize = 40;

impl Tests<'_> {
    pub(super) fn bordering(&self, index: usize, runs: &[Test]) -> Vec<Test> {
        let mut found: Vec<Test> = Vec::new();
        let mut changes: Vec<(Vec<bool>, Vec<bool>, usize)> = Vec::new();
        for from in runs.iter().take(FROM) {
            for place in 0..from.lines.len() {
                let others = runs.iter().filter(|other| other.lines.len() == from.lines.len());
                for other in others.take(OTHERS) {
                    if found.len() >= MOST {
                        return found;
                    }
                    let Some((near, far)) = self.parted(index, from, place, &other.lines[place]) else {
                        continue;
                    };
                    let key = (near.expected.taken.clone(), far.expected.taken.clone());
                    let times = match changes.iter_mut().find(|(a, b, _)| (a, b) == (&key.0, &key.1)) {
                        Some((.., times)) => times,
                        None => {
                            changes.push((key.0, key.1, 0));
                            &mut changes.last_mut().expect("it was put there").2
                        }
                    };
                    *times += 1;
                    if *times <= EACH {
                        let new = |test: &Test| found.iter().all(|known| known.lines != test.lines);
                        let both: Vec<Test> = [near, far].into_iter().filter(new).collect();
                        found.extend(both);
                    }
                }
            }
        }
        found
    }

    /// Two runs that differ in one number and in what is decided, one on each side, if another line in that place makes a difference.
    fn parted(&self, index: usize, from: &Test, place: usize, other: &[u8]) -> Option<(Test, Test)> {
        let (start, places) = value(&from.lines[place])?;
        let (end, _) = value(other).filter(|(_, own)| *own == places)?;
        let at = |value: &Int| {
            let mut lines = from.lines.clone();
            lines[place] = match places {
                0 => value.to_string(),
                _ => decimal_text(value, places),
            }
            .into_bytes();
            self.new_test(index, lines, &[])
        };
        let same = |test: &Test| test.expected.taken == from.expected.taken;
        if at(&end).is_none_or(|test| same(&test)) {
            return None;
        }
        let (mut near, mut far) = (start, end);
        for _ in 0..HALVINGS {
            let middle = (near.clone() + far.clone()).tdiv(&Int::from(2))?;
            if middle == near || middle == far {
                break;
            }
            match at(&middle).is_some_and(|test| same(&test)) {
                true => near = middle,
                false => far = middle,
            }
        }
        let step = if near < far { Int::from(1) } else { Int::from(-1) };
        let near = at(&(near - step.clone())).filter(|test| same(test))?;
        let far = at(&(far + step)).filter(|test| !same(test))?;
        Some((near, far))
    }
}

/// The number of a line in units of its last decimal, and how many it has.
fn value(line: &[u8]) -> Option<(Int, usize)> {
    let whole = number(line).map(|number| (number, 0));
    whole.or_else(|| decimal(std::str::from_utf8(line).ok()?))
}
