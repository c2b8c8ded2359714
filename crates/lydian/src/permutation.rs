//! A seeded permutation of the numbers below a count, computed and not stored: a Feistel network on as many bits as are needed,
//! repeated until the result is below the count.

use num_bigint::BigUint;

use crate::Count;
use crate::count::from_big;

const ROUNDS: usize = 6;

/// A permutation of `0..count`.
#[derive(Debug, Clone)]
pub(crate) struct Permutation {
    count: Numbers,
    /// One for each round.
    keys: [u64; ROUNDS],
}

/// The numbers that are permuted, with half of the bits that they have.
#[derive(Debug, Clone)]
enum Numbers {
    Words(u128, u32),
    Big(BigUint, u64),
}

impl Permutation {
    /// The permutation that belongs to a seed.
    pub fn new(count: &Count, seed: u64) -> Permutation {
        let count = match count.word() {
            Some(count) => {
                let bits = u128::BITS - count.saturating_sub(1).leading_zeros();
                Numbers::Words(count, bits.div_ceil(2).max(1))
            }
            None => Numbers::Big(count.big(), count.big().bits().div_ceil(2)),
        };
        Permutation { count, keys: std::array::from_fn(|round| mix(seed.wrapping_add(round as u64))) }
    }

    /// Where a number below the count goes.
    pub fn apply(&self, index: u128) -> Count {
        match &self.count {
            Numbers::Words(count, half) => Count::from(self.word(index, *count, *half)),
            Numbers::Big(count, half) => from_big(self.big(BigUint::from(index), count, *half)),
        }
    }

    fn word(&self, mut number: u128, count: u128, half: u32) -> u128 {
        let mask = u64::MAX >> (64 - half);
        loop {
            let (mut left, mut right) = ((number >> half) as u64, number as u64 & mask);
            for key in self.keys {
                let mixed = mix(right ^ key);
                (left, right) = (right, left ^ (mixed & mask));
            }
            number = u128::from(left) << half | u128::from(right);
            if number < count {
                return number;
            }
        }
    }

    fn big(&self, mut number: BigUint, count: &BigUint, half: u64) -> BigUint {
        let mask = (BigUint::from(1u32) << half) - 1u32;
        loop {
            let (mut left, mut right) = (&number >> half, &number & &mask);
            for key in self.keys {
                let key = right.iter_u64_digits().fold(key, |key, digit| mix(key ^ digit));
                let stream = (0..half.div_ceil(32)).map(|place| mix(key.wrapping_add(place)) as u32);
                let mixed = BigUint::new(stream.collect()) & &mask;
                (left, right) = (right, left ^ mixed);
            }
            number = (left << half) | right;
            if number < *count {
                return number;
            }
        }
    }
}

/// Spreads the bits of a word over the whole word, one to one.
fn mix(word: u64) -> u64 {
    let mut word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_met_exactly_once() {
        for count in 1..200u128 {
            let permutation = Permutation::new(&Count::from(count), 7);
            let mut all: Vec<Count> = (0..count).map(|index| permutation.apply(index)).collect();
            all.sort_unstable();
            assert!(all.into_iter().eq((0..count).map(Count::from)), "count {count}");
        }
    }

    #[test]
    fn wide_numbers_are_met_exactly_once_too() {
        for count in 1..200u32 {
            let permutation = Permutation::new(&Count::from(1), 3);
            let half = (u64::from(u32::BITS) - u64::from(count.leading_zeros())).div_ceil(2);
            let wide = |index: u32| permutation.big(BigUint::from(index), &BigUint::from(count), half);
            let mut all: Vec<BigUint> = (0..count).map(wide).collect();
            all.sort_unstable();
            assert!(all.into_iter().eq((0..count).map(BigUint::from)), "count {count}");
        }
    }

    #[test]
    fn large_counts_are_permuted_without_collisions_and_spread() {
        let words = Count::from(u128::MAX);
        let wide = from_big(BigUint::from(3u32) << 500);
        for count in [words, wide] {
            let permutation = Permutation::new(&count, 1);
            let mut all: Vec<Count> = (0..1_000).map(|index| permutation.apply(index)).collect();
            let middle = from_big(count.big() >> 1);
            let high = all.iter().filter(|number| **number > middle).count();
            assert!((300..700).contains(&high) && all.iter().all(|number| *number < count));
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), 1_000);
        }
    }
}
