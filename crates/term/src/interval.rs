//! A cheap interval analysis: between which integers a term must lie.
//! In: a node and the intervals of its children. Out: an interval that contains every value the node can take.
//! Bounds beyond a few hundred bits are given up, so that the analysis of deep products stays cheap.

use rustc_hash::FxHashMap;

use crate::{Int, Node, TermId, Terms, VarId};

/// The integers from `lo` to `hi`, both included; a missing bound means that there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interval {
    /// The smallest member.
    pub lo: Option<Int>,
    /// The largest member.
    pub hi: Option<Int>,
}

/// Further bounds of variables, such as a path condition gives; they hold in addition to the declared ones.
pub type Bounds = FxHashMap<VarId, Interval>;

/// Bounds that need more bits than this are treated as absent.
const WIDEST_BOUND_BITS: u64 = 320;

impl Interval {
    /// The interval between two integers.
    pub fn new(lo: impl Into<Int>, hi: impl Into<Int>) -> Interval {
        Interval { lo: Some(lo.into()), hi: Some(hi.into()) }
    }

    /// The interval that holds one integer.
    pub fn exactly(value: Int) -> Interval {
        Interval { lo: Some(value.clone()), hi: Some(value) }
    }

    /// The numbers that two's complement with that many bits can denote.
    pub fn of_bits(bits: u32) -> Interval {
        let half = Int::power_of_two(bits.saturating_sub(1));
        Interval { lo: Some(-&half), hi: Some(half - Int::ONE) }
    }

    /// Whether the integer is a member.
    pub fn contains(&self, value: &Int) -> bool {
        self.lo.as_ref().is_none_or(|lo| lo <= value) && self.hi.as_ref().is_none_or(|hi| value <= hi)
    }

    /// Whether every member is also a member of the other interval.
    pub fn is_within(&self, other: &Interval) -> bool {
        let low = match (&self.lo, &other.lo) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(mine), Some(theirs)) => theirs <= mine,
        };
        low && match (&self.hi, &other.hi) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(mine), Some(theirs)) => mine <= theirs,
        }
    }

    /// The members of both.
    pub fn intersect(&self, other: &Interval) -> Interval {
        let lo = match (&self.lo, &other.lo) {
            (Some(a), Some(b)) => Some(a.max(b).clone()),
            (a, b) => a.as_ref().or(b.as_ref()).cloned(),
        };
        let hi = match (&self.hi, &other.hi) {
            (Some(a), Some(b)) => Some(a.min(b).clone()),
            (a, b) => a.as_ref().or(b.as_ref()).cloned(),
        };
        Interval { lo, hi }
    }

    /// The smallest interval that holds both.
    pub fn hull(&self, other: &Interval) -> Interval {
        Interval {
            lo: self.lo.as_ref().zip(other.lo.as_ref()).map(|(a, b)| a.min(b).clone()),
            hi: self.hi.as_ref().zip(other.hi.as_ref()).map(|(a, b)| a.max(b).clone()),
        }
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        matches!((&self.lo, &self.hi), (Some(lo), Some(hi)) if lo > hi)
    }

    /// Whether no member is negative.
    pub fn is_nonnegative(&self) -> bool {
        self.lo.as_ref().is_some_and(|lo| !lo.is_negative())
    }

    /// Whether every member is positive.
    pub fn is_positive(&self) -> bool {
        self.lo.as_ref().is_some_and(Int::is_positive)
    }

    /// The largest absolute value of a member, if there is one.
    pub fn magnitude(&self) -> Option<Int> {
        self.lo.as_ref().zip(self.hi.as_ref()).map(|(lo, hi)| lo.abs().max(hi.abs()))
    }

    fn symmetric(magnitude: Option<Int>) -> Interval {
        Interval { lo: magnitude.as_ref().map(|bound| -bound), hi: magnitude }
    }

    fn plus(&self, other: &Interval) -> Interval {
        Interval {
            lo: self.lo.as_ref().zip(other.lo.as_ref()).map(|(a, b)| a + b),
            hi: self.hi.as_ref().zip(other.hi.as_ref()).map(|(a, b)| a + b),
        }
    }

    fn scaled(&self, factor: &Int) -> Interval {
        let (lo, hi) = (self.lo.as_ref().map(|lo| lo * factor), self.hi.as_ref().map(|hi| hi * factor));
        if factor.is_negative() { Interval { lo: hi, hi: lo } } else { Interval { lo, hi } }
    }

    fn times(&self, other: &Interval) -> Interval {
        if let (Some(a), Some(b), Some(c), Some(d)) = (&self.lo, &self.hi, &other.lo, &other.hi) {
            let products = [a * c, a * d, b * c, b * d];
            return Interval { lo: products.iter().min().cloned(), hi: products.iter().max().cloned() };
        }
        if self.is_nonnegative() && other.is_nonnegative() {
            return Interval { lo: self.lo.as_ref().zip(other.lo.as_ref()).map(|(a, b)| a * b), hi: None };
        }
        Interval::default()
    }

    fn squared(&self) -> Interval {
        let smallest = match (&self.lo, &self.hi) {
            (Some(lo), _) if lo.is_positive() => lo.clone(),
            (_, Some(hi)) if hi.is_negative() => hi.clone(),
            _ => Int::ZERO,
        };
        Interval { lo: Some(&smallest * &smallest), hi: self.magnitude().map(|bound| &bound * &bound) }
    }

    fn narrowed(self) -> Interval {
        let keep = |bound: &Int| bound.bit_length() <= WIDEST_BOUND_BITS;
        Interval { lo: self.lo.filter(keep), hi: self.hi.filter(keep) }
    }
}

