//! Unbounded integers with a fast path.
//! An [`Int`] is an `i64` where it fits and a boxed big integer otherwise; the form is canonical, so equality and
//! hashing are structural. Nothing here panics: division by zero is `None`, everything else is total.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};
use std::str::FromStr;

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// An unbounded integer.
///
/// ```
/// use lydian_term::Int;
/// let big = Int::from(i64::MAX) + Int::from(1);
/// assert_eq!(big.to_string(), "9223372036854775808");
/// assert_eq!(big.wrap(64), Int::from(i64::MIN));
/// assert_eq!(Int::from(-7).tdiv(&Int::from(2)), Some(Int::from(-3)));
/// assert_eq!(Int::from(-7).floor_div(&Int::from(2)), Some(Int::from(-4)));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    /// Never holds a number that fits in an `i64`.
    Big(Box<BigInt>),
}

impl Int {
    /// Zero.
    pub const ZERO: Int = Int(Repr::Small(0));
    /// One.
    pub const ONE: Int = Int(Repr::Small(1));
    /// Minus one.
    pub const MINUS_ONE: Int = Int(Repr::Small(-1));

    /// Two to the given power.
    pub fn power_of_two(exponent: u32) -> Int {
        if exponent < 63 { Int::from(1i64 << exponent) } else { Int::from(BigInt::one() << exponent) }
    }

    /// The number as an `i64`, if it fits.
    pub fn as_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small(small) => Some(*small),
            Repr::Big(_) => None,
        }
    }

    /// The number as a `usize`, if it fits.
    pub fn as_usize(&self) -> Option<usize> {
        self.as_i64().and_then(|small| usize::try_from(small).ok())
    }

    /// The number as a big integer.
    pub fn to_big(&self) -> BigInt {
        match &self.0 {
            Repr::Small(small) => BigInt::from(*small),
            Repr::Big(big) => (**big).clone(),
        }
    }

    /// Whether the number is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small(0))
    }

    /// Whether the number is one.
    pub fn is_one(&self) -> bool {
        matches!(self.0, Repr::Small(1))
    }

    /// Whether the number is below zero.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small(small) => *small < 0,
            Repr::Big(big) => big.is_negative(),
        }
    }

    /// Whether the number is above zero.
    pub fn is_positive(&self) -> bool {
        !self.is_negative() && !self.is_zero()
    }

    /// The absolute value.
    pub fn abs(&self) -> Int {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// How many bits the absolute value takes (0 for zero).
    pub fn bit_length(&self) -> u64 {
        match &self.0 {
            Repr::Small(small) => u64::from(64 - small.unsigned_abs().leading_zeros()),
            Repr::Big(big) => big.bits(),
        }
    }

    /// The quotient rounded towards zero, as in C and OCaml; `None` for a zero divisor.
    pub fn tdiv(&self, divisor: &Int) -> Option<Int> {
        if divisor.is_zero() {
            return None;
        }
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &divisor.0)
            && let Some(quotient) = a.checked_div(*b)
        {
            return Some(Int::from(quotient));
        }
        Some(Int::from(self.to_big() / divisor.to_big()))
    }

    /// The remainder of [`Int::tdiv`], with the sign of `self`; `None` for a zero divisor.
    pub fn tmod(&self, divisor: &Int) -> Option<Int> {
        if divisor.is_zero() {
            return None;
        }
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &divisor.0) {
            // `min % -1` overflows in hardware although the remainder is plainly zero.
            return Some(Int::from(a.checked_rem(*b).unwrap_or(0)));
        }
        Some(Int::from(self.to_big() % divisor.to_big()))
    }

    /// The quotient rounded down; `None` for a zero divisor.
    pub fn floor_div(&self, divisor: &Int) -> Option<Int> {
        if divisor.is_zero() {
            return None;
        }
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &divisor.0)
            && let Some(quotient) = a.checked_div(*b)
        {
            let below = a.checked_rem(*b).unwrap_or(0) != 0 && (*a < 0) != (*b < 0);
            return Some(Int::from(if below { quotient - 1 } else { quotient }));
        }
        Some(Int::from(self.to_big().div_floor(&divisor.to_big())))
    }

    /// The remainder of [`Int::floor_div`], with the sign of the divisor; `None` for a zero divisor.
    pub fn floor_mod(&self, divisor: &Int) -> Option<Int> {
        if divisor.is_zero() {
            return None;
        }
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &divisor.0) {
            let remainder = a.checked_rem(*b).unwrap_or(0);
            let adjust = remainder != 0 && (remainder < 0) != (*b < 0);
            return Some(Int::from(if adjust { remainder + b } else { remainder }));
        }
        Some(Int::from(self.to_big().mod_floor(&divisor.to_big())))
    }

    /// The number that the lowest `bits` bits denote in two's complement. Zero bits hold only zero.
    pub fn wrap(&self, bits: u32) -> Int {
        match &self.0 {
            _ if bits == 0 => Int::ZERO,
            Repr::Small(small) if bits >= 64 => Int::from(*small),
            Repr::Small(small) => Int::from((small << (64 - bits)) >> (64 - bits)),
            Repr::Big(big) => {
                let modulus = BigInt::one() << bits;
                let low = big.mod_floor(&modulus);
                let half = BigInt::one() << (bits - 1);
                Int::from(if low >= half { low - modulus } else { low })
            }
        }
    }

    /// The greatest common divisor, never negative.
    pub fn gcd(&self, other: &Int) -> Int {
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0) {
            let (a, b) = (a.unsigned_abs(), b.unsigned_abs());
            return Int::from(BigInt::from(a.gcd(&b)));
        }
        Int::from(self.to_big().gcd(&other.to_big()))
    }

    /// The number as a float, rounded to the nearest.
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Repr::Small(small) => *small as f64,
            Repr::Big(big) => {
                big.to_f64().unwrap_or(if big.is_negative() { f64::NEG_INFINITY } else { f64::INFINITY })
            }
        }
    }
}

