//! Floating-point numbers, simple ones first: a finite one is an odd number times a power of two, and its size is the number
//! of bits of the odd number and of the exponent. Zeros of both signs, infinities and one NaN have size 1.

use super::Extent;
use super::basic::{Early, Natural, in_turn, turn};

/// The layout of a binary floating-point type.
#[derive(Clone, Copy)]
struct Layout {
    /// Bits of the significand, with the hidden one.
    significand: u32,
    /// The greatest exponent of the leading bit.
    greatest: i32,
    /// The least exponent of the last bit.
    least: i32,
}

const SINGLE: Layout = Layout { significand: 24, greatest: 127, least: -149 };
const DOUBLE: Layout = Layout { significand: 53, greatest: 1023, least: -1074 };

impl Layout {
    /// Exponents with so many bits: the least of them, how many are positive and how many negative.
    fn exponents(self, odd_bits: u32, bits: u32) -> (u128, u128, u128) {
        if bits == 0 {
            return (0, 1, 0);
        }
        let least = 1i64 << (bits - 1);
        let row = |end: i64| u128::from((end.min(2 * least - 1) - least + 1).max(0).unsigned_abs());
        let positive = row(i64::from(self.greatest) + 1 - i64::from(odd_bits));
        (u128::from(least.unsigned_abs()), positive, row(-i64::from(self.least)))
    }

    /// How many odd numbers have so many bits.
    fn odds(bits: u32) -> u128 {
        if bits == 1 { 1 } else { 1 << (bits - 2) }
    }

    /// How a size can be split into bits of the odd number and of the exponent.
    fn splits(self, size: usize) -> impl Iterator<Item = (u32, u32)> {
        let size = u32::try_from(size).unwrap_or(u32::MAX);
        (1..=self.significand.min(size)).map(move |odd| (odd, size - odd)).filter(|(_, bits)| *bits <= 11)
    }

    fn block(self, odd_bits: u32, bits: u32) -> u128 {
        let (_, positive, negative) = self.exponents(odd_bits, bits);
        2 * (positive + negative) * Layout::odds(odd_bits)
    }

    /// Finite numbers except zero, of a size.
    fn count(self, size: usize) -> u128 {
        self.splits(size).map(|(odd, bits)| self.block(odd, bits)).sum()
    }

    /// The sign, odd number and exponent at an index.
    fn nth(self, size: usize, mut index: u128) -> (bool, u64, i32) {
        for (odd_bits, bits) in self.splits(size) {
            let block = self.block(odd_bits, bits);
            if index >= block {
                index -= block;
                continue;
            }
            let (least, positive, negative) = self.exponents(odd_bits, bits);
            let is_negative = index % 2 == 1;
            let exponents = positive + negative;
            let (is_positive, place) = in_turn(index / 2 % exponents, positive, negative);
            let exponent = (least + place) as i32 * if is_positive { 1 } else { -1 };
            let odd = match odd_bits {
                1 => 1,
                bits => (1u64 << (bits - 1)) + 2 * ((index / 2 / exponents) as u64) + 1,
            };
            return (is_negative, odd, exponent);
        }
        unreachable!("the index is below the count")
    }

    /// The size and index of a number that is finite and not zero.
    fn rank(self, is_negative: bool, odd: u64, exponent: i32) -> (usize, u128) {
        let odd_bits = u64::BITS - odd.leading_zeros();
        let bits = u32::BITS - exponent.unsigned_abs().leading_zeros();
        let size = (odd_bits + bits) as usize;
        let before: u128 = self
            .splits(size)
            .take_while(|(odd, _)| *odd < odd_bits)
            .map(|(odd, bits)| self.block(odd, bits))
            .sum();
        let (least, positive, negative) = self.exponents(odd_bits, bits);
        let place = u128::from(exponent.unsigned_abs()) - least;
        let row = turn(exponent >= 0, place, positive, negative);
        let column = if odd_bits == 1 { 0 } else { u128::from((odd - (1 << (odd_bits - 1))) / 2) };
        (size, before + 2 * (column * (positive + negative) + row) + u128::from(is_negative))
    }

    /// The bits of the absolute value of a number.
    fn encode(self, odd: u64, exponent: i32) -> u64 {
        let odd_bits = (u64::BITS - odd.leading_zeros()) as i32;
        let leading = odd_bits - 1 + exponent;
        let fraction_bits = self.significand as i32 - 1;
        let least_normal = self.least + fraction_bits;
        if leading < least_normal {
            return odd << (exponent - self.least);
        }
        let fraction = (odd << (fraction_bits - (odd_bits - 1))) & ((1 << fraction_bits) - 1);
        ((leading - least_normal + 1) as u64) << fraction_bits | fraction
    }

    /// The odd number and exponent of a number that is finite and not zero.
    fn decode(self, magnitude: u64) -> (u64, i32) {
        let fraction_bits = self.significand - 1;
        let fraction = magnitude & ((1 << fraction_bits) - 1);
        let (whole, exponent) = match magnitude >> fraction_bits {
            0 => (fraction, self.least),
            biased => (fraction | 1 << fraction_bits, self.least + biased as i32 - 1),
        };
        let zeros = whole.trailing_zeros();
        (whole >> zeros, exponent + zeros as i32)
    }

    fn extent(self) -> Extent {
        let bits = u32::BITS - self.least.unsigned_abs().leading_zeros();
        let greatest = (self.significand + bits) as usize;
        Extent::Sizes(1, Some(greatest), (1..=greatest).map(|size| self.count(size)).sum::<u128>() + 1)
    }
}

macro_rules! floats {
    ($($name:ident, $type:ident, $bits:ident, $layout:expr;)*) => {$(
        /// Numbers of this type.
        pub(crate) struct $name;

        impl $name {
            /// All numbers, with the borders and some that have no short binary form early.
            pub fn early() -> Early<$type, $name> {
                let special = [-0.0, $type::NAN, $type::INFINITY, $type::NEG_INFINITY];
                let borders = [$type::MAX, $type::MIN, $type::MIN_POSITIVE, $type::EPSILON, $type::from_bits(1)];
                let decimal = [0.1, -0.1, 0.3, 1e10, 1e-10];
                let early = special.map(|special| (1, special)).into_iter();
                let early = early.chain(borders.map(|border| (2, border)));
                Early::new($name, early.chain(decimal.map(|decimal| (3, decimal))))
            }
        }

        impl Natural<$type> for $name {
            fn count(&self, size: usize) -> u128 {
                $layout.count(size) + u128::from(size == 1)
            }

            fn nth(&self, size: usize, index: u128) -> $type {
                let index = match (size, index) {
                    (1, 0) => return 0.0,
                    (1, index) => index - 1,
                    (_, index) => index,
                };
                let (is_negative, odd, exponent) = $layout.nth(size, index);
                let magnitude = $type::from_bits($layout.encode(odd, exponent) as $bits);
                if is_negative { -magnitude } else { magnitude }
            }

            fn rank(&self, value: &$type) -> Option<(usize, u128)> {
                if !value.is_finite() || (*value == 0.0 && value.is_sign_negative()) {
                    return None;
                }
                if *value == 0.0 {
                    return Some((1, 0));
                }
                let (odd, exponent) = $layout.decode(u64::from(value.abs().to_bits()));
                let (size, index) = $layout.rank(*value < 0.0, odd, exponent);
                Some((size, index + u128::from(size == 1)))
            }

            fn extent(&self) -> Extent {
                $layout.extent()
            }
        }
    )*};
}

floats! {
    Singles, f32, u32, SINGLE;
    Doubles, f64, u64, DOUBLE;
}
