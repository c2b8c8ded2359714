//! Exact numbers of values, and indices among them: words of 128 bits first, integers without bound beyond.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;

/// A number of values, or an index: exact, however large.
///
/// ```
/// use lydian::Count;
/// let lists = lydian::domain::<Vec<bool>>().exact_count(401);
/// assert_eq!(lists.to_string(), "1606938044258990275541962092341162602522202993782792835301376");
/// assert_eq!(lists.word(), None);
/// assert_eq!(lists.to_string().parse(), Ok(lists));
/// assert_eq!(Count::from(7), 7);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count(Width);

/// What fits a word is one, so that equal numbers look alike.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Width {
    Word(u128),
    Big(BigUint),
}

impl Count {
    /// The number, if it fits a word.
    #[inline]
    pub fn word(&self) -> Option<u128> {
        match &self.0 {
            Width::Word(word) => Some(*word),
            Width::Big(_) => None,
        }
    }

    /// The number, of any width.
    pub(crate) fn big(&self) -> BigUint {
        match &self.0 {
            Width::Word(word) => BigUint::from(*word),
            Width::Big(big) => big.clone(),
        }
    }
}

impl From<u128> for Count {
    #[inline]
    fn from(word: u128) -> Count {
        Count(Width::Word(word))
    }
}

impl From<&Count> for Count {
    fn from(count: &Count) -> Count {
        count.clone()
    }
}

/// Not public as a conversion: the type of large integers is nobody's business.
pub(crate) fn from_big(big: BigUint) -> Count {
    Count(u128::try_from(&big).map_or(Width::Big(big), Width::Word))
}

impl PartialEq<u128> for Count {
    fn eq(&self, other: &u128) -> bool {
        self.word() == Some(*other)
    }
}

impl PartialOrd<u128> for Count {
    fn partial_cmp(&self, other: &u128) -> Option<Ordering> {
        Some(self.word().map_or(Ordering::Greater, |word| word.cmp(other)))
    }
}

/// A text that is no number of values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoCount(String);

impl fmt::Display for NoCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a number of values", self.0)
    }
}

impl std::error::Error for NoCount {}

/// The most digits that are read: no class of values within reach has a count as long.
const MOST_DIGITS: usize = 100_000;

impl FromStr for Count {
    type Err = NoCount;

    fn from_str(text: &str) -> Result<Count, NoCount> {
        if let Ok(word) = text.parse() {
            return Ok(Count(Width::Word(word)));
        }
        let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && text.len() <= MOST_DIGITS;
        match text.parse::<BigUint>() {
            Ok(big) if digits => Ok(from_big(big)),
            _ => Err(NoCount(text.chars().take(60).collect())),
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Width::Word(word) => word.fmt(f),
            Width::Big(big) => big.fmt(f),
        }
    }
}

impl fmt::Debug for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_on_both_sides_of_a_word_compare_and_come_back_from_their_texts() {
        let below = Count::from(u128::MAX);
        let above = from_big(BigUint::from(u128::MAX) + 1u32);
        assert!(below < above && above.word().is_none());
        assert_eq!(from_big(BigUint::from(u128::MAX)), below);
        for count in [below, above, Count::from(0)] {
            assert_eq!(count.to_string().parse(), Ok(count));
        }
    }

    #[test]
    fn what_is_no_number_is_told() {
        for text in ["", "x", "-1", "1_0", "0x5", "99999999999999999999999999999999999999999999999999x"] {
            assert!(text.parse::<Count>().is_err(), "{text}");
        }
        assert!("9".repeat(MOST_DIGITS + 1).parse::<Count>().is_err());
    }
}