impl Default for Int {
    fn default() -> Int {
        Int::ZERO
    }
}

impl From<i64> for Int {
    fn from(small: i64) -> Int {
        Int(Repr::Small(small))
    }
}

impl From<i32> for Int {
    fn from(small: i32) -> Int {
        Int::from(i64::from(small))
    }
}

impl From<BigInt> for Int {
    fn from(big: BigInt) -> Int {
        match big.to_i64() {
            Some(small) => Int(Repr::Small(small)),
            None => Int(Repr::Big(Box::new(big))),
        }
    }
}

impl From<i128> for Int {
    fn from(wide: i128) -> Int {
        i64::try_from(wide).map_or_else(|_| Int::from(BigInt::from(wide)), Int::from)
    }
}

impl From<usize> for Int {
    fn from(size: usize) -> Int {
        Int::from(size as i128)
    }
}

/// The text is not an optional minus sign followed by decimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnInt;

impl fmt::Display for NotAnInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a decimal integer")
    }
}

impl std::error::Error for NotAnInt {}

impl FromStr for Int {
    type Err = NotAnInt;

    fn from_str(text: &str) -> Result<Int, NotAnInt> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NotAnInt);
        }
        if let Ok(small) = text.parse::<i64>() {
            return Ok(Int::from(small));
        }
        let sign = if digits.len() < text.len() { Sign::Minus } else { Sign::Plus };
        let big = digits.parse::<num_bigint::BigUint>().map_err(|_| NotAnInt)?;
        Ok(Int::from(BigInt::from_biguint(if big.is_zero() { Sign::NoSign } else { sign }, big)))
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $checked:ident, $op:tt) => {
        impl $trait<&Int> for &Int {
            type Output = Int;
            fn $method(self, other: &Int) -> Int {
                if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0)
                    && let Some(result) = a.$checked(*b)
                {
                    return Int::from(result);
                }
                Int::from(self.to_big() $op other.to_big())
            }
        }
        impl $trait<Int> for Int {
            type Output = Int;
            fn $method(self, other: Int) -> Int {
                &self $op &other
            }
        }
        impl $trait<&Int> for Int {
            type Output = Int;
            fn $method(self, other: &Int) -> Int {
                &self $op other
            }
        }
    };
}

