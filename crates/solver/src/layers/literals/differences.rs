//! Difference constraints over integers: all shortest paths, then values one variable after the other.
//! After the closure every value within a variable's bounds can be extended to the others, so values closest to zero
//! are taken greedily. Disequalities only make a variable step aside; if that fails, the question is left undecided.

use lydian_term::{Constant, Int, Model, Terms, VarId};
use rustc_hash::FxHashMap;

use super::Difference;

/// With more variables than this the closure would cost more than a call of Z3.
const MOST_VARIABLES: usize = 24;
/// "No bound". Sums of a few thousand finite bounds stay below it.
const UNBOUNDED: i128 = i128::MAX / 4;
/// Bounds beyond this are left to others.
const LARGEST_BOUND: i128 = 1 << 100;

/// Constraints `x - y <= c` and `x - y <> c`, where either variable may be missing.
#[derive(Default)]
pub(super) struct Differences {
    /// Node 0 is the number zero.
    places: FxHashMap<VarId, usize>,
    variables: Vec<VarId>,
    /// `(from, to, c)`: to - from <= c.
    edges: Vec<(usize, usize, i128)>,
    /// `(x, y, c)`: x - y <> c.
    distinct: Vec<(usize, usize, i128)>,
}

/// What came of it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// All variables have got a value.
    Solved,
    /// There are no such values.
    Contradiction,
    /// It was not found out.
    Undecided,
}

impl Differences {
    pub(super) fn at_most(&mut self, terms: &Terms, difference: Difference, bound: &Int) -> bool {
        let (Some(bound), Some((x, y))) = (narrow(bound), self.nodes(terms, difference)) else {
            return false;
        };
        self.edges.push((y, x, bound));
        true
    }

    pub(super) fn equal(&mut self, terms: &Terms, difference: Difference, value: &Int) -> bool {
        let (Some(value), Some((x, y))) = (narrow(value), self.nodes(terms, difference)) else {
            return false;
        };
        self.edges.push((y, x, value));
        self.edges.push((x, y, -value));
        true
    }

    pub(super) fn different(&mut self, terms: &Terms, difference: Difference, value: &Int) -> bool {
        let (Some(value), Some((x, y))) = (narrow(value), self.nodes(terms, difference)) else {
            return false;
        };
        self.distinct.push((x, y, value));
        true
    }

    fn nodes(&mut self, terms: &Terms, (x, y): Difference) -> Option<(usize, usize)> {
        let mut node = |variable: Option<VarId>| match variable {
            None => Some(0),
            Some(variable) => self.node(terms, variable),
        };
        Some((node(x)?, node(y)?))
    }

    fn node(&mut self, terms: &Terms, variable: VarId) -> Option<usize> {
        if let Some(place) = self.places.get(&variable) {
            return Some(*place);
        }
        let known = terms.variable(variable);
        let (lo, hi) = (known.lo.as_ref().map(narrow), known.hi.as_ref().map(narrow));
        if lo == Some(None) || hi == Some(None) {
            return None;
        }
        self.variables.push(variable);
        let place = self.variables.len();
        self.places.insert(variable, place);
        if let Some(Some(lo)) = lo {
            self.edges.push((place, 0, -lo));
        }
        if let Some(Some(hi)) = hi {
            self.edges.push((0, place, hi));
        }
        Some(place)
    }