/// The interval of a node, given those of its children and variables. Nodes that are not integers have no bounds.
pub(crate) fn of_node<'a>(
    node: &Node,
    child: impl Fn(TermId) -> &'a Interval,
    variable: impl Fn(VarId) -> Interval,
) -> Interval {
    match node {
        Node::Var(id) => variable(*id),
        Node::Int(value) => Interval::exactly(value.clone()),
        Node::Sum(parts, constant) => {
            let mut total = Interval::exactly(constant.clone());
            for (coefficient, part) in parts {
                total = total.plus(&child(*part).scaled(coefficient));
            }
            total.narrowed()
        }
        Node::Product(factors) => product(factors, child).narrowed(),
        Node::TDiv(a, b) => quotient(child(*a), child(*b), Int::tdiv),
        Node::FloorDiv(a, b) => quotient(child(*a), child(*b), Int::floor_div),
        Node::TMod(a, b) => truncated_remainder(child(*a), child(*b)),
        Node::FloorMod(a, b) => floored_remainder(child(*a), child(*b)),
        Node::Wrap(bits, _) => Interval::of_bits(*bits),
        Node::Ite(_, then, otherwise) => child(*then).hull(child(*otherwise)),
        Node::Len(_) => Interval { lo: Some(Int::ZERO), hi: None },
        Node::CodeAt(..) => Interval::new(-1, 255),
        Node::IndexOf(..) | Node::ToInt(_) => Interval { lo: Some(Int::MINUS_ONE), hi: None },
        _ => Interval::default(),
    }
}

/// Equal factors stand side by side, and an even power is never negative.
fn product<'a>(factors: &[TermId], child: impl Fn(TermId) -> &'a Interval) -> Interval {
    let mut total = Interval::exactly(Int::ONE);
    let mut rest = factors;
    while let Some((first, tail)) = rest.split_first() {
        if tail.first() == Some(first) {
            total = total.times(&child(*first).squared());
            rest = &tail[1..];
        } else {
            total = total.times(child(*first));
            rest = tail;
        }
    }
    total
}

fn quotient(dividend: &Interval, divisor: &Interval, divide: fn(&Int, &Int) -> Option<Int>) -> Interval {
    if let (Some(lo), Some(hi)) = (&divisor.lo, &divisor.hi)
        && lo == hi
        && !lo.is_zero()
    {
        let low = dividend.lo.as_ref().and_then(|bound| divide(bound, lo));
        let high = dividend.hi.as_ref().and_then(|bound| divide(bound, lo));
        return if lo.is_negative() {
            Interval { lo: high, hi: low }
        } else {
            Interval { lo: low, hi: high }
        };
    }
    if dividend.is_nonnegative() && divisor.is_nonnegative() {
        return Interval { lo: Some(Int::ZERO), hi: dividend.hi.clone() };
    }
    Interval::symmetric(dividend.magnitude())
}

fn truncated_remainder(dividend: &Interval, divisor: &Interval) -> Interval {
    let mut result = Interval::symmetric(dividend.magnitude());
    if dividend.is_nonnegative() {
        result = Interval { lo: Some(Int::ZERO), hi: dividend.hi.clone() };
    } else if dividend.hi.as_ref().is_some_and(|hi| !hi.is_positive()) {
        result = Interval { lo: dividend.lo.clone(), hi: Some(Int::ZERO) };
    }
    if !divisor.contains(&Int::ZERO)
        && let Some(bound) = divisor.magnitude()
    {
        result = result.intersect(&Interval::symmetric(Some(bound - Int::ONE)));
    }
    result
}

fn floored_remainder(dividend: &Interval, divisor: &Interval) -> Interval {
    if divisor.is_positive() {
        let below = divisor.hi.as_ref().map(|hi| hi - &Int::ONE);
        let result = Interval { lo: Some(Int::ZERO), hi: below };
        let unchanged = Interval { lo: None, hi: dividend.hi.clone() };
        return if dividend.is_nonnegative() { result.intersect(&unchanged) } else { result };
    }
    let remainder = Interval::symmetric(divisor.magnitude());
    if divisor.contains(&Int::ZERO) { remainder.hull(dividend) } else { remainder }
}

impl Terms {
    /// Between which integers a term lies, from the declared bounds of its variables.
    pub fn interval(&self, term: TermId) -> Interval {
        self.intervals[term.index()].clone()
    }

    /// Between which integers a term lies, given further bounds of variables.
    pub fn interval_within(&self, term: TermId, bounds: &Bounds) -> Interval {
        let mut known: FxHashMap<TermId, Interval> = FxHashMap::default();
        for current in self.below(&[term]) {
            let node = self.view(current);
            let interval = of_node(
                node,
                |child| known.get(&child).unwrap_or(&self.intervals[child.index()]),
                |variable| match bounds.get(&variable) {
                    Some(extra) => self.declared(variable).intersect(extra),
                    None => self.declared(variable),
                },
            );
            known.insert(current, interval.intersect(&self.intervals[current.index()]));
        }
        known.remove(&term).unwrap_or_default()
    }
}