operator!(Add, add, checked_add, +);
operator!(Sub, sub, checked_sub, -);
operator!(Mul, mul, checked_mul, *);

impl Neg for &Int {
    type Output = Int;
    fn neg(self) -> Int {
        match &self.0 {
            Repr::Small(small) => {
                small.checked_neg().map_or_else(|| Int::from(-BigInt::from(*small)), Int::from)
            }
            Repr::Big(big) => Int::from(-(**big).clone()),
        }
    }
}

impl Neg for Int {
    type Output = Int;
    fn neg(self) -> Int {
        -&self
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Int) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            (Repr::Big(a), Repr::Big(b)) => a.cmp(b),
            // A big number lies outside the range of the small ones, so its sign decides.
            (Repr::Big(a), Repr::Small(_)) => {
                if a.is_negative() {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
            (Repr::Small(_), Repr::Big(b)) => {
                if b.is_negative() {
                    Ordering::Greater
                } else {
                    Ordering::Less
                }
            }
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(small) => fmt::Display::fmt(small, f),
            Repr::Big(big) => fmt::Display::fmt(big, f),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interesting() -> Vec<Int> {
        let mut all: Vec<Int> = (-9..=9).map(Int::from).collect();
        for edge in [i64::MAX, i64::MIN, 1 << 62, -(1 << 62)] {
            for step in -2i64..=2 {
                all.push(Int::from(edge) + Int::from(step));
            }
        }
        all.push(Int::power_of_two(100));
        all.push(-Int::power_of_two(100));
        all
    }

    #[test]
    fn the_fast_path_agrees_with_big_integers() {
        for a in interesting() {
            for b in interesting() {
                let (x, y) = (a.to_big(), b.to_big());
                assert_eq!((&a + &b).to_big(), &x + &y);
                assert_eq!((&a - &b).to_big(), &x - &y);
                assert_eq!((&a * &b).to_big(), &x * &y);
                assert_eq!(a.cmp(&b), x.cmp(&y));
                if b.is_zero() {
                    assert_eq!((a.tdiv(&b), a.floor_mod(&b)), (None, None));
                    continue;
                }
                assert_eq!(a.tdiv(&b), Some(Int::from(&x / &y)), "{a} / {b}");
                assert_eq!(a.tmod(&b), Some(Int::from(&x % &y)), "{a} % {b}");
                assert_eq!(a.floor_div(&b), Some(Int::from(x.div_floor(&y))), "floor {a} / {b}");
                assert_eq!(a.floor_mod(&b), Some(Int::from(x.mod_floor(&y))), "floor {a} % {b}");
            }
        }
    }

    #[test]
    fn wrapping_keeps_the_low_bits() {
        for a in interesting() {
            for bits in [1, 8, 62, 63, 64, 65, 128] {
                let wrapped = a.wrap(bits);
                let half = Int::power_of_two(bits - 1);
                assert!(wrapped >= -&half && wrapped < half, "{a} in {bits} bits is {wrapped}");
                assert_eq!((&a - &wrapped).floor_mod(&Int::power_of_two(bits)), Some(Int::ZERO));
            }
        }
    }

    #[test]
    fn printed_integers_parse_back() {
        for a in interesting() {
            assert_eq!(a.to_string().parse::<Int>(), Ok(a));
        }
        for bad in ["", "-", "+1", " 1", "1 ", "0x1", "--1"] {
            assert_eq!(bad.parse::<Int>(), Err(NotAnInt), "{bad:?}");
        }
    }
}
