//! Watches arithmetic for what a machine cannot keep: integers that do not fit in a word, and digits that rounding loses.
//! A program in unbounded mode computes as mathematics does; whoever wants to know whether the same program on machine
//! integers could overflow puts a [`Watch`] into the world. In wrapping mode it tells whether anything has wrapped. What is
//! known is judged at once; what is unknown is kept as exact terms, for the caller to ask a solver about. Operations on
//! bits (`lsl`, `land`) are not arithmetic that leaves a range. Integers of 32 and 64 bits have ranges of their own.
//! Each operation on floating-point numbers loses at most a fixed part of its result, so the largest result of a run says how
//! far two right computations of the same number can be apart.

use lydian_term::{Int, Interval, TermId, Terms};
use rustc_hash::FxHashSet;

use crate::printed_floats::Edges;
use crate::stirred::Stirred;

/// No more terms than this are kept.
const MOST_TERMS: usize = 10_000;

/// No more rounded numbers than this are kept; a run with more of them has rounded nearly all.
const MOST_ROUNDED: usize = 10_000;

/// Two numbers of which one was rounded are too close to say which is larger, if they differ by so small a part of themselves, or by a much
/// smaller part of the largest number in the run.
const CLOSE: f64 = 1e-9;
const CLOSE_BESIDE_LARGEST: f64 = 1e-12;

/// What additions, subtractions, negations and products came to in a run.
#[derive(Debug, Clone)]
pub struct Watch {
    /// The width of the signed integers that results are measured against.
    pub bits: u32,
    /// The unknown results that may lie outside of the range, each once, in the order in which they were computed.
    pub seen: Vec<TermId>,
    /// Whether a known result lay outside of its range.
    pub overflowed: bool,
    /// The width of the first range that was left.
    pub left_bits: Option<u32>,
    /// The unknown results of other widths, each with its width.
    pub sized: Vec<(TermId, u32)>,
    /// Whether unknown results were left out because there were too many.
    pub incomplete: bool,
    /// The largest size among the results of operations on floating-point numbers; infinite where one was too large or too small to be
    /// kept, so that nothing is left of its digits.
    pub largest_float: f64,
    /// Whether a floating-point number became infinite because it was too large.
    pub float_overflowed: bool,
    /// Whether a floating-point number came so close to zero that digits were lost, or all of it.
    pub float_underflowed: bool,
    /// The floating-point numbers that were written as text and would have been others with a little rounding.
    pub edges: Edges,
    /// Whether two floating-point numbers were compared that may be equal but for rounding.
    pub close_call: bool,
    /// The bits of numbers that are no exact results of exact numbers.
    rounded: FxHashSet<u64>,
    known: FxHashSet<TermId>,
    range: Interval,
    pub(crate) stirred: Stirred,
}

impl Watch {
    /// Nothing seen yet.
    pub fn new(bits: u32) -> Watch {
        Watch {
            bits,
            seen: Vec::new(),
            overflowed: false,
            left_bits: None,
            sized: Vec::new(),
            incomplete: false,
            largest_float: 0.0,
            float_overflowed: false,
            float_underflowed: false,
            edges: Edges::default(),
            close_call: false,
            rounded: FxHashSet::default(),
            known: FxHashSet::default(),
            range: Interval::of_bits(bits),
            stirred: Stirred::default(),
        }
    }

    /// Forgets everything seen.
    pub fn restart(&mut self) {
        *self = Watch::new(self.bits);
    }

    /// That every unknown result stays in the range, as conditions; there is no saying where some were left out.
    pub fn in_range(&self, terms: &mut Terms) -> Vec<TermId> {
        let own = self.seen.iter().map(|result| (*result, self.bits));
        let within = |(result, bits): (TermId, u32)| {
            let (low, high) = (&Int::ZERO - &Int::power_of_two(bits - 1), Int::power_of_two(bits - 1));
            let (low, high) = (terms.int_const(low), terms.int_const(high));
            [terms.le(low, result), terms.lt(result, high)]
        };
        own.chain(self.sized.iter().copied()).flat_map(within).collect()
    }

    /// Whether there are unknown results that may lie outside of their ranges.
    pub fn has_open(&self) -> bool {
        !self.seen.is_empty() || !self.sized.is_empty()
    }

    /// Whether a result that wrapped went through an operation on bits, and what came of it wrapped again.
    pub fn stirs(&self) -> bool {
        self.stirred.again
    }

    /// Takes note that a known result lay outside of a range of this width.
    pub(crate) fn left(&mut self, bits: u32) {
        self.overflowed = true;
        self.left_bits.get_or_insert(bits);
    }

    /// Takes note of a known result.
    pub(crate) fn known(&mut self, result: &Int) {
        if !self.range.contains(result) {
            self.left(self.bits);
        }
    }