    pub(super) fn solve(&mut self, terms: &Terms, model: &mut Model) -> Outcome {
        // Variables that were fixed before they were met here bring their value along.
        for (variable, value) in model.iter() {
            if let (Constant::Int(value), Some(place)) = (value, self.places.get(&variable)) {
                let Some(value) = narrow(value) else { return Outcome::Undecided };
                self.edges.push((0, *place, value));
                self.edges.push((*place, 0, -value));
            } else if let Constant::Int(value) = value {
                let known = terms.variable(variable);
                let below = known.lo.as_ref().is_some_and(|lo| value < lo);
                if below || known.hi.as_ref().is_some_and(|hi| value > hi) {
                    return Outcome::Contradiction;
                }
            }
        }
        if self.variables.len() > MOST_VARIABLES {
            return Outcome::Undecided;
        }
        let size = self.variables.len() + 1;
        let Some(distance) = self.closure(size) else { return Outcome::Contradiction };
        if self.distinct.iter().any(|(x, y, c)| distance[y * size + x] == *c && distance[x * size + y] == -c)
        {
            return Outcome::Contradiction;
        }
        self.assign(size, &distance, model)
    }

    /// The tightest bound of every difference; `None` if the constraints contradict each other.
    fn closure(&self, size: usize) -> Option<Vec<i128>> {
        let mut distance = vec![UNBOUNDED; size * size];
        for place in 0..size {
            distance[place * size + place] = 0;
        }
        for (from, to, bound) in &self.edges {
            let entry = &mut distance[from * size + to];
            *entry = (*entry).min(*bound);
        }
        for middle in 0..size {
            for from in 0..size {
                let first = distance[from * size + middle];
                if first >= UNBOUNDED {
                    continue;
                }
                for to in 0..size {
                    let second = distance[middle * size + to];
                    if second < UNBOUNDED && first + second < distance[from * size + to] {
                        distance[from * size + to] = first + second;
                    }
                }
            }
        }
        (0..size).all(|place| distance[place * size + place] >= 0).then_some(distance)
    }

    fn assign(&self, size: usize, distance: &[i128], model: &mut Model) -> Outcome {
        let mut values: Vec<Option<i128>> = vec![None; size];
        values[0] = Some(0);
        let mut order: Vec<usize> = (1..size).collect();
        order.sort_unstable_by_key(|place| self.variables[place - 1]);
        for place in order {
            let (mut lo, mut hi) = (-UNBOUNDED, UNBOUNDED);
            for (other, value) in values.iter().enumerate() {
                let Some(value) = value else { continue };
                if distance[other * size + place] < UNBOUNDED {
                    hi = hi.min(value + distance[other * size + place]);
                }
                if distance[place * size + other] < UNBOUNDED {
                    lo = lo.max(value - distance[place * size + other]);
                }
            }
            let mut forbidden = Vec::new();
            let mut only_constants = lo == -distance[place * size] && hi == distance[place];
            for (x, y, c) in &self.distinct {
                let (other, value) = match (*x == place, *y == place) {
                    (true, false) => (*y, values[*y].map(|value| value + c)),
                    (false, true) => (*x, values[*x].map(|value| value - c)),
                    _ => continue,
                };
                if let Some(value) = value {
                    forbidden.push(value);
                    only_constants &= other == 0;
                }
            }
            match closest_to_zero(lo, hi, &forbidden) {
                Some(value) => values[place] = Some(value),
                None if only_constants => return Outcome::Contradiction,
                None => return Outcome::Undecided,
            }
        }
        for (place, variable) in self.variables.iter().enumerate() {
            if let Some(value) = values[place + 1] {
                model.insert(*variable, Int::from(value));
            }
        }
        Outcome::Solved
    }
}

fn closest_to_zero(lo: i128, hi: i128, forbidden: &[i128]) -> Option<i128> {
    if lo > hi {
        return None;
    }
    let start = 0.clamp(lo, hi);
    // Among one more candidate than there are forbidden values on a side, one is free if that side has room.
    (0..=forbidden.len() as i128)
        .flat_map(|step| [start + step, start - step])
        .find(|value| (lo..=hi).contains(value) && !forbidden.contains(value))
}

fn narrow(value: &Int) -> Option<i128> {
    let wide = match value.as_i64() {
        Some(small) => i128::from(small),
        None => i128::try_from(&value.to_big()).ok()?,
    };
    (-LARGEST_BOUND..=LARGEST_BOUND).contains(&wide).then_some(wide)
}