    /// Takes note of an unknown result of another width.
    pub(crate) fn unknown_of_width(&mut self, terms: &Terms, result: TermId, bits: u32) {
        let range = Interval::of_bits(bits);
        if let Some(known) = terms.as_int(result) {
            if !range.contains(&known) {
                self.left(bits);
            }
        } else if !terms.interval(result).is_within(&range) && self.known.insert(result) {
            if self.sized.len() >= MOST_TERMS {
                self.incomplete = true;
            } else {
                self.sized.push((result, bits));
            }
        }
    }

    /// Takes note of the result of an operation on floating-point numbers. What is infinite or no number in the arguments already is no loss.
    pub(crate) fn float(&mut self, result: f64, args: &[f64], loss: FloatLoss) {
        let are_finite = args.iter().all(|arg| arg.is_finite());
        if self.rounded.len() < MOST_ROUNDED
            && (!is_exact(result, args) || args.iter().any(|arg| self.rounded.contains(&arg.to_bits())))
        {
            self.rounded.insert(result.to_bits());
        }
        let are_numbers = are_finite && args.iter().all(|arg| *arg != 0.0);
        let is_lost = match loss {
            FloatLoss::Large | FloatLoss::Growing => result.is_infinite() && are_finite,
            FloatLoss::LargeOrSmall => {
                are_numbers && (result.is_infinite() || result.abs() < f64::MIN_POSITIVE)
            }
            FloatLoss::No => false,
        };
        // Nothing but underflow makes zero of other numbers in a product, a quotient or a power.
        let vanishes = matches!(loss, FloatLoss::LargeOrSmall | FloatLoss::Growing);
        self.float_underflowed |= result.is_subnormal() || (vanishes && are_numbers && result == 0.0);
        if is_lost {
            self.float_overflowed |= result.is_infinite();
            self.largest_float = f64::INFINITY;
        } else if result.is_finite() {
            self.largest_float = self.largest_float.max(result.abs());
        }
    }

    /// Whether rounding decides how two numbers compare, which is taken note of. Exact numbers that are equal, or close, are what they are.
    pub(crate) fn is_close_call(&mut self, x: f64, y: f64) -> bool {
        let distance = (x - y).abs();
        let room = (CLOSE * x.abs().max(y.abs())).max(CLOSE_BESIDE_LARGEST * self.largest_float);
        let is_close = distance.is_finite()
            && distance <= room
            && [x, y].iter().any(|number| self.rounded.contains(&number.to_bits()));
        self.close_call |= is_close;
        is_close
    }

    /// Takes note of an unknown result. One whose bounds keep it inside of the range needs no asking.
    pub(crate) fn unknown(&mut self, terms: &Terms, result: TermId) {
        if let Some(known) = terms.as_int(result) {
            return self.known(&known);
        }
        if terms.interval(result).is_within(&self.range) || self.known.contains(&result) {
            return;
        }
        if self.seen.len() >= MOST_TERMS {
            self.incomplete = true;
            return;
        }
        self.known.insert(result);
        self.seen.push(result);
    }
}

/// Whether a number is what some operation makes of these without rounding. Which operation it was does not matter: an exact result is exact.
fn is_exact(result: f64, args: &[f64]) -> bool {
    match args {
        // Of an integer, or of nothing.
        [] => true,
        [x] => {
            let is_whole =
                result == x.trunc() || result == x.floor() || result == x.ceil() || result == x.round();
            is_whole || result.abs() == x.abs() || result.mul_add(result, -x) == 0.0
        }
        [x, y] => {
            let is_sum = |y: f64| {
                let sum = x + y;
                let part = sum - x;
                sum == result && (x - (sum - part)) + (y - part) == 0.0
            };
            is_sum(*y)
                || is_sum(-y)
                || (result == x * y && x.mul_add(*y, -result) == 0.0)
                || (result == x / y && result.mul_add(*y, -x) == 0.0)
        }
        _ => false,
    }
}

/// How an operation on floating-point numbers can lose all digits of its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FloatLoss {
    /// Not at all, or where it is not defined: a division by zero is no loss.
    No,
    /// The result is too large.
    Large,
    /// The result is too large. Where it is too close to zero, that is told, but what it is added to has all its digits.
    Growing,
    /// The result is too large, or too close to zero.
    LargeOrSmall,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arithmetic;
    use crate::builtins::testing::{Script, in_world};
    use lydian_core::{IntMode, Value};

    const LARGEST: i64 = i64::MAX >> 1;
    const SMALLEST: i64 = i64::MIN >> 1;

    #[test]
    fn what_leaves_63_bits_is_noticed_when_it_wraps() {
        in_world(&mut Script::default(), |world| {
            world.int_mode = IntMode::Wrapping(63);
            world.watch = Some(Watch::new(63));
            let mut wraps = |operation: fn(&mut _, &_, &_) -> _, a, b| {
                let result: Result<Value, _> = operation(world, &Value::Int(a), &Value::Int(b));
                assert!(result.is_ok());
                let watch = world.watch.as_mut().unwrap();
                let overflowed = watch.overflowed;
                watch.restart();
                overflowed
            };
            assert!(wraps(arithmetic::add, LARGEST, 1));
            assert!(wraps(arithmetic::sub, SMALLEST, 1));
            assert!(wraps(arithmetic::sub, 0, SMALLEST));
            assert!(wraps(arithmetic::mul, 1 << 40, 1 << 40));
            assert!(wraps(arithmetic::div, SMALLEST, -1));
            assert!(!wraps(arithmetic::add, LARGEST, 0));
            assert!(!wraps(arithmetic::add, LARGEST, SMALLEST));
            assert!(!wraps(arithmetic::div, SMALLEST, 1));
        });
    }

    #[test]
    fn floats_are_lost_where_they_leave_their_range() {
        let after = |result, args: &[f64], loss| {
            let mut watch = Watch::new(63);
            watch.float(result, args, loss);
            watch.largest_float
        };
        assert_eq!(after(-3.5, &[1.0, -4.5], FloatLoss::Large), 3.5);
        assert_eq!(after(f64::INFINITY, &[1e308, 1e308], FloatLoss::Large), f64::INFINITY);
        assert_eq!(after(f64::INFINITY, &[f64::INFINITY, 1.0], FloatLoss::Large), 0.0);
        assert_eq!(after(0.0, &[1e-200, 1e-200], FloatLoss::LargeOrSmall), f64::INFINITY);
        assert_eq!(after(0.0, &[0.0, 7.0], FloatLoss::LargeOrSmall), 0.0);
        assert_eq!(after(f64::INFINITY, &[1.0, 0.0], FloatLoss::LargeOrSmall), 0.0);
    }

    #[test]
    fn rounding_decides_only_between_numbers_that_it_made_close() {
        let mut watch = Watch::new(63);
        let mut made = |result: f64, args: &[f64]| watch.float(result, args, FloatLoss::Large);
        made(0.1 + 0.2, &[0.1, 0.2]);
        made(1.5 * 2.0, &[1.5, 2.0]);
        made(7.0 / 2.0, &[7.0, 2.0]);
        made(3.0, &[9.0]);
        made(2f64.sqrt(), &[2.0]);
        let product = 2f64.sqrt() * 2f64.sqrt();
        made(product, &[2f64.sqrt(), 2f64.sqrt()]);
        assert!(!watch.is_close_call(3.0, 3.0) && !watch.is_close_call(3.5, 3.5));
        assert!(!watch.is_close_call(0.1 + 0.2, 0.4));
        assert!(!watch.close_call);
        assert!(watch.is_close_call(0.1 + 0.2, 0.3));
        assert!(watch.is_close_call(2.0, product));
        assert!(watch.close_call);
    }

    #[test]
    fn underflow_is_noticed_and_a_zero_of_zeros_is_none() {
        let underflows = |result, args: &[f64], loss| {
            let mut watch = Watch::new(63);
            watch.float(result, args, loss);
            watch.float_underflowed
        };
        assert!(underflows(0.0, &[1e-200, 1e-200], FloatLoss::LargeOrSmall));
        assert!(underflows(5e-324, &[5e-300, 1e24], FloatLoss::LargeOrSmall));
        assert!(underflows(0.0, &[-1000.0], FloatLoss::Growing));
        assert!(underflows(1e-310, &[2.3e-308, -2.29e-308], FloatLoss::Large));
        assert!(!underflows(0.0, &[1.0, -1.0], FloatLoss::Large));
        assert!(!underflows(0.0, &[0.0, 7.0], FloatLoss::LargeOrSmall));
        assert!(!underflows(0.0, &[1.0, f64::INFINITY], FloatLoss::LargeOrSmall));
        assert!(!underflows(0.0, &[0.0], FloatLoss::Growing));
    }

    #[test]
    fn an_unknown_result_is_kept_before_it_wraps() {
        in_world(&mut Script::default(), |world| {
            world.int_mode = IntMode::Wrapping(63);
            world.watch = Some(Watch::new(63));
            let x = world.terms.fresh_int("x", Some(Int::from(SMALLEST)), Some(Int::from(LARGEST)));
            arithmetic::add(world, &Value::SymInt(x), &Value::Int(1)).unwrap();
            let one = world.terms.int(1);
            let exact = world.terms.add(x, one);
            let watch = world.watch.clone().unwrap();
            assert_eq!(watch.seen, [exact]);
            assert!(!watch.overflowed);
            assert_eq!(watch.in_range(world.terms).len(), 2);
        });
    }
}
